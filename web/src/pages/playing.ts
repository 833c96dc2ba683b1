/** From wanting to play to sitting at a table. */

import { useCallback, useState } from "react";
import { Refusal } from "../api/ask";
import { type QuickMatch, quickMatch as seek } from "../api/friends";
import { type GameCard, oneGame } from "../api/games";
import { type AtTable, type Clock, type NewSeat, type NewTable, openTable } from "../api/tables";
import { someone } from "../me";
import { go } from "../router/router";
import { paths } from "../router/routes";
import { t } from "../texts/page";

export const USUAL_LEVEL = 2;
const WEAKEST = 1;
export const LEVELS = [1, 2, 3, 4, 5];
export const PACES: Clock[] = [
  { pace: "live", minutes: 5, increment: 5 },
  { pace: "live", minutes: 15, increment: 10 },
  { pace: "days", days: 2 },
];

/** A clock to choose, in few words. */
export const clockWay = (clock: Clock, i: number) => {
  if (!clock.pace || clock.pace === "none")
    return { value: i, label: t("clock.short-none"), more: t("clock.no-clock") };
  const days = clock.pace === "days";
  return {
    value: i,
    label: days
      ? t("clock.short-days", { count: clock.days ?? 0 })
      : t("clock.short-live", { minutes: clock.minutes ?? 0, increment: clock.increment ?? 0 }),
    more: t(days ? "clock.turn" : (clock.minutes ?? 0) < 10 ? "clock.quick" : "clock.relaxed"),
  };
};

const READY = 250; // milliseconds between two looks at a game that is being made ready
const PATIENCE = 240; // looks

export const usualSeats = (game: GameCard) => (game.seats.includes(2) ? 2 : (game.seats[0] ?? 1));

/** A game may have to be made ready first; asking for it moves it to the front. */
async function ready(game: GameCard): Promise<void> {
  for (let looks = 0; looks < PATIENCE && !game.ready; looks++) {
    game = await oneGame(game.name);
    if (!game.ready) await new Promise((resolve) => setTimeout(resolve, READY));
  }
}

export function sentence(error: unknown): string {
  return error instanceof Refusal ? error.message : t("page.lost");
}

export interface Playing {
  busy: string | null; // what is being got ready
  refusal: string | null;
  againstBot: (game: GameCard) => Promise<void>;
  guided: (game: GameCard) => Promise<void>;
  open: (game: GameCard, wanted: NewTable) => Promise<void>;
  quickMatch: (game: GameCard, wanted: Omit<QuickMatch, "game">) => Promise<void>;
}

export function usePlaying(): Playing {
  const [busy, setBusy] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const sitDown = useCallback(async (game: GameCard, find: () => Promise<AtTable>) => {
    setBusy(game.name);
    setRefusal(null);
    try {
      await someone();
      await ready(game);
      const at = await find();
      go(paths.table(at.rules.table));
    } catch (error) {
      setRefusal(sentence(error));
    }
    setBusy(null);
  }, []);
  const open = useCallback((game: GameCard, wanted: NewTable) => sitDown(game, () => openTable(wanted)), [sitDown]);
  const againstBot = useCallback(
    (game: GameCard) => open(game, { game: game.name, seats: amongBots(game, USUAL_LEVEL), listed: false }),
    [open],
  );
  const guided = useCallback(
    (game: GameCard) => open(game, { game: game.name, seats: amongBots(game, WEAKEST), listed: false, guided: true }),
    [open],
  );
  const quickMatch = useCallback(
    (game: GameCard, wanted: Omit<QuickMatch, "game">) => sitDown(game, () => seek({ game: game.name, ...wanted })),
    [sitDown],
  );
  return { busy, refusal, againstBot, guided, open, quickMatch };
}

const amongBots = (game: GameCard, level: number): NewSeat[] => [
  { kind: "me" },
  ...Array.from({ length: usualSeats(game) - 1 }, () => ({ kind: "bot" as const, level })),
];
