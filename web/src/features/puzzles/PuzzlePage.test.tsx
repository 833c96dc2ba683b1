import { act, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { signOut } from "../../client/session";
import type { PuzzleFinderLine, PuzzleOutcome, PuzzleShown, Scene } from "../../contract";
import { ada, nobody, PLAN, SCENE, TEXTS } from "../../testing/fixtures";
import { answers, askedFor, isGone, refuses, settled } from "../../testing/server";
import { press, show } from "../../testing/show";
import { t } from "../../ui/texts/page";
import { turnedBy } from "./Happened";
import { hintArea } from "./hint";
import { keptPuzzle, waitingTries } from "./kept";
import { PuzzlePage } from "./PuzzlePage";
import { sha256 } from "./sha256";

const seal = (choice: string) => sha256(`stones/p1/${choice}`).slice(0, 16);
const PUZZLE: PuzzleShown = {
  game: "stones",
  id: "p1",
  today: true,
  day: "2026-11-18",
  rating: 1580,
  mine: 1500,
  plan: PLAN,
  scene: SCENE,
  view: {},
  seat: 0,
  seats: 2,
  options: {},
  to_act: [0],
  choices: [
    { text: "end", path: ["button:end"], also: false },
    { text: "swap", path: ["button:swap"], also: false },
  ],
  words: { end: { key: "button.end", args: {} }, swap: { key: "log.step", args: { step: "swap" } } },
  sealed: { [seal("end")]: "right", [seal("swap")]: "bad" },
  outcome: null,
};
const OUTCOME: PuzzleOutcome = {
  choice: "end",
  verdict: "right",
  hinted: false,
  answers: ["end"],
  was: 1500,
  rating: 1562,
  puzzle_was: 1580,
  puzzle_rating: 1575,
  rated: true,
  happened: null,
  why: {
    line: [
      {
        seat: 0,
        words: { key: "button.end", args: {} },
        moment: { key: "button.swap", args: {} },
        path: ["button:end"],
        at: [],
        scene: SCENE,
      },
    ],
    worth: 82,
    next: 41,
    options: {},
    steps: ["0 swap"],
  },
};
const STREAK = { days: 3, best: 5, today: true, week: [false, false, false, false, true, true, true] };
const PATH = "GET /puzzles/stones/p1";
const TRY = "POST /puzzles/stones/p1/try";
const me = { ...nobody, person: ada };

async function puzzle(some: Partial<PuzzleShown> = {}, finders: readonly PuzzleFinderLine[] = []) {
  answers("GET /puzzles/stones/p1/finders", finders);
  answers("GET /games", []);
  answers("GET /games/stones/texts", { texts: TEXTS });
  answers(PATH, { ...PUZZLE, ...some });
  answers(TRY, { outcome: OUTCOME, streak: STREAK });
  await show(<PuzzlePage game="stones" id="p1" />, { me });
  // The board's parts are loaded beside the puzzle, and nobody can say in how many turns of the loop.
  await screen.findByRole("heading", { level: 1 });
}

async function key(name: string) {
  await act(async () => {
    window.dispatchEvent(new KeyboardEvent("keydown", { key: name, cancelable: true }));
  });
  await settled();
}

beforeEach(() => localStorage.clear());

describe("the area of a hint", () => {
  const at = (x: number, y: number) => ({ text: `${x}${y}`, path: ["site:00", `site:${x}${y}`], also: false });
  const choices = [0, 1, 2, 3, 4].flatMap((x) => [0, 1, 2, 3, 4].map((y) => at(x, y)));
  const sites = choices.map(({ text }) => ({ id: text, x: Number(text[0]), y: Number(text[1]) }));
  const hinted = (text: string) =>
    hintArea({
      ...PUZZLE,
      plan: { ...PLAN, sites } as PuzzleShown["plan"],
      choices,
      sealed: { [seal(text)]: "right" },
    });
  it("has the answer's place among others near it, and never tells which", () => {
    const middles = choices.map(({ text }) => {
      const area = hinted(text);
      expect(area).toContain(`site:${text}`);
      expect(area).toHaveLength(9);
      expect(area).toEqual(hinted(text));
      return area.indexOf(`site:${text}`);
    });
    expect(new Set(middles).size).toBeGreaterThan(4);
  });
});

describe("a hash of a text", () => {
  it("is SHA-256, as the server has it", () => {
    expect(sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(sha256("ü".repeat(60))).toHaveLength(64);
  });
});

describe("a puzzle", () => {
  it("is tried once: what became of it, ratings and the streak", async () => {
    await puzzle();
    expect(screen.getByText(t("puzzle.your-try"))).toBeTruthy();
    await press("End the turn");
    expect(askedFor(TRY).at(-1)?.body).toEqual({ choice: "end", hinted: false });
    expect(screen.getByText(t("puzzle.found"))).toBeTruthy();
    expect(screen.getByText("1562")).toBeTruthy();
    expect(screen.getByText("+62")).toBeTruthy();
    expect(screen.getByText(t("puzzles.days", { count: 3 }))).toBeTruthy();
    expect(screen.queryByRole("button", { name: "End the turn" })).toBeNull();
  });
  it("says that another move was better, and which", async () => {
    await puzzle();
    answers(TRY, { outcome: { ...OUTCOME, choice: "swap", verdict: "bad", rating: 1440 }, streak: STREAK });
    await press("swap");
    expect(screen.getByText(t("puzzle.not-this"))).toBeTruthy();
    expect(document.querySelector("[data-answer]")?.textContent).toContain("End the turn");
    expect(screen.getByText("−60")).toBeTruthy();
  });
  it("says what one's own move did, and shows it on the board", async () => {
    const turned: Scene = { pieces: SCENE.pieces?.map((piece) => ({ ...piece, seat: 1 })) ?? [] };
    const happened = {
      seat: 0,
      words: { key: "button.swap", args: {} },
      moment: null,
      path: ["button:swap"],
      at: [],
      scene: turned,
    };
    await puzzle({ outcome: { ...OUTCOME, choice: "swap", verdict: "bad", happened } });
    expect(screen.getByText(t("puzzle.happened"))).toBeTruthy();
    expect(document.querySelector("[data-happened]")?.textContent).toContain("a");
    expect(turnedBy(SCENE, happened)).toEqual(["site:a"]);
    expect(turnedBy(SCENE, { ...happened, path: ["site:a"] })).toEqual([]);
    await press(t("puzzle.happened-show"));
    expect(document.querySelector("[data-arrows] [data-rank='0']")).toBeTruthy();
    await press(t("puzzle.step-first"));
  });
  it("that came round again counts for the day, and says that ratings stay", async () => {
    await puzzle({ outcome: { ...OUTCOME, was: 1562, rated: false } });
    expect(screen.getByText(t("puzzle.came-again"))).toBeTruthy();
    expect(screen.queryByText("+0")).toBeNull();
  });
  it("of today says who in the club has found it", async () => {
    const bo = { id: "bo", name: "Bo", since: 0, kind: "account" } as const;
    await puzzle({}, [{ person: bo, at: Date.now(), hinted: false }]);
    expect(await screen.findByText(t("puzzle.club"))).toBeTruthy();
    expect(screen.getByText("Bo")).toBeTruthy();
  });
  it("gives a hint, which is no move, and which the try says", async () => {
    await puzzle();
    await press(t("puzzle.hint"));
    expect(screen.getByText(t("puzzle.hint-places", { places: "End the turn, swap" }))).toBeTruthy();
    await press("End the turn");
    expect(askedFor(TRY).at(-1)?.body).toEqual({ choice: "end", hinted: true });
  });
  it("says why the answer is right, and goes through it step by step", async () => {
    await puzzle({ outcome: OUTCOME });
    expect(screen.getByText(t("puzzle.why"))).toBeTruthy();
    expect(document.querySelectorAll("[data-why] li")).toHaveLength(1);
    expect(screen.getByText(t("puzzle.why-worth", { worth: 82, next: 41 }))).toBeTruthy();
    await press(t("puzzle.steps"));
    expect(screen.getByText(t("puzzle.step-of", { step: 1, steps: 1 }))).toBeTruthy();
    expect(document.querySelector("[data-why] [aria-current='step']")).toBeTruthy();
    await press(t("puzzle.step-first"));
    expect(document.querySelector("[data-why] [aria-current='step']")).toBeNull();
    const on = screen.getByText(t("puzzle.play-on")).closest("a");
    expect(on?.getAttribute("href")).toContain("/analysis/stones#");
  });
  it("is played by keys: h for the hint, a for the steps, n for the next one", async () => {
    await puzzle();
    answers("GET /puzzles/stones/next", { id: null });
    await key("a");
    await key("n");
    expect(askedFor("GET /puzzles/stones/next")).toEqual([]);
    await key("h");
    expect(screen.getByText(t("puzzle.hint-places", { places: "End the turn, swap" }))).toBeTruthy();
    await press("End the turn");
    await key("a");
    expect(screen.getByText(t("puzzle.step-of", { step: 1, steps: 1 }))).toBeTruthy();
    await key("n");
    expect(askedFor("GET /puzzles/stones/next")).toHaveLength(1);
    expect(screen.getByText(t("puzzle.last"))).toBeTruthy();
  });
  it("says how many find it, and which options are not the usual ones", async () => {
    await puzzle({ rating: 1500, options: { blitz: true } });
    expect(screen.getByText(t("puzzle.found-by", { share: "50%" }))).toBeTruthy();
    expect(document.querySelector("[data-option='blitz']")?.textContent).toContain(t("puzzle.option-on"));
  });
  it("shows the solution to whoever asks for it", async () => {
    await puzzle();
    answers(TRY, { outcome: { ...OUTCOME, choice: "", verdict: "less", rating: 1440 }, streak: STREAK });
    await press(t("puzzle.solution"));
    expect(askedFor(TRY).at(-1)?.body).toEqual({ choice: "", hinted: false });
    expect(screen.getByText(t("puzzle.shown"))).toBeTruthy();
  });
  it("that was tried before stands as it came out", async () => {
    await puzzle({ outcome: OUTCOME });
    expect(screen.getByText(t("puzzle.found"))).toBeTruthy();
    expect(askedFor(TRY)).toEqual([]);
  });
  it("that the server refuses says why, and nothing is lost", async () => {
    await puzzle();
    refuses(TRY, "Not now.");
    await press("End the turn");
    expect(screen.getByText("Not now.")).toBeTruthy();
    expect(screen.getByText(t("puzzle.your-try"))).toBeTruthy();
    expect(waitingTries()).toEqual([]);
  });
});

describe("without a network", () => {
  it("a try is told right from wrong, kept, and sent once when there is one again", async () => {
    await puzzle();
    isGone(TRY);
    await press("swap");
    expect(screen.getByText(t("puzzle.not-this"))).toBeTruthy();
    expect(screen.getByText(t("puzzle.waits"))).toBeTruthy();
    const [waiting] = waitingTries();
    expect(waiting).toMatchObject({ game: "stones", id: "p1", choice: "swap", person: "ada" });
    answers(TRY, { outcome: { ...OUTCOME, choice: "swap", verdict: "bad" }, streak: STREAK });
    const before = askedFor(TRY).length;
    window.dispatchEvent(new Event("online"));
    window.dispatchEvent(new Event("online"));
    await settled();
    await settled();
    expect(askedFor(TRY)).toHaveLength(before + 1);
    expect(waitingTries()).toEqual([]);
  });
  it("a puzzle that was looked at before is still there", async () => {
    await puzzle();
    isGone(PATH);
    isGone("GET /games/stones/texts");
    await show(<PuzzlePage key="again" game="stones" id="p1" />, { me });
    await vi.waitFor(() => expect(screen.getAllByText(t("puzzle.your-try"))).toHaveLength(2));
  });
  it("what the device keeps goes when the player signs out", async () => {
    await puzzle();
    expect(keptPuzzle("stones", "p1")).toBeTruthy();
    answers("DELETE /sessions/current", {});
    answers("GET /me", nobody);
    await signOut();
    expect(keptPuzzle("stones", "p1")).toBeUndefined();
    expect(Object.keys(localStorage).filter((key) => key.includes("puzzles"))).toEqual([]);
  });
});
