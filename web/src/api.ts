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

/** What one is told of a table, one line after the other. */
interface Line {
  at: number;
  kind: "step" | "said" | "news";
  seat?: number;
  text?: string;
  words?: Text;
}

/** How a table stands; what is not there is empty. */
interface Now {
  phase: "open" | "playing" | "over";
  seats: Seat[];
  to_act?: number[];
  scene: Scene;
  choices?: Choice[];
  can_undo?: boolean;
  offer?: number;
  result?: Result;
}

interface News {
  seat: number | null;
  cursor: number;
  lines: Line[];
  now?: Now;
  more?: boolean;
}

/** A table that was opened, and which of its seats are one's own. */
export interface Opened {
  rules: { table: string; game: string; options: Record<string, Value>; plan: string };
  seats: number[];
  now: { seats: Seat[]; to_act?: number[] };
}

/** All that one viewer has been told of a table, and how it stands now. */
export interface TableState {
  version: number; // the cursor: how many lines this viewer has been told
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

async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  const headers = new Headers(init.headers);
  if (init.body) headers.set("Content-Type", "application/json");
  const answer = await fetch(`/api/v1${path}`, { ...init, headers });
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => null)) as { detail?: string } | null;
    throw new Refusal(problem?.detail ?? answer.statusText, answer.status);
  }
  return (await answer.json()) as T;
}

const post = (body: unknown): RequestInit => ({ method: "POST", body: JSON.stringify(body) });

export const listGames = () => ask<GameCard[]>("/games");
export const oneGame = (name: string) => ask<GameCard>(`/games/${name}`);
export const gameTexts = (name: string) => ask<{ texts: Catalogue }>(`/games/${name}/texts`);
export const tablePlan = (table: string) => ask<Plan>(`/tables/${table}/plan`);
export const oneTable = (table: string) => ask<Opened>(`/tables/${table}`);

export async function openTable(game: string, seats: Seat[], options: Record<string, Value>): Promise<Opened> {
  await ask("/guests", post({})); // whoever is somebody already stays so
  const wanted = seats.map((seat) =>
    seat.kind === "bot" ? { kind: "bot", level: seat.level ?? 2 } : { kind: "me", name: seat.name },
  );
  return ask<Opened>("/tables", post({ game, seats: wanted, options, listed: false }));
}

/** A place at a table: one's own seat, or a spectator's. */
export interface Place {
  table: string;
  seat: number | null;
}

const LONG = 20; // seconds that the server may wait for something to tell

/** What came after what is known already; with nothing known, all of it. */
export async function tableState(at: Place, known: TableState | null, signal?: AbortSignal): Promise<TableState> {
  return follow(at, known, known === null || known.result !== null ? 0 : LONG, signal);
}

async function follow(at: Place, known: TableState | null, wait: number, signal?: AbortSignal): Promise<TableState> {
  const query = new URLSearchParams({ after: String(known?.version ?? 0), wait: String(wait) });
  if (at.seat !== null) query.set("seat", String(at.seat));
  const init = { cache: "no-store" as const, ...(signal ? { signal } : {}) };
  const news = await ask<News>(`/tables/${at.table}/events?${query}`, init);
  const state = joined(known, news);
  return news.more ? follow(at, state, 0, signal) : state;
}

function joined(known: TableState | null, news: News): TableState {
  const now = news.now as Now;
  const steps = news.lines.filter((line) => line.kind === "step");
  return {
    version: news.cursor,
    seat: news.seat ?? null,
    to_act: now.to_act ?? [],
    scene: now.scene,
    choices: now.choices ?? [],
    log: [
      ...(known?.log ?? []),
      ...steps.map((line) => ({ by: line.seat ?? null, text: line.text ?? "", words: line.words ?? { key: "" } })),
    ],
    can_undo: now.can_undo ?? false,
    offer: now.offer ?? null,
    result: now.result ?? null,
  };
}

export async function act(at: Place, step: string, known: TableState): Promise<TableState> {
  const init = post({ seat: at.seat, steps: [step] });
  await ask(`/tables/${at.table}/steps`, { ...init, headers: { "Idempotency-Key": newKey() } });
  return follow(at, known, 0);
}

/** `crypto.randomUUID` is not there on plain http. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
