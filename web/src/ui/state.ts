/**
 * What the parts of the page share, all of it in one value with one set of listeners. The value is made of named slices.
 * A slice is declared beside the feature that it belongs to; the feature changes it, and components `use` it or what they
 * select from it. A component is drawn again when what it has selected is another value, by `Object.is`.
 *
 * A slice is changed by events, requests and effects, never while a component is drawn.
 */

import { useCallback, useSyncExternalStore } from "react";

export interface Slice<T> {
  readonly get: () => T;
  readonly set: (value: T) => void;
  readonly update: (change: (value: T) => T) => void;
  /** Back to how it begins. */
  readonly forget: () => void;
  /** A hook: the value, or what `select` makes of it. */
  readonly use: {
    (): T;
    <S>(select: (value: T) => S): S;
  };
}

/** Slices of one kind, one for each key. */
export interface KeyedSlices<K, T> {
  readonly of: (key: K) => Slice<T>;
  readonly forgetAll: () => void;
}

/** Opens what fills a slice, for as long as it is used: a topic of the socket, a listener of the browser's. Answers with
 * what closes it. */
export type WhileUsed<T> = (self: Slice<T>) => () => void;

let state: Readonly<Record<string, unknown>> = {};
const listeners = new Set<() => void>();
const names = new Set<string>();
const opened = new Map<string, { users: number; close: () => void }>();
const onReset: (() => void)[] = [];
let batches = 0;
let untold = false;

/**
 * A slice, and how it begins: a value, or a function that finds it out when it is first asked for.
 *
 * With `whileUsed` it is opened for the first component that uses it and closed after the last. What nobody uses is not
 * kept: `set` does nothing then, and `get` asks for the beginning each time, which therefore has to be a constant or no object.
 */
export function slice<T>(name: string, first: T | (() => T), whileUsed?: WhileUsed<T>): Slice<T> {
  declare(name);
  return named(name, typeof first === "function" ? (first as () => T) : () => first, whileUsed);
}

/** A slice for every key, as `slice` makes one. A key is a text, or an object that says its name as JSON. */
export function keyedSlices<K, T>(
  name: string,
  first: (key: K) => T,
  whileUsed?: (self: Slice<T>, key: K) => () => void,
): KeyedSlices<K, T> {
  declare(name);
  return {
    of: (key) =>
      named(
        `${name} ${typeof key === "string" ? key : JSON.stringify(key)}`,
        () => first(key),
        whileUsed && ((self) => whileUsed(self, key)),
      ),
    forgetAll: () => become(Object.entries(state).filter(([each]) => !each.startsWith(`${name} `))),
  };
}

/** Several changes that are told together. */
export function batch(changes: () => void): void {
  batches += 1;
  try {
    changes();
  } finally {
    batches -= 1;
    if (batches === 0 && untold) tell();
  }
}

/** Everything that is known now, for a person who looks for a fault. */
export const snapshot = () => state;

export function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Everything as it begins: for tests, between which nothing may be handed on. */
export function resetState(): void {
  for (const forget of onReset) forget();
  become([]);
}

/** What a module remembers beside its slices, such as a request that is under way, is forgotten with them. */
export function whenReset(forget: () => void): void {
  onReset.push(forget);
}

function declare(name: string): void {
  // While somebody works on the page, a changed module is run again.
  if (names.has(name) && !import.meta.hot) throw new Error(`two slices are called ${name}`);
  names.add(name);
}

/** All that is known of a slice is found by its name, so it does not matter how often it is made. */
function named<T>(name: string, first: () => T, whileUsed?: WhileUsed<T>): Slice<T> {
  const get = (): T => {
    if (name in state) return state[name] as T;
    const value = first();
    if (!whileUsed || opened.has(name)) state = { ...state, [name]: value };
    return value;
  };
  const set = (value: T) => {
    if ((whileUsed && !opened.has(name)) || Object.is(get(), value)) return;
    state = { ...state, [name]: value };
    tell();
  };
  const subscribe = (listener: () => void) => {
    const stop = listen(listener);
    const release = whileUsed && hold(self, name, whileUsed);
    return () => {
      stop();
      release?.();
    };
  };
  const self: Slice<T> = {
    get,
    set,
    update: (change) => set(change(get())),
    forget: () => become(Object.entries(state).filter(([each]) => each !== name)),
    use: ((select = (value: T): unknown => value) => useNamed(name, subscribe, () => select(get()))) as Slice<T>["use"],
  };
  return self;
}

function useNamed<S>(name: string, subscribe: (listener: () => void) => () => void, read: () => S): S {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name says which slice it is
  return useSyncExternalStore(useCallback(subscribe, [name]), read);
}

function hold<T>(self: Slice<T>, name: string, whileUsed: WhileUsed<T>): () => void {
  const held = opened.get(name) ?? { users: 0, close: () => undefined };
  held.users += 1;
  if (held.users === 1) {
    opened.set(name, held);
    self.get(); // from now on it is what it is set to, and not what its beginning would be
    held.close = whileUsed(self);
  }
  return () => {
    held.users -= 1;
    if (held.users > 0) return;
    opened.delete(name);
    held.close();
    self.forget();
  };
}

function become(entries: [string, unknown][]): void {
  if (entries.length === Object.keys(state).length) return;
  state = Object.fromEntries(entries);
  tell();
}

function tell(): void {
  untold = batches > 0;
  if (!untold) for (const listener of [...listeners]) listener();
}
