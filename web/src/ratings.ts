/** Ratings beside names: whoever is named on a page is asked for together, and remembered for a while. */

import { useEffect, useState, useSyncExternalStore } from "react";
import { type Rating, someRatings, type TableRatings, tableRatings } from "./api/ratings";
import type { Sitter } from "./live/feed";

const FRESH = 60_000; // milliseconds for which an answer is good enough
const AT_ONCE = 100;
const SETTLING = 400; // milliseconds between two looks at a match that is being rated
const LOOKS = 40;

const known = new Map<string, { at: number; ratings: Rating[] }>();
const wanted = new Set<string>();
const listeners = new Set<() => void>();
let asking = false;
let version = 0;

function tell() {
  version += 1;
  for (const listener of listeners) listener();
}

/** By which somebody at a table goes in ratings. */
export function identityOf(sitter: Sitter | undefined): string | null {
  if (sitter?.kind === "bot" && sitter.level) return `bot:${sitter.level}`;
  return sitter?.person ?? null;
}

function want(who: string) {
  const held = known.get(who);
  if (held && Date.now() - held.at < FRESH) return;
  wanted.add(who);
  if (asking) return;
  asking = true;
  setTimeout(ask, 0);
}

async function ask() {
  const some = [...wanted].slice(0, AT_ONCE);
  for (const who of some) wanted.delete(who);
  const found = await someRatings(some).catch(() => null); // a number that is missing harms nobody
  for (const who of found ? some : [])
    known.set(who, { at: Date.now(), ratings: (found ?? []).filter((one) => one.who === who) });
  if (found) tell();
  asking = wanted.size > 0;
  if (asking) setTimeout(ask, 0);
}

export function useRating(who: string | null, game: string): Rating | null {
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => version,
  );
  useEffect(() => {
    if (who !== null) want(who);
  }, [who]);
  const held = who === null ? undefined : known.get(who);
  return held?.ratings.find((one) => one.game === game) ?? null;
}

/** What a rated match has done to ratings; that is known a moment after its end. */
export function useTableRatings(table: string, invite: string, wanted: boolean): TableRatings | null {
  const [told, setTold] = useState<TableRatings | null>(null);
  const [looks, setLooks] = useState(0);
  const settled = told?.settled === true;
  useEffect(() => {
    if (!wanted || settled || looks >= LOOKS) return;
    const timer = setTimeout(
      () => {
        tableRatings(table, invite)
          .then((answer) => {
            for (const change of answer.changes) known.delete(change.who);
            setTold(answer);
          })
          .catch(() => undefined)
          .finally(() => setLooks((n) => n + 1));
      },
      looks === 0 ? 0 : SETTLING,
    );
    return () => clearTimeout(timer);
  }, [table, invite, wanted, settled, looks]);
  return told;
}
