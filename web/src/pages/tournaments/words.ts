/** Tournaments in words. */

import type { Kind, MatchLine, StandingLine, TournamentLine, TournamentNow } from "../../api/tournaments";
import { type PageKey, t } from "../../texts/page";

export const KINDS: { kind: Kind; key: PageKey; line: PageKey }[] = [
  { kind: "swiss", key: "cup.swiss", line: "cup.swiss-line" },
  { kind: "robin", key: "cup.robin", line: "cup.robin-line" },
  { kind: "knockout", key: "cup.knockout", line: "cup.knockout-line" },
  { kind: "arena", key: "cup.arena", line: "cup.arena-line" },
];

export const kindWords = (kind: Kind) => t(KINDS.find((each) => each.kind === kind)?.key ?? "cup.swiss");

export const when = (at: number) =>
  new Date(at).toLocaleString([], {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  });

const PARTS = ["", "¼", "½", "¾"];

/** Points are whole or halves, sums of products of them have quarters; people write these as one sign. */
export function points(value: number): string {
  const quarters = Math.round(value * 4);
  const whole = Math.floor(quarters / 4);
  const part = PARTS[quarters - whole * 4] ?? "";
  return whole === 0 && part ? part : `${whole}${part}`;
}

export function stateOfLine({ phase, about }: TournamentLine): string {
  if (about.cancelled) return t("cup.cancelled");
  if (phase === "over") return about.leaders?.[0] ? t("cup.won-by", { name: about.leaders[0] }) : t("cup.over");
  if (phase === "open") return about.starts ? t("cup.starts", { when: when(about.starts) }) : t("cup.open");
  return about.round
    ? t("cup.round-of", { round: about.round, rounds: about.rounds ?? about.round })
    : t("cup.running");
}

export function stateOf(now: TournamentNow): string {
  if (now.cancelled) return t("cup.cancelled");
  if (now.phase === "over") return t("cup.over");
  if (now.phase === "open") return now.rules.starts ? t("cup.starts", { when: when(now.rules.starts) }) : t("cup.open");
  if (now.rules.kind === "arena") return now.ends ? t("cup.until", { when: when(now.ends) }) : t("cup.running");
  return t("cup.round-of", { round: now.rounds.at(-1)?.round ?? 1, rounds: now.planned });
}

/** Who won a match: seats with the most points, if not all have them. */
export function winners({ points }: MatchLine): number[] {
  if (points === null) return [];
  const best = Math.max(...points);
  const won = points.flatMap((each, seat) => (each === best ? [seat] : []));
  return won.length === points.length ? [] : won;
}

/** Whether somebody has lost in a knock-out. With more than two seats those who are out may come back in to fill a table. */
export function isKnockedOut(now: TournamentNow, who: string | null): boolean {
  const last = now.rounds.at(-1);
  if (who === null || last === undefined || now.rules.kind !== "knockout") return false;
  if (!last.field.includes(who)) return true;
  if (now.rules.seats !== 2) return false;
  return last.matches.some((match) => {
    const won = winners(match);
    return match.seats.includes(who) && won.length > 0 && !won.includes(match.seats.indexOf(who));
  });
}

/** How far somebody came in a knock-out. */
export function reachedWords(now: TournamentNow, row: StandingLine): string {
  if (row.entrant === now.champion) return t("cup.winner");
  return roundName("knockout", Math.max(1, row.reached), now.planned);
}

/** From the field of a knock-out's round to what it is called: the last ones have names of their own. */
export function roundName(kind: Kind, round: number, planned: number): string {
  if (kind === "knockout" && round === planned) return t("cup.final");
  if (kind === "knockout" && round === planned - 1) return t("cup.semifinal");
  return t("cup.round", { round });
}

/** Of somebody's table: the match that is played there. */
export function matchAt(now: TournamentNow, table: string): MatchLine | undefined {
  return now.rounds.flatMap((round) => round.matches).find((match) => match.table === table);
}

export const roundOf = (now: TournamentNow, match: MatchLine): number =>
  now.rounds.find((round) => round.matches.includes(match))?.round ?? 0;

/** Whether somebody has nobody to play in the round that goes on. */
export function sitsOut(now: TournamentNow, who: string | null): boolean {
  const last = now.rounds.at(-1);
  return who !== null && last !== undefined && now.rules.kind !== "arena" && last.byes.includes(who);
}
