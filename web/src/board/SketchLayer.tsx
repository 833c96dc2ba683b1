/** What the player has put on the board for nobody else: arrows and circles, and the move chosen in advance. */

import type { Spot } from "./layout";
import { isButton } from "./paths";
import css from "./SketchLayer.module.css";
import type { Sketch } from "./useSketches";

const HEAD = 0.34; // of an arrow, in units

export function SketchLayer({
  sketches,
  spot,
}: {
  sketches: readonly Sketch[];
  spot: (target: string) => Spot | null;
}) {
  return sketches.map(({ from, to }) => (
    <Drawn key={`${from} ${to}`} spots={[spot(from), spot(to)]} className={css.sketch} kind="sketch" />
  ));
}

/** The way of a move that is not played yet. One that begins with a button, as an exchange, goes nowhere: what it is about
 * has a ring. */
export function AheadLayer({ path, spot }: { path: readonly string[]; spot: (target: string) => Spot | null }) {
  const spots = path.map(spot).filter((each) => each !== null);
  if (path[0] !== undefined && isButton(path[0]))
    return spots.map((each) => <Drawn key={each.target} spots={[each, each]} className={css.ahead} kind="ahead" />);
  return <Drawn spots={[spots[0] ?? null, spots.at(-1) ?? null]} className={css.ahead} kind="ahead" />;
}

function Drawn(props: { spots: [Spot | null, Spot | null]; className: string | undefined; kind: string }) {
  const [from, to] = props.spots;
  if (!from || !to) return null;
  const circle = from.x === to.x && from.y === to.y;
  const shape = circle ? ring(from) : arrow(from, to);
  return (
    <g className={css.drawn} data-drawn={props.kind} aria-hidden>
      <path className={css.casing} d={shape} />
      <path className={props.className} d={shape} />
    </g>
  );
}

function ring(at: Spot): string {
  const r = Math.max(0.42, Math.min(at.width, at.height) / 2 + 0.06);
  return `M${at.x - r} ${at.y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
}

function arrow(from: Spot, to: Spot): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const long = Math.hypot(dx, dy);
  const [ux, uy] = [dx / long, dy / long];
  const gap = Math.min(0.3, long / 4);
  const [x, y] = [to.x - ux * 0.08, to.y - uy * 0.08];
  const wing = (side: number) => `L${x - ux * HEAD - uy * side * HEAD * 0.6} ${y - uy * HEAD + ux * side * HEAD * 0.6}`;
  return `M${from.x + ux * gap} ${from.y + uy * gap}L${x} ${y}M${x} ${y}${wing(1)}M${x} ${y}${wing(-1)}`;
}
