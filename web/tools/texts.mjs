/**
 * English is part of the page. What only these pages say is a part of its own, fetched with them: whoever sits down to
 * play loads none of it. In the catalogue they stand together with all others.
 */

import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

export const LATER = [
  "analysis",
  "audit-log",
  "bots-page",
  "calendar",
  "club",
  "club-console",
  "console",
  "favourites",
  "forgotten-password",
  "mail",
  "measure",
  "members",
  "organise",
  "own-data",
  "passkeys",
  "privacy",
  "profile",
  "puzzle",
  "push",
  "puzzles",
  "review",
  "rules",
  "settings",
  "subscribed",
  "talk",
  "tokens",
  "tournament",
  "tournaments",
  "unsubscribed",
  "weekly",
  "word-filter",
];

export const comesLater = (key) => LATER.includes(key.split(".")[0]);

/** `en.json?first` and `en.json?later` are modules of their own. */
export function splitTexts() {
  return {
    name: "split-texts",
    enforce: "pre",
    resolveId(source, importer) {
      const [, path, part] = /^(.*\/en)\.json\?(first|later)$/.exec(source) ?? [];
      return part ? `\0${part}:${join(dirname(importer), path)}.json:` : null;
    },
    async load(id) {
      const [, part, path] = /^\0(first|later):(.*):$/.exec(id) ?? [];
      if (!part) return null;
      const all = Object.entries(JSON.parse(await readFile(path, "utf-8")));
      const some = all.filter(([key]) => comesLater(key) === (part === "later"));
      return `export default ${JSON.stringify(Object.fromEntries(some))};`;
    },
  };
}
