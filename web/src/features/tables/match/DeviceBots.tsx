/** While bots of a table think on this device: finds their moves and sends them. If it cannot, the house does. */

import { useEffect } from "react";
import { Refusal } from "../../../client/http";
import type { Now } from "../feed";
import { botSearch, moveBots, sendBotStep } from "../requests";
import { thinkHere } from "./thinkHere";

const RETRY = 1_000; // milliseconds

export function DeviceBots(props: { game: string; table: string; now: Now; cursor: number }) {
  const { game, table, now, cursor } = props;
  const free = now.bots_on === "device" && now.phase === "playing" && (now.offer ?? null) === null;
  const seat = free ? ((now.to_act ?? []).find((each) => now.seats[each]?.kind === "bot") ?? null) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each cursor the bot is to move anew
  useEffect(() => {
    if (seat === null) return;
    let wanted = true;
    void alone(`parlour bots ${table}`, () => moveFor(game, table, seat, () => wanted));
    return () => {
      wanted = false;
    };
  }, [game, table, seat, cursor]);
  return null;
}

async function moveFor(game: string, table: string, seat: number, wanted: () => boolean): Promise<void> {
  const asked = await botSearch(table, seat).catch(() => null); // it is too late, or the house cannot be reached
  if (!asked || !wanted()) return;
  const until = Date.now() + (asked.pause ?? 0) * 1_000;
  const action = await thinkHere(game, table, asked).catch(() => null);
  if (action === null) {
    if (wanted()) await moveBots(table, false).catch(() => undefined); // it cannot be done here
    return;
  }
  await after(until - Date.now());
  if (!wanted()) return;
  const send = () => sendBotStep(table, seat, asked.version, action);
  await send().catch(async (error) => {
    // A refusal is an answer: the match has gone on, or the house thinks. Without one it is tried once more.
    if (error instanceof Refusal || !wanted()) return;
    await after(RETRY);
    await send().catch(() => undefined);
  });
}

const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));

/** Of several tabs one thinks. Where a browser has no locks, the first to send a move has made it. */
async function alone(name: string, work: () => Promise<void>): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return work();
  await locks.request(name, (lock) => (lock ? work() : undefined)).catch(() => undefined);
}
