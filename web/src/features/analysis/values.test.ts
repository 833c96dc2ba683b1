import { expect, test } from "vitest";
import { chanceOf, shares } from "./values";

test("values become chances out of a hundred", () => {
  expect([-1, -0.5, 0, 0.14, 1, 7].map(chanceOf)).toEqual([0, 25, 50, 57, 100, 100]);
});

test.each([
  { values: [0.14, -0.14], cooperative: false, found: [57, 43] },
  { values: [1, -1], cooperative: false, found: [100, 0] },
  { values: [-1, -1], cooperative: false, found: [50, 50] },
  { values: [0, 0, 0], cooperative: false, found: [34, 33, 33] },
  { values: [1, 0, -1, 0], cooperative: false, found: [50, 25, 0, 25] },
  { values: [0.5, 0.5], cooperative: true, found: [75, 75] },
  { values: [0.2], cooperative: false, found: [60] },
])("$values are shares of $found", ({ values, cooperative, found }) => {
  expect(shares(values, cooperative)).toEqual(found);
  if (!cooperative && values.length > 1) expect(found.reduce((a, b) => a + b)).toBe(100);
});
