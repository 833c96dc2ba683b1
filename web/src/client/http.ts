/** Requests to the server over HTTP, and how it refuses them. */

import type { Problem } from "../contract";
import { slice } from "../ui/state";
import { t } from "../ui/texts/page";

/** The server says no, in a sentence for the person who asked. */
export class Refusal extends Error {
  readonly key: string;
  constructor(key: string, sentence: string) {
    super(sentence);
    this.key = key;
  }
}

/** What to show for an error: the server's own sentence, or that it cannot be reached. */
export function errorText(error: unknown): string {
  return error instanceof Refusal ? error.message : t("page.lost");
}

/** By how many milliseconds the server's clock is ahead of this device's. Every answer carries the server's time. */
const ahead = slice("server ahead", 0);
const SLACK = 1_500; // a header counts whole seconds

export function serverTime(): number {
  return Date.now() + ahead.get();
}

export async function request<T>(path: string, init: RequestInit = {}): Promise<T> {
  const headers = new Headers(init.headers);
  if (init.body) headers.set("Content-Type", "application/json");
  const answer = await fetch(`/api/v1${path}`, { ...init, headers });
  const date = Date.parse(answer.headers.get("Date") ?? "");
  if (date) ahead.set(Math.abs(date - Date.now()) > SLACK ? date - Date.now() : 0);
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => null)) as Partial<Problem> | null;
    throw new Refusal(problem?.key ?? String(answer.status), problem?.detail ?? answer.statusText);
  }
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

export const get = <T>(path: string, signal?: AbortSignal) =>
  request<T>(path, { cache: "no-store", ...(signal ? { signal } : {}) });

export const send = <T>(method: string, path: string, body?: unknown, key?: string) =>
  request<T>(path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(key ? { headers: { "Idempotency-Key": key } } : {}),
  });

/** A key for one action: with it the server does the action once, however often it is asked. `crypto.randomUUID` does not
 * exist on plain http. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
