/** Whom one has blocked. The house leaves out what they say; the page leaves out at once what it was told before. */

import { useEffect, useSyncExternalStore } from "react";
import * as api from "./api/moderation";
import { someone, useMe } from "./me";

let blocked: ReadonlySet<string> = new Set();
let of: string | null = null; // whose list it is
const listeners = new Set<() => void>();

function becomes(list: Iterable<string>): void {
  blocked = new Set(list);
  for (const listener of listeners) listener();
}

async function load(person: string): Promise<void> {
  of = person;
  const list = await api.blocks();
  if (of === person) becomes(list.map((each) => each.person.id));
}

export function useBlocked(): ReadonlySet<string> {
  const person = useMe()?.person?.id ?? null;
  useEffect(() => {
    if (person === of) return;
    if (person === null) {
      of = null;
      becomes([]);
    } else
      load(person).catch(() => {
        of = null;
      });
  }, [person]);
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => blocked,
  );
}

export async function block(person: string): Promise<void> {
  await someone();
  await api.block(person);
  becomes([...blocked, person]);
}

export async function unblock(person: string): Promise<void> {
  await api.unblock(person);
  becomes([...blocked].filter((each) => each !== person));
}
