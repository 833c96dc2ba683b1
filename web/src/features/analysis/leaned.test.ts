import { expect, test } from "vitest";
import type { Review } from "../../contract";
import { leaned } from "./leaned";
import { lineTo, noVariations, played } from "./variations";

const tree = ["a", "b", "c"].reduce((now, text, i) => played(now, { actor: i % 2, text }), noVariations(["Ada", "Bo"]));
const line = lineTo(tree, tree.here);
const review: Review = {
  ...{ steps: [], lost: [] },
  leaned: [
    [0.1, -0.1],
    [0.6, -0.6],
    [0.5, -0.5],
  ],
  turning: [{ number: 2, actor: 1, loss: 0.5, words: { key: "k", args: {} } }],
};

test("where nobody has looked it is as it was before", () => {
  expect(leaned(line, new Map([[2, [0.4, -0.4]]]), null, 2)).toEqual({
    leaned: [
      [0, 0],
      [0.4, -0.4],
      [0.4, -0.4],
    ],
    turning: [],
  });
});

test("a step that gave away much is a turning point, if both sides of it were looked at", () => {
  const values = new Map([
    [0, [0.5, -0.5]],
    [1, [0.1, -0.1]], // Ada's own
    [2, [0.2, -0.2]],
  ]);
  expect(leaned(line, values, null, 2).turning).toMatchObject([{ number: 1, actor: 0 }]);
  expect(leaned(line, new Map([[1, [-0.9, 0.9]]]), null, 2).turning).toEqual([]);
});

test("of a match's own steps it is as its review says, and what was found here goes before that", () => {
  const made = leaned(line, new Map([[3, [0.9, -0.9]]]), review, 2);
  expect(made.leaned).toEqual([
    [0.1, -0.1],
    [0.6, -0.6],
    [0.9, -0.9],
  ]);
  expect(made.turning).toMatchObject([{ number: 2, actor: 1 }]);
});

test("a variation knows nothing of the review", () => {
  const other = played({ ...tree, here: 1 }, { actor: 1, text: "x" });
  expect(leaned(lineTo(other, other.here), new Map(), review, 2)).toMatchObject({
    leaned: [
      [0.1, -0.1],
      [0.1, -0.1],
    ],
    turning: [],
  });
});
