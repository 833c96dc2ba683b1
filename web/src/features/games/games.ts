/** The games of the house and what is said about them. The list is asked for again until all games are ready. */

import { useEffect } from "react";
import type { GameInfo } from "../../contract";
import { withEmblem } from "../../skins/pictures";
import { slice, whenReset } from "../../ui/state";
import { t } from "../../ui/texts/page";
import { listGames } from "./requests";

const POLL = 900; // milliseconds

interface Games {
  games: GameInfo[] | null;
  lost: boolean; // the server could not be reached
}

const known = slice<Games>("games", { games: null, lost: false });
let timer: ReturnType<typeof setTimeout> | undefined;
let running = false;

whenReset(() => {
  clearTimeout(timer);
  running = false;
});

async function load() {
  if (running) return;
  running = true;
  clearTimeout(timer);
  const next = await listGames().then(
    (games) => ({ games, lost: false }),
    () => ({ ...known.get(), lost: true }),
  );
  running = false;
  withEmblem.set((next.games ?? []).filter((game) => game.emblem).map((game) => game.name));
  known.set(next);
  if (next.lost || next.games?.some((game) => !game.ready)) timer = setTimeout(load, POLL);
}

export function useGames(): Games {
  useEffect(() => {
    if (known.get().games === null || known.get().lost) void load();
  }, []);
  return known.use();
}

export const gameTitle = (games: readonly GameInfo[] | null, name: string) =>
  games?.find((game) => game.name === name)?.title ?? name;

/** How many play, and what kind of game it is. */
export function gameFacts(game: GameInfo): string[] {
  const [low, high] = [game.seats[0] ?? 1, game.seats.at(-1) ?? 1];
  return [
    low === high ? t("game.players-one", { count: low }) : t("game.players", { low, high }),
    ...(game.cooperative ? [t("game.together")] : []),
    ...(game.hidden ? [t("game.hidden")] : []),
  ];
}

export const usualSeats = (game: GameInfo) => (game.seats.includes(2) ? 2 : (game.seats[0] ?? 1));
