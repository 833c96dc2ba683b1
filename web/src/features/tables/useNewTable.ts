/** Every way from choosing a game to sitting at its table. */

import { useEffect, useRef, useState } from "react";
import { Refusal } from "../../client/http";
import { requirePerson } from "../../client/session";
import { useAttempt } from "../../client/useSubmit";
import type { GameInfo, NewSeat, NewTable, QuickMatchRequest } from "../../contract";
import { go, paths } from "../../ui/router";
import { quickMatch as requestQuickMatch } from "../friends/requests";
import { usualSeats } from "../games/games";
import { oneGame } from "../games/requests";
import { shareInNewTable, wantOwnWords } from "./dealing/shares";
import { botsHere } from "./match/thinkHere";
import { type FoundTable, openTable } from "./requests";

export const BOT_LEVELS = [1, 2, 3, 4, 5];
export const USUAL_BOT_LEVEL = 2;
const WEAKEST_BOT_LEVEL = 1;
const PARTNERS_LEVEL = 4; // whoever plays for the same side should play well

/** At what level bots play if nobody says anything else. */
export const usualLevel = (game: GameInfo, rival = USUAL_BOT_LEVEL) => (game.cooperative ? PARTNERS_LEVEL : rival);

const PAUSE = 500; // milliseconds between two looks at a game that is not ready

/** The server compiles a game's rules before its first table. Asking for the game moves it to the front. False: nobody
 * waits for it any more. */
async function untilReady(game: GameInfo, waits: () => boolean): Promise<boolean> {
  let latest = game;
  while (!latest.ready && waits()) {
    const known = await oneGame(game.name).catch(() => latest); // a server that is away for a moment
    if (!known.ready && !known.preparing) throw new Refusal("server.broken", known.status);
    latest = known;
    if (!latest.ready) await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  return waits();
}

export interface NewTableActions {
  busy: string | null; // the game whose table is being opened
  refusal: string | null;
  stop: () => void; // wait no more for a game that is not ready
  againstBot: (game: GameInfo) => Promise<void>;
  guided: (game: GameInfo) => Promise<void>;
  /** With `ownWords` a match with chance waits for what the player writes at its table. */
  open: (game: GameInfo, wanted: NewTable, ownWords?: boolean) => Promise<void>;
  quickMatch: (game: GameInfo, wanted: Omit<QuickMatchRequest, "game">) => Promise<void>;
}

export function useNewTable(): NewTableActions {
  const [busy, setBusy] = useState<string | null>(null);
  const [refusal, attempt] = useAttempt();
  // What the player waits for: the last that was pressed, as long as this page is looked at.
  const wish = useRef<object | null>(null);
  useEffect(
    () => () => {
      wish.current = null;
    },
    [],
  );
  const stop = () => {
    wish.current = null;
    setBusy(null);
  };
  const sitDown = async (game: GameInfo, find: () => Promise<FoundTable>, ownWords = false) => {
    const own = {};
    wish.current = own;
    const waits = () => wish.current === own;
    setBusy(game.name);
    await attempt(async () => {
      await requirePerson();
      if (!(await untilReady(game, waits))) return; // and no table was opened
      const at = await find();
      if (ownWords) wantOwnWords(at.rules.table);
      else await shareInNewTable(at).catch(() => undefined); // the table's page tries again
      go(paths.table(at.rules.table, at.rules.listed ? "" : (at.rules.invite ?? "")));
    });
    if (waits()) setBusy(null);
  };
  const open = (game: GameInfo, wanted: NewTable, ownWords = false) =>
    sitDown(
      game,
      () => openTable({ ...wanted, contribute: game.chance, on_device: botsHere(game) }),
      ownWords && game.chance,
    );
  return {
    busy,
    refusal,
    stop,
    open,
    againstBot: (game) => open(game, { game: game.name, seats: seatsWithBots(game, usualLevel(game)), listed: false }),
    guided: (game) =>
      open(game, {
        game: game.name,
        seats: seatsWithBots(game, usualLevel(game, WEAKEST_BOT_LEVEL)),
        listed: false,
        guided: true,
      }),
    quickMatch: (game, wanted) =>
      sitDown(game, () => requestQuickMatch({ game: game.name, contribute: game.chance, ...wanted })),
  };
}

const seatsWithBots = (game: GameInfo, level: number): NewSeat[] => [
  { kind: "me" },
  ...Array.from({ length: usualSeats(game) - 1 }, () => ({ kind: "bot" as const, level })),
];
