/** Who meets whom: round by round, the latest first; a knock-out of two as its bracket. */

import type { MatchLine, RoundLine, TournamentNow } from "../../contract";
import { ButtonLink } from "../../ui/Button";
import { classes } from "../../ui/classes";
import { NoRows } from "../../ui/Rows";
import { paths } from "../../ui/router";
import { text } from "../../ui/text";
import { isolate } from "../../ui/texts/isolate";
import { t } from "../../ui/texts/page";
import { Bracket, RoundTitle } from "./Bracket";
import { pointsText, winners } from "./facts";
import css from "./Rounds.module.css";

export function Rounds({ now, me }: { now: TournamentNow; me: string | null }) {
  const names = new Map(now.entrants.map((one) => [one.entrant, one.name]));
  const name = (entrant: string) => names.get(entrant) ?? entrant;
  const show = (match: MatchLine) => <MatchRow key={match.match} match={match} name={name} me={me} />;
  if (now.rounds.length === 0) return <NoRows>{t("tournament.no-rounds")}</NoRows>;
  if (now.rules.kind === "knockout" && now.rules.seats === 2) return <Bracket now={now} name={name} show={show} />;
  const latest = [...now.rounds].reverse();
  if (now.rules.kind === "arena")
    return <ul className={classes(css.matches, css.arena)}>{latest.flatMap((round) => round.matches.map(show))}</ul>;
  return (
    <ol>
      {latest.map((round: RoundLine) => (
        <li key={round.round} className={css.round}>
          <RoundTitle now={now} round={round.round} />
          <ul className={css.matches}>
            {round.matches.map(show)}
            {round.byes.length > 0 && (
              <li className={css.byes}>
                {t("tournament.byes", { names: round.byes.map((each) => isolate(name(each))).join(", ") })}
              </li>
            )}
          </ul>
        </li>
      ))}
    </ol>
  );
}

/** One match: who met whom, the points, and a link to its table. */
function MatchRow(props: { match: MatchLine; name: (entrant: string) => string; me: string | null }) {
  const { match, name, me } = props;
  const won = winners(match);
  const over = match.points !== null;
  const mine = me !== null && match.seats.includes(me);
  return (
    <li className={classes(css.match, over && css.over, mine && css.own)}>
      <ul className={css.entrants}>
        {match.seats.map((entrant, seat) => (
          <li key={entrant} className={classes(css.entrant, won.includes(seat) && css.won)}>
            <bdi className={css.name}>{name(entrant)}</bdi>
            <b className={text("num")}>{match.points ? pointsText(match.points[seat] ?? 0) : ""}</b>
          </li>
        ))}
      </ul>
      <ButtonLink to={over ? paths.replay(match.table) : paths.table(match.table)} look="quiet" className={css.button}>
        {match.again !== null && <small className={css.again}>{t("tournament.again")}</small>}
        {t(
          over
            ? match.by === "void"
              ? "tournament.void"
              : "table-row.replay"
            : mine
              ? "table-row.play"
              : "table-row.watch",
        )}
        <span className={text("sr-only")}>{match.seats.map((each) => isolate(name(each))).join(", ")}</span>
      </ButtonLink>
    </li>
  );
}
