/** What an engine has found, as arrows: strength is told by shape, not by colour. A step on one place is a ring there. */

import css from "./ArrowLayer.module.css";
import type { Spot } from "./layout";
import type { BoardArrow } from "./skin";

const SHAPES = [
  { half: 0.09, head: 0.24, long: 0.4, className: css.threat },
  { half: 0.1, head: 0.26, long: 0.42, className: css.first },
  { half: 0.07, head: 0.2, long: 0.36, className: css.second },
  { half: 0, head: 0.16, long: 0.26, className: css.third },
] as const;
const [BEGIN, STOP, RING, BADGE] = [0.47, 0.16, 0.42, 0.21]; // units

export function ArrowLayer(props: { arrows: readonly BoardArrow[]; spot: (target: string) => Spot | null }) {
  const drawn = props.arrows.flatMap(({ path, rank }) => {
    const spots = path.map(props.spot).filter((each) => each !== null);
    const [from, to] = [spots[0], spots.at(-1)];
    return from && to ? [{ from, to, rank }] : [];
  });
  const taken: string[] = [];
  return (
    <g className={css.arrows} data-arrows={drawn.length} aria-hidden>
      {drawn.toReversed().map(({ from, to, rank }) => {
        const shape = SHAPES[rank] ?? SHAPES[3];
        const place = `${to.x} ${to.y}`;
        const shift = taken.filter((each) => each === place).length * 2 * BADGE; // several lead there
        taken.push(place);
        const flat = from.x === to.x && from.y === to.y;
        const r = Math.max(RING, Math.min(to.width, to.height) / 2);
        return (
          <g key={`${rank} ${from.target} ${to.target}`} className={shape.className} data-rank={rank}>
            {!flat && <path className={css.shaft} d={arrow(from, to, shape)} />}
            <circle className={css.ring} cx={to.x} cy={to.y} r={r} />
            <g transform={badgeAt(rank === 0 && !flat ? from : to, r, shift)}>
              <circle className={css.badge} r={BADGE} />
              {rank > 0 ? (
                <text className={css.number} dy={0.09}>
                  {rank}
                </text>
              ) : (
                <path className={css.cross} d="M-.08-.08L.08.08M.08-.08L-.08.08" />
              )}
            </g>
          </g>
        );
      })}
    </g>
  );
}

/** Beside the place; a threat is crossed where it begins, for its turn is another's. */
const badgeAt = ({ x, y }: Spot, r: number, shift: number) => `translate(${x + r * 0.75 - shift} ${y - r * 0.75})`;

/** From outside of what stands there to just before the place that it leads to. */
function arrow(from: Spot, to: Spot, { half, head, long }: (typeof SHAPES)[number]): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / length, dy / length];
  const at = (along: number, across: number) =>
    `${(from.x + ux * along - uy * across).toFixed(3)} ${(from.y + uy * along + ux * across).toFixed(3)}`;
  const begin = Math.min(BEGIN, length / 4);
  const end = length - Math.min(STOP, length / 6);
  const neck = Math.max(begin, end - long);
  if (half === 0) return `M${at(begin, 0)}L${at(end, 0)}M${at(neck, head)}L${at(end, 0)}L${at(neck, -head)}`;
  return `M${at(begin, half)}L${at(neck, half)}L${at(neck, head)}L${at(end, 0)}L${at(neck, -head)}L${at(neck, -half)}L${at(begin, -half)}Z`;
}
