/** Where everything lies, in the plan's units: pure geometry, no drawing. */

import type { Piece, Plan, Scene, Site, Zone } from "../contract";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A piece with its place. x, y is its centre. */
export interface Placed {
  piece: Piece;
  shape: "disc" | "card";
  held: boolean; // in a hand, where only a card's left edge may be seen
  x: number;
  y: number;
  width: number;
  height: number;
  angle: number;
}

/** Something that can be pointed at: a circle or a box around x, y. */
export interface Spot {
  target: string;
  round: boolean;
  angle?: number; // by which a box is turned, in degrees
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Whose view it is, from which side, and how large the board is drawn. */
export interface Viewport {
  seat: number | null;
  below?: number | null; // whose side of the board is below; undefined: the viewer's
  width: number; // of the board, in pixels
  height: number;
  phone: boolean;
}

/** What a skin says about where pieces lie. */
export interface ZoneLayout {
  /** How large a piece is on a site, in units. */
  size?: number;
  /** Where the pieces in a zone lie; undefined: as usual. */
  lay?: (zone: Zone, pieces: readonly Piece[], viewport: Viewport) => Placed[] | undefined;
}

const DISC = { grid: 0.82, hex: 0.76, points: 0.7, free: 0.7 };
const CARD_RATIO = 0.7;
const SHOWN_IN_PILE = 6;
const MARGIN = 0.2;
const NAME = 0.2; // a zone's name stands above it

/** The part of the plan to be shown: what the scene says, else all of it; of zones alone, no more than they cover. */
export function frameOf(plan: Plan, scene: Scene): Box {
  const [x, y, width, height] =
    scene.frame ?? (plan.layout === "free" ? covered(plan) : [0, 0, plan.width, plan.height]);
  return { x: x - MARGIN, y: y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN };
}

/** The plan without the sites and labels that the scene's frame leaves out: they would show where there is room beside it. */
export function planWithin(plan: Plan, frame: readonly number[] | null | undefined): Plan {
  if (!frame) return plan;
  const [x = 0, y = 0, width = 0, height = 0] = frame;
  const inside = (each: { x: number; y: number }) =>
    each.x >= x && each.x <= x + width && each.y >= y && each.y <= y + height;
  return { ...plan, sites: plan.sites?.filter(inside), labels: plan.labels?.filter(inside) };
}

function covered(plan: Plan): [number, number, number, number] {
  const zones = plan.zones ?? [];
  if (zones.length === 0) return [0, 0, plan.width, plan.height];
  const left = Math.min(...zones.map((zone) => zone.x - zone.width / 2));
  const right = Math.max(...zones.map((zone) => zone.x + zone.width / 2));
  const top = Math.min(...zones.map((zone) => zone.y - zone.height / 2)) - NAME;
  const bottom = Math.max(...zones.map((zone) => zone.y + zone.height / 2));
  return [left, top, right - left, bottom - top];
}

/** The zones of the part that is shown: what is not in use now is not drawn, even where there is room for it. */
export function zonesIn(plan: Plan, scene: Scene): Zone[] {
  const zones = plan.zones ?? [];
  if (!scene.frame) return zones;
  const [x, y, width, height] = scene.frame;
  return zones.filter((zone) => zone.x >= x && zone.x <= x + width && zone.y >= y && zone.y <= y + height);
}

/** All pieces with their places, in the order in which they are drawn; a skin may lay out a zone its own way. */
export function placePieces(
  plan: Plan,
  pieces: readonly Piece[],
  skin: ZoneLayout = {},
  viewport: Viewport = NO_VIEWPORT,
): Placed[] {
  const at = new Map<string, Piece[]>();
  for (const piece of pieces) {
    const there = at.get(piece.at);
    if (there) there.push(piece);
    else at.set(piece.at, [piece]);
  }
  const size = skin.size ?? DISC[plan.layout];
  const placed: Placed[] = [];
  for (const site of plan.sites ?? []) placed.push(...onSite(site, at.get(`site:${site.id}`) ?? [], size));
  for (const zone of plan.zones ?? []) {
    const lying = at.get(`zone:${zone.id}`) ?? [];
    placed.push(...(skin.lay?.(zone, lying, viewport) ?? inZone(zone, lying)));
  }
  return placed;
}

const NO_VIEWPORT: Viewport = { seat: null, width: 0, height: 0, phone: false };

function onSite(site: Site, pieces: Piece[], size: number): Placed[] {
  return pieces.map((piece, i) => ({
    piece,
    shape: "disc",
    held: false,
    x: site.x,
    y: site.y - i * 0.1,
    width: size,
    height: size,
    angle: piece.turn ?? 0,
  }));
}

function inZone(zone: Zone, pieces: Piece[]): Placed[] {
  if (zone.kind === "reserve") return inReserve(zone, pieces);
  return zone.kind === "hand" ? inHand(zone, pieces) : inPile(zone, pieces);
}

function cardOf(zone: Zone, share: number): { width: number; height: number } {
  const height = Math.min(zone.height * share, (zone.width * share) / CARD_RATIO);
  return { width: height * CARD_RATIO, height };
}

/** A row of cards, held like a fan; they overlap where they are too many for the width. */
function inHand(zone: Zone, pieces: Piece[]): Placed[] {
  const { width, height } = cardOf(zone, 0.86);
  const n = pieces.length;
  const room = zone.width * 0.97 - width;
  const step = n > 1 ? Math.min(width * 1.06, room / (n - 1)) : 0;
  const lean = Math.min(2.5, 12 / Math.max(n, 1));
  return pieces.map((piece, i) => {
    const off = i - (n - 1) / 2;
    const drop = ((off * off) / Math.max(n * n, 1)) * height * 0.14;
    const [x, y] = [zone.x + off * step, zone.y + drop];
    return { piece, shape: "card", held: true, x, y, width, height, angle: off * lean };
  });
}

/** The last cards of a pile, the top one whole and of the others an edge. */
function inPile(zone: Zone, pieces: Piece[]): Placed[] {
  const { width, height } = cardOf(zone, 0.8);
  const shown = pieces.slice(-SHOWN_IN_PILE);
  const edge = Math.min(height * 0.07, (zone.height - height) / (2 * SHOWN_IN_PILE));
  return shown.map((piece, i) => {
    const under = shown.length - 1 - i;
    const y = zone.y + zone.height * 0.03 - under * edge;
    const less = 1 - under * 0.02;
    return { piece, shape: "card", held: false, x: zone.x, y, width: width * less, height: height * less, angle: 0 };
  });
}

/** Discs in rows, as large as the zone allows. What lies face down is a stack of cards. */
function inReserve(zone: Zone, pieces: Piece[]): Placed[] {
  const n = pieces.length;
  if (n === 0) return [];
  if (pieces.every((piece) => piece.face === "down")) return inPile(zone, pieces);
  let size = Math.min(0.84, zone.width, zone.height);
  while (Math.floor(zone.width / size) * Math.floor(zone.height / size) < n) size *= 0.95;
  const columns = Math.min(n, Math.floor(zone.width / size));
  const rows = Math.ceil(n / columns);
  return pieces.map((piece, i) => ({
    piece,
    shape: "disc",
    held: false,
    x: zone.x + ((i % columns) - (columns - 1) / 2) * size,
    y: zone.y + (Math.floor(i / columns) - (rows - 1) / 2) * size,
    width: size * 0.88,
    height: size * 0.88,
    angle: piece.turn ?? 0,
  }));
}

/** Where a target is, or nothing if it is not on the board (a button, a piece that is covered). */
export function spotOf(plan: Plan, placed: readonly Placed[], target: string): Spot | null {
  const [kind, id] = [target.slice(0, target.indexOf(":")), target.slice(target.indexOf(":") + 1)];
  if (kind === "site") {
    const site = plan.sites?.find((each) => each.id === id);
    return site ? { target, round: true, x: site.x, y: site.y, width: 0.96, height: 0.96 } : null;
  }
  if (kind === "zone") {
    const zone = plan.zones?.find((each) => each.id === id);
    return zone ? { target, round: false, x: zone.x, y: zone.y, width: zone.width, height: zone.height } : null;
  }
  const found = placed.find((each) => each.piece.id === id);
  if (kind !== "piece" || found === undefined) return null;
  const { x, y, width, height, angle } = found;
  if (found.shape === "disc") return { target, round: true, x, y, width, height };
  return { target, round: false, x, y, width, height, angle };
}

/** Places of a strip that mean the one of it that can be touched, where there is just one. */
export function stripSpots(plan: Plan, spots: readonly Spot[]): Spot[] {
  const sites = plan.sites ?? [];
  if (!sites.some((site) => site.strip)) return [];
  const lit = sites.filter((site) => site.strip && spots.some((spot) => spot.target === `site:${site.id}`));
  return sites.flatMap((site) => {
    const [meant, ...more] = lit.filter((each) => each.strip === site.strip);
    if (!meant || more.length > 0) return [];
    return [{ target: `site:${meant.id}`, round: false, x: site.x, y: site.y, width: 1, height: 1 }];
  });
}
