/** Blocking and reporting, and the console of those who look after the house. */

import { get, query, send } from "./ask";
import type { Person } from "./people";

export type Role = "moderator" | "host";
export type ReportKind = "person" | "talk" | "table";
export const REASONS = ["insult", "spam", "cheating", "name", "other"] as const;
export type Reason = (typeof REASONS)[number];

export interface Blocked {
  person: Person;
  since: number;
}

export interface NewReport {
  kind: ReportKind;
  person?: string;
  table?: string;
  seat?: number;
  line?: number;
  invite?: string;
  reason: Reason;
  words: string;
}

export interface ReportLine {
  id: string;
  at: number;
  kind: ReportKind;
  reason: Reason;
  words: string;
  by: string;
  name: string;
  person: string;
  of: string;
  table: string;
  game: string;
  state: "open" | "settled";
  settled: number | null;
  settler: string;
  outcome: "" | "acted" | "dismissed";
  note: string;
}

export interface Quote {
  at: number;
  person: string;
  name: string;
  text: string;
  channel?: "table" | "gallery";
}

export interface Measure {
  id: string;
  person: string;
  kind: "mute" | "ban";
  since: number;
  until: number | null;
  why: string;
  by: string;
  name: string;
  lifted: number | null;
}

export interface WholeReport {
  report: ReportLine;
  quotes: Quote[];
  measures: Measure[];
}

export interface PersonFound {
  person: Person;
  role: Role | null;
}

export interface Dossier extends PersonFound {
  measures: Measure[];
  reports: ReportLine[];
  now: number;
}

export interface TableSeen {
  table: string;
  game: string;
  title: string;
  phase: "open" | "playing" | "over";
  listed: boolean;
  rated: boolean;
  counts: boolean | null;
  tournament: string | null;
  seats: { kind?: string; name?: string; person?: string | null }[];
  talk: Quote[];
}

export interface Entry {
  number: number;
  at: number;
  by: string;
  name: string;
  what:
    | "role"
    | "mute"
    | "ban"
    | "lift"
    | "close"
    | "close-cup"
    | "annul"
    | "reinstate"
    | "rename"
    | "settle"
    | "words"
    | "look";
  about: string;
  of: string;
  detail: string;
  why: string;
}

export interface Word {
  word: string;
  how: "mask" | "refuse";
}

const at = (id: string) => encodeURIComponent(id);

export const blocks = () => get<Blocked[]>("/me/blocks");
export const block = (person: string) => send("PUT", `/me/blocks/${at(person)}`);
export const unblock = (person: string) => send("DELETE", `/me/blocks/${at(person)}`);
export const report = (about: NewReport) => send<{ id: string }>("POST", "/reports", about);

export const desk = () => get<{ role: Role; open_reports: number }>("/moderation");
export const reports = (settled: boolean, after: string | null) =>
  get<{ reports: ReportLine[]; next: string | null }>(`/moderation/reports${query({ settled, after })}`);
export const oneReport = (id: string) => get<WholeReport>(`/moderation/reports/${at(id)}`);
export const settle = (id: string, outcome: "acted" | "dismissed", note: string) =>
  send<WholeReport>("POST", `/moderation/reports/${at(id)}/settle`, { outcome, note });
export const findPeople = (name: string) => get<PersonFound[]>(`/moderation/people${query({ name })}`);
export const dossier = (id: string) => get<Dossier>(`/moderation/people/${at(id)}`);
export const takeMeasure = (id: string, kind: Measure["kind"], hours: number | null, why: string) =>
  send<Measure>("POST", `/moderation/people/${at(id)}/measures`, { kind, why, ...(hours === null ? {} : { hours }) });
export const rename = (id: string, why: string) => send<Person>("POST", `/moderation/people/${at(id)}/rename`, { why });
export const measuresNow = () => get<{ measure: Measure; person: Person }[]>("/moderation/measures");
export const lift = (id: string, why: string) => send<Measure>("POST", `/moderation/measures/${at(id)}/lift`, { why });
export const seeTable = (id: string) => get<TableSeen>(`/moderation/tables/${at(id)}`);
export const closeTable = (id: string, why: string) =>
  send<TableSeen>("POST", `/moderation/tables/${at(id)}/close`, { why });
export const countTable = (id: string, counts: boolean, why: string) =>
  send<TableSeen>("POST", `/moderation/tables/${at(id)}/rating`, { counts, why });
export const closeTournament = (id: string, why: string) =>
  send("POST", `/moderation/tournaments/${at(id)}/close`, { why });
export const log = (before: number | null) =>
  get<{ entries: Entry[]; next: number | null }>(`/moderation/log${query({ before })}`);
export const words = () => get<{ words: Word[] }>("/moderation/words");
export const putWords = (list: Word[]) => send<{ words: Word[] }>("PUT", "/moderation/words", { words: list });
export const officers = () => get<PersonFound[]>("/moderation/officers");
export const nameModerator = (id: string) => send("PUT", `/moderation/officers/${at(id)}`);
export const dismissModerator = (id: string) => send("DELETE", `/moderation/officers/${at(id)}`);
