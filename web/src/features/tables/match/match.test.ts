import { describe, expect, it } from "vitest";
import type { GameInfo, LogLine, Scene } from "../../../contract";
import { type Feed, type NamedSitter, NO_FEED, type Now } from "../feed";
import { resultSentence, scoreSentence } from "../result";
import { nextSeat } from "../useTableSetup";
import { rowsOf } from "./logRows";
import { clockFace } from "./SeatClock";
import { heldText } from "./status";
import { stops, stopsAround } from "./stops";
import { toldPosition } from "./TimeTravel";

const step = (seat: number | null, text: string): LogLine => ({ at: 0, kind: "step", seat, text });
const said: LogLine = { at: 0, kind: "said", text: "hello" };
const news: LogLine = { at: 0, kind: "news", words: { key: "house.started", args: {} } };

describe("time travel", () => {
  const lines = [news, step(0, "a"), said, step(1, "b")];
  it("stops before the first step and after each, and not at what was said", () => {
    expect(stops(lines)).toEqual([1, 2, 4]);
    expect(stops([news, said])).toEqual([]);
  });
  it("goes back from now, and no further forward than now", () => {
    expect(stopsAround([1, 2, 4], null)).toEqual({ back: 2, forward: null });
    expect(stopsAround([1, 2, 4], 2)).toEqual({ back: 1, forward: 4 });
    expect(stopsAround([1, 2, 4], 1)).toEqual({ back: null, forward: 2 });
  });
  it("needs no request for a position that was told, whatever is said after it", () => {
    const now: Now = { phase: "playing", host: "", seats: [], to_act: [1], scene: {} as Scene, view: { hand: [3] } };
    const feed: Feed = { ...NO_FEED, lines, cursor: 4, now, fresh: true };
    expect(toldPosition(feed)).toMatchObject({ steps: 2, position: { to_act: [1], scene: now.scene, view: now.view } });
    expect(toldPosition({ ...feed, lines: [...lines, said], cursor: 5 })?.steps).toBe(2);
    expect(toldPosition({ ...feed, fresh: false })).toBeNull();
    expect(toldPosition({ ...feed, behind: true })).toBeNull();
    expect(toldPosition({ ...feed, now: { ...now, phase: "over" } })).toBeNull();
  });
});

describe("the log", () => {
  const shape = (lines: LogLine[], seats: number) =>
    rowsOf(lines, seats).map((row) =>
      row.is === "words" ? "words" : row.cells.map((cell) => cell?.text ?? "").join("|"),
    );
  it("has a column for each of two", () => {
    expect(shape([step(0, "a"), step(1, "b"), step(0, "c")], 2)).toEqual(["a|b", "c|"]);
  });
  it("begins a row where somebody steps twice", () => {
    expect(shape([step(0, "a"), step(0, "b"), step(1, "c"), step(1, "d")], 2)).toEqual(["a|", "b|c", "|d"]);
  });
  it("has a row for each step of more than two, or where chance acts", () => {
    expect(shape([step(0, "a"), step(1, "b"), step(2, "c")], 3)).toEqual(["a", "b", "c"]);
    expect(shape([step(null, "deal"), step(0, "a")], 2)).toEqual(["deal", "a"]);
  });
  it("tells news between the rows and leaves out what was said", () => {
    expect(shape([news, step(0, "a"), said, step(1, "b")], 2)).toEqual(["words", "a|b"]);
  });
  it("says a row of steps that tell nothing one by one in one line, whatever the other does meanwhile", () => {
    const placing = (text: string) => (text.includes("@") ? "deploys" : null);
    const lines = [
      step(0, "L@a1"),
      step(0, "S@a2"),
      step(1, "L@a8"),
      step(0, "T@a3"),
      step(0, "ready"),
      step(0, "T@a4"),
    ];
    const cells = rowsOf(lines, 2, placing).flatMap((row) => (row.is === "steps" ? row.cells : []));
    expect(cells.map((cell) => cell && [cell.from, cell.line, cell.folded, cell.text])).toEqual([
      [1, 4, "deploys", "T@a3"],
      [3, 3, "deploys", "L@a8"],
      [5, 5, null, "ready"],
      null,
      [6, 6, "deploys", "T@a4"],
      null,
    ]);
  });
  it("counts equal steps of chance that follow each other, and no others", () => {
    const lines = [
      step(null, "?"),
      step(null, "?"),
      step(null, "Rx"),
      step(0, "a"),
      step(null, "?"),
      news,
      step(null, "?"),
      step(0, "b"),
      step(0, "b"),
    ];
    const cells = rowsOf(lines, 2).flatMap((row) => (row.is === "steps" ? row.cells : []));
    expect(cells.map((cell) => cell && [cell.from, cell.line, cell.text, cell.count])).toEqual([
      [1, 2, "?", 2],
      [3, 3, "Rx", 1],
      [4, 4, "a", 1],
      [5, 5, "?", 1],
      [7, 7, "?", 1],
      [8, 8, "b", 1],
      [9, 9, "b", 1],
    ]);
  });
  it("travels to the line that a step is", () => {
    const row = rowsOf([news, said, step(0, "a")], 2)[1];
    expect(row?.is === "steps" && row.cells[0]?.line).toBe(3);
  });
});

describe("the end in a sentence", () => {
  const game = { cooperative: false } as GameInfo;
  const seats = ["Ada", "Bo", "Cy"].map((name): NamedSitter => ({ kind: "person", name }));
  const words = { "ending.deserted": "because everybody left", "ending.abandoned": "because a player left" };
  const said = (returns: number[], seat: number | null) =>
    resultSentence(
      { returns, scores: [], ending: "abandoned", seat, came_to: null },
      game,
      seats.slice(0, returns.length),
      words,
      null,
    );
  it("calls it no draw if all have left a table of more than two", () => {
    expect(said([0, 0, 0], null)).toBe("The match ended because everybody left.");
  });
  it("tells everybody at a larger table how they came out", () => {
    const how = { returns: [0, 1, -1], scores: [2, 1, 3], ending: "finished", seat: null, came_to: null };
    const to = (you: number | null) => resultSentence(how, game, seats, { "ending.finished": "over the line" }, you);
    expect([to(0), to(1), to(2), to(null)]).toEqual([
      "You came second. Bo wins over the line.",
      "You win over the line.",
      "You came third. Bo wins over the line.",
      "Bo wins over the line.",
    ]);
  });
  it("says scores in the game's own words", () => {
    const result = { returns: [1, -1], scores: [1, 2], ending: "finished", seat: null, came_to: null };
    const two = seats.slice(0, 2);
    expect(scoreSentence(result, game, two, {})).toBe("Ada: 1 · Bo: 2");
    const rings = { score: { one: "{who}: one ring", other: "{who}: {count} rings" } };
    expect(scoreSentence(result, game, two, rings)).toBe("Ada: one ring · Bo: 2 rings");
  });
  it("tells one of two that they lost, and by whose doing", () => {
    const to = (ending: string, seat: number | null) =>
      resultSentence(
        { returns: [-1, 1], scores: [2, 3], ending, seat, came_to: null },
        game,
        seats.slice(0, 2),
        { "ending.finished": "by the third ring" },
        0,
      );
    expect(to("finished", null)).toBe("You lost. Bo wins by the third ring.");
    expect(to("resigned", 0)).toBe("You resigned. Bo wins.");
  });
  it("says who won if one of two has left", () => {
    expect(said([-1, 1], 0)).toBe("Bo wins because a player left.");
  });
});

describe("who has the device next", () => {
  const feed = (phase: "playing" | "over", ...to_act: number[]): Feed => ({
    ...NO_FEED,
    now: { phase, host: "", seats: [], to_act },
  });
  it("is whoever has it, while there is something to do or all is over", () => {
    expect(nextSeat(feed("playing", 0), 0, [0, 1])).toBe(0);
    expect(nextSeat(feed("over"), 0, [0, 1])).toBe(0);
  });
  it("is the other person here who is to act", () => {
    expect(nextSeat(feed("playing", 1), 0, [0, 1])).toBe(1);
    expect(nextSeat(feed("playing", 2), 0, [0, 1])).toBe(0);
  });
  it("is nobody in particular for one alone or a spectator", () => {
    expect(nextSeat(feed("playing", 1), 0, [0])).toBeNull();
    expect(nextSeat(feed("playing", 1), null, [])).toBeNull();
  });
});

describe("a clock", () => {
  it("counts down to when it is due, with tenths at the end", () => {
    expect(clockFace({ due: 75_000 }, 1_000)).toEqual({ text: "1:14", low: false });
    expect(clockFace({ due: 20_000 }, 1_000)).toEqual({ text: "19.0", low: true });
    expect(clockFace({ due: 500 }, 1_000)).toEqual({ text: "0.0", low: true });
  });
  it("stands where it stood", () => {
    expect(clockFace({ left: 600_000 }, 99)).toEqual({ text: "10:00", low: false });
  });
  it("shows days, then hours", () => {
    expect(clockFace({ left: 2 * 86_400_000 }, 0).text).toBe("2 days");
    expect(clockFace({ left: 30 * 3_600_000 }, 0).text).toBe("30 h");
  });
});

describe("the plate, with a choice half made", () => {
  const scene = {
    pieces: [
      { id: "r1", kind: "ring", at: "site:e5", name: { key: "ring", args: {} }, glyph: "o" },
      { id: "c7", kind: "card", at: "zone:hand", name: { key: "card", args: {} }, glyph: "7" },
    ],
  };
  const catalogue: Record<string, string> = { ring: "white ring", card: "card 7" };
  const said = (choosing: Partial<Parameters<typeof heldText>[0]["choosing"]>) =>
    heldText({
      choosing: { held: [], lit: [], pending: null, ...choosing },
      plan: { layout: "points", width: 1, height: 1 },
      scene,
      catalogue,
      say: ({ key }) => catalogue[key] ?? key,
    });
  const lit = (target: string) => [{ target, also: false, last: true }];

  it("says what is in hand, and on which place it stands", () => {
    expect(said({ held: ["site:e5"], lit: lit("site:e6") })).toBe(
      "In your hand: white ring from e5. Touch where it goes.",
    );
    expect(said({ held: ["piece:c7"], lit: lit("zone:pile") })).toBe("In your hand: card 7. Touch where it goes.");
  });

  it("names a piece as one says it of one's own, where the game has words for that", () => {
    catalogue["ring-held"] = "your ring";
    expect(said({ held: ["site:e5"], lit: lit("site:e6") })).toBe(
      "In your hand: your ring from e5. Touch where it goes.",
    );
    delete catalogue["ring-held"];
  });

  it("says what to touch after a button that begins something longer", () => {
    catalogue["held.swap"] = "Touch what you give.";
    catalogue["held.swap-some"] = "Touch more, or give these.";
    expect(said({ held: ["button:swap"], lit: lit("piece:c7") })).toBe("Touch what you give.");
    expect(said({ held: ["button:swap", "piece:c7"], lit: lit("button:give") })).toBe("Touch more, or give these.");
    delete catalogue["held.swap"];
  });

  it("asks for what a finger has chosen", () => {
    const pending = { text: "e5-e6", path: ["site:e5", "site:e6"], also: false };
    expect(said({ pending })).toBe("e5 → e6? Confirm it, or touch another place.");
  });

  it("leaves the game's own sentence where nothing is held, one touch is all, or buttons go on", () => {
    expect(said({})).toBe("");
    expect(said({ pending: { text: "e5", path: ["site:e5"], also: false } })).toBe("");
    expect(said({ held: ["zone:pile"], lit: lit("button:mine") })).toBe("");
    expect(said({ held: ["button:swap"], lit: lit("piece:c7") })).toBe("");
  });
});
