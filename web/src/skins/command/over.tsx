/** The last move and challenge, what can be touched, and what was lost. */

import type { BoardView, MarkProps, Spot, TargetProps } from "../../board/skin";
import { classes } from "../../ui/classes";
import { deploying } from "./facts";
import css from "./over.module.css";
import { FINE } from "./pieces";

const BRACKETS = "M-47-21V-47H-21M21-47H47V-21M47 21V47H21M-21 47H-47V21";
const TICKS = "M-46-34V-46H-34M34-46H46V-34M46 34V46H34M-34 46H-46V34";

/** The last ply: where it began, dashed, and a dotted line. A challenge: its square in coral. */
export function MarkDrawing({ mark, spots }: MarkProps) {
  const [from, to] = spots;
  if (!from) return null;
  if (mark.kind === "challenge")
    return <rect className={css.hit} x={from.x - 0.47} y={from.y - 0.47} width={0.94} height={0.94} rx={0.06} />;
  if (!to) return null;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  return (
    <g transform={`translate(${from.x} ${from.y}) ${FINE}`}>
      <rect className={css.from} x="-47" y="-47" width="94" height="94" rx="6" />
      <path className={css.way} d={`M${dx * 10} ${dy * 10}L${dx * 58} ${dy * 58}`} />
      <circle className={css.start} r="7" />
    </g>
  );
}

/** A round cross where both ships went down. A ship that stands there has survived, and carries none. */
export function Over({ at }: { at: BoardView }) {
  const mark = at.scene.marks?.find((each) => each.kind === "challenge");
  const here = mark?.at[0] ? at.spot(mark.at[0]) : null;
  if (!here || at.scene.pieces?.some((piece) => piece.at === mark?.at[0])) return null;
  return (
    <g data-loss transform={`translate(${here.x} ${here.y}) ${FINE} scale(1.3)`}>
      <circle className={css.lossDisc} r="20" />
      <path className={css.lossCross} d="M-8-8L8 8M8-8L-8 8" />
    </g>
  );
}

// -- what can be touched ----------------------------------------------------------------------------------------------

export function Target({ spot, look, busy, at }: TargetProps) {
  const { held } = at.choosing;
  const inner = deploying(at.scene) ? (
    <Berth busy={busy} free={held.length > 0} />
  ) : (
    <Goal {...{ spot, look, busy, at }} />
  );
  return <g transform={FINE}>{look === "held" ? <Chosen /> : inner}</g>;
}

function Chosen() {
  return (
    <>
      <rect className={css.chosen} x="-47" y="-47" width="94" height="94" rx="6" />
      <path className={css.brackets} d={BRACKETS} />
    </>
  );
}

/** While a ship is held: a berth that is free for it, or a ship to change places with. */
function Berth({ busy, free }: { busy: boolean; free: boolean }) {
  if (!free) return null;
  if (busy)
    return (
      <g>
        <circle className={css.swapDisc} cx="33" cy="-33" r="13" />
        <path className={css.swapArrows} d="M26-37H39L35-41M40-29H27L31-25" />
      </g>
    );
  return (
    <g>
      <rect className={css.berth} x="-43" y="-43" width="86" height="86" rx="8" />
      <path className={css.plus} d="M-9 0H9M0-9V9" />
    </g>
  );
}

/** Ships that can move have corners; then free water has an arrow that points the way, and what can be challenged a reticle. */
function Goal({ spot, look, busy, at }: { spot: Spot; look: string; busy: boolean; at: BoardView }) {
  const [first] = at.choosing.held;
  const from = first ? at.spot(first) : null;
  if (!from) return <path className={classes(css.ticks, look === "quiet" && css.quiet)} d={TICKS} />;
  const aimed = look === "pending";
  const angle = (Math.atan2(spot.y - from.y, spot.x - from.x) * 180) / Math.PI;
  if (busy)
    return (
      <g className={classes(css.reticle, aimed && css.aimed)}>
        {aimed && <path transform={`rotate(${angle})`} d="M-58 0H-46" />}
        <circle className={css.reticleRing} r="42" />
        <path d="M0-48V-33M0 48V33M-48 0H-33M48 0H33" />
      </g>
    );
  return (
    <g className={aimed ? css.aimed : undefined} transform={`rotate(${angle})`}>
      <circle className={css.goDisc} r="23" />
      <path className={css.goArrow} d="M-6-9L7 0L-6 9" />
    </g>
  );
}
