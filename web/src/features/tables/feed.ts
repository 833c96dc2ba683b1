/** What one viewer has been told about a table, line by line, and how the table stands now. */

import type { WhyRefused } from "../../client/socket";
import type { LogLine, Sitter, Snapshot, TableNews, TableRatings } from "../../contract";

/** Somebody in a seat, with what the server leaves out because it is so by default: that nobody sits there. */
export type NamedSitter = Sitter & Required<Pick<Sitter, "kind" | "name">>;
export type WithSeats<T> = Omit<T, "seats"> & { seats: NamedSitter[] };

/** How a table stands. */
export type Now = WithSeats<Snapshot>;

export interface Feed {
  cursor: number;
  lines: readonly LogLine[];
  now: Now | null;
  behind: boolean; // `now` is newer than the last of the lines: more are on their way
  watching: number; // number of spectators
  ratings: TableRatings | null; // what the match has done to ratings, once the server has told it
  fresh: boolean; // what is shown is what the server says now
  left: boolean; // the viewer no longer has this seat
  refused: WhyRefused | null;
}

export const NO_FEED: Feed = {
  cursor: 0,
  lines: [],
  now: null,
  behind: false,
  watching: 0,
  ratings: null,
  fresh: false,
  left: false,
  refused: null,
};

export function nameSitter(sitter: Sitter): NamedSitter {
  return { kind: "open", name: "", ...sitter };
}

export function withSeats<T extends { seats: Sitter[] }>(told: T): WithSeats<T> {
  return { ...told, seats: told.seats.map(nameSitter) };
}

/** Every step brings the seats again. While they are the same, the old list is kept, so that nothing is drawn again. */
function withSameSeats(now: Now, before: Now | null): Now {
  const same = (seat: NamedSitter, i: number) => {
    const was = before?.seats[i];
    return seat.kind === was?.kind && seat.name === was.name && seat.person === was.person && seat.level === was.level;
  };
  const all = before?.seats.length === now.seats.length && now.seats.every(same);
  return all ? { ...now, seats: before.seats } : now;
}

/** The feed with news added. What is known already is passed over: news may come twice, or after newer ones. Null:
 * something is missing before these news, and has to be asked for. */
export function joined(feed: Feed, told: TableNews): Feed | null {
  const from = told.cursor - told.lines.length;
  if (from > feed.cursor) return null;
  if (told.cursor < feed.cursor || (told.lines.length > 0 && told.cursor === feed.cursor)) return feed;
  const news = from < feed.cursor ? { ...told, lines: told.lines.slice(feed.cursor - from) } : told;
  return {
    ...feed,
    cursor: news.cursor,
    lines: news.lines.length > 0 ? [...feed.lines, ...news.lines] : feed.lines,
    now: news.now ? withSameSeats(withSeats(news.now), feed.now) : feed.now,
    behind: news.more === true,
    fresh: feed.fresh || (news.now ?? null) !== null,
    refused: null,
  };
}
