/** A hint: an area of the board in which the answer ends, among other moves. Never the move itself, nor a piece. */

import { isButton } from "../../board/paths";
import type { Choice, Plan, PuzzleShown } from "../../contract";
import { answerIn } from "./sealed";
import { sha256 } from "./sha256";

const SHARE = 1 / 3; // of all places where a move can end
const FEWEST = 2;
const MOST = 9;
const NOWHERE = 1e6; // from everything: a button, or a card in a hand

const ending = ({ path }: Choice): string => path.findLast((target) => !isButton(target)) ?? path.at(-1) ?? "";

/** The places, in an order that tells nothing; none, if all moves end in the same one. */
export function hintArea(puzzle: PuzzleShown): string[] {
  const answer = answerIn(puzzle);
  if (!answer) return [];
  const ends = [...new Set(puzzle.choices.map(ending))].filter((target) => target !== "");
  const right = ending(answer);
  const size = Math.min(MOST, Math.max(FEWEST, Math.ceil(ends.length * SHARE)));
  if (ends.length <= size) return ends.length > 1 ? ends.sort() : [];
  const lots = new Map(ends.map((target) => [target, sha256(`${puzzle.id}/${target}`)]));
  const byLot = (one: string, other: string) => ((lots.get(one) ?? "") < (lots.get(other) ?? "") ? -1 : 1);
  const where = spots(puzzle.plan);
  const at = where.get(right);
  const others = ends.filter((target) => target !== right).sort(byLot);
  if (!at) return [right, ...others.slice(0, size - 1)].sort(byLot);
  // Round a neighbour of the place, so that it is not always the middle of what is marked.
  const apart = (from: Spot) => (one: string, other: string) => far(from, where.get(one)) - far(from, where.get(other));
  const near = [...ends].sort(apart(at)).slice(0, size);
  const middle = where.get([...near].sort(byLot)[0] ?? right) ?? at;
  const found = [...ends].sort(apart(middle)).slice(0, size);
  return (found.includes(right) ? found : near).sort(byLot);
}

interface Spot {
  x: number;
  y: number;
}

const spots = (plan: Plan) => new Map<string, Spot>((plan.sites ?? []).map(({ id, x, y }) => [`site:${id}`, { x, y }]));
const far = (from: Spot, to: Spot | undefined) => (to ? Math.hypot(from.x - to.x, from.y - to.y) : NOWHERE);
