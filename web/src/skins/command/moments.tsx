/** A challenge: both ships over their square, as far as the viewer knows them, and which of them goes down. */

import { isHigh } from "../../board/MomentLayer";
import type { BoardView, Moment } from "../../board/skin";
import { classes } from "../../ui/classes";
import { letterOf } from "./facts";
import css from "./moments.module.css";
import { Badge, Hull } from "./pieces";

const [WIDE, HIGH] = [204, 96]; // pixels
const AWAY = 10; // from the square

export function MomentDrawing({ moment, at }: { moment: Moment; at: BoardView }) {
  const spot = at.spot(moment.at?.[0] ?? "");
  if (!spot || !at.moment) return null;
  const { lost = "", by = "0" } = moment.facts ?? {};
  const px = 1 / at.scale;
  const [half, inset] = [(WIDE / 2 + 6) * px, (HIGH / 2 + 6) * px];
  const { x, y, width, height } = at.seen;
  const aside = spot.height / 2 + (AWAY + HIGH / 2) * px;
  const wanted = isHigh(at.moment, at) ? spot.y + aside : spot.y - aside;
  const place = {
    x: Math.min(Math.max(spot.x, x + half), Math.max(x + half, x + width - half)),
    y: Math.min(Math.max(wanted, y + inset), y + height - inset),
  };
  const attacks = Number(by) === (at.seat ?? 0);
  const sides = (["attacker", "defender"] as const).map((side) => ({
    side,
    letter: letterOf(`ship-${moment.facts?.[side] ?? ""}`),
    foe: (side === "attacker") !== attacks,
    lost: lost === "both" || lost === side,
  }));
  return (
    <g>
      <rect
        className={css.square}
        x={spot.x - spot.width / 2}
        y={spot.y - spot.height / 2}
        width={spot.width}
        height={spot.height}
        rx=".06"
        strokeWidth={Math.max(0.05, 3 * px)}
      />
      <g transform={`translate(${place.x} ${place.y}) scale(${px})`} data-challenge={lost}>
        <rect className={css.plate} x={-WIDE / 2} y={-HIGH / 2} width={WIDE} height={HIGH} rx="12" />
        <path className={css.sea} d={`M${-WIDE / 2 + 10} 14H${WIDE / 2 - 10}`} />
        {sides.map(({ side, letter, foe, lost: gone }) => (
          <g key={side} transform={side === "attacker" ? "translate(-54 0)" : "translate(54 0)"}>
            <g className={classes(side === "attacker" && css.comes)}>
              <g className={classes(gone && css.sinks)} data-goes-down={gone ? side : undefined}>
                {letter ? (
                  <g transform={(side === "attacker") === foe ? "translate(0 -8) scale(-1 1)" : "translate(0 -8)"}>
                    <Hull letter={letter} foe={foe} width={76} />
                  </g>
                ) : (
                  <use href="#command-contact" transform="translate(0 -8) scale(.82)" />
                )}
              </g>
            </g>
            {letter && (
              <g transform="translate(0 31)">
                <Badge letter={letter} foe={foe} scale={0.8} />
              </g>
            )}
            {gone && <path className={css.cross} d="M24 22L38 36M38 22L24 36" />}
          </g>
        ))}
        <g className={css.burst}>
          <path className={css.rays} d="M0-26V-16M0 6V16M-13-18L-7-12M13-18L7-12M-13 8L-7 2M13 8L7 2M-18-5H-9M18-5H9" />
        </g>
      </g>
    </g>
  );
}
