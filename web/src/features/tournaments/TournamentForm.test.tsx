import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { NewTournament, OptionInfo } from "../../contract";
import { game } from "../../testing/fixtures";
import { settled } from "../../testing/server";
import { button, choose, field, press, pressTwice, show, type } from "../../testing/show";
import { t } from "../../ui/texts/page";
import { TournamentForm } from "./TournamentForm";

const LONG: OptionInfo = {
  name: "long",
  help: "How long a match is",
  default: 3,
  low: 1,
  high: 5,
  step: 2,
  choices: [],
  by_seats: { 4: 5 },
};
const GAMES = [game("stones", { options: [LONG] }), game("cards", { seats: [1, 3, 4] })];
const made: NewTournament[] = [];
const last = () => made.at(-1);

beforeEach(() => {
  made.length = 0;
});

async function form(some: Partial<Parameters<typeof TournamentForm>[0]> = {}) {
  const onMake = async (wanted: NewTournament) => void made.push(wanted);
  await show(<TournamentForm games={GAMES} first="stones" onMake={onMake} {...some} />);
  type(t("organise.name"), "Autumn cup");
}

const make = () => press(t("organise.do"));
const kind = (of: "swiss" | "robin" | "knockout" | "arena") => choose(t(`tournament.${of}`));
const asks = (label: string) => screen.queryByLabelText(label) !== null;
const offered = (label: string) => [...field(label).querySelectorAll("option")].map((each) => each.textContent);

describe("a tournament's form", () => {
  it("needs a title and a game, and has a default for all else", async () => {
    await form();
    await make();
    expect(last()).toEqual({
      title: "Autumn cup",
      about: "",
      kind: "swiss",
      game: "stones",
      seats: 2,
      clock: { pace: "live", minutes: 5, increment: 5 },
      starts: null,
      check_in: 0,
      rounds: 0,
      cycles: 1,
      minutes: 60,
      every: 0,
      patience: 5,
      bots: false,
      most: 32,
      options: {},
      rated: false,
      seeding: "lot",
    });
  });
  it("asks for rounds, for how often all meet, or for how long, as it is played", async () => {
    await form();
    const lengths = [t("tournament.rounds"), t("organise.cycles"), t("organise.length")];
    const asked = () => lengths.map(asks);
    expect(asked()).toEqual([true, false, false]);
    type(t("tournament.rounds"), "5");
    await kind("robin");
    expect(asked()).toEqual([false, true, false]);
    type(t("organise.cycles"), "2");
    await make();
    expect(last()).toMatchObject({ kind: "robin", rounds: 0, cycles: 2 });
    await kind("knockout");
    expect(asked()).toEqual([false, false, false]);
    await make();
    expect(last()).toMatchObject({ kind: "knockout", rounds: 0, cycles: 1 });
    await kind("swiss");
    await make();
    expect(last()).toMatchObject({ kind: "swiss", rounds: 5, cycles: 1 });
  });
  it("gives an arena a clock that runs, no pauses between rounds, and no seeds", async () => {
    await form();
    await choose(t("organise.seeding-hand"));
    type(t("organise.every"), String(24 * 60));
    await choose("2 days");
    expect(asks(t("organise.patience"))).toBe(false);
    await make();
    expect(last()).toMatchObject({ clock: { pace: "days", days: 2 }, every: 24 * 60, patience: 0, seeding: "hand" });
    await kind("arena");
    expect([t("organise.every"), t("organise.seeding"), "2 days"].filter(asks)).toEqual([]);
    type(t("organise.length"), "90");
    await make();
    const arena = { kind: "arena", clock: { pace: "live" }, minutes: 90, every: 0, patience: 5, seeding: "lot" };
    expect(last()).toMatchObject(arena);
  });
  it("offers a game's own table sizes, and none where one alone would sit", async () => {
    await form();
    expect(asks(t("organise.seats"))).toBe(false);
    type(t("home.which"), "cards");
    await settled();
    expect([asks("1"), field("3").checked, field("4").checked]).toEqual([false, true, false]);
    await choose("4");
    await kind("robin");
    expect(asks(t("organise.cycles")), "with four at a table nobody meets everybody").toBe(false);
    await make();
    expect(last()).toMatchObject({ game: "cards", seats: 4 });
    type(t("home.which"), "stones");
    await settled();
    await make();
    expect(last()).toMatchObject({ game: "stones", seats: 2 });
  });
  it("has the settings of its game, which go with another game", async () => {
    await form();
    expect(offered("How long a match is")).toEqual(["1", "3", "5"]);
    expect(field("How long a match is").value).toBe("3");
    type("How long a match is", "5");
    await make();
    expect(last()?.options).toEqual({ long: 5 });
    type(t("home.which"), "cards");
    await settled();
    expect(asks("How long a match is")).toBe(false);
    await make();
    expect(last()?.options).toEqual({});
  });
  it("asks who has come only where it begins by itself, and takes that moment as it is here", async () => {
    await form();
    expect(asks(t("tournament.check-in"))).toBe(false);
    type(t("organise.starts"), "2030-05-01T18:30");
    await settled();
    type(t("tournament.check-in"), "15");
    await make();
    expect(last()).toMatchObject({ starts: new Date(2030, 4, 1, 18, 30).getTime(), check_in: 15 });
    type(t("organise.starts"), "");
    await settled();
    await make();
    expect(last()).toMatchObject({ starts: null, check_in: 0 });
  });
  it("begins every week instead, where that is asked in its place", async () => {
    await form({ when: <p>Every Friday</p>, button: "Every week" });
    expect([asks(t("organise.starts")), asks(t("tournament.check-in"))]).toEqual([false, true]);
    type(t("tournament.check-in"), "5");
    await press("Every week");
    expect(last()).toMatchObject({ starts: null, check_in: 5 });
  });
  it("says that ratings change before they do", async () => {
    await form();
    expect(screen.getByText(t("organise.casual-line"))).toBeTruthy();
    await choose(t("rated.yes"));
    expect(screen.getByText(t("organise.rated-line"))).toBeTruthy();
    await make();
    expect(last()?.rated).toBe(true);
  });
  it("makes one, however often its button is pressed, and says why there is none", async () => {
    let refuse: (why: Error) => void = () => undefined;
    const onMake = vi.fn(() => new Promise((_, no) => (refuse = no)));
    await form({ onMake });
    await pressTwice(t("organise.do"));
    expect(onMake).toHaveBeenCalledTimes(1);
    expect(button(t("organise.do")).hasAttribute("disabled")).toBe(true);
    refuse(new TypeError("Failed to fetch"));
    await settled();
    expect(screen.getByRole("alert").textContent).toBe(t("page.lost"));
    expect(button(t("organise.do")).hasAttribute("disabled")).toBe(false);
    expect(field(t("organise.name")).value, "nothing is lost").toBe("Autumn cup");
  });
});
