/** The one connection of this page, and hooks on what it brings. */

import { useEffect, useState, useSyncExternalStore } from "react";
import { get, newKey } from "../api/ask";
import * as tables from "../api/tables";
import { type Feed, NO_FEED } from "./feed";
import { type Lobby, LobbyTopic, MineTopic, type Own, TableTopic } from "./topics";
import { type Connection, Lost, type SocketLike, Wire } from "./wire";

const PATIENCE = 12_000; // milliseconds that an action is tried again after the connection was lost
const PAUSE = 400;
const AWAY = 5 * 60_000; // milliseconds after which a hidden page is looked at by nobody

export const wire = new Wire({
  open: () => new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/v1/live`) as unknown as SocketLike,
  hello: () =>
    fetch("/healthz", { cache: "no-store" }).then(
      (answer) => answer.ok,
      () => false,
    ),
  online: () => navigator.onLine,
  now: () => Date.now(),
  random: () => Math.random(),
});

/** A page that slept does not know what it missed: it asks as soon as it is looked at. */
export function startLive(): void {
  wire.start();
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wire.wake());
  window.addEventListener("pageshow", (event) => event.persisted && wire.wake());
  window.addEventListener("online", () => wire.wake());
  window.addEventListener("offline", () => wire.unplugged());
}

export function useConnection(): Connection {
  return useSyncExternalStore(
    (changed) => wire.listen(changed),
    () => wire.connection,
  );
}

/** Take steps. With its key an action is done once, however often the connection breaks while it is asked for. */
export function actAt(table: string, seat: number, steps: readonly string[]): Promise<void> {
  const key = newKey();
  return insist(
    () => wire.ask({ do: "act", table, seat, steps, key }),
    () => tables.act(table, seat, steps, key).then(() => undefined),
  );
}

export function sayAt(table: string, text: string, invite: string): Promise<void> {
  const key = newKey();
  return insist(
    () => wire.ask({ do: "say", table, text, key, ...(invite ? { invite } : {}) }),
    () => tables.say(table, text, invite, key).then(() => undefined),
  );
}

async function insist(bySocket: () => Promise<void>, byHttp: () => Promise<void>): Promise<void> {
  const until = Date.now() + PATIENCE;
  for (;;) {
    try {
      return await (wire.open ? bySocket() : byHttp());
    } catch (error) {
      if (!(error instanceof Lost || error instanceof TypeError) || Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }
}

/** What a seat is told of a table. While another seat's is fetched, the last one's is still here: mind `seat`. */
export interface Following {
  seat: number | null | undefined;
  feed: Feed;
}

const NOBODY: Following = { seat: undefined, feed: NO_FEED };

/** `seat` null: as a spectator; undefined: nothing is followed, and nothing is known. `slow`: turns take days, and then a
 * page that nobody has looked at for a while does not follow the table: who is followed is not written to. */
export function useTableFeed(table: string, seat: number | null | undefined, invite: string, slow = false): Following {
  const [held, setHeld] = useState<Following>(NOBODY);
  const away = useAway(slow);
  useEffect(() => {
    if (seat === undefined || away) {
      setHeld(NOBODY);
      return;
    }
    return wire.follow(new TableTopic(table, seat, invite, get, (feed) => setHeld({ seat, feed })));
  }, [table, seat, invite, away]);
  return seat === undefined ? NOBODY : held;
}

/** Whether nobody has looked at this page for some minutes. */
function useAway(matters: boolean): boolean {
  const [away, setAway] = useState(false);
  useEffect(() => {
    if (!matters) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (document.visibilityState === "visible") setAway(false);
      else timer = setTimeout(() => setAway(true), AWAY);
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
      setAway(false);
    };
  }, [matters]);
  return away;
}

/** A list that everybody on this page looks at together: followed for as long as anybody does. */
function shared<T>(follow: (changed: (value: T) => void) => () => void): () => T | null {
  const listeners = new Set<() => void>();
  let value: T | null = null;
  let leave: (() => void) | null = null;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    leave ??= follow((next) => {
      value = next;
      for (const each of listeners) each();
    });
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      leave?.();
      [leave, value] = [null, null];
    };
  };
  return () => useSyncExternalStore(subscribe, () => value);
}

export const useLobby = shared<Lobby>((changed) => wire.follow(new LobbyTopic(get, changed)));

/** One's own tables: all that are not over, and the latest that are. null: not known yet, or nobody is here. */
export const useMine = () => useOwn()?.tables ?? null;

/** Tables at which somebody keeps a seat for one, and waits for an answer. */
export const useChallenges = () => useOwn()?.challenges ?? null;

const useOwn = shared<Own | null>((changed) => wire.follow(new MineTopic(get, changed, () => somebody.here)));

/** Whether anybody is signed in here, be it as a guest; `me.ts` says so. */
export const somebody = { here: false };
