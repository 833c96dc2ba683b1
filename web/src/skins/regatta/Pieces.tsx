/** Boats, buoys and risk points; shadows, and the way of the last step. */

import type { MarkProps, PieceProps } from "../types";
import { Hull, useTurned } from "./boats";
import { trimOf, windOf } from "./facts";

const BOAT = 0.034; // units to one of a boat's

/** A marker's number is to be read on a phone too: 12 pixels. */
const large = (scale: number) => Math.min(1.4, Math.max(1, 12 / (0.74 * scale)));

export function Piece({ piece, angle, at }: PieceProps) {
  if (piece.kind === "boat") return <BoatPiece piece={piece} angle={angle} at={at} />;
  if (piece.kind === "start")
    return (
      <g className="rg-start">
        <circle className="shade" cx=".05" cy=".1" r=".48" />
        <circle r=".46" />
        <path d="M0 -.26L.25 .17H-.25Z" />
        <circle r=".46" fill="url(#regatta-light)" className="light" />
      </g>
    );
  if (piece.kind === "marker")
    return (
      <g className="rg-marker" transform={`scale(${large(at.scale)})`}>
        <circle className="shade" cx=".06" cy=".12" r=".58" />
        <circle className="body" r=".55" />
        <circle className="inner" r=".45" />
        <text fontSize=".74" y=".26">
          {piece.glyph}
        </text>
      </g>
    );
  if (piece.kind === "risk")
    return (
      <g className="rg-risk">
        <path className="shade" d="M.04 -.3L.44 .08L.04 .48L-.36 .08Z" />
        <path d="M0 -.38L.38 0L0 .38L-.38 0Z" />
        <path className="ask" d="M-.1 -.08C-.1 -.23 .12 -.23 .12 -.07C.12 .03 0 .03 0 .11M0 .2V.21" />
      </g>
    );
  return null; // the wind is drawn on the chart
}

function BoatPiece({ piece, angle, at }: Pick<PieceProps, "piece" | "angle" | "at">) {
  const trim = trimOf(piece, windOf(at.scene));
  const turned = useTurned(angle);
  return (
    <g className="rg-boat" style={{ transform: `rotate(${turned}deg)` }}>
      <g transform={`scale(${BOAT})`}>
        <Hull seat={piece.seat ?? 0} trim={trim} sails="regatta-s" />
      </g>
    </g>
  );
}

/** A shadow is hatched; the last step leaves a wake. Gates and the line are drawn with the chart. */
export function Mark({ mark, spots, at }: MarkProps) {
  if (mark.kind === "shadow") return <Shadow spots={spots} seat={mark.seat ?? null} at={at} />;
  const [from, to] = spots;
  if (mark.kind !== "last" || !from || !to) return null;
  return (
    <g className="rg-wake">
      <path d={`M${from.x} ${from.y}L${to.x} ${to.y}`} />
      <circle cx={from.x} cy={from.y} r=".16" />
    </g>
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
    <g className="rg-shadow" transform={`translate(${boat.x} ${boat.y}) rotate(${turn})`}>
      <path d={`M-.3 -.4L-.5 ${-long}Q0 ${-long - 0.3} .5 ${-long}L.3 -.4Z`} />
    </g>
  );
}
