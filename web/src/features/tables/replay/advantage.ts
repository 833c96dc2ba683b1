/** Who was ahead at which step, as lines to draw: x is the step, y from 0 (above) to 1 (below). */

import type { Review } from "../../../contract";

export interface AdvantageLine {
  seat: number;
  points: [number, number][];
}

/** For two opponents one line is enough: the other's is its mirror. A team has one line, more opponents a line each. */
export function advantageLines(review: Review, seats: number, cooperative: boolean): AdvantageLine[] {
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

/** A seat's chances out of a hundred, after so many steps. */
export function winChance(review: Review, step: number, seat: number): number {
  const value = step === 0 ? 0 : (review.leaned[step - 1]?.[seat] ?? 0);
  return Math.round((value + 1) * 50);
}
