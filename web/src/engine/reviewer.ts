/** Engines that look into the steps of a finished match, each at another step: as many as the device has cores to spare. */

import type { GameNet } from "../contract";
import type { ModuleFacts } from "./machine";
import type { ToEngine } from "./protocol";
import type { Looked, Question } from "./review";
import type { Start } from "./search";
import { newWorker, type WorkerLike, workersFor } from "./workers";

export interface Work {
  seats: number;
  simulations: number;
  room: number; // nodes of a tree: as many as the server's, or it would not come to the same
  data: Start["data"];
  net?: Pick<GameNet, "cutoff" | "sizes">; // that judges: its parts are among the data
  questions: readonly Question[];
}

/**
 * Every question answered, in their order; `told` hears how many are. While the page is hidden nobody thinks, and with
 * `signal` it ends.
 */
export async function lookInto(
  module: { address: string; facts: ModuleFacts },
  work: Work,
  told: (done: number) => void,
  signal: AbortSignal,
  cores = navigator.hardwareConcurrency || 1,
  open: () => WorkerLike = newWorker,
): Promise<Looked[]> {
  const { seats, simulations, room, data, net, questions } = work;
  if (questions.length === 0) return [];
  signal.throwIfAborted();
  const found = new Map<number, Looked>();
  const workers = Array.from({ length: Math.min(workersFor(cores), questions.length) }, open);
  const tell = (message: ToEngine) => {
    for (const worker of workers) worker.postMessage(message);
  };
  const look = () => tell({ say: document.hidden ? "stop" : "go" });
  document.addEventListener("visibilitychange", look);
  try {
    await new Promise<void>((resolve, reject) => {
      let next = 0;
      const hand = (worker: WorkerLike) => {
        const question = questions[next++];
        if (!question) return;
        worker.postMessage({ say: "look", seats, question, simulations, data, ...(net ? { cutoff: net.cutoff } : {}) });
        if (document.hidden) worker.postMessage({ say: "stop" });
      };
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      for (const worker of workers) {
        worker.onerror = (event) => reject(new Error(event.message));
        worker.onmessage = ({ data: heard }) => {
          if (heard.say === "failed") reject(new Error(heard.why));
          if (heard.say !== "looked") return;
          found.set(heard.looked.number, heard.looked);
          told(found.size);
          if (found.size === questions.length) resolve();
          else hand(worker);
        };
        worker.postMessage({
          say: "load",
          address: module.address,
          facts: module.facts,
          room,
          ...(net ? { net: net.sizes } : {}),
        });
        hand(worker);
      }
    });
  } finally {
    document.removeEventListener("visibilitychange", look);
    for (const worker of workers) worker.terminate();
  }
  return questions.flatMap(({ number }) => found.get(number) ?? []);
}
