/** Boats with hull, deck and sails, whose pattern is the seat's; buoys and risk points. */

import { useId, useRef } from "react";
import type { PieceProps } from "../../board/skin";
import { off, type Trim, trimOf, windOf } from "./facts";
import { mainsail } from "./layout";
import css from "./pieces.module.css";

export function Defs() {
  return (
    <>
      <Sails prefix="regatta-s" />
      <pattern id="regatta-shade" width=".18" height=".18" patternUnits="userSpaceOnUse" patternTransform="rotate(35)">
        <path d="M0 .09H.18" className={css.hatch} />
      </pattern>
      <radialGradient id="regatta-light" cx=".35" cy=".3" r=".9">
        <stop offset="0" stopColor="#fff" stopOpacity=".5" />
        <stop offset="1" stopColor="#000" stopOpacity=".14" />
      </radialGradient>
    </>
  );
}

const HULL_COLOURS = ["#c2382e", "#1f5fa8", "#e0a81e", "#2f7f55", "#7a4d94", "#f4efe2"];
const INK = "#1b2530";

/** Six sails that differ in pattern as well as colour: bars, checks, chevrons, dots, halves, a cross. */
export function Sails({ prefix }: { prefix: string }) {
  const pattern = { patternUnits: "userSpaceOnUse" };
  return (
    <>
      <pattern id={`${prefix}0`} width="8" height="8" {...pattern}>
        <path d="M0 0h8v8H0z" fill="#c2382e" />
        <path d="M0 0h4v8H0z" fill="#fff6e6" />
      </pattern>
      <pattern id={`${prefix}1`} width="10" height="10" {...pattern}>
        <path d="M0 0h10v10H0z" fill="#f3f6fa" />
        <path d="M0 0h5v5H0zM5 5h5v5H5z" fill="#1f5fa8" />
      </pattern>
      <pattern id={`${prefix}2`} width="10" height="9" {...pattern}>
        <path d="M0 0h10v9H0z" fill="#e0a81e" />
        <path d="M-1 7 5 2 11 7" fill="none" stroke="#2a2208" strokeWidth="2.6" />
      </pattern>
      <pattern id={`${prefix}3`} width="9" height="9" {...pattern}>
        <path d="M0 0h9v9H0z" fill="#2f7f55" />
        <circle cx="4.5" cy="4.5" r="2.5" fill="#f4fbf2" />
      </pattern>
      <pattern id={`${prefix}4`} width="24" height="24" {...pattern}>
        <path d="M0 0h24v24H0z" fill="#7a4d94" />
        <path d="M0 0h24v12H0z" fill="#f0e4f6" />
      </pattern>
      <pattern id={`${prefix}5`} width="16" height="16" {...pattern}>
        <path d="M0 0h16v16H0z" fill="#fffdf7" />
        <path d="M6 0h4v16H6zM0 6h16v4H0z" fill="#4b4638" />
      </pattern>
    </>
  );
}

const HULL = "M0 -28C8.5 -16 10.5 2 7 19Q0 23.5 -7 19C-10.5 2 -8.5 -16 0 -28Z";
const DECK = "M0 -22C6 -13 7.8 2 5.5 16.5Q0 19.5 -5.5 16.5C-7.8 2 -6 -13 0 -22Z";

/** A boat, bow up, 50 long; the sails are `sails` + the seat. */
export function BoatDrawing({ seat, trim, sails }: { seat: number; trim: Trim; sails: string }) {
  const { side, boom, kite, sailing } = trim;
  const lee = sailing ? side : 0;
  return (
    <>
      <path d={HULL} fill="#14212c" opacity=".24" transform={`translate(${4 * lee + 1} 2.5)`} />
      <path d={HULL} fill={HULL_COLOURS[seat % 6]} stroke={INK} strokeWidth="1.5" />
      <path
        d={DECK}
        fill="#f0dcb4"
        stroke={INK}
        strokeWidth=".8"
        transform={`translate(${2.4 * lee} 0) scale(.82 1)`}
      />
      {sailing && (
        <path
          d={`M0 -25Q${17 * side} -17 ${7 * side} -2Z`}
          fill="#fffdf6"
          stroke={INK}
          strokeWidth="1.2"
          strokeLinejoin="round"
        />
      )}
      {kite && (
        <path
          d="M0 -26C-24 -34 -19 -54 0 -55C19 -54 24 -34 0 -26Z"
          fill={`url(#${sails}${seat % 6})`}
          stroke={INK}
          strokeWidth="1.5"
          strokeLinejoin="round"
        />
      )}
      <path
        d={mainsail(sailing ? boom : 4, side)}
        fill={`url(#${sails}${seat % 6})`}
        stroke={INK}
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      <circle cy="-9" r="2" fill={INK} />
    </>
  );
}

/** An angle that follows another the shorter way round, so that a boat never spins about to turn a little. */
function useTurned(angle: number): number {
  const last = useRef(angle);
  last.current += off(angle, last.current);
  return last.current;
}

/** A seat's sign: the same sail, seen from the side. */
export function SeatMark({ seat }: { seat: number }) {
  const id = useId();
  return (
    <svg className={css.seatMark} viewBox="0 0 34 36" aria-hidden="true">
      <defs>
        <Sails prefix={id} />
      </defs>
      <g stroke={INK} strokeWidth="1.4" strokeLinejoin="round">
        <path d="M15 2C25 9 30 18 31 25H15Z" fill={`url(#${id}${seat % 6})`} />
        <path d="M12 7C7 13 4 19 3 25H12Z" fill="#fffdf6" />
        <path d="M2 28H32C29 33 26 34 23 34H10C6 34 4 31 2 28Z" fill={HULL_COLOURS[seat % 6]} />
      </g>
    </svg>
  );
}

const BOAT = 0.034; // units to one of a boat's

/** A marker's number is to be read on a phone too: 12 pixels. */
const large = (scale: number) => Math.min(1.4, Math.max(1, 12 / (0.74 * scale)));

export function PieceDrawing({ piece, angle, at }: PieceProps) {
  if (piece.kind === "boat") return <BoatPiece piece={piece} angle={angle} at={at} />;
  if (piece.kind === "start")
    return (
      <>
        <circle className={css.shade} cx=".05" cy=".1" r=".48" />
        <circle className={css.buoy} r=".46" />
        <path className={css.buoySign} d="M0 -.26L.25 .17H-.25Z" />
        <circle r=".46" fill="url(#regatta-light)" />
      </>
    );
  if (piece.kind === "marker")
    return (
      <g transform={`scale(${large(at.scale)})`}>
        <circle className={css.shade} cx=".06" cy=".12" r=".58" />
        <circle className={css.marker} r=".55" />
        <circle className={css.markerRing} r=".45" />
        <text className={css.markerNumber} fontSize=".74" y=".26">
          {piece.glyph}
        </text>
      </g>
    );
  if (piece.kind === "risk")
    return (
      <>
        <path className={css.shade} d="M.04 -.3L.44 .08L.04 .48L-.36 .08Z" />
        <path className={css.risk} d="M0 -.38L.38 0L0 .38L-.38 0Z" />
        <path className={css.riskSign} d="M-.1 -.08C-.1 -.23 .12 -.23 .12 -.07C.12 .03 0 .03 0 .11M0 .2V.21" />
      </>
    );
  return null; // the wind is drawn on the chart
}

function BoatPiece({ piece, angle, at }: Pick<PieceProps, "piece" | "angle" | "at">) {
  const trim = trimOf(piece, windOf(at.scene));
  const turned = useTurned(angle);
  return (
    <g className={css.boat} style={{ transform: `rotate(${turned}deg)` }}>
      <g transform={`scale(${BOAT})`}>
        <BoatDrawing seat={piece.seat ?? 0} trim={trim} sails="regatta-s" />
      </g>
    </g>
  );
}
