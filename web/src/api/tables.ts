import type { Plan, Scene } from "../board/types";
import { type Now, type Sitter, withSeats } from "../live/feed";
import type { Text } from "../texts/render";
import { ask, get, newKey, query, send } from "./ask";
import type { Value } from "./games";

export interface Clock {
  pace?: "none" | "live" | "days";
  minutes?: number;
  increment?: number;
  days?: number;
}

export interface Rules {
  table: string;
  game: string;
  title: string;
  options: Record<string, Value>;
  clock: Clock;
  listed: boolean;
  start: "full" | "host";
  delay: number;
  rated: boolean;
  guided: boolean;
  substitutes: boolean; // somebody may take over from a bot that sits in for whoever left
  plan: string;
  commitment: string | null;
  rematch_of: string | null;
  tournament: string | null;
  invite: string | null;
}

/** A table as somebody comes to it: which seats are one's own, and how it stands without its board. */
export interface AtTable {
  rules: Rules;
  seats: number[];
  now: Now;
}

/** What a list shows of a table. */
export interface Summary {
  host: string;
  seats: Sitter[];
  options: Record<string, Value>;
  minutes?: number;
  increment?: number;
  days?: number;
  opened: number;
  start?: string;
  rated?: boolean;
  kept?: Record<number, { person: string; name: string }>; // for whom seats are kept
  vacant?: number[]; // seats that somebody may take over
  until?: number | null; // if it has not begun by then, it is closed
  ending?: { by: string; seat?: number | null } | null;
  returns?: number[];
  scores?: number[];
}

export interface TableLine {
  table: string;
  game: string;
  phase: "open" | "playing" | "over";
  listed: boolean;
  room: boolean;
  pace: "none" | "live" | "days";
  updated: number;
  turn: string[];
  about: Summary;
}

export type NewSeat = { kind: "me"; name?: string } | { kind: "open" } | { kind: "bot"; level: number };

export interface NewTable {
  game: string;
  seats: NewSeat[];
  options?: Record<string, Value>;
  clock?: Clock;
  listed?: boolean;
  start?: "full" | "host";
  rated?: boolean;
  guided?: boolean;
  substitutes?: boolean;
}

/** A move to look at: nothing has been played. */
export interface MoveShown {
  step: string;
  words: Text;
  path: string[];
}

export interface Then {
  line: number;
  to_act: number[];
  scene: Scene;
  view: unknown;
}

export interface ReplayStep {
  number: number;
  seat: number | null;
  text: string;
  words: Text;
}

export interface Replay {
  of: number;
  steps: ReplayStep[];
  began: Sitter[]; // who sat there at first
  handed_on: { after: number; seat: number; who: Sitter }[]; // then others did, after so many steps
}

export interface Review {
  steps: { number: number; actor: number; text: string; better: string | null }[];
  turning: { number: number; actor: number; loss: number; words: Text }[];
  lost: number[];
  leaned: number[][];
}

export interface ReviewNow {
  state: "none" | "waiting" | "running" | "done" | "failed";
  done: number;
  of: number;
  review?: Review | null;
}

export const whole = (told: AtTable): AtTable => ({ ...told, now: withSeats(told.now) });
export const wholeLine = (line: TableLine): TableLine => ({ ...line, about: withSeats(line.about) });
const at = (table: string) => `/tables/${encodeURIComponent(table)}`;

export const openTable = (wanted: NewTable) => send<AtTable>("POST", "/tables", wanted, newKey()).then(whole);
export const oneTable = (table: string, invite: string) => get<AtTable>(at(table) + query({ invite })).then(whole);
export const tablePlan = (table: string, invite: string) => ask<Plan>(`${at(table)}/plan${query({ invite })}`);
export const sit = (table: string, invite: string, seat?: number) =>
  send<AtTable>("POST", `${at(table)}/seats${query({ invite })}`, seat === undefined ? {} : { seat }, newKey()).then(
    whole,
  );
export const leave = (table: string) => send("DELETE", `${at(table)}/seats/mine`, undefined, newKey());
export const seatBot = (table: string, seat: number, level: number) =>
  send("PUT", `${at(table)}/seats/${seat}/bot`, { level }, newKey());
export const clearSeat = (table: string, seat: number) =>
  send("DELETE", `${at(table)}/seats/${seat}`, undefined, newKey());
export const start = (table: string) => send("POST", `${at(table)}/start`, undefined, newKey());
export const askTakeback = (table: string, seat: number) => send("POST", `${at(table)}/takeback`, { seat }, newKey());
export const answerTakeback = (table: string, seat: number, yes: boolean) =>
  send("POST", `${at(table)}/takeback/answer`, { seat, yes }, newKey());
export const showMove = (table: string, seat: number) => send<MoveShown>("POST", `${at(table)}/hint`, { seat });
export const wantRematch = (table: string) => send("POST", `${at(table)}/rematch`, undefined, newKey());
export const act = (table: string, seat: number, steps: readonly string[], key: string) =>
  send("POST", `${at(table)}/steps`, { seat, steps }, key);
export const say = (table: string, text: string, invite: string, key: string) =>
  send("POST", `${at(table)}/talk${query({ invite })}`, { text }, key);
export const stood = (table: string, line: number, seat: number | null, invite: string, signal: AbortSignal) =>
  get<Then>(`${at(table)}/at/${line}${query({ seat, invite })}`, signal);
export const replay = (table: string, seat: number | null, everything: boolean, invite: string) =>
  get<Replay>(`${at(table)}/replay${query({ seat, everything: everything || null, invite })}`);
export const replayAt = (table: string, step: number, seat: number | null, everything: boolean, invite: string) =>
  get<Then>(`${at(table)}/replay/${step}${query({ seat, everything: everything || null, invite })}`);
export const review = (table: string, invite: string) => get<ReviewNow>(`${at(table)}/review${query({ invite })}`);
export const askReview = (table: string, invite: string) =>
  send<ReviewNow>("POST", `${at(table)}/review${query({ invite })}`);
export const recordLink = (table: string, invite: string) => `/api/v1${at(table)}/record${query({ invite })}`;
export const listTables = (parts: Record<string, string | number | boolean>) =>
  get<{ tables: TableLine[]; next: string | null }>(`/tables${query(parts)}`).then(({ tables, next }) => ({
    tables: tables.map(wholeLine),
    next,
  }));
