import { expect, it } from "vitest";
import { laidIn } from "./numbers";

it("counts cards, jumps of ten back, and how far the others went", () => {
  const steps = ["14", "20>1", "say:keep:3", "10>1", "95>3", "say:clear", "end"].map((text) => ({ text, seat: 0 }));
  expect(laidIn(steps)).toEqual({ cards: 3, jumps: 1, went: 24, widest: 19, signals: 1 });
});
