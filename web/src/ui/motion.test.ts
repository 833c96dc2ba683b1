import { expect, test } from "vitest";

const sheets = import.meta.glob<string>("../**/*.css", { query: "?raw", import: "default", eager: true });
/** What a browser moves without laying out or painting anything anew. */
const CHEAP = new Set(["transform", "translate", "scale", "rotate", "opacity", "none"]);

/** What every rule of a style sheet sets in motion. */
function moved(sheet: string): string[] {
  const transitions = [...sheet.matchAll(/transition(?:-property)?:\s*([^;}]*)/g)].flatMap(([, value]) =>
    (value ?? "").split(/,(?![^(]*\))/).map((one) => one.trim().split(/\s/)[0] ?? ""),
  );
  const frames = [...sheet.matchAll(/@keyframes\s[\w-]+\s*\{((?:[^{}]*\{[^{}]*\})*)/g)].flatMap(([, steps]) =>
    [...(steps ?? "").matchAll(/([\w-]+):/g)].map(([, property]) => property ?? ""),
  );
  return [...transitions, ...frames];
}

test("what the sheets set in motion is found", () => {
  expect(moved("a { transition: transform 1s cubic-bezier(0, 1, 1, 0), color 2s; }")).toEqual(["transform", "color"]);
  expect(moved("@keyframes in { from { opacity: 0; left: 2px } 50% { top: 0 } }")).toEqual(["opacity", "left", "top"]);
});

test.each(Object.entries(sheets))("%s moves nothing but transforms and opacity", (_, sheet) => {
  expect(sheet).toContain("{");
  expect(moved(sheet).filter((property) => !CHEAP.has(property))).toEqual([]);
});
