/** Moves that were chosen without a network, where turns take days. Each waits on this device, is sent once when the
 * server can be reached, and is told in words if it could not be played any more. */

import { socket } from "../../../client/connection";
import { allKept, forgetKept, keep, ownerOfDevice, WAITING } from "../../../client/device";
import { Refusal } from "../../../client/http";
import { beforeSignOut, refreshMe } from "../../../client/session";
import { slice, whenReset } from "../../../ui/state";
import { takeLateSteps } from "../requests";

export interface WaitingMove {
  table: string;
  game: string;
  seat: number;
  steps: readonly string[];
  /** The move as people say it. */
  words: string;
  /** How many lines the seat had been told when it was chosen. */
  after: number;
  /** With it the server does it once, however often it is sent. */
  key: string;
  at: number;
  /** Why it was not played: the player has not read it yet. */
  refused?: { key: string; sentence: string };
}

/** All of this device, one for a table. Read while somebody looks. */
const waiting = slice<readonly WaitingMove[]>("waiting moves", [], () => {
  void look();
  const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel(CHANNEL) : null;
  if (channel) channel.onmessage = () => void look();
  return () => channel?.close();
});
const CHANNEL = "parlour waiting moves";
const NONE: readonly WaitingMove[] = [];
const LATER = [401, 429]; // not signed in, too often: it can be done another time

const keyOf = (table: string) => `${WAITING}${table}`;

export const useWaitingMoves = () => waiting.use() ?? NONE;
export const useWaitingMove = (table: string) => waiting.use((all) => all.find((each) => each.table === table) ?? null);

async function all(): Promise<WaitingMove[]> {
  return (await allKept<WaitingMove>(WAITING)).map(([, move]) => move).sort((one, other) => one.at - other.at);
}

async function look(): Promise<void> {
  waiting.set(await all());
}

/** Something has changed: here, and in other tabs. */
async function changed(): Promise<void> {
  await look();
  if (typeof BroadcastChannel !== "function") return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage("changed");
  channel.close();
}

/** False: this device keeps nothing, or there is a move at this table already. */
export async function keepMove(move: WaitingMove): Promise<boolean> {
  const before = (await all()).find((each) => each.table === move.table);
  if (before && !before.refused) return false;
  const kept = await keep(keyOf(move.table), move);
  await changed();
  return kept;
}

/** Taken back before it was sent; or read that it was refused. */
export async function forgetMove(move: WaitingMove): Promise<void> {
  await sending;
  const now = (await all()).find((each) => each.key === move.key);
  if (now) await forgetKept(keyOf(move.table));
  await changed();
}

let sending: Promise<void> | null = null;
let again: ReturnType<typeof setTimeout> | undefined;
const PAUSE = 5_000; // milliseconds until a server that has too much to do is asked again

whenReset(() => {
  sending = null;
  clearTimeout(again);
});

/** Send what waits. One tab does it; a second one would send the same keys, and nothing would be done twice. */
export function sendMoves(): Promise<void> {
  sending ??= alone(send)
    .catch(() => undefined)
    .finally(() => {
      sending = null;
    });
  return sending;
}

async function alone(work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work();
  await navigator.locks.request(CHANNEL, { ifAvailable: true }, async (lock) => {
    if (lock) await work();
  });
}

async function send(): Promise<void> {
  const moves = (await all()).filter((each) => !each.refused);
  if (moves.length === 0) return;
  const me = await refreshMe();
  if (!me.person || me.person.id !== (await ownerOfDevice())) return; // the one whose moves these are may come back
  for (const move of moves) {
    const outcome = await sendMove(move);
    if (outcome === "later") {
      clearTimeout(again);
      again = setTimeout(() => void sendMoves(), PAUSE);
      continue;
    }
    if (outcome === "done") await forgetKept(keyOf(move.table));
    else await keep(keyOf(move.table), { ...move, refused: outcome });
    await changed();
  }
}

async function sendMove({ table, seat, steps, after, key }: WaitingMove) {
  try {
    await takeLateSteps(table, seat, steps, after, key);
    return "done";
  } catch (error) {
    if (!(error instanceof Refusal)) return "later"; // the network is gone again; or it is not known: with the same key
    if (LATER.includes(error.status) || error.status >= 500) return "later";
    return { key: error.key, sentence: error.message };
  }
}

/** To be called once: moves go as soon as the server can be reached. */
export function startSending(): void {
  socket.onLive.push(() => void sendMoves());
  beforeSignOut.push(sendMoves);
}
