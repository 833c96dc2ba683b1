/** What the skin reads from scene, view and choices: where a move is aimed, which five of a row are meant, what is given up. */

import type { BoardView, Choice, Choosing, Mark, TableView } from "../../board/skin";
import type { GameViews } from "../../contract";

/** The part of the game's view that is drawn. */
export type View = Pick<GameViews["yinsh"], "jumps">;

export interface Aim {
  from: string;
  to: string;
  choice: Choice;
  turned: readonly string[]; // targets
}

/** The markers that a step turns over, as targets. */
export function turnedBy(view: View | null, choice: Choice | undefined): string[] {
  return (view?.jumps[choice?.text ?? ""] ?? []).map((name) => `site:${name}`);
}

/** How many markers turn if the ring in hand goes there. */
export function turnedAt(
  target: string,
  { choosing, choices, view }: Pick<BoardView<View>, "choosing" | "choices" | "view">,
) {
  const from = choosing.held[0];
  const choice = from ? choices.find(({ path }) => path[0] === from && path[1] === target) : undefined;
  return turnedBy(view, choice).length;
}

/** A ring's move that waits to be confirmed, or that the pointer is on while the ring is in hand. */
export function aimOf(at: Pick<BoardView<View>, "choosing" | "choices" | "cursor" | "view" | "scene">): Aim | null {
  if (fivesOf(at.choices, at.scene.marks).length > 0) return null;
  const { pending, held } = at.choosing;
  const path = pending?.path ?? (held.length === 1 && at.cursor ? [...held, at.cursor] : []);
  const [from, to] = path;
  const choice = at.choices.find((each) => each.path.length === 2 && each.path[0] === from && each.path[1] === to);
  return from && to && choice ? { from, to, choice, turned: turnedBy(at.view, choice) } : null;
}

/** The five that are meant: to be confirmed, under the pointer, or the only ones there are. */
export function chosenFive(fives: readonly Five[], choosing: Choosing, cursor: string | null): Five | undefined {
  const meant = choosing.pending ?? touchesOf(fives).get(cursor ?? "");
  const found = fives.find((five) => five.choice === meant);
  return found ?? (fives.length === 1 ? fives[0] : undefined);
}

/** Every choice is one place with a piece on it: something is to be given up. */
export function givesUp({ choices, scene }: Pick<TableView, "choices" | "scene">): boolean {
  const moves = choices.filter((choice) => !choice.also);
  const busy = new Set((scene.pieces ?? []).map((piece) => piece.at));
  return moves.length > 0 && moves.every(({ path }) => path.length === 1 && busy.has(path[0] ?? ""));
}

// -- rows to take five markers from ----------------------------------------------------------------------------

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
