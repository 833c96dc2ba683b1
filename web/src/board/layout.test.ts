import { describe, expect, it } from "vitest";
import type { Piece, Plan } from "../contract";
import { frameOf, placePieces, planWithin, type Spot, spotOf, stripSpots, zonesIn } from "./layout";
import { firstSpot, leastDistance, spotAt, spotForKey, spotTowards } from "./pointing";

const name = { key: "name", args: {} };
const piece = (id: string, at: string): Piece => ({ id, kind: "thing", at, name, glyph: "●" });
const row = (n: number, at: string) => Array.from({ length: n }, (_, i) => piece(`p${i}`, at));

const points: Plan = {
  layout: "points",
  width: 4,
  height: 3,
  sites: [
    { id: "a", x: 0, y: 0 },
    { id: "b", x: 1, y: 0 },
    { id: "c", x: 0.5, y: 0.9 },
  ],
  zones: [
    { id: "hand", kind: "hand", name, x: 2, y: 2, width: 3, height: 1 },
    { id: "pile", kind: "pile", name, x: 3.5, y: 0.5, width: 0.8, height: 1.2 },
    { id: "stock", kind: "reserve", name, x: 0.5, y: 2, width: 1, height: 2 },
  ],
};

describe("zonesIn", () => {
  it("has all zones where the scene has no frame, and those within it where it has one", () => {
    expect(zonesIn(points, {})).toHaveLength(3);
    expect(zonesIn(points, { frame: [0, 1, 4, 2] }).map((zone) => zone.id)).toEqual(["hand", "stock"]);
  });
});

describe("within", () => {
  it("leaves out the sites and labels beyond the scene's frame", () => {
    const lettered = {
      ...points,
      labels: [
        { text: "1", x: 0, y: -0.5 },
        { text: "2", x: 3, y: 0 },
      ],
    };
    const part = planWithin(lettered, [-0.5, -0.6, 1, 2]);
    expect(part.sites?.map((site) => site.id)).toEqual(["a", "c"]);
    expect(part.labels?.map((label) => label.text)).toEqual(["1"]);
    expect(planWithin(lettered, undefined)).toBe(lettered);
  });
});

describe("place", () => {
  it("puts a piece on its site", () => {
    expect(placePieces(points, [piece("x", "site:b")])[0]).toMatchObject({ shape: "disc", x: 1, y: 0 });
  });
  it("keeps a hand of any size inside its zone, from left to right", () => {
    for (const n of [1, 2, 7, 20]) {
      const hand = placePieces(points, row(n, "zone:hand"));
      expect(hand).toHaveLength(n);
      expect(hand.map((each) => each.piece.id)).toEqual(row(n, "").map((each) => each.id));
      for (const card of hand) {
        expect(card.x - card.width / 2).toBeGreaterThanOrEqual(0.5 - 1e-9);
        expect(card.x + card.width / 2).toBeLessThanOrEqual(3.5 + 1e-9);
      }
    }
  });
  it("shows the end of a pile, the last piece on top", () => {
    const pile = placePieces(points, row(30, "zone:pile"));
    expect(pile.length).toBeLessThan(30);
    expect(pile.at(-1)?.piece.id).toBe("p29");
  });
  it("finds room in a reserve for however many there are", () => {
    const stock = placePieces(points, row(51, "zone:stock"));
    expect(new Set(stock.map((each) => `${each.x.toFixed(4)},${each.y.toFixed(4)}`)).size).toBe(51);
    for (const each of stock) expect(Math.abs(each.x - 0.5)).toBeLessThan(0.5);
  });
  it("leaves out pieces whose place the plan does not have", () => {
    expect(placePieces(points, [piece("x", "site:zz")])).toEqual([]);
  });
});

describe("spotOf", () => {
  it("knows sites, zones and pieces, and no buttons", () => {
    const placed = placePieces(points, row(2, "zone:hand"));
    expect(spotOf(points, placed, "site:c")).toMatchObject({ round: true, x: 0.5, y: 0.9 });
    expect(spotOf(points, placed, "zone:pile")).toMatchObject({ round: false, width: 0.8 });
    expect(spotOf(points, placed, "piece:p1")?.round).toBe(false);
    expect(spotOf(points, placed, "piece:gone")).toBeNull();
    expect(spotOf(points, placed, "button:end")).toBeNull();
  });
});

describe("pointing", () => {
  const placed = placePieces(points, row(20, "zone:hand"));
  const spots = ["site:a", "site:b", "site:c", "zone:pile", "zone:hand", ...placed.map((p) => `piece:${p.piece.id}`)]
    .map((target) => spotOf(points, placed, target))
    .filter((spot) => spot !== null);
  const at = (x: number, y: number) => spotAt(spots, x, y, 0.3)?.target;

  it("means the nearest site", () => {
    expect(at(0.3, 0.2)).toBe("site:a");
    expect(at(0.45, 0.6)).toBe("site:c");
  });
  it("means the topmost of overlapping cards", () => {
    const card = placed[10];
    expect(at(card?.x ?? 0, 2)).toMatch(/^piece:p1[0-9]$/);
  });
  it("means the zone where no card lies", () => {
    expect(at(3.5, 0.6)).toBe("zone:pile");
  });
  it("means nothing far from everything", () => {
    expect(at(2.3, 0.7)).toBeUndefined();
  });
  it("moves by geometry and stops at the edge", () => {
    const sites = spots.slice(0, 3);
    const [a, b, c] = sites as [(typeof sites)[0], (typeof sites)[0], (typeof sites)[0]];
    expect(spotTowards(sites, a, "ArrowRight")).toBe(b);
    expect(spotTowards(sites, a, "ArrowDown")).toBe(c);
    expect(spotTowards(sites, c, "ArrowUp")).not.toBeNull();
    expect(spotTowards(sites, a, "ArrowLeft")).toBeNull();
    expect(firstSpot(sites)).toBe(a);
  });
  it("measures how close spots stand", () => {
    expect(leastDistance(spots.slice(0, 3))).toBeCloseTo(1, 1);
  });
});

describe("frameOf", () => {
  it("is the whole plan, or the part that is in use", () => {
    expect(frameOf(points, {}).width).toBeCloseTo(4.4);
    expect(frameOf(points, { frame: [1, 1, 2, 1] }).x).toBeCloseTo(0.8);
  });
  it("is no wider than the zones where there is nothing else", () => {
    expect(frameOf({ ...points, layout: "free", width: 90 }, {}).width).toBeCloseTo(3.9 + 0.4);
  });
});

describe("led", () => {
  const spot = (target: string, x: number, y: number) => ({ target, x, y, width: 1, height: 1, round: true });
  const [a, b, c] = [spot("a", 0, 0), spot("b", 2, 0.2), spot("c", 0.3, 5)];
  const all = [c, b, a];
  it("goes through all spots in the order of reading, and stays at its ends", () => {
    expect(spotForKey(all, null, false, "PageDown")).toBe(a);
    expect(spotForKey(all, a, true, "PageDown")).toBe(b);
    expect(spotForKey(all, b, true, "PageDown")).toBe(c);
    expect(spotForKey(all, c, true, "PageDown")).toBe(c);
    expect(spotForKey(all, c, true, "PageUp")).toBe(b);
    expect([spotForKey(all, b, true, "Home"), spotForKey(all, b, true, "End")]).toEqual([a, c]);
  });
  it("goes on from where the cursor was, when that spot is gone", () => {
    const was = spot("gone", 0.1, 2);
    expect(spotForKey(all, was, false, "ArrowDown")).toBe(c);
    expect(spotForKey(all, was, false, "ArrowUp")).toBe(a);
    expect(spotForKey(all, spot("gone", 0, 9), false, "ArrowDown")).toBe(c);
  });
  it("stays where an arrow finds nothing, and leaves other keys alone", () => {
    expect(spotForKey(all, a, true, "ArrowUp")).toBe(a);
    expect(spotForKey(all, a, true, "x")).toBeUndefined();
    expect(spotForKey([], null, false, "ArrowUp")).toBeNull();
  });
});

describe("a strip", () => {
  const column = (strip: string, x: number) => [0, 1, 2].map((y) => ({ id: `${strip}${y}`, x, y, strip }));
  const plan: Plan = { layout: "grid", width: 2, height: 3, sites: [...column("a", 0), ...column("b", 1)] };
  const spot = (target: string): Spot => ({ target, round: true, x: 0, y: 0, width: 1, height: 1 });
  const meant = (...targets: string[]) =>
    stripSpots(plan, targets.map(spot)).map(({ x, y, target }) => `${x},${y} ${target}`);
  it("means the place of it that can be touched", () => {
    expect(meant("site:a1", "site:b0")).toEqual([
      ...["0,0 site:a1", "0,1 site:a1", "0,2 site:a1"],
      ...["1,0 site:b0", "1,1 site:b0", "1,2 site:b0"],
    ]);
  });
  it("means nothing where none can be, or several", () => {
    expect(meant("site:a1", "site:a2")).toEqual([]);
  });
});
