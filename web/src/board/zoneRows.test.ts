import { describe, expect, it } from "vitest";
import type { Plan, Zone } from "../contract";
import { fittedPlan, planInRows } from "./zoneRows";

const zone = (id: string, kind: Zone["kind"], x: number, y: number, seat?: number): Zone => ({
  id,
  kind,
  name: { key: id, args: {} },
  x,
  y,
  width: kind === "hand" ? 5 : 1.6,
  height: kind === "hand" ? 1.5 : 3,
  ...(seat === undefined ? {} : { seat }),
});
const plan: Plan = {
  layout: "free",
  width: 12,
  height: 8,
  zones: [
    zone("hand-0", "hand", 6, 1, 0),
    zone("pile-2", "pile", 7, 4),
    zone("pile-1", "pile", 4, 4),
    zone("hand-1", "hand", 3, 7, 1),
    zone("hand-2", "hand", 9, 7, 2),
  ],
};

describe("inRows", () => {
  const rows = (seat: number | null) => {
    const byRow = new Map<string, string[]>();
    for (const each of planInRows(plan, seat).zones ?? [])
      byRow.set(each.y.toFixed(3), [...(byRow.get(each.y.toFixed(3)) ?? []), each.id]);
    return [...byRow.values()];
  };

  it("puts the viewer's own hand below all others", () => {
    expect(rows(0).at(-1)).toEqual(["hand-0"]);
    expect(rows(1).at(-1)).toEqual(["hand-1"]);
  });
  it("keeps the order of rows and of zones in a row", () => {
    expect(rows(null)).toEqual([["hand-0"], ["pile-1", "pile-2"], ["hand-1", "hand-2"]]);
  });
  it("keeps every zone inside the plan and apart from the others", () => {
    const { zones = [], width, height } = planInRows(plan, 1);
    for (const [i, a] of zones.entries()) {
      expect(a.x - a.width / 2).toBeGreaterThanOrEqual(-1e-9);
      expect(a.x + a.width / 2).toBeLessThanOrEqual(width + 1e-9);
      expect(a.y + a.height / 2).toBeLessThanOrEqual(height + 1e-9);
      for (const b of zones.slice(i + 1)) {
        const apartX = Math.abs(a.x - b.x) >= (a.width + b.width) / 2;
        const apartY = Math.abs(a.y - b.y) >= (a.height + b.height) / 2;
        expect(apartX || apartY).toBe(true);
      }
    }
  });
  it("leaves a board of sites as it is", () => {
    const grid: Plan = { layout: "grid", width: 7, height: 6, sites: [{ id: "a1", x: 0.5, y: 0.5 }] };
    expect(planInRows(grid, 0)).toBe(grid);
  });
});

describe("fitting", () => {
  it("lays zones out anew where the viewer's hand becomes larger by it", () => {
    expect(fittedPlan(plan, 1, { width: 400, height: 700 })).not.toBe(plan);
  });
  it("keeps the game's own plan on a screen that suits it", () => {
    expect(fittedPlan(plan, 1, { width: 2400, height: 300 })).toBe(plan);
  });
});
