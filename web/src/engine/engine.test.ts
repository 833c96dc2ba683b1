import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Engine, type Report, together } from "./engine";
import type { ModuleFacts } from "./machine";
import { keptBy, roomFor } from "./memory";
import { fromBase64, type Judge } from "./modules";
import type { FromEngine, ToEngine } from "./protocol";
import { type Found, nodeBytes } from "./search";
import { workersFor } from "./workers";

const found = (visits: number, ...steps: [string, number, number][]): Found => ({
  candidates: steps.map(([action, tried, value]) => ({
    ...{ action, visits: tried, values: [value, -value], prior: 0.1, line: [{ seat: 0, action }] },
  })),
  values: [0.5, -0.5],
  visits,
  full: false,
});

test("what several engines found is added up, tries by tries", () => {
  const all = together([found(30, ["1", 20, 0.4], ["2", 10, 0]), found(50, ["2", 40, 0.5], ["1", 10, 0.1])]);
  expect(all.simulations).toBe(80);
  expect(all.candidates.map((each) => [each.action, each.visits])).toEqual([
    ["2", 50],
    ["1", 30],
  ]);
  expect(all.candidates[0]?.values[0]).toBeCloseTo(0.4);
  expect(all.candidates[1]?.values[0]).toBeCloseTo(0.3);
  expect(all.values).toEqual([0.5, -0.5]);
});

test("one core is left to the page, and all trees together, those that were left too, stay within 80 MB", () => {
  expect([1, 2, 4, 16].map(workersFor)).toEqual([1, 1, 3, 4]);
  for (const workers of [1, 2, 4])
    for (const seats of [2, 6])
      expect(workers * (roomFor(workers, seats) * nodeBytes(seats) + keptBy(workers))).toBeLessThanOrEqual(80 << 20);
});

test("bytes come out of text", () => {
  expect([...fromBase64("AAH/")]).toEqual([0, 1, 255]);
});

/** Workers that only listen; what they would say is put into their mouths. */
class Listening {
  heard: ToEngine[] = [];
  ended = false;
  onmessage: ((event: MessageEvent<FromEngine>) => void) | null = null;
  onerror = null;
  postMessage(message: ToEngine) {
    this.heard.push(message);
  }
  terminate() {
    this.ended = true;
  }
  say(message: FromEngine) {
    this.onmessage?.({ data: message } as MessageEvent<FromEngine>);
  }
}

const facts = { format: 1 } as ModuleFacts;
const page = { hidden: false, listeners: [] as (() => void)[] };
beforeEach(() => {
  page.hidden = false;
  page.listeners = [];
  vi.stubGlobal("document", {
    get hidden() {
      return page.hidden;
    },
    addEventListener: (_: string, look: () => void) => page.listeners.push(look),
    removeEventListener: (_: string, look: () => void) => {
      page.listeners = page.listeners.filter((each) => each !== look);
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

const opened = (judge: Judge | null = null) => {
  const workers: Listening[] = [];
  const engine = new Engine(
    { address: "/m", facts, judge },
    2,
    () => undefined,
    3,
    () => {
      workers.push(new Listening());
      return workers.at(-1) as Listening;
    },
  );
  return { engine, workers };
};
const start = { seat: 0, seats: 2, state: new Uint8Array(1), revealed: false, seed: 5, data: {} };
const told = (task: number, visits: number, done = false): FromEngine => ({
  ...{ say: "found", task, found: found(visits, ["1", visits, 0.2]), rate: 100, done, bytes: 1 },
});

test("a task is divided, each engine has a seed of its own, and nothing is told before all have spoken", () => {
  const { engine, workers } = opened();
  const reports: Report[] = [];
  engine.think("here", start, 1000, (report) => reports.push(report));
  expect(workers.map((each) => each.heard.at(-1))).toMatchObject([
    { say: "think", position: "here", most: 500, start: { seed: 5 } },
    { say: "think", most: 500, start: { seed: 6 } },
  ]);
  workers[0]?.say(told(1, 10));
  expect(reports).toEqual([]);
  workers[1]?.say(told(1, 20));
  expect(reports).toMatchObject([{ simulations: 30, rate: 200, done: false }]);
});

test("each engine has room for the net that judges, and is given it with every position", () => {
  const parts = { "net.rows": new Uint8Array(8) };
  const { engine, workers } = opened({ cutoff: 9, sizes: { net_rows: 1 }, parts });
  expect(workers.map((each) => each.heard.at(-1))).toMatchObject(Array(2).fill({ net: { net_rows: 1 } }));
  engine.think("here", { ...start, data: { lore: new Uint8Array(2) } }, 1000, () => undefined);
  for (const each of workers) {
    const said = each.heard.at(-1);
    expect(said).toMatchObject({ say: "think", start: { cutoff: 9 } });
    expect(said?.say === "think" && Object.keys(said.start.data).sort()).toEqual(["lore", "net.rows"]);
  }
});

test("what was found about an earlier position is not told", () => {
  const { engine, workers } = opened();
  const reports: Report[] = [];
  engine.think("here", start, 1000, () => undefined);
  engine.think("here", start, 1000, (report) => reports.push(report));
  for (const each of workers) each.say(told(1, 10, true));
  expect(reports).toEqual([]);
});

test("with a hidden page nobody thinks", () => {
  const { engine, workers } = opened();
  engine.think("here", start, 1000, () => undefined);
  page.hidden = true;
  for (const look of page.listeners) look();
  expect(workers.map((each) => each.heard.at(-1)?.say)).toEqual(["stop", "stop"]);
  page.hidden = false;
  for (const look of page.listeners) look();
  expect(workers.map((each) => each.heard.at(-1))).toEqual(Array(2).fill({ say: "go", most: 500 }));
  engine.stop();
  page.hidden = true;
  for (const look of page.listeners) look();
  page.hidden = false;
  for (const look of page.listeners) look();
  expect(workers.map((each) => each.heard.at(-1)?.say)).toEqual(["stop", "stop"]);
  engine.close();
  expect(workers.every((each) => each.ended)).toBe(true);
  expect(page.listeners).toEqual([]);
});
