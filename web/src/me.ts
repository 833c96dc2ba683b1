/** Who is here. The first thing that is done at a table makes a guest of whoever is nobody yet. */

import { useSyncExternalStore } from "react";
import { Refusal } from "./api/ask";
import * as people from "./api/people";
import { somebody, wire } from "./live";

let known: people.Me | null = null;
let asking: Promise<people.Me> | null = null;
let entering: Promise<people.Me> | null = null;
/** Counts who came and went through this page: a question asked before that may be answered after it, about nobody. */
let changes = 0;
const listeners = new Set<() => void>();

function becomes(me: people.Me): people.Me {
  const before = known?.person?.id ?? null;
  const first = known === null;
  known = me;
  somebody.here = me.person !== null;
  for (const listener of listeners) listener();
  // A socket speaks for whoever opened it.
  if (!first && before !== (me.person?.id ?? null)) wire.restart();
  return me;
}

function listen(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

export function refreshMe(): Promise<people.Me> {
  if (entering ?? asking) return (entering ?? asking) as Promise<people.Me>;
  const before = changes;
  const mine = people
    .me()
    .then((me) => (changes === before || known === null ? becomes(me) : known))
    .finally(() => {
      if (asking === mine) asking = null;
    });
  asking = mine;
  return mine;
}
/** Why whoever was here cannot come in any more, to be read once. */
let barred: string | null = null;
wire.onBarred = (why) => setBarred(why);

export function setBarred(why: string | null): void {
  barred = why;
  for (const listener of listeners) listener();
}

export function useBarred(): string | null {
  return useSyncExternalStore(listen, () => barred);
}

wire.onAskAgain = () => void refreshMe().catch(() => undefined);

/** Make sure that there is somebody. Where that takes an account, the page goes to take one, and there is no answer. */
export async function someone(): Promise<people.Person> {
  let me = known ?? (await refreshMe()); // who is quick with a button is here before the house has said who they are
  if (me.guests === "none" && me.person?.kind !== "account") return awayToSignUp();
  if (!me.person) {
    try {
      me = await enter(people.comeIn);
    } catch (error) {
      if (error instanceof Refusal && error.key === "guests.none") return awayToSignUp();
      throw error;
    }
  }
  if (!me.person) throw new Error("nobody came in");
  return me.person;
}

/** Where the way to an account is, as the page says. */
export const ways = { signUp: () => {} };

function awayToSignUp(): Promise<never> {
  ways.signUp();
  return new Promise(() => {});
}

/** Whether whoever is here may write what others read; those who are muted learn it when they try. */
export function useMayWrite(): boolean {
  const me = useMe();
  return me === null || me.guests === "welcome" || me.person?.kind === "account";
}

/** Come in by a way that brings a new cookie. Nothing else is asked meanwhile: its answer could bring the old one back. */
export function enter(way: () => Promise<people.Me>): Promise<people.Me> {
  const mine = (async () => {
    await asking?.catch(() => undefined);
    return entered(await way());
  })().finally(() => {
    if (entering === mine) entering = null;
  });
  entering = mine;
  return mine;
}

export function entered(me: people.Me): people.Me {
  changes += 1;
  return becomes(me);
}

export async function leaveHouse(): Promise<void> {
  await people.signOut();
  changes += 1;
  asking = null; // what was asked before speaks of the one who left
  await refreshMe();
}

export function useMe(): people.Me | null {
  return useSyncExternalStore(listen, () => known);
}
