import { describe, expect, it } from "vitest";
import type { Piece, Plan, Scene, Viewport } from "../../board/skin";
import { arrange, frame, HEIGHT, lay, WIDTH } from "./layout";

const SQUARES = [..."abcdefghi"].flatMap((column) => [..."12345678"].map((row) => column + row));
const zone = (id: string, seat: number) => ({
  id,
  kind: "reserve" as const,
  name: { key: `zone.${id}`, args: {} },
  x: 5,
  y: 5,
  width: 9,
  height: 1.8,
  seat,
});
const PLAN: Plan = {
  layout: "grid",
  width: 9.7,
  height: 15.3,
  sites: SQUARES.map((id) => ({ id, x: 0, y: 0 })),
  zones: [zone("reserve-0", 0), zone("reserve-1", 1), zone("lost-0", 0), zone("lost-1", 1)],
};
const DESK: Omit<Viewport, "seat"> = { width: 630, height: 580, phone: false };
const PHONE: Omit<Viewport, "seat"> = { width: 382, height: 440, phone: true };
const DEPLOYING: Scene = { counters: [{ id: "to-place", name: { key: "", args: {} }, value: 21 }] };

const site = (plan: Plan, id: string) => plan.sites?.find((each) => each.id === id) ?? { x: 0, y: 0 };

describe("the sea", () => {
  it("has the viewer's own rows below, and the first column on White's left", () => {
    const white = arrange(PLAN, { ...DESK, seat: 0 });
    const black = arrange(PLAN, { ...DESK, seat: 1 });
    expect(site(white, "a1").y).toBeGreaterThan(site(white, "a8").y);
    expect(site(black, "a8").y).toBeGreaterThan(site(black, "a1").y);
    expect(site(white, "a1").x).toBe(site(black, "i8").x);
    expect(arrange(PLAN, { ...DESK, seat: null }).sites).toEqual(white.sites);
  });

  it("is turned without anybody's knowing more by it", () => {
    const turned = arrange(PLAN, { ...DESK, seat: 0, below: 1 });
    expect(turned.sites).toEqual(arrange(PLAN, { ...DESK, seat: 1 }).sites);
    expect(turned.zones).toEqual(arrange(PLAN, { ...DESK, seat: 0 }).zones);
  });

  it.each([0, 1])("while seat %d deploys its rows and its tray are within the frame, and no other zone", (seat) => {
    for (const about of [DESK, PHONE].map((each) => ({ ...each, seat }))) {
      const plan = arrange(PLAN, about);
      const [x, y, width, height] = frame(DEPLOYING, about);
      const inside = (each: { x: number; y: number }) =>
        each.x > x && each.x < x + width && each.y > y && each.y < y + height;
      const own = SQUARES.filter((id) => (seat === 0 ? Number(id[1]) <= 3 : Number(id[1]) >= 6));
      expect(own.every((id) => inside(site(plan, id)))).toBe(true);
      expect(plan.zones?.filter(inside).map((each) => each.id)).toEqual([`reserve-${seat}`]);
    }
  });

  it("in play all of the sea is shown and no zone", () => {
    const about = { ...PHONE, seat: 0 };
    const [x, y, width, height] = frame({}, about);
    expect((x + width).toFixed(2)).toBe((WIDTH - 0.2).toFixed(2));
    expect(y + height).toBeGreaterThan(HEIGHT - 0.2); // with room for the frame that says whose turn it is
    expect(arrange(PLAN, about).zones?.some((each) => each.x > x && each.y > y && each.y < y + height)).toBe(false);
  });

  it("the tray has a cell for each class, none on another, and lost ships have gone down", () => {
    for (const about of [DESK, PHONE].map((each) => ({ ...each, seat: 0 }))) {
      const plan = arrange(PLAN, about);
      const tray = plan.zones?.[0];
      const lost = plan.zones?.[2];
      if (!tray || !lost) throw new Error("zones");
      const pieces: Piece[] = [..."SFRTNEAWVZBKQLC"].map((letter) => ({
        id: `reserve-0-${letter}`,
        kind: `ship-${letter}`,
        at: "zone:reserve-0",
        glyph: letter,
        name: { key: "", args: {} },
      }));
      const placed = lay(tray, pieces);
      expect(placed.length).toBe(15);
      for (const [i, a] of placed.entries()) {
        expect(Math.abs(a.x - tray.x) + a.width / 2).toBeLessThanOrEqual(tray.width / 2);
        expect(Math.abs(a.y - tray.y) + a.height / 2).toBeLessThanOrEqual(tray.height / 2);
        for (const b of placed.slice(i + 1))
          expect(Math.abs(a.x - b.x) >= a.width || Math.abs(a.y - b.y) >= a.height).toBe(true);
      }
      expect(lay(lost, pieces)).toEqual([]);
    }
  });
});
