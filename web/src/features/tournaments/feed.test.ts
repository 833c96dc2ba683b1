import { describe, expect, it, vi } from "vitest";
import type { RoundLine, TournamentNews, TournamentNow } from "../../contract";
import { TournamentTopic, withNews } from "./feed";

const round = (number: number, points: number[] | null): RoundLine => ({
  round: number,
  at: 0,
  matches: [{ match: `${number}-1`, table: "t", seats: ["a", "b"], points, by: points && "played", again: null }],
  byes: [],
  field: [],
});
const now = (version: number, rounds: RoundLine[]): TournamentNow => ({
  tournament: "cup",
  version,
  title: "Spring Cup",
  about: "",
  game: "yinsh",
  game_title: "YINSH",
  organiser: "o",
  organiser_name: "Olga",
  phase: "running",
  cancelled: false,
  champion: null,
  rules: {
    kind: "swiss",
    seats: 2,
    options: {},
    clock: { pace: "live", minutes: 10 },
    starts: null,
    check_in: 0,
    minutes: 0,
    every: 0,
    patience: 5,
    bots: false,
    most: 64,
    rated: false,
    seeding: "lot",
  },
  planned: 5,
  check_in_opens: null,
  begun: 0,
  ended: null,
  ends: null,
  next_round: null,
  seed: null,
  entrants: [{ entrant: "a", name: "Ada", level: null, checked: false, out: null }],
  seeds: [],
  standings: [],
  rounds,
  scoring: [],
  me: { organises: false, entered: true, checked: false, table: null },
});
const news = (after: number, cursor: number, rounds: RoundLine[]): TournamentNews => ({
  is: "tournament",
  tournament: "cup",
  after,
  cursor,
  entrants: false,
  now: { ...now(cursor, rounds), entrants: [] },
  me: { organises: false, entered: true, checked: false, table: "next" },
});

describe("news of a tournament", () => {
  it("replace the rounds in which something happened, and leave all else", () => {
    const next = withNews(now(4, [round(1, [1, 0]), round(2, null)]), news(4, 6, [round(2, [0, 1]), round(3, null)]));
    expect(next?.rounds.map((each) => each.matches[0]?.points)).toEqual([[1, 0], [0, 1], null]);
    expect(next?.entrants).toHaveLength(1);
    expect(next?.me.table).toBe("next");
  });
  it("are not taken if something between is missing", () => {
    expect(withNews(now(4, []), news(5, 6, []))).toBeNull();
    expect(withNews(null, news(5, 6, []))).toBeNull();
  });
  it("may tell again what an answer told already, and undo nothing", () => {
    const known = now(6, [round(1, [1, 0])]);
    expect(withNews(known, news(4, 5, [round(1, null)]))).toBe(known);
    expect(withNews(known, news(4, 7, [round(2, null)]))?.rounds).toHaveLength(2);
  });
  it("begin with everything, and go on from the version that is known", () => {
    const told: (number | undefined)[] = [];
    const topic = new TournamentTopic("cup", (feed) => told.push(feed.now?.version));
    expect(topic.watch()).toMatchObject({ topic: "tournament", tournament: "cup", cursor: 0 });
    expect(topic.hear(news(0, 3, [round(1, null)]))).toBe(true);
    expect(topic.watch().cursor).toBe(3);
    expect(topic.hear(news(4, 5, []))).toBe(false);
    topic.forget();
    expect(topic.watch().cursor).toBe(0);
    expect(told).toEqual([3]);
  });
  it("are asked for over HTTP where no socket opens, and held by the house until there are some", async () => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (path: string) => {
      asked.push(path.replace("/api/v1", ""));
      return Response.json(now(3 * asked.length, [round(1, null)]));
    });
    const told: (number | undefined)[] = [];
    const topic = new TournamentTopic("cup", (feed) => told.push(feed.now?.version));
    await topic.poll(new AbortController().signal);
    await topic.poll(new AbortController().signal);
    expect(asked).toEqual(["/tournaments/cup?version=0&wait=0", "/tournaments/cup?version=3&wait=20"]);
    expect(told).toEqual([3, 6]);
    vi.unstubAllGlobals();
  });
});
