import { describe, expect, it } from "vitest";
import type { Plan } from "../../board/skin";
import { arrange, lay, slotAt, slotUnder } from "./layout";

const LETTERS = "abcdefghijklmnopqrstuvwxy";

function planOf(n: number, seats: number): Plan {
  const sites = Array.from({ length: n * n }, (_, i) => ({
    id: `${LETTERS[i % n]}${Math.floor(i / n) + 1}`,
    x: 0.9 + (i % n) + 0.5,
    y: 0.2 + n - Math.floor(i / n) - 0.5,
  }));
  const zones = Array.from({ length: seats }, (_, seat) => ({
    id: `hand-${seat}`,
    kind: "hand" as const,
    name: { key: "zone.hand", args: {} },
    x: 0,
    y: n + 2,
    width: 4,
    height: 1.8,
    seat,
  }));
  return { layout: "grid", width: n + 1, height: n + 6, sites, zones, labels: [{ text: "a", x: 1, y: n }] };
}

const DESK = { seat: 0, width: 628, height: 571, phone: false };
const PHONE = { seat: 0, width: 382, height: 448, phone: true };
const scaleOf = (plan: Plan, about: { width: number; height: number }) =>
  Math.min(about.width / (plan.width + 0.4), about.height / (plan.height + 0.4));

describe.each([9, 15, 25])("a board of %i tiles", (n) => {
  it.each([
    ["desk", DESK],
    ["phone", PHONE],
  ])("and the own rack fill a %s without lying on each other", (_, about) => {
    const plan = arrange(planOf(n, 3), about);
    const [rack, ...others] = plan.zones ?? [];
    if (!rack) throw new Error("no rack");
    expect(others).toEqual([]);
    const sites = plan.sites ?? [];
    const right = Math.max(...sites.map((site) => site.x)) + 0.5;
    const bottom = Math.max(...sites.map((site) => site.y)) + 0.5;
    expect(rack.x - rack.width / 2 >= right || rack.y - rack.height / 2 >= bottom).toBe(true);
    expect(rack.x + rack.width / 2).toBeLessThanOrEqual(plan.width + 1e-6);
    expect(rack.y + rack.height / 2).toBeLessThanOrEqual(plan.height + 1e-6);
    expect(scaleOf(plan, about) * n).toBeGreaterThan(0.84 * Math.min(about.width, about.height));
  });
});

const SHORT = { seat: 0, width: 378, height: 348, phone: true }; // a phone, with a coach over the board

describe("the rack", () => {
  it("beside the board of a phone leaves the lower right corner to the board's own button", () => {
    const plan = arrange(planOf(15, 2), SHORT);
    const [rack] = plan.zones ?? [];
    if (!rack) throw new Error("no rack");
    expect(rack.height).toBeGreaterThan(rack.width);
    expect((plan.height - rack.y - rack.height / 2) * scaleOf(plan, SHORT)).toBeGreaterThanOrEqual(48);
  });

  it("has tokens for a finger, on a phone too", () => {
    for (const about of [DESK, PHONE]) {
      const plan = arrange(planOf(15, 2), about);
      const rack = plan.zones?.[0];
      if (!rack) throw new Error("no rack");
      expect(slotAt(rack, 0, 6).size * scaleOf(plan, about)).toBeGreaterThanOrEqual(44);
    }
  });
  it("lays tokens by their slots, and finds the slot under a point again", () => {
    const rack = arrange(planOf(15, 2), PHONE).zones?.[0];
    if (!rack) throw new Error("no rack");
    const token = { id: "t", kind: "Rm", at: "zone:hand-0", name: { key: "", args: {} }, glyph: "Rm", slot: 4 };
    const [placed] = lay(rack, [token]);
    expect(slotUnder(rack, 6, placed?.x ?? 0, placed?.y ?? 0)).toBe(4);
    expect(slotUnder(rack, 6, rack.x, rack.y - rack.height * 2)).toBeNull();
  });
});

it("shows the hands of all where nobody's is meant", () => {
  const plan = arrange(planOf(15, 4), { ...DESK, seat: null });
  expect(plan.zones?.map((zone) => zone.id)).toEqual(["hand-0", "hand-1", "hand-2", "hand-3"]);
});
