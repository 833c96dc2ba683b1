/** Where things lie: lanes between a head with the deck and a band with the own hand. Pure; lengths in pixels inside. */

import type { Piece, Placed, Plan, Viewport, Zone } from "../../board/skin";

export const UNIT = 45; // pixels in a unit of the plan: more than a finger, so that the board offers no zoom
const EDGE = 9; // what the board leaves around the zones, 0.2 units
const ABOVE = 18; // and over the uppermost, for names that are not drawn here
const LEAST = { width: 350, height: 430 }; // on less than this all of it is drawn smaller
const WIDE = { width: 760, height: 640 }; // and on more than this larger
const GAP = { desk: 12, phone: 6 };
const CARD = 1.28; // a pile's card, height to width
const HELD = 1.36; // a hand's

const isRising = (zone: Zone): boolean => zone.name.key === "zone.rising";

/** The seats whose hands lie in the head: in the order of play, beginning after the viewer's. */
export function othersOf(zones: readonly Zone[], seat: number | null): Zone[] {
  const hands = zones.filter((zone) => zone.kind === "hand");
  const own = hands.findIndex((zone) => zone.seat === seat && seat !== null);
  return own < 0 ? hands : [...hands.slice(own + 1), ...hands.slice(0, own)];
}

/** What the board's pixels are multiplied with to be those of this layout. */
function scaleOf(width: number, height: number): number {
  const large = Math.min(width / WIDE.width, height / WIDE.height);
  return large > 1 ? 1 / large : Math.max(1, LEAST.width / width, LEAST.height / height);
}

function headOf(phone: boolean, others: number): number {
  if (phone) return 46;
  return others > 0 ? 76 : 62;
}

export function arrange(plan: Plan, { seat, width, height, phone }: Viewport): Plan {
  const zones = plan.zones ?? [];
  const small = scaleOf(Math.max(1, width), Math.max(1, height));
  const [w, h] = [Math.max(1, width) * small, Math.max(1, height) * small];
  const others = othersOf(zones, seat);
  const head = headOf(phone, others.length);
  const own = zones.some((zone) => zone.kind === "hand" && zone.seat === seat && seat !== null);
  const band = own ? Math.round(clamp(h * 0.245, 112, 230)) : 0;
  const gap = phone ? GAP.phone : GAP.desk;
  const piles = zones.filter((zone) => zone.kind === "pile");
  const lane = (w - 2 * EDGE - gap * (piles.length - 1)) / piles.length;
  const column = (w - 2 * EDGE) / (others.length + 1);
  const deckAt = Math.ceil(others.length / 2);

  const box = (zone: Zone, left: number, top: number, wide: number, high: number): Zone => ({
    ...zone,
    x: (left + wide / 2) / UNIT,
    y: (top + high / 2) / UNIT,
    width: wide / UNIT,
    height: high / UNIT,
  });
  const placed = zones.map((zone) => {
    if (zone.kind === "pile")
      return box(zone, EDGE + piles.indexOf(zone) * (lane + gap), head, lane, h - EDGE - band - head);
    if (zone.kind === "reserve")
      return phone
        ? box(zone, w - EDGE - 124, ABOVE, 124, head - ABOVE)
        : box(zone, EDGE + deckAt * column, ABOVE, column, head - ABOVE);
    const i = others.indexOf(zone);
    if (i < 0) return box(zone, EDGE, h - EDGE - band, w - 2 * EDGE, band);
    if (phone) return box(zone, w - EDGE - 124, ABOVE, 124, head - ABOVE); // they are not drawn: seats stand above
    return box(zone, EDGE + (i < deckAt ? i : i + 1) * column, ABOVE, column, head - ABOVE);
  });
  return { ...plan, width: w / UNIT, height: h / UNIT, zones: placed };
}

/** A pile's lane, around the centre of its zone. Below the panel is a foot for signals. */
export interface Lane {
  rising: boolean;
  width: number;
  top: number; // of the panel
  bottom: number;
  point: number; // how high its arrow's end is
  tip: number; // what the arrow and its words take up at that end
  card: { width: number; height: number };
  at: number; // centre of the top card
  peek: number; // how much of a card below shows
  depth: number; // how many show below
  chips: { top: number; bottom: number };
}

export function laneOf(zone: Zone, phone: boolean): Lane {
  const [width, height] = [zone.width * UNIT, zone.height * UNIT];
  const rising = isRising(zone);
  const [top, bottom] = [-height / 2, height / 2 - footOf(phone)];
  const long = bottom - top;
  const wide = Math.round(Math.min(width * (phone ? 0.74 : 0.66), long * (long < 250 && !phone ? 0.26 : 0.3), 170));
  const card = { width: wide, height: Math.round(wide * CARD) };
  const peek = phone ? 12 : 13;
  const depth = phone ? 2 : long > 300 ? 4 : 3;
  const tip = phone ? 46 : 48;
  const inset = (phone ? 6 : 8) + depth * peek + card.height / 2;
  const at = rising ? bottom - inset : top + inset;
  const edge = card.height / 2 + (phone ? 12 : 15); // a tag stands on the card's edge
  const chips = rising ? { top: top + tip, bottom: at - edge } : { top: at + edge, bottom: bottom - tip };
  return { rising, width, top, bottom, point: phone ? 14 : 20, tip, card, at, peek, depth, chips };
}

export const footOf = (phone: boolean): number => (phone ? 32 : 68);

/** Of a pile: its start, the last cards, and the top one whole. */
function inPile(zone: Zone, pieces: readonly Piece[], phone: boolean): Placed[] {
  const lane = laneOf(zone, phone);
  const [start, ...cards] = pieces;
  const shown = cards.slice(-lane.depth);
  const all = start ? [start, ...shown] : shown;
  return all.map((piece, i) => {
    const under = all.length - 1 - i;
    const y = lane.at + under * lane.peek * (lane.rising ? 1 : -1);
    return placed(piece, zone.x, zone.y + y / UNIT, lane.card.width * (1 - 0.06 * under), lane.card.height, 0, false);
  });
}

/** How far below the top a pile's card lies, told by how wide it was laid. */
export function depthOf(width: number, lane: Lane): number {
  return Math.round((1 - (width * UNIT) / lane.card.width) / 0.06);
}

/** The own hand: a fan. */
function inHand(zone: Zone, pieces: readonly Piece[], phone: boolean): Placed[] {
  const n = pieces.length;
  const [width, height] = [zone.width * UNIT, zone.height * UNIT];
  const high = height * 0.84;
  const wide = high / HELD;
  const room = width - (phone ? 12 : 232) - wide;
  const step = n > 1 ? Math.min(wide * 0.8, room / (n - 1)) : 0;
  const lean = n > 1 ? Math.min(3, 19 / n) : 0;
  const radius = lean ? step / ((lean * Math.PI) / 180) : 0;
  const drop = (off: number) => radius * (1 - Math.cos((off * lean * Math.PI) / 180));
  const low = height / 2 - high / 2 - drop((n - 1) / 2) + 6;
  return pieces.map((piece, i) => {
    const off = i - (n - 1) / 2;
    const [x, y] = [zone.x + (off * step) / UNIT, zone.y + (low + drop(off)) / UNIT];
    return placed(piece, x, y, wide, high, off * lean, true);
  });
}

/** Another player's hand, small: a row under the name. */
function inHead(zone: Zone, pieces: readonly Piece[]): Placed[] {
  const up = pieces.some((piece) => piece.face !== "down");
  const [wide, high, most] = up ? [22, 33, 23] : [26, 35, 14];
  const step = Math.min(most, (zone.width * UNIT - 8 - wide) / Math.max(1, pieces.length - 1));
  const y = zone.y + zone.height / 2 - (high / 2 + 7) / UNIT;
  return pieces.map((piece, i) =>
    placed(piece, zone.x + ((i - (pieces.length - 1) / 2) * step) / UNIT, y, wide, high, 0, true),
  );
}

/** The centre of the deck, and its size, around its zone's centre. */
export function deckOf(zone: Zone, phone: boolean): { x: number; y: number; width: number; height: number } {
  const [width, height] = phone ? [26, 34] : [34, 45];
  return { x: phone ? 14 - (zone.width * UNIT) / 2 : -50, y: phone ? -7 : -6, width, height };
}

export function lay(zone: Zone, pieces: readonly Piece[], { seat, phone }: Viewport): Placed[] {
  if (zone.kind === "pile") return inPile(zone, pieces, phone);
  if (zone.kind === "hand") {
    if (zone.seat === seat && seat !== null) return inHand(zone, pieces, phone);
    return phone ? [] : inHead(zone, pieces);
  }
  const { x, y, width, height } = deckOf(zone, phone);
  return pieces.map((piece) => placed(piece, zone.x + x / UNIT, zone.y + y / UNIT, width, height, 0, false));
}

function placed(piece: Piece, x: number, y: number, w: number, h: number, angle: number, held: boolean): Placed {
  return { piece, shape: "card", held, x, y, width: w / UNIT, height: h / UNIT, angle };
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

/** Chips in rows from the pile's card outwards; those that find no room are only counted. */
export function chipRows(count: number, lane: Lane, chip: { width: number; height: number }): Chips {
  const gap = 3;
  const across = Math.max(1, Math.floor((lane.width - 12 + gap) / (chip.width + gap)));
  const rows = Math.max(0, Math.floor((lane.chips.bottom - lane.chips.top + gap) / (chip.height + gap)));
  const room = across * rows;
  const shown = count <= room ? count : Math.max(0, room - 1);
  const all = count > shown && room > 0 ? shown + 1 : shown; // the last one says how many more
  const spots = Array.from({ length: all }, (_, i) => {
    const row = Math.floor(i / across);
    const inRow = Math.min(across, all - row * across);
    const off = row * (chip.height + gap) + chip.height / 2;
    return {
      x: 4 + ((i % across) - (inRow - 1) / 2) * (chip.width + gap),
      y: lane.rising ? lane.chips.bottom - off : lane.chips.top + off,
    };
  });
  return { spots, shown, more: count - shown };
}

export interface Chips {
  spots: { x: number; y: number }[];
  shown: number;
  more: number;
}
