/** What can be followed: a table from one seat, the lobby, one's own tables. */

import { type Summary, type TableLine, wholeLine } from "../api/tables";
import { type Feed, joined, type News, NO_FEED } from "./feed";
import { type Message, type Topic, tableKey } from "./wire";

/** How to ask without a socket; the browser's fetch, or a test's. */
export type Get = <T>(path: string, signal: AbortSignal) => Promise<T>;

export const LONG = 20; // seconds that the server may wait for something to tell
const LIST_PAUSE = 8_000; // milliseconds between two looks at a list

export class TableTopic implements Topic {
  readonly key: string;
  feed: Feed = NO_FEED;
  private readonly table: string;
  private readonly seat: number | null;
  private readonly invite: string;
  private readonly get: Get;
  private readonly changed: (feed: Feed) => void;

  constructor(table: string, seat: number | null, invite: string, get: Get, changed: (feed: Feed) => void) {
    this.key = tableKey(table, seat);
    [this.table, this.seat, this.invite, this.get, this.changed] = [table, seat, invite, get, changed];
  }

  watch() {
    const { table, seat, invite } = this;
    return {
      do: "watch",
      topic: "table",
      table,
      seat,
      gallery: true,
      cursor: this.feed.cursor,
      ...(invite ? { invite } : {}),
    };
  }

  unwatch() {
    return { do: "unwatch", topic: "table", table: this.table, seat: this.seat };
  }

  hear(message: Message): boolean {
    if (message.is === "reset") return this.becomes({ ...NO_FEED, now: this.feed.now });
    if (message.is === "left") return this.becomes({ ...this.feed, fresh: false, left: true });
    if (message.is === "watching") return this.becomes({ ...this.feed, watching: Number(message.count) });
    const next = joined(this.feed, message as unknown as News);
    return next !== null && this.becomes(next);
  }

  refused(refusal: { key: string; error: string }) {
    this.becomes({ ...this.feed, fresh: false, refused: refusal });
  }

  lost() {
    if (this.feed.fresh) this.becomes({ ...this.feed, fresh: false });
  }

  async poll(signal: AbortSignal): Promise<void> {
    const known = this.feed.fresh;
    const over = this.feed.now?.phase === "over";
    const query = new URLSearchParams({ after: String(this.feed.cursor), wait: String(known ? LONG : 0) });
    if (this.seat !== null) query.set("seat", String(this.seat));
    if (this.invite) query.set("invite", this.invite);
    const news = await this.get<News>(`/tables/${this.table}/events?${query}`, signal);
    if (signal.aborted) return;
    if (!this.hear({ is: "table", ...news })) this.hear({ is: "reset" });
    if (known && over) await pause(LIST_PAUSE, signal);
  }

  private becomes(feed: Feed): true {
    this.feed = feed;
    this.changed(feed);
    return true;
  }
}

export interface Lobby {
  open: TableLine[];
  playing: TableLine[];
}

interface Listed {
  tables: TableLine[];
}

/** One's own tables, and those at which a seat is kept for one. */
export interface Own extends Listed {
  challenges: TableLine[];
}

export class LobbyTopic implements Topic {
  readonly key = "lobby";
  private readonly get: Get;
  private readonly changed: (lobby: Lobby) => void;

  constructor(get: Get, changed: (lobby: Lobby) => void) {
    [this.get, this.changed] = [get, changed];
  }
  watch = () => ({ do: "watch", topic: "lobby" });
  unwatch = () => ({ do: "unwatch", topic: "lobby" });
  hear(message: Message): boolean {
    if (message.is === "lobby") this.tell(message as unknown as Lobby);
    return true;
  }
  refused() {}
  lost() {}
  async poll(signal: AbortSignal): Promise<void> {
    const [room, playing] = await Promise.all([
      this.get<Listed>("/tables?phase=open&room=true", signal),
      this.get<Listed>("/tables?phase=playing", signal),
    ]);
    if (!signal.aborted) this.tell({ open: room.tables, playing: playing.tables });
    await pause(LIST_PAUSE, signal);
  }
  private tell({ open, playing }: Lobby) {
    this.changed({ open: open.map(wholeLine), playing: playing.map(wholeLine) });
  }
}

export class MineTopic implements Topic {
  readonly key = "me";
  private readonly get: Get;
  private readonly changed: (own: Own | null) => void;
  private readonly somebody: () => boolean; // whether anybody is here whose tables they could be

  constructor(get: Get, changed: (own: Own | null) => void, somebody: () => boolean) {
    [this.get, this.changed, this.somebody] = [get, changed, somebody];
  }
  watch = () => ({ do: "watch", topic: "me" });
  unwatch = () => ({ do: "unwatch", topic: "me" });
  hear(message: Message): boolean {
    if (message.is === "me") this.tell(message as unknown as Own);
    return true;
  }
  refused() {
    this.changed(null); // nobody is signed in here
  }
  lost() {}
  async poll(signal: AbortSignal): Promise<void> {
    if (this.somebody()) {
      const [{ tables }, { for_me }] = await Promise.all([
        this.get<Listed>("/tables?mine=true&most=100", signal),
        this.get<{ for_me: TableLine[] }>("/challenges", signal),
      ]);
      if (!signal.aborted) this.tell({ tables, challenges: for_me });
    }
    await pause(LIST_PAUSE, signal);
  }
  private tell({ tables, challenges }: Own) {
    this.changed({ tables: tables.map(wholeLine), challenges: challenges.map(wholeLine) });
  }
}

export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

export type { Summary, TableLine };
