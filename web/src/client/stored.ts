/** What is stored on this device: for one table, or for all of its game. All parts of a page see the same value. */

import { createContext, useCallback, useContext } from "react";
import { keyedSlices } from "../ui/state";

/** The id of the table that is shown. */
export const TableIdContext = createContext("");

/** By key, as it was last read or written: read once, so that the value stays identical. */
const stored = keyedSlices<string, unknown>("stored", fromDevice);

export function useStored<T>(name: string, first: T, table?: string): [T, (value: T) => void] {
  const here = useContext(TableIdContext);
  const whose = table ?? here;
  const value = stored.of(keyOf(name, whose)).use() as T | undefined;
  const set = useCallback((next: T) => writeStored(name, whose, next), [name, whose]);
  return [value === undefined ? first : value, set];
}

const ALL = "parlour.kept.";
const keyOf = (name: string, table: string) => `${ALL}${table}.${name}`;

/** The same where no component is drawn. */
export const readStored = <T>(name: string, table: string) => stored.of(keyOf(name, table)).get() as T | undefined;

export function writeStored<T>(name: string, table: string, value: T): void {
  const key = keyOf(name, table);
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or forbidden: the value lasts as long as the page is open.
  }
  stored.of(key).set(value);
}

/** One thing that was kept. */
export function forgetOne(name: string, table: string): void {
  const key = keyOf(name, table);
  try {
    localStorage.removeItem(key);
  } catch {
    // Forbidden: then nothing was kept either.
  }
  stored.of(key).forget();
}

/** What is kept of puzzles stands under this, where tables have their id. */
export const PUZZLES = "puzzles";

/** All that is kept for a table, or under such a name; or all of it. */
export function forgetStored(table?: string): void {
  const start = table === undefined ? ALL : keyOf("", table);
  try {
    const keys = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? "");
    for (const key of keys) if (key.startsWith(start)) localStorage.removeItem(key);
  } catch {
    // Forbidden: then nothing was kept either.
  }
  stored.forgetAll();
}

/** What another tab writes is read again. */
export function startStored(): void {
  window.addEventListener("storage", (event) => {
    if (event.key === null) stored.forgetAll();
    else stored.of(event.key).forget();
  });
}

function fromDevice(key: string): unknown {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
