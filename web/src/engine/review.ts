/** One step of a finished match, looked into: what `look` of bots/review.py does, search by search. What it came to is put
 * in words by the server, which does not think. */

import type { FoundStep, Search, Start } from "./search";

/** A step to look into, by what its seat could know then. */
export interface Question {
  number: number;
  seat: number;
  state: Uint8Array;
  seed: number;
  played: string; // an action, in digits
}

export interface Looked {
  number: number;
  before: number[] | null; // null: it is in the book, and was not searched
  after: number[] | null;
  line: FoundStep[]; // what was worth clearly more, and how it goes on
}

/** In parts, between which something else can be done. */
export function* looking(
  search: Search,
  asked: Question,
  simulations: number,
  data: Start["data"],
  cutoff?: number,
): Generator<void, Looked> {
  const { number, seat, state, seed, played } = asked;
  const start: Start = { seat, seats: search.seats, state, revealed: false, seed, data };
  if (cutoff !== undefined) start.cutoff = cutoff;
  if (search.book(start) !== null) return { number, before: null, after: null, line: [] };
  search.begin(start);
  yield* search.running(simulations);
  const [best] = search.found(1, 0).candidates;
  if (!best) throw new Error("a search finds something");
  const line = search.mainLine;
  const values = new Map<string, number[]>();
  for (const action of new Set([best.action, played])) {
    search.begin({ ...start, only: action });
    yield* search.running(simulations);
    values.set(action, search.values);
  }
  const after = values.get(played) ?? [];
  const { before, mistake } = search.verdict(seat, values.get(best.action) ?? [], after);
  return { number, before, after, line: mistake ? line : [] };
}
