import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { PuzzleShown, PuzzlesToday, StandingLine, TournamentLine } from "../../contract";
import { asAda, game, PLAN, SCENE, TEXTS, tournament } from "../../testing/fixtures";
import { answers, askedFor, refuses, settled } from "../../testing/server";
import { show } from "../../testing/show";
import { t } from "../../ui/texts/page";
import { TodayPanels } from "./TodayPanels";

const TODAY: PuzzlesToday = {
  day: "2026-11-19",
  puzzles: [
    { game: "cards", id: "p0", rating: 1400, solved: true, mine: 1500 },
    { game: "stones", id: "p1", rating: 1500, solved: null, mine: 1500 },
  ],
  streak: { days: 3, best: 5, today: true, week: [false, false, false, false, true, true, true] },
};
const PUZZLE: PuzzleShown = {
  game: "stones",
  id: "p1",
  today: true,
  day: "2026-11-18",
  rating: 1500,
  mine: 1500,
  plan: PLAN,
  scene: SCENE,
  view: {},
  seat: 0,
  seats: 2,
  options: {},
  to_act: [0],
  choices: [],
  words: {},
  sealed: {},
  outcome: null,
};
const NONE = { tournaments: [], next: null };
const standing = (rank: number, entrant: string, points: number): StandingLine => ({
  rank,
  entrant,
  points,
  played: 3,
  won: Math.floor(points),
  drawn: 0,
  byes: 0,
  buchholz: 0,
  sonneborn: 0,
  reached: 0,
  out: false,
});
const named = (entrant: string) => ({ entrant, name: entrant.toUpperCase(), level: null, checked: true, out: null });
const cup = (phase: TournamentLine["phase"]): TournamentLine => ({
  tournament: "cup",
  game: "stones",
  kind: "swiss",
  phase,
  updated: 0,
  about: { title: "Moose Cup", organiser: "Olga", seats: 2, clock: {}, most: 64, round: 3, rounds: 5 },
});

async function panels() {
  await show(<TodayPanels games={[game("stones", { title: "STONES" })]} />, { me: asAda });
  await settled();
}

beforeEach(() => {
  localStorage.clear();
  answers("GET /puzzles/today", TODAY);
  answers("GET /puzzles/stones/p1", PUZZLE);
  answers("GET /games/stones/texts", { texts: TEXTS });
  answers("GET /tournaments", NONE);
});

describe("the puzzle of the day on the first page", () => {
  it("is the first that was not tried, shown as it stands, with whose move it is and how many find it", async () => {
    await panels();
    const seat = TEXTS["seat.0"] as string;
    expect(await screen.findByRole("img", { name: t("puzzle.to-move", { seat }) })).toBeTruthy();
    expect(screen.getByRole("heading", { name: t("puzzle.to-move", { seat }) })).toBeTruthy();
    expect(screen.getByText(t("puzzle.found-by", { share: "50%" }))).toBeTruthy();
    expect(screen.getByRole("link", { name: t("club.solve") }).getAttribute("href")).toBe("/puzzles/stones/p1");
  });
  it("has its game's picture as long as its rules are being compiled", async () => {
    refuses("GET /puzzles/stones/p1", "Not yet.", "server.not-ready");
    await panels();
    expect(screen.getByRole("heading", { name: "STONES" })).toBeTruthy();
    expect(screen.getByRole("link", { name: t("club.solve") })).toBeTruthy();
  });
});

describe("the tournament on the first page", () => {
  it("while it runs has who leads, one's own place, and the way to one's match", async () => {
    answers("GET /tournaments", { tournaments: [cup("running")], next: null });
    answers(
      "GET /tournaments/cup",
      tournament({
        phase: "running",
        entrants: ["noor", "tomas", "ines", "ravi", "ada"].map(named),
        standings: [
          ["noor", 3],
          ["tomas", 2.5],
          ["ines", 2],
          ["ravi", 1],
          ["ada", 0],
        ].map(([who, points], place) => standing(place + 1, who as string, points as number)),
        me: { organises: false, entered: true, checked: true, table: "t9" },
      }),
    );
    await panels();
    const rows = within(screen.getByRole("list")).getAllByRole("listitem");
    const points = (text: string) => `${t("tournament.points")} ${text}`;
    expect(rows.map((row) => row.textContent)).toEqual([
      `1NOOR${points("3")}`,
      `2TOMAS${points("2½")}`,
      `5${t("table.you")}${points("")}0`,
    ]);
    expect(screen.getByRole("link", { name: t("table-row.play") }).getAttribute("href")).toBe("/table/t9");
  });
  it("that has not begun is not asked how it stands", async () => {
    answers("GET /tournaments", { tournaments: [cup("open")], next: null });
    await panels();
    expect(screen.getByRole("heading", { name: "Moose Cup" })).toBeTruthy();
    expect(askedFor("GET /tournaments/cup")).toEqual([]);
  });
});
