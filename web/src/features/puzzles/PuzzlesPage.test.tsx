import { act, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { PuzzleLine, PuzzleShown, PuzzlesToday } from "../../contract";
import { ada, game, nobody, PLAN, SCENE, TEXTS } from "../../testing/fixtures";
import { answers, asked, askedFor, isGone, refuses, settled } from "../../testing/server";
import { show, textsOf } from "../../testing/show";
import { t } from "../../ui/texts/page";
import { keepTry, keptPuzzle, waitingTries } from "./kept";
import { PuzzlesPage } from "./PuzzlesPage";

const line = (name: string, some: Partial<PuzzleLine> = {}): PuzzleLine => ({
  game: name,
  id: "p1",
  rating: 1580,
  solved: null,
  mine: 1500,
  ...some,
});
const STREAK = { days: 2, best: 5, today: true, week: [false, false, false, false, false, true, true] };
const TODAY: PuzzlesToday = { day: "2026-11-19", puzzles: [line("stones")], streak: STREAK };
const PUZZLE: PuzzleShown = {
  game: "stones",
  id: "p1",
  today: true,
  day: "2026-11-19",
  rating: 1580,
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
const PATH = "GET /puzzles/today";
const TRY = "POST /puzzles/stones/p1/try";

async function page(some: Partial<PuzzlesToday> | "gone" | "refused" = {}) {
  answers("GET /games", [game("stones"), game("cards")]);
  for (const name of ["stones", "cards"]) {
    answers(`GET /games/${name}/texts`, { texts: TEXTS });
    answers(`GET /puzzles/${name}/p1`, { ...PUZZLE, game: name });
  }
  if (some === "gone") isGone(PATH);
  else if (some === "refused") refuses(PATH, "Not today.");
  else answers(PATH, { ...TODAY, ...some });
  return show(<PuzzlesPage />, { me: { ...nobody, person: ada }, at: "/puzzles" });
}

const row = (name: string) => {
  const found = document.querySelector<HTMLElement>(`[data-puzzle=${name}]`);
  if (!found) throw new Error(`there is no puzzle of ${name}`);
  return within(found);
};
const waiting = { game: "stones", id: "p1", choice: "end", hinted: false, key: "k1", person: "ada" };

describe("the puzzles of the day", () => {
  it("are one of each game, to try or, once tried, to look at, with what came of it", async () => {
    await page({ puzzles: [line("stones"), line("cards", { solved: true })] });
    const [first, second] = [row("stones"), row("cards")];
    expect(first.getByRole<HTMLAnchorElement>("link").textContent).toBe(`${t("puzzles.try")}STONES`);
    expect(first.getByRole<HTMLAnchorElement>("link").pathname).toBe("/puzzles/stones/p1");
    expect(first.queryByText(t("puzzles.solved"))).toBeNull();
    expect(second.getByRole("link").textContent).toBe(`${t("puzzles.look")}CARDS`);
    expect(second.getByText(t("puzzles.solved"))).toBeTruthy();
  });
  it("say that one was missed, and not that it was solved", async () => {
    await page({ puzzles: [line("stones", { solved: false })] });
    expect(row("stones").getByText(t("puzzles.missed"))).toBeTruthy();
  });
  it("tell for how many days in a row one was solved, and which of the last seven", async () => {
    await page();
    expect(screen.getByText(t("puzzles.days", { count: 2 }))).toBeTruthy();
    expect(screen.getByText(t("puzzles.best", { count: 5 }))).toBeTruthy();
    const week = textsOf("listitem", screen.getByRole("list", { name: t("puzzles.week") }));
    expect(week.map((day) => day.endsWith(t("puzzles.day-not", { day: "" }).trim()))).toEqual([
      ...[true, true, true, true, true, false, false],
    ]);
  });
  it("do not boast with a longest row that is the present one", async () => {
    await page({ streak: { ...STREAK, best: 2 } });
    expect(screen.queryByText(t("puzzles.best", { count: 2 }))).toBeNull();
  });
  it("say that there are none yet", async () => {
    await page({ puzzles: [] });
    expect(screen.getByText(t("puzzles.none"))).toBeTruthy();
  });
  it("are kept on the device, and shown from there while there is no network", async () => {
    const { unmount } = await page();
    // The game's skin is loaded beside it, and nobody can say in how many turns of the loop.
    await vi.waitFor(() => expect(keptPuzzle("stones", "p1")?.puzzle.rating).toBe(1580), 4000);
    unmount();
    await page("gone");
    expect(row("stones").getByText(t("puzzle.rating", { rating: 1580 }))).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });
  it("say why they cannot be shown", async () => {
    await page("gone");
    expect(screen.getByRole("alert").textContent).toBe(t("page.lost"));
  });
  it("are not shown from the device where the house says no", async () => {
    const { unmount } = await page();
    unmount();
    await page("refused");
    expect(screen.getByRole("alert").textContent).toBe("Not today.");
  });
  it("come after what was tried without a network, which is sent once", async () => {
    keepTry(waiting);
    answers("GET /me", { ...nobody, person: ada });
    answers(TRY, {});
    await page();
    const order = asked.map(({ what }) => what).filter((what) => what === TRY || what === PATH);
    expect(order).toEqual([TRY, PATH]);
    expect(askedFor(TRY)[0]?.body).toEqual({ choice: "end", hinted: false });
    expect(waitingTries()).toEqual([]);
  });
  it("are asked for again when the network is back", async () => {
    await page("gone");
    answers(PATH, TODAY);
    act(() => void window.dispatchEvent(new Event("online")));
    await settled();
    expect(row("stones").getByText(t("puzzle.mine", { rating: 1500 }))).toBeTruthy();
  });
});
