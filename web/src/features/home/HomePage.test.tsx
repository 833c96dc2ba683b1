import { act, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { asAda, game, listed, nowOf, rules } from "../../testing/fixtures";
import { answers, bodyOf, isGone, live, refuses, settled } from "../../testing/server";
import { here, press, show } from "../../testing/show";
import { t } from "../../ui/texts/page";
import { HomePage } from "./HomePage";

async function home(me = asAda) {
  answers("GET /games", [game("stones"), game("cards", { cooperative: true })]);
  const shown = await show(<HomePage />, { me });
  await live.opens();
  await settled();
  return shown;
}
const tile = (name: string) => document.querySelector<HTMLElement>(`[data-game='${name}']`) as HTMLElement;
const playButton = (name: string) => tile(name).querySelector("button") as HTMLElement;

describe("the first page", () => {
  it("has every game, and one press sits down against a bot", async () => {
    answers("POST /tables", { rules: rules({ table: "new", listed: true }), seats: [0], now: nowOf() });
    await home();
    expect([...document.querySelectorAll("[data-game]")].map((each) => each.getAttribute("data-game"))).toEqual([
      "stones",
      "cards",
    ]);
    await press(playButton("stones"));
    expect(bodyOf("POST /tables")).toMatchObject({ game: "stones", listed: false });
    expect(here()).toBe("/table/new");
  });
  it("says why no table was opened, and every game can be played still", async () => {
    refuses("POST /tables", "You have too many tables.");
    await home();
    await press(playButton("stones"));
    expect(screen.getByRole("alert").textContent).toBe("You have too many tables.");
    expect(playButton("stones").hasAttribute("disabled")).toBe(false);
  });
  it("says so if the games cannot be fetched", async () => {
    isGone("GET /games");
    await show(<HomePage />, { me: asAda });
    expect(screen.getByText(t("page.lost"))).toBeTruthy();
  });
  it("shows the tables that wait for the player, the one first that has least time left, and says how many more", async () => {
    await home();
    const waits = (table: string, due: number | null) =>
      listed(table, { phase: "playing", turn: ["ada"], ...(due === null ? {} : { due }) });
    await live.says({
      is: "me",
      tables: [waits("none", null), waits("later", 9e12), waits("soon", 8e12), listed("theirs", { phase: "playing" })],
      challenges: [],
    });
    const strip = within(screen.getByRole("region", { name: t("table.your-turn") }));
    const links = strip.getAllByRole("link").map((each) => each.getAttribute("href"));
    expect(links.slice(0, 2)).toEqual(["/table/soon", "/table/later"]);
    expect(strip.getByText(t("home.turns-more", { count: 1 }))).toBeTruthy();
  });
  it("has keys: g and a number for a game, q for the quick match, p for the puzzles", async () => {
    await home();
    const key = async (name: string) => {
      await act(async () => {
        window.dispatchEvent(new KeyboardEvent("keydown", { key: name, cancelable: true }));
      });
      await settled();
    };
    await key("2");
    expect(here()).toBe("/");
    await key("g");
    await key("2");
    expect(here()).toBe("/play/cards");
    await key("p");
    expect(here()).toBe("/puzzles");
  });
});
