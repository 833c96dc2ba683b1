import { expect, test } from "vitest";
import { stateFaults } from "./state-check.mjs";

const faultsOf = (text, name = "features/home/x.ts") => stateFaults(new Map([[name, text]])).faults.length;

test.each([
  "const heard = new Set<() => void>();",
  "const heard = new Set<(now: number) => boolean>();",
  "export const heard: (() => void)[] = [];",
  "const heard: ((now: Now) => unknown)[] = [];",
  "const heard: Array<(now: Now) => void> = [];",
  "let count = 0;",
  "export let latest: Now | null = null;",
  "useSyncExternalStore(a, b);",
])("%s is a state of its own", (text) => {
  expect(faultsOf(text)).toBe(1);
  expect(faultsOf(text, "ui/state.ts")).toBe(0);
});

test.each([
  "const first = 0;\nfunction f() {\n  let n = 0;\n}",
  "const ways: readonly string[] = [];",
  'const open = slice("open", false);',
  "const act = (keys: readonly Key[]) => undefined;",
])("%s is none", (text) => {
  expect(faultsOf(text)).toBe(0);
});

test("what is named with its reason may have one, and nothing else", () => {
  expect(faultsOf("let asking = false;", "features/ratings/ratings.ts")).toBe(0);
  expect(faultsOf("const all: (() => void)[] = [];", "features/ratings/ratings.ts")).toBe(1);
});

test("no two slices have one name", () => {
  const twice = new Map([
    ["a.ts", 'const a = slice("open", false);'],
    ["b.ts", 'const b = keyedSlices<string, number>("open", 0);'],
  ]);
  expect(stateFaults(twice)).toMatchObject({ slices: 1, faults: [expect.stringContaining("open")] });
});
