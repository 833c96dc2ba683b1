import { describe, expect, it } from "vitest";
import { longestRun, stepOf, WEEKS, weeksOfPlay } from "./calendar";

const at = (text: string) => new Date(text).getTime() / 1000;
const NOW = new Date("2026-11-18T21:00").getTime(); // a Wednesday

describe("the calendar of play", () => {
  it("has 26 weeks from Monday on, and ends today", () => {
    const weeks = weeksOfPlay([], NOW);
    expect([weeks.length, weeks[0]?.length, weeks.at(-1)?.length]).toEqual([WEEKS, 7, 3]);
    expect(weeks.every((week) => week[0]?.date.getDay() === 1)).toBe(true);
  });
  it("counts a match on the day on which it ended here", () => {
    const ended = [at("2026-11-18T00:01"), at("2026-11-17T23:59"), at("2026-11-17T08:00")];
    const days = weeksOfPlay(ended, NOW).flat();
    expect(days.slice(-2).map(({ count }) => count)).toEqual([2, 1]);
    expect(days.reduce((sum, { count }) => sum + count, 0)).toBe(3);
  });
  it("leaves out what is longer ago", () => {
    const days = weeksOfPlay([at("2026-01-01T12:00")], NOW).flat();
    expect(days.every(({ count }) => count === 0)).toBe(true);
  });
  it("knows the longest run of days, over the change of clocks as well", () => {
    const ended = ["10-23", "10-24", "10-25", "10-26", "11-02"].map((day) => at(`2026-${day}T20:00`));
    expect(longestRun(weeksOfPlay(ended, NOW))).toBe(4);
  });
  it("has four shades", () => {
    expect([0, 1, 2, 3, 40].map(stepOf)).toEqual([0, 1, 2, 3, 3]);
  });
});
