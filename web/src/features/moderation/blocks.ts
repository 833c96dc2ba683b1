/** Whom the player has blocked. The server leaves out what they say; the page hides at once what it knew before. */

import { useEffect } from "react";
import { requirePerson, useMe } from "../../client/session";
import { slice } from "../../ui/state";
import { listBlocked, sendBlock, sendUnblock } from "./requests";

interface Blocks {
  owner: string | null; // whose list it is
  people: ReadonlySet<string>;
}

const NOBODY: Blocks = { owner: null, people: new Set() };
const blocks = slice("blocks", NOBODY);

async function load(owner: string): Promise<void> {
  blocks.update((before) => ({ ...before, owner }));
  const list = await listBlocked();
  if (blocks.get().owner === owner) blocks.set({ owner, people: new Set(list.map((each) => each.person.id)) });
}

export function useBlocked(): ReadonlySet<string> {
  const person = useMe()?.person?.id ?? null;
  useEffect(() => {
    if (person === blocks.get().owner) return;
    if (person === null) blocks.set(NOBODY);
    else load(person).catch(() => blocks.update((before) => ({ ...before, owner: null })));
  }, [person]);
  return blocks.use(({ people }) => people);
}

export async function block(person: string): Promise<void> {
  await requirePerson();
  await sendBlock(person);
  change((people) => [...people, person]);
}

export async function unblock(person: string): Promise<void> {
  await sendUnblock(person);
  change((people) => people.filter((each) => each !== person));
}

const change = (how: (people: string[]) => string[]) =>
  blocks.update(({ owner, people }) => ({ owner, people: new Set(how([...people])) }));
