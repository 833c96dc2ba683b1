/** What seats may expect, as people say it. */

import type { Skin } from "../../board/skin";
import { t } from "../../ui/texts/page";
import type { Say } from "../../ui/texts/render";

/** −1 to 1 as a chance out of a hundred. */
export const chanceOf = (value: number) => Math.round(50 + 50 * Math.max(-1, Math.min(1, value)));

/** The number that stands for a value, and what it says. */
export interface Worth {
  number: number;
  words: string;
}

export function worthOf(value: number, skin: Skin, say: Say): Worth {
  const expected = skin.expects?.(value);
  if (expected) return { number: expected.count, words: say(expected.words) };
  const chance = chanceOf(value);
  return { number: chance, words: t("analysis.of-hundred", { chance }) };
}

/** The seats' parts of a hundred: whole numbers that add up. Of a team all have the same, its chances. */
export function shares(values: readonly number[], cooperative: boolean): number[] {
  if (cooperative || values.length === 1) return values.map(chanceOf);
  const chances = values.map((value) => (1 + Math.max(-1, Math.min(1, value))) / 2);
  const sum = chances.reduce((all, each) => all + each, 0);
  if (sum === 0)
    return shares(
      values.map(() => 0),
      false,
    );
  const exact = chances.map((each) => (each / sum) * 100);
  const whole = exact.map(Math.floor);
  const byRest = exact.map((each, seat) => ({ seat, rest: each - Math.floor(each) })).sort((a, b) => b.rest - a.rest);
  for (const { seat } of byRest.slice(0, 100 - whole.reduce((all, each) => all + each, 0)))
    whole[seat] = (whole[seat] ?? 0) + 1;
  return whole;
}
