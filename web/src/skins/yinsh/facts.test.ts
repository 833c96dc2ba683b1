import { describe, expect, it } from "vitest";
import type { Choice, Choosing, Mark, Piece, Scene } from "../../board/skin";
import { aimOf, chosenFive, fivesOf, givesUp, nameOf, touchesOf, turnedBy } from "./facts";

const move = (from: string, to: string): Choice => ({
  text: `${from}-${to}`,
  path: [`site:${from}`, `site:${to}`],
  also: false,
});
const choices = [move("e4", "e10"), move("e4", "d4")];
const view = { jumps: { "e4-e10": ["e5", "e6"] } };
const piece = (at: string): Piece => ({
  id: at,
  kind: "ring",
  at: `site:${at}`,
  name: { key: "x", args: {} },
  glyph: "o",
});

function choosing(held: string[], pending: Choice | null = null): Choosing {
  const nothing = () => undefined;
  return {
    held,
    lit: [],
    buttons: [],
    others: [],
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

const sites = (names: string) => names.split(" ").map((name) => `site:${name}`);
const rowMark = (names: string): Mark => ({ kind: "row", at: sites(names), seat: 0 });
const take = (low: string, high: string): Choice => ({
  text: `x${low}-${high}`,
  path: [`site:${low}`, `site:${high}`],
  also: false,
});
const resign: Choice = { text: "resign", path: ["button:resign"], also: true };

const five = [rowMark("e1 e2 e3 e4 e5")];
const six = [rowMark("e1 e2 e3 e4 e5 e6")];
const seven = [rowMark("e1 e2 e3 e4 e5 e6 e7")];

const meant = (choices: Choice[], marks: Mark[]) =>
  Object.fromEntries([...touchesOf(fivesOf(choices, marks))].map(([site, choice]) => [nameOf(site), choice.text]));

describe("rows", () => {
  it("know the five markers between the two ends of a choice", () => {
    const [found, ...others] = fivesOf([take("e2", "e6"), resign], six);
    expect(found?.sites).toEqual(sites("e2 e3 e4 e5 e6"));
    expect(others).toEqual([]);
  });
  it("are none where no row is marked, whatever else has two places", () => {
    expect(fivesOf([take("e1", "e5")], [{ kind: "last", at: sites("e1 e5") }])).toEqual([]);
    expect(fivesOf([take("e1", "e5")], undefined)).toEqual([]);
  });
});

describe("a touch on a row", () => {
  it("of five means those five, wherever it is", () => {
    const all = meant([take("e1", "e5")], five);
    expect(Object.keys(all)).toHaveLength(5);
    expect(new Set(Object.values(all))).toEqual(new Set(["xe1-e5"]));
  });
  it("of six means the half that it lies in", () => {
    const [low, high] = ["xe1-e5", "xe2-e6"];
    expect(meant([take("e1", "e5"), take("e2", "e6")], six)).toEqual({
      e1: low,
      e2: low,
      e3: low,
      e4: high,
      e5: high,
      e6: high,
    });
  });
  it("of seven reaches the five in the middle too", () => {
    const all = meant([take("e1", "e5"), take("e2", "e6"), take("e3", "e7")], seven);
    expect([all.e3, all.e4, all.e5]).toEqual(["xe1-e5", "xe2-e6", "xe3-e7"]);
  });
  it("means nothing where two rows cross", () => {
    const crossed = [...five, rowMark("c3 d3 e3 f3 g3")];
    const all = meant([take("e1", "e5"), take("c3", "g3")], crossed);
    expect(all.e3).toBeUndefined();
    expect([all.e2, all.f3]).toEqual(["xe1-e5", "xc3-g3"]);
  });
  it("means the five that could not be touched elsewhere, where a row crosses its only marker", () => {
    const crossed = [...seven, rowMark("c4 d4 e4 f4 g4")];
    const all = meant([take("e1", "e5"), take("e2", "e6"), take("e3", "e7"), take("c4", "g4")], crossed);
    expect(all.e4).toBe("xe2-e6");
  });
});
