/** Engines as the page has them: as many as the device has cores to spare, asked together, and their answers as one. The
 * page's own thread only adds up what they report, four times a second. */

import type { ModuleFacts } from "./machine";
import { keptBy, roomFor } from "./memory";
import type { Judge } from "./modules";
import type { FromEngine, ToEngine } from "./protocol";
import type { Candidate, Found, Start } from "./search";
import { newWorker, type WorkerLike, workersFor } from "./workers";

export interface Report {
  candidates: Candidate[]; // the most tried first
  values: number[]; // what each seat may expect, from −1 to 1
  simulations: number;
  rate: number; // simulations a second, of all engines
  done: boolean; // it has stopped
}

/** What several engines found, together: tries and values added up. */
export function together(all: readonly Found[]): Pick<Report, "candidates" | "values" | "simulations"> {
  const byAction = new Map<string, Candidate>();
  for (const found of all)
    for (const each of found.candidates) {
      const before = byAction.get(each.action);
      byAction.set(each.action, before ? added(before, each) : each);
    }
  const simulations = all.reduce((sum, found) => sum + found.visits, 0);
  const seats = all[0]?.values.length ?? 0;
  const values = Array.from({ length: seats }, (_, seat) =>
    simulations > 0 ? all.reduce((sum, found) => sum + (found.values[seat] ?? 0) * found.visits, 0) / simulations : 0,
  );
  return { candidates: [...byAction.values()].sort((a, b) => b.visits - a.visits), values, simulations };
}

function added(one: Candidate, other: Candidate): Candidate {
  const visits = one.visits + other.visits;
  const [longer, shorter] = one.line.length >= other.line.length ? [one, other] : [other, one];
  const weigh = (a: number, b: number) => (visits > 0 ? (a * one.visits + b * other.visits) / visits : 0);
  const values = one.values.map((value, seat) => weigh(value, other.values[seat] ?? 0));
  const line = one.visits >= other.visits && one.line.length > 0 ? one.line : longer.line;
  return { ...shorter, action: one.action, visits, values, prior: one.prior, line };
}

/** A task is divided among the workers. While the page is hidden nobody thinks. */
export class Engine {
  readonly facts: ModuleFacts;
  private readonly workers: WorkerLike[];
  private task = 0;
  private latest: (Extract<FromEngine, { say: "found" }> | null)[] = [];
  private listener: ((report: Report) => void) | null = null;
  private going: { most: number } | null = null;
  private readonly failed: (why: string) => void;
  private readonly judge: Judge | null;

  /** With a `judge`, a net, as the strongest bot and reviews. */
  constructor(
    module: { address: string; facts: ModuleFacts; judge?: Judge | null },
    seats: number,
    failed: (why: string) => void,
    cores = navigator.hardwareConcurrency || 1,
    open: () => WorkerLike = newWorker,
  ) {
    this.facts = module.facts;
    this.judge = module.judge ?? null;
    this.failed = failed;
    const count = workersFor(cores);
    this.workers = Array.from({ length: count }, open);
    this.workers.forEach((worker, number) => {
      worker.onmessage = (event) => this.heard(number, event.data);
      worker.onerror = (event) => failed(event.message);
    });
    const net = this.judge ? { net: this.judge.sizes } : {};
    const { address, facts } = module;
    this.tell({ say: "load", address, facts, room: roomFor(count, seats), kept: keptBy(count), ...net });
    document.addEventListener("visibilitychange", this.look);
  }

  /** Think about a position until so many simulations are done, on from where it was left if there still is a tree of it;
   * `listen` is told what was found so far. */
  think(position: string, start: Start, most: number, listen: (report: Report) => void): void {
    this.task += 1;
    this.listener = listen;
    this.latest = this.workers.map(() => null);
    this.going = { most };
    const each = Math.ceil(most / this.workers.length);
    const judged = this.judge ? { cutoff: this.judge.cutoff } : {};
    const data = { ...start.data, ...this.judge?.parts };
    this.workers.forEach((worker, number) => {
      const said: ToEngine = {
        say: "think",
        task: this.task,
        position,
        start: { ...start, ...judged, data, seed: start.seed + number },
        most: each,
      };
      worker.postMessage(said);
    });
    if (document.hidden) this.tell({ say: "stop" });
  }

  /** Stop at once; what was found stays. */
  stop(): void {
    this.going = null;
    this.tell({ say: "stop" });
  }

  /** Go on from where it stopped. */
  go(most: number): void {
    this.going = { most };
    if (!document.hidden) this.tell({ say: "go", most: Math.ceil(most / this.workers.length) });
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.look);
    this.listener = null;
    for (const worker of this.workers) worker.terminate();
  }

  private look = () => {
    if (!this.going) return;
    if (document.hidden) this.tell({ say: "stop" });
    else this.tell({ say: "go", most: Math.ceil(this.going.most / this.workers.length) });
  };

  private tell(message: ToEngine): void {
    for (const worker of this.workers) worker.postMessage(message);
  }

  private heard(number: number, message: FromEngine): void {
    if (message.say === "failed") this.failed(message.why);
    if (message.say !== "found" || message.task !== this.task) return;
    this.latest[number] = message;
    const all = this.latest.filter((each) => each !== null);
    if (all.length < this.workers.length) return;
    this.listener?.({
      ...together(all.map((each) => each.found)),
      rate: all.reduce((sum, each) => sum + (each.done && !this.going ? 0 : each.rate), 0),
      done: all.every((each) => each.done),
    });
  }
}
