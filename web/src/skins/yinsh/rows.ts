/** Rows to take five markers of: which five each choice means, and which of them a touch on a marker means. */

import type { Choice, Mark } from "../types";

export interface Five {
  choice: Choice;
  sites: readonly string[]; // its markers, "site:e5" and so on, in the order of the row
  row: readonly string[]; // the whole row
}

/** A choice whose path is two places of one row takes what lies between them. */
export function fivesOf(choices: readonly Choice[], marks: readonly Mark[] | undefined): Five[] {
  const rows = (marks ?? []).filter((mark) => mark.kind === "row").map((mark) => mark.at);
  return rows.flatMap((row) =>
    choices.flatMap((choice) => {
      const [low, high] = choice.path.map((target) => row.indexOf(target));
      if (choice.path.length !== 2 || low === undefined || high === undefined || low < 0 || high < 0) return [];
      return [{ choice, sites: row.slice(Math.min(low, high), Math.max(low, high) + 1), row }];
    }),
  );
}

/**
 * A touch anywhere on a row means the five whose middle is nearest. Where rows cross, the marker they share means neither,
 * unless one of them could not be touched anywhere else.
 */
export function touchesOf(fives: readonly Five[]): Map<string, Choice> {
  const claims = new Map<string, Five[]>();
  for (const row of new Set(fives.map((five) => five.row))) {
    const own = fives.filter((five) => five.row === row);
    for (const [i, site] of row.entries()) {
      const meant = nearest(own, i);
      if (meant) claims.set(site, [...(claims.get(site) ?? []), meant]);
    }
  }
  const touches = new Map<string, Choice>();
  for (const [site, [five, ...others]] of claims) if (five && others.length === 0) touches.set(site, five.choice);
  const reached = new Set(touches.values());
  for (const [site, claimed] of claims) {
    const left = claimed.find((five) => !reached.has(five.choice));
    if (!left || touches.has(site)) continue;
    touches.set(site, left.choice);
    reached.add(left.choice);
  }
  return touches;
}

function nearest(fives: readonly Five[], index: number): Five | undefined {
  const off = (five: Five) => Math.abs(five.row.indexOf(five.sites[0] ?? "") + (five.sites.length - 1) / 2 - index);
  return fives.reduce<Five | undefined>((best, five) => (best && off(best) <= off(five) ? best : five), undefined);
}

/** A place's name: "site:e5" is e5. */
export const nameOf = (target: string | undefined): string => target?.slice(target.indexOf(":") + 1) ?? "";
