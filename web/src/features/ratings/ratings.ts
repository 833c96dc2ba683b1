/** Ratings beside names. All players named on a page are asked for together, and remembered for a while. */

import { useEffect, useState } from "react";
import type { RatingLine, TableRatings } from "../../contract";
import { slice, whenReset } from "../../ui/state";
import type { NamedSitter } from "../tables/feed";
import { someRatings, tableRatings } from "./requests";

const FRESH = 60_000; // milliseconds for which an answer is good enough
const AT_ONCE = 100;
const RATED_BY = 5_000; // milliseconds after the end by which the server has told what a match did to ratings

type Known = Readonly<Record<string, { at: number; ratings: readonly RatingLine[] }>>; // by who, and since when

const known = slice<Known>("ratings", {});
const wanted = new Set<string>();
let asking = false;

whenReset(() => {
  wanted.clear();
  asking = false;
});

/** The id under which a player or a bot has ratings. */
export function ratedIdOf(sitter: NamedSitter | undefined): string | null {
  if (sitter?.kind === "bot" && sitter.level) return `bot:${sitter.level}`;
  return sitter?.person ?? null;
}

function want(who: string) {
  const held = known.get()[who];
  if (held && Date.now() - held.at < FRESH) return;
  wanted.add(who);
  if (asking) return;
  asking = true;
  setTimeout(load, 0);
}

async function load() {
  const some = [...wanted].slice(0, AT_ONCE);
  for (const who of some) wanted.delete(who);
  const found = await someRatings(some).catch(() => null); // a missing number does no harm
  if (found) {
    const at = Date.now();
    const fresh = some.map((who) => [who, { at, ratings: found.filter((one) => one.who === who) }]);
    known.update((before) => ({ ...before, ...Object.fromEntries(fresh) }));
  }
  asking = wanted.size > 0;
  if (asking) setTimeout(load, 0);
}

export function useRating(who: string | null, game: string): RatingLine | null {
  useEffect(() => {
    if (who !== null) want(who);
  }, [who]);
  return known.use((all) => (who === null ? null : (all[who]?.ratings.find((one) => one.game === game) ?? null)));
}

/** The ratings that are known follow what a match has done to them: there is no need to ask for them again. */
function applyChanges(game: string, { changes }: TableRatings) {
  const all = { ...known.get() };
  for (const { who, rating, provisional } of changes) {
    const held = all[who];
    if (!held) continue;
    const before = held.ratings.find((one) => one.game === game);
    const after = { who, game, games: 1, ...before, rating, provisional };
    all[who] = { at: held.at, ratings: [...held.ratings.filter((one) => one !== before), after] };
  }
  known.set(all);
}

/** What a match did to ratings, or where a team stands with it. The server tells those who follow the table, a moment after the end. It is asked once
 * if the match was over before, or if nothing was told: another server of the same house may have been quicker. */
export function useTableRatings(match: {
  table: string;
  game: string;
  invite: string;
  over: boolean;
  asks: boolean; // something is told of it: it is rated, or a team looks at its own
  pushed: TableRatings | null;
}): TableRatings | null {
  const { table, game, invite, over, asks, pushed } = match;
  const [wasOver] = useState(over);
  const [fetched, setFetched] = useState<TableRatings | null>(null);
  const missing = over && asks && pushed === null;
  useEffect(() => {
    if (!missing) return;
    const ask = () => tableRatings(table, invite).then(setFetched, () => undefined);
    const timer = setTimeout(ask, wasOver ? 0 : RATED_BY);
    return () => clearTimeout(timer);
  }, [table, invite, missing, wasOver]);
  const told = pushed ?? fetched;
  useEffect(() => {
    if (told) applyChanges(game, told);
  }, [game, told]);
  return told;
}
