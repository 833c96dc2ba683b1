/** A row: it is framed from one end to the other, and its markers light up one by one. A ring: its way to the tray. */

import type { BoardView, Moment } from "../../board/skin";
import css from "./moments.module.css";
import { Capsule, WayHome } from "./over";

const EACH = 90; // milliseconds from one marker to the next

export function MomentDrawing({ moment, at }: { moment: Moment; at: BoardView }) {
  const sites = moment.at ?? [];
  const [first] = sites.flatMap((site) => at.spot(site) ?? []);
  if (!first) return null;
  if (moment.kind === "ring") return <WayHome from={first} seat={Number(moment.facts?.seat ?? 0)} at={at} />;
  const [a, b] = [at.spot(sites[0] ?? ""), at.spot(sites.at(-1) ?? "")];
  const middle = a && b ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } : first;
  return (
    <g data-row={sites.length}>
      <g style={{ transformOrigin: `${middle.x}px ${middle.y}px` }} className={css.opens}>
        <Capsule className={css.casing} sites={sites} at={at} r={0.5} />
        <Capsule className={css.row} sites={sites} at={at} r={0.5} />
      </g>
      {sites.map((site, number) => {
        const spot = at.spot(site);
        return (
          spot && (
            <g key={site} transform={`translate(${spot.x} ${spot.y})`}>
              <circle className={css.lights} r="0.36" style={{ animationDelay: `${EACH * number}ms` }} />
            </g>
          )
        );
      })}
    </g>
  );
}
