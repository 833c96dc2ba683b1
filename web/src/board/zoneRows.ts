/** A plan of zones alone may be laid out again, row by row, where that fits the screen better. */

import type { Plan, Zone } from "../contract";
import { frameOf } from "./layout";

const GAP = 0.3;
const NAME = 0.3; // a zone's name stands above it
const MOST = 1.9; // no zone grows by more than this, and the hands of others not at all
const SAME_ROW = 0.6; // centres of one row differ by less than this, in units

/** The plan as it is or row by row: whichever shows the viewer's own hand larger (without one: everything). */
export function fittedPlan(plan: Plan, seat: number | null, size: { width: number; height: number }): Plan {
  const anew = planInRows(plan, seat);
  return anew !== plan && handSize(anew, seat, size) > handSize(plan, seat, size) ? anew : plan;
}

function handSize(plan: Plan, seat: number | null, size: { width: number; height: number }): number {
  const frame = frameOf(plan, {});
  const hand = plan.zones?.find((zone) => zone.kind === "hand" && zone.seat === seat);
  return Math.min(size.width / frame.width, size.height / frame.height) * (hand?.height ?? 1);
}

/** The plan row by row: each row as wide as the widest, and the viewer's own hand below, other hands above. */
export function planInRows(plan: Plan, seat: number | null): Plan {
  if (plan.layout !== "free" || !plan.zones?.length) return plan;
  const rows = rowsOf(plan.zones, seat);
  const width = Math.max(
    ...rows.filter((row) => row.length > 1).map(widthOf),
    ...rows.map((row) => row[0]?.width ?? 0),
  );
  const zones: Zone[] = [];
  let top = 0;
  for (const row of rows) {
    const room = width - GAP * (row.length - 1);
    const others = row.every((zone) => zone.kind === "hand" && zone.seat !== seat);
    const grow = Math.min(others ? 1 : MOST, room / row.reduce((sum, zone) => sum + zone.width, 0));
    const height = Math.max(...row.map((zone) => zone.height)) * grow;
    const used = row.reduce((sum, zone) => sum + zone.width * grow, 0) + GAP * (row.length - 1);
    let left = (width - used) / 2;
    for (const zone of row) {
      const [w, h] = [zone.width * grow, zone.height * grow];
      zones.push({ ...zone, x: left + w / 2, y: top + NAME + height / 2, width: w, height: h });
      left += w + GAP;
    }
    top += NAME + height + GAP;
  }
  return { ...plan, width, height: top - GAP, zones };
}

function widthOf(row: Zone[]): number {
  return row.reduce((sum, zone) => sum + zone.width, 0) + GAP * (row.length - 1);
}

function rowsOf(zones: Zone[], seat: number | null): Zone[][] {
  const own = zones.filter((zone) => zone.kind === "hand" && seat !== null && zone.seat === seat);
  const rows: Zone[][] = [];
  for (const zone of zones.filter((each) => !own.includes(each)).sort((a, b) => a.y - b.y)) {
    const row = rows.at(-1);
    if (row?.[0] && Math.abs(row[0].y - zone.y) < SAME_ROW) row.push(zone);
    else rows.push([zone]);
  }
  for (const row of rows) row.sort((a, b) => a.x - b.x);
  if (own.length === 0) return rows;
  const hands = rows.filter((row) => row.every((zone) => zone.kind === "hand"));
  return [...hands, ...rows.filter((row) => !hands.includes(row)), own];
}
