/** What is read from a tournament: its state in words, who won a match, who is out, whose turn it is to play. */

import type { MatchLine, StandingLine, TournamentLine, TournamentNow } from "../../contract";
import { weekdayTimeText } from "../../ui/format";
import { type PageKey, t } from "../../ui/texts/page";
import type { TournamentKind } from "./requests";

export const TOURNAMENT_KINDS: { kind: TournamentKind; key: PageKey; line: PageKey }[] = [
  { kind: "swiss", key: "tournament.swiss", line: "tournament.swiss-line" },
  { kind: "robin", key: "tournament.robin", line: "tournament.robin-line" },
  { kind: "knockout", key: "tournament.knockout", line: "tournament.knockout-line" },
  { kind: "arena", key: "tournament.arena", line: "tournament.arena-line" },
];

export const kindText = (kind: TournamentKind) =>
  t(TOURNAMENT_KINDS.find((each) => each.kind === kind)?.key ?? "tournament.swiss");

const PARTS = ["", "¼", "½", "¾"];

/** Points are whole or halves, tie-breaks have quarters too. Fractions are written as one sign. */
export function pointsText(value: number): string {
  const quarters = Math.round(value * 4);
  const whole = Math.floor(quarters / 4);
  const part = PARTS[quarters - whole * 4] ?? "";
  return whole === 0 && part ? part : `${whole}${part}`;
}

export function rowStateText({ phase, about }: TournamentLine): string {
  if (about.cancelled) return t("tournament.cancelled");
  if (phase === "over")
    return about.leaders?.[0] ? t("tournament.won-by", { name: about.leaders[0] }) : t("tournament.over");
  if (phase === "open")
    return about.starts ? t("tournament.starts", { when: weekdayTimeText(about.starts) }) : t("tournament.open");
  return about.round
    ? t("tournament.round-of", { round: about.round, rounds: about.rounds ?? about.round })
    : t("tournament.running");
}

export function stateText(now: TournamentNow): string {
  if (now.cancelled) return t("tournament.cancelled");
  if (now.phase === "over") return t("tournament.over");
  if (now.phase === "open")
    return now.rules.starts
      ? t("tournament.starts", { when: weekdayTimeText(now.rules.starts) })
      : t("tournament.open");
  if (now.rules.kind === "arena")
    return now.ends ? t("tournament.until", { when: weekdayTimeText(now.ends) }) : t("tournament.running");
  return t("tournament.round-of", { round: now.rounds.at(-1)?.round ?? 1, rounds: now.planned });
}

/** The seats that won a match: those with the most points, if not all have the same. */
export function winners({ points }: MatchLine): number[] {
  if (points === null) return [];
  const best = Math.max(...points);
  const won = points.flatMap((each, seat) => (each === best ? [seat] : []));
  return won.length === points.length ? [] : won;
}

export type Bracket = Pick<TournamentNow, "rounds"> & { rules: Pick<TournamentNow["rules"], "kind" | "seats"> };

/** Whether an entrant has lost in a knock-out. With more than two seats, those who are out may come back to fill a table. */
export function isKnockedOut(now: Bracket, who: string | null): boolean {
  const last = now.rounds.at(-1);
  if (who === null || last === undefined || now.rules.kind !== "knockout") return false;
  if (!last.field.includes(who)) return true;
  if (now.rules.seats !== 2) return false;
  return last.matches.some((match) => {
    const won = winners(match);
    return match.seats.includes(who) && won.length > 0 && !won.includes(match.seats.indexOf(who));
  });
}

/** How far an entrant came in a knock-out. */
export function reachedText(now: TournamentNow, row: StandingLine): string {
  if (row.entrant === now.champion) return t("tournament.winner");
  return roundName("knockout", Math.max(1, row.reached), now.planned);
}

/** What a round is called. The last rounds of a knock-out have names of their own. */
export function roundName(kind: TournamentKind, round: number, planned: number): string {
  if (kind === "knockout" && round === planned) return t("tournament.final");
  if (kind === "knockout" && round === planned - 1) return t("tournament.semifinal");
  return t("tournament.round", { round });
}

/** The match that is played at a table. */
export function matchAt(now: TournamentNow, table: string): MatchLine | undefined {
  return now.rounds.flatMap((round) => round.matches).find((match) => match.table === table);
}

export const roundOf = (now: TournamentNow, match: MatchLine): number =>
  now.rounds.find((round) => round.matches.includes(match))?.round ?? 0;

/** Whether an entrant has no opponent in the current round. */
export function sitsOut(now: TournamentNow, who: string | null): boolean {
  const last = now.rounds.at(-1);
  return who !== null && last !== undefined && now.rules.kind !== "arena" && last.byes.includes(who);
}
