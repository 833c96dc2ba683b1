/** What can be touched, what is in hand, and what comes of it: amber, over the pieces. */

import { cursorClass } from "../../board/cursor";
import { type BoardView, counterOf, type MarkProps, type Spot, type TargetProps } from "../../board/skin";
import { classes } from "../../ui/classes";
import { aimOf, chosenFive, type Five, fivesOf, givesUp, turnedAt, type View } from "./facts";
import { rest, SOCKET, socket, trayId } from "./layout";
import css from "./over.module.css";
import { marker, ring } from "./pieces";

export function Target({ spot, look, busy, at }: TargetProps<View>) {
  const { choosing, cursor, seat } = at;
  if (fivesOf(at.choices, at.scene.marks).length > 0 || givesUp(at)) return null; // Over has them, above its veil
  if (look === "held") return <circle className={css.held} r={0.5} />;
  if (busy) return <circle className={css.may} r={0.51} />;
  const aimed = look === "pending" || (cursor === spot.target && choosing.pending === null);
  const own = at.ahead?.quiet ? seat : (at.toAct[0] ?? seat); // in advance it is one's own
  if (choosing.held.length === 0 && !aimed) return <circle className={css.point} r={0.075} />;
  const count = turnedAt(spot.target, at);
  return (
    <>
      {aimed ? (
        <>
          <use href={ring(own)} opacity={0.72} />
          <circle className={css.aimed} r={0.5} />
          {look === "pending" && count === 0 && <path className={css.tick} d="M-.13 .01L-.04 .1L.14 -.1" />}
        </>
      ) : (
        <circle className={css.open} r={0.31} />
      )}
      {count === 0 && !aimed && <circle className={css.point} r={0.07} />}
    </>
  );
}

export function Over({ at }: { at: BoardView<View> }) {
  const fives = fivesOf(at.choices, at.scene.marks);
  if (fives.length > 0) return <Rows at={at} fives={fives} />;
  if (givesUp(at)) return <GiveUp at={at} />;
  return <InHand at={at} />;
}

/** The marker that a ring leaves behind, arrows around those that would turn over, and how many would at each point: above
 *  the points, which have names of their own. */
function InHand({ at }: { at: BoardView<View> }) {
  const aim = aimOf(at);
  const held = at.choosing.held[0] ?? aim?.from;
  const spot = held ? at.spot(held) : null;
  return (
    <>
      {spot && <use href={marker(at.toAct[0] ?? at.seat)} transform={`translate(${spot.x} ${spot.y})`} />}
      {aim?.turned.map((target) => {
        const there = at.spot(target);
        return there && <use key={target} href="#yinsh-flip" transform={`translate(${there.x} ${there.y})`} />;
      })}
      {at.choosing.lit.map(({ target }) => {
        const count = turnedAt(target, at);
        const there = count > 0 ? at.spot(target) : null;
        return (
          there && (
            <text key={target} className={css.number} data-turns={target} x={there.x} y={there.y + 0.01}>
              {count}
            </text>
          )
        );
      })}
    </>
  );
}

/** Everything else steps back, once all that moves has come to rest. */
function Veil({ at }: { at: BoardView }) {
  const { x, y, width, height } = at.frame;
  return <rect className={css.veil} x={x - 0.3} y={y - 0.3} width={width + 0.6} height={height + 0.6} />;
}

function lastWay(at: BoardView): (Spot | null)[] {
  return (at.scene.marks?.find((mark) => mark.kind === "last")?.at ?? []).map(at.spot);
}

/** The rows to take from, the five that are meant, and the rings that come next. */
function Rows({ at, fives }: { at: BoardView; fives: readonly Five[] }) {
  const chosen = chosenFive(fives, at.choosing, at.cursor);
  const rows = [...new Set(fives.map((five) => five.row))];
  const seat = at.toAct[0] ?? at.seat;
  const mine = (at.scene.pieces ?? []).filter((piece) => piece.kind === "ring" && piece.seat === seat);
  const markers = [...new Set(rows.flat())].filter((site) => !chosen?.sites.includes(site));
  return (
    <g className={css.later} style={{ animationDelay: `${rest(lastWay(at))}ms` }}>
      <Veil at={at} />
      {mine.map((piece) => {
        const spot = at.spot(piece.at);
        return spot && <Own key={piece.id} spot={spot} seat={seat} className={css.soon} />;
      })}
      {rows.map((row) => (
        <Capsule
          key={row.join()}
          className={classes(css.row, chosen?.row !== row && css.free)}
          sites={row}
          at={at}
          r={0.47}
        />
      ))}
      {chosen && <Capsule className={css.five} sites={chosen.sites} at={at} r={0.39} />}
      {markers.map((site) => (
        <Marker key={site} site={site} seat={seat} at={at} />
      ))}
      {chosen?.sites.map((site) => (
        <Marker key={site} site={site} seat={seat} at={at} scale={1.1} />
      ))}
      {chosen && <Slides at={at} five={chosen} />}
      <Cursor at={at} />
    </g>
  );
}

/** The player's rings, one of which is to be given up. */
function GiveUp({ at }: { at: BoardView }) {
  const sites = at.choices.filter((choice) => !choice.also).map((choice) => choice.path[0] ?? "");
  const seat = at.toAct[0] ?? at.seat;
  const meant = at.choosing.pending?.path[0] ?? at.cursor;
  return (
    <>
      <Veil at={at} />
      {sites.map((site) => {
        const spot = at.spot(site);
        if (!spot) return null;
        return (
          <g key={site}>
            <Own spot={spot} seat={seat} className={site === meant ? css.held : css.may} />
            {site === meant && (
              <g transform={`translate(${spot.x} ${spot.y})`}>
                <path className={css.tick} d="M0 .16V-.15M-.12-.04L0-.16L.12-.04" />
              </g>
            )}
          </g>
        );
      })}
      <Cursor at={at} />
    </>
  );
}

function Own({ spot, seat, className }: { spot: Spot; seat: number | null; className: string | undefined }) {
  return (
    <g transform={`translate(${spot.x} ${spot.y})`}>
      <use href={ring(seat)} />
      <circle className={className} r={0.51} />
    </g>
  );
}

function Marker(props: { site: string; seat: number | null; at: BoardView; scale?: number }) {
  const spot = props.at.spot(props.site);
  return (
    spot && <use href={marker(props.seat)} transform={`translate(${spot.x} ${spot.y}) scale(${props.scale ?? 1})`} />
  );
}

/** The keyboard's place, which the veil would cover. */
function Cursor({ at }: { at: BoardView }) {
  const spot = at.cursor && at.lookOf(at.cursor) ? at.spot(at.cursor) : null;
  return spot && <circle className={cursorClass} cx={spot.x} cy={spot.y} r={0.54} />;
}

interface CapsuleProps {
  sites: readonly string[];
  at: BoardView;
  r: number;
  className: string | undefined;
}

/** A frame with round ends around places in a line. */
export function Capsule({ sites, at, r, className }: CapsuleProps) {
  const [a, b] = [at.spot(sites[0] ?? ""), at.spot(sites.at(-1) ?? "")];
  if (!a || !b) return null;
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.hypot(dx, dy) + 2 * r;
  return (
    <rect
      className={className}
      x={-r}
      y={-r}
      width={length}
      height={2 * r}
      rx={r}
      transform={`translate(${a.x} ${a.y}) rotate(${(Math.atan2(dy, dx) * 180) / Math.PI})`}
    />
  );
}

/** Where the frame of five can slide along its row: an arrow beyond that end. */
function Slides({ at, five }: { at: BoardView; five: Five }) {
  const [low, high] = [five.sites[0] ?? "", five.sites.at(-1) ?? ""];
  return [
    { end: low, more: five.row[0] !== low, from: high },
    { end: high, more: five.row.at(-1) !== high, from: low },
  ].map(({ end, more, from }) => {
    const [a, b] = [at.spot(from), at.spot(end)];
    if (!more || !a || !b) return null;
    const turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    return (
      <path
        key={end}
        className={css.tick}
        d="M.5 -.12L.62 0L.5 .12"
        transform={`translate(${b.x} ${b.y}) rotate(${turn})`}
      />
    );
  });
}

/** The last move: a dotted line with its direction, four ticks where it ended; and the rows of the other side. */
export function MarkDrawing({ mark, spots, at }: MarkProps) {
  if (mark.kind === "row") {
    if (fivesOf(at.choices, [mark]).length > 0) return null; // Over has it
    return <Capsule className={classes(css.row, css.theirs)} sites={mark.at} at={at} r={0.47} />;
  }
  if (mark.kind === "won-row") return <WonRow mark={mark} spots={spots} at={at} />;
  if (mark.kind === "won-ring") return spots[0] && <WayHome from={spots[0]} seat={mark.seat ?? 0} at={at} />;
  const [a, b] = [spots[0], spots.at(-1)];
  if (!a || !b) return null;
  return (
    <>
      {a !== b && <Trail a={a} b={b} />}
      <path
        className={css.last}
        transform={`translate(${b.x} ${b.y})`}
        d="M.35 .35l.09 .09M-.35 .35l-.09 .09M-.35 -.35l-.09 -.09M.35 -.35l.09 -.09"
      />
    </>
  );
}

/** When it is over: where the five lay that won, … */
function WonRow({ mark, spots, at }: MarkProps) {
  return (
    <g data-won="row">
      <Capsule className={css.won} sites={mark.at} at={at} r={0.43} />
      {spots.map((spot) => (
        <circle key={spot.target} className={css.gone} cx={spot.x} cy={spot.y} r={0.25} />
      ))}
    </g>
  );
}

/** … and the way of the ring that was given up for them, to its socket. */
export function WayHome({ from, seat, at }: { from: Spot; seat: number; at: BoardView }) {
  const tray = at.spot(`zone:${trayId(seat)}`);
  if (!tray) return null;
  const count = counterOf(at.scene, `won-${seat}`)?.value ?? 1;
  const { x, y } = socket(tray, count - 1, counterOf(at.scene, `won-${seat}`)?.of ?? count, at);
  const edge = y > from.y ? y - SOCKET : y + SOCKET;
  const length = Math.hypot(x - from.x, edge - from.y);
  const [ux, uy] = [(x - from.x) / length, (edge - from.y) / length];
  // It swings out towards the edge of the slab that is nearer, so that it is not taken for a line of the board.
  const out = from.x < at.frame.x + at.frame.width / 2 ? -1 : 1;
  const bend = { x: (from.x + x) / 2 + out * length * 0.12, y: (from.y + edge) / 2 };
  return (
    <g data-won="ring">
      <circle className={css.gone} cx={from.x} cy={from.y} r={0.4} />
      <path
        className={classes(css.last, css.dots)}
        d={`M${from.x + 0.46 * ux} ${from.y + 0.46 * uy}Q${bend.x} ${bend.y} ${x} ${edge}`}
      />
    </g>
  );
}

function Trail({ a, b }: { a: Spot; b: Spot }) {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const turn = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
  return (
    <g transform={`translate(${a.x} ${a.y}) rotate(${turn})`}>
      <line className={classes(css.last, css.dots)} x1={0.28} x2={length - 0.46} />
      <path className={css.last} transform="translate(.5 0)" d="M-.08 -.1L.04 0L-.08 .1" />
    </g>
  );
}
