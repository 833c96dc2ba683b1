/** Where one stops on the way through a log. */

import type { LogLine } from "../../../contract";

/** The lines to stop at: before the first step, and after each. */
export function stops(lines: readonly LogLine[]): number[] {
  const steps = lines.flatMap((line, i) => (line.kind === "step" ? [i + 1] : []));
  const first = steps[0];
  return first === undefined ? [] : [first - 1, ...steps];
}

/** The stop before and after; the last stop is now. */
export function stopsAround(
  all: readonly number[],
  line: number | null,
): { back: number | null; forward: number | null } {
  const at = line === null ? all.length - 1 : all.findLastIndex((stop) => stop <= line);
  return { back: all[at - 1] ?? null, forward: line === null ? null : (all[at + 1] ?? null) };
}
