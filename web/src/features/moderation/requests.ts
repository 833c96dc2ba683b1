/** Requests about blocks, reports, and the console of moderators and hosts. */

import { get, send } from "../../client/http";
import type {
  Blocked,
  ConsoleOverview,
  Counts,
  LogPage,
  Measure,
  MeasureLine,
  NewMeasure,
  NewReport,
  PersonCard,
  PersonFile,
  PersonFound,
  ReportLine,
  ReportMade,
  ReportPage,
  Settle,
  TableSeen,
  WholeReport,
  WhyMessage,
  WordLine,
  WordList,
} from "../../contract";
import { queryString } from "../../ui/router";

export type Role = ConsoleOverview["role"];
export type Reason = ReportLine["reason"];
export const REASONS: readonly Reason[] = ["insult", "spam", "cheating", "name", "other"];

const at = (id: string) => encodeURIComponent(id);

export const listBlocked = () => get<Blocked[]>("/me/blocks");
export const sendBlock = (person: string) => send("PUT", `/me/blocks/${at(person)}`);
export const sendUnblock = (person: string) => send("DELETE", `/me/blocks/${at(person)}`);
export const sendReport = (about: NewReport) => send<ReportMade>("POST", "/reports", about);

export const consoleState = () => get<ConsoleOverview>("/moderation");
export const listReports = (settled: boolean, after: string | null) =>
  get<ReportPage>(`/moderation/reports${queryString({ settled, after })}`);
export const oneReport = (id: string) => get<WholeReport>(`/moderation/reports/${at(id)}`);
export const settleReport = (id: string, outcome: Settle["outcome"], note: string) =>
  send<WholeReport>("POST", `/moderation/reports/${at(id)}/settle`, { outcome, note } satisfies Settle);
export const findPeople = (name: string) => get<PersonFound[]>(`/moderation/people${queryString({ name })}`);
export const personRecord = (id: string) => get<PersonFile>(`/moderation/people/${at(id)}`);
export const takeMeasure = (id: string, kind: Measure["kind"], hours: number | null, why: string) =>
  send<Measure>("POST", `/moderation/people/${at(id)}/measures`, { kind, why, hours } satisfies NewMeasure);
export const resetName = (id: string, why: string) =>
  send<PersonCard>("POST", `/moderation/people/${at(id)}/rename`, { why } satisfies WhyMessage);
export const measuresNow = () => get<MeasureLine[]>("/moderation/measures");
export const liftMeasure = (id: string, why: string) =>
  send<Measure>("POST", `/moderation/measures/${at(id)}/lift`, { why } satisfies WhyMessage);
export const inspectTable = (id: string) => get<TableSeen>(`/moderation/tables/${at(id)}`);
export const closeTable = (id: string, why: string) =>
  send<TableSeen>("POST", `/moderation/tables/${at(id)}/close`, { why } satisfies WhyMessage);
export const setTableCounts = (id: string, counts: boolean, why: string) =>
  send<TableSeen>("POST", `/moderation/tables/${at(id)}/rating`, { counts, why } satisfies Counts);
export const closeTournament = (id: string, why: string) =>
  send("POST", `/moderation/tournaments/${at(id)}/close`, { why } satisfies WhyMessage);
export const auditLog = (before: number | null) => get<LogPage>(`/moderation/log${queryString({ before })}`);
export const listWords = () => get<WordList>("/moderation/words");
export const putWords = (list: WordLine[]) =>
  send<WordList>("PUT", "/moderation/words", { words: list } satisfies WordList);
export const listTeam = () => get<PersonFound[]>("/moderation/officers");
export const nameModerator = (id: string) => send("PUT", `/moderation/officers/${at(id)}`);
export const dismissModerator = (id: string) => send("DELETE", `/moderation/officers/${at(id)}`);
