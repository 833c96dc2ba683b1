import { describe, expect, it } from "vitest";
import type { Choice, Choosing, Piece, Scene } from "../types";
import { aimOf, chosenFive, givesUp, turnedBy } from "./aim";
import { fivesOf } from "./rows";

const move = (from: string, to: string): Choice => ({
  text: `${from}-${to}`,
  path: [`site:${from}`, `site:${to}`],
  also: false,
});
const choices = [move("e4", "e10"), move("e4", "d4")];
const view = { jumps: { "e4-e10": ["e5", "e6"] } };
const piece = (at: string): Piece => ({ id: at, kind: "ring", at: `site:${at}`, name: { key: "x" }, glyph: "o" });

function choosing(held: string[], pending: Choice | null = null): Choosing {
  const nothing = () => undefined;
  return {
    held,
    lit: [],
    buttons: [],
    whole: [],
    pending,
    touch: nothing,
    take: nothing,
    choose: nothing,
    offer: nothing,
    putBack: nothing,
  };
}
const aimed = (given: { held?: string[]; pending?: Choice; cursor?: string; scene?: Scene }) =>
  aimOf({
    choices,
    view,
    scene: given.scene ?? {},
    cursor: given.cursor ?? null,
    choosing: choosing(given.held ?? [], given.pending ?? null),
  });

describe("the aim", () => {
  it("is where the pointer is while a ring is in hand", () => {
    expect(aimed({ held: ["site:e4"], cursor: "site:e10" })).toMatchObject({
      from: "site:e4",
      to: "site:e10",
      turned: ["site:e5", "site:e6"],
    });
  });
  it("is what waits to be confirmed, wherever the pointer is", () => {
    expect(aimed({ held: ["site:e4"], pending: move("e4", "d4"), cursor: "site:e10" })?.to).toBe("site:d4");
  });
  it("is nothing before a ring is in hand, and nothing where it cannot go", () => {
    expect(aimed({ cursor: "site:e10" })).toBeNull();
    expect(aimed({ held: ["site:e4"], cursor: "site:f6" })).toBeNull();
  });
  it("turns nothing over without a jump, or before the view is here", () => {
    expect(turnedBy(view, choices[1])).toEqual([]);
    expect(turnedBy(null, choices[0])).toEqual([]);
  });
});

describe("the five that are meant", () => {
  const row = { kind: "row", at: ["e1", "e2", "e3", "e4", "e5", "e6"].map((name) => `site:${name}`) };
  const both = fivesOf([move("e1", "e5"), move("e2", "e6")], [row]);
  it("are the only ones there are", () => {
    expect(chosenFive(both.slice(0, 1), choosing([]), null)).toBe(both[0]);
    expect(chosenFive(both, choosing([]), null)).toBeUndefined();
  });
  it("are those under the pointer, or those that wait to be confirmed", () => {
    expect(chosenFive(both, choosing([]), "site:e6")).toBe(both[1]);
    expect(chosenFive(both, choosing([], both[0]?.choice), "site:e6")).toBe(both[0]);
  });
});

describe("giving up a ring", () => {
  const off = (name: string): Choice => ({ text: `x${name}`, path: [`site:${name}`], also: false });
  it("is when every choice is one place with a piece on it", () => {
    expect(givesUp({ choices: [off("e4"), off("b1")], scene: { pieces: [piece("e4"), piece("b1")] } })).toBe(true);
  });
  it("is not when a ring is placed or moved, nor off turn", () => {
    expect(givesUp({ choices: [off("e4")], scene: { pieces: [piece("b1")] } })).toBe(false);
    expect(givesUp({ choices, scene: { pieces: [piece("e4")] } })).toBe(false);
    expect(givesUp({ choices: [], scene: {} })).toBe(false);
  });
});
