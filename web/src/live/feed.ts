/** What one viewer has been told of a table, line after line, and how it stands now. */

import type { Choice, Hint, Scene } from "../board/types";
import type { Text } from "../texts/render";

export interface Sitter {
  kind: "open" | "person" | "bot";
  name: string;
  person?: string | null;
  level?: number | null;
}

export interface Line {
  at: number;
  kind: "step" | "said" | "news";
  seat?: number | null;
  text?: string;
  words?: Text | null;
  name?: string;
  person?: string; // who said it
  hushed?: boolean; // by somebody whom one has blocked
  channel?: "table" | "gallery";
}

export interface Result {
  returns: number[];
  scores: number[];
  ending: string;
  seat: number | null;
}

export interface ClockNow {
  left?: number | null; // milliseconds, of one that stands
  due?: number | null; // by the house's clock, of one that runs
}

/** How a table stands; the server leaves out what is empty. */
export interface Now {
  phase: "open" | "playing" | "over";
  host: string;
  seats: Sitter[];
  commitment?: string;
  contributed?: boolean[];
  kept?: Record<number, { person: string; name: string }>; // open seats that are for somebody alone
  until?: number | null; // if it has not begun by then, it is closed
  declined?: string[]; // who was asked and will not come
  vacant?: number[]; // seats of those who left, which somebody may take over
  to_act?: number[];
  scene?: Scene | null;
  choices?: Choice[];
  guide?: Hint | null; // at a guided table, for the person who plays there
  can_undo?: boolean;
  can_take_back?: boolean;
  offer?: number | null;
  takeback?: [number, number[]] | null;
  clocks?: ClockNow[];
  result?: Result | null;
  rematch?: number[];
  rematch_table?: string | null;
}

export interface News {
  table: string;
  seat: number | null;
  cursor: number;
  lines: Line[];
  now?: Now | null;
  more?: boolean;
}

export interface Feed {
  cursor: number;
  lines: readonly Line[];
  now: Now | null;
  watching: number; // how many look on
  fresh: boolean; // what is shown is what the server says now
  left: boolean; // this seat is no longer one's own
  refused: { key: string; error: string } | null;
}

export const NO_FEED: Feed = { cursor: 0, lines: [], now: null, watching: 0, fresh: false, left: false, refused: null };

/** The server leaves out what a seat has by default: that nobody sits there. */
export function withSeats<T extends { seats: Partial<Sitter>[] }>(told: T): T & { seats: Sitter[] } {
  return { ...told, seats: told.seats.map((seat) => ({ kind: "open", name: "", ...seat })) };
}

/** Those who sit there are told anew with every step; as long as they are the same, so is the list: what is drawn from it
 * need not be drawn again. */
function withSameSeats(now: Now, before: Now | null): Now {
  const same = (seat: Sitter, i: number) => {
    const was = before?.seats[i];
    return seat.kind === was?.kind && seat.name === was.name && seat.person === was.person && seat.level === was.level;
  };
  const all = before?.seats.length === now.seats.length && now.seats.every(same);
  return all ? { ...now, seats: before.seats } : now;
}

/** News joined on. What does not follow on what is known is not taken: null, and all has to be asked for again. */
export function joined(feed: Feed, news: News): Feed | null {
  const from = news.cursor - news.lines.length;
  if (from !== feed.cursor) return null;
  return {
    ...feed,
    cursor: news.cursor,
    lines: news.lines.length > 0 ? [...feed.lines, ...news.lines] : feed.lines,
    now: news.now ? withSameSeats(withSeats(news.now), feed.now) : feed.now,
    fresh: feed.fresh || (news.now ?? null) !== null,
    refused: null,
  };
}
