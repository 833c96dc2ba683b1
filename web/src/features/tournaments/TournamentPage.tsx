/** One tournament: what the player is to do next, the standings, who meets whom. */

import { useState } from "react";
import { errorText } from "../../client/http";
import { useMe } from "../../client/session";
import type { TournamentNow } from "../../contract";
import { GameGlyph } from "../../skins/pictures";
import { ConfirmButton } from "../../ui/ConfirmButton";
import { NumberSelect, RefusalText } from "../../ui/Form";
import { useTitle } from "../../ui/hooks";
import { Icon } from "../../ui/Icon";
import { Link, paths } from "../../ui/router";
import { ShareLink } from "../../ui/ShareLink";
import { t } from "../../ui/texts/page";
import { PageFrame } from "../frame/PageFrame";
import { useGames } from "../games/games";
import { ratedText } from "../ratings/Rating";
import { clockText } from "../tables/clocks";
import { BOT_LEVELS, USUAL_BOT_LEVEL } from "../tables/useNewTable";
import { Entrants } from "./Entrants";
import { kindText, stateText } from "./facts";
import { useTournament } from "./feed";
import { Participation, type RunRequest } from "./Participation";
import { Rounds } from "./Rounds";
import * as api from "./requests";
import { Standings } from "./Standings";
import "./tournaments.css";

export function TournamentPage({ id }: { id: string }) {
  const me = useMe()?.person ?? null;
  const { now, refusal, update } = useTournament(id, me?.id ?? null);
  useTitle(t("page.named", { name: now?.title ?? t("nav.tournaments") }));
  return (
    <PageFrame game={now?.game}>
      {now ? (
        <TournamentView now={now} me={me?.id ?? null} account={me?.kind === "account"} update={update} />
      ) : (
        <p className="moment">{refusal ?? t("page.loading")}</p>
      )}
    </PageFrame>
  );
}

const ROUNDS = { knockout: "cup.bracket", arena: "cup.matches", swiss: "cup.rounds", robin: "cup.rounds" } as const;

function TournamentView(props: {
  now: TournamentNow;
  me: string | null;
  account: boolean;
  update: (now: TournamentNow) => void;
}) {
  const { now, me, update } = props;
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const run: RunRequest = (work) => {
    setRefusal(null);
    setBusy(true);
    work()
      .then(update, (error) => setRefusal(errorText(error)))
      .finally(() => setBusy(false));
  };
  const champion = now.phase === "over" && !now.cancelled ? now.standings[0]?.entrant : undefined;
  const winner = now.entrants.find((one) => one.entrant === champion)?.name;
  return (
    <div className="cup">
      <header className="cup-head">
        <GameGlyph game={now.game} title={now.game_title} />
        <div>
          <h1 className="show">
            <bdi>{now.title}</bdi>
          </h1>
          <p className="soft">
            {kindText(now.rules.kind)}, <Link to={paths.play(now.game)}>{now.game_title}</Link>,{" "}
            {clockText(now.rules.clock)}, {t("cup.by", { name: now.organiser_name })}
          </p>
        </div>
        <p className="chips">
          <span className="chip" data-state={now.phase}>
            <Icon name="flag" />
            {stateText(now)}
          </span>
          <span className="chip">
            <Icon name="people" />
            {t("cup.entrants-of", { count: now.entrants.length, most: now.rules.most })}
          </span>
          <span className="chip" data-rated={now.rules.rated}>
            <Icon name="cup" />
            {ratedText(now.rules.rated, false)}
          </span>
        </p>
      </header>
      <RefusalText text={refusal} />
      {winner && (
        <p className="champion panel">
          <Icon name="flag" />
          {t("cup.won-by", { name: winner })}
        </p>
      )}
      <div className={now.rules.kind === "knockout" && now.phase !== "open" ? "cup-grid tree" : "cup-grid"}>
        <div className="cup-main">
          {now.phase === "open" ? (
            <section className="panel who-plays">
              <header>
                <h2>{t("cup.who")}</h2>
              </header>
              <Entrants now={now} run={run} busy={busy} />
            </section>
          ) : (
            <section className="panel">
              <header>
                <h2>{t(ROUNDS[now.rules.kind])}</h2>
              </header>
              <Rounds now={now} me={me} />
            </section>
          )}
        </div>
        <div className="cup-side">
          {now.phase !== "over" && (
            <Participation now={now} who={props.me} account={props.account} run={run} busy={busy} />
          )}
          {now.me.organises && now.phase !== "over" && <OrganiserPanel now={now} run={run} busy={busy} />}
          {now.phase !== "open" && (
            <section className="panel table-of">
              <header>
                <h2>{t("cup.standings")}</h2>
              </header>
              <Standings now={now} me={me} />
            </section>
          )}
          <Details now={now} account={props.account} />
        </div>
      </div>
    </div>
  );
}

function OrganiserPanel({ now, run, busy }: { now: TournamentNow; run: RunRequest; busy: boolean }) {
  const [level, setLevel] = useState(USUAL_BOT_LEVEL);
  const open = now.phase === "open";
  const late = now.rules.kind === "swiss" || now.rules.kind === "arena";
  return (
    <section className="panel box">
      <h2>{t("cup.organise")}</h2>
      {open && <ShareLink link={location.origin + paths.tournament(now.tournament)} label={t("cup.link")} />}
      {now.rules.bots && (open || late) && (
        <div className="acts">
          <NumberSelect
            aria-label={t("cup.bot-level")}
            values={BOT_LEVELS}
            text={(each) => t("cup.level", { level: each })}
            value={level}
            onChange={setLevel}
          />
          <button
            type="button"
            className="btn"
            disabled={busy}
            onClick={() => run(() => api.addBot(now.tournament, level))}
          >
            {t("cup.add-bot")}
          </button>
        </div>
      )}
      <div className="acts">
        {open && (
          <button
            type="button"
            className="btn primary"
            disabled={busy || now.entrants.length < now.rules.seats}
            onClick={() => run(() => api.startTournament(now.tournament))}
          >
            {t("cup.start")}
          </button>
        )}
        <ConfirmButton
          className="btn quiet bad"
          label={t("cup.cancel")}
          disabled={busy}
          onConfirm={() => run(() => api.cancelTournament(now.tournament))}
        />
      </div>
    </section>
  );
}

/** How it is scored, unusual settings, the seed of every lot, and its calendar. */
function Details({ now, account }: { now: TournamentNow; account: boolean }) {
  const [link, setLink] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const settings = useUnusualSettings(now);
  return (
    <section className="panel box fineprint">
      <h2>{t("cup.scoring")}</h2>
      <ol>
        {now.scoring.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ol>
      {now.phase !== "over" && now.rules.kind !== "arena" && <p>{t(`cup.seeding-${now.rules.seeding}`)}</p>}
      {settings.length > 0 && (
        <ul className="settings">
          {settings.map(({ what, value }) => (
            <li key={what}>
              {what} <b>{value}</b>
            </li>
          ))}
        </ul>
      )}
      {now.rules.patience > 0 && <p>{t("cup.patience", { count: now.rules.patience })}</p>}
      {now.seed && (
        <p className="seed">
          {t("cup.seed")} <code>{now.seed}</code>
        </p>
      )}
      <div className="acts">
        <a className="btn" href={api.calendarLink(now.tournament)} download>
          <Icon name="hour" />
          {t("cup.calendar")}
        </a>
        {account && now.me.entered && link === null && (
          <button
            type="button"
            className="btn quiet"
            onClick={() =>
              api.ownCalendar(t("cup.calendar-label")).then(setLink, (error) => setRefusal(errorText(error)))
            }
          >
            {t("cup.own-calendar")}
          </button>
        )}
      </div>
      {link && (
        <>
          <p>{t("cup.own-calendar-line")}</p>
          <ShareLink link={link} label={t("cup.own-calendar")} qr={false} />
        </>
      )}
      {refusal && <p className="refusal">{refusal}</p>}
    </section>
  );
}

/** The settings of its tables that differ from the defaults, in words. */
function useUnusualSettings(now: TournamentNow): { what: string; value: string }[] {
  const { games } = useGames();
  const options = games?.find((each) => each.name === now.game)?.options ?? [];
  return options.flatMap((option) => {
    const value = now.rules.options[option.name];
    const usual = option.by_seats[now.rules.seats] ?? option.default;
    if (value === undefined || value === usual) return [];
    const words = typeof value === "boolean" ? t(value ? "setup.yes" : "setup.no") : String(value);
    return [{ what: option.help, value: words }];
  });
}
