/** A game's code and nets for browsers, as the server has them. */

import { getCached } from "../client/http";
import type { GameNet } from "../contract";
import type { ModuleFacts } from "./machine";

export interface GameCode {
  address: string;
  facts: ModuleFacts;
  net: GameNet | null; // by which the strongest bot judges
}

/** The game's module; a refusal says why there is none. */
export async function fetchModule(game: string): Promise<GameCode> {
  const { address, description, net } = await getCached("/games/{name}/module", { name: game });
  return { address, facts: description as ModuleFacts, net: net ?? null };
}

/** A net that judges: its parts, and how a search has to lay them out. */
export interface Judge extends Pick<GameNet, "cutoff" | "sizes"> {
  parts: Readonly<Record<string, Uint8Array>>;
}

/** The net by which the strongest bot judges among so many, if there is one. */
export async function fetchJudge({ net, facts }: GameCode, seats: number): Promise<Judge | null> {
  if (net?.seats !== seats) return null;
  return { cutoff: net.cutoff, sizes: net.sizes, parts: await fetchNet(net, facts) };
}

/** The parts of a net, as a search takes them. */
export async function fetchNet(net: GameNet, facts: ModuleFacts): Promise<Record<string, Uint8Array>> {
  const answer = await fetch(net.address);
  if (!answer.ok) throw new Error(answer.statusText);
  const all = new Uint8Array(await answer.arrayBuffer());
  const taken = facts.functions.simulate?.arguments ?? [];
  let at = 0;
  return Object.fromEntries(
    net.parts.map((part) => {
      const name = `net.${part}`;
      const [, , dims = []] = taken.find(([each]) => each === name) ?? [];
      const sizes = dims.map((dim) => (typeof dim === "number" ? dim : (net.sizes[dim] ?? 0)));
      const length = sizes.reduce((size, dim) => size * dim, 8);
      at += length;
      return [name, all.subarray(at - length, at)];
    }),
  );
}

/** Bytes that came as text. */
export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** Whether this browser can think at all. */
export const canThink = () => typeof WebAssembly === "object" && typeof Worker === "function";
