/** This device thinks in the house's place, for a bot or for a coach. */

import { readStored, writeStored } from "../../../client/stored";
import type { DeviceSearch, GameInfo } from "../../../contract";
import { canThink, fetchModule, fromBase64 } from "../../../engine/modules";
import type { Player } from "../../../engine/player";
import { whenReset } from "../../../ui/state";
import { fetchLore } from "../requests";

const WANTED = "bots-on-device"; // kept on the device, for all tables: whether bots are to think here
const MOST_LORE = 2; // some megabytes each

let opened: { game: string; player: Promise<Player> } | null = null;
const lore = new Map<string, Promise<Uint8Array>>();
whenReset(stopHere);

/** Nobody is at a table any more: what thinks goes, and with it some fifty megabytes. */
export function stopHere(): void {
  opened?.player.then(
    (player) => player.close(),
    () => undefined,
  );
  opened = null;
  lore.clear();
}

/** Whether bots of a new table are to think here, if the house lets them. */
export const botsHere = (game: Pick<GameInfo, "hidden" | "module">): boolean =>
  !game.hidden && game.module && canThink() && readStored<boolean>(WANTED, "") !== false;

/** What is chosen at one table is meant for the next, too. */
export const wantBotsHere = (here: boolean) => writeStored(WANTED, "", here);

/** The action to take, in digits. */
export async function thinkHere(game: string, table: string, asked: DeviceSearch): Promise<string> {
  if (!canThink()) throw new Error("this browser cannot think");
  const { seat, search, seed, simulations, seconds, slips } = asked;
  const player = await playerOf(game);
  const data: Record<string, Uint8Array> = {};
  if (search.lore !== null) data.lore = await loreOf(table, seat, search.lore);
  const { seats, revealed } = search;
  const start = { seat, seats, state: fromBase64(search.state), revealed, seed, data };
  return player.move(start, { simulations, seconds, slips }, asked.net);
}

function playerOf(game: string): Promise<Player> {
  if (opened?.game === game) return opened.player;
  stopHere();
  const player = fetchModule(game).then(async (code) => (await import("../../../engine/player")).Player.open(code));
  opened = { game, player };
  player.catch(() => {
    if (opened?.player === player) opened = null;
  });
  return player;
}

function loreOf(table: string, seat: number, name: string): Promise<Uint8Array> {
  const before = lore.get(name);
  if (before) return before;
  if (lore.size >= MOST_LORE) lore.clear();
  const coming = fetchLore(table, seat, "");
  lore.set(name, coming);
  coming.catch(() => lore.delete(name));
  return coming;
}
