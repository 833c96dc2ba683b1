/** Hooks on what the socket tells about tables: one table from one seat, the lobby, the player's own tables. */

import { useEffect, useRef, useState } from "react";
import { socket } from "../../client/connection";
import { keyedSlices, slice } from "../../ui/state";
import { type Feed, NO_FEED } from "./feed";
import { type Lobby, lobbyTopic, type Own, ownTablesTopic, TableTopic, type WatchedTable } from "./topics";

const AWAY = 5 * 60_000; // milliseconds after which a hidden page counts as left

/** What a seat is told about a table. While another seat's feed is fetched, the last seat's is still here: check `seat`. */
export interface SeatFeed {
  seat: number | null | undefined;
  feed: Feed;
}

const NOTHING: SeatFeed = { seat: undefined, feed: NO_FEED };

/** What is told of tables that are shown. The key null stands for no table. */
const feeds = keyedSlices<WatchedTable | null, Feed | null>(
  "table",
  () => null,
  (self, watched) => (watched ? socket.follow(new TableTopic(watched, self.set)) : () => undefined),
);

/** `seat` null: as a spectator. `seat` undefined: follow nothing, know nothing. `view`: with the game's own view. `slow`:
 * turns take days; then a page that has been hidden for a while stops following, because the server sends no letter to a
 * player who follows the table. */
export function useTableFeed(
  table: string,
  seat: number | null | undefined,
  invite: string,
  { view, slow }: { view: boolean; slow: boolean },
): SeatFeed {
  const away = useAway(slow);
  const nothing = seat === undefined || away;
  const feed = feeds.of(nothing ? null : { table, seat, invite, view }).use();
  const last = useRef(NOTHING);
  if (nothing) last.current = NOTHING;
  else if (feed) last.current = { seat, feed };
  return last.current;
}

/** Whether the page has been hidden for some minutes. */
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

const lobby = slice<Lobby | null>("lobby", null, (self) => socket.follow(lobbyTopic(self.set)));
/** By the table that the page is at, or "". */
const own = keyedSlices<string, Own | null>(
  "own tables",
  () => null,
  (self, shown) => socket.follow(ownTablesTopic(shown, self.set)),
);

export const useLobby = () => lobby.use();

/** The player's own tables: all that are not over, and the latest that are. Null: not known yet, or nobody is signed in.
 * The line of the table `shown` may be old. */
export const useOwnTables = (shown = "") => own.of(shown).use((known) => known?.tables ?? null);

/** Tables at which a seat is kept for the player, who has not answered yet. */
export const useChallenges = (shown = "") => own.of(shown).use((known) => known?.challenges ?? null);
