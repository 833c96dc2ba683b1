/** The page's modules and what they import, as the tools read them. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const SRC = join(dirname(fileURLToPath(import.meta.url)), "../src");

const IMPORT = /(?:^|[^\w.])(?:from|import|import\()\s*"(\.[^"]*)"/g;

/** All files of a folder and those below it. @param {string} folder @returns {string[]} */
export function files(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** A file below a folder, with slashes. @param {string} path @param {string} src */
export const nameOf = (path, src = SRC) => relative(src, path).replaceAll("\\", "/");

/** The module that an import names, without its ending; null: a style sheet or the like. */
function resolve(from, spec, src) {
  const path = join(dirname(from), spec);
  const found = [`${path}.ts`, `${path}.tsx`, join(path, "index.ts"), join(path, "index.tsx")].find(existsSync);
  return found ? moduleName(found, src) : null;
}

const moduleName = (path, src) => nameOf(path, src).replace(/\.tsx?$/, "");

/** Every module without tests, and the modules that it imports. @param {string} src @returns {Map<string, string[]>} */
export function importGraph(src = SRC) {
  const modules = files(src).filter((path) => /\.tsx?$/.test(path) && !/\.test\./.test(path));
  return new Map(
    modules.map((path) => {
      const specs = [...readFileSync(path, "utf8").matchAll(IMPORT)].map(([, spec]) => resolve(path, spec, src));
      return [moduleName(path, src), [...new Set(specs.filter((each) => each !== null))]];
    }),
  );
}
