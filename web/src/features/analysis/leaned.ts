/** How a line of the tree leaned, in the form in which reviews have it. */

import type { Review, Text } from "../../contract";
import { BEGINNING, lineEnd, lineTo, type TreeNode, type Variations } from "./variations";

const TURNING = 0.25; // of −1 to 1, as in bots/review.py: who gives away so much has turned the match
const MOST_TURNING = 5;

/**
 * By step: what each seat could expect once it was taken. What the engine found here goes before what a review says, which
 * knows a match's own steps alone: they have the first numbers of the tree. Where nobody has looked it is as it was before.
 */
export function leaned(
  line: readonly TreeNode[],
  values: ReadonlyMap<number, readonly number[]>,
  review: Review | null,
  seats: number,
): Pick<Review, "leaned" | "turning"> {
  const all: number[][] = [];
  const losses: { number: number; actor: number; loss: number }[] = [];
  const reviewed = new Map(review?.turning.map((each) => [each.number, each]));
  let before: readonly number[] | null = values.get(0) ?? null; // null: nobody has looked at the step before
  let latest: readonly number[] = before ?? Array.from({ length: seats }, () => 0);
  for (const [i, { id, actor }] of line.entries()) {
    const own = values.get(id) ?? null;
    const told = own ?? review?.leaned[id - 1] ?? null;
    const loss = own && before && actor !== "*" ? (before[actor] ?? 0) - (own[actor] ?? 0) : 0;
    const turned = reviewed.get(id);
    if (turned) losses.push({ number: i + 1, actor: turned.actor, loss: turned.loss });
    else if (loss >= TURNING && actor !== "*") losses.push({ number: i + 1, actor, loss });
    latest = told ?? latest;
    before = own;
    all.push([...latest]);
  }
  const worst = losses.sort((a, b) => b.loss - a.loss).slice(0, MOST_TURNING);
  const turning = worst
    .sort((a, b) => a.number - b.number)
    .map((each) => ({ ...each, words: { key: "review.turning", args: {} } }));
  return { leaned: all, turning };
}

/** The steps of the main line where the match turned, by their ids; with the review's words if it knows of them. */
export function turningPoints(
  tree: Variations,
  values: ReadonlyMap<number, readonly number[]>,
  review: Review | null,
): ReadonlyMap<number, { actor: number; words: Text | null }> {
  const line = lineTo(tree, lineEnd(tree, BEGINNING));
  const told = new Map(review?.turning.map((each) => [each.number, each.words]));
  return new Map(
    leaned(line, values, review, tree.seats.length).turning.flatMap(({ number, actor }) => {
      const id = line[number - 1]?.id;
      return id === undefined ? [] : [[id, { actor, words: told.get(id) ?? null }]];
    }),
  );
}
