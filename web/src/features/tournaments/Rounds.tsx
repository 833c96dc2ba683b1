/** Who meets whom: round by round, the latest first; a knock-out of two as its bracket. */

import type { MatchLine, RoundLine, TournamentNow } from "../../contract";
import { Link, paths } from "../../ui/router";
import { isolate } from "../../ui/texts/isolate";
import { t } from "../../ui/texts/page";
import { Bracket } from "./Bracket";
import { pointsText, roundName, winners } from "./facts";

export function Rounds({ now, me }: { now: TournamentNow; me: string | null }) {
  const names = new Map(now.entrants.map((one) => [one.entrant, one.name]));
  const name = (entrant: string) => names.get(entrant) ?? entrant;
  const show = (match: MatchLine) => <MatchRow key={match.match} match={match} name={name} me={me} />;
  if (now.rounds.length === 0) return <p className="nothing">{t("cup.no-rounds")}</p>;
  if (now.rules.kind === "knockout" && now.rules.seats === 2) return <Bracket now={now} name={name} show={show} />;
  const latest = [...now.rounds].reverse();
  if (now.rules.kind === "arena")
    return <ul className="matches arena">{latest.flatMap((round) => round.matches.map(show))}</ul>;
  return (
    <ol className="round-list">
      {latest.map((round: RoundLine) => (
        <li key={round.round}>
          <h3>{roundName(now.rules.kind, round.round, now.planned)}</h3>
          <ul className="matches">
            {round.matches.map(show)}
            {round.byes.length > 0 && (
              <li className="byes">
                {t("cup.byes", { names: round.byes.map((each) => isolate(name(each))).join(", ") })}
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
    <li className={`match ${over ? "over" : ""} ${mine ? "own" : ""}`}>
      <ul>
        {match.seats.map((entrant, seat) => (
          <li key={entrant} className={won.includes(seat) ? "won" : ""}>
            <bdi>{name(entrant)}</bdi>
            <b className="num">{match.points ? pointsText(match.points[seat] ?? 0) : ""}</b>
          </li>
        ))}
      </ul>
      <Link to={over ? paths.replay(match.table) : paths.table(match.table)} className="btn quiet">
        {match.again !== null && <small>{t("cup.again")}</small>}
        {t(over ? (match.by === "void" ? "cup.void" : "lines.replay") : mine ? "lines.play" : "lines.watch")}
        <span className="sr">{match.seats.map((each) => isolate(name(each))).join(", ")}</span>
      </Link>
    </li>
  );
}
