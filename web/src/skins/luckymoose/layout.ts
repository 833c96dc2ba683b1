/** Where board, rack and bag lie: the rack beside the board or below it, whichever leaves larger tiles. Pure. */

import type { BoardView, Piece, Placed, Plan, Spot, Viewport, Zone } from "../../board/skin";
import { SLOTS, slotOf } from "./rack";

const LABELS = 0.52; // at the left and below, not on a phone
const GAP = 0.2;
const PITCH = 1.13; // from slot to slot, in tokens
const TRAY = 1.2; // across the rack, in tokens
const TOKEN = 49; // pixels that a token in the rack should have
const ZOOMER = 54; // pixels in the lower right corner, where the board's own button lies on a phone
const LONG = 3.2; // a rack so much longer than wide has one line of slots
const MARGIN = 0.4; // that the board adds

/** So many pixels, in units of the plan: what is written stays legible where tiles are small. */
export const inUnits = (at: BoardView, pixels: number) => pixels / at.scale;

export function arrange(plan: Plan, about: Viewport): Plan {
  if (about.width === 0 || about.height === 0) return plan;
  const [beside, below] = [withRack(plan, about, true), withRack(plan, about, false)];
  const scale = (each: Plan) => Math.min(about.width / (each.width + MARGIN), about.height / (each.height + MARGIN));
  return scale(beside) >= scale(below) ? beside : below;
}

function withRack(plan: Plan, about: Viewport, beside: boolean): Plan {
  const { seat, width, height, phone } = about;
  const sites = plan.sites ?? [];
  const n = Math.round(Math.sqrt(sites.length));
  const edge = phone ? 0 : LABELS;
  const [left, top] = [Math.min(...sites.map((site) => site.x)) - 0.5, Math.min(...sites.map((site) => site.y)) - 0.5];
  const by = (each: { x: number; y: number }) => ({ x: each.x - left + edge, y: each.y - top });
  const zones = (plan.zones ?? []).filter((zone) => seat === null || zone.seat === seat);
  const laid = {
    ...plan,
    sites: sites.map((site) => ({ ...site, ...by(site) })),
    labels: phone ? [] : plan.labels?.map((label) => ({ ...label, ...labelAt(label, sites, n, edge) })),
  };
  if (beside) {
    const room = n - (phone ? (ZOOMER * n) / height : 0);
    const token = Math.min(TOKEN / (height / (n + edge + MARGIN)), room / (SLOTS * PITCH + 2.2));
    const across = token * TRAY;
    const x = edge + n + GAP + across / 2;
    return { ...laid, width: edge + n + GAP + across, height: n + edge, zones: stacked(zones, x, across, room, token) };
  }
  const room = n - (phone ? (ZOOMER * n) / width : 0);
  const token = Math.min(room / (SLOTS * PITCH + 0.1), 2.6);
  const across = token * TRAY;
  const y = n + edge + GAP + across / 2;
  return { ...laid, width: edge + n, height: n + edge + GAP + across, zones: inRow(zones, y, across, edge, room) };
}

function labelAt(
  label: { text: string },
  sites: readonly { id: string; x: number; y: number }[],
  n: number,
  edge: number,
) {
  const number = Number(label.text);
  if (number) return { x: edge / 2 - 0.04, y: n - number + 0.5 };
  const columns = [...new Set(sites.map((site) => site.id.replace(/\d+/, "")))].sort();
  return { x: edge + columns.indexOf(label.text) + 0.5, y: n + edge / 2 + 0.02 };
}

/** In a column at the right, from the bottom: one rack, or those of all seats where no seat is meant. */
function stacked(zones: readonly Zone[], x: number, across: number, n: number, token: number): Zone[] {
  const one = zones.length === 1;
  const height = one
    ? (SLOTS * PITCH + 0.12) * token
    : Math.min(1.7 * across, (n - 3 * across) / Math.max(zones.length, 1));
  const from = n - height * zones.length;
  return zones.map((zone, i) => ({
    ...zone,
    x,
    y: from + (i + 0.5) * height,
    width: across,
    height: one ? height : height * 0.94,
  }));
}

function inRow(zones: readonly Zone[], y: number, across: number, edge: number, room: number): Zone[] {
  const width = room / Math.max(zones.length, 1);
  return zones.map((zone, i) => ({
    ...zone,
    x: edge + (i + 0.5) * width,
    y,
    width: zones.length > 1 ? width * 0.94 : width,
    height: across,
  }));
}

/** The middle of a slot, and the size of a token in it: one line of slots, or a block where hands are shown small. */
export function slotAt(box: { x: number; y: number; width: number; height: number }, i: number, count: number) {
  const { width, height } = box;
  const n = Math.max(SLOTS, count);
  const upright = height > width;
  const lines = Math.max(width, height) / Math.min(width, height) > LONG ? 1 : 2;
  const along = Math.ceil(n / lines);
  const [columns, rows] = upright ? [lines, along] : [along, lines];
  const [w, h] = [width / columns, height / rows];
  const [length, across] = upright ? [h, w] : [w, h];
  const size = Math.min(length / PITCH, across / (lines === 1 ? TRAY : PITCH));
  const [column, row] = [i % columns, Math.floor(i / columns)];
  return { x: box.x + (column + 0.5) * w - width / 2, y: box.y + (row + 0.5) * h - height / 2, size };
}

export function lay(zone: Zone, pieces: readonly Piece[]): Placed[] {
  return pieces.map((piece, at) => {
    const slot = slotOf(piece);
    const { x, y, size } = slotAt(zone, slot >= 0 ? slot : at, Math.max(pieces.length, slot + 1));
    return { piece, shape: "card", held: false, x, y, width: size, height: size, angle: 0 };
  });
}

/** The slot that is meant by a point in the rack; null: it is not in the rack. */
export function slotUnder(box: Zone | Spot, count: number, x: number, y: number): number | null {
  const n = Math.max(SLOTS, count);
  const reach = Math.min(box.width, box.height) * 0.35;
  if (Math.abs(x - box.x) > box.width / 2 + reach || Math.abs(y - box.y) > box.height / 2 + reach) return null;
  const along = box.height > box.width ? (y - box.y) / box.height : (x - box.x) / box.width;
  return Math.min(n - 1, Math.max(0, Math.floor((along + 0.5) * n)));
}

/** Where the bag is: above the rack beside the board; else it comes and goes over the right end of the rack. */
export function bagAt(rack: { x: number; y: number; width: number; height: number }): { x: number; y: number } {
  return rack.height > rack.width
    ? { x: rack.x, y: rack.width * 0.62 }
    : { x: rack.x + rack.width / 2 + 1, y: rack.y + rack.height };
}
