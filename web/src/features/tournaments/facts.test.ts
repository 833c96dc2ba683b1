import { beforeAll, describe, expect, it } from "vitest";
import type { MatchLine } from "../../contract";
import { laterTexts } from "../../ui/texts/page";
import { type Bracket, isKnockedOut, pointsText, roundName, winners } from "./facts";

beforeAll(laterTexts);

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
    expect([0, 0.5, 1, 2.5].map(pointsText)).toEqual(["0", "½", "1", "2½"]);
    expect([0.25, 2.75, 10.25].map(pointsText)).toEqual(["¼", "2¾", "10¼"]);
  });
  it("tell who is out of a knock-out, and who may still win", () => {
    const cup = (given: number[] | null, field = ["a", "b"], seats = 2): Bracket => ({
      rules: { kind: "knockout", seats },
      rounds: [{ round: 1, at: 0, matches: [match(given)], byes: [], field }],
    });
    expect(["a", "b"].map((who) => isKnockedOut(cup([1, 0]), who))).toEqual([false, true]);
    expect(isKnockedOut(cup(null), "a")).toBe(false);
    expect(isKnockedOut(cup([0.5, 0.5]), "a")).toBe(false);
    expect(isKnockedOut(cup(null), "c")).toBe(true);
    expect(isKnockedOut(cup([1, 0], ["a", "b"], 3), "b")).toBe(false);
    expect(isKnockedOut(cup([1, 0]), null)).toBe(false);
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
