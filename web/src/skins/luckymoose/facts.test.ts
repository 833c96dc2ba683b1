import { describe, expect, it } from "vitest";
import { laidNow, timesOf, type View, viewOf, wayOf } from "./facts";

const last = { kind: "last", at: ["site:k6", "site:l6"] };
const worth = { id: "worth", name: { key: "", args: {} }, value: 12 };

describe("what lies on the board", () => {
  it("is of this turn only as long as its worth is counted", () => {
    expect(laidNow({ marks: [last], counters: [worth] })).toEqual(["k6", "l6"]);
    expect(laidNow({ marks: [last], counters: [] })).toEqual([]);
  });
  it("is told by a view of the same moment alone", () => {
    const scene = { marks: [last], counters: [worth] };
    const nothing = { tokens: {}, laid: [], lines: [], worth: 0, unpaid: [], gains: {}, last: [] };
    const view: View = { ...nothing, last_lines: [], last_by: null, laid: ["k6", "l6"] };
    expect(viewOf({ scene, view })).toBe(view);
    expect(viewOf({ scene, view: { ...view, laid: ["k6"] } })).toBeNull();
    expect(viewOf({ scene, view: null })).toBeNull();
  });
});

it("names a line by its row or its column", () => {
  expect(wayOf(["k6", "l6"])).toEqual({ key: "skin.row", args: { row: "6" } });
  expect(wayOf(["k6", "k7"])).toEqual({ key: "skin.column", args: { column: "k" } });
  expect(wayOf(["k1", "k10"])).toEqual({ key: "skin.column", args: { column: "k" } });
});

it("knows what a tile multiplies by from its kind", () => {
  const sites = [
    { id: "a1", x: 0, y: 0, kind: "x3" },
    { id: "h8", x: 0, y: 0, kind: "centre" },
  ];
  const plan = { layout: "grid" as const, width: 1, height: 1, sites };
  expect([timesOf(plan, "a1"), timesOf(plan, "h8"), timesOf(plan, "b2")]).toEqual([3, 1, 1]);
});
