/** An engine: a search in a thread of its own. It thinks in short batches, so that it hears at once when it is to stop. */

import type { FromEngine, ToEngine } from "./protocol";
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

let loaded: Promise<{ module: WebAssembly.Module; load: Extract<ToEngine, { say: "load" }> }> | null = null;
let search: Search | null = null;
let task: Task | null = null;
let thinking = false;
let batch = 16;
let told = 0; // when it last reported
let counted = { visits: 0, at: 0 }; // for the rate

// A timer would wait for some milliseconds each time.
const turn = new MessageChannel();
turn.port1.onmessage = () => think();

self.onmessage = (event: MessageEvent<ToEngine>) => {
  const heard = event.data;
  if (heard.say === "load") {
    loaded = WebAssembly.compileStreaming(fetch(heard.address)).then((module) => ({ module, load: heard }));
    loaded.then(() => say({ say: "ready" }), failed);
  } else if (heard.say === "think") void begin(heard).catch(failed);
  else if (heard.say === "stop") halt();
  else if (task) {
    task.most = heard.most;
    start();
  }
};

async function begin(heard: Extract<ToEngine, { say: "think" }>): Promise<void> {
  thinking = false;
  task = { number: heard.task, most: heard.most };
  const { module, load } = (await loaded) ?? {};
  if (!module || !load) throw new Error("no module was loaded");
  if (task.number !== heard.task) return; // another position was asked for meanwhile
  if (search?.seats !== heard.start.seats) search = new Search(module, load.facts, heard.start.seats, load.room);
  search.begin(heard.start);
  start();
}

function start(): void {
  if (thinking || !search) return;
  thinking = true;
  told = 0;
  counted = { visits: search.visits, at: performance.now() };
  turn.port2.postMessage(null);
}

function halt(): void {
  if (thinking) report(true);
  thinking = false;
}

function think(): void {
  if (!thinking || !search || !task) return;
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
