/** What the socket can follow about tables: a table from one seat, the lobby, the player's own tables. */

import { keep, readKept } from "../../client/device";
import { get } from "../../client/http";
import { isSignedIn } from "../../client/session";
import { LONG_POLL, pause, type Topic, tableKey, type WhyRefused } from "../../client/socket";
import type { LobbyTables, OwnTables, Reached, SocketMessage, Unwatch, Watch } from "../../contract";
import { language } from "../../ui/texts/language";
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

/** What a seat was told of a table is kept under this on the device. */
export const feedKey = ({ table, seat, view }: Omit<WatchedTable, "invite">) =>
  `feed ${language()} ${table} ${seat}${view ? " view" : ""}`;

export class TableTopic implements Topic {
  readonly key: string;
  feed: Feed = NO_FEED;
  /** As it last stood, from this device, for as long as the server cannot say it. */
  private kept: Feed | null = null;
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

  reached(): Reached[] {
    const { table, seat } = this.watched;
    return this.feed.fresh ? [{ table, seat, cursor: this.feed.cursor }] : [];
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
    else if (!this.feed.now && !this.kept) void this.lookOnDevice();
  }

  private async lookOnDevice() {
    const kept = await readKept<Feed>(feedKey(this.watched));
    if (!kept || this.feed.now) return;
    this.kept = { ...kept, fresh: false };
    this.update(this.feed);
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
    this.changed(feed.now || !this.kept || feed.refused ? feed : this.kept);
    // What the device keeps is one's own; what others may see is asked for again.
    if (feed.fresh && feed.now && !feed.behind && this.watched.seat !== null) void keep(feedKey(this.watched), feed);
    return true;
  }
}

export type Lobby = { [list in "open" | "playing"]: ListedTable[] };

/** The player's own tables, and those at which a seat is kept for the player. */
export type Own = { [list in "tables" | "challenges"]: ListedTable[] };

/** Told of the player's own tables whenever the server has said which there are. */
export const onOwnTables: ((own: Own) => unknown)[] = [];

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

/** The player's own tables are kept under this on the device. */
export const OWN = "own tables";

/** `shown` is the table that the page is at, or "": what happens there is told by its own topic, and not again here. */
export function ownTablesTopic(shown: string, changed: (own: Own | null) => void): Topic {
  let told = false;
  const tell = ({ tables, challenges }: Omit<OwnTables, "is">) => {
    told = true;
    const own = { tables: tables.map(completeLine), challenges: challenges.map(completeLine) };
    changed(own);
    void keep(OWN, own);
    onOwnTables.forEach((each) => void each(own));
  };
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
    lost() {
      if (!told) void readKept<Own>(OWN).then((own) => own && !told && changed({ ...own, challenges: [] }));
    },
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
