/** Who meets whom: round by round, the latest first; a knock-out of two as its bracket. */

import type { MatchLine, RoundLine, TournamentNow } from "../../api/tournaments";
import { isolate } from "../../texts/isolate";
import { t } from "../../texts/page";
import { Bracket } from "./Bracket";
import { Match } from "./Match";
import { roundName } from "./words";

export function Rounds({ now, me }: { now: TournamentNow; me: string | null }) {
  const names = new Map(now.entrants.map((one) => [one.entrant, one.name]));
  const name = (entrant: string) => names.get(entrant) ?? entrant;
  const show = (match: MatchLine) => <Match key={match.match} match={match} name={name} me={me} />;
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
