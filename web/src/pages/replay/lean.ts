/** How the game leaned, as lines to draw: x is the step, y from 0 (above) to 1 (below). */

import type { Review } from "../../api/tables";

export interface Lean {
  seat: number;
  points: [number, number][];
}

/** Of two opponents one line is enough: what one expects, the other fears. Of more, or of a team, a line for each. */
export function leans(review: Review, seats: number, cooperative: boolean): Lean[] {
  const drawn = cooperative || (seats === 2 && !cooperative) ? [0] : Array.from({ length: seats }, (_, seat) => seat);
  const last = Math.max(1, review.leaned.length);
  return drawn.map((seat) => ({
    seat,
    points: [
      [0, 0.5],
      ...review.leaned.map((values, i): [number, number] => [(i + 1) / last, heightOf(values[seat] ?? 0)]),
    ],
  }));
}

const heightOf = (value: number) => (1 - Math.max(-1, Math.min(1, value))) / 2;

/** Chances out of a hundred, after so many steps. */
export function chances(review: Review, step: number, seat: number): number {
  const value = step === 0 ? 0 : (review.leaned[step - 1]?.[seat] ?? 0);
  return Math.round((value + 1) * 50);
}

export function path(points: readonly [number, number][], width: number, height: number): string {
  return points
    .map(([x, y], i) => `${i === 0 ? "M" : "L"}${(x * width).toFixed(1)} ${(y * height).toFixed(1)}`)
    .join("");
}
