/** What a match that is over came to in numbers. */

import type { MatchAtEnd, NumberTold, Skin } from "../../board/skin";
import type { LogLine } from "../../contract";
import { spanText } from "../../ui/format";
import { t } from "../../ui/texts/page";
import type { NamedSitter } from "./feed";

const [MOMENT, LONG] = [1_000, 10_000]; // milliseconds: in less nothing was played, and nobody has thought long

type Told = Pick<LogLine, "kind" | "seat" | "text" | "moment">;

/** The match as a skin is asked about it. What was taken back is not in it: then there is nothing to be asked about. */
export function atEnd(lines: readonly Told[], about: Omit<MatchAtEnd, "steps">): MatchAtEnd {
  const steps = lines.filter((line) => line.kind === "step");
  return { ...about, steps: steps.some(isTakenBack) ? [] : steps };
}

const isTakenBack = ({ text }: Pick<Told, "text">) => text === "undo" || text === "takeback";

/** What every game has, and what this one counts. */
export function numbersOf(
  lines: readonly LogLine[],
  seats: readonly NamedSitter[],
  skin: Skin,
  end: MatchAtEnd,
): NumberTold[] {
  const steps = lines.filter((line) => line.kind === "step");
  const own = steps.filter((line) => (line.seat ?? null) !== null);
  const [first, last] = [steps[0], steps.at(-1)];
  const told = [{ words: t("numbers.steps"), value: String(own.length) }];
  if (end.steps.length > 0) told.push(...(skin.numbers?.(end) ?? []));
  const longest = longestThink(steps);
  if (longest) {
    const [time, who] = [spanText(longest.time), seats[longest.seat]?.name ?? ""];
    told.push({ words: t("numbers.longest"), value: t("numbers.of", { time, who }) });
  }
  if (first && last && last.at - first.at >= MOMENT)
    told.push({ words: t("numbers.took"), value: spanText(last.at - first.at) });
  return told;
}

/** Who took longest over a step, from the one before; who was at a table first is not known to have thought. */
function longestThink(steps: readonly LogLine[]): { seat: number; time: number } | null {
  return steps.reduce<{ seat: number; time: number } | null>((most, step, i) => {
    const [before, seat] = [steps[i - 1], step.seat ?? null];
    const time = before && seat !== null ? step.at - before.at : 0;
    return seat !== null && time >= LONG && time > (most?.time ?? 0) ? { seat, time } : most;
  }, null);
}
