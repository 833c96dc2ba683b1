/** A table that is not full yet: who sits there, how others come in, and what the host may do meanwhile. */

import { useState } from "react";
import { answerChallenge, stopLooking } from "../../api/friends";
import { clearSeat, seatBot, sit, start } from "../../api/tables";
import type { Feed, Now } from "../../live/feed";
import { someone, useMe } from "../../me";
import { Icon } from "../../parts/Icon";
import { RatingOf, ratedWords } from "../../parts/Rating";
import { AskTwice, ShareLink, useTitle } from "../../parts/small";
import { identityOf } from "../../ratings";
import { go, Link } from "../../router/router";
import { paths } from "../../router/routes";
import { initial, isolate } from "../../texts/isolate";
import { t } from "../../texts/page";
import { render } from "../../texts/render";
import { clockWords } from "../lines";
import { Name } from "../neighbours/About";
import { LEVELS, sentence, USUAL_LEVEL } from "../playing";
import { useAccount } from "../RatedField";
import { Chat } from "./Chat";
import { InviteByMail } from "./InviteByMail";
import type { Sitting } from "./sitting";
import { TableTop } from "./TableTop";
import "../friends/friends.css";

export function WaitingRoom(props: { sitting: Sitting; now: Now; feed: Feed; viewer: number | null }) {
  const { sitting, now, feed, viewer } = props;
  const { at, game, texts, invite, came } = sitting;
  const { table } = at.rules;
  const person = useMe()?.person ?? null;
  const me = person?.id ?? null;
  const account = person?.kind === "account";
  const [refusal, setRefusal] = useState<string | null>(null);
  const [level, setLevel] = useState(USUAL_LEVEL);
  useTitle(t("page.named", { name: game.title }));
  const host = me !== null && now.host === me;
  const sits = at.seats.length > 0;
  const barred = !useAccount() && at.rules.rated && !sits; // only accounts sit down where it counts
  const alone = at.rules.rated && game.cooperative; // best scores are for people alone
  const full = now.seats.every((seat) => seat.kind !== "open");
  const link = location.origin + paths.table(table, at.rules.listed ? "" : (at.rules.invite ?? invite));
  const attempt = (work: () => Promise<unknown>) => () => {
    setRefusal(null);
    work().catch((error) => setRefusal(sentence(error)));
  };
  const kept = now.kept ?? {};
  const asked = Object.values(kept);
  const mine = Object.entries(kept).find(([, whose]) => whose.person === me)?.[0];
  const closed = now.phase === "over";
  const seeking = sits && at.rules.listed && now.until != null && asked.length === 0;
  const sitDown = (seat?: number) =>
    attempt(async () => {
      await someone();
      came(await sit(table, invite, seat));
    });
  return (
    <>
      <TableTop sitting={sitting} />
      <main className="waiting-room" data-waiting>
        <section className="panel box">
          <h2 className="show">
            {closed
              ? t("wait.closed")
              : t(seeking ? "wait.seeking" : sits ? "wait.title" : "wait.join-title", { game: game.title })}
          </h2>
          <p className="soft" role="status">
            {closed
              ? closedWords(now)
              : sits && asked.length > 0
                ? t("wait.asked", { name: asked.map((whose) => isolate(whose.name)).join(", "), count: asked.length })
                : mine !== undefined
                  ? t(now.seats.length > 2 ? "wait.for-you-all" : "wait.for-you")
                  : seeking
                    ? t("wait.seeking-line")
                    : t(sits ? (full ? "wait.full" : "wait.line") : "wait.join-line")}
          </p>
          {!closed && (now.declined ?? []).length > 0 && (
            <p className="soft" role="status" data-declined>
              {t("wait.declined", { name: namesOf(now.declined ?? []) })}
            </p>
          )}
          <p className="chips">
            <span className="chip" data-counts={at.rules.rated}>
              <Icon name="cup" />
              {ratedWords(at.rules.rated, game.cooperative)}
            </span>
            <span className="chip">
              <Icon name="clock" />
              {clockWords(at.rules.clock)}
            </span>
          </p>
          {barred && (
            <p className="acts">
              <span>{t("rated.guest")}</span>
              <Link to={paths.signUp(paths.table(table, invite))} className="btn primary">
                {t("sign.up")}
              </Link>
            </p>
          )}
          <ol className={closed ? "wait-seats gone" : "wait-seats"}>
            {now.seats.map((seat, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
              <li key={i} className={seat.kind === "open" ? "free" : ""}>
                <span className="avatar" aria-hidden="true">
                  {seat.kind !== "open" ? initial(seat.name) : kept[i] ? initial(kept[i].name) : "+"}
                </span>
                <span className="grow">
                  <b>
                    {seat.kind === "open" && !kept[i] ? (
                      t("wait.free")
                    ) : seat.kind === "person" ? (
                      <Name who={{ person: seat.person ?? "", name: seat.name }} />
                    ) : (
                      <bdi>{seat.kind === "open" ? kept[i]?.name : seat.name}</bdi>
                    )}
                    <RatingOf who={identityOf(seat)} game={game.name} />
                  </b>
                  <small className="soft">
                    {seat.kind === "bot"
                      ? t("table.bot", { level: render(texts, { key: `level.${seat.level}` }) })
                      : seat.kind === "person"
                        ? t(seat.person === me ? "table.you" : seat.person === now.host ? "wait.host" : "table.person")
                        : t(kept[i] ? (kept[i].person === me ? "wait.kept-you" : "wait.kept") : "wait.anybody")}
                  </small>
                </span>
                {mine === String(i) && !sits && !closed && (
                  <button
                    type="button"
                    className="btn"
                    data-decline
                    onClick={attempt(async () => {
                      await answerChallenge(table, false);
                      go(paths.home);
                    })}
                  >
                    {t("challenges.no")}
                  </button>
                )}
                {seat.kind === "open" && !sits && !barred && !closed && (!kept[i] || kept[i].person === me) && (
                  <button type="button" className="btn primary" data-sit={i} onClick={sitDown(i)}>
                    {t(mine === String(i) ? "challenges.yes" : "wait.sit")}
                  </button>
                )}
                {seat.kind === "open" && host && !alone && !closed && !kept[i] && (
                  <button type="button" className="btn" data-bot={i} onClick={attempt(() => seatBot(table, i, level))}>
                    {t("wait.bot")}
                  </button>
                )}
                {kept[i] && host && now.seats.length > 2 && (
                  <button
                    type="button"
                    className="icon"
                    aria-label={t("wait.clear", { name: kept[i].name })}
                    onClick={attempt(() => clearSeat(table, i))}
                  >
                    <Icon name="close" />
                  </button>
                )}
                {seat.kind !== "open" && host && seat.person !== me && !closed && (
                  <button
                    type="button"
                    className="icon"
                    aria-label={t("wait.clear", { name: seat.name })}
                    onClick={attempt(() => clearSeat(table, i))}
                  >
                    <Icon name="close" />
                  </button>
                )}
              </li>
            ))}
          </ol>
          {host && !full && !alone && !closed && now.seats.length > asked.length + 1 && (
            <label className="lab2">
              {t("wait.level")}
              <select className="field" value={level} onChange={(event) => setLevel(Number(event.target.value))}>
                {LEVELS.map((each) => (
                  <option key={each} value={each}>
                    {render(texts, { key: `level.${each}` })}
                  </option>
                ))}
              </select>
            </label>
          )}
          {refusal && (
            <p className="refusal" role="alert">
              {refusal}
            </p>
          )}
          <div className="acts">
            {host && at.rules.start === "host" && (
              <button type="button" className="btn primary big" disabled={!full} onClick={attempt(() => start(table))}>
                {t("wait.start")}
              </button>
            )}
            {closed && (
              <Link to={paths.home} className="btn primary">
                {t("page.home")}
              </Link>
            )}
            {sits && !closed && (
              <AskTwice
                className="btn quiet"
                label={t(seeking ? "wait.stop" : asked.length > 0 ? "wait.take-back" : "wait.leave")}
                sure={t(seeking ? "wait.stop-sure" : asked.length > 0 ? "wait.take-back-sure" : "wait.leave-sure")}
                onDo={attempt(async () => {
                  await stopLooking(table);
                  go(paths.home);
                })}
              />
            )}
          </div>
        </section>
        {!closed && mine === undefined && (asked.length === 0 || now.seats.length > 2) && (
          <section className="panel box">
            <h2>{t("wait.invite")}</h2>
            <p className="soft small">{t("wait.invite-line")}</p>
            <ShareLink link={link} label={t("wait.link")} />
            {account && sits && !full && <InviteByMail table={table} />}
          </section>
        )}
        <section className="panel box talk">
          <h2>{t("chat.title")}</h2>
          <Chat {...{ table, invite, viewer, lines: feed.lines, seats: now.seats, catalogue: texts }} />
        </section>
      </main>
    </>
  );
}

const namesOf = (names: string[]) => names.map(isolate).join(", ");

function closedWords(now: Now): string {
  const declined = now.declined ?? [];
  return declined.length > 0
    ? t("wait.declined", { name: namesOf(declined) })
    : t(now.until != null ? "wait.closed-line" : "wait.closed-left");
}
