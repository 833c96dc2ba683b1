/**
 * What this device keeps for when there is no network. It belongs to one person at a time: it goes when they sign out, and
 * before anybody else comes in. Where the browser keeps nothing, in a private window say, it lasts as long as the page.
 */

import { whenReset } from "../ui/state";

const NAME = "parlour";
const KEPT = "kept";
const OWNER = "owner";
const LAST = "\uffff"; // behind all that a key can go on with

/** A few verbs on records by their key. */
interface Records {
  get(key: string): Promise<unknown>;
  all(prefix: string): Promise<[string, unknown][]>;
  put(key: string, value: unknown): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
  clear(): Promise<void>;
}

let opened: Promise<Records> | null = null;
let claimed: Promise<string> | null = null;

whenReset(() => {
  [opened, claimed] = [null, null];
});

const records = () => (opened ??= inBrowser().catch(inMemory));

async function inBrowser(): Promise<Records> {
  const open = indexedDB.open(NAME, 1);
  open.onupgradeneeded = () => open.result.createObjectStore(KEPT);
  const base = await done(open);
  const store = (mode: IDBTransactionMode) => base.transaction(KEPT, mode).objectStore(KEPT);
  return {
    get: (key) => done(store("readonly").get(key)),
    all: async (prefix) => {
      const [range, from] = [IDBKeyRange.bound(prefix, prefix + LAST), store("readonly")];
      const [keys, values] = await Promise.all([done(from.getAllKeys(range)), done(from.getAll(range))]);
      return keys.map((key, i) => [String(key), values[i]]);
    },
    put: (key, value) => finished(store("readwrite").put(value, key)),
    remove: async (keys) => {
      const from = store("readwrite");
      await Promise.all(keys.map((key) => finished(from.delete(key))));
    },
    clear: () => finished(store("readwrite").clear()),
  };
}

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const finished = async <T>(request: IDBRequest<T>) => void (await done(request));

async function inMemory(): Promise<Records> {
  const held = new Map<string, unknown>();
  return {
    get: async (key) => held.get(key),
    all: async (prefix) => [...held].filter(([key]) => key.startsWith(prefix)),
    put: async (key, value) => void held.set(key, structuredClone(value)),
    remove: async (keys) => {
      for (const key of keys) held.delete(key);
    },
    clear: async () => held.clear(),
  };
}

/** Whose it is: of whoever was here last, until it is known who is here now. "": nobody's. */
const owner = (): Promise<string> => (claimed ??= records().then(async (all) => String((await all.get(OWNER)) ?? "")));

/** Who is here now. What another person has left is gone before anything is read or written again. `ended`: the session
 * is over, and nobody has signed out: what waits to be sent stays for when the same person comes back, and nothing else.
 * Answers with whether it was another person's before. */
export function claimDevice(person: string, ended = false): Promise<boolean> {
  const before = owner();
  let changed = false;
  const change = (async () => {
    const [was, all] = [await before, await records()];
    if (was === person) return person;
    changed = was !== "";
    if (person === "" && ended) {
      const kept = (await all.all(keyOf(was, ""))).filter(([key]) => !key.startsWith(keyOf(was, WAITING)));
      await all.remove(kept.map(([key]) => key));
      return was;
    }
    if (changed) await all.clear(); // what nobody has left behind is what everybody may see
    await all.put(OWNER, person);
    return person;
  })();
  claimed = change.catch(() => person);
  return claimed.then(() => changed);
}

/** All of it goes. */
export async function forgetDevice(): Promise<void> {
  claimed = Promise.resolve("");
  await (await records()).clear();
}

export const ownerOfDevice = owner;

const keyOf = (person: string, key: string) => `${person} ${key}`;

/** Under this stand moves that the server has not heard of. */
export const WAITING = "waiting ";

/** None of these fails: a device that keeps nothing is like one on which nothing was kept. */
export async function readKept<T>(key: string): Promise<T | undefined> {
  return (await (await records()).get(keyOf(await owner(), key)).catch(() => undefined)) as T | undefined;
}

export async function allKept<T>(prefix: string): Promise<[string, T][]> {
  const person = await owner();
  const found = await (await records()).all(keyOf(person, prefix)).catch(() => []);
  return found.map(([key, value]) => [key.slice(keyOf(person, "").length), value as T]);
}

/** False: it could not be kept. */
export async function keep(key: string, value: unknown, whose?: string): Promise<boolean> {
  const person = await owner();
  if (whose !== undefined && whose !== person) return false; // what was asked for before somebody else came in
  return (await records()).put(keyOf(person, key), value).then(
    () => true,
    () => false,
  );
}

export async function forgetKept(...keys: string[]): Promise<void> {
  const person = await owner();
  await (await records()).remove(keys.map((key) => keyOf(person, key))).catch(() => undefined);
}
