/** Over the chart: shadows and the last step, where the viewer's boat can go and what is in the way, a callout. */

import type { BoardView, MarkProps, TargetProps } from "../../board/skin";
import type { Way } from "../../contract";
import { classes } from "../../ui/classes";
import type { View } from "./facts";
import { edgeTowards, wrapped } from "./layout";
import css from "./over.module.css";
import { Pennants } from "./pennants";
import { usePickedHeading, wayFor } from "./pickedHeading";
import { linesOf, reasonOf } from "./sentences";

/** A point to touch: a disc with a pip for the step; a ring where a boat or a risk point is. */
export function Target({ spot, look, busy, at }: TargetProps<View>) {
  const view = at.view;
  const looking = usePickedHeading(at, view);
  const aimed = look === "pending" || look === "held";
  if (look === "quiet") return <circle className={css.ahead} r={busy ? 0.52 : 0.36} />;
  if (view?.phase === "place" || !view)
    return (
      <circle
        className={classes(css.place, look === "lit" && css.lit, aimed && css.aimed)}
        r={look === "lit" ? 0.15 : 0.4}
      />
    );
  const way = view.ways.find((each) => `site:${each.to}` === spot.target);
  const chosen = aimed || (way !== undefined && way.heading === looking.looked);
  return (
    <g className={classes(css.point, chosen && css.chosen)}>
      <circle className={css.disc} r={busy ? 0.52 : 0.36} fillOpacity={busy ? 0.25 : 1} />
      {!busy && <circle className={css.pip} r=".1" />}
      {way?.tacking && <TackArrow way={way} />}
    </g>
  );
}

/** A turning arrow beside the point: this is tacking. */
function TackArrow({ way }: { way: Way }) {
  const east = way.heading.includes("E") ? 1 : -1;
  return (
    <path
      className={css.tacking}
      transform={`translate(${0.5 * east} .28)`}
      d="M-.15 .12C-.2 -.16 .16 -.2 .16 .05M.06 -.05L.16 .08L.27 -.04"
    />
  );
}

export function Over({ at }: { at: BoardView<View> }) {
  return (
    <>
      <Ways at={at} />
      <Beacon at={at} />
      <Pennants at={at} />
    </>
  );
}

/** On a phone: where the next gate lies, at the edge of what is seen, while it is out of sight. */
function Beacon({ at }: { at: BoardView<View> }) {
  const next = at.view?.next;
  const there = at.roams && next ? at.spot(`site:${next.at}`) : null;
  const edge = there && edgeTowards(at.seen, there, 15 / at.scale);
  if (!edge) return null;
  return (
    <path
      className={css.beacon}
      transform={`translate(${edge.x} ${edge.y}) rotate(${edge.turn}) scale(${1 / at.scale})`}
      d="M0 -10L9 7L0 3L-9 7Z"
      data-beacon
    />
  );
}

function Ways({ at }: { at: BoardView<View> }) {
  const view = at.view;
  const looking = usePickedHeading(at, view);
  if (!view || !at.mine || view.mover === null) return null;
  const from = at.spot(`piece:boat-${view.turn}`);
  if (!from || view.phase === "place") return null;
  const way = wayFor(at, looking.looked);
  return (
    <>
      <circle className={css.own} cx={from.x} cy={from.y} r="1.5" />
      {view.ways.map((each) => (
        <Course key={each.heading} way={each} at={at} from={from} chosen={each === way} />
      ))}
      {way && !at.roams && <Callout at={at} way={way} view={view} />}
    </>
  );
}

interface CourseProps {
  way: Way;
  at: BoardView;
  from: { x: number; y: number };
  chosen: boolean;
}

/** A heading drawn out: the way, a disc for every further point, what is lost, or why it is closed. */
function Course({ way, at, from, chosen }: CourseProps) {
  const first = way.to ? at.spot(`site:${way.to}`) : null;
  if (!first) return null;
  const [dx, dy] = [first.x - from.x, first.y - from.y];
  const point = (i: number) => ({ x: from.x + dx * i, y: from.y + dy * i });
  const sailed = way.track.length;
  const lost = Array.from({ length: way.lost }, (_, i) => point(sailed + 1 + i));
  if (way.fault && way.fault !== "shadow")
    return (
      <g transform={`translate(${first.x} ${first.y})`}>
        <circle className={css.closedDisc} r=".3" />
        <path className={css.closedCross} d="M-.14 -.14L.14 .14M.14 -.14L-.14 .14" />
      </g>
    );
  const end = point(sailed);
  const edge = 0.38 / Math.hypot(dx, dy); // of a disc: the way goes from one to the next
  const legs = way.track.map((_, i) => [point(i === 0 ? 0.45 : i + edge), point(i + 1 - edge)] as const);
  return (
    <g className={chosen ? css.chosen : undefined}>
      <path className={css.way} d={legs.map(([a, b]) => `M${a.x} ${a.y}L${b.x} ${b.y}`).join("")} />
      {way.track.slice(1).map((_, i) => {
        const { x, y } = point(i + 2);
        return (
          <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
            <circle className={css.disc} r=".36" />
            {Array.from({ length: i + 2 }, (_each, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pips are all alike
              <circle key={n} className={css.pip} r=".09" cx={(n - (i + 1) / 2) * 0.24} />
            ))}
          </g>
        );
      })}
      {lost.map(({ x, y }) => (
        <circle key={`${x} ${y}`} className={css.lost} cx={x} cy={y} r=".28" />
      ))}
      {lost.length > 0 && <path className={css.lost} d={`M${end.x} ${end.y}L${lost.at(-1)?.x} ${lost.at(-1)?.y}`} />}
      {reasonOf(way) === "bump" && (
        <g className={css.bump} transform={`translate(${end.x} ${end.y})`}>
          <circle r=".62" />
          <path className={css.bumpRays} d="M-.62 0H-.9M.62 0H.9M0 -.62V-.9M0 .62V.9" />
        </g>
      )}
    </g>
  );
}

const WIDE = 236; // pixels

/** What is looked at, in words, beside its point. */
function Callout({ at, way, view }: { at: BoardView; way: Way; view: View }) {
  const spot = way.to ? at.spot(`site:${way.track.at(-1) ?? way.to}`) : at.spot(`piece:boat-${view.turn}`);
  if (!spot) return null;
  const px = 1 / at.scale;
  const title = `${way.heading} · ${at.say({ key: `sail.${way.sail}` })}`;
  const rows = linesOf(at, way, view.phase).flatMap((line) => wrapped(line, 36));
  const [width, height] = [WIDE * px, (30 + rows.length * 17) * px];
  const boat = at.spot(`piece:boat-${view.turn}`) ?? spot;
  const { x, y } = placeOfCallout(at, boat, width, height);
  const stem = { x: Math.min(Math.max(spot.x, x), x + width), y: Math.min(Math.max(spot.y, y), y + height) };
  return (
    <g data-callout>
      <path className={css.stem} d={`M${spot.x} ${spot.y}L${stem.x} ${stem.y}`} strokeWidth={1.5 * px} />
      <g transform={`translate(${x} ${y}) scale(${px})`}>
        <rect className={css.callout} width={WIDE} height={30 + rows.length * 17} rx="9" />
        <text className={classes(css.words, css.title)} x="11" y="19">
          {title}
        </text>
        {rows.map((row, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          <text key={i} className={css.words} x="11" y={37 + i * 17}>
            {row}
          </text>
        ))}
      </g>
    </g>
  );
}

const AWAY = 2.6; // units from the boat, so that all its points stay in sight

/** Around the boat, inside the frame, where a box covers the fewest pieces. */
function placeOfCallout(at: BoardView, boat: { x: number; y: number }, width: number, height: number) {
  const { frame, placed } = at;
  const inside = (low: number, value: number, high: number) => Math.min(Math.max(value, low), high);
  const boxes = [
    { x: boat.x + AWAY, y: boat.y - height / 2 },
    { x: boat.x - AWAY - width, y: boat.y - height / 2 },
    { x: boat.x - width / 2, y: boat.y - AWAY - height },
    { x: boat.x - width / 2, y: boat.y + AWAY },
    { x: boat.x + AWAY, y: boat.y - AWAY - height },
    { x: boat.x - AWAY - width, y: boat.y + AWAY },
  ].map(({ x, y }) => {
    const at = {
      x: inside(frame.x + 0.3, x, frame.x + frame.width - width - 0.3),
      y: inside(frame.y + 0.3, y, frame.y + frame.height - height - 0.3),
    };
    const on = (each: { x: number; y: number }, by: number) =>
      each.x > at.x - by && each.x < at.x + width + by && each.y > at.y - by && each.y < at.y + height + by;
    const covered = placed.filter((each) => on(each, 0.5)).length + (on(boat, 2.2) ? 20 : 0);
    return { ...at, covered };
  });
  return boxes.reduce((best, box) => (box.covered < best.covered ? box : best));
}

/** A shadow is hatched; the last step leaves a wake. Gates and the line are drawn with the chart. */
export function MarkDrawing({ mark, spots, at }: MarkProps) {
  if (mark.kind === "shadow") return <Shadow spots={spots} seat={mark.seat ?? null} at={at} />;
  const [from, to] = spots;
  if (mark.kind !== "last" || !from || !to) return null;
  return (
    <>
      <path className={css.wake} d={`M${from.x} ${from.y}L${to.x} ${to.y}`} />
      <circle className={css.wakeStart} cx={from.x} cy={from.y} r=".16" />
    </>
  );
}

function Shadow({ spots, seat, at }: { spots: MarkProps["spots"]; seat: number | null; at: MarkProps["at"] }) {
  const boat = at.spot(`piece:boat-${seat}`);
  const end = spots.at(-1);
  if (!boat || !end) return null;
  const [dx, dy] = [end.x - boat.x, end.y - boat.y];
  const long = Math.hypot(dx, dy) + 0.32;
  const turn = (Math.atan2(dx, -dy) * 180) / Math.PI;
  return (
    <path
      className={css.shadow}
      transform={`translate(${boat.x} ${boat.y}) rotate(${turn})`}
      d={`M-.3 -.4L-.5 ${-long}Q0 ${-long - 0.3} .5 ${-long}L.3 -.4Z`}
    />
  );
}
