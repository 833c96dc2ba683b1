import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { importGraph, SRC } from "./imports.mjs";
import { comesLater, LATER } from "./texts.mjs";

const sourceOf = (module) =>
  readFileSync([".ts", ".tsx"].map((ending) => join(SRC, module + ending)).find(existsSync), "utf8");

/** The modules that one brings the later sentences along with. */
function broughtBy(module) {
  const found = [...sourceOf(module).matchAll(/withTexts\(import\("([^"]+)"\)/g)];
  return found.map(([, spec]) => join(dirname(module), spec));
}

/** What can be shown before the later sentences have come. */
function shownFirst() {
  const graph = importGraph();
  const reached = new Set(["main"]);
  for (const module of reached) {
    const brought = broughtBy(module);
    for (const other of graph.get(module) ?? []) if (!brought.includes(other)) reached.add(other);
  }
  return [...reached];
}

test("nothing that comes later is said by what may be shown first", () => {
  expect(broughtBy("App").length).toBeGreaterThan(8);
  const said = new RegExp(`["\`](?:${LATER.join("|")})\\.`);
  expect(shownFirst().filter((module) => said.test(sourceOf(module)))).toEqual([]);
});

test("a key comes later by its first word", () => {
  expect([comesLater("console.title"), comesLater("consoles.title"), comesLater("table.console")]).toEqual([
    true,
    false,
    false,
  ]);
});
