/** Threads for engines. */

import type { FromEngine } from "./protocol";

export type WorkerLike = Pick<Worker, "postMessage" | "terminate"> & {
  onmessage: ((event: MessageEvent<FromEngine>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
};

const MOST_WORKERS = 4;

/** One core is left to the page. */
export const workersFor = (cores: number) => Math.max(1, Math.min(MOST_WORKERS, cores - 1));

export const newWorker = (): WorkerLike => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
