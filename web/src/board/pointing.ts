/** Which spot is meant by a finger, or by a key. */

import type { Placed, Spot } from "./layout";

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
  const cards = spots.filter(isCard);
  const round = spots.filter((spot) => spot.round);
  const zones = spots.filter((spot) => !spot.round && !cards.includes(spot));
  return (
    cards.findLast((spot) => gap(spot, x, y) === 0) ??
    nearest(round, (spot) => Math.hypot(spot.x - x, spot.y - y) / Math.max(spot.width / 2, reach)) ??
    zones.findLast((spot) => gap(spot, x, y) === 0) ??
    nearest(cards, (spot) => gap(spot, x, y) / reach)
  );
}

/**
 * The spot that somebody means who sees the pieces: a card that lies on top hides what is under it, whether it can be
 * touched or not. `others` are meant only where they are touched themselves, and nothing that is lit is.
 */
export function spotMeant(
  { spots, others, placed }: { spots: readonly Spot[]; others: readonly Spot[]; placed: readonly Placed[] },
  x: number,
  y: number,
  reach: number,
): Spot | null {
  const card = cardSeenAt(placed, x, y);
  if (card) {
    const target = `piece:${card.piece.id}`;
    const itself = [...spots, ...others].find((spot) => spot.target === target);
    return (
      itself ??
      spotAt(
        spots.filter((spot) => !isCard(spot)),
        x,
        y,
        0,
      )
    );
  }
  return spotAt(spots, x, y, 0) ?? spotAt(others, x, y, 0) ?? spotAt(spots, x, y, reach);
}

const isCard = (spot: Spot): boolean => spot.target.startsWith("piece:") && !spot.round;

/** How far a point is from a box, as it lies there: cards of a fan are turned. */
function gap(spot: Spot, x: number, y: number): number {
  const turn = (-(spot.angle ?? 0) * Math.PI) / 180;
  const [right, down] = [x - spot.x, y - spot.y];
  const across = Math.abs(right * Math.cos(turn) - down * Math.sin(turn));
  const along = Math.abs(right * Math.sin(turn) + down * Math.cos(turn));
  return Math.hypot(Math.max(0, across - spot.width / 2), Math.max(0, along - spot.height / 2));
}

/** The card that is seen at a point, whether it can be touched or not. */
function cardSeenAt(placed: readonly Placed[], x: number, y: number): Placed | null {
  const lies = ({ piece, ...box }: Placed) => gap({ ...box, target: piece.id, round: false }, x, y) === 0;
  return placed.findLast((each) => each.shape === "card" && lies(each)) ?? null;
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
