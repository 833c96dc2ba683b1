import { expect, it } from "vitest";
import { turnedIn } from "./numbers";

const steps = (...texts: string[]) => texts.map((text, i) => ({ text, seat: i % 2 }));

it("counts markers that are jumped, and none that has been taken away", () => {
  const played = steps("e4", "b2", "e4-e6", "b2-b5", "e6-e3", "b5-c5");
  expect(turnedIn(played)).toEqual({ all: 1, most: 1, where: "e6-e3" });
  expect(turnedIn(steps("e4-e6", "xe4-e8", "e6-e3")).all).toBe(0);
});

it("knows the move that turned most, on a slanting line too", () => {
  expect(turnedIn(steps("c3-c5", "d4-d6", "e5-e7", "b2-f6"))).toEqual({ all: 3, most: 3, where: "b2-f6" });
});
