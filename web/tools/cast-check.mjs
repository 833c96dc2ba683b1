/**
 * Nothing on the page is made into another type by force: `as unknown as` would switch off what the contract promises.
 * Checked by `npm run check`; `any` is Biome's to find.
 */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const SRC = join(dirname(fileURLToPath(import.meta.url)), "../src");
const FORCED = /\bas\s+unknown\s+as\b/g;

const files = readdirSync(SRC, { recursive: true }).filter((name) => /\.tsx?$/.test(name));
const faults = files.flatMap((name) => {
  const text = readFileSync(join(SRC, name), "utf8");
  return [...text.matchAll(FORCED)].map(({ index }) => `${name}:${text.slice(0, index).split("\n").length}`);
});
for (const each of faults) console.error(`${each}: as unknown as`);
process.exitCode = faults.length > 0 ? 1 : 0;
