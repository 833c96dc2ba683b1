/** Everything needed to show a table, and from which of its seats it is shown. */

import { useCallback, useEffect, useState } from "react";
import type { Skin } from "../../board/skin";
import { errorText, Refusal } from "../../client/http";
import type { GameInfo, Plan } from "../../contract";
import { loadSkin } from "../../skins";
import { isolate } from "../../ui/texts/isolate";
import type { Catalogue } from "../../ui/texts/render";
import { gameTexts, oneGame } from "../games/requests";
import type { Feed, NamedSitter } from "./feed";
import { type FoundTable, oneTable, tablePlan } from "./requests";
import { useTableFeed } from "./subscriptions";

const NOT_READY = 700; // milliseconds until a game that is being made ready is asked for again

/** Everything about a table that does not change from step to step. */
export interface TableSetup {
  at: FoundTable;
  game: GameInfo;
  plan: Plan;
  texts: Catalogue;
  skin: Skin;
  invite: string;
  seatsChanged: (at: FoundTable) => void; // the player has sat down, or got up
}

export function useTableSetup(table: string, invite: string): { setup: TableSetup | null; trouble: string | null } {
  const [held, setHeld] = useState<Omit<TableSetup, "seatsChanged" | "invite"> | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let current = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    load(table, invite).then(
      (found) => {
        if (!current) return;
        setHeld(found);
        setTrouble(null);
      },
      (error) => {
        if (!current) return;
        setTrouble(errorText(error));
        if (!(error instanceof Refusal) || error.key === "server.not-ready")
          timer = setTimeout(() => current && setTries(tries + 1), NOT_READY);
      },
    );
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [table, invite, tries]);
  const seatsChanged = useCallback((at: FoundTable) => setHeld((was) => was && { ...was, at }), []);
  const here = held && held.at.rules.table === table ? { ...held, invite, seatsChanged } : null;
  return { setup: here, trouble: here ? null : trouble };
}

async function load(table: string, invite: string): Promise<Omit<TableSetup, "seatsChanged" | "invite">> {
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

/** The game's texts, with the players' names in place of its own names for the seats. */
export function withSeatNames(texts: Catalogue, seats: readonly NamedSitter[]): Catalogue {
  const names = seats.flatMap((seat, i) => (seat.name ? [[`seat.${i}`, isolate(seat.name)] as const] : []));
  return { ...texts, ...Object.fromEntries(names) };
}

export interface Viewer {
  seat: number | null; // null: a spectator, or nobody has the device
  feed: Feed;
  current: boolean; // the feed is this seat's
  /** In a game with secrets: it is this seat's turn next, and the last one still sees what came of their step. */
  leaving: number | null;
  cover: () => void;
  handTo: number | null; // the board is covered until this seat has the device
  take: () => void;
}

const LAST_LOOK = 10_000; // milliseconds after which the board is covered whether or not somebody says so

/**
 * The table is shown from one seat at a time. When the turn goes to another person at this device, that seat's feed is
 * fetched. In a game with secrets that happens only after the device has been handed over, and what the last seat saw is
 * gone before. Whoever has moved sees first what came of it, and covers the board then.
 */
export function useViewer({ at, game, skin, invite }: TableSetup): Viewer {
  const own = at.seats;
  const covers = game.hidden && own.length > 1;
  const begins = own.find((seat) => (at.now.to_act ?? []).includes(seat)) ?? own[0] ?? null;
  const over = at.now.phase === "over";
  const [viewer, setViewer] = useState<number | null | undefined>(covers && !over ? undefined : begins);
  const [handTo, setHandTo] = useState<number | null>(covers && !over ? begins : null);
  const { seat: told, feed } = useTableFeed(at.rules.table, viewer, invite, {
    view: skin.needs === "view",
    slow: at.rules.clock.pace === "days",
  });
  const current = told === viewer;

  const next = current ? nextSeat(feed, viewer, own) : null;
  const goes = next !== null && next !== viewer && handTo === null;
  const leaving = goes && covers ? next : null;
  useEffect(() => {
    if (goes && !covers) setViewer(next);
  }, [goes, covers, next]);
  const cover = useCallback(() => {
    if (leaving === null) return;
    setViewer(undefined);
    setHandTo(leaving);
  }, [leaving]);
  useEffect(() => {
    if (leaving === null) return;
    const timer = setTimeout(cover, LAST_LOOK);
    return () => clearTimeout(timer);
  }, [leaving, cover]);
  const take = useCallback(() => {
    setViewer(handTo);
    setHandTo(null);
  }, [handTo]);
  return { seat: viewer ?? null, feed, current, leaving, cover, handTo, take };
}

/** The seat that should have the device now: the one that has it while it has something to do, else the next to act. */
export function nextSeat(feed: Feed, viewer: number | null | undefined, own: readonly number[]): number | null {
  if (!feed.now || viewer === undefined || viewer === null || own.length < 2) return null;
  const acting = feed.now.to_act ?? [];
  if (feed.now.phase !== "playing" || acting.includes(viewer)) return viewer;
  return own.find((seat) => acting.includes(seat)) ?? viewer;
}
