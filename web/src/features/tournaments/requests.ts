import { get, newKey, send } from "../../client/http";
import type {
  BotLevel,
  NewToken,
  NewTournament,
  Seeds,
  TokenMade,
  TournamentNow,
  TournamentPage,
} from "../../contract";
import { queryString } from "../../ui/router";

export type TournamentKind = NewTournament["kind"];
export type Seeding = TournamentNow["rules"]["seeding"];

const at = (tournament: string) => `/tournaments/${encodeURIComponent(tournament)}`;
const change = (method: string, tournament: string, path: string, body?: unknown) =>
  send<TournamentNow>(method, at(tournament) + path, body, newKey());

export const listTournaments = (parts: Record<string, string | number | boolean>) =>
  get<TournamentPage>(`/tournaments${queryString(parts)}`);
export const oneTournament = (tournament: string) => get<TournamentNow>(at(tournament));
export const announce = (wanted: NewTournament) => send<TournamentNow>("POST", "/tournaments", wanted, newKey());
export const signUpFor = (tournament: string) => change("POST", tournament, "/entrants");
export const withdraw = (tournament: string) => change("DELETE", tournament, "/entrants/mine");
export const checkIn = (tournament: string) => change("POST", tournament, "/check-in");
export const addBot = (tournament: string, level: number) =>
  change("POST", tournament, "/bots", { level } satisfies BotLevel);
export const removeEntrant = (tournament: string, entrant: string) =>
  change("DELETE", tournament, `/entrants/${encodeURIComponent(entrant)}`);
export const startTournament = (tournament: string) =>
  change("POST", tournament, "/start", { seeds: [] } satisfies Seeds);
export const seedEntrants = (tournament: string, seeds: string[]) =>
  change("PUT", tournament, "/seeds", { seeds } satisfies Seeds);
export const cancelTournament = (tournament: string) => change("POST", tournament, "/cancel");
export const calendarLink = (tournament: string) => `/api/v1${at(tournament)}/calendar.ics`;
/** A link that can read the player's own rounds and nothing else. */
export const ownCalendar = (label: string) =>
  send<TokenMade>("POST", "/me/tokens", { label, scopes: ["calendar"] } satisfies NewToken).then(
    ({ token }) => `${location.origin}/api/v1/calendars/${token}.ics`,
  );
