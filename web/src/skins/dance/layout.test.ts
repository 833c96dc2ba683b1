import { describe, expect, it } from "vitest";
import { frameOf } from "../../board/layout";
import type { Piece, Plan, Zone } from "../../board/skin";
import { arrange, chipRows, laneOf, lay, othersOf, UNIT } from "./layout";

const zone = (id: string, kind: Zone["kind"], key: string, seat?: number): Zone => ({
  id,
  kind,
  name: { key, args: {} },
  x: 1,
  y: 1,
  width: 1,
  height: 1,
  ...(seat === undefined ? {} : { seat }),
});
const planFor = (seats: number): Plan => ({
  layout: "free",
  width: 12,
  height: 8,
  zones: [
    ...[1, 2, 3, 4].map((n) => zone(`pile-${n}`, "pile", n < 3 ? "zone.rising" : "zone.falling")),
    zone("deck", "reserve", "zone.deck"),
    ...Array.from({ length: seats }, (_, seat) => zone(`hand-${seat}`, "hand", "zone.hand", seat)),
  ],
});
const card = (number: number, at: string, face: "up" | "down" = "up"): Piece => ({
  id: `card-${number}`,
  kind: "card",
  at: `zone:${at}`,
  name: { key: "piece.card", args: {} },
  glyph: String(number),
  face,
});
const DESK = { seat: 0, width: 622, height: 577, phone: false };
const PHONE = { seat: 0, width: 382, height: 470, phone: true };
const SIZES = [
  DESK,
  PHONE,
  { ...DESK, width: 1260, height: 860 },
  { ...PHONE, width: 360, height: 380 },
  { ...DESK, seat: null },
];

describe("arrange", () => {
  it("fills the board exactly, at every size and for every number of seats", () => {
    for (const about of SIZES)
      for (const seats of [1, 2, 3, 5]) {
        const frame = frameOf(arrange(planFor(seats), about), {});
        expect(frame.width / frame.height).toBeCloseTo(about.width / about.height, 6);
        expect(Math.abs(frame.x) + Math.abs(frame.y)).toBeLessThan(1e-9);
      }
  });
  it("makes a unit more than a finger wide, unless the board is very small", () => {
    const plan = arrange(planFor(3), PHONE);
    expect(PHONE.width / plan.width).toBeCloseTo(UNIT);
  });
  it("puts the others in the order of play, and a spectator sees all", () => {
    const { zones = [] } = planFor(4);
    expect(othersOf(zones, 2).map((each) => each.seat)).toEqual([3, 0, 1]);
    expect(othersOf(zones, null)).toHaveLength(4);
  });
});

describe("a lane", () => {
  it("has room for card, tip and chips between its ends", () => {
    for (const about of SIZES)
      for (const pile of (arrange(planFor(3), about).zones ?? []).slice(0, 4)) {
        const lane = laneOf(pile, about.phone);
        expect(lane.chips.bottom - lane.chips.top).toBeGreaterThan(24);
        expect(lane.at - lane.card.height / 2).toBeGreaterThanOrEqual(lane.top);
        expect(lane.at + lane.card.height / 2).toBeLessThanOrEqual(lane.bottom);
      }
  });
  it("shows the top card whole, the last ones as edges, and always where it began", () => {
    const plan = arrange(planFor(2), DESK);
    const pile = plan.zones?.[0] as Zone;
    const start = { ...card(1, "pile-1"), id: "start-1", kind: "start" };
    const cards = [5, 9, 14, 20, 33, 40].map((number) => card(number, "pile-1"));
    const ids = lay(pile, [start, ...cards], DESK).map((each) => each.piece.id);
    expect(ids[0]).toBe("start-1");
    expect(ids.at(-1)).toBe("card-40");
    expect(ids.length).toBeLessThan(6);
  });
  it("counts the chips that find no room", () => {
    const lane = laneOf(arrange(planFor(3), PHONE).zones?.[0] as Zone, true);
    const few = chipRows(6, lane, { width: 32, height: 22 });
    expect([few.spots.length, few.more]).toEqual([6, 0]);
    const many = chipRows(40, lane, { width: 32, height: 22 });
    expect(many.shown + many.more).toBe(40);
    expect(many.spots.length).toBe(many.shown + 1);
  });
});

describe("a hand", () => {
  it("keeps an edge of every card in sight on a phone, twelve cards included", () => {
    const hand = arrange(planFor(3), PHONE).zones?.at(-3) as Zone;
    const cards = Array.from({ length: 12 }, (_, i) => card(i + 2, "hand-0"));
    const places = lay(hand, cards, PHONE).map((each) => each.x * UNIT);
    for (const [i, x] of places.slice(1).entries()) expect(x - (places[i] ?? 0)).toBeGreaterThan(23);
    expect(places).toHaveLength(12);
  });
  it("of others is not drawn on a phone, where their seats stand above the board", () => {
    const hand = arrange(planFor(3), PHONE).zones?.at(-1) as Zone;
    expect(lay(hand, [card(7, "hand-2", "down")], PHONE)).toEqual([]);
  });
});
