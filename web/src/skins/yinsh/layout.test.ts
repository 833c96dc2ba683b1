import { describe, expect, it } from "vitest";
import type { Change, Plan, Spot, Viewport } from "../../board/skin";
import { arrange, rest, timing } from "./layout";

const site = (id: string, x: number, y: number) => ({ id, x, y });
const plan: Plan = {
  layout: "points",
  width: 10.2,
  height: 10.74,
  sites: [site("a5", 0.77, 3.82), site("k10", 9.43, 3.82), site("e10", 4.234, 0.82), site("e1", 4.234, 9.82)],
  labels: [{ text: "e", x: 4.234, y: 10.44 }],
};
const desk: Viewport = { seat: 0, width: 640, height: 560, phone: false };
const phone: Viewport = { seat: 1, width: 390, height: 440, phone: true };

describe("the slab", () => {
  it("fills the screen with its plan, whatever the screen's shape", () => {
    for (const about of [desk, phone]) {
      const { width, height } = arrange(plan, about);
      expect((width + 0.4) / (height + 0.4)).toBeCloseTo(about.width / about.height, 6);
    }
  });
  it("keeps points one apart, and inside", () => {
    const { sites = [], width, height } = arrange(plan, phone);
    const [a, k, top, foot] = sites;
    expect((k?.x ?? 0) - (a?.x ?? 0)).toBeCloseTo(8.66, 6);
    expect((foot?.y ?? 0) - (top?.y ?? 0)).toBeCloseTo(9, 6);
    for (const { x, y } of sites) {
      expect(Math.min(x, y)).toBeGreaterThan(0.2);
      expect(x).toBeLessThan(width - 0.2);
      expect(y).toBeLessThan(height - 0.2);
    }
  });
  it("has the viewer's tray below on the left, the other's above on the right", () => {
    for (const about of [desk, phone]) {
      const { zones = [], width, height } = arrange(plan, about);
      const own = zones.find((zone) => zone.id === `tray-${about.seat}`);
      const other = zones.find((zone) => zone.id === `tray-${1 - (about.seat ?? 0)}`);
      expect([own && own.x < width / 2, own && own.y > height / 2]).toEqual([true, true]);
      expect([other && other.x > width / 2, other && other.y < height / 2]).toEqual([true, true]);
    }
  });
  it("is turned without anybody's knowing more by it", () => {
    expect(arrange(plan, { ...desk, below: 1 })).toEqual(arrange(plan, { ...desk, seat: 1 }));
    expect(arrange(plan, { ...desk, seat: 1, below: 0 })).toEqual(arrange(plan, desk));
  });
  it("leaves the corner below on the right to the phone's buttons", () => {
    const stock = arrange(plan, phone).zones?.find((zone) => zone.id === "stock");
    expect(stock && stock.y < 2).toBe(true);
  });
});

const spots: Record<string, Spot> = {};
for (let i = 0; i < 7; i++) {
  const target = `site:e${i}`;
  spots[target] = { target, round: true, x: 0, y: -i, width: 1, height: 1 };
}
for (const target of ["zone:stock", "zone:tray-0"])
  spots[target] = { target, round: false, x: 5, y: 5, width: 2, height: 1 };

function when(kind: Change["kind"], what: string, at: string) {
  const here = spots[`site:${at}`] ?? null;
  return timing({
    kind,
    piece: { id: "p", kind: what, at: `site:${at}`, name: { key: "x", args: {} }, glyph: "o", seat: 0 },
    was: null,
    from: here,
    to: here,
    scene: { marks: [{ kind: "last", at: ["site:e0", "site:e6"] }] },
    spot: (target) => spots[target] ?? null,
  });
}

describe("motion", () => {
  it("turns markers over one after the other, from where the ring set off", () => {
    const delays = ["e1", "e2", "e3", "e4", "e5"].map((at) => when("flip", "marker", at)?.delay ?? 0);
    expect(delays).toEqual([...delays].sort((a, b) => a - b));
    expect(new Set(delays).size).toBe(5);
  });
  it("is at rest once the last of them lies still", () => {
    const last = when("flip", "marker", "e5");
    expect(rest([spots["site:e0"] ?? null, spots["site:e6"] ?? null])).toBeCloseTo(
      (last?.delay ?? 0) + (last?.duration ?? 0),
    );
    expect(rest([])).toBe(0);
  });
  it("takes rings to their tray and markers to the stock, but leaves the ring's own marker where it is", () => {
    expect(when("go", "ring", "e3")?.away).toMatchObject({ x: 5, y: 5 });
    expect(when("go", "marker", "e3")?.away).toBeDefined();
    expect(when("come", "marker", "e0")).toBeUndefined();
  });
});
