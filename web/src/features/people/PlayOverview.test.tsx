import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { game, listed, sitting } from "../../testing/fixtures";
import { answers, refuses } from "../../testing/server";
import { show } from "../../testing/show";
import { t } from "../../ui/texts/page";
import { PlayFacts, PublicMatches } from "./PlayOverview";

const DAY = 86_400;

describe("what somebody plays", () => {
  it("is a calendar that says in words what it shows, with a list of the days", async () => {
    const now = Math.floor(Date.now() / 1000);
    answers("GET /games", [game("stones")]);
    answers("GET /players/bo/play", [{ game: "stones", won: 2, even: 0, lost: 1, ended: [now, now - DAY, now - DAY] }]);
    await show(<PlayFacts who="bo" own={false} rated={false} />);
    const drawing = screen.getByRole("img", { name: t("calendar.said", { count: 3, days: 2 }) });
    expect(drawing.querySelectorAll("rect").length).toBeGreaterThan(100);
    const list = screen.getByText(t("calendar.list")).closest("details");
    expect(list && within(list).getAllByRole("listitem", { hidden: true })).toHaveLength(2);
    expect(screen.getByRole("img", { name: t("favourites.said", { won: 2, even: 0, lost: 1 }) })).toBeTruthy();
  });
  it("of somebody who has played nothing is an empty calendar, and no favourites", async () => {
    answers("GET /games", [game("stones")]);
    answers("GET /players/bo/play", []);
    await show(<PlayFacts who="bo" own={false} rated={false} />);
    expect(screen.getByRole("img", { name: t("calendar.said", { count: 0, days: 0 }) })).toBeTruthy();
    expect(screen.queryByText(t("favourites.title"))).toBeNull();
  });
  it("that cannot be told says why", async () => {
    answers("GET /games", [game("stones")]);
    refuses("GET /players/bo/play", "Not now.");
    await show(<PlayFacts who="bo" own={false} rated={false} />);
    expect(screen.getByText("Not now.")).toBeTruthy();
  });
});

describe("matches of somebody else", () => {
  const over = (table: string, returns: number[]) =>
    listed(table, {
      phase: "over",
      room: false,
      updated: Date.now(),
      about: { seats: [sitting("Bo"), sitting("Cyd")], returns },
    });
  it("say how they came out for them, and lead to the replay", async () => {
    answers("GET /games", [game("stones")]);
    answers("GET /players/bo/matches", [over("t1", [1, -1]), over("t2", [-1, 1])]);
    await show(<PublicMatches who="bo" />);
    expect(screen.getByText(t("player.won"))).toBeTruthy();
    expect(screen.getByText(t("player.lost"))).toBeTruthy();
    expect(screen.getAllByRole("link").map((each) => each.getAttribute("href"))).toEqual(["/replay/t1", "/replay/t2"]);
    expect(screen.queryByText(t("table-row.won"))).toBeNull();
  });
  it("say by what they ended, and of a team what it came to", async () => {
    const one = { ...over("t1", [1, -1]), how: "by the third ring" };
    const two = { ...over("t2", [-1, 1]), how: "by resignation" };
    const team = { ...over("t3", [0.2, 0.2]), game: "dance", how: "36 cards left" };
    answers("GET /games", [game("stones"), { ...game("dance"), cooperative: true }]);
    answers("GET /players/bo/matches", [one, two, team]);
    const { container } = await show(<PublicMatches who="bo" />);
    const said = (container.textContent ?? "").replace(/[\u2066-\u2069]/g, "");
    for (const words of ["Won by the third ring", "Lost by resignation", "36 cards left"])
      expect(said).toContain(words);
    expect(said).not.toContain("Won 36");
  });
  it("that were rated say what they did to the rating, and among several which place it was", async () => {
    const seats = ["Bo", "Cyd", "Dee"].map((name) => sitting(name));
    const about = { seats, returns: [0, 1, -1], rated: true };
    const line = listed("t3", { phase: "over", room: false, updated: Date.now(), about });
    answers("GET /games", [game("stones")]);
    answers("GET /players/bo/matches", [line]);
    answers("GET /tables/t3/ratings", { changes: [{ who: "bo", change: 9 }] });
    await show(<PublicMatches who="bo" />);
    expect(await screen.findByText(t("rating.up", { by: 9 }))).toBeTruthy();
    expect(screen.getByText(t("rating.place", { place: 2, of: 3 }))).toBeTruthy();
  });
  it("that there are none of is said", async () => {
    answers("GET /games", [game("stones")]);
    answers("GET /players/bo/matches", []);
    await show(<PublicMatches who="bo" />);
    expect(screen.getByText(t("player.no-matches"))).toBeTruthy();
  });
});
