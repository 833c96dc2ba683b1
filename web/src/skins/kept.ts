/** What a skin remembers on this device: for one table, or for all of its game. */

import { createContext, useCallback, useContext, useState } from "react";

/** The id of the table that is shown. */
export const TableName = createContext("");

export function useKept<T>(name: string, first: T, table?: string): [T, (value: T) => void] {
  const here = useContext(TableName);
  const key = `parlour.kept.${table ?? here}.${name}`;
  const [held, setHeld] = useState<{ key: string; value: T }>(() => ({ key, value: read(key, first) }));
  const value = held.key === key ? held.value : read(key, first);
  const set = useCallback(
    (next: T) => {
      setHeld({ key, value: next });
      try {
        localStorage.setItem(key, JSON.stringify(next));
      } catch {
        // Full or forbidden: it is remembered for as long as the page is open.
      }
    },
    [key],
  );
  return [value, set];
}

function read<T>(key: string, first: T): T {
  try {
    const kept = localStorage.getItem(key);
    return kept === null ? first : (JSON.parse(kept) as T);
  } catch {
    return first;
  }
}
