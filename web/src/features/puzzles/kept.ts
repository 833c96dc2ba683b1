/** What this device keeps of puzzles: the latest that were looked at, to be solved without a network, and tries that are
 * still to be sent. All of it goes when the player signs out. */

import { Refusal } from "../../client/http";
import { requirePerson } from "../../client/session";
import { PUZZLES, readStored, writeStored } from "../../client/stored";
import type { PuzzleLine, PuzzleShown, PuzzlesToday } from "../../contract";
import { loadSkin } from "../../skins";
import type { Catalogue } from "../../ui/texts/render";
import { gameTexts } from "../games/requests";
import { onePuzzle, tryPuzzle } from "./requests";

export interface KeptPuzzle {
  puzzle: PuzzleShown;
  texts: Catalogue;
}

/** A try that the server has not heard of. */
export interface WaitingTry {
  game: string;
  id: string;
  choice: string;
  hinted: boolean;
  key: string;
  person: string; // whose it is; empty: of somebody who was nobody yet
}

const MOST = 12;
const TODAY = "today";
const TRIES = "tries";
const ALL = "all";

export const keptToday = () => readStored<PuzzlesToday>(TODAY, PUZZLES);
export const keepToday = (today: PuzzlesToday) => writeStored(TODAY, PUZZLES, today);

const all = () => readStored<KeptPuzzle[]>(ALL, PUZZLES) ?? [];
const same = (one: { game: string; id: string }, game: string, id: string) => one.game === game && one.id === id;

export const keptPuzzle = (game: string, id: string) => all().find(({ puzzle }) => same(puzzle, game, id));

export function keepPuzzle(kept: KeptPuzzle): void {
  const { game, id } = kept.puzzle;
  const others = all().filter(({ puzzle }) => !same(puzzle, game, id));
  writeStored(ALL, PUZZLES, [...others, kept].slice(-MOST));
}

/** So that they can be solved without a network. */
export async function keepAll(lines: readonly PuzzleLine[]): Promise<void> {
  for (const { game, id, solved } of lines) {
    const before = keptPuzzle(game, id)?.puzzle;
    const again = solved === null && before?.outcome; // it has come round as the day's
    if (!before || again) {
      const [puzzle, texts] = await Promise.all([onePuzzle(game, id), gameTexts(game), loadSkin(game)]);
      keepPuzzle({ puzzle, texts });
    }
  }
}

export const waitingTries = () => readStored<WaitingTry[]>(TRIES, PUZZLES) ?? [];
export const waitingTry = (game: string, id: string) => waitingTries().find((each) => same(each, game, id));

/** The first try at a puzzle counts, on this device too. */
export function keepTry(tried: WaitingTry): void {
  if (!waitingTry(tried.game, tried.id)) writeStored(TRIES, PUZZLES, [...waitingTries(), tried]);
}

let sending: Promise<void> | null = null;

/** Send what waits, each once: the server does a thing with one key once, and forgets no try. */
export function sendTries(): Promise<void> {
  sending ??= send().finally(() => {
    sending = null;
  });
  return sending;
}

async function send(): Promise<void> {
  if (waitingTries().length === 0) return;
  const me = await requirePerson().catch(() => null);
  if (!me) return;
  for (const each of waitingTries()) {
    if (each.person !== "" && each.person !== me.id) continue; // somebody else's, who may come back
    try {
      await tryPuzzle(each.game, each.id, each.choice, each.hinted, each.key);
    } catch (error) {
      if (!(error instanceof Refusal)) return; // there is still no network
    }
    const left = waitingTries().filter((other) => other.key !== each.key);
    writeStored(TRIES, PUZZLES, left);
  }
}
