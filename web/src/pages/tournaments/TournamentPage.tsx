/** One tournament: what I am to do next, how it stands, who meets whom. */

import { useState } from "react";
import type { TournamentNow } from "../../api/tournaments";
import * as api from "../../api/tournaments";
import { useGames } from "../../games";
import { useMe } from "../../me";
import { Frame } from "../../parts/Frame";
import { Icon } from "../../parts/Icon";
import { ratedWords } from "../../parts/Rating";
import { AskTwice, Glyph, ShareLink, useTitle } from "../../parts/small";
import { Link } from "../../router/router";
import { paths } from "../../router/routes";
import { t } from "../../texts/page";
import { clockWords } from "../lines";
import { LEVELS, sentence, USUAL_LEVEL } from "../playing";
import { Entrants } from "./Entrants";
import { useTournament } from "./follow";
import { type Attempt, Mine } from "./Mine";
import { Rounds } from "./Rounds";
import { Standings } from "./Standings";
import { kindWords, stateOf } from "./words";
import "./tournaments.css";

export function TournamentPage({ id }: { id: string }) {
  const me = useMe()?.person ?? null;
  const { now, refusal, know } = useTournament(id, me?.id ?? null);
  useTitle(t("page.named", { name: now?.title ?? t("nav.tournaments") }));
  return (
    <Frame game={now?.game}>
      {now ? (
        <One now={now} me={me?.id ?? null} account={me?.kind === "account"} know={know} />
      ) : (
        <p className="moment">{refusal ?? t("page.loading")}</p>
      )}
    </Frame>
  );
}

const ROUNDS = { knockout: "cup.bracket", arena: "cup.matches", swiss: "cup.rounds", robin: "cup.rounds" } as const;

function One(props: { now: TournamentNow; me: string | null; account: boolean; know: (now: TournamentNow) => void }) {
  const { now, me, know } = props;
  const [said, setSaid] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const attempt: Attempt = (work) => {
    setSaid(null);
    setBusy(true);
    work()
      .then(know, (error) => setSaid(sentence(error)))
      .finally(() => setBusy(false));
  };
  const champion = now.phase === "over" && !now.cancelled ? now.standings[0]?.entrant : undefined;
  const winner = now.entrants.find((one) => one.entrant === champion)?.name;
  return (
    <div className="cup">
      <header className="cup-head">
        <Glyph game={now.game} title={now.game_title} />
        <div>
          <h1 className="show">
            <bdi>{now.title}</bdi>
          </h1>
          <p className="soft">
            {kindWords(now.rules.kind)}, <Link to={paths.play(now.game)}>{now.game_title}</Link>,{" "}
            {clockWords(now.rules.clock)}, {t("cup.by", { name: now.organiser_name })}
          </p>
        </div>
        <p className="chips">
          <span className="chip" data-state={now.phase}>
            <Icon name="flag" />
            {stateOf(now)}
          </span>
          <span className="chip">
            <Icon name="people" />
            {t("cup.entrants-of", { count: now.entrants.length, most: now.rules.most })}
          </span>
          <span className="chip" data-rated={now.rules.rated}>
            <Icon name="cup" />
            {ratedWords(now.rules.rated, false)}
          </span>
        </p>
      </header>
      {said && (
        <p className="refusal" role="alert">
          {said}
        </p>
      )}
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
              <Entrants now={now} attempt={attempt} busy={busy} />
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
            <Mine now={now} who={props.me} account={props.account} attempt={attempt} busy={busy} />
          )}
          {now.me.organises && now.phase !== "over" && <Organiser now={now} attempt={attempt} busy={busy} />}
          {now.phase !== "open" && (
            <section className="panel table-of">
              <header>
                <h2>{t("cup.standings")}</h2>
              </header>
              <Standings now={now} me={me} />
            </section>
          )}
          <Fineprint now={now} account={props.account} />
        </div>
      </div>
    </div>
  );
}

function Organiser({ now, attempt, busy }: { now: TournamentNow; attempt: Attempt; busy: boolean }) {
  const [level, setLevel] = useState(USUAL_LEVEL);
  const open = now.phase === "open";
  const late = now.rules.kind === "swiss" || now.rules.kind === "arena";
  return (
    <section className="panel box">
      <h2>{t("cup.organise")}</h2>
      {open && <ShareLink link={location.origin + paths.tournament(now.tournament)} label={t("cup.link")} />}
      {now.rules.bots && (open || late) && (
        <div className="acts">
          <select
            className="field"
            aria-label={t("cup.bot-level")}
            value={level}
            onChange={(event) => setLevel(Number(event.target.value))}
          >
            {LEVELS.map((each) => (
              <option key={each} value={each}>
                {t("cup.level", { level: each })}
              </option>
            ))}
          </select>
          <button
            type="button"
            className="btn"
            disabled={busy}
            onClick={() => attempt(() => api.addBot(now.tournament, level))}
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
            onClick={() => attempt(() => api.startTournament(now.tournament))}
          >
            {t("cup.start")}
          </button>
        )}
        <AskTwice
          className="btn quiet bad"
          label={t("cup.cancel")}
          disabled={busy}
          onDo={() => attempt(() => api.cancelTournament(now.tournament))}
        />
      </div>
    </section>
  );
}

/** How it is scored, the seed of every lot, and its calendar. */
function Fineprint({ now, account }: { now: TournamentNow; account: boolean }) {
  const [link, setLink] = useState<string | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const settings = useUnusual(now);
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
            onClick={() => api.ownCalendar(t("cup.calendar-label")).then(setLink, (error) => setSaid(sentence(error)))}
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
      {said && <p className="refusal">{said}</p>}
    </section>
  );
}

/** The settings of its tables that are not the usual ones, in words. */
function useUnusual(now: TournamentNow): { what: string; value: string }[] {
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
