/** Ivory and ebony. Light comes from the top left; ebony has a groove and an inlay, so that colour is never alone. */

import type { PieceProps } from "../../board/skin";
import css from "./pieces.module.css";

const side = (seat: number | null | undefined) => (seat === 1 ? 1 : 0);
export const ring = (seat: number | null | undefined) => `#yinsh-ring-${side(seat)}`;
export const marker = (seat: number | null | undefined) => `#yinsh-marker-${side(seat)}`;

/** Shapes in hundredths of a unit; three strokes for a ring's shadow, so that its hole stays open. */
export function Defs() {
  return (
    <>
      <radialGradient id="yinsh-slab" cx=".28" cy=".08" r="1.05">
        <stop className={css.slabA} offset="0" />
        <stop className={css.slabB} offset=".46" />
        <stop className={css.slabC} offset="1" />
      </radialGradient>
      <Grain id="yinsh-iv" stops={["#fffdf6", "#ece1ca", "#b7a685"]} middle={0.5} />
      <Grain id="yinsh-eb" stops={["#474b54", "#191b1f", "#08090b"]} middle={0.42} />
      <Ball id="yinsh-ivm" stops={["#fffdf6", "#eadfc8", "#bfae8d"]} middle={0.6} />
      <Ball id="yinsh-ebm" stops={["#4b4f58", "#1b1d21", "#0a0b0d"]} middle={0.5} />
      <radialGradient id="yinsh-shade">
        <stop offset=".62" stopColor="#05070a" stopOpacity=".62" />
        <stop offset="1" stopColor="#05070a" stopOpacity="0" />
      </radialGradient>
      <g id="yinsh-hoop-shade" fill="none" stroke="#05070a" transform="translate(4 8)">
        <circle r="34.5" strokeWidth="26" opacity=".16" />
        <circle r="34.5" strokeWidth="21" opacity=".2" />
        <circle r="34.5" strokeWidth="16" opacity=".3" />
      </g>
      <g id="yinsh-ring-0" transform="scale(.01)" fill="none">
        <use href="#yinsh-hoop-shade" />
        <circle r="34.5" stroke="url(#yinsh-iv)" strokeWidth="16" />
        <circle r="42" stroke="#7d6e53" strokeWidth="1.4" opacity=".7" />
        <circle r="26.8" stroke="#6d5f47" strokeWidth="1.8" opacity=".8" />
        <path d="M-34.6-15A37.7 37.7 0 0 1-5-37.4" stroke="#fff" strokeWidth="3" strokeLinecap="round" opacity=".9" />
      </g>
      <g id="yinsh-ring-1" transform="scale(.01)" fill="none">
        <use href="#yinsh-hoop-shade" />
        <circle r="34.5" stroke="url(#yinsh-eb)" strokeWidth="16" />
        <circle r="42.4" stroke="#a3aebc" strokeWidth="1.8" opacity=".85" />
        <circle r="26.6" stroke="#8b96a5" strokeWidth="1.6" opacity=".75" />
        <circle r="34.5" stroke="#a9b4c2" strokeWidth="2.2" strokeDasharray="9.05 9.05" opacity=".8" />
      </g>
      <g id="yinsh-marker-0" transform="scale(.01)">
        <circle cx="2" cy="5" r="29" fill="url(#yinsh-shade)" />
        <circle r="23.5" fill="url(#yinsh-ivm)" stroke="#7d6e53" strokeWidth="1.3" />
      </g>
      <g id="yinsh-marker-1" transform="scale(.01)">
        <circle cx="2" cy="5" r="29" fill="url(#yinsh-shade)" />
        <circle r="23.5" fill="url(#yinsh-ebm)" stroke="#a3aebc" strokeWidth="1.8" />
        <circle r="8.5" fill="none" stroke="#b3becb" strokeWidth="2.6" />
      </g>
      <path
        id="yinsh-flip"
        className={css.flip}
        transform="scale(.01)"
        d="M-30 12A32.5 32.5 0 0 1-14-29.5M-23-29l9.4-.8 1.6 9.6M30-12A32.5 32.5 0 0 1 14 29.5M23 29l-9.4.8-1.6-9.6"
      />
    </>
  );
}

interface Shades {
  id: string;
  stops: readonly [string, string, string];
  middle: number;
}

function Grain({ id, stops, middle }: Shades) {
  return (
    <linearGradient id={id} gradientUnits="userSpaceOnUse" x1="-26" y1="-36" x2="24" y2="38">
      <stop offset="0" stopColor={stops[0]} />
      <stop offset={middle} stopColor={stops[1]} />
      <stop offset="1" stopColor={stops[2]} />
    </linearGradient>
  );
}

function Ball({ id, stops, middle }: Shades) {
  return (
    <radialGradient id={id} cx=".38" cy=".3" r=".8">
      <stop offset="0" stopColor={stops[0]} />
      <stop offset={middle} stopColor={stops[1]} />
      <stop offset="1" stopColor={stops[2]} />
    </radialGradient>
  );
}

export function PieceDrawing({ piece }: PieceProps) {
  return <use href={piece.kind === "ring" ? ring(piece.seat) : marker(piece.seat)} />;
}

/** A ring in flat colours, for where the board's own shapes are not at hand: seat cards, the log. */
export function SmallRing({ seat, gone = false }: { seat: number | null; gone?: boolean }) {
  if (gone) return <circle className={css.socket} r={33} />;
  return (
    <g className={seat === 1 ? css.ebony : css.ivory}>
      <circle className={css.body} r={33} />
      <circle className={css.rim} r={42} />
      <circle className={css.rim} r={24} />
      {seat === 1 && <circle className={css.groove} r={33} />}
    </g>
  );
}

export function SeatMark({ seat }: { seat: number }) {
  return (
    <svg className={css.avatar} viewBox="-58 -58 116 116" aria-hidden="true">
      <rect className={css.tile} x={-58} y={-58} width={116} height={116} rx={26} />
      <SmallRing seat={seat} />
    </svg>
  );
}
