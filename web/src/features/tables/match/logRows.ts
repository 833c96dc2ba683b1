/** The log as rows: a column for each of two seats, and sentences between them. */

import type { LogLine } from "../../../contract";

export interface Cell {
  line: number; // how many lines there are up to this one: where time travel goes
  from: number; // the same of its first step: more than one where several are folded into it
  folded: string | null; // the key of the sentence that says them all
  text: string;
  count: number; // of equal steps of chance that follow each other: cards that others draw
  seat: number | null;
  step: LogLine;
}

export type Row = { is: "steps"; number: number; cells: (Cell | null)[] } | { is: "words"; key: number; line: LogLine };

/**
 * For two: a row holds a step of each. For others, and where chance acts, a row is a step. Steps of a seat that `fold`
 * gives the same sentence to, one after the other, are one; and so are equal steps of chance.
 */
export function rowsOf(lines: readonly LogLine[], seats: number, fold?: (text: string) => string | null): Row[] {
  const rows: Row[] = [];
  const latest = new Map<number | null, Cell>(); // of every seat
  let number = 0;
  let previous: Cell | null = null;
  const paired = seats === 2 && !lines.some((line) => line.kind === "step" && (line.seat ?? null) === null);
  for (const [i, line] of lines.entries()) {
    if (line.kind === "said") continue;
    if (line.kind === "news") {
      rows.push({ is: "words", key: i, line });
      previous = null;
      continue;
    }
    const [seat, text] = [line.seat ?? null, line.text ?? ""];
    const folded = fold?.(text) ?? null;
    const before = latest.get(seat);
    if (folded !== null && before?.folded === folded) {
      Object.assign(before, { line: i + 1, text, step: line });
      previous = before;
      continue;
    }
    if (seat === null && previous?.seat === null && folded === null && previous.text === text) {
      Object.assign(previous, { line: i + 1, step: line, count: previous.count + 1 });
      continue;
    }
    const cell: Cell = { line: i + 1, from: i + 1, folded, text, count: 1, seat, step: line };
    previous = cell;
    latest.set(seat, cell);
    if (!paired) {
      rows.push({ is: "steps", number: ++number, cells: [cell] });
      continue;
    }
    const last = rows.at(-1);
    const column = cell.seat ?? 0;
    if (column === 1 && last?.is === "steps" && last.cells[1] === null) last.cells[1] = cell;
    else rows.push({ is: "steps", number: ++number, cells: column === 0 ? [cell, null] : [null, cell] });
  }
  return rows;
}
