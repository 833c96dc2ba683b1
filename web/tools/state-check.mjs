/**
 * What parts of the page share is in one place: only ui/state.ts has listeners of its own or subscribes React to anything,
 * and no two slices have one name. Checked by `npm run check`.
 */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const SRC = join(dirname(fileURLToPath(import.meta.url)), "../src");
const HOME = "ui/state.ts";
const LISTENERS = /\buseSyncExternalStore\b|\bnew Set<\(.*?\) => void>/g;
const SLICE = /= (?:slice|keyedSlices|topicSlice)(?:<[^()]*>)?\(\s*"([^"]+)"/g;

const faults = [];
const declared = new Map();
const names = readdirSync(SRC, { recursive: true }).map((name) => name.replaceAll("\\", "/"));
for (const name of names.filter((each) => /\.tsx?$/.test(each) && !/\.test\./.test(each))) {
  const text = readFileSync(join(SRC, name), "utf8");
  const line = (index) => `${name}:${text.slice(0, index).split("\n").length}`;
  if (name !== HOME)
    for (const { 0: found, index } of text.matchAll(LISTENERS))
      faults.push(`${line(index)}: ${found} belongs into ${HOME}; a slice does the same`);
  for (const { 1: slice, index } of text.matchAll(SLICE)) {
    if (declared.has(slice)) faults.push(`${line(index)}: ${declared.get(slice)} has a slice called "${slice}", too`);
    declared.set(slice, line(index));
  }
}
for (const each of faults) console.error(each);
console.log(`${declared.size} slices, ${faults.length} faults`);
process.exitCode = faults.length > 0 || declared.size === 0 ? 1 : 0;
