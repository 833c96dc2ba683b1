/** When the race is over: a pennant with its place at every boat that is home, one after the other. */

import type { CSSProperties } from "react";
import type { BoardView } from "../../board/skin";
import type { View } from "./facts";
import css from "./pennants.module.css";

const APART = 0.4; // seconds between two that rise
const LEAST = 22; // pixels high, on whatever chart

export function Pennants({ at }: { at: BoardView<View> }) {
  if (!at.over || at.past) return null;
  const large = Math.max(1.3, LEAST / at.scale);
  return (at.view?.boats ?? []).map((boat, seat) => {
    const spot = at.spot(`piece:boat-${seat}`);
    if (boat.place === null || !spot) return null;
    const after = { "--rises-after": `${(boat.place - 1) * APART}s` } as CSSProperties;
    return (
      <g
        key={boat.place}
        transform={`translate(${spot.x + 0.3} ${spot.y - 0.35}) scale(${large})`}
        data-pennant={boat.place}
      >
        <g className={css.pennant} style={after}>
          <path className={css.pole} d="M0 0V-1" />
          <path className={css.cloth} d="M0 -1H.9L.7 -.71L.9 -.42H0Z" />
          <text className={css.place} x=".36" y="-.7">
            {boat.place}
          </text>
        </g>
      </g>
    );
  });
}
