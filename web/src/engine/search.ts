/** One search in a module's memory: its tree, how far it has come, and what it found. What it does is compiled Python, the
 * same as on the server; this file counts simulations and reads what came of them (bots/searcher.py does it there). */

import type { KeptTree } from "./keptTrees";
import { Machine, type ModuleFacts } from "./machine";

/** What a search begins with, as the server's `SearchStart`. */
export interface Start {
  seat: number;
  seats: number;
  state: Uint8Array;
  revealed: boolean;
  seed: number;
  only?: string;
  cutoff?: number; // steps of a playout, where a net judges; else as the game's knowledge has it
  data: Record<string, Uint8Array>; // arrays that ordinary Python has worked out, by name: lore, the parts of a net
}

export interface Candidate {
  action: string;
  visits: number;
  values: number[]; // what each seat may expect after it, from −1 to 1
  prior: number;
  line: FoundStep[]; // of the most tried: this step, and how play would go on
}

export interface FoundStep {
  seat: number;
  action: string;
}

export interface Found {
  candidates: Candidate[]; // the most tried first
  values: number[];
  visits: number;
  full: boolean; // there is no more room in the tree
}

const FUNCTIONS = [
  ...["new_rng", "clear", "simulate", "by_tries", "decided", "worth", "line"],
  ...["from_the_book", "choose", "verdict"],
];
const NONE = -1n;
const NOBODY = -1;
const ROOT = 0;
const LONGEST_LINE = 64;
const SIZE = "tree.size";
const BATCH = 128;

/** How many bytes a node of the tree takes. */
export const nodeBytes = (seats: number) => 8 + 5 * 4 + 1 + 4 + 4 * seats;

export class Search {
  private readonly machine: Machine;
  private readonly room: number;
  readonly seats: number;
  private seat = 0;

  /** With `net` there is room for one, in its sizes; with zeros in it the search thinks without. */
  constructor(
    module: WebAssembly.Module,
    facts: ModuleFacts,
    seats: number,
    room: number,
    net: Readonly<Record<string, number>> = {},
  ) {
    this.seats = seats;
    this.room = room;
    this.machine = new Machine(module, facts, FUNCTIONS, { ...net, seats, room, steps: LONGEST_LINE });
    this.machine.floats64("priors").fill(1);
  }

  get bytes(): number {
    return this.machine.bytes;
  }

  get visits(): number {
    return this.machine.ints32("tree.visits")[0] ?? 0;
  }

  /** Forget what was found, and begin from another position; with a tree of it, go on from there. */
  begin(start: Start, tree: KeptTree | null = null): void {
    const { machine } = this;
    const { search } = machine.facts;
    this.seat = start.seat;
    machine.call("clear");
    machine.fill("root", start.state);
    for (const [name, data] of Object.entries(start.data)) if (machine.has(name)) machine.fill(name, data);
    this.seed(start.seed);
    machine.set("viewer", start.seat);
    machine.set("only", start.only === undefined ? NONE : BigInt(start.only));
    machine.set("cutoff", start.cutoff ?? search.cutoff);
    machine.set("explore", search.explore);
    machine.set("urgency", search.urgency);
    machine.set("plain", false);
    machine.set("revealed", start.revealed);
    if (tree) for (const [name, data] of tree) machine.bytesOf(name).set(data);
  }

  /** What was found so far, to begin with another time. */
  keep(): KeptTree {
    const { machine, room } = this;
    const nodes = Number(machine.ints64(SIZE)[0]);
    const kept = new Map([["rng", machine.bytesOf("rng").slice()]]);
    for (const [name] of machine.facts.functions.simulate?.arguments ?? []) {
      if (!name.startsWith("tree.")) continue;
      const all = machine.bytesOf(name);
      kept.set(name, all.slice(0, name === SIZE ? all.length : (all.length / room) * nodes));
    }
    return kept;
  }

  simulate(simulations: number): void {
    this.machine.set("simulations", simulations);
    this.machine.call("simulate");
  }

  private seed(seed: number): void {
    this.machine.set("seed", seed);
    this.machine.call("new_rng");
  }

  /** What the game's book says there, or null. The search begins anew after this. */
  book(start: Start): string | null {
    this.begin(start);
    const known = this.machine.callLong("from_the_book");
    return known === NONE ? null : String(known);
  }

  /** Until so many simulations are done, or no other step could come out best. The same seed finds the same. */
  run(most: number): void {
    for (const _ of this.running(most));
  }

  /** The same, in parts between which something else can be done. */
  *running(most: number): Generator<void, void> {
    let done = this.visits;
    for (;;) {
      if ((done >= most || this.decided(most - done)) && this.known) return;
      const n = Math.max(1, Math.min(BATCH, most - done));
      this.simulate(n);
      done += n;
      yield;
    }
  }

  /** The step to take: the most tried, or so often one that was merely considered. */
  choose(slips: number, seed: number): string {
    this.seed(seed);
    this.machine.set("slips", slips);
    return String(this.machine.callLong("choose"));
  }

  /** What the seat could have had, and whether what it took was a mistake. */
  verdict(seat: number, best: readonly number[], taken: readonly number[]): { before: number[]; mistake: boolean } {
    const { machine } = this;
    machine.set("seat", seat);
    machine.floats64("best").set(best);
    machine.floats64("taken").set(taken);
    const mistake = machine.call("verdict") === 1;
    return { before: Array.from(machine.floats64("before")), mistake };
  }

  /** How play would go on from the root. */
  get mainLine(): FoundStep[] {
    return this.line(ROOT);
  }

  /** What each seat may expect at the root. */
  get values(): number[] {
    return this.worth(ROOT);
  }

  private get known(): boolean {
    return this.machine.ints32("tree.child")[0] !== NOBODY;
  }

  private decided(left: number): boolean {
    this.machine.set("left", left);
    return this.machine.call("decided") === 1;
  }

  /** The most tried steps, with the line of the first few. */
  found(most: number, lines: number): Found {
    const { machine } = this;
    const nodes = this.known ? Array.from(machine.ints32("nodes").subarray(0, machine.call("by_tries"))) : [];
    const candidates = nodes.slice(0, most).map((node, number) => {
      const action = String(machine.ints64("tree.action")[node]);
      return {
        action,
        visits: machine.ints32("tree.visits")[node] ?? 0,
        values: this.worth(node),
        prior: Math.round((machine.floats32("tree.prior")[node] ?? 0) * 1e4) / 1e4,
        line: number < lines ? [{ seat: this.seat, action }, ...this.line(node)] : [],
      };
    });
    const size = Number(machine.ints64("tree.size")[0]);
    return { candidates, values: this.values, visits: this.visits, full: size + FULL >= this.room };
  }

  private worth(node: number): number[] {
    this.machine.set("node", node);
    this.machine.call("worth");
    return Array.from(this.machine.floats64("values"));
  }

  private line(node: number): FoundStep[] {
    this.machine.set("node", node);
    const n = this.machine.call("line");
    const [movers, played] = [this.machine.ints8("movers"), this.machine.ints64("played")];
    return Array.from({ length: n }, (_, i) => ({ seat: movers[i] ?? 0, action: String(played[i]) }));
  }
}

const FULL = 4_000; // nodes: more than a position has steps
