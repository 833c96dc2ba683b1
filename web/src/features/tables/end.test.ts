import { describe, expect, it } from "vitest";
import type { GameInfo, Result } from "../../contract";
import { endOf, scaleOf, teamSentence } from "./end";
import type { NamedSitter } from "./feed";

const named = (...names: string[]): NamedSitter[] => names.map((name) => ({ kind: "person", name, person: name }));
const game = (cooperative = false) => ({ cooperative }) as GameInfo;
const result = (returns: number[], scores: number[], ending = "finished", seat: number | null = null): Result => ({
  ...{ returns, scores, ending, seat, came_to: null },
});
const plain = (words: string) => words.replace(/[\u2066-\u2069]/g, "");
const RACE = { "ending.finished": "over the line", "ending.resigned": "by resignation", "ending.time": "on time" };
const told = (...about: Parameters<typeof endOf>) => {
  const { title, line, scores } = endOf(...about);
  return [title, line, scores].filter((words, i) => i < 2 || words !== "").map(plain);
};

describe("the end of a match of several", () => {
  const seats = named("Ada", "Bo", "Cy", "Di");
  const race = result([1, 0.3, -0.3, -1], [1, 2, 3, 4]);
  it("tells each of them where they came, and who won", () => {
    expect(told(race, game(), seats, RACE, 1)).toEqual(["You came second", "Ada wins over the line."]);
    expect(told(race, game(), seats, RACE, 3)[0]).toBe("You came fourth");
    expect(told(race, game(), seats, RACE, 0)).toEqual(["You came first", "Bo came second."]);
  });
  it("tells those who look on who won", () => {
    expect(told(race, game(), seats, RACE, null)).toEqual(["Ada wins", "It ended over the line."]);
  });
  it("has an order in which equals share a place, and in which places are not told as scores", () => {
    const { order } = endOf(result([1, -1, 0, 0], [1, 4, 2, 2]), game(), seats, RACE, 2);
    expect(order?.map(({ seat, place, tally }) => [seat, place, tally])).toEqual([
      [0, 1, ""],
      [2, 2, ""],
      [3, 2, ""],
      [1, 4, ""],
    ]);
  });
  it("is shared by those who are first together", () => {
    expect(told(result([1, 1, -1, -1], [9, 9, 1, 0]), game(), seats, RACE, 1)[0]).toBe("You share the win");
  });
});

describe("the end of a match of two", () => {
  const seats = named("Ada", "Bo");
  const score = { one: "{who}: {count} ring", other: "{who}: {count} rings" };
  const rings = [3, 2];
  const words = { ...RACE, score };
  const both = "Ada: 3 rings · Bo: 2 rings";
  it("says to each what it means for them, how it was won, and what both came to", () => {
    const won = result([1, -1], rings);
    expect(told(won, game(), seats, words, 0)).toEqual(["You win over the line", "", "You: 3 rings · Bo: 2 rings"]);
    expect(told(won, game(), seats, words, 1)).toEqual([
      "You lost",
      "Ada wins over the line.",
      "Ada: 3 rings · You: 2 rings",
    ]);
    expect(told(won, game(), seats, words, null)).toEqual(["Ada wins over the line", "", both]);
  });
  it("says to whom it was that brought it about", () => {
    const by = (ending: string, you: number) =>
      told(
        result([-1, 1], rings, ending, 0),
        game(),
        seats,
        { ...RACE, "ending.abandoned": "because a player left" },
        you,
      );
    expect(by("resigned", 0)).toEqual(["You resigned", "Bo wins."]);
    expect(by("time", 0)).toEqual(["Your time ran out", "Bo wins."]);
    expect(by("abandoned", 0)).toEqual(["You left the match", "Bo wins."]);
    expect(by("resigned", 1)).toEqual(["You win by resignation", ""]);
    expect(by("time", 1)).toEqual(["You win on time", ""]);
    expect(by("abandoned", 1)).toEqual(["You win because a player left", ""]);
  });
  it("is told in the game's own words where it counts, or where one comes second", () => {
    const places = { ...RACE, "end.won": "You came first", "end.lost": "You came second" };
    expect(told(result([-1, 1], [2, 1]), game(), seats, places, 0)).toEqual([
      "You came second",
      "Bo wins over the line.",
    ]);
    expect(told(result([-1, 1], [2, 1]), game(), seats, places, 1)).toEqual([
      "You came first",
      "It ended over the line.",
    ]);
    const points = { ...RACE, "end.lost": { one: "You lost by one point", other: "You lost by {count} points" } };
    expect(told(result([-1, 1], [30, 42]), game(), seats, points, 0)[0]).toBe("You lost by 12 points");
    expect(told(result([-1, 1], [41, 42]), game(), seats, points, 0)[0]).toBe("You lost by one point");
    expect(told(result([-1, 1], [50, 42], "resigned", 0), game(), seats, points, 0)[0]).toBe("You resigned");
    expect(told(result([1, -1], [50, 42], "resigned", 1), game(), seats, places, 0)[0]).toBe("You win by resignation");
  });
  it("says in the game's words what it came to, instead of a list, and in how many moves", () => {
    const [won, took] = [{ other: "{won} to {lost}, in {count} moves." }, { other: "In {count} moves." }];
    const catalogue = { ...words, "came-to.won": won, took, three: "Three rings" };
    const came = (key: string, args: Record<string, number | { key: string; args: Record<string, never> }>) => {
      const { scores, cameTo } = endOf(
        { ...result([1, -1], rings), came_to: { key, args } },
        game(),
        seats,
        catalogue,
        0,
      );
      return [scores, cameTo].map(plain);
    };
    expect(came("came-to.won", { won: { key: "three", args: {} }, lost: 2, count: 41 })).toEqual([
      "",
      "Three rings to 2, in 41 moves.",
    ]);
    expect(came("took", { count: 41 })).toEqual(["You: 3 rings · Bo: 2 rings", "In 41 moves."]);
    expect(endOf(result([1, -1], rings), game(), seats, catalogue, 0).cameTo).toBe("");
  });
  it("may be a draw, or count for nothing", () => {
    expect(told(result([0, 0], [1, 1], "time"), game(), seats, RACE, 0)[0]).toBe("A draw on time");
    expect(told(result([0, 0], [0, 0], "void"), game(), seats, RACE, 0)[0]).toBe("The match is over");
  });
});

describe("a team", () => {
  const left = { one: "One card left", other: "{count} cards left" };
  it("is told what it came to", () => {
    const end = told(result([0.2, 0.2], [36, 36], "stuck"), game(true), named("Ada", "Bo"), { score: left }, 0);
    expect(end[0]).toBe("36 cards left");
  });
  it("is told what the same people came to before", () => {
    const said = (place: number, best: number | null, seats = 3) =>
      plain(teamSentence({ place, played: 4, best, best_at: best === null ? null : 0 }, seats, 36));
    expect(said(2, 12)).toMatch(/^Number 2 of your 4 together. The best you three have had is 12, on /);
    expect(said(2, 12, 1)).toMatch(/^Number 2 of your 4. Your best is 12, on /);
    expect(said(1, 40)).toBe("The best you three have had. Before, it was 40.");
    expect(said(1, 36, 2)).toBe("As good as the best you two have had.");
    expect(said(1, null, 2)).toBe("The first that you two have played together.");
    expect(said(1, null, 1)).toBe("The first that you have played alone.");
  });
  it("has a scale in the game's own words, from the best to the worst", () => {
    const bands = scaleOf({ "scale.98": "a start", "scale.10": "excellent", about: "…" });
    expect(bands.map(({ upto, words }) => [upto, words])).toEqual([
      [10, "excellent"],
      [98, "a start"],
    ]);
  });
});
