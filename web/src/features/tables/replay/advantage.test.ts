import { describe, expect, it } from "vitest";
import type { Review } from "../../../contract";
import { linePath } from "../../../ui/format";
import { advantageLines, winChance } from "./advantage";

const review: Review = {
  steps: [],
  turning: [],
  lost: [],
  leaned: [
    [0.5, -0.5],
    [-1, 1],
  ],
};

describe("who was ahead", () => {
  it("is one line for two opponents, from even on, up for the first", () => {
    expect(advantageLines(review, 2, false)).toEqual([
      {
        seat: 0,
        points: [
          [0, 0.5],
          [0.5, 0.25],
          [1, 1],
        ],
      },
    ]);
  });
  it("is a line for each of more", () => {
    expect(advantageLines({ ...review, leaned: [[0, 0, 0]] }, 3, false).map((each) => each.seat)).toEqual([0, 1, 2]);
  });
  it("says chances out of a hundred", () => {
    expect(winChance(review, 0, 0)).toBe(50);
    expect(winChance(review, 1, 0)).toBe(75);
    expect(winChance(review, 2, 1)).toBe(100);
  });
  it("is drawn within its frame", () => {
    expect(
      linePath(
        [
          [0, 0.5],
          [1, 1],
        ],
        100,
        40,
      ),
    ).toBe("M0.0 20.0L100.0 40.0");
  });
});
