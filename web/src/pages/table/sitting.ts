/** Coming to a table, and which of its seats is looked from. */

import { useCallback, useEffect, useState } from "react";
import { Refusal } from "../../api/ask";
import { type GameCard, gameTexts, oneGame } from "../../api/games";
import { type AtTable, oneTable, tablePlan } from "../../api/tables";
import type { Plan } from "../../board/types";
import { useTableFeed } from "../../live";
import type { Feed, Sitter } from "../../live/feed";
import { loadSkin } from "../../skins";
import type { Skin } from "../../skins/types";
import { isolate } from "../../texts/isolate";
import { t } from "../../texts/page";
import type { Catalogue } from "../../texts/render";

const NOT_READY = 700; // milliseconds until a game that is being made ready is asked for again

/** Everything about a table that does not change from step to step. */
export interface Sitting {
  at: AtTable;
  game: GameCard;
  plan: Plan;
  texts: Catalogue;
  skin: Skin;
  invite: string;
  came: (at: AtTable) => void; // one has sat down, or got up
}

export function useSitting(table: string, invite: string): { sitting: Sitting | null; trouble: string | null } {
  const [held, setHeld] = useState<Omit<Sitting, "came" | "invite"> | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    comeTo(table, invite).then(
      (found) => {
        if (!current) return;
        setHeld(found);
        setTrouble(null);
      },
      (error) => {
        if (!current) return;
        setTrouble(error instanceof Refusal ? error.message : t("page.lost"));
        if (!(error instanceof Refusal) || error.key === "server.not-ready")
          timer = setTimeout(() => current && setTries(tries + 1), NOT_READY);
      },
    );
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [table, invite, tries]);
  const came = useCallback((at: AtTable) => setHeld((was) => was && { ...was, at }), []);
  const here = held && held.at.rules.table === table ? { ...held, invite, came } : null;
  return { sitting: here, trouble: here ? null : trouble };
}

async function comeTo(table: string, invite: string): Promise<Omit<Sitting, "came" | "invite">> {
  const at = await oneTable(table, invite);
  const name = at.rules.game;
  const [game, plan, texts, skin] = await Promise.all([
    oneGame(name),
    tablePlan(table, invite),
    gameTexts(name),
    loadSkin(name),
  ]);
  return { at, game, plan, texts, skin };
}

/** The game's words for its seats give way to the names of those who sit there. */
export function named(texts: Catalogue, seats: readonly Sitter[]): Catalogue {
  const names = seats.flatMap((seat, i) => (seat.name ? [[`seat.${i}`, isolate(seat.name)] as const] : []));
  return { ...texts, ...Object.fromEntries(names) };
}

export interface Viewing {
  viewer: number | null; // a spectator, or nobody has the device
  feed: Feed;
  current: boolean; // the feed is this viewer's
  handTo: number | null; // the board is covered until this seat has the device
  take: () => void;
}

/**
 * One seat at a time. When the turn goes to another person at this device, that seat's state is fetched; in a game with
 * secrets only after the device has been handed over, and what the last seat saw is gone before.
 */
export function useViewing({ at, game, invite }: Sitting): Viewing {
  const own = at.seats;
  const covers = game.hidden && own.length > 1;
  const begins = own.find((seat) => (at.now.to_act ?? []).includes(seat)) ?? own[0] ?? null;
  const over = at.now.phase === "over";
  const [viewer, setViewer] = useState<number | null | undefined>(covers && !over ? undefined : begins);
  const [handTo, setHandTo] = useState<number | null>(covers && !over ? begins : null);
  const { seat, feed } = useTableFeed(at.rules.table, viewer, invite, at.rules.clock.pace === "days");
  const current = seat === viewer;

  const next = current ? nextSeat(feed, viewer, own) : null;
  useEffect(() => {
    if (next === null || next === viewer || handTo !== null) return;
    if (covers) {
      setViewer(undefined);
      setHandTo(next);
    } else setViewer(next);
  }, [next, viewer, handTo, covers]);
  const take = useCallback(() => {
    setViewer(handTo);
    setHandTo(null);
  }, [handTo]);
  return { viewer: viewer ?? null, feed, current, handTo, take };
}

/** The person who should have the device now: who has it, as long as there is something to do, else the next to act. */
export function nextSeat(feed: Feed, viewer: number | null | undefined, own: readonly number[]): number | null {
  if (!feed.now || viewer === undefined || viewer === null || own.length < 2) return null;
  const acting = feed.now.to_act ?? [];
  if (feed.now.phase !== "playing" || acting.includes(viewer)) return viewer;
  return own.find((seat) => acting.includes(seat)) ?? viewer;
}
