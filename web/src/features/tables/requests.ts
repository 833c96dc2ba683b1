import { sendSurely } from "../../client/connection";
import { get, getCachedKept, getKept, linkTo, newKey, post, put, remove } from "../../client/http";
import type { AtTable, Join, NewTable, TableDetails, TableLine } from "../../contract";
import type { Looked } from "../../engine/review";
import { type Now, type WithSeats, withSeats } from "./feed";

/** A table as a person finds it: the person's own seats, and how it stands, without its board. */
export type FoundTable = Omit<AtTable, "now"> & { now: Now };

/** A table in a list, and what a list shows of it. */
export type Summary = WithSeats<TableDetails>;
export type ListedTable = Omit<TableLine, "about"> & { about: Summary };

/** The server leaves out seats' default values: put them back. */
export const completeTable = (told: AtTable): FoundTable => ({ ...told, now: withSeats(told.now) });
export const completeLine = (line: TableLine): ListedTable => ({ ...line, about: withSeats(line.about) });

export const openTable = (wanted: NewTable) => post("/tables", { body: wanted, key: newKey() }).then(completeTable);
/** `keeping`: a device only wants to have it, and nobody has come to the table. */
export const oneTable = (table: string, invite: string, keeping = false) =>
  getKept("/tables/{table}", { table, invite, ...(keeping ? { keeping } : {}) }).then(completeTable);
export const tablePlan = (table: string, invite: string) => getCachedKept("/tables/{table}/plan", { table, invite });
export const sit = (table: string, invite: string, body: Join) =>
  post("/tables/{table}/seats", { table, invite, body, key: newKey() }).then(completeTable);
/** Add a share of the chance, before the match begins. */
export const contribute = (table: string, seat: number, text: string) =>
  post("/tables/{table}/contributions", { table, body: { seat, text }, key: newKey() });
/** Take a seat over from the bot that plays for a player who left. */
export const takeOver = (table: string, invite: string, seat?: number) =>
  post("/tables/{table}/substitutes", { table, invite, body: { seat }, key: newKey() }).then(completeTable);
export const leave = (table: string) => remove("/tables/{table}/seats/mine", { table, key: newKey() });
export const seatBot = (table: string, seat: number, level: number) =>
  put("/tables/{table}/seats/{seat}/bot", { table, seat, body: { level }, key: newKey() });
export const clearSeat = (table: string, seat: number) =>
  remove("/tables/{table}/seats/{seat}", { table, seat, key: newKey() });
export const sayReady = (table: string) => post("/tables/{table}/ready", { table, key: newKey() });
export const start = (table: string) => post("/tables/{table}/start", { table, key: newKey() });
export const askTakeback = (table: string, seat: number) =>
  post("/tables/{table}/takeback", { table, body: { seat }, key: newKey() });
export const answerTakeback = (table: string, seat: number, yes: boolean) =>
  post("/tables/{table}/takeback/answer", { table, body: { seat, yes }, key: newKey() });
export const showMove = (table: string, seat: number) => post("/tables/{table}/hint", { table, body: { seat } });
/** The same, of a move that this device has found. */
export const showFound = (table: string, seat: number, found: string) =>
  post("/tables/{table}/hint", { table, body: { seat, found } });
/** What this device needs to look for a move to show. */
export const hintSearch = (table: string, seat: number) => get("/tables/{table}/hint/search", { table, seat });
/** What it needs to think for a bot. */
export const botSearch = (table: string, seat: number) => get("/tables/{table}/bots/search", { table, seat });
export const sendBotStep = (table: string, seat: number, version: number, action: string) =>
  post("/tables/{table}/bots/step", { table, body: { seat, version, action }, key: newKey() });
/** Have bots think on this device, or in the house. */
export const moveBots = (table: string, here: boolean) =>
  put("/tables/{table}/bots", { table, body: { on_device: here }, key: newKey() });
/** What the game's study gives there: bytes, so it is fetched by hand. */
export async function fetchLore(table: string, seat: number, invite: string): Promise<Uint8Array> {
  const answer = await fetch(linkTo("/tables/{table}/lore", { table, seat, invite }));
  if (!answer.ok) throw new Error(answer.statusText);
  return new Uint8Array(await answer.arrayBuffer());
}
/** What can be chosen in advance, while others are to act. */
export const choicesAhead = (table: string, seat: number) => get("/tables/{table}/ahead", { table, seat });
/** How it would stand after some steps of both sides, as far as this seat knows. */
export const imagine = (table: string, seat: number, steps: readonly string[]) =>
  post("/tables/{table}/imagined", { table, body: { seat, steps: [...steps] } });
/** Why touching the last of these things there does nothing. */
export const whyNotImagined = (table: string, seat: number, steps: readonly string[], touched: readonly string[]) =>
  post("/tables/{table}/imagined/why-not", { table, body: { seat, steps: [...steps], touched: [...touched] } }).then(
    (answer) => answer.reason,
  );
export const plannedLines = (table: string, seat: number) => get("/tables/{table}/planned-lines", { table, seat });
export const planLines = (table: string, seat: number, lines: readonly (readonly string[])[]) =>
  put("/tables/{table}/planned-lines", { table, body: { seat, lines: lines.map((line) => [...line]) } });
/** Why touching the last of these things does nothing; null: it does something. */
export const whyNotTouch = (table: string, seat: number | null, touched: readonly string[], invite: string) =>
  get("/tables/{table}/why-not", { table, seat, touched: [...touched], invite }).then((answer) => answer.reason);
/** With `contribute` the new match waits for a share of its chance. */
export const wantRematch = (table: string, contribute: boolean) =>
  post("/tables/{table}/rematch", { table, contribute, key: newKey() });
/** Take steps, by the socket or over HTTP. */
export const takeSteps = (table: string, seat: number, chosen: readonly string[], key = newKey()) => {
  const steps = [...chosen];
  return sendSurely({ do: "act", table, seat, steps, key }, () =>
    post("/tables/{table}/steps", { table, body: { seat, steps }, key }),
  );
};
/** Take steps that were chosen when the seat had been told so many lines: refused if somebody has moved since. */
export const takeLateSteps = (table: string, seat: number, chosen: readonly string[], after: number, key: string) =>
  post("/tables/{table}/steps", { table, body: { seat, steps: [...chosen], after }, key });
export const sendChat = (table: string, text: string, invite: string) => {
  const key = newKey();
  return sendSurely({ do: "say", table, text, key, ...(invite ? { invite } : {}) }, () =>
    post("/tables/{table}/talk", { table, invite, body: { text }, key }),
  );
};
export const positionAt = (table: string, line: number, seat: number | null, invite: string, signal?: AbortSignal) =>
  getKept("/tables/{table}/at/{line}", { table, line, seat, invite, ...(signal ? { signal } : {}) });
export const replay = (table: string, seat: number | null, everything: boolean, invite: string) =>
  getKept("/tables/{table}/replay", { table, seat, everything, invite });
export const replayAt = (table: string, step: number, seat: number | null, everything: boolean, invite: string) =>
  getKept("/tables/{table}/replay/{step}", { table, step, seat, everything, invite });
export const review = (table: string, invite: string) => get("/tables/{table}/review", { table, invite });
export const askReview = (table: string, invite: string) => post("/tables/{table}/review", { table, invite });
/** What a device has to look into so that it comes to the same review. */
export const reviewQuestions = (table: string, invite: string) =>
  get("/tables/{table}/review/questions", { table, invite });
/** The review to which a device's findings come. */
export const concludeReview = (table: string, invite: string, found: readonly Looked[]) =>
  post("/tables/{table}/review/conclusion", { table, invite, body: { found: [...found] } });
export const fairness = (table: string, invite: string) => get("/tables/{table}/fairness", { table, invite });
export const recordLink = (table: string, invite: string) => linkTo("/tables/{table}/record", { table, invite });
