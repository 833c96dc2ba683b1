/** A bot's move, as the server's bots make it: by the book, or searched and sometimes slipped. */

import type { Search, Start } from "./search";

/** How hard a bot thinks. */
export interface Effort {
  simulations: number;
  seconds: number; // never longer than this
  slips: number; // how often it plays a step that it merely considered
}

/** In parts, between which something else can be done. */
export function* moving(search: Search, start: Start, effort: Effort): Generator<void, string> {
  const known = search.book(start);
  if (known !== null) return known;
  search.begin(start);
  const until = performance.now() + effort.seconds * 1000;
  for (const _ of search.running(effort.simulations)) {
    if (performance.now() >= until) break;
    yield;
  }
  return search.choose(effort.slips, start.seed);
}
