/** What the socket can follow about tables: a table from one seat, the lobby, the player's own tables. */

import { get } from "../../client/http";
import { isSignedIn } from "../../client/session";
import { LONG_POLL, pause, type Topic, tableKey, type WhyRefused } from "../../client/socket";
import type { LobbyTables, OwnTables, SocketMessage, Unwatch, Watch } from "../../contract";
import { type Feed, joined, NO_FEED } from "./feed";
import { completeLine, type ListedTable } from "./requests";

const LIST_PAUSE = 8_000; // milliseconds between two looks at a list

/** A table as one seat sees it, or a spectator (null). */
export interface WatchedTable {
  table: string;
  seat: number | null;
  invite: string;
  view: boolean; // the news bring the game's own view, too
}

export class TableTopic implements Topic {
  readonly key: string;
  feed: Feed = NO_FEED;
  private readonly watched: WatchedTable;
  private readonly changed: (feed: Feed) => void;

  constructor(watched: WatchedTable, changed: (feed: Feed) => void) {
    this.key = tableKey(watched.table, watched.seat);
    [this.watched, this.changed] = [watched, changed];
  }

  watch(): Watch {
    const { table, seat, invite, view } = this.watched;
    return {
      do: "watch",
      topic: "table",
      table,
      seat,
      gallery: true,
      answers: true,
      cursor: this.feed.cursor,
      ...(view ? { view } : {}),
      ...(invite ? { invite } : {}),
    };
  }

  unwatch(): Unwatch {
    return { do: "unwatch", topic: "table", table: this.watched.table, seat: this.watched.seat };
  }

  hear(message: SocketMessage): boolean {
    if (message.is === "left") return this.update({ ...this.feed, fresh: false, left: true });
    if (message.is === "watching") return this.update({ ...this.feed, watching: message.count });
    if (message.is === "ratings") return this.update({ ...this.feed, ratings: message });
    if (message.is !== "table") return true;
    const next = joined(this.feed, message);
    return next !== null && this.update(next);
  }

  forget() {
    const { now, ratings } = this.feed;
    this.update({ ...NO_FEED, now, ratings }); // ratings are told only once
  }

  refused(refusal: WhyRefused) {
    this.update({ ...this.feed, fresh: false, refused: refusal });
  }

  lost() {
    if (this.feed.fresh) this.update({ ...this.feed, fresh: false });
  }

  async poll(signal: AbortSignal): Promise<void> {
    const { table, seat, invite, view } = this.watched;
    const known = this.feed.fresh;
    const over = this.feed.now?.phase === "over";
    const [after, wait] = [this.feed.cursor, known ? LONG_POLL : 0];
    const news = await get("/tables/{table}/events", { table, after, wait, seat, invite, view, signal });
    if (signal.aborted) return;
    if (!this.hear(news)) this.forget();
    if (known && over) await pause(LIST_PAUSE, signal);
  }

  private update(feed: Feed): true {
    this.feed = feed;
    this.changed(feed);
    return true;
  }
}

export type Lobby = { [list in "open" | "playing"]: ListedTable[] };

/** The player's own tables, and those at which a seat is kept for the player. */
export type Own = { [list in "tables" | "challenges"]: ListedTable[] };

/** Lists are told whole, so there is nothing to go on from. */
const LIST = { forget() {}, refused() {}, lost() {} };

export function lobbyTopic(changed: (lobby: Lobby) => void): Topic {
  const tell = ({ open, playing }: Omit<LobbyTables, "is">) =>
    changed({ open: open.map(completeLine), playing: playing.map(completeLine) });
  return {
    ...LIST,
    key: "lobby",
    watch: () => ({ do: "watch", topic: "lobby" }),
    unwatch: () => ({ do: "unwatch", topic: "lobby" }),
    hear(message) {
      if (message.is === "lobby") tell(message);
      return true;
    },
    async poll(signal) {
      const [room, playing] = await Promise.all([
        get("/tables", { phase: "open", room: true, signal }),
        get("/tables", { phase: "playing", signal }),
      ]);
      if (!signal.aborted) tell({ open: room.tables, playing: playing.tables });
      await pause(LIST_PAUSE, signal);
    },
  };
}

/** `shown` is the table that the page is at, or "": what happens there is told by its own topic, and not again here. */
export function ownTablesTopic(shown: string, changed: (own: Own | null) => void): Topic {
  const tell = ({ tables, challenges }: Omit<OwnTables, "is">) =>
    changed({ tables: tables.map(completeLine), challenges: challenges.map(completeLine) });
  const list = { topic: "me" as const, ...(shown ? { table: shown } : {}) };
  return {
    ...LIST,
    key: "me",
    watch: () => ({ do: "watch", ...list }),
    unwatch: () => ({ do: "unwatch", ...list }),
    hear(message) {
      if (message.is === "me") tell(message);
      return true;
    },
    refused: () => changed(null), // nobody is signed in
    async poll(signal) {
      if (isSignedIn()) {
        const [{ tables }, { for_me }] = await Promise.all([
          get("/tables", { mine: true, most: 100, signal }),
          get("/challenges", { signal }),
        ]);
        if (!signal.aborted) tell({ tables, challenges: for_me });
      }
      await pause(LIST_PAUSE, signal);
    },
  };
}
