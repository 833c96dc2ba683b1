/** The server's messages, and how to send and fetch them. */

import type { Choice, Plan, Scene } from "./board/types";
import type { Catalogue, Text } from "./texts/render";

export type Value = boolean | number | string;

export interface OptionCard {
  name: string;
  help: string;
  default: Value;
  low: number;
  high: number;
  step: number;
  choices: Value[];
  by_seats: Record<string, Value>;
}

export interface GameCard {
  name: string;
  title: string;
  about: string;
  rules: string;
  seats: number[];
  options: OptionCard[];
  cooperative: boolean;
  hidden: boolean;
  ready: boolean;
  status: string;
}

export interface Seat {
  name: string;
  kind: "person" | "bot";
  level?: number | null;
}

export interface TableCard {
  table: string;
  game: string;
  options: Record<string, Value>;
  seats: Seat[];
  plan: string;
}

export interface Opened {
  table: TableCard;
  tokens: (string | null)[];
}

export interface LogLine {
  by: number | null;
  text: string;
  words: Text;
}

export interface Result {
  returns: number[];
  scores: number[];
  ending: string;
  seat: number | null;
}

export interface TableState {
  version: number;
  seat: number | null;
  to_act: number[];
  scene: Scene;
  choices: Choice[];
  log: LogLine[];
  can_undo: boolean;
  offer: number | null;
  result: Result | null;
}

/** The server said no, and why. */
export class Refusal extends Error {
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

async function ask<T>(path: string, init: RequestInit & { token?: string | null } = {}): Promise<T> {
  const headers = new Headers(init.headers);
  if (init.token) headers.set("Authorization", `Bearer ${init.token}`);
  if (init.body) headers.set("Content-Type", "application/json");
  const answer = await fetch(`/api/v1${path}`, { ...init, headers });
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => null)) as { error?: string } | null;
    throw new Refusal(problem?.error ?? answer.statusText, answer.status);
  }
  return (await answer.json()) as T;
}

const post = (body: unknown): RequestInit => ({ method: "POST", body: JSON.stringify(body) });

export const listGames = () => ask<GameCard[]>("/games");
export const oneGame = (name: string) => ask<GameCard>(`/games/${name}`);
export const gameTexts = (name: string) => ask<{ texts: Catalogue }>(`/games/${name}/texts`);
export const openTable = (game: string, seats: Seat[], options: Record<string, Value>) =>
  ask<Opened>("/tables", post({ game, seats, options }));
export const tablePlan = (table: string) => ask<Plan>(`/tables/${table}/plan`);

/** A place at a table: a seat with its key, or a spectator's with neither. */
export interface Place {
  table: string;
  seat: number | null;
  token: string | null;
}

export function tableState(at: Place, after?: number, signal?: AbortSignal): Promise<TableState> {
  const query = new URLSearchParams();
  if (at.seat !== null) query.set("seat", String(at.seat));
  if (after !== undefined) query.set("after", String(after));
  const init = { token: at.token, cache: "no-store" as const, ...(signal ? { signal } : {}) };
  return ask<TableState>(`/tables/${at.table}/state?${query}`, init);
}

export const act = (at: Place, step: string) =>
  ask<TableState>(`/tables/${at.table}/steps`, { ...post({ seat: at.seat, step }), token: at.token });
export const undo = (at: Place) =>
  ask<TableState>(`/tables/${at.table}/undo`, { ...post({ seat: at.seat }), token: at.token });
