import { expect, test, vi } from "vitest";
import type { FromEngine, ToEngine } from "./protocol";
import type { Start } from "./search";

const counted = vi.hoisted(() => ({ simulations: 0 }));

/** A search that only counts; its tree is how far it has come. */
vi.mock("./search", () => ({
  Search: class {
    seats = 2;
    visits = 0;
    bytes = 1;
    begin(_: Start, tree: ReadonlyMap<string, Uint8Array> | null = null) {
      this.visits = tree?.get("visits")?.[0] ?? 0;
    }
    simulate(simulations: number) {
      this.visits += simulations;
      counted.simulations += simulations;
    }
    keep() {
      return new Map([["visits", Uint8Array.of(this.visits)]]);
    }
    found() {
      return { candidates: [], values: [], visits: this.visits, full: false };
    }
  },
}));

test("whoever comes back to a position thinks on where it was left", async () => {
  const told: FromEngine[] = [];
  vi.stubGlobal("fetch", async () => null);
  vi.spyOn(WebAssembly, "compileStreaming").mockResolvedValue({} as WebAssembly.Module);
  const thread: { onmessage?: (event: MessageEvent) => void; postMessage: (message: FromEngine) => void } = {
    postMessage: (message) => void told.push(message),
  };
  vi.stubGlobal("self", thread);
  await import("./worker");
  const say = (message: ToEngine) => thread.onmessage?.({ data: message } as MessageEvent);
  say({ say: "load", address: "/m", facts: {} as never, room: 100, kept: 100 });
  const start: Start = { seat: 0, seats: 2, state: new Uint8Array(1), revealed: false, seed: 1, data: {} };
  /** How far it had come when it was done, and by how many simulations. */
  const think = async (task: number, position: string, most: number) => {
    const before = counted.simulations;
    say({ say: "think", task, position, start, most });
    const of = () => told.flatMap((each) => (each.say === "found" && each.task === task ? [each] : []));
    await vi.waitFor(() => expect(of().at(-1)?.done).toBe(true));
    return [of().at(-1)?.found.visits, counted.simulations - before];
  };
  expect(await think(1, "here", 40)).toEqual([40, 40]);
  expect(await think(2, "there", 30)).toEqual([30, 30]);
  expect(await think(3, "here", 60)).toEqual([60, 20]);
  expect(await think(4, "elsewhere", 20)).toEqual([20, 20]);
});
