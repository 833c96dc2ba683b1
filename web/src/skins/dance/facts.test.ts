import { describe, expect, it } from "vitest";
import type { Choice, Scene } from "../../board/skin";
import { cardInMind, owing, pileOf, saidBy, signalChoice, signedStep, stepLook, type View } from "./facts";

const name = { key: "n", args: {} };
const card = (number: number, at: string) => ({
  id: `card-${number}`,
  kind: "card",
  at: `zone:${at}`,
  name,
  glyph: `${number}`,
});
const scene: Scene = {
  pieces: [
    { id: "start-1", kind: "start", at: "zone:pile-1", name, glyph: "1" },
    card(71, "pile-1"),
    ...[61, 73, 87].map((number) => card(number, "hand-0")),
  ],
  marks: [
    { kind: "mine", at: ["zone:pile-3"], seat: 1 },
    { kind: "keep", at: ["zone:pile-4"], seat: 1 },
  ],
  counters: [{ id: "to-play", name, value: 1, of: 2, seat: 0 }],
};
const view: View = { tops: [71, 1, 100, 100], jumps: [61, null, null, null], fits: [[61, 73, 87], [], [], []] };
const lay = (number: number): Choice => ({
  text: `${number}>1`,
  path: [`piece:card-${number}`, "zone:pile-1"],
  also: false,
});

describe("pileOf", () => {
  it("takes what fits from the view, in its order, and what may be laid now from the choices", () => {
    const pile = pileOf(scene, view, [lay(61), lay(73)], 0, 0);
    expect(pile.top).toBe(71);
    expect(pile.fits.map((fit) => [fit.card, fit.step, fit.jump, fit.now])).toEqual([
      [61, -10, true, true],
      [73, 2, false, true],
      [87, 16, false, false],
    ]);
  });
  it("believes no view of another moment", () => {
    const late = { ...view, tops: [60, 1, 100, 100] };
    expect(pileOf(scene, late, [], 0, 0)).toMatchObject({ jump: null, fits: [] });
    expect(pileOf(scene, late, [lay(73)], 0, 0).fits.map((fit) => fit.card)).toEqual([73]);
  });
  it("leaves out cards that have left the hand", () => {
    const before = { ...view, fits: [[61, 72, 73, 87], [], [], []] };
    expect(pileOf(scene, before, [], 0, 0).fits.map((fit) => fit.card)).toEqual([61, 73, 87]);
  });
  it("works without a view: a picture, or one that is not here yet", () => {
    expect(pileOf(scene, null, [], null, 0)).toMatchObject({ top: 71, cards: 1, fits: [] });
  });
});

describe("what is said and owed", () => {
  it("finds a seat's signals and the steps that show one", () => {
    expect(saidBy(scene, 1)).toEqual([
      { pile: "3", word: "mine" },
      { pile: "4", word: "keep" },
    ]);
    const say: Choice = { text: "say:go:2", path: ["zone:pile-2", "button:go"], also: true };
    expect(signalChoice([lay(61), say], 1, "go")).toBe(say);
    expect(signalChoice([lay(61), say], 0, "go")).toBeUndefined();
  });
  it("knows what the seat on turn still owes, and nobody else", () => {
    expect(owing(scene, 0)).toEqual({ left: 1, needed: 2 });
    expect(owing(scene, 1)).toBeNull();
  });
});

describe("a step", () => {
  it("is a jump, near, or far", () => {
    const fit = { card: 1, now: true, jump: false };
    expect(stepLook({ ...fit, step: -10, jump: true })).toBe("jump");
    expect(stepLook({ ...fit, step: -3 })).toBe("near");
    expect(stepLook({ ...fit, step: 4 })).toBe("far");
    expect([signedStep(5), signedStep(-2)]).toEqual(["+5", "−2"]);
  });
  it("is thought of for the held card before the one that is pointed at", () => {
    expect(cardInMind(["piece:card-61"], "piece:card-7")).toBe(61);
    expect(cardInMind([], "piece:card-7")).toBe(7);
    expect(cardInMind(["zone:pile-1"], "piece:card-7")).toBeNull();
  });
});
