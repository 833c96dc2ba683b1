import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Act, LogLine, Snapshot, SocketMessage, SocketRequest, TableNews } from "../contract";
import type { Feed } from "../features/tables/feed";
import { TableTopic } from "../features/tables/topics";
import { slice } from "../ui/state";
import { Refusal } from "./http";
import { type Connection, ConnectionLost, LiveSocket, type SocketEnvironment, type SocketLike } from "./socket";

class FakeSocket implements SocketLike {
  sent: SocketRequest[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  send(data: string) {
    this.sent.push(JSON.parse(data));
  }
  close() {
    this.closed = true;
  }
  opens() {
    this.onopen?.();
  }
  says(message: SocketMessage) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breaks(code = 1006) {
    this.onclose?.({ code });
  }
  /** Answer everything that is asked, as a house would that has nothing to refuse. */
  answersPings() {
    for (const each of this.sent.splice(0)) if (each.do === "ping") this.says({ is: "done", id: each.id ?? null });
  }
}

class FakeEnvironment implements SocketEnvironment {
  sockets: FakeSocket[] = [];
  there = true;
  connected = true;
  open() {
    const socket = new FakeSocket();
    this.sockets.push(socket);
    return socket;
  }
  reachable = () => Promise.resolve(this.there);
  online = () => this.connected;
  now = () => Date.now();
  random = () => 0.5;
  get last(): FakeSocket {
    return this.sockets.at(-1) as FakeSocket;
  }
}

const line = (text: string): LogLine => ({ at: 1, kind: "step", seat: 0, text });
const now: Snapshot = { phase: "playing", host: "", seats: [], to_act: [0] };
const news = (cursor: number, ...texts: string[]): TableNews => ({
  is: "table",
  table: "t",
  seat: 0,
  cursor,
  lines: texts.map(line),
  now,
});

const connection = slice<Connection>("a connection that is tried out", { state: "connecting", since: 0, by: "socket" });
let environment: FakeEnvironment;
let live: LiveSocket;
let feed: Feed | null;
let polled: string[];
let answers: TableNews[];
let silent: boolean;

function table(view = false): TableTopic {
  return new TableTopic({ table: "t", seat: 0, invite: "", view }, (changed) => {
    feed = changed;
  });
}

async function answerPoll(path: string): Promise<Response> {
  polled.push(path);
  const answer = answers.shift();
  if (!answer && silent) return new Promise(() => undefined); // a long poll with nothing to tell
  if (!answer) throw new TypeError("the house does not answer");
  return Response.json(answer);
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", answerPoll);
  environment = new FakeEnvironment();
  connection.forget();
  live = new LiveSocket(environment, connection);
  [feed, polled, answers, silent] = [null, [], [], false];
});
afterEach(() => {
  live.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function watched(): SocketRequest[] {
  return environment.last.sent.filter((each) => each.do === "watch");
}

const ACT: Act = { do: "act", table: "t", seat: 0, steps: ["a"] };

describe("a connection", () => {
  it("is live once the house has said something", () => {
    live.start();
    expect(live.connection.state).toBe("connecting");
    environment.last.opens();
    expect(live.connection.state).toBe("connecting");
    environment.last.answersPings();
    expect(live.connection.state).toBe("live");
  });

  it("comes back by itself, more slowly each time, and at once when it had been good", () => {
    live.start();
    environment.last.opens();
    environment.last.answersPings();
    const pauses: number[] = [];
    for (let i = 0; i < 8; i++) {
      environment.last.breaks();
      const before = environment.sockets.length;
      const start = Date.now();
      while (environment.sockets.length === before) vi.advanceTimersByTime(50);
      pauses.push(Date.now() - start);
    }
    expect(pauses[0]).toBeLessThanOrEqual(500);
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(pauses.at(-1)).toBeLessThanOrEqual(10_050);
    expect(pauses.at(-1)).toBeGreaterThan(5_000);
    expect(live.connection.state).toBe("lost");
  });

  it("is found dead when a ping is not answered, and tried anew", () => {
    live.start();
    environment.last.opens();
    environment.last.answersPings();
    vi.advanceTimersByTime(15_000);
    expect(environment.last.sent.some((each) => each.do === "ping")).toBe(true);
    vi.advanceTimersByTime(6_000);
    expect(live.connection.state).toBe("lost");
    expect(environment.sockets).toHaveLength(2);
  });

  it("is left alone for as long as the server says, and no longer than usual by the next one", () => {
    live.start();
    environment.last.opens();
    const pings = () => environment.last.sent.filter((each) => each.do === "ping");
    environment.last.says({ is: "done", id: 1, quiet: 60 });
    environment.last.sent = [];
    vi.advanceTimersByTime(59_000);
    expect(pings()).toHaveLength(0);
    vi.advanceTimersByTime(1_000);
    expect(pings()).toHaveLength(1);
    environment.last.breaks();
    vi.advanceTimersByTime(1_000);
    environment.last.opens();
    environment.last.answersPings();
    vi.advanceTimersByTime(15_000);
    expect(pings()).toHaveLength(1);
  });

  it("gives up on a socket that never opens", () => {
    live.start();
    vi.advanceTimersByTime(8_000);
    expect(environment.last.closed).toBe(true);
    expect(live.connection.state).toBe("lost");
  });

  it("is doubted after a sleep until the house has answered", () => {
    live.start();
    environment.last.opens();
    environment.last.answersPings();
    live.wake();
    expect(live.connection.state).toBe("checking");
    environment.last.answersPings();
    expect(live.connection.state).toBe("live");
  });

  it("says that the house restarts, and that the network is gone", () => {
    live.start();
    environment.last.opens();
    environment.last.answersPings();
    environment.last.says({ is: "closing" });
    expect(live.connection.state).toBe("closing");
    environment.last.breaks(1012);
    expect(live.connection.state).toBe("closing");
    environment.connected = false;
    live.networkLost();
    expect(live.connection.state).toBe("offline");
  });

  it("asks who is here when the house says so", () => {
    const asked = vi.fn();
    live.onSessionChanged = asked;
    live.start();
    environment.last.opens();
    environment.last.breaks(3000);
    expect(asked).toHaveBeenCalledOnce();
  });
});

describe("a table", () => {
  it("is watched from where it has got to, also after a new connection", () => {
    live.follow(table());
    environment.last.opens();
    expect(watched()).toMatchObject([{ topic: "table", table: "t", seat: 0, cursor: 0, answers: true }]);
    expect(watched()[0]).not.toHaveProperty("view");
    environment.last.says(news(2, "a", "b"));
    expect(feed?.fresh).toBe(true);
    environment.last.says(news(3, "c"));
    environment.last.breaks();
    expect(feed?.fresh).toBe(false);
    expect(feed?.lines).toHaveLength(3);
    vi.advanceTimersByTime(1_000);
    environment.last.opens();
    expect(watched()).toMatchObject([{ cursor: 3 }]);
    environment.last.says(news(4, "d"));
    expect(feed?.lines.map((each) => each.text)).toEqual(["a", "b", "c", "d"]);
    expect(feed?.fresh).toBe(true);
  });

  it("is asked for from where it stands where something is missing, and passes over what comes twice or late", () => {
    live.follow(table());
    environment.last.opens();
    environment.last.says(news(2, "a", "b"));
    environment.last.sent = [];
    environment.last.says(news(5, "e"));
    expect(watched()).toMatchObject([{ cursor: 2 }]);
    expect(feed?.lines).toHaveLength(2);
    environment.last.says(news(5, "c", "d", "e"));
    for (const again of [news(4, "d"), news(5, "e"), news(3, "c"), news(6, "e", "f")]) environment.last.says(again);
    expect(feed?.lines.map((each) => each.text)).toEqual(["a", "b", "c", "d", "e", "f"]);
    expect(watched()).toHaveLength(1);
  });

  it("says how far it has come with every ping, once it knows anything", () => {
    live.follow(table());
    environment.last.opens();
    expect(environment.last.sent.filter((each) => each.do === "ping")).not.toHaveProperty("0.reached");
    environment.last.says(news(2, "a", "b"));
    environment.last.sent = [];
    vi.advanceTimersByTime(15_000);
    expect(environment.last.sent).toMatchObject([{ do: "ping", reached: [{ table: "t", seat: 0, cursor: 2 }] }]);
  });

  it("comes in parts where it is too large, in any order and perhaps twice", () => {
    live.follow(table());
    environment.last.opens();
    const whole = JSON.stringify(news(2, "a", "b"));
    const texts = [whole.slice(0, 30), whole.slice(30, 31), whole.slice(31)];
    const parts = texts.map((text, number) => ({ is: "part" as const, of: "m", number, count: 3, text }));
    for (const number of [2, 0, 2]) environment.last.says(parts[number] as SocketMessage);
    expect(feed).toBeNull();
    environment.last.says(parts[1] as SocketMessage);
    expect(feed?.lines).toHaveLength(2);
  });

  it("is asked for anew where the house does not know that much", () => {
    live.follow(table());
    environment.last.opens();
    environment.last.says(news(2, "a", "b"));
    environment.last.breaks();
    vi.advanceTimersByTime(1_000);
    environment.last.opens();
    environment.last.says({ is: "refused", id: watched()[0]?.id ?? null, key: "server.cursor", error: "not as much" });
    expect(watched().at(-1)).toMatchObject({ cursor: 0 });
  });

  it("waits for a game that is being made ready", () => {
    live.follow(table());
    environment.last.opens();
    environment.last.says({ is: "refused", id: watched()[0]?.id ?? null, key: "server.not-ready", error: "soon" });
    expect(feed).toBeNull();
    vi.advanceTimersByTime(1_500);
    expect(watched()).toHaveLength(2);
  });

  it("tells why it cannot be seen", () => {
    live.follow(table());
    environment.last.opens();
    environment.last.says({
      is: "refused",
      id: watched()[0]?.id ?? null,
      key: "refuse.no-table",
      error: "no such table",
    });
    expect(feed?.refused).toEqual({ key: "refuse.no-table", error: "no such table" });
  });

  it("keeps its board while others talk", () => {
    live.follow(table());
    environment.last.opens();
    environment.last.says(news(1, "a"));
    environment.last.says({
      is: "table",
      table: "t",
      seat: 0,
      cursor: 2,
      lines: [{ at: 1, kind: "said", text: "hello" }],
    });
    expect(feed?.now).toEqual(now);
    expect(feed?.lines).toHaveLength(2);
  });

  it("is told with the game's own view where that is asked for, and keeps it while others talk", () => {
    live.follow(table(true));
    environment.last.opens();
    expect(watched()).toMatchObject([{ view: true }]);
    environment.last.says({ ...news(1, "a"), now: { ...now, view: { hand: [3] } } });
    environment.last.says({ ...news(2), now: undefined, lines: [{ at: 1, kind: "said", text: "hello" }] });
    expect(feed?.now?.view).toEqual({ hand: [3] });
  });

  it("is told what its match did to ratings, and knows it although all else is asked for anew", () => {
    live.follow(table());
    environment.last.opens();
    environment.last.says(news(1, "a"));
    const ratings = { rated: true, counts: true, settled: true, changes: [], team: null };
    environment.last.says({ is: "ratings", table: "t", seat: 1, ...ratings });
    expect(feed?.ratings).toBeNull(); // told to another seat
    environment.last.says({ is: "ratings", table: "t", seat: 0, ...ratings });
    expect(feed?.ratings).toMatchObject(ratings);
    environment.last.says({ is: "refused", id: watched()[0]?.id ?? null, key: "server.cursor", error: "not as much" });
    expect(feed).toMatchObject({ cursor: 0, ratings });
  });

  it("is no longer followed after that", () => {
    const leave = live.follow(table());
    environment.last.opens();
    environment.last.says(news(1, "a"));
    leave();
    expect(environment.last.sent.at(-1)).toMatchObject({ do: "unwatch", table: "t" });
    environment.last.says(news(2, "b"));
    expect(feed?.lines).toHaveLength(1);
  });
});

describe("what is asked for", () => {
  it("is done, refused, or lost with the connection", async () => {
    live.start();
    await expect(live.ask(ACT)).rejects.toThrow(ConnectionLost);
    environment.last.opens();
    const id = () => environment.last.sent.at(-1)?.id ?? null;
    const done = live.ask(ACT);
    environment.last.says({ is: "done", id: id() });
    await expect(done).resolves.toBeUndefined();
    const refused = live.ask(ACT);
    environment.last.says({ is: "refused", id: id(), key: "refuse.not-your-turn", error: "Not your turn." });
    await expect(refused).rejects.toThrow(Refusal);
    const lost = live.ask(ACT);
    environment.last.breaks();
    await expect(lost).rejects.toThrow(ConnectionLost);
  });
});

describe("what is answered with the news of it", () => {
  /** Ask for a step; what the feed had when that was done. */
  async function linesWhenDone(done: Promise<void>): Promise<number | undefined> {
    await done;
    return feed?.lines.length;
  }

  it("is done after the news have been heard, one request or several", async () => {
    live.follow(table());
    environment.last.opens();
    environment.last.says(news(1, "a"));
    const [first, second] = [linesWhenDone(live.ask(ACT)), linesWhenDone(live.ask(ACT))];
    const ids = environment.last.sent.slice(-2).map((each) => each.id ?? -1);
    environment.last.says({ ...news(3, "b", "c"), done: ids });
    expect(await Promise.all([first, second])).toEqual([3, 3]);
    expect(feed?.cursor).toBe(3);
  });

  it("is done although the news do not follow on what is known, or nobody follows the table any more", async () => {
    const leave = live.follow(table());
    environment.last.opens();
    const id = () => environment.last.sent.at(-1)?.id ?? -1;
    const early = live.ask(ACT);
    environment.last.says({ ...news(7, "g"), done: [id()] });
    await expect(early).resolves.toBeUndefined();
    const late = live.ask(ACT);
    const asked = id();
    leave();
    environment.last.says({ ...news(8, "h"), done: [asked] });
    await expect(late).resolves.toBeUndefined();
  });

  it("leaves alone what somebody else was told", async () => {
    live.follow(table());
    environment.last.opens();
    let done = false;
    const said = () => {
      done = true;
    };
    live.ask(ACT).then(said, () => undefined);
    environment.last.says({ ...news(1, "a"), done: [12345] });
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toBe(false);
  });
});

describe("where sockets are blocked", () => {
  async function blocked(view = false) {
    live.follow(table(view));
    for (let i = 0; i < 2; i++) {
      environment.last.breaks();
      await vi.advanceTimersByTimeAsync(2_000);
    }
  }

  it("asks over HTTP instead, from the cursor on", async () => {
    answers = [news(2, "a", "b"), news(3, "c")];
    await blocked();
    await vi.advanceTimersByTimeAsync(100);
    expect(polled[0]).toContain("after=0&wait=0");
    expect(polled[1]).toContain("after=2&wait=20");
    expect(feed?.lines.map((each) => each.text)).toEqual(["a", "b", "c"]);
    expect(live.connection.by).toBe("polling");
  });

  it("asks with the game's own view where that is wanted", async () => {
    answers = [{ ...news(1, "a"), now: { ...now, view: { hand: [3] } } }];
    await blocked(true);
    await vi.advanceTimersByTimeAsync(100);
    expect(polled[0]).toContain("&view=true");
    expect(feed?.now?.view).toEqual({ hand: [3] });
  });

  it("does not take a house that is down for a blocked socket", async () => {
    environment.there = false;
    await blocked();
    expect(polled).toEqual([]);
    expect(live.connection.state).toBe("lost");
  });

  it("is lost when that fails too, and live when it works again", async () => {
    answers = [news(1, "a")];
    await blocked();
    await vi.advanceTimersByTimeAsync(100);
    expect(live.connection.state).toBe("lost");
    expect(feed?.fresh).toBe(false);
    [answers, silent] = [[news(1)], true];
    await vi.advanceTimersByTimeAsync(1_500);
    expect(feed?.fresh).toBe(true);
    expect(live.connection.state).toBe("live");
  });

  it("goes back to a socket as soon as one opens", async () => {
    answers = [news(1, "a")];
    await blocked();
    await vi.advanceTimersByTimeAsync(61_000);
    environment.last.opens();
    environment.last.answersPings();
    expect(live.connection).toMatchObject({ by: "socket", state: "live" });
    const asked = polled.length;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(polled).toHaveLength(asked);
  });
});
