import { get, newKey, query, send } from "./ask";
import type { Value } from "./games";
import type { Clock } from "./tables";

export type Kind = "robin" | "swiss" | "knockout" | "arena";
export type TournamentPhase = "open" | "running" | "over";
export type Seeding = "lot" | "rating" | "hand";

export interface TournamentLine {
  tournament: string;
  game: string;
  kind: Kind;
  phase: TournamentPhase;
  updated: number;
  about: {
    title: string;
    organiser: string;
    seats: number;
    clock: Clock;
    entrants?: number;
    most: number;
    starts?: number | null;
    round?: number;
    rounds?: number;
    minutes?: number;
    cancelled?: boolean;
    rated?: boolean;
    leaders?: string[];
  };
}

export interface EntrantLine {
  entrant: string;
  name: string;
  level: number | null;
  checked: boolean;
  out: "asked" | "removed" | "no-show" | null;
}

export interface StandingLine {
  rank: number;
  entrant: string;
  points: number;
  played: number;
  won: number;
  drawn: number;
  byes: number;
  buchholz: number;
  sonneborn: number;
  reached: number;
  out: boolean;
}

export interface MatchLine {
  match: string;
  table: string;
  seats: string[];
  points: number[] | null;
  by: "played" | "void" | null;
  again: string | null;
}

export interface RoundLine {
  round: number;
  at: number;
  matches: MatchLine[];
  byes: string[];
  field: string[];
}

export interface TournamentNow {
  tournament: string;
  version: number;
  title: string;
  game: string;
  game_title: string;
  organiser: string;
  organiser_name: string;
  phase: TournamentPhase;
  cancelled: boolean;
  champion: string | null;
  rules: {
    kind: Kind;
    seats: number;
    options: Record<string, Value>;
    clock: Clock;
    starts: number | null;
    check_in: number;
    minutes: number;
    every: number;
    patience: number;
    bots: boolean;
    most: number;
    rated: boolean;
    seeding: Seeding;
  };
  planned: number;
  check_in_opens: number | null;
  begun: number | null;
  ended: number | null;
  ends: number | null;
  next_round: number | null;
  seed: string | null;
  entrants: EntrantLine[];
  seeds: string[]; // by hand, the strongest first
  standings: StandingLine[];
  rounds: RoundLine[];
  scoring: string[];
  me: { organises: boolean; entered: boolean; checked: boolean; table: string | null };
}

/** What is new after a version: of rounds those in which something is, entrants only if they are. */
export interface TournamentNews {
  tournament: string;
  after: number;
  cursor: number;
  entrants: boolean;
  now: Omit<TournamentNow, "me">;
  me: TournamentNow["me"];
}

export interface NewTournament {
  title: string;
  kind: Kind;
  game: string;
  seats: number;
  options: Record<string, Value>;
  clock: Clock;
  starts: number | null;
  check_in: number;
  rounds: number;
  cycles: number;
  minutes: number;
  every: number;
  patience: number;
  bots: boolean;
  most: number;
  rated: boolean;
  seeding: Seeding;
}

const at = (tournament: string) => `/tournaments/${encodeURIComponent(tournament)}`;
const change = (method: string, tournament: string, path: string, body?: unknown) =>
  send<TournamentNow>(method, at(tournament) + path, body, newKey());

export const listTournaments = (parts: Record<string, string | number | boolean>) =>
  get<{ tournaments: TournamentLine[]; next: string | null }>(`/tournaments${query(parts)}`);
export const oneTournament = (tournament: string) => get<TournamentNow>(at(tournament));
export const announce = (wanted: NewTournament) => send<TournamentNow>("POST", "/tournaments", wanted, newKey());
export const signUpFor = (tournament: string) => change("POST", tournament, "/entrants");
export const withdraw = (tournament: string) => change("DELETE", tournament, "/entrants/mine");
export const checkIn = (tournament: string) => change("POST", tournament, "/check-in");
export const addBot = (tournament: string, level: number) => change("POST", tournament, "/bots", { level });
export const removeEntrant = (tournament: string, entrant: string) =>
  change("DELETE", tournament, `/entrants/${encodeURIComponent(entrant)}`);
export const startTournament = (tournament: string) => change("POST", tournament, "/start", { seeds: [] });
export const seedEntrants = (tournament: string, seeds: string[]) => change("PUT", tournament, "/seeds", { seeds });
export const cancelTournament = (tournament: string) => change("POST", tournament, "/cancel");
export const calendarLink = (tournament: string) => `/api/v1${at(tournament)}/calendar.ics`;
/** A link that can read one's own rounds and nothing else. */
export const ownCalendar = (label: string) =>
  send<{ token: string }>("POST", "/me/tokens", { label, scopes: ["calendar"] }).then(
    ({ token }) => `${location.origin}/api/v1/calendars/${token}.ics`,
  );
