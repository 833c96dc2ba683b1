/** A rating's history as lines to draw: one step to the right for every match, whenever it was. */

import type { HistoryPoint } from "../../contract";

const STEPS = [20, 50, 100, 200, 500, 1000];
const LINES = 4; // at most so many spaces between lines across
const ROOM = 10; // points above and below

export interface Plot {
  lines: { value: number; y: number }[]; // y from 0 (above) to 1 (below)
  unsure: [number, number][]; // while it was provisional
  certain: [number, number][];
}

export function plotOf(points: readonly HistoryPoint[]): Plot {
  const first = points[0];
  if (!first) return { lines: [], unsure: [], certain: [] };
  const ratings = [first.rating - first.change, ...points.map((point) => point.rating)];
  const [low, high] = [Math.min(...ratings) - ROOM, Math.max(...ratings) + ROOM];
  const step = STEPS.find((each) => Math.ceil(high / each) - Math.floor(low / each) <= LINES) ?? 2000;
  const [bottom, top] = [Math.floor(low / step) * step, Math.ceil(high / step) * step];
  const yOf = (rating: number) => (top - rating) / (top - bottom);
  const all = ratings.map((rating, i): [number, number] => [i / points.length, yOf(rating)]);
  const sure = points.findIndex((point) => !point.provisional); // it may become unsure again; the line stays whole
  const turn = sure === -1 ? points.length : sure + 1;
  return {
    lines: Array.from({ length: (top - bottom) / step + 1 }, (_, i) => {
      const value = bottom + i * step;
      return { value, y: yOf(value) };
    }),
    unsure: all.slice(0, turn + 1),
    certain: sure === -1 ? [] : all.slice(turn),
  };
}
