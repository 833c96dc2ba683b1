import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Feed, News } from "./feed";
import { TableTopic } from "./topics";
import { Lost, Refusal, type SocketLike, Wire, type World } from "./wire";

class FakeSocket implements SocketLike {
  sent: Record<string, unknown>[] = [];
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
  says(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breaks(code = 1006) {
    this.onclose?.({ code });
  }
  /** Answer everything that is asked, as a house would that has nothing to refuse. */
  answersPings() {
    for (const each of this.sent.splice(0)) if (each.do === "ping") this.says({ is: "done", id: each.id });
  }
}

class FakeWorld implements World {
  sockets: FakeSocket[] = [];
  there = true;
  connected = true;
  open() {
    const socket = new FakeSocket();
    this.sockets.push(socket);
    return socket;
  }
  hello = () => Promise.resolve(this.there);
  online = () => this.connected;
  now = () => Date.now();
  random = () => 0.5;
  get last(): FakeSocket {
    return this.sockets.at(-1) as FakeSocket;
  }
}

const line = (text: string) => ({ at: 1, kind: "step" as const, seat: 0, text });
const now = { phase: "playing" as const, host: "", seats: [], to_act: [0] };
const news = (cursor: number, ...texts: string[]): News & { is: string } => ({
  is: "table",
  table: "t",
  seat: 0,
  cursor,
  lines: texts.map(line),
  now,
});

let world: FakeWorld;
let wire: Wire;
let feed: Feed | null;
let polled: string[];
let answers: News[];
let silent: boolean;

function table(): TableTopic {
  return new TableTopic(
    "t",
    0,
    "",
    async <T>(path: string) => {
      polled.push(path);
      const answer = answers.shift();
      if (!answer && silent) return new Promise<T>(() => undefined); // a long poll with nothing to tell
      if (!answer) throw new TypeError("the house does not answer");
      return answer as T;
    },
    (changed) => {
      feed = changed;
    },
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  world = new FakeWorld();
  wire = new Wire(world);
  [feed, polled, answers, silent] = [null, [], [], false];
});
afterEach(() => {
  wire.stop();
  vi.useRealTimers();
});

function watched(): Record<string, unknown>[] {
  return world.last.sent.filter((each) => each.do === "watch");
}

describe("a connection", () => {
  it("is live once the house has said something", () => {
    wire.start();
    expect(wire.connection.touch).toBe("connecting");
    world.last.opens();
    expect(wire.connection.touch).toBe("connecting");
    world.last.answersPings();
    expect(wire.connection.touch).toBe("live");
  });

  it("comes back by itself, more slowly each time, and at once when it had been good", () => {
    wire.start();
    world.last.opens();
    world.last.answersPings();
    const pauses: number[] = [];
    for (let i = 0; i < 8; i++) {
      world.last.breaks();
      const before = world.sockets.length;
      const start = Date.now();
      while (world.sockets.length === before) vi.advanceTimersByTime(50);
      pauses.push(Date.now() - start);
    }
    expect(pauses[0]).toBeLessThanOrEqual(500);
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
    expect(pauses.at(-1)).toBeLessThanOrEqual(10_050);
    expect(wire.connection.touch).toBe("lost");
  });

  it("is found dead when a ping is not answered, and tried anew", () => {
    wire.start();
    world.last.opens();
    world.last.answersPings();
    vi.advanceTimersByTime(15_000);
    expect(world.last.sent.some((each) => each.do === "ping")).toBe(true);
    vi.advanceTimersByTime(6_000);
    expect(wire.connection.touch).toBe("lost");
    expect(world.sockets).toHaveLength(2);
  });

  it("gives up on a socket that never opens", () => {
    wire.start();
    vi.advanceTimersByTime(8_000);
    expect(world.last.closed).toBe(true);
    expect(wire.connection.touch).toBe("lost");
  });

  it("is doubted after a sleep until the house has answered", () => {
    wire.start();
    world.last.opens();
    world.last.answersPings();
    wire.wake();
    expect(wire.connection.touch).toBe("checking");
    world.last.answersPings();
    expect(wire.connection.touch).toBe("live");
  });

  it("says that the house restarts, and that the network is gone", () => {
    wire.start();
    world.last.opens();
    world.last.answersPings();
    world.last.says({ is: "closing" });
    expect(wire.connection.touch).toBe("closing");
    world.last.breaks(1012);
    expect(wire.connection.touch).toBe("closing");
    world.connected = false;
    wire.unplugged();
    expect(wire.connection.touch).toBe("offline");
  });

  it("asks who is here when the house says so", () => {
    const asked = vi.fn();
    wire.onAskAgain = asked;
    wire.start();
    world.last.opens();
    world.last.breaks(3000);
    expect(asked).toHaveBeenCalledOnce();
  });
});

describe("a table", () => {
  it("is watched from where it has got to, also after a new connection", () => {
    wire.follow(table());
    world.last.opens();
    expect(watched()).toMatchObject([{ topic: "table", table: "t", seat: 0, cursor: 0 }]);
    world.last.says(news(2, "a", "b"));
    expect(feed?.fresh).toBe(true);
    world.last.says(news(3, "c"));
    world.last.breaks();
    expect(feed?.fresh).toBe(false);
    expect(feed?.lines).toHaveLength(3);
    vi.advanceTimersByTime(1_000);
    world.last.opens();
    expect(watched()).toMatchObject([{ cursor: 3 }]);
    world.last.says(news(4, "d"));
    expect(feed?.lines.map((each) => each.text)).toEqual(["a", "b", "c", "d"]);
    expect(feed?.fresh).toBe(true);
  });

  it("is asked for anew where something is missing", () => {
    wire.follow(table());
    world.last.opens();
    world.last.says(news(2, "a", "b"));
    world.last.sent = [];
    world.last.says(news(5, "e"));
    expect(watched()).toMatchObject([{ cursor: 0 }]);
    expect(feed?.fresh).toBe(false);
    world.last.says(news(5, "a", "b", "c", "d", "e"));
    expect(feed?.lines).toHaveLength(5);
  });

  it("is asked for anew where the house does not know that much", () => {
    wire.follow(table());
    world.last.opens();
    world.last.says(news(2, "a", "b"));
    world.last.breaks();
    vi.advanceTimersByTime(1_000);
    world.last.opens();
    world.last.says({ is: "refused", id: watched()[0]?.id, key: "server.cursor", error: "not as much" });
    expect(watched().at(-1)).toMatchObject({ cursor: 0 });
  });

  it("waits for a game that is being made ready", () => {
    wire.follow(table());
    world.last.opens();
    world.last.says({ is: "refused", id: watched()[0]?.id, key: "server.not-ready", error: "soon" });
    expect(feed).toBeNull();
    vi.advanceTimersByTime(1_500);
    expect(watched()).toHaveLength(2);
  });

  it("tells why it cannot be seen", () => {
    wire.follow(table());
    world.last.opens();
    world.last.says({ is: "refused", id: watched()[0]?.id, key: "refuse.no-table", error: "no such table" });
    expect(feed?.refused).toEqual({ key: "refuse.no-table", error: "no such table" });
  });

  it("keeps its board while others talk", () => {
    wire.follow(table());
    world.last.opens();
    world.last.says(news(1, "a"));
    world.last.says({ is: "table", table: "t", seat: 0, cursor: 2, lines: [{ at: 1, kind: "said", text: "hello" }] });
    expect(feed?.now).toEqual(now);
    expect(feed?.lines).toHaveLength(2);
  });

  it("is no longer followed after that", () => {
    const leave = wire.follow(table());
    world.last.opens();
    world.last.says(news(1, "a"));
    leave();
    expect(world.last.sent.at(-1)).toMatchObject({ do: "unwatch", table: "t" });
    world.last.says(news(2, "b"));
    expect(feed?.lines).toHaveLength(1);
  });
});

describe("what is asked for", () => {
  it("is done, refused, or lost with the connection", async () => {
    wire.start();
    await expect(wire.ask({ do: "act" })).rejects.toThrow(Lost);
    world.last.opens();
    const id = () => world.last.sent.at(-1)?.id;
    const done = wire.ask({ do: "act" });
    world.last.says({ is: "done", id: id() });
    await expect(done).resolves.toBeUndefined();
    const refused = wire.ask({ do: "act" });
    world.last.says({ is: "refused", id: id(), key: "refuse.not-your-turn", error: "Not your turn." });
    await expect(refused).rejects.toThrow(Refusal);
    const lost = wire.ask({ do: "act" });
    world.last.breaks();
    await expect(lost).rejects.toThrow(Lost);
  });
});

describe("where sockets are blocked", () => {
  async function blocked() {
    wire.follow(table());
    for (let i = 0; i < 2; i++) {
      world.last.breaks();
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
    expect(wire.connection.by).toBe("polling");
  });

  it("does not take a house that is down for a blocked socket", async () => {
    world.there = false;
    await blocked();
    expect(polled).toEqual([]);
    expect(wire.connection.touch).toBe("lost");
  });

  it("is lost when that fails too, and live when it works again", async () => {
    answers = [news(1, "a")];
    await blocked();
    await vi.advanceTimersByTimeAsync(100);
    expect(wire.connection.touch).toBe("lost");
    expect(feed?.fresh).toBe(false);
    [answers, silent] = [[news(1)], true];
    await vi.advanceTimersByTimeAsync(1_500);
    expect(feed?.fresh).toBe(true);
    expect(wire.connection.touch).toBe("live");
  });

  it("goes back to a socket as soon as one opens", async () => {
    answers = [news(1, "a")];
    await blocked();
    await vi.advanceTimersByTimeAsync(61_000);
    world.last.opens();
    world.last.answersPings();
    expect(wire.connection).toMatchObject({ by: "socket", touch: "live" });
    const asked = polled.length;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(polled).toHaveLength(asked);
  });
});
