import { describe, expect, it } from "vitest";
import type { Choice, Mark } from "../types";
import { fivesOf, nameOf, touchesOf } from "./rows";

const sites = (names: string) => names.split(" ").map((name) => `site:${name}`);
const row = (names: string): Mark => ({ kind: "row", at: sites(names), seat: 0 });
const take = (low: string, high: string): Choice => ({
  text: `x${low}-${high}`,
  path: [`site:${low}`, `site:${high}`],
  also: false,
});
const resign: Choice = { text: "resign", path: ["button:resign"], also: true };

const five = [row("e1 e2 e3 e4 e5")];
const six = [row("e1 e2 e3 e4 e5 e6")];
const seven = [row("e1 e2 e3 e4 e5 e6 e7")];

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
    const crossed = [...five, row("c3 d3 e3 f3 g3")];
    const all = meant([take("e1", "e5"), take("c3", "g3")], crossed);
    expect(all.e3).toBeUndefined();
    expect([all.e2, all.f3]).toEqual(["xe1-e5", "xc3-g3"]);
  });
  it("means the five that could not be touched elsewhere, where a row crosses its only marker", () => {
    const crossed = [...seven, row("c4 d4 e4 f4 g4")];
    const all = meant([take("e1", "e5"), take("e2", "e6"), take("e3", "e7"), take("c4", "g4")], crossed);
    expect(all.e4).toBe("xe2-e6");
  });
});
