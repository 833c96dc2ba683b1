/** What the hand is at: a move half made and where it is aimed, a row and the five of it, a ring to give up. */

import type { Choice, Choosing, OnBoard, Shown } from "../types";
import { type Five, fivesOf, touchesOf } from "./rows";

/** What of the game's own view is used here. */
interface View {
  jumps?: Record<string, readonly string[]>; // a ring move over markers → the markers it turns over
}

export interface Aim {
  from: string;
  to: string;
  choice: Choice;
  turned: readonly string[]; // targets
}

/** The markers that a step turns over, as targets. */
export function turnedBy(view: unknown, choice: Choice | undefined): string[] {
  const jumps = (view as View | null)?.jumps ?? {};
  return (jumps[choice?.text ?? ""] ?? []).map((name) => `site:${name}`);
}

/** A ring's move that waits to be confirmed, or that the pointer is on while the ring is in hand. */
export function aimOf(at: Pick<OnBoard, "choosing" | "choices" | "cursor" | "view" | "scene">): Aim | null {
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
export function givesUp({ choices, scene }: Pick<Shown, "choices" | "scene">): boolean {
  const moves = choices.filter((choice) => !choice.also);
  const busy = new Set((scene.pieces ?? []).map((piece) => piece.at));
  return moves.length > 0 && moves.every(({ path }) => path.length === 1 && busy.has(path[0] ?? ""));
}
