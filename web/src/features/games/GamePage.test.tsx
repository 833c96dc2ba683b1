import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { GameInfo } from "../../contract";
import { asAda, asGuest, game, nobody, nowOf, PLAN, rules, SCENE, TEXTS } from "../../testing/fixtures";
import { answers, asked, askedFor, bodyOf, isGone, refuses, takesTime } from "../../testing/server";
import { button, choose, field, hasButton, here, press, pressTwice, show, type } from "../../testing/show";
import { t } from "../../ui/texts/page";
import { GamePage } from "./GamePage";
import { opening, RulesText } from "./RulesText";

const TABLE = { rules: rules({ table: "new" }), seats: [0], now: nowOf() };

async function page(some: Partial<GameInfo> = {}, me = asAda) {
  answers("GET /games", [game("stones", some)]);
  answers("GET /games/stones", game("stones", some));
  answers("GET /games/stones/texts", { texts: TEXTS });
  return show(<GamePage name="stones" />, { me, at: "/play/stones" });
}

describe("a game's page", () => {
  it("opens a table against bots of the chosen level, and goes there", async () => {
    answers("POST /tables", TABLE);
    await page();
    await choose("Club");
    await press(t("game.start"));
    expect(bodyOf("POST /tables")).toMatchObject({
      game: "stones",
      seats: [{ kind: "me" }, { kind: "bot", level: 3 }],
      listed: false,
      rated: false,
    });
    expect(here()).toBe("/table/new");
  });
  it("opens one table, however often its button is pressed", async () => {
    const tables = takesTime("POST /tables");
    await page();
    await pressTwice(t("game.start"));
    expect(button(t("home.sitting")).hasAttribute("disabled")).toBe(true);
    await tables.answer(TABLE);
    expect(askedFor("POST /tables")).toHaveLength(1);
  });
  it("makes a guest of a visitor first", async () => {
    answers("POST /guests", asGuest);
    answers("POST /tables", TABLE);
    await page({}, nobody);
    await press(t("game.start"));
    expect(asked.filter(({ what }) => what.startsWith("POST")).map(({ what }) => what)).toEqual([
      "POST /guests",
      "POST /tables",
    ]);
  });
  it("says why there is no table, and can be tried again with the same choices", async () => {
    refuses("POST /tables", "You have too many tables.");
    await page();
    await choose("Novice");
    await press(t("game.start"));
    expect(screen.getByRole("alert").textContent).toBe("You have too many tables.");
    expect([field("Novice").checked, button(t("game.start")).hasAttribute("disabled"), here()]).toEqual([
      true,
      false,
      "/play/stones",
    ]);
  });
  it("says so if the server cannot be reached", async () => {
    isGone("POST /tables");
    await page();
    await press(t("game.start"));
    expect(screen.getByRole("alert").textContent).toBe(t("page.lost"));
  });
  it("waits for a game that is being made ready, and says what is done", async () => {
    answers("POST /tables", TABLE);
    await page({ ready: false, preparing: { stage: "rules", share: 0.4, seconds: 50 } });
    expect(screen.getByText(t("getting-ready.rules", { count: 50 }))).toBeTruthy();
    expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("40");
    answers("GET /games/stones", game("stones"));
    await press(t("game.start"));
    expect(here()).toBe("/table/new");
  });
  it("opens no table for somebody who has gone elsewhere while the game was made ready", async () => {
    const preparing = { stage: "bots" as const, share: 0.9, seconds: 5 };
    answers("POST /tables", TABLE);
    const { unmount } = await page({ ready: false, preparing });
    answers("GET /games/stones", game("stones", { ready: false, preparing }));
    await press(t("game.start"));
    unmount();
    answers("GET /games/stones", game("stones"));
    await new Promise((done) => setTimeout(done, 700));
    expect(asked.map(({ what }) => what)).not.toContain("POST /tables");
  });
  it("says that a game could not be made ready, and does not wait for ever", async () => {
    const broken = game("stones", { ready: false, status: "It could not be made ready." });
    await page({ ready: false, preparing: { stage: "queued", share: 0, seconds: 9 } });
    answers("GET /games/stones", broken);
    await press(t("game.start"));
    expect(screen.getByRole("alert").textContent).toBe("It could not be made ready.");
  });
  it("takes the chosen number of players, clock and settings along", async () => {
    answers("POST /tables", TABLE);
    const rows = { name: "rows", help: "Rows", default: 3, low: 1, high: 9, step: 2, choices: [], by_seats: {} };
    await page({ seats: [2, 3], options: [rows] });
    await choose("3");
    await choose("5 + 5");
    type("Rows", "7");
    await press(t("game.public"));
    expect(bodyOf("POST /tables")).toMatchObject({
      seats: [{ kind: "me" }, { kind: "open" }, { kind: "open" }],
      clock: { pace: "live", minutes: 5, increment: 5 },
      options: { rows: 7 },
      listed: true,
      start: "host",
      substitutes: true,
    });
  });
  it("lets only accounts play for ratings", async () => {
    await page({}, asGuest);
    expect(screen.queryByLabelText(t("rated.yes"))).toBeNull();
  });
  it("counts nothing for a team with bots, where best scores are for people alone", async () => {
    answers("POST /tables", TABLE);
    await page({ cooperative: true });
    await choose(t("rated.best"));
    await press(t("game.start"));
    expect(bodyOf("POST /tables")).toMatchObject({ rated: false });
  });
  it("gives every player at one device a name: the one typed, or the game's own", async () => {
    answers("POST /tables", TABLE);
    await page();
    await press(t("game.set-up"));
    type(t("game.name-of", { seat: 2 }), "  Bo ");
    await press(t("game.start-here"));
    expect(bodyOf("POST /tables")).toMatchObject({
      seats: [
        { kind: "me", name: "White" },
        { kind: "me", name: "Bo" },
      ],
    });
  });
  it("seats a newcomer with the weakest bot and a coach", async () => {
    answers("POST /tables", TABLE);
    await page();
    await press(t("game.guided"));
    expect(bodyOf("POST /tables")).toMatchObject({ guided: true, seats: [{ kind: "me" }, { kind: "bot", level: 1 }] });
  });
  it.each(["game.start", "game.guided"] as const)("gives a team good partners: %s", async (way) => {
    answers("POST /tables", TABLE);
    await page({ cooperative: true });
    await press(t(way));
    expect(bodyOf("POST /tables")).toMatchObject({ seats: [{ kind: "me" }, { kind: "bot", level: 4 }] });
  });
  it("looks for an opponent with what was chosen", async () => {
    answers("POST /quick-matches", TABLE);
    await page();
    await press(t("home.find"));
    expect(bodyOf("POST /quick-matches")).toMatchObject({ game: "stones", seats: 2, rated: false });
  });
  it("offers nobody to play with in a game for one", async () => {
    await page({ seats: [1] });
    expect([hasButton(t("game.private")), hasButton(t("game.set-up"))]).toEqual([false, false]);
  });
  it("says that there is no such game", async () => {
    answers("GET /games", [game("other")]);
    await show(<GamePage name="stones" />);
    expect(screen.getByText(t("game.unknown"))).toBeTruthy();
  });
  it("tries again when the server could not be reached", async () => {
    isGone("GET /games");
    await show(<GamePage name="stones" />);
    expect(screen.getByText(t("page.lost"))).toBeTruthy();
    answers("GET /games", [game("stones")]);
    answers("GET /games/stones/texts", { texts: TEXTS });
    expect(await screen.findByRole("heading", { name: "STONES" }, { timeout: 3_000 })).toBeTruthy();
  });
});

describe("a game's rules", () => {
  const text = "Put a stone.\n\n```board After the first stone\na\nb\n```\n\nThen it goes on.";
  it("have boards as pictures, drawn from the steps that are written there", async () => {
    answers("GET /games/stones/position", { plan: PLAN, scene: SCENE, to_act: [1] });
    answers("GET /games/stones/texts", { texts: TEXTS });
    await show(<RulesText game="stones" text={text} />);
    expect(askedFor("GET /games/stones/position")[0]?.query.get("steps")).toBe("a b");
    expect(screen.getByRole("img", { name: "After the first stone" })).toBeTruthy();
  });
  it("stand without a picture that cannot be had", async () => {
    refuses("GET /games/stones/position", "No such step.");
    answers("GET /games/stones/texts", { texts: TEXTS });
    await show(<RulesText game="stones" text={text} />);
    expect(screen.queryByRole("img")).toBeNull();
    expect([screen.getByText("Put a stone."), screen.getByText("After the first stone")]).toHaveLength(2);
  });
  it("open with all that stands before the second heading", () => {
    expect(opening("# Stones\nIn short.\n\n## Aim\nFive.\n\n## Setup\nNone.")).toBe("In short.\n\n## Aim\nFive.");
  });
});
