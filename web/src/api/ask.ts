/** How the server is asked. */

import { Refusal } from "../live/wire";

export { Refusal };

/** By how much the house's clock is ahead of this device's, in milliseconds; its answers say what time it is there. */
let ahead = 0;
const SLACK = 1_500; // a header counts whole seconds

export function houseTime(): number {
  return Date.now() + ahead;
}

export async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  const headers = new Headers(init.headers);
  if (init.body) headers.set("Content-Type", "application/json");
  const answer = await fetch(`/api/v1${path}`, { ...init, headers });
  const date = Date.parse(answer.headers.get("Date") ?? "");
  if (date) ahead = Math.abs(date - Date.now()) > SLACK ? date - Date.now() : 0;
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => null)) as { detail?: string; key?: string } | null;
    throw new Refusal(problem?.key ?? String(answer.status), problem?.detail ?? answer.statusText);
  }
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

export const get = <T>(path: string, signal?: AbortSignal) =>
  ask<T>(path, { cache: "no-store", ...(signal ? { signal } : {}) });

export const send = <T>(method: string, path: string, body?: unknown, key?: string) =>
  ask<T>(path, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(key ? { headers: { "Idempotency-Key": key } } : {}),
  });

/** One for each thing that is wanted. `crypto.randomUUID` is not there on plain http. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A query out of what is there. */
export function query(parts: Record<string, string | number | boolean | null | undefined>): string {
  const found = Object.entries(parts).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return found.length === 0 ? "" : `?${new URLSearchParams(found.map(([name, value]) => [name, String(value)]))}`;
}
