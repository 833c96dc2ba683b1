/** What a skin remembers on this device: for one table, or for all of its game. All parts of a page see the same. */

import { createContext, useCallback, useContext, useSyncExternalStore } from "react";

/** The id of the table that is shown. */
export const TableName = createContext("");

const kept = new Map<string, unknown>(); // by key, as it was last read or written
const listeners = new Set<() => void>();

export function useKept<T>(name: string, first: T, table?: string): [T, (value: T) => void] {
  const here = useContext(TableName);
  const key = `parlour.kept.${table ?? here}.${name}`;
  const value = useSyncExternalStore(listen, () => read(key)) as T | undefined;
  const set = useCallback(
    (next: T) => {
      kept.set(key, next);
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Full or forbidden: it is remembered for as long as the page is open.
      }
      for (const listener of listeners) listener();
    },
    [key],
  );
  return [value === undefined ? first : value, set];
}

/** Changes here, and in another tab: what it wrote is read anew. */
function listen(listener: () => void): () => void {
  const elsewhere = (event: StorageEvent) => {
    if (event.key === null) kept.clear();
    else kept.delete(event.key);
    listener();
  };
  listeners.add(listener);
  window.addEventListener("storage", elsewhere);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", elsewhere);
  };
}

/** Read once, so that it stays the same thing, and nothing is drawn again for nothing. */
function read(key: string): unknown {
  if (!kept.has(key)) kept.set(key, stored(key));
  return kept.get(key);
}

function stored(key: string): unknown {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
