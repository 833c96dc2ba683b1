/**
 * One socket for the whole page. It follows topics, each from its own cursor. After a lost connection it reconnects and
 * goes on from there. Where no socket opens, it polls. Nothing here knows React or the browser: tests give it a socket and
 * a clock.
 */

import type { Act, Reached, RequestRefused, Say, SocketMessage, SocketRequest, Unwatch, Watch } from "../contract";
import type { Slice } from "../ui/state";
import { Refusal } from "./http";
import { MessageParts } from "./messageParts";

export type ConnectionState = "connecting" | "live" | "checking" | "lost" | "offline" | "closing";

export interface Connection {
  state: ConnectionState;
  since: number; // when that began
  by: "socket" | "polling";
}

export interface SocketLike {
  send(data: string): void;
  close(code?: number): void;
  onopen: (() => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
}

/** Why the server said no to something: a key for programs, a sentence for people. */
export type WhyRefused = Pick<RequestRefused, "key" | "error">;

/** Something to follow. It knows its cursor, and how to ask for what comes after. */
export interface Topic {
  readonly key: string;
  watch(): Watch;
  unwatch(): Unwatch;
  /** How far it has come, for a server that may lose what it tells. */
  reached?(): Reached[];
  /** Take a message. False: it does not follow on what is known, so ask again, from where it says to. */
  hear(message: SocketMessage): boolean;
  /** What is known differs from what the server knows: ask for everything next time. */
  forget(): void;
  refused(refusal: WhyRefused): void;
  /** What is known may be old from now on. */
  lost(): void;
  /** Without a socket: ask once, waiting for something new for a while. */
  poll(signal: AbortSignal): Promise<void>;
}

export const LONG_POLL = 20; // seconds that the server may wait for news

export interface SocketEnvironment {
  open(): SocketLike;
  /** Whether the server answers at all, over HTTP. */
  reachable(): Promise<boolean>;
  online(): boolean;
  now(): number;
  random(): number;
}

/** The connection broke before the answer. Nobody knows whether the action was done; with the same key it can be sent again. */
export class ConnectionLost extends Error {}

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 10_000;
const OPENING = 8_000; // as long as a socket may take to open
const PING = 15_000; // of silence, if the server does not say another time
const ANSWER = 6_000; // as long as an answer to a ping may take
const NOT_READY = 1_500;
const BLOCKED = 2; // times that the server answered and the socket did not open
const SOCKET_AGAIN = 60_000; // how often a socket is tried while polling
const POLL_PAUSE = 1_500; // after a poll that failed
const SERVER_CLOSING = 1012;
const SESSION_CHANGED = 3000;
const BARRED = 3003;

type Timer = ReturnType<typeof setTimeout>;

export class LiveSocket {
  private readonly environment: SocketEnvironment;
  private readonly told: Pick<Slice<Connection>, "get" | "set">;
  private readonly topics = new Map<string, Topic>();
  private readonly asked = new Map<number, { done: () => void; failed: (error: Error) => void; topic?: Topic }>();
  private socket: SocketLike | null = null;
  private opened = false; // this socket
  private ids = 0;
  private tries = 0;
  private blocked = 0;
  private again: Timer | undefined;
  private opening: Timer | undefined;
  private beat: Timer | undefined;
  private silence = PING; // until a ping
  private answer: Timer | undefined;
  private polling: AbortController | null = null;
  private polls = new Map<string, AbortController>();
  private readonly parts = new MessageParts();
  /** Another person may be signed in now. */
  onSessionChanged: () => void = () => undefined;
  /** What waits for the server to be reached again. */
  readonly onLive: (() => void)[] = [];
  /** The person may not use the server any more, and why. */
  onBarred: (why: string) => void = () => undefined;

  /** `told` is where the page reads how the connection is. */
  constructor(environment: SocketEnvironment, told: Pick<Slice<Connection>, "get" | "set">) {
    [this.environment, this.told] = [environment, told];
  }

  get connection(): Connection {
    return this.told.get();
  }

  // -- for the page ---------------------------------------------------------------------------------------------

  start(): void {
    if (!this.socket && !this.again) this.connect();
  }

  /** Another person is signed in: a socket speaks for the person who opened it. */
  restart(): void {
    this.drop();
    this.tries = 0;
    this.blocked = 0;
    this.stopPolling();
    this.connect();
  }

  stop(): void {
    this.drop();
    this.stopPolling();
    clearTimeout(this.again);
    this.again = undefined;
  }

  follow(topic: Topic): () => void {
    this.topics.set(topic.key, topic);
    this.start();
    if (this.opened) this.watch(topic);
    else if (this.polling) this.startPoll(topic);
    return () => {
      if (this.topics.get(topic.key) !== topic) return;
      this.topics.delete(topic.key);
      this.polls.get(topic.key)?.abort();
      this.polls.delete(topic.key);
      if (this.opened) this.send({ ...topic.unwatch(), id: ++this.ids });
    };
  }

  /** Whether the socket can carry requests now. */
  get open(): boolean {
    return this.opened;
  }

  /** Send a request and wait for the answer. */
  ask(message: Act | Say): Promise<void> {
    if (!this.opened) return Promise.reject(new ConnectionLost());
    const id = ++this.ids;
    return new Promise((done, failed) => {
      this.asked.set(id, { done, failed });
      this.send({ ...message, id });
    });
  }

  /** The page is visible again, or the network is back: check the connection at once. */
  wake(): void {
    if (!this.environment.online()) this.networkLost();
    else if (this.opened) {
      if (this.connection.state === "live") this.enter("checking");
      this.ping();
    } else if (!this.socket) {
      clearTimeout(this.again);
      this.again = undefined;
      this.tries = 0;
      this.connect();
    }
  }

  /** The browser says that the network is gone. */
  networkLost(): void {
    this.drop();
    this.enter("offline");
    this.connectLater();
  }

  // -- the socket -------------------------------------------------------------------------------------------------

  private connect(): void {
    clearTimeout(this.again);
    this.again = undefined;
    const socket = this.environment.open();
    this.socket = socket;
    socket.onopen = () => this.socket === socket && this.hasOpened();
    socket.onclose = (event) => this.socket === socket && this.hasClosed(event.code);
    socket.onmessage = (event) => this.socket === socket && this.heard(event.data);
    this.opening = setTimeout(() => {
      socket.close();
      if (this.socket === socket) this.hasClosed(0);
    }, OPENING);
  }

  private hasOpened(): void {
    clearTimeout(this.opening);
    this.opened = true;
    this.blocked = 0;
    this.stopPolling();
    for (const topic of this.topics.values()) this.watch(topic);
    this.ping(); // the first answer says that the connection works
  }

  private hasClosed(code: number): void {
    const never = !this.opened;
    this.drop();
    if (code === SESSION_CHANGED || code === BARRED) {
      this.tries = 0;
      this.onSessionChanged();
    }
    this.enter(!this.environment.online() ? "offline" : code === SERVER_CLOSING ? "closing" : "lost");
    if (never) this.environment.reachable().then((there) => this.socketBlocked(there));
    this.connectLater();
  }

  /** The server answers over HTTP and its socket does not open: something on the way blocks sockets, so poll. */
  private socketBlocked(there: boolean): void {
    this.blocked = there ? this.blocked + 1 : 0;
    if (this.blocked >= BLOCKED && !this.opened && !this.polling) this.startPolling();
  }

  private drop(): void {
    clearTimeout(this.opening);
    clearTimeout(this.beat);
    clearTimeout(this.answer);
    this.answer = undefined;
    this.silence = PING;
    const socket = this.socket;
    this.socket = null;
    this.opened = false;
    if (socket) {
      socket.onopen = socket.onclose = socket.onmessage = null;
      socket.close();
    }
    for (const each of this.asked.values()) if (!each.topic) each.failed(new ConnectionLost());
    this.asked.clear();
    if (!this.polling) for (const topic of this.topics.values()) topic.lost();
  }

  private connectLater(): void {
    clearTimeout(this.again);
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.tries);
    this.tries += 1;
    const wait = this.polling ? SOCKET_AGAIN : pause * (0.7 + 0.6 * this.environment.random());
    this.again = setTimeout(() => this.connect(), wait);
  }

  private send(message: SocketRequest): void {
    this.socket?.send(JSON.stringify(message));
  }

  private watch(topic: Topic): void {
    const id = ++this.ids;
    const failed = (error: Error) => {
      if (!(error instanceof Refusal) || this.topics.get(topic.key) !== topic) return;
      if (error.key === "server.not-ready") setTimeout(() => this.rewatch(topic), NOT_READY);
      else if (error.key === "server.cursor") this.startOver(topic);
      else topic.refused({ key: error.key, error: error.message });
    };
    this.asked.set(id, { done: () => undefined, failed, topic });
    this.send({ ...topic.watch(), id });
  }

  private rewatch(topic: Topic): void {
    if (this.opened && this.topics.get(topic.key) === topic) this.watch(topic);
  }

  private startOver(topic: Topic): void {
    topic.forget();
    this.rewatch(topic);
  }

  private ping(): void {
    clearTimeout(this.beat);
    if (this.answer === undefined)
      this.answer = setTimeout(() => {
        this.answer = undefined;
        this.hasClosed(0);
        this.connectNow();
      }, ANSWER);
    const reached = [...this.topics.values()].flatMap((topic) => topic.reached?.() ?? []);
    this.send({ do: "ping", id: ++this.ids, ...(reached.length > 0 ? { reached } : {}) });
  }

  private connectNow(): void {
    clearTimeout(this.again);
    this.tries = 0;
    this.connect();
  }

  private heard(data: string): void {
    const said: SocketMessage = JSON.parse(data);
    const message = said.is === "part" ? this.parts.take(said) : said;
    clearTimeout(this.answer);
    this.answer = undefined;
    clearTimeout(this.beat);
    if (message?.is === "done" && message.quiet) this.silence = message.quiet * 1000;
    this.beat = setTimeout(() => this.ping(), this.silence);
    if (message === null) return; // more parts are to come
    if (message.is === "again") {
      this.hasClosed(SESSION_CHANGED);
      return;
    }
    if (message.is === "barred") {
      this.onBarred(message.error);
      return;
    }
    if (message.is === "closing") {
      this.enter("closing");
      return;
    }
    this.tries = 0;
    this.enter("live");
    const topic = this.topics.get(keyOf(message));
    if (topic && !topic.hear(message)) this.rewatch(topic);
    // After the news: what is done can be seen by then.
    if (message.is === "done") this.takeAsked(message.id)?.done();
    else if (message.is === "refused") this.takeAsked(message.id)?.failed(new Refusal(message.key, message.error));
    else if (message.is === "table") for (const id of message.done ?? []) this.takeAsked(id)?.done();
  }

  /** A request that is answered now, if it is still waiting. */
  private takeAsked(id: number | string | null) {
    if (typeof id !== "number") return undefined;
    const waiting = this.asked.get(id);
    this.asked.delete(id);
    return waiting;
  }

  private enter(state: ConnectionState): void {
    const by = this.polling ? "polling" : "socket";
    if (this.connection.state === state && this.connection.by === by) return;
    const came = state === "live" && this.connection.state !== "checking" && this.connection.state !== "live";
    this.told.set({ state, since: this.environment.now(), by });
    if (came) for (const each of this.onLive) each();
  }

  // -- without a socket -------------------------------------------------------------------------------------------

  private startPolling(): void {
    this.polling = new AbortController();
    for (const topic of this.topics.values()) this.startPoll(topic);
    this.connectLater();
    this.enter("live");
  }

  private stopPolling(): void {
    if (!this.polling) return;
    this.polling.abort();
    this.polling = null;
    for (const each of this.polls.values()) each.abort();
    this.polls.clear();
  }

  private startPoll(topic: Topic): void {
    const stop = new AbortController();
    this.polls.get(topic.key)?.abort();
    this.polls.set(topic.key, stop);
    void this.keepPolling(topic, stop.signal);
  }

  private async keepPolling(topic: Topic, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await topic.poll(signal);
        if (!signal.aborted) this.enter("live");
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Refusal && error.key === "server.cursor") topic.forget();
        else if (error instanceof Refusal) topic.refused({ key: error.key, error: error.message });
        else {
          topic.lost();
          this.enter(this.environment.online() ? "lost" : "offline");
        }
        await new Promise((resolve) => setTimeout(resolve, POLL_PAUSE));
      }
    }
  }
}

/** Which topic a message belongs to. */
function keyOf(message: SocketMessage): string {
  return message.is === "table" || message.is === "left" || message.is === "watching" || message.is === "ratings"
    ? tableKey(message.table, message.seat)
    : message.is === "tournament"
      ? tournamentKey(message.tournament)
      : message.is === "talk"
        ? talkKey(message.place)
        : message.is;
}

export function tournamentKey(tournament: string): string {
  return `tournament ${tournament}`;
}

export function talkKey(place: string): string {
  return `talk ${place}`;
}

export function tableKey(table: string, seat: number | null): string {
  return `table ${table} ${seat ?? "gallery"}`;
}

/** Wait, unless polling stops first. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
