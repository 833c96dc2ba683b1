/** An engine that makes single moves, for a bot or for a coach. It thinks on while the page is hidden: somebody waits. */

import { fetchNet, type GameCode } from "./modules";
import type { Effort } from "./move";
import type { FromEngine } from "./protocol";
import type { Start } from "./search";
import { newWorker, type WorkerLike } from "./workers";

const ROOM = 1_000_000; // nodes: as many as a bot of the house has

export class Player {
  private readonly worker: WorkerLike;
  private readonly net: Record<string, Uint8Array>;
  private readonly cutoff: number | undefined;
  private task = 0;
  private waiting: { task: number; resolve: (action: string) => void; reject: (why: Error) => void } | null = null;

  private constructor(code: GameCode, net: Record<string, Uint8Array>, worker: WorkerLike) {
    this.worker = worker;
    this.net = net;
    this.cutoff = code.net?.cutoff;
    worker.onmessage = (event) => this.heard(event.data);
    worker.onerror = (event) => this.fail(event.message);
    const { address, facts } = code;
    worker.postMessage({ say: "load", address, facts, room: ROOM, ...(code.net ? { net: code.net.sizes } : {}) });
  }

  static async open(code: GameCode, open: () => WorkerLike = newWorker): Promise<Player> {
    return new Player(code, code.net ? await fetchNet(code.net, code.facts) : {}, open());
  }

  /** What to play there, in digits. Another question puts an end to this one. With `judges` the game's net does. */
  move(start: Start, effort: Effort, judges: boolean): Promise<string> {
    this.fail("another move is wanted");
    this.task += 1;
    const { task } = this;
    const net = judges ? this.net : mapped(this.net, (part) => new Uint8Array(part.length));
    const whole: Start = { ...start, data: { ...start.data, ...net } };
    if (judges && this.cutoff !== undefined) whole.cutoff = this.cutoff;
    return new Promise((resolve, reject) => {
      this.waiting = { task, resolve, reject };
      this.worker.postMessage({ say: "move", task, start: whole, effort });
    });
  }

  close(): void {
    this.fail("nobody waits any more");
    this.worker.terminate();
  }

  private heard(message: FromEngine): void {
    if (message.say === "failed") this.fail(message.why);
    if (message.say !== "moved" || message.task !== this.waiting?.task) return;
    this.waiting.resolve(message.action);
    this.waiting = null;
  }

  private fail(why: string): void {
    this.waiting?.reject(new Error(why));
    this.waiting = null;
  }
}

const mapped = <T>(all: Readonly<Record<string, T>>, change: (each: T) => T) =>
  Object.fromEntries(Object.entries(all).map(([name, each]) => [name, change(each)]));
