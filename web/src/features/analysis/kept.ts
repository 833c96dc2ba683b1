/** Trees of variations as this device keeps them: one for each game, each match that is over, and each tree that somebody
 * has shared or that was pasted. So what one does with another's tree never takes the place of one's own. */

import { forgetOne, readStored, writeStored } from "../../client/stored";
import type { Variations } from "./variations";

export interface KeptPlace {
  game: string;
  table: string;
  shared: string;
}

const TREE = "analysis";
const RECENT = "analysed"; // the places that are kept, the latest first, and how long each tree is
const MOST_KEPT = 30;
const MOST_LETTERS = 2_000_000; // of all trees together: browsers give a page five million

type Recent = readonly (readonly [place: string, letters: number])[];

export const placeOf = ({ game, table, shared }: KeptPlace): string =>
  shared ? `shared ${game} ${shortened(shared)}` : table ? `of ${table}` : `of ${game}`;

/** What was kept there. A tree without a step is none where there was something to begin with. */
export function keptTree(at: KeptPlace): Variations | null {
  const found = readStored<Variations>(TREE, placeOf(at)) ?? null;
  const empty = found !== null && found.first.length === 0;
  return empty && (at.table !== "" || at.shared !== "") ? null : found;
}

/** Those that were not looked at for longest make room. */
export function keepTree(at: KeptPlace, tree: Variations): void {
  const place = placeOf(at);
  const letters = JSON.stringify(tree).length;
  const recent: Recent = [[place, letters], ...recentPlaces().filter(([each]) => each !== place)];
  let sum = 0;
  const stays = recent.filter(([, each], i) => {
    sum += each;
    return i === 0 || (i < MOST_KEPT && sum <= MOST_LETTERS);
  });
  for (const [old] of recent) if (!stays.some(([each]) => each === old)) forgetOne(TREE, old);
  writeStored(RECENT, "", stays);
  writeStored(TREE, place, tree);
}

export function forgetTree(at: KeptPlace): void {
  const place = placeOf(at);
  forgetOne(TREE, place);
  writeStored(
    RECENT,
    "",
    recentPlaces().filter(([each]) => each !== place),
  );
}

const recentPlaces = (): Recent => readStored<Recent>(RECENT, "") ?? [];

/** A long text as a short one: two of them seldom come to the same (cyrb53, 53 bits). */
function shortened(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}
