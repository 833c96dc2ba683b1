/** The games of the house, and how far each is; asked again until all are ready. */

import { useEffect, useSyncExternalStore } from "react";
import { type GameCard, listGames } from "./api/games";

const POLL = 900; // milliseconds
let known: GameCard[] | null = null;
let lost = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let running = false;
const listeners = new Set<() => void>();
let state: { games: GameCard[] | null; lost: boolean } = { games: null, lost: false };

function tell() {
  state = { games: known, lost };
  for (const listener of listeners) listener();
}

async function look() {
  if (running) return;
  running = true;
  clearTimeout(timer);
  try {
    known = await listGames();
    lost = false;
  } catch {
    lost = true;
  }
  running = false;
  tell();
  if (lost || known?.some((game) => !game.ready)) timer = setTimeout(look, POLL);
}

export function useGames(): { games: GameCard[] | null; lost: boolean } {
  useEffect(() => {
    if (known === null || lost) void look();
  }, []);
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => state,
  );
}
