import { get, linkTo, newKey, post, put, remove } from "../../client/http";
import type { NewTournament, TournamentNow } from "../../contract";

export type TournamentKind = NewTournament["kind"];
export type Seeding = TournamentNow["rules"]["seeding"];

/** Which tournaments a list shows. */
export type TournamentFilter = Parameters<typeof get<"/tournaments">>[1];

export const listTournaments = (filter: TournamentFilter) => get("/tournaments", filter);
export const oneTournament = (tournament: string) => get("/tournaments/{tournament}", { tournament });
export const announce = (wanted: NewTournament) => post("/tournaments", { body: wanted, key: newKey() });
export const signUpFor = (tournament: string) =>
  post("/tournaments/{tournament}/entrants", { tournament, key: newKey() });
export const withdraw = (tournament: string) =>
  remove("/tournaments/{tournament}/entrants/mine", { tournament, key: newKey() });
export const checkIn = (tournament: string) =>
  post("/tournaments/{tournament}/check-in", { tournament, key: newKey() });
export const addBot = (tournament: string, level: number) =>
  post("/tournaments/{tournament}/bots", { tournament, body: { level }, key: newKey() });
export const removeEntrant = (tournament: string, entrant: string) =>
  remove("/tournaments/{tournament}/entrants/{entrant}", { tournament, entrant, key: newKey() });
export const startTournament = (tournament: string) =>
  post("/tournaments/{tournament}/start", { tournament, body: { seeds: [] }, key: newKey() });
export const seedEntrants = (tournament: string, seeds: string[]) =>
  put("/tournaments/{tournament}/seeds", { tournament, body: { seeds }, key: newKey() });
export const cancelTournament = (tournament: string) =>
  post("/tournaments/{tournament}/cancel", { tournament, key: newKey() });
export const describe = (tournament: string, about: string) =>
  put("/tournaments/{tournament}/about", { tournament, body: { about }, key: newKey() });
export const calendarLink = (tournament: string) => linkTo("/tournaments/{tournament}/calendar.ics", { tournament });
/** A link that can read the player's own rounds and nothing else. */
export const ownCalendar = (label: string) =>
  post("/me/tokens", { body: { label, scopes: ["calendar"] } }).then(
    ({ token }) => `${location.origin}${linkTo("/calendars/{secret}", { secret: `${token}.ics` })}`,
  );
