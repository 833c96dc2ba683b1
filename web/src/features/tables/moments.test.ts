import { describe, expect, it } from "vitest";
import type { Moment } from "../../contract";
import { momentsBetween, queued, timeOf } from "./moments";

const moment = (kind: string): Moment => ({ kind, words: { key: kind, args: {} } });
const STEPS = ["a", "", "b", "c", "d"].map((kind) => (kind ? { moment: moment(kind) } : {}));
const kinds = (found: readonly Moment[]) => found.map((each) => each.kind).join("");
const between = (from: number, to: number, live = true) =>
  kinds(momentsBetween(STEPS, { steps: from, live }, { steps: to, live }));

describe("moments are due", () => {
  it("for all that has happened since, while the present is shown", () => {
    expect([between(0, 1), between(0, 3), between(1, 2)]).toEqual(["a", "ab", ""]);
  });
  it("for the one step that is gone forward in the past, not where one jumps or goes back", () => {
    expect([between(2, 3, false), between(0, 3, false), between(3, 2, false), between(3, 3)]).toEqual([
      "b",
      "",
      "",
      "",
    ]);
  });
  it("for the step that leads back to the present, not for a way of many", () => {
    const back = (from: number) => momentsBetween(STEPS, { steps: from, live: false }, { steps: 5, live: true });
    expect([kinds(back(4)), kinds(back(1))]).toEqual(["d", ""]);
  });
});

describe("a queue of moments", () => {
  it("is never longer than two: whoever is behind goes on to what is now", () => {
    const one = queued([], [moment("a")]);
    const more = queued(one, [moment("b"), moment("c"), moment("d")]);
    expect([kinds(one), kinds(more)]).toEqual(["a", "cd"]);
  });
  it("stays as it is where nothing is added", () => {
    const waiting = [moment("a")];
    expect(queued(waiting, [])).toBe(waiting);
  });
  it("shows what happened to oneself longer, and cuts short what others wait behind", () => {
    const own = timeOf({ yours: true, waiting: false, still: false }) ?? 0;
    const others = timeOf({ yours: false, waiting: false, still: false }) ?? 0;
    const cut = timeOf({ yours: true, waiting: true, still: false }) ?? 0;
    expect(own > others && others > cut && cut > 0).toBe(true);
  });
  it("waits for the person where nothing moves, unless more is waiting", () => {
    expect(timeOf({ yours: true, waiting: false, still: true })).toBe(null);
    expect(timeOf({ yours: true, waiting: true, still: true })).toBeGreaterThan(0);
  });
});
