/** An engine: a search in a thread of its own. It thinks in short batches, so that it hears at once when it is to stop. */

import { KeptTrees } from "./keptTrees";
import { moving } from "./move";
import type { FromEngine, Load, ToEngine } from "./protocol";
import { looking } from "./review";
import { Search } from "./search";

const SLICE = 8; // milliseconds of thinking between two looks at what has been said
const TELL = 250; // milliseconds between two reports
const CANDIDATES = 24;
const LINES = 3;

interface Task {
  number: number;
  most: number;
}

const say = (message: FromEngine) => self.postMessage(message);
const failed = (error: unknown) => say({ say: "failed", why: error instanceof Error ? error.message : String(error) });

let loaded: Promise<{ module: WebAssembly.Module; load: Load }> | null = null;
let search: Search | null = null;
let trees = new KeptTrees(0);
let shown: string | null = null; // the position whose tree is in memory
let task: Task | null = null; // that goes on until it is stopped
let job: Generator<void, FromEngine> | null = null; // or one that ends by itself
let thinking = false;
let paused = false;
let batch = 16;
let told = 0; // when it last reported
let counted = { visits: 0, at: 0 }; // for the rate

// A timer would wait for some milliseconds each time.
const turn = new MessageChannel();
turn.port1.onmessage = () => think();

self.onmessage = (event: MessageEvent<ToEngine>) => {
  const heard = event.data;
  paused = heard.say === "stop"; // what is asked for begins later, if the module is still on its way
  if (heard.say === "load") {
    trees = new KeptTrees(heard.kept);
    loaded = WebAssembly.compileStreaming(fetch(heard.address)).then((module) => ({ module, load: heard }));
    loaded.then(() => say({ say: "ready" }), failed);
  } else if (heard.say === "think") void begin(heard).catch(failed);
  else if (heard.say === "look") void work(heard.seats, (own) => look(own, heard)).catch(failed);
  else if (heard.say === "move") void work(heard.start.seats, (own) => move(own, heard)).catch(failed);
  else if (heard.say === "stop") halt();
  else if (job) start();
  else if (task) {
    if (heard.most !== undefined) task.most = heard.most;
    start();
  }
};

async function begin(heard: Extract<ToEngine, { say: "think" }>): Promise<void> {
  thinking = false;
  task = { number: heard.task, most: heard.most };
  const own = await searchFor(heard.start.seats);
  if (task.number !== heard.task) return; // another position was asked for meanwhile
  leave();
  own.begin(heard.start, trees.take(heard.position));
  shown = heard.position;
  start();
}

/** The tree of what was thought about is kept for when one comes back. */
function leave(): void {
  if (shown !== null && search && search.visits > 0) trees.keep(shown, search.keep());
  shown = null;
}

async function work(seats: number, begun: (own: Search) => Generator<void, FromEngine>): Promise<void> {
  const own = await searchFor(seats);
  leave();
  job = begun(own);
  start();
}

async function searchFor(seats: number): Promise<Search> {
  const { module, load } = (await loaded) ?? {};
  if (!module || !load) throw new Error("no module was loaded");
  if (search?.seats === seats) return search;
  leave();
  search = new Search(module, load.facts, seats, load.room, load.net);
  return search;
}

function* look(own: Search, heard: Extract<ToEngine, { say: "look" }>): Generator<void, FromEngine> {
  return { say: "looked", looked: yield* looking(own, heard.question, heard.simulations, heard.data, heard.cutoff) };
}

function* move(own: Search, heard: Extract<ToEngine, { say: "move" }>): Generator<void, FromEngine> {
  const action = yield* moving(own, heard.start, heard.effort);
  return { say: "moved", task: heard.task, action, simulations: own.visits };
}

function start(): void {
  if (thinking || paused || !search) return;
  thinking = true;
  told = 0;
  counted = { visits: search.visits, at: performance.now() };
  turn.port2.postMessage(null);
}

function halt(): void {
  if (thinking && !job) report(true);
  thinking = false;
}

function think(): void {
  if (!thinking) return;
  if (job) goOn(job);
  else analyse();
}

/** A job, for as long as a slice. */
function goOn(own: Generator<void, FromEngine>): void {
  try {
    const began = performance.now();
    do {
      const { done, value } = own.next();
      if (done) {
        job = null;
        thinking = false;
        say(value);
        return;
      }
    } while (performance.now() - began < SLICE);
    turn.port2.postMessage(null);
  } catch (error) {
    job = null;
    thinking = false;
    failed(error);
  }
}

function analyse(): void {
  if (!search || !task) return;
  try {
    const began = performance.now();
    const left = task.most - search.visits;
    const n = Math.max(1, Math.min(batch, left));
    search.simulate(n);
    const now = performance.now();
    batch = Math.max(1, Math.min(4 * batch, Math.round((n * SLICE) / Math.max(0.1, now - began))));
    const done = search.visits >= task.most;
    if (done || now - told >= TELL) {
      told = now;
      thinking = !report(done) && !done;
    }
    if (thinking) turn.port2.postMessage(null);
  } catch (error) {
    thinking = false;
    failed(error);
  }
}

/** Whether it cannot go on: the tree is full. */
function report(done: boolean): boolean {
  if (!search || !task) return true;
  const found = search.found(CANDIDATES, LINES);
  const passed = (performance.now() - counted.at) / 1000;
  const rate = passed > 0 ? (found.visits - counted.visits) / passed : 0;
  say({ say: "found", task: task.number, found, rate, done: done || found.full, bytes: search.bytes });
  return found.full;
}
