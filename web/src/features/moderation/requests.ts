/** Requests about blocks, reports, and the console of moderators and hosts. */

import { get, post, put, remove } from "../../client/http";
import type { ConsoleOverview, Measure, NewReport, ReportLine, Settle, WordLine } from "../../contract";

export type Role = ConsoleOverview["role"];
export type Reason = ReportLine["reason"];
export const REASONS: readonly Reason[] = ["insult", "spam", "cheating", "name", "other"];

export const listBlocked = () => get("/me/blocks");
export const sendBlock = (person: string) => put("/me/blocks/{person}", { person });
export const sendUnblock = (person: string) => remove("/me/blocks/{person}", { person });
export const sendReport = (about: NewReport) => post("/reports", { body: about });
export const reportRemark = ({ place, number }: { place: string; number: number }, reason: Reason, words: string) =>
  post("/talk/{place}/{number}/reports", { place, number, body: { reason, words } });
/** What was said is not to be read any more. */
export const takeAway = (place: string, number: number, why: string) =>
  post("/moderation/talk/{place}/{number}/take-away", { place, number, body: { why } });

export const consoleState = () => get("/moderation");
export const listReports = (settled: boolean, after: string | null) => get("/moderation/reports", { settled, after });
export const oneReport = (report: string) => get("/moderation/reports/{report}", { report });
export const settleReport = (report: string, outcome: Settle["outcome"], note: string) =>
  post("/moderation/reports/{report}/settle", { report, body: { outcome, note } });
export const findPeople = (name: string) => get("/moderation/people", { name });
export const personRecord = (person: string) => get("/moderation/people/{person}", { person });
export const takeMeasure = (person: string, kind: Measure["kind"], hours: number | null, why: string) =>
  post("/moderation/people/{person}/measures", { person, body: { kind, why, hours } });
export const resetName = (person: string, why: string) =>
  post("/moderation/people/{person}/rename", { person, body: { why } });
export const measuresNow = () => get("/moderation/measures");
export const liftMeasure = (measure: string, why: string) =>
  post("/moderation/measures/{measure}/lift", { measure, body: { why } });
export const inspectTable = (table: string) => get("/moderation/tables/{table}", { table });
export const closeTable = (table: string, why: string) =>
  post("/moderation/tables/{table}/close", { table, body: { why } });
export const setTableCounts = (table: string, counts: boolean, why: string) =>
  post("/moderation/tables/{table}/rating", { table, body: { counts, why } });
export const closeTournament = (tournament: string, why: string) =>
  post("/moderation/tournaments/{tournament}/close", { tournament, body: { why } });
export const auditLog = (before: number | null) => get("/moderation/log", { before });
export const listWords = () => get("/moderation/words");
export const putWords = (words: WordLine[]) => put("/moderation/words", { body: { words } });
export const listTeam = () => get("/moderation/officers");
export const nameModerator = (person: string) => put("/moderation/officers/{person}", { person });
export const dismissModerator = (person: string) => remove("/moderation/officers/{person}", { person });
