/** Who is signed in. The first action at a table makes a guest of a visitor who has no session yet. */

import type { Me, PersonCard } from "../contract";
import { go, paths } from "../ui/router";
import { slice, whenReset } from "../ui/state";
import { socket } from "./connection";
import { claimDevice, forgetDevice, keep, readKept } from "./device";
import { get, post, Refusal, remove } from "./http";
import { forgetStored, PUZZLES } from "./stored";

export type Setting = Me["settings"][string];

const session = slice<Me | null>("session", null);
let asking: Promise<Me> | null = null;
let entering: Promise<Me> | null = null;
/** Counts sign-ins and sign-outs on this page: an answer to a question from before one of them is out of date. */
let changes = 0;
/** Why the server has closed the session for good, to be shown once. */
const barred = slice<string | null>("barred", null);

export const useMe = () => session.use();
export const useBarred = () => barred.use();
export const setBarred = barred.set;

whenReset(() => {
  [asking, entering, changes] = [null, null, 0];
});

const ME = "me";

function becomes(me: Me): Me {
  const before = session.get();
  session.set(me);
  void belongsTo(me);
  // A socket speaks for the person who opened it.
  if (before && before.person?.id !== me.person?.id) socket.restart();
  return me;
}

async function belongsTo(me: Me): Promise<void> {
  const person = me.person?.id ?? "";
  if (await claimDevice(person, me.ended)) forgetStored(PUZZLES);
  await keep(ME, me, person);
}

/** Whether a person is signed in, be it as a guest. */
export const isSignedIn = () => !!session.get()?.person;

export const useHasAccount = () => useMe()?.person?.kind === "account";

/** Whether the person may write what others read. Those who are muted learn it when they try. */
export function useMayWrite(): boolean {
  const me = useMe();
  return me === null || me.guests === "welcome" || me.person?.kind === "account";
}

socket.onBarred = setBarred;
socket.onSessionChanged = () => void refreshMe().catch(() => undefined);

export function refreshMe(): Promise<Me> {
  const underWay = entering ?? asking;
  if (underWay) return underWay;
  const before = changes;
  const mine = get("/me")
    .then((me) => (changes === before ? becomes(me) : (session.get() ?? becomes(me))))
    .catch(withoutNetwork)
    .finally(() => {
      if (asking === mine) asking = null;
    });
  asking = mine;
  return mine;
}

/** Who was here when the server last answered: the page knows them without a network, too. */
async function withoutNetwork(error: unknown): Promise<Me> {
  const me = error instanceof TypeError && !session.get() ? await readKept<Me>(ME) : undefined;
  if (!me) throw error;
  if (!session.get()) session.set(me);
  return me;
}

/** The person who is signed in; a visitor becomes a guest. Where that takes an account, the page goes to the sign-up form,
 * and the promise stays open. */
export async function requirePerson(): Promise<PersonCard> {
  let me = session.get() ?? (await refreshMe()); // a quick player may press a button before the server has answered
  if (me.guests === "none" && me.person?.kind !== "account") return goToSignUp();
  if (!me.person) {
    try {
      me = await enter(() => post("/guests", { body: {} }));
    } catch (error) {
      if (error instanceof Refusal && error.key === "guests.none") return goToSignUp();
      throw error;
    }
  }
  if (!me.person) throw new Error("nobody came in");
  return me.person;
}

function goToSignUp(): Promise<never> {
  go(paths.signUp(location.pathname + location.search));
  return new Promise(() => {});
}

/** Sign in or up by a request that brings a new cookie. Nothing else is asked meanwhile: its answer could bring the old
 * cookie back. */
export function enter(way: () => Promise<Me>): Promise<Me> {
  const mine = (async () => {
    await asking?.catch(() => undefined);
    return entered(await way());
  })().finally(() => {
    if (entering === mine) entering = null;
  });
  entering = mine;
  return mine;
}

export function entered(me: Me): Me {
  changes += 1;
  return becomes(me);
}

const PATIENCE = 4_000; // milliseconds: nobody who wants to sign out is kept from it
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What has to be done while the session still stands: what waits is sent, notices to this device end. */
export const beforeSignOut: (() => Promise<unknown>)[] = [];

export async function signOut(): Promise<void> {
  await Promise.race([Promise.all(beforeSignOut.map((each) => each())), wait(PATIENCE)]);
  await remove("/sessions/current");
  forgetStored(); // what one tried and drew is nobody else's business
  await forgetDevice();
  changes += 1;
  asking = null; // what was asked before is about the person who has left
  await refreshMe();
}
