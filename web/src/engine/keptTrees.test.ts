import { expect, test } from "vitest";
import { KeptTrees } from "./keptTrees";

const tree = (bytes: number) => new Map([["tree.visits", new Uint8Array(bytes)]]);

test("a tree that was left is there when one comes back, once", () => {
  const trees = new KeptTrees(100);
  const left = tree(40);
  trees.keep("a", left);
  expect(trees.take("a")).toBe(left);
  expect(trees.take("a")).toBeNull();
});

test("all that is kept stays within its bound, and what was left longest ago goes first", () => {
  const trees = new KeptTrees(100);
  for (const position of ["a", "b", "c"]) trees.keep(position, tree(40));
  expect([trees.take("a"), trees.take("b") !== null, trees.take("c") !== null]).toEqual([null, true, true]);
  trees.keep("large", tree(101));
  expect(trees.take("large")).toBeNull();
});

test("a position that is left again takes the place of its earlier tree", () => {
  const trees = new KeptTrees(100);
  for (let i = 0; i < 5; i++) trees.keep("a", tree(60));
  trees.keep("b", tree(40));
  expect(trees.take("a")).not.toBeNull();
});
