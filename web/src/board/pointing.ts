/** Which spot is meant by a finger, or by a key. */

import type { Spot } from "./layout";

export type Arrow = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

const DIRECTION: Record<Arrow, readonly [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

function isArrow(key: string): key is Arrow {
  return key in DIRECTION;
}

/**
 * The spot under a point. Cards first, the topmost of them; then the nearest round spot, whose reach is never less than
 * `reach`; then a card that is missed by less than `reach`; then the zone that lies around.
 */
export function spotAt(spots: readonly Spot[], x: number, y: number, reach: number): Spot | null {
  const cards = spots.filter((spot) => spot.target.startsWith("piece:") && !spot.round);
  const onCard = cards.findLast((spot) => gap(spot, x, y) === 0);
  if (onCard) return onCard;
  const round = nearest(
    spots.filter((spot) => spot.round),
    (spot) => Math.hypot(spot.x - x, spot.y - y) / Math.max(spot.width / 2, reach),
  );
  if (round) return round;
  const zone = spots.findLast((spot) => !spot.round && !cards.includes(spot) && gap(spot, x, y) === 0);
  return zone ?? nearest(cards, (spot) => gap(spot, x, y) / reach);
}

function gap(spot: Spot, x: number, y: number): number {
  const dx = Math.max(0, Math.abs(spot.x - x) - spot.width / 2);
  const dy = Math.max(0, Math.abs(spot.y - y) - spot.height / 2);
  return Math.hypot(dx, dy);
}

/** The spot of the least measure, if that is at most 1. */
function nearest(spots: readonly Spot[], measure: (spot: Spot) => number): Spot | null {
  let best: Spot | null = null;
  let least = 1;
  for (const spot of spots) {
    const at = measure(spot);
    if (at <= least) [best, least] = [spot, at];
  }
  return best;
}

/** The next spot in the direction of an arrow: near, and not far off to the side. None: the cursor stays. */
export function spotTowards(spots: readonly Spot[], from: Spot, arrow: Arrow): Spot | null {
  const [dx, dy] = DIRECTION[arrow];
  let best: Spot | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const spot of spots) {
    const along = (spot.x - from.x) * dx + (spot.y - from.y) * dy;
    const aside = Math.abs((spot.x - from.x) * dy) + Math.abs((spot.y - from.y) * dx);
    if (along <= 0.01) continue;
    const cost = along + 2.5 * aside;
    if (cost < least) [best, least] = [spot, cost];
  }
  return best;
}

/** Where the cursor begins: the uppermost spot, of those the leftmost. */
export function firstSpot(spots: readonly Spot[]): Spot | null {
  return inOrder(spots)[0] ?? null;
}

function inOrder(spots: readonly Spot[]): Spot[] {
  return [...spots].sort((a, b) => a.y - b.y || a.x - b.x);
}

/** Where a key moves the cursor, from where it is or last was: arrows by geometry, the others in reading order, so that
 * every spot is reached on any board. Undefined: the key does not move the cursor. */
export function spotForKey(
  spots: readonly Spot[],
  from: Spot | null,
  here: boolean,
  key: string,
): Spot | null | undefined {
  const read = inOrder(spots);
  if (key === "Home") return read[0] ?? null;
  if (key === "End") return read.at(-1) ?? null;
  const paged = { PageDown: 1, PageUp: -1 }[key];
  if (!isArrow(key) && paged === undefined) return undefined;
  if (from === null) return read[0] ?? null;
  if (!here && paged !== undefined) return closestTo(spots, from);
  if (isArrow(key)) return spotTowards(spots, from, key) ?? (here ? from : closestTo(spots, from));
  const at = read.findIndex((spot) => spot.target === from.target);
  return read[Math.min(read.length - 1, Math.max(0, at + (paged ?? 0)))] ?? null;
}

export function closestTo(spots: readonly Spot[], from: { x: number; y: number }): Spot | null {
  const far = (spot: Spot) => Math.hypot(spot.x - from.x, spot.y - from.y);
  return [...spots].sort((a, b) => far(a) - far(b))[0] ?? null;
}

/** The least distance between two round spots, in units: below a finger's breadth a touch has to be confirmed. */
export function leastDistance(spots: readonly Spot[]): number {
  let least = Number.POSITIVE_INFINITY;
  const round = spots.filter((spot) => spot.round);
  for (const [i, a] of round.entries())
    for (const b of round.slice(i + 1)) least = Math.min(least, Math.hypot(a.x - b.x, a.y - b.y));
  return least;
}
