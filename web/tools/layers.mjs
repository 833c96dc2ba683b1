/**
 * Cascade layers: whoever uses a part may dress it differently.
 *
 * The layers follow the imports: a rule of a feature wins over one of the board, and that over one of the kit; within a
 * layer, a component's rules win over those of all components that it imports. Selectors and the order in which sheets
 * are loaded decide nothing between two components. So a component can be given a class by its user, and a sheet that is
 * fetched later changes nothing that is there already.
 *
 * Nobody writes `@layer` by hand: the build puts every sheet where it belongs.
 */

import { basename } from "node:path";
import { importGraph, nameOf, SRC } from "./imports.mjs";

/** From weak to strong. */
export const LAYERS = ["base", "ui", "board", "skins", "features"];

/** Sheets that are nobody's: the tokens, the elements, and every game's own tokens. */
export const GLOBAL = /^ui\/(tokens|base)\.css$|^skins\/[\w-]+\/face\.css$/;

const folderOf = (path) => path.slice(0, path.indexOf("/"));

/**
 * What a module's classes begin with: its file's name, and in a skin's folder the game's before it.
 * @param {string} path below src
 */
export function scopeOf(path) {
  const name = basename(path, ".module.css");
  const game = /^skins\/([\w-]+)\//.exec(path)?.[1];
  return game ? `${game}-${name}` : name;
}

/** Names that can be read and do not change from build to build. @param {string} local @param {string} file */
export function scopedName(local, file) {
  return `${scopeOf(nameOf(file.split("?")[0] ?? file))}-${local}`;
}

/**
 * How high every module stands in its layer: above all that it imports there.
 * @param {Map<string, string[]>} graph
 */
export function heightsOf(graph) {
  const heights = new Map();
  const height = (name) => {
    if (!heights.has(name)) {
      heights.set(name, 0); // where a circle closes; import-check.mjs refuses those
      const below = (graph.get(name) ?? []).filter((other) => folderOf(other) === folderOf(name));
      heights.set(name, Math.max(-1, ...below.map(height)) + 1);
    }
    return heights.get(name);
  };
  for (const name of graph.keys()) height(name);
  return heights;
}

/** The layer of a sheet. @param {string} path below src @param {Map<string, number>} heights of modules */
export function layerOf(path, heights) {
  if (path.endsWith(".module.css"))
    return `${folderOf(path)}.level${heights.get(path.replace(/\.module\.css$/, "")) ?? 0}`;
  return "base";
}

/** All layers in their order. @param {Map<string, number>} heights */
export function orderOf(heights) {
  return LAYERS.flatMap((layer) => {
    const highest = Math.max(
      -1,
      ...[...heights].flatMap(([name, height]) => (folderOf(name) === layer ? [height] : [])),
    );
    return highest < 0 ? [layer] : Array.from({ length: highest + 1 }, (_, height) => `${layer}.level${height}`);
  });
}

/** The plugin for Vite and Vitest. @returns {import("vite").Plugin} */
export function cascadeLayers() {
  let heights = new Map();
  let order = "";
  return {
    name: "cascade-layers",
    enforce: "pre",
    buildStart() {
      heights = heightsOf(importGraph());
      order = `@layer ${orderOf(heights).join(", ")};`;
    },
    transform(code, id) {
      const [file, query = ""] = id.split("?");
      if (!file.endsWith(".css") || !file.startsWith(SRC) || /\b(raw|url)\b/.test(query)) return null;
      // The order is said in every sheet: which one a page loads first is the bundler's choice.
      return { code: `${order}\n@layer ${layerOf(nameOf(file), heights)} {\n${code}\n}\n`, map: null };
    },
  };
}
