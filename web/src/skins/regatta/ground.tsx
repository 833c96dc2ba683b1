/** The chart: paper, depths, wind, lattice, the vane, the starting line and the gates. */

import { type CSSProperties, memo } from "react";
import type { BoardView } from "../../board/skin";
import type { Boat } from "../../contract";
import { classes } from "../../ui/classes";
import { HEADINGS, off, type Rounding, roundingState, roundings, type View, windOf } from "./facts";
import css from "./ground.module.css";
import { arc, crosses, emptiest, neatline, pointAt, type Square, sequence, squareOf, streamlines } from "./layout";

const MARGIN = 0.66;
const VANE = 1.7; // its radius
const ARC = 1.6;

const VANE_PIXELS = 34; // and on a phone

/** On a phone it stays in a corner of what is seen, at the left, away from the viewer's boat. */
export function vaneInSight(at: BoardView<View>): { x: number; y: number } {
  const by = (VANE_PIXELS * 1.25) / at.scale;
  const { x, y, height } = at.seen;
  const boat = at.spot(`piece:boat-${at.seat ?? at.view?.mover ?? 0}`);
  const near = boat !== null && boat.x < x + 4 * by && boat.y > y + height - 4 * by;
  return { x: x + by, y: near ? y + by : y + height - by };
}

/** Paper under everything, also where there is room beside the chart. */
export function Backdrop({ at }: { at: BoardView }) {
  const { x, y, width, height } = at.frame;
  return <rect className={css.paper} x={x - 30} y={y - 30} width={width + 60} height={height + 60} />;
}

export function Ground({ at }: { at: BoardView<View> }) {
  const { plan, scene, scale, phone } = at;
  const square = squareOf(plan.sites ?? []);
  const fixed = (scene.pieces ?? []).filter((piece) => piece.kind === "start" || piece.kind === "marker");
  const spots = fixed.flatMap((piece) => at.spot(piece.at) ?? []);
  const wind = windOf(scene);
  const gates = roundings(scene.marks ?? [], at.spot);
  const small = 12 / scale;
  const reach = at.roams ? VANE_PIXELS / scale : VANE;
  const corner = at.roams ? vaneInSight(at) : emptiest(square, spots, VANE + 0.5);
  const facts = at.moment?.moment.facts ?? {};
  const was = facts.was && facts.was !== facts.wind ? 45 * (HEADINGS as readonly string[]).indexOf(facts.was) : null;
  return (
    <>
      <Paper {...square} depth={spots.length > 2 ? Math.round(spots[2]?.x ?? 0) : 0} quiet={phone} />
      {wind !== null && <Wind {...square} from={wind} />}
      <Lattice sites={plan.sites} />
      {!phone && <Numbers square={square} size={small} />}
      {wind !== null && spots.length > 0 && (
        <Vane
          {...corner}
          from={wind}
          was={was}
          large={reach / VANE}
          size={Math.max(0.5, small)}
          bare={phone || at.roams}
          say={at.say}
        />
      )}
      <StartingLine at={at} small={Math.max(0.46, small)} />
      {gates.map((each) => (
        <Gates key={`${each.x} ${each.y}`} rounding={each} />
      ))}
    </>
  );
}

const Paper = memo(function Paper({ x, y, side, depth, quiet }: Square & { depth: number; quiet: boolean }) {
  const next = sequence(depth + side);
  const [outer, inner] = [MARGIN, MARGIN - 0.15];
  const flip = depth % 2 === 0 ? `translate(${2 * x + side} 0) scale(-1 1)` : undefined;
  const soundings = Array.from({ length: quiet ? 0 : 14 }, () => ({
    x: x + 0.5 + Math.floor(next() * side),
    y: y + 0.5 + Math.floor(next() * side),
    deep: 6 + Math.floor(next() * 22),
  }));
  const whole = { x: x - outer, y: y - outer, width: side + 2 * outer, height: side + 2 * outer };
  return (
    <>
      <clipPath id="regatta-clip">
        <rect {...whole} />
      </clipPath>
      <g clipPath="url(#regatta-clip)">
        <g transform={flip}>
          <g className={css.depth} transform={`translate(${x} ${y}) scale(${side / 24})`}>
            <path d="M-2 15.4C2.1 14.3 3.2 16.800 6.100 18.600S11.800 20 13.600 22.900 17 26 17 26H-2Z" />
            <path d="M-2 18.600C1.100 17.900 2.900 20 4.600 21.100S7.900 22.900 8.600 26H-2Z" />
            <path d="M26 -2V7.500C22.900 8.200 21.800 6.100 21.400 3.900S19.300 .7 18.900 -2Z" />
            <path d="M26 -2V3.200C23.600 3.600 23.200 1.800 22.900 -2Z" />
          </g>
        </g>
      </g>
      {soundings.map((each) => (
        <text key={`${each.x} ${each.y}`} className={css.sounding} x={each.x} y={each.y}>
          {each.deep}
        </text>
      ))}
      <rect className={css.neat} {...whole} />
      <rect className={css.neat} x={x - inner} y={y - inner} width={side + 2 * inner} height={side + 2 * inner} />
      <path className={css.neatline} d={neatline({ x, y, side }, outer, outer - inner)} />
    </>
  );
});

/** Flowing lines, drawn once and turned to where the wind comes from. */
const Wind = memo(function Wind({ x, y, side, from }: Square & { from: number }) {
  const half = side / 2;
  return (
    <g clipPath="url(#regatta-clip)">
      <g transform={`translate(${x + half} ${y + half})`}>
        <g className={css.wind} style={{ transform: `rotate(${from}deg)` }}>
          <path d={streamlines(half * 1.42).join("")} />
        </g>
      </g>
    </g>
  );
});

const Lattice = memo(function Lattice({ sites = [] }: { sites?: readonly { x: number; y: number }[] | undefined }) {
  return <path className={css.lattice} d={crosses(sites)} />;
});

/** Every fifth row and column by number, in the margin. */
const Numbers = memo(function Numbers({ square, size }: { square: Square; size: number }) {
  const { x, y, side } = square;
  const fifths = Array.from({ length: Math.floor(side / 5) + 1 }, (_, i) => i * 5);
  return (
    <g fontSize={size}>
      {fifths.map((i) => (
        <g key={i}>
          <text className={css.number} x={x + i} y={y + side + MARGIN + size * 0.85}>
            {i}
          </text>
          <text className={css.number} x={x - MARGIN - size * 0.75} y={y + side - i + size * 0.34}>
            {i}
          </text>
        </g>
      ))}
    </g>
  );
});

/** On a phone it goes without words, which would be larger than it is; the compass has them. */
function Vane(props: {
  x: number;
  y: number;
  from: number;
  was: number | null; // where the wind came from before, while that is worth a look
  large: number;
  size: number;
  bare: boolean;
  say: BoardView["say"];
}) {
  const { x, y, from, was, large, size, bare, say } = props;
  const wind = HEADINGS[Math.round(from / 45) % 8] ?? "";
  const turned = was === null ? {} : { "--was": `${from - off(from, was)}deg` };
  return (
    <g transform={`translate(${x} ${y}) scale(${large})`} data-vane={wind}>
      <circle className={css.vaneGround} r={VANE + 0.15} />
      <circle className={css.vaneRing} r={VANE * 0.8} />
      <path className={css.vaneTicks} d={[0, 45, 90, 135, 180, 225, 270, 315].map(tick).join("")} />
      {!bare && (
        <text className={css.vaneWord} fontSize={size * 0.9} y={-VANE * 0.8 + size * 0.95}>
          N
        </text>
      )}
      {was !== null && (
        <g data-swings>
          <path className={css.vaneBefore} transform={`rotate(${was})`} d={ARROW} />
          <path className={css.vaneSwing} d={swing(was, off(from, was))} />
        </g>
      )}
      <g
        className={classes(css.vaneTurned, was !== null && css.vaneSwings)}
        style={{ transform: `rotate(${from}deg)`, ...turned } as CSSProperties}
      >
        <path className={css.vaneArrow} d={ARROW} />
      </g>
      <circle className={css.vanePin} r=".1" />
      {!bare && (
        <text className={classes(css.vaneWord, css.onChart)} y={VANE + size * 0.6} fontSize={size}>
          {say({ key: "skin.wind", args: { wind } })}
        </text>
      )}
    </g>
  );
}

const ARROW = "M0 -1.16L.34 -.55H.12V.5L.38 .88V1.16L0 .92L-.38 1.16V.88L-.12 .5V-.55H-.34Z";

/** Along the ring from where the wind came from, so many degrees on, with its head. */
function swing(from: number, by: number): string {
  const r = VANE * 0.98;
  const [a, b] = [pointAt(0, 0, from, r), pointAt(0, 0, from + by, r)];
  const back = from + by - Math.sign(by) * 14;
  const [p, q] = [pointAt(0, 0, back, r + 0.2), pointAt(0, 0, back, r - 0.2)];
  return `M${a.x} ${a.y}A${r} ${r} 0 0 ${by > 0 ? 1 : 0} ${b.x} ${b.y}M${p.x} ${p.y}L${b.x} ${b.y}L${q.x} ${q.y}`;
}

function tick(angle: number): string {
  const [a, b] = [pointAt(0, 0, angle, VANE * 0.8), pointAt(0, 0, angle, VANE * (angle % 90 === 0 ? 0.92 : 0.86))];
  return `M${a.x} ${a.y}L${b.x} ${b.y}`;
}

const LINE_NEXT: readonly Boat["goal"][] = ["place", "start", "finish"];

/** Between the green buoys; the arrow says which way counts, which is the way to the first marker. */
function StartingLine({ at, small }: { at: BoardView<View>; small: number }) {
  const ends = ["start-0", "start-1"].map((id) => at.spot(`piece:${id}`));
  const first = at.spot("piece:marker-1");
  const [a, b] = ends;
  if (!a || !b || !first) return null;
  const goal = at.view?.seat == null ? undefined : at.view.boats[at.view.seat]?.goal;
  const next = goal !== undefined && LINE_NEXT.includes(goal);
  const [mx, my] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
  const upright = a.x === b.x;
  const turn = upright ? (first.x > a.x ? 90 : 270) : first.y < a.y ? 0 : 180;
  const far = upright ? 0.95 + small * 0.5 : 1.1 + small;
  const word = pointAt(mx, my, turn + 180, far + 0.35);
  return (
    <>
      <path className={css.line} d={`M${a.x} ${a.y}L${b.x} ${b.y}`} />
      <path className={css.lineWhite} d={`M${a.x} ${a.y}L${b.x} ${b.y}`} />
      <g transform={`translate(${mx} ${my}) rotate(${turn})`}>
        <path className={classes(css.lineArrow, next && css.lineNext)} d="M0 1.02V.34M-.22 .58L0 .32L.22 .58" />
      </g>
      {!at.phone && (
        <text
          className={css.lineWord}
          fontSize={small}
          x={word.x}
          y={word.y + (upright ? 0 : turn === 0 ? 0.1 : 0.5)}
          transform={upright ? `rotate(-90 ${word.x} ${word.y})` : undefined}
        >
          {at.say({ key: "skin.line" })}
        </text>
      )}
    </>
  );
}

const GATES = { passed: css.passed, next: css.next, later: undefined };
const ROUNDINGS = { passed: css.roundingPassed, next: css.roundingNext, later: undefined };

/** A marker's gates as dashed rays, and the way around it as a dashed arc. */
function Gates({ rounding }: { rounding: Rounding }) {
  const { x, y, gates } = rounding;
  const way = arc(
    x,
    y,
    gates.map((gate) => gate.angle),
    ARC,
  );
  return (
    <g className={classes(css.rounding, ROUNDINGS[roundingState(rounding)])}>
      {gates.map((gate) => {
        const [from, strong, end] = [0.62, Math.min(4, gate.reach), gate.reach].map((far) =>
          pointAt(x, y, gate.angle, diagonal(gate.angle) * far),
        );
        return (
          <g key={gate.angle} className={GATES[gate.state]}>
            <path className={css.ray} d={`M${from?.x} ${from?.y}L${strong?.x} ${strong?.y}`} />
            {gate.reach > 4 && <path className={css.far} d={`M${strong?.x} ${strong?.y}L${end?.x} ${end?.y}`} />}
          </g>
        );
      })}
      <path className={css.arc} d={way.line} />
      <path className={css.head} d={way.head} />
      {gates.map((gate) => {
        const node = pointAt(x, y, gate.angle, ARC);
        return (
          <g key={gate.angle} className={GATES[gate.state]} transform={`translate(${node.x} ${node.y})`}>
            <circle className={css.node} r={gate.state === "next" ? 0.24 : 0.19} />
            {gate.state === "passed" && <path className={css.tick} d="M-.1 .01L-.03 .08L.11 -.08" />}
          </g>
        );
      })}
    </g>
  );
}

/** From one point to the next it is further along a diagonal. */
const diagonal = (angle: number) => (Math.round(angle / 45) % 2 === 0 ? 1 : Math.SQRT2);
