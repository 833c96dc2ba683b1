import { describe, expect, it } from "vitest";
import type { MatchLine } from "../../api/tournaments";
import { points, roundName, winners } from "./words";

const match = (given: number[] | null): MatchLine => ({
  match: "1-1",
  table: "t",
  seats: ["a", "b"],
  points: given,
  by: given ? "played" : null,
  again: null,
});

describe("words of tournaments", () => {
  it("write halves as people do", () => {
    expect([0, 0.5, 1, 2.5].map(points)).toEqual(["0", "½", "1", "2½"]);
  });
  it("name a winner only where somebody is ahead", () => {
    expect(winners(match([1, 0]))).toEqual([0]);
    expect(winners(match([0.5, 0.5]))).toEqual([]);
    expect(winners(match(null))).toEqual([]);
    expect(winners(match([2, 0.5, 0.5]))).toEqual([0]);
  });
  it("call the last rounds of a knock-out by their names", () => {
    expect(roundName("knockout", 3, 3)).toBe("Final");
    expect(roundName("knockout", 2, 3)).toBe("Semi-final");
    expect(roundName("swiss", 3, 3)).toBe("Round 3");
  });
});
