import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { asAda, bot, game, listed, sitting } from "../../testing/fixtures";
import { answers, askedFor, live, refuses } from "../../testing/server";
import { begins, choose, hasButton, here, link, press, show, textsOf } from "../../testing/show";
import { leftText } from "../../ui/format";
import { snapshot } from "../../ui/state";
import { t } from "../../ui/texts/page";
import { MyGamesPage } from "./MyGamesPage";
import { OpenTablesPage } from "./OpenTablesPage";

async function lobby(open: ReturnType<typeof listed>[], playing: ReturnType<typeof listed>[] = []) {
  answers("GET /games", [game("stones")]);
  const shown = await show(<OpenTablesPage />, { me: asAda, at: "/tables" });
  await live.opens();
  await live.says({ is: "lobby", open, playing });
  return shown;
}
const rows = () => textsOf("listitem", screen.getByRole("main")).filter((row) => row.includes("STONES"));

describe("open tables", () => {
  it("are told by the socket: those with room, and those that can be watched", async () => {
    await lobby([listed("t1")], [listed("t2", { phase: "playing", about: { seats: [sitting("Cy"), sitting("Di")] } })]);
    expect(link(begins(t("table-row.join"))).getAttribute("href")).toBe("/table/t1");
    expect(link(begins(t("table-row.watch"))).getAttribute("href")).toBe("/table/t2");
  });
  it("are followed while they are looked at, and forgotten after", async () => {
    const { unmount } = await lobby([listed("t1")]);
    expect(live.followed()).toContain("lobby");
    unmount();
    expect(live.followed()).not.toContain("lobby");
    expect(Object.keys(snapshot())).not.toContain("lobby");
  });
  it("can be those alone that count, or those alone that do not", async () => {
    await lobby([listed("t1"), listed("t2", { about: { rated: true } })]);
    await choose(t("rated.yes"));
    expect(screen.getAllByRole("link", { name: begins(t("table-row.join")) })).toHaveLength(1);
    expect(link(begins(t("table-row.join"))).getAttribute("href")).toBe("/table/t2");
    await choose(t("rated.all"));
    expect(screen.getAllByRole("link", { name: begins(t("table-row.join")) })).toHaveLength(2);
  });
  it("say whether there are none at all, or none of the kind", async () => {
    await lobby([listed("t1")]);
    expect(screen.getByText(t("tables.no-playing"))).toBeTruthy();
    await choose(t("rated.yes"));
    expect(screen.getByText(t("tables.none-such"))).toBeTruthy();
  });
  it("that are the player's own are opened, not joined", async () => {
    await lobby([listed("t1", { about: { host: "ada", seats: [sitting("Ada")] } })]);
    expect(link(begins(t("table-row.open-it"))).getAttribute("href")).toBe("/table/t1");
  });
  it("with a seat that a bot has taken over can be entered at once", async () => {
    answers("POST /tables/t2/substitutes", { rules: {}, seats: [1], now: { seats: [] } });
    await lobby([], [listed("t2", { phase: "playing", about: { seats: [sitting("Bo"), bot("Hal")], vacant: [1] } })]);
    await press(begins(t("substitute.take")));
    expect([askedFor("POST /tables/t2/substitutes").length, here()]).toEqual([1, "/table/t2"]);
  });
  it("lead to the table even if the seat is gone: its page says why", async () => {
    refuses("POST /tables/t2/substitutes", "Gone.");
    await lobby([], [listed("t2", { phase: "playing", about: { vacant: [1] } })]);
    await press(begins(t("substitute.take")));
    expect(here()).toBe("/table/t2");
  });
  it("have a link to every game for which one can be opened", async () => {
    await lobby([]);
    expect(link("STONES").getAttribute("href")).toBe("/play/stones");
    expect(hasButton(begins(t("substitute.take")))).toBe(false);
  });
});

describe("the player's own games", () => {
  const own = async (tables: ReturnType<typeof listed>[]) => {
    answers("GET /games", [game("stones")]);
    await show(<MyGamesPage />, { me: asAda, at: "/games" });
    await live.opens();
    await live.says({ is: "me", tables, challenges: [] });
  };
  it("begin with those that wait for the player's move", async () => {
    const seats = [sitting("Ada"), sitting("Bo")];
    await own([
      listed("t1", { phase: "over", about: { seats, returns: [1, -1] } }),
      listed("t2", { phase: "playing", turn: ["bo"], about: { seats } }),
      listed("t3", { phase: "playing", turn: ["ada"], about: { seats } }),
    ]);
    expect(textsOf("heading").slice(1)).toEqual([t("games.turn"), t("games.going"), t("games.over")]);
    expect(rows()[0]).toContain(t("table.your-turn"));
    expect(rows()[2]).toContain(t("table-row.won"));
  });
  it("say how much time is left, and nothing where none runs", async () => {
    const due = Date.now() + 2 * 86_400_000 + 60_000;
    const seats = [sitting("Ada"), sitting("Bo")];
    await own([
      listed("t1", { phase: "playing", turn: ["ada"], pace: "days", due, about: { seats } }),
      listed("t2", { phase: "playing", turn: ["ada"], about: { seats } }),
    ]);
    const [timed, untimed] = rows();
    expect(timed).toContain(t("table-row.time-left", { left: leftText(due - Date.now()) }));
    expect(untimed).not.toContain(t("table-row.time-left", { left: "" }).trim());
  });
  it("that are over lead to the replay", async () => {
    await own([listed("t1", { phase: "over", about: { seats: [sitting("Ada"), sitting("Bo")], returns: [0, 0] } })]);
    const main = within(screen.getByRole("main"));
    expect(main.getByRole("link", { name: begins(t("table-row.replay")) }).getAttribute("href")).toBe("/replay/t1");
    expect(rows()[0]).toContain(t("table-row.even"));
  });
  it("that do not exist yet lead to a first one", async () => {
    await own([]);
    expect(screen.getByText(t("home.no-games"))).toBeTruthy();
  });
});
