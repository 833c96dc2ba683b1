/** Geometry of the chart, in the plan's units: pure numbers and paths. */

export interface Square {
  x: number; // the north-west point of the lattice
  y: number;
  side: number; // units from the first to the last point
}

const round = (value: number) => Math.round(value * 100) / 100;

/** The same numbers for the same seed, between 0 and 1: a chart is printed once. */
export function sequence(seed: number): () => number {
  let state = seed * 2654435761 + 97;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}

/**
 * Lines along a wind from the north, around 0,0, that cover a circle of this radius; turned by where it comes from. Each
 * swings 0.4 to both sides, about 8 long a swing, and ends in an open head.
 */
export function streamlines(radius: number): string[] {
  const next = sequence(7);
  const lines: string[] = [];
  for (let x = -radius + 0.8; x < radius; x += 2.1) {
    let y = -radius - next() * 5;
    while (y < radius) {
      const length = 4 + next() * 4.5;
      if (Math.hypot(x, y + length / 2) < radius) lines.push(streamline(x + next() * 0.9, y, length));
      y += length + 1.6 + next() * 2.2;
    }
  }
  return lines;
}

function streamline(x: number, y: number, length: number): string {
  const at = (t: number) =>
    x + 0.4 * Math.sin(((y + t) / 8) * 2 * Math.PI + x) + 0.22 * Math.sin((y + t) / 3.1 + x * 2);
  let d = `M${round(at(0))} ${round(y)}`;
  for (let t = 0.7; t < length; t += 0.7) d += `L${round(at(t))} ${round(y + t)}`;
  const [ex, ey] = [at(length), y + length];
  const lean = at(length) - at(length - 0.3);
  return `${d}L${round(ex)} ${round(ey)}M${round(ex - 0.22 - lean)} ${round(ey - 0.26)}L${round(ex)} ${round(ey)}L${round(ex + 0.22 - lean)} ${round(ey - 0.26)}`;
}

/** From a centre, so far in that direction: degrees from north clockwise. */
export function pointAt(x: number, y: number, angle: number, far: number): { x: number; y: number } {
  const turn = (angle * Math.PI) / 180;
  return { x: round(x + far * Math.sin(turn)), y: round(y - far * Math.cos(turn)) };
}

const LEAD = 34; // degrees that an arc begins before its first gate, and goes on after its last

/** An arc clockwise around a marker, through all its gates, with its head. */
export function arc(x: number, y: number, angles: readonly number[], r: number): { line: string; head: string } {
  const first = (angles[0] ?? 0) - LEAD;
  const span = angles.reduce((sum, angle, i) => (i === 0 ? 0 : sum + ((angle - (angles[i - 1] ?? 0) + 720) % 360)), 0);
  const end = first + Math.min(span + 2 * LEAD, 330);
  const [a, b] = [pointAt(x, y, first, r), pointAt(x, y, end, r)];
  const large = end - first > 180 ? 1 : 0;
  const [p, q] = [pointAt(b.x, b.y, end - 90 + 32, 0.42), pointAt(b.x, b.y, end - 90 - 26, 0.42)];
  return {
    line: `M${a.x} ${a.y}A${r} ${r} 0 ${large} 1 ${b.x} ${b.y}`,
    head: `M${p.x} ${p.y}L${b.x} ${b.y}L${q.x} ${q.y}`,
  };
}

/** A mainsail on its boom, bellied to leeward; the mast is at 0,-9 of a boat that is 50 long. */
export function mainsail(boom: number, side: 1 | -1): string {
  const turn = (boom * Math.PI) / 180;
  const [ex, ey] = [35 * Math.sin(turn), -9 + 35 * Math.cos(turn)];
  const belly = boom < 10 ? 9 : 34;
  const [cx, cy] = [ex / 2 + belly * Math.cos(turn), (ey - 9) / 2 - belly * Math.sin(turn)];
  return `M0 -9Q${round(side * cx)} ${round(cy)} ${round(side * ex)} ${round(ey)}Z`;
}

/** The corner that is farthest from everything that stands there for good, for the vane; the page's own buttons lie in
 * the south-east. */
export function emptiest(square: Square, taken: readonly { x: number; y: number }[], inset: number) {
  const { x, y, side } = square;
  const near = (corner: { x: number; y: number }) =>
    Math.min(99, ...taken.map((each) => Math.hypot(each.x - corner.x, each.y - corner.y)));
  return [
    { x: x + inset, y: y + side - inset },
    { x: x + inset, y: y + inset },
    { x: x + side - inset, y: y + inset },
    { x: x + side - inset, y: y + side - inset },
  ].reduce((best, corner) =>
    near(corner) > near(best) + (corner.x > x + inset && corner.y > y + inset ? 3 : 0.5) ? corner : best,
  );
}

/** A crossing of every point, in one path. */
export function crosses(sites: readonly { x: number; y: number }[]): string {
  return sites.map(({ x, y }) => `M${round(x - 0.09)} ${y}h.18M${x} ${round(y - 0.09)}v.18`).join("");
}

/** The lattice that is in use. */
export function squareOf(sites: readonly { x: number; y: number }[]): Square {
  const [x, y] = [Math.min(...sites.map((site) => site.x)), Math.min(...sites.map((site) => site.y))];
  return { x, y, side: Math.max(...sites.map((site) => site.x)) - x };
}

/** Black and white around the edge, two units each, as on a printed chart. */
export function neatline({ x, y, side }: Square, margin: number, thick: number): string {
  let d = "";
  for (let i = 0; i < side; i += 4) {
    const length = Math.min(2, side - i);
    d += `M${x + i} ${y - margin}h${length}v${thick}h${-length}z`;
    d += `M${x + i} ${round(y + side + margin - thick)}h${length}v${thick}h${-length}z`;
    d += `M${x - margin} ${y + i}v${length}h${thick}v${-length}z`;
    d += `M${round(x + side + margin - thick)} ${y + i}v${length}h${thick}v${-length}z`;
  }
  return d;
}

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The corner of an area, so far inside, that is farthest from what should stay in sight. */
export function cornerFarFrom(area: Area, taken: readonly { x: number; y: number }[], inset: { x: number; y: number }) {
  const across = [area.x + area.width - inset.x, area.x + inset.x];
  const down = [area.y + area.height - inset.y, area.y + inset.y];
  const corners = across.flatMap((x) => down.map((y) => ({ x, y })));
  const far = (corner: { x: number; y: number }) =>
    Math.min(...taken.map((each) => Math.hypot(each.x - corner.x, each.y - corner.y)));
  return corners.reduce((best, corner) => (far(corner) > far(best) + 0.5 ? corner : best));
}

/** Where the edge of an area, so far inside, is crossed on the way from its middle to a point outside; null: the point
 * is inside. With the way's direction, in degrees from north clockwise. */
export function edgeTowards(area: Area, to: { x: number; y: number }, inset: number) {
  const middle = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
  const [dx, dy] = [to.x - middle.x, to.y - middle.y];
  if (Math.abs(dx) <= area.width / 2 && Math.abs(dy) <= area.height / 2) return null;
  const far = Math.min(
    (area.width / 2 - inset) / Math.max(Math.abs(dx), 1e-9),
    (area.height / 2 - inset) / Math.max(Math.abs(dy), 1e-9),
  );
  const turn = (Math.atan2(dx, -dy) * 180) / Math.PI;
  return { x: middle.x + dx * far, y: middle.y + dy * far, turn };
}

/** A sentence in rows of at most so many letters. */
export function wrapped(line: string, most: number): string[] {
  const rows: string[] = [];
  for (const word of line.split(" ")) {
    const last = rows.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most) rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  return rows;
}
