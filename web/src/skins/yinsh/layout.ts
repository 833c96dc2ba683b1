/** Where things lie on the slab: the board as large as the screen allows, and a tray in each corner that it leaves free. */

import { belowOf, type Change, type Plan, type Spot, type Timing, type Viewport, type Zone } from "../../board/skin";

// What is drawn, in the plan's units: from the number at the left to a ring on k, from a ring on e10 to the letter E; and at
// the sides room for the frame that says whose turn it is.
const [LEFT, RIGHT, TOP, BOTTOM] = [-0.1, 10.04, 0.26, 10.62];
const MARGIN = 0.2; // that the board leaves around every plan
const INSET = 0.14;
const EDGE = 5; // pixels: on a phone the frame that says whose turn it is lies on the board's edge
export const TRAY = { width: 2.5, height: 0.8, apart: 0.8, scale: 0.8 };
const STOCK = { width: 1.9, height: 0.8 };

export const trayId = (seat: number) => `tray-${seat}`;

/**
 * The plan as large as it can be, with what room is left on all sides; the own tray below on the left. On a phone the last
 * corner belongs to the buttons that enlarge the board, and the stock lies where the maker's mark is otherwise.
 */
export function arrange(plan: Plan, about: Viewport): Plan {
  const { width, height, phone } = about;
  const free = height - (phone ? 2 * EDGE : 0);
  const unit = Math.max(1, Math.min(width / (RIGHT - LEFT), free / (BOTTOM - TOP)));
  const [wide, high] = [width / unit, height / unit];
  const dx = (wide - (RIGHT - LEFT)) / 2 - LEFT - MARGIN;
  const dy = (high - (BOTTOM - TOP)) / 2 - TOP - MARGIN;
  const move = <T extends { x: number; y: number }>(each: T): T => ({ ...each, x: each.x + dx, y: each.y + dy });
  const [left, right] = [INSET - MARGIN, wide - MARGIN - INSET];
  const [top, bottom] = [INSET - MARGIN, high - MARGIN - INSET];
  const own = belowOf(about) === 1 ? 1 : 0;
  const zone = (id: string, name: string, box: { width: number; height: number }, x: number, y: number): Zone => ({
    id,
    kind: "reserve",
    name: { key: name, args: {} },
    x,
    y,
    ...box,
  });
  return {
    ...plan,
    width: wide - 2 * MARGIN,
    height: high - 2 * MARGIN,
    sites: plan.sites?.map(move),
    labels: plan.labels?.map(move),
    zones: [
      zone(trayId(own), `seat.${own}`, TRAY, left + TRAY.width / 2, bottom - TRAY.height / 2),
      zone(trayId(1 - own), `seat.${1 - own}`, TRAY, right - TRAY.width / 2, top + TRAY.height / 2),
      phone
        ? zone("stock", "counter.stock", STOCK, left + STOCK.width / 2, top + STOCK.height / 2)
        : zone("stock", "counter.stock", STOCK, right - STOCK.width / 2, bottom - STOCK.height / 2),
    ],
  };
}

export const SOCKET = 0.36; // its radius

/** Where a ring that was taken off lies in its tray: sockets stand against the edge of the slab. */
export function socket(
  tray: { x: number; y: number },
  number: number,
  count: number,
  { frame }: { frame: { x: number; width: number } },
): { x: number; y: number } {
  const right = tray.x > frame.x + frame.width / 2;
  const first = right ? TRAY.width / 2 - TRAY.apart * (count - 0.5) : TRAY.apart / 2 - TRAY.width / 2;
  return { x: tray.x + first + number * TRAY.apart, y: tray.y };
}

const BEHIND = 70; // milliseconds that the first marker waits for the ring to come
const WAVE = 95; // from one marker to the next
const TURN = 400;
const HOMEWARDS = 40; // a unit

/**
 * A ring glides along its line; the markers under it turn over one after the other, in its wake. Markers of a row go home to
 * the stock, the nearest first; rings come from their tray and go back to it.
 */
export function timing({ kind, piece, from, to, scene, spot }: Change): Timing | undefined {
  const way = scene.marks?.find((mark) => mark.kind === "last")?.at ?? [];
  const start = way[0] ? spot(way[0]) : null;
  if (kind === "move") return from && to ? { duration: glide(far(from, to)) } : undefined;
  if (kind === "flip") return start && to ? { delay: BEHIND + WAVE * (far(start, to) - 1), duration: TURN } : undefined;
  if (piece.kind === "ring") {
    const tray = spot(`zone:${trayId(piece.seat ?? 0)}`);
    return tray ? { duration: 460, away: { x: tray.x, y: tray.y, scale: TRAY.scale } } : undefined;
  }
  if (piece.at === way[0]) return undefined; // it is left where the ring stood
  const stock = spot("zone:stock");
  const here = kind === "come" ? to : from;
  return stock && here ? { delay: HOMEWARDS * far(stock, here), duration: 420, away: heap(stock) } : undefined;
}

const far = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y);
const glide = (length: number) => 260 + 55 * length;
const heap = (stock: Spot | Zone) => ({ x: stock.x - STOCK.width / 2 + 0.4, y: stock.y, scale: 1 });

/** Milliseconds until all that the last move sets in motion is at rest: only then is it asked what to take. */
export function rest(way: readonly (Spot | null)[]): number {
  const [a, b] = [way[0], way.at(-1)];
  return a && b && a !== b ? BEHIND + WAVE * Math.max(0, far(a, b) - 2) + TURN : 0;
}
