/**
 * One socket for the whole page. It follows topics, each from where it has got to; when the connection is lost it comes
 * back and goes on from there. Nothing here knows React, fetch or the browser: tests give it a socket and a clock.
 */

export type Touch = "connecting" | "live" | "checking" | "lost" | "offline" | "closing";

export interface Connection {
  touch: Touch;
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

export interface Message {
  is: string;
  id?: number | null;
  [key: string]: unknown;
}

/** Something that is followed. It knows how far it has got, and how to ask for what comes after. */
export interface Topic {
  readonly key: string;
  watch(): Record<string, unknown>;
  unwatch(): Record<string, unknown>;
  /** Take a message; false: it does not follow on what is known, so ask again from the beginning. */
  hear(message: Message): boolean;
  refused(refusal: { key: string; error: string }): void;
  /** What is known may be old from now on. */
  lost(): void;
  /** Without a socket: ask once, waiting for something new for a while. */
  poll(signal: AbortSignal): Promise<void>;
}

export interface World {
  open(): SocketLike;
  /** Whether the house answers at all, without a socket. */
  hello(): Promise<boolean>;
  online(): boolean;
  now(): number;
  random(): number;
}

export class Refusal extends Error {
  readonly key: string;
  constructor(key: string, sentence: string) {
    super(sentence);
    this.key = key;
  }
}

/** The answer did not come: whether it was done is not known. With the same key it can be asked again. */
export class Lost extends Error {}

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 10_000;
const OPENING = 8_000; // as long as a socket may take to open
const PING = 15_000;
const ANSWER = 6_000; // as long as an answer to a ping may take
const NOT_READY = 1_500;
const BLOCKED = 2; // times that the house answered and the socket did not open
const SOCKET_AGAIN = 60_000; // how often a socket is tried while polling
const POLL_PAUSE = 1_500; // after a poll that failed
const GOING = 1012;
const ASK_AGAIN = 3000;
const BARRED = 3003;

type Timer = ReturnType<typeof setTimeout>;

export class Wire {
  connection: Connection;
  private readonly world: World;
  private readonly topics = new Map<string, Topic>();
  private readonly asked = new Map<number, { done: () => void; failed: (error: Error) => void; topic?: Topic }>();
  private readonly listeners = new Set<() => void>();
  private socket: SocketLike | null = null;
  private opened = false; // this socket
  private ids = 0;
  private tries = 0;
  private blocked = 0;
  private again: Timer | undefined;
  private opening: Timer | undefined;
  private beat: Timer | undefined;
  private answer: Timer | undefined;
  private polling: AbortController | null = null;
  private polls = new Map<string, AbortController>();
  /** Somebody else may be signed in here now. */
  onAskAgain: () => void = () => undefined;
  /** Whoever was here may not come in any more, and why. */
  onBarred: (why: string) => void = () => undefined;

  constructor(world: World) {
    this.world = world;
    this.connection = { touch: "connecting", since: world.now(), by: "socket" };
  }

  // -- for the page ---------------------------------------------------------------------------------------------

  start(): void {
    if (!this.socket && !this.again) this.connect();
  }

  /** Whoever is here has changed: a socket speaks for whom it was opened. */
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

  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
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

  /** Whether things can be asked for over the socket now. */
  get open(): boolean {
    return this.opened;
  }

  /** Ask for something and wait for the answer. */
  ask(message: Record<string, unknown>): Promise<void> {
    if (!this.opened) return Promise.reject(new Lost());
    const id = ++this.ids;
    return new Promise((done, failed) => {
      this.asked.set(id, { done, failed });
      this.send({ ...message, id });
    });
  }

  /** The page is looked at again, or the network is back: find out at once instead of waiting for a silence. */
  wake(): void {
    if (!this.world.online()) this.unplugged();
    else if (this.opened) {
      if (this.connection.touch === "live") this.turn("checking");
      this.ping();
    } else if (!this.socket) {
      clearTimeout(this.again);
      this.again = undefined;
      this.tries = 0;
      this.connect();
    }
  }

  /** The network is gone, says the browser. */
  unplugged(): void {
    this.drop();
    this.turn("offline");
    this.later();
  }

  // -- the socket -------------------------------------------------------------------------------------------------

  private connect(): void {
    clearTimeout(this.again);
    this.again = undefined;
    const socket = this.world.open();
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
    this.ping(); // what is heard first says that all is well
  }

  private hasClosed(code: number): void {
    const never = !this.opened;
    this.drop();
    if (code === ASK_AGAIN || code === BARRED) {
      this.tries = 0;
      this.onAskAgain();
    }
    this.turn(!this.world.online() ? "offline" : code === GOING ? "closing" : "lost");
    if (never) this.world.hello().then((there) => this.closedDoor(there));
    this.later();
  }

  /** The house answers, and its socket does not open: something between here and there does not let it through. */
  private closedDoor(there: boolean): void {
    this.blocked = there ? this.blocked + 1 : 0;
    if (this.blocked >= BLOCKED && !this.opened && !this.polling) this.startPolling();
  }

  private drop(): void {
    clearTimeout(this.opening);
    clearTimeout(this.beat);
    clearTimeout(this.answer);
    this.answer = undefined;
    const socket = this.socket;
    this.socket = null;
    this.opened = false;
    if (socket) {
      socket.onopen = socket.onclose = socket.onmessage = null;
      socket.close();
    }
    for (const each of this.asked.values()) if (!each.topic) each.failed(new Lost());
    this.asked.clear();
    if (!this.polling) for (const topic of this.topics.values()) topic.lost();
  }

  private later(): void {
    clearTimeout(this.again);
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.tries);
    this.tries += 1;
    const wait = this.polling ? SOCKET_AGAIN : pause * (0.7 + 0.6 * this.world.random());
    this.again = setTimeout(() => this.connect(), wait);
  }

  private send(message: Record<string, unknown>): void {
    this.socket?.send(JSON.stringify(message));
  }

  private watch(topic: Topic): void {
    const id = ++this.ids;
    const failed = (error: Error) => {
      const refusal = error as Refusal;
      if (this.topics.get(topic.key) !== topic) return;
      if (refusal.key === "server.not-ready") setTimeout(() => this.rewatch(topic), NOT_READY);
      else if (refusal.key === "server.cursor") this.beginAgain(topic);
      else topic.refused({ key: refusal.key, error: refusal.message });
    };
    this.asked.set(id, { done: () => undefined, failed, topic });
    this.send({ ...topic.watch(), id });
  }

  private rewatch(topic: Topic): void {
    if (this.opened && this.topics.get(topic.key) === topic) this.watch(topic);
  }

  /** What is known here is not what the house knows: forget it. */
  private beginAgain(topic: Topic): void {
    topic.hear({ is: "reset" });
    this.rewatch(topic);
  }

  private ping(): void {
    clearTimeout(this.beat);
    if (this.answer === undefined)
      this.answer = setTimeout(() => {
        this.answer = undefined;
        this.hasClosed(0);
        this.wakeNow();
      }, ANSWER);
    this.send({ do: "ping", id: ++this.ids });
  }

  private wakeNow(): void {
    clearTimeout(this.again);
    this.tries = 0;
    this.connect();
  }

  private heard(data: string): void {
    const message = JSON.parse(data) as Message;
    clearTimeout(this.answer);
    this.answer = undefined;
    clearTimeout(this.beat);
    this.beat = setTimeout(() => this.ping(), PING);
    if (message.is === "barred") {
      this.onBarred(String(message.error));
      return;
    }
    if (message.is === "closing") {
      this.turn("closing");
      return;
    }
    this.tries = 0;
    this.turn("live");
    if (message.is === "done" || message.is === "refused") this.answered(message);
    const topic = this.topics.get(keyOf(message));
    if (topic && !topic.hear(message)) this.beginAgain(topic);
  }

  private answered(message: Message): void {
    const waiting = typeof message.id === "number" ? this.asked.get(message.id) : undefined;
    if (typeof message.id === "number") this.asked.delete(message.id);
    if (!waiting) return;
    if (message.is === "done") waiting.done();
    else waiting.failed(new Refusal(String(message.key), String(message.error)));
  }

  private turn(touch: Touch): void {
    const by = this.polling ? "polling" : "socket";
    if (this.connection.touch === touch && this.connection.by === by) return;
    this.connection = { touch, since: this.world.now(), by };
    for (const listener of this.listeners) listener();
  }

  // -- without a socket -------------------------------------------------------------------------------------------

  private startPolling(): void {
    this.polling = new AbortController();
    for (const topic of this.topics.values()) this.startPoll(topic);
    this.later();
    this.turn("live");
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
        if (!signal.aborted) this.turn("live");
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Refusal && error.key === "server.cursor") topic.hear({ is: "reset" });
        else if (error instanceof Refusal) topic.refused({ key: error.key, error: error.message });
        else {
          topic.lost();
          this.turn(this.world.online() ? "lost" : "offline");
        }
        await new Promise((resolve) => setTimeout(resolve, POLL_PAUSE));
      }
    }
  }
}

/** Which topic a message belongs to. */
export function keyOf(message: Message): string {
  return message.is === "table" || message.is === "left" || message.is === "watching"
    ? tableKey(String(message.table), message.seat as number | null)
    : message.is === "tournament"
      ? cupKey(String(message.tournament))
      : message.is;
}

export function cupKey(tournament: string): string {
  return `tournament ${tournament}`;
}

export function tableKey(table: string, seat: number | null): string {
  return `table ${table} ${seat ?? "gallery"}`;
}
