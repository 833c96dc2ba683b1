/** Boats: a hull, a deck that heels, a jib and a mainsail whose pattern is the seat's. */

import { useId, useRef } from "react";
import { mainsail } from "./chart";
import { off, type Trim } from "./facts";

export const HULLS = ["#c2382e", "#1f5fa8", "#e0a81e", "#2f7f55", "#7a4d94", "#f4efe2"];
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
export function Hull({ seat, trim, sails }: { seat: number; trim: Trim; sails: string }) {
  const { side, boom, kite, sailing } = trim;
  const lee = sailing ? side : 0;
  return (
    <>
      <path d={HULL} fill="#14212c" opacity=".24" transform={`translate(${4 * lee + 1} 2.5)`} />
      <path d={HULL} fill={HULLS[seat % 6]} stroke={INK} strokeWidth="1.5" />
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
export function useTurned(angle: number): number {
  const last = useRef(angle);
  last.current += off(angle, last.current);
  return last.current;
}

/** A seat's sign: the same sail, seen from the side. */
export function SeatMark({ seat }: { seat: number }) {
  const id = useId();
  return (
    <svg className="rg-mark" viewBox="0 0 34 36" aria-hidden="true">
      <defs>
        <Sails prefix={id} />
      </defs>
      <g stroke={INK} strokeWidth="1.4" strokeLinejoin="round">
        <path d="M15 2C25 9 30 18 31 25H15Z" fill={`url(#${id}${seat % 6})`} />
        <path d="M12 7C7 13 4 19 3 25H12Z" fill="#fffdf6" />
        <path d="M2 28H32C29 33 26 34 23 34H10C6 34 4 31 2 28Z" fill={HULLS[seat % 6]} />
      </g>
    </svg>
  );
}
