import { sendSurely } from "../../client/connection";
import { get, newKey, request, send } from "../../client/http";
import type {
  Answer,
  AtTable,
  BotLevel,
  HintShown,
  Join,
  NewTable,
  OneSeat,
  PastPosition,
  Plan,
  ReplayMessage,
  ReviewStatus,
  StepIn,
  Steps,
  TableDetails,
  TableLine,
  Talk,
} from "../../contract";
import { queryString } from "../../ui/router";
import { type Now, type WithSeats, withSeats } from "./feed";

/** A table as a person finds it: the person's own seats, and how it stands, without its board. */
export type FoundTable = Omit<AtTable, "now"> & { now: Now };

/** A table in a list, and what a list shows of it. */
export type Summary = WithSeats<TableDetails>;
export type ListedTable = Omit<TableLine, "about"> & { about: Summary };

/** The server leaves out seats' default values: put them back. */
export const completeTable = (told: AtTable): FoundTable => ({ ...told, now: withSeats(told.now) });
export const completeLine = (line: TableLine): ListedTable => ({ ...line, about: withSeats(line.about) });
const at = (table: string) => `/tables/${encodeURIComponent(table)}`;

export const openTable = (wanted: NewTable) => send<AtTable>("POST", "/tables", wanted, newKey()).then(completeTable);
export const oneTable = (table: string, invite: string) =>
  get<AtTable>(at(table) + queryString({ invite })).then(completeTable);
export const tablePlan = (table: string, invite: string) =>
  request<Plan>(`${at(table)}/plan${queryString({ invite })}`);
export const sit = (table: string, invite: string, seat?: number) =>
  send<AtTable>(
    "POST",
    `${at(table)}/seats${queryString({ invite })}`,
    (seat === undefined ? {} : { seat }) satisfies Join,
    newKey(),
  ).then(completeTable);
/** Take a seat over from the bot that plays for a player who left. */
export const takeOver = (table: string, invite: string, seat?: number) =>
  send<AtTable>(
    "POST",
    `${at(table)}/substitutes${queryString({ invite })}`,
    (seat === undefined ? {} : { seat }) satisfies StepIn,
    newKey(),
  ).then(completeTable);
export const leave = (table: string) => send("DELETE", `${at(table)}/seats/mine`, undefined, newKey());
export const seatBot = (table: string, seat: number, level: number) =>
  send("PUT", `${at(table)}/seats/${seat}/bot`, { level } satisfies BotLevel, newKey());
export const clearSeat = (table: string, seat: number) =>
  send("DELETE", `${at(table)}/seats/${seat}`, undefined, newKey());
export const start = (table: string) => send("POST", `${at(table)}/start`, undefined, newKey());
export const askTakeback = (table: string, seat: number) =>
  send("POST", `${at(table)}/takeback`, { seat } satisfies OneSeat, newKey());
export const answerTakeback = (table: string, seat: number, yes: boolean) =>
  send("POST", `${at(table)}/takeback/answer`, { seat, yes } satisfies Answer, newKey());
export const showMove = (table: string, seat: number) =>
  send<HintShown>("POST", `${at(table)}/hint`, { seat } satisfies OneSeat);
export const wantRematch = (table: string) => send("POST", `${at(table)}/rematch`, undefined, newKey());
/** Take steps, by the socket or over HTTP. */
export const takeSteps = (table: string, seat: number, steps: readonly string[]) => {
  const key = newKey();
  return sendSurely({ do: "act", table, seat, steps: [...steps], key }, () =>
    send("POST", `${at(table)}/steps`, { seat, steps: [...steps] } satisfies Steps, key),
  );
};
export const sendChat = (table: string, text: string, invite: string) => {
  const key = newKey();
  return sendSurely({ do: "say", table, text, key, ...(invite ? { invite } : {}) }, () =>
    send("POST", `${at(table)}/talk${queryString({ invite })}`, { text } satisfies Talk, key),
  );
};
export const positionAt = (table: string, line: number, seat: number | null, invite: string, signal: AbortSignal) =>
  get<PastPosition>(`${at(table)}/at/${line}${queryString({ seat, invite })}`, signal);
export const replay = (table: string, seat: number | null, everything: boolean, invite: string) =>
  get<ReplayMessage>(`${at(table)}/replay${queryString({ seat, everything: everything || null, invite })}`);
export const replayAt = (table: string, step: number, seat: number | null, everything: boolean, invite: string) =>
  get<PastPosition>(`${at(table)}/replay/${step}${queryString({ seat, everything: everything || null, invite })}`);
export const review = (table: string, invite: string) =>
  get<ReviewStatus>(`${at(table)}/review${queryString({ invite })}`);
export const askReview = (table: string, invite: string) =>
  send<ReviewStatus>("POST", `${at(table)}/review${queryString({ invite })}`);
export const recordLink = (table: string, invite: string) => `/api/v1${at(table)}/record${queryString({ invite })}`;
