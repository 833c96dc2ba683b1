/**
 * Nothing on the page is made into another type by force, which would switch off what the contract promises:
 *
 * - no `as unknown as` anywhere;
 * - no `as` at all where messages of the server come in: in client/, and in the requests, feeds and states of features.
 *
 * Checked by `npm run check`; `any` is Biome's to find.
 */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const SRC = join(dirname(fileURLToPath(import.meta.url)), "../src");
const FORCED = /\bas\s+unknown\s+as\b/g;
const CAST = /\bas\s+(?!const\b)[\w({[]/g;
const FROM_SERVER = /^client\/|^features\/.*\.ts$/;
const FROM_DEVICE = ["client/stored.ts", "client/device.ts"]; // what was kept there before, in whatever shape
const NO_CODE = /\/\*[\s\S]*?\*\/|\/\/.*|^(import|export) [^;]*? from .*;|"[^"\n]*"|`[^`]*`/gm;

const files = readdirSync(SRC, { recursive: true }).filter((name) => /\.tsx?$/.test(name));
const faults = files.flatMap((name) => {
  const strict = FROM_SERVER.test(name) && !/\.test\./.test(name) && !FROM_DEVICE.includes(name);
  const text = readFileSync(join(SRC, name), "utf8").replace(NO_CODE, (part) => part.replace(/[^\n]/g, " "));
  const found = [...text.matchAll(strict ? CAST : FORCED)];
  return found.map(({ index }) => `${name}:${text.slice(0, index).split("\n").length}`);
});
for (const each of faults) console.error(`${each}: made into another type by force`);
process.exitCode = faults.length > 0 ? 1 : 0;
