/**
 * What parts of the page share is in one place: only ui/state.ts has listeners of its own, as a set or a list of callbacks,
 * or subscribes React to anything; a module keeps nothing that changes but what is named here with its reason; and no two
 * slices have one name. Checked by `npm run check`.
 */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const SRC = join(dirname(fileURLToPath(import.meta.url)), "../src");
const HOME = "ui/state.ts";
const LISTENERS =
  /\buseSyncExternalStore\b|\bnew Set<\(.*?\) => \w+>|: (?:readonly )?\(\(.*?\) => [^()]*\)\[\]|\bArray<\(/g;
const CHANGES = /^(?:export )?let (\w+)/gm;

/** What waits for an event of its own kind: declared once, and nothing is drawn by it. */
const MAY_LISTEN = {
  "client/session.ts": "work that has to be done before somebody signs out",
  "client/socket.ts": "topics that ask anew when the connection is back",
  "features/tables/topics.ts": "what is kept for offline follows one's own tables",
};
/** Modules with something in them that changes, and what it is: requests under way, and what the browser knows itself. */
const MAY_CHANGE = {
  "client/device.ts": "the browser's database, opened once",
  "client/pageFiles.ts": "whether the worker was asked",
  "client/session.ts": "requests under way",
  "engine/worker.ts": "a thread of its own, which has no page",
  "features/games/games.ts": "a request under way",
  "features/puzzles/kept.ts": "a request under way",
  "features/ratings/ratings.ts": "a request under way",
  "features/tables/match/thinkHere.ts": "an engine's thread",
  "features/tables/offline/keeper.ts": "a request under way",
  "features/tables/offline/waitingMoves.ts": "a request under way",
  "features/tables/replay/deviceReview.ts": "work under way",
  "ui/focus.ts": "where the focus was",
  "ui/sound.ts": "the browser's sound",
  "ui/texts/language.ts": "the language, which is chosen before anything is drawn",
  "ui/texts/page.ts": "the sentences, which are fetched before anything is drawn",
  "ui/texts/render.ts": "the rules of the latest language",
};
const SLICE = /= (?:slice|keyedSlices|topicSlice)(?:<[^()]*>)?\(\s*"([^"]+)"/g;

/** What is wrong with the sources, given as texts by name, and how many slices they declare. */
export function stateFaults(sources) {
  const faults = [];
  const declared = new Map();
  for (const [name, text] of sources) {
    const line = (index) => `${name}:${text.slice(0, index).split("\n").length}`;
    if (name !== HOME && !MAY_LISTEN[name])
      for (const { 0: found, index } of text.matchAll(LISTENERS))
        faults.push(`${line(index)}: ${found} belongs into ${HOME}; a slice does the same`);
    if (name !== HOME && !MAY_CHANGE[name])
      for (const { 1: found, index } of text.matchAll(CHANGES))
        faults.push(`${line(index)}: ${found} changes, and nobody sees it; a slice does the same`);
    for (const { 1: slice, index } of text.matchAll(SLICE)) {
      if (declared.has(slice)) faults.push(`${line(index)}: ${declared.get(slice)} has a slice called "${slice}", too`);
      declared.set(slice, line(index));
    }
  }
  return { faults, slices: declared.size };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const names = readdirSync(SRC, { recursive: true }).map((name) => name.replaceAll("\\", "/"));
  // What tests share is no part of the page.
  const own = names.filter((each) => /\.tsx?$/.test(each) && !/\.test\./.test(each) && !each.startsWith("testing/"));
  const sources = new Map(own.map((name) => [name, readFileSync(join(SRC, name), "utf8")]));
  const { faults, slices } = stateFaults(sources);
  for (const each of faults) console.error(each);
  for (const name of Object.keys({ ...MAY_LISTEN, ...MAY_CHANGE }))
    if (!sources.has(name)) {
      console.error(`${name}: named in state-check.mjs, and not there`);
      process.exitCode = 1;
    }
  console.log(`${slices} slices, ${faults.length} faults`);
  if (faults.length > 0 || slices === 0) process.exitCode = 1;
}
