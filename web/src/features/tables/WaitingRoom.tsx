/** A table that is not full yet: who sits there, how others come in, and what the host may do meanwhile. */

import { useState } from "react";
import { requirePerson, useHasAccount, useMe } from "../../client/session";
import { useAttempt } from "../../client/useSubmit";
import { Avatar } from "../../ui/Avatar";
import { Badge } from "../../ui/Badge";
import { Button, ButtonLink } from "../../ui/Button";
import { Acts } from "../../ui/ButtonRow";
import { Chip, Chips } from "../../ui/Chip";
import { ConfirmButton } from "../../ui/ConfirmButton";
import { classes } from "../../ui/classes";
import { NumberSelect, RefusalText } from "../../ui/Form";
import { useTitle } from "../../ui/hooks";
import { IconButton } from "../../ui/IconButton";
import { Panel, PanelTitle } from "../../ui/Panel";
import { go, paths } from "../../ui/router";
import { ShareLink } from "../../ui/ShareLink";
import { text } from "../../ui/text";
import { initial, isolate } from "../../ui/texts/isolate";
import { t } from "../../ui/texts/page";
import { render } from "../../ui/texts/render";
import { answerChallenge, stopLooking } from "../friends/requests";
import { InviteByMail } from "../mail/InviteByMail";
import { PersonName } from "../moderation/PersonName";
import { RatingBadge, ratedText } from "../ratings/Rating";
import { ratedIdOf } from "../ratings/ratings";
import { Chat } from "./Chat";
import { clockText } from "./clocks";
import { DealingPanel } from "./dealing/DealingPanel";
import { sitWithShare } from "./dealing/shares";
import type { Feed, Now } from "./feed";
import { ReadyCheck } from "./ReadyCheck";
import { clearSeat, seatBot, start } from "./requests";
import { TableHeader } from "./TableHeader";
import { BOT_LEVELS, usualLevel } from "./useNewTable";
import type { TableSetup } from "./useTableSetup";
import css from "./WaitingRoom.module.css";

export function WaitingRoom(props: { setup: TableSetup; now: Now; feed: Feed; viewer: number | null }) {
  const { setup, now, feed, viewer } = props;
  const { at, game, texts, invite, seatsChanged } = setup;
  const { table } = at.rules;
  const person = useMe()?.person ?? null;
  const me = person?.id ?? null;
  const account = person?.kind === "account";
  const [refusal, attempted] = useAttempt();
  const [level, setLevel] = useState(usualLevel(game));
  const [words, setWords] = useState(""); // of a player who is about to sit down, for the chance
  useTitle(game.title);
  const host = me !== null && now.host === me;
  const sits = at.seats.length > 0;
  const barred = !useHasAccount() && at.rules.rated && !sits; // only accounts sit down where it counts
  const alone = at.rules.rated && game.cooperative; // best scores are for people alone
  const full = now.seats.every((seat) => seat.kind !== "open");
  const link = location.origin + paths.table(table, at.rules.listed ? "" : (at.rules.invite ?? invite));
  const attempt = (work: () => Promise<unknown>) => () => void attempted(work);
  const kept = now.kept ?? {};
  const asked = Object.values(kept);
  const mine = Object.entries(kept).find(([, whose]) => whose.person === me)?.[0];
  const closed = now.phase === "over";
  const owesShare = full && at.seats.some((seat) => now.contributed?.[seat] === false);
  const seeking = sits && at.rules.listed && now.until != null && asked.length === 0;
  const found = sits && now.ready_due != null && !closed; // all sit, and say that they are ready
  const days = at.rules.clock.pace === "days";
  const waits = at.rules.listed && at.rules.ready ? "waiting-room.line-page" : "waiting-room.line";
  /** Whose seat the host may clear: of somebody who was asked, or of somebody who sits there. */
  const clearable = (i: number): string | null => {
    if (kept[i]) return now.seats.length > 2 ? kept[i].name : null;
    const seat = now.seats[i];
    return seat && seat.kind !== "open" && seat.person !== me && !closed ? seat.name : null;
  };
  const sitDown = (seat?: number) =>
    attempt(async () => {
      await requirePerson();
      seatsChanged(await sitWithShare(at, invite, seat, words));
    });
  const dealing = !closed && at.rules.commitment !== null && (
    <DealingPanel setup={setup} now={now} words={words} onWords={barred || sits || full ? null : setWords} />
  );
  return (
    <>
      <TableHeader setup={setup} />
      <main className={css.room} data-waiting>
        <Panel box className={css.table}>
          <PanelTitle className={css.title}>
            {closed
              ? t("waiting-room.closed")
              : t(
                  found
                    ? "waiting-room.found"
                    : seeking
                      ? "waiting-room.seeking"
                      : sits
                        ? "waiting-room.title"
                        : "waiting-room.join-title",
                  {
                    game: game.title,
                  },
                )}
          </PanelTitle>
          <p className={text("soft")} role="status">
            {closed
              ? closedText(now, at.rules.ready)
              : sits && asked.length > 0
                ? t("waiting-room.asked", {
                    name: asked.map((whose) => isolate(whose.name)).join(", "),
                    count: asked.length,
                  })
                : mine !== undefined
                  ? t(now.seats.length > 2 ? "waiting-room.for-you-all" : "waiting-room.for-you")
                  : found
                    ? t("waiting-room.ready-line")
                    : seeking
                      ? t(days ? "waiting-room.seeking-days" : "waiting-room.seeking-line")
                      : owesShare
                        ? t("dealing.waits")
                        : t(sits ? (full ? "waiting-room.full" : waits) : "waiting-room.join-line")}
          </p>
          {!closed && (now.declined ?? []).length > 0 && (
            <p className={text("soft")} role="status" data-declined>
              {t("waiting-room.declined", { name: namesOf(now.declined ?? []) })}
            </p>
          )}
          {found && <ReadyCheck table={table} now={now} own={at.seats} attempt={attempted} />}
          <Chips>
            <Chip icon="cup" data-counts={at.rules.rated}>
              {ratedText(at.rules.rated, game.cooperative)}
            </Chip>
            <Chip icon="clock">{clockText(at.rules.clock)}</Chip>
            {at.rules.given > 0 && <Chip icon="list">{t("table.given", { count: at.rules.given })}</Chip>}
          </Chips>
          {barred && (
            <Acts>
              <span>{t("rated.guest")}</span>
              <ButtonLink to={paths.signUp(paths.table(table, invite))} look="primary">
                {t("sign.up")}
              </ButtonLink>
            </Acts>
          )}
          <ol className={classes(css.seats, closed && css.gone)}>
            {now.seats.map((seat, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its number
              <li key={i} className={classes(css.seat, seat.kind === "open" && css.free)}>
                <Avatar>{seat.kind !== "open" ? initial(seat.name) : kept[i] ? initial(kept[i].name) : "+"}</Avatar>
                <span className={css.who}>
                  <b className={css.name}>
                    {seat.kind === "open" && !kept[i] ? (
                      t("waiting-room.free")
                    ) : seat.kind === "person" ? (
                      <PersonName who={{ person: seat.person ?? "", name: seat.name }} />
                    ) : (
                      <bdi>{seat.kind === "open" ? kept[i]?.name : seat.name}</bdi>
                    )}
                    <RatingBadge who={ratedIdOf(seat)} game={game.name} />
                    {(now.ready ?? []).includes(i) && <Badge className={css.ready}>{t("waiting-room.is-ready")}</Badge>}
                  </b>
                  <small className={classes(text("soft"), css.what)}>
                    {seat.kind === "bot"
                      ? t("table.bot", { level: render(texts, { key: `level.${seat.level}` }) })
                      : seat.kind === "person"
                        ? t(
                            seat.person === me
                              ? "table.you"
                              : seat.person === now.host
                                ? "waiting-room.host"
                                : "table.person",
                          )
                        : t(
                            kept[i]
                              ? kept[i].person === me
                                ? "waiting-room.kept-you"
                                : "waiting-room.kept"
                              : "waiting-room.anybody",
                          )}
                  </small>
                </span>
                {mine === String(i) && !sits && !closed && (
                  <Button
                    data-decline
                    onClick={attempt(async () => {
                      await answerChallenge(table, false);
                      go(paths.home);
                    })}
                  >
                    {t("challenges.no")}
                  </Button>
                )}
                {seat.kind === "open" && !sits && !barred && !closed && (!kept[i] || kept[i].person === me) && (
                  <Button look="primary" data-sit={i} onClick={sitDown(i)}>
                    {t(mine === String(i) ? "challenges.yes" : "waiting-room.sit")}
                  </Button>
                )}
                {seat.kind === "open" && host && !alone && !closed && !kept[i] && (
                  <Button data-bot={i} onClick={attempt(() => seatBot(table, i, level))}>
                    {t("waiting-room.bot")}
                  </Button>
                )}
                {host && clearable(i) !== null && (
                  <IconButton
                    icon="close"
                    label={t("waiting-room.clear", { name: clearable(i) ?? "" })}
                    onClick={attempt(() => clearSeat(table, i))}
                  />
                )}
              </li>
            ))}
          </ol>
          {host && !full && !alone && !closed && now.seats.length > asked.length + 1 && (
            <label className={css.level}>
              {t("waiting-room.level")}
              <NumberSelect
                values={BOT_LEVELS}
                text={(each) => render(texts, { key: `level.${each}` })}
                value={level}
                onChange={setLevel}
              />
            </label>
          )}
          <RefusalText text={refusal} />
          <Acts>
            {host && at.rules.start === "host" && (
              <Button look="primary" big disabled={!full} onClick={attempt(() => start(table))}>
                {t("waiting-room.start")}
              </Button>
            )}
            {closed && (
              <ButtonLink to={paths.home} look="primary">
                {t("page.home")}
              </ButtonLink>
            )}
            {sits && !closed && (
              <ConfirmButton
                look="quiet"
                label={t(
                  seeking ? "waiting-room.stop" : asked.length > 0 ? "waiting-room.take-back" : "waiting-room.leave",
                )}
                sure={t(
                  seeking
                    ? "waiting-room.stop-sure"
                    : asked.length > 0
                      ? "waiting-room.take-back-sure"
                      : "waiting-room.leave-sure",
                )}
                onConfirm={attempt(async () => {
                  await stopLooking(table);
                  go(paths.home);
                })}
              />
            )}
          </Acts>
        </Panel>
        {owesShare && dealing}
        {!closed && mine === undefined && (asked.length === 0 || now.seats.length > 2) && (
          <Panel box>
            <PanelTitle>{t("waiting-room.invite")}</PanelTitle>
            <p className={text("soft", "small")}>{t("waiting-room.invite-line")}</p>
            <ShareLink link={link} label={t("waiting-room.link")} />
            {account && sits && !full && <InviteByMail table={table} />}
          </Panel>
        )}
        {!owesShare && dealing}
        <Panel box className={css.talk}>
          <PanelTitle>{t("chat.title")}</PanelTitle>
          <Chat place="room" {...{ table, invite, viewer, lines: feed.lines, seats: now.seats, catalogue: texts }} />
        </Panel>
      </main>
    </>
  );
}

const namesOf = (names: string[]) => names.map(isolate).join(", ");

function closedText(now: Now, search: boolean): string {
  const declined = now.declined ?? [];
  if (search && now.until != null) return t("waiting-room.closed-search");
  return declined.length > 0
    ? t("waiting-room.declined", { name: namesOf(declined) })
    : t(now.until != null ? "waiting-room.closed-line" : "waiting-room.closed-left");
}
