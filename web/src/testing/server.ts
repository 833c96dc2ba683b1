/** A server for components that are tried out: it answers at `fetch` and at `WebSocket`, as the test has told it to. */

import { act } from "@testing-library/react";
import type { SocketMessage, SocketRequest } from "../contract";

export interface Asked {
  what: string; // "POST /tables"
  query: URLSearchParams;
  body: unknown;
}

type Answer = (asked: Asked) => unknown;

/** What the server says no with. */
class No {
  constructor(
    readonly key: string,
    readonly sentence: string,
  ) {}
}

const LOST = Symbol("no answer");
const routes = new Map<string, Answer>();
const unexpected: string[] = [];

/** All requests that were made, the latest last. */
export const asked: Asked[] = [];

/** The requests of one kind. */
export const askedFor = (what: string) => asked.filter((each) => each.what === what);
export const bodyOf = (what: string) => askedFor(what).at(-1)?.body;

/** From now on this is the answer. */
export const answers = (what: string, answer: unknown) =>
  routes.set(what, typeof answer === "function" ? (answer as Answer) : () => answer);
export const refuses = (what: string, sentence: string, key = "refused") =>
  routes.set(what, () => new No(key, sentence));
/** The server cannot be reached. */
export const isGone = (what: string) => routes.set(what, () => LOST);

/** The server takes its time: the answer is given when the test says so. */
export function takesTime(what: string): {
  answer: (body: unknown) => Promise<void>;
  refuse: (why: string) => Promise<void>;
} {
  const waiting: ((body: unknown) => void)[] = [];
  routes.set(what, () => new Promise((done) => waiting.push(done)));
  const next = async (body: unknown) => {
    waiting.shift()?.(body);
    await settled();
  };
  return { answer: next, refuse: (why) => next(new No("refused", why)) };
}

/** Until everything that was asked is answered and drawn. */
export const settled = () =>
  act(async () => {
    for (let i = 0; i < 4; i++) await new Promise((done) => setImmediate(done));
  });

async function respond(path: string, init: RequestInit = {}): Promise<Response> {
  const url = new URL(path, "http://here");
  const what = `${init.method ?? "GET"} ${decodeURI(url.pathname.replace("/api/v1", ""))}`;
  const request: Asked = {
    what,
    query: url.searchParams,
    body: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
  };
  asked.push(request);
  const route = routes.get(what);
  if (!route) unexpected.push(what);
  const found = route ? await route(request) : new No("unexpected", what);
  if (init.signal?.aborted) throw new DOMException("called off", "AbortError");
  if (found === LOST) throw new TypeError("Failed to fetch");
  if (found instanceof No)
    return Response.json({ key: found.key, detail: found.sentence, status: 409 }, { status: 409 });
  return found === undefined ? new Response(null, { status: 204 }) : Response.json(found);
}

class FakeWebSocket {
  static readonly all: FakeWebSocket[] = [];
  readonly sent: SocketRequest[] = [];
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  constructor() {
    FakeWebSocket.all.push(this);
  }
  send(data: string) {
    this.sent.push(JSON.parse(data));
  }
  close() {}
}

const latest = () => FakeWebSocket.all.at(-1);

/** The page's socket, as the server sees it. */
export const live = {
  /** Opened, and answered once: the connection is there. */
  opens: () =>
    act(async () => {
      latest()?.onopen?.();
      latest()?.onmessage?.({ data: JSON.stringify({ is: "done", id: 0 } satisfies SocketMessage) });
    }),
  says: (message: SocketMessage) => act(async () => latest()?.onmessage?.({ data: JSON.stringify(message) })),
  breaks: () => act(async () => latest()?.onclose?.({ code: 1006 })),
  sent: () => FakeWebSocket.all.flatMap((each) => each.sent),
  /** What is followed at the moment, as the requests name it. */
  followed: () => {
    const all = new Set<string>();
    for (const each of live.sent()) {
      if (each.do !== "watch" && each.do !== "unwatch") continue;
      const name = [each.topic, each.table ?? each.tournament, each.seat].filter((part) => part != null).join(" ");
      if (each.do === "watch") all.add(name);
      else all.delete(name);
    }
    return [...all];
  },
};

/** Nobody is signed in, no games, nobody has a rating or has blocked anybody. */
export function startServer(): void {
  asked.length = unexpected.length = FakeWebSocket.all.length = 0;
  routes.clear();
  answers("GET /games", []);
  answers("GET /ratings", []);
  answers("GET /me/blocks", []);
  answers("GET /me/following", []);
  answers("GET /livez", {});
  Object.assign(globalThis, { fetch: respond, WebSocket: FakeWebSocket });
}

/** What was asked for without an answer from the test. */
export const unexpectedRequests = () => [...unexpected];
