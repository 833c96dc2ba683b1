import { act, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { RankedPlayer } from "../../contract";
import { asAda, game } from "../../testing/fixtures";
import { type Asked, answers, askedFor, isGone, refuses, takesTime } from "../../testing/server";
import { button, choose, hasButton, link, press, show, textsOf } from "../../testing/show";
import { t } from "../../ui/texts/page";
import { LeadersPage } from "./LeadersPage";
import { RatingBadge } from "./Rating";
import { useTableRatings } from "./ratings";

const ranked = (rank: number | null, name: string, some: Partial<RankedPlayer> = {}): RankedPlayer => ({
  rank,
  player: { id: name.toLowerCase(), name, kind: "account" },
  rating: 1500,
  provisional: false,
  games: 10,
  ...some,
});
const rows = () => screen.getAllByRole("row").map((row) => textsOf("rowheader", row)[0] ?? "");

async function leaders(me = asAda) {
  answers("GET /games", [game("stones"), game("team", { cooperative: true, seats: [2, 3] })]);
  return show(<LeadersPage name="stones" />, { me, at: "/leaders/stones" });
}

describe("a leaderboard", () => {
  it("ranks players, and sets apart those whose rating is not certain yet", async () => {
    const players = [ranked(1, "Bo"), ranked(null, "Cy", { provisional: true }), ranked(2, "Ada")];
    answers("GET /games/stones/leaderboard", { game: "stones", players, cursor: null });
    await leaders();
    expect(screen.getByRole("table", { name: t("leaders.of", { game: "STONES" }) })).toBeTruthy();
    expect(rows().filter(Boolean)).toEqual(["Bo", "Ada", expect.stringContaining(t("leaders.unsure")), "Cy"]);
    expect(link("Bo").getAttribute("href")).toBe("/player/bo");
  });
  it("goes on where it ended, page after page", async () => {
    answers("GET /games/stones/leaderboard", ({ query }: Asked) =>
      query.get("after") === null
        ? { game: "stones", players: [ranked(1, "Bo")], cursor: "Bo" }
        : { game: "stones", players: [ranked(2, "Cy")], cursor: null },
    );
    await leaders();
    await press(t("leaders.more"));
    expect(rows().filter(Boolean)).toEqual(["Bo", "Cy"]);
    expect(hasButton(t("leaders.more"))).toBe(false);
  });
  it("keeps what it has if more cannot be had, and can be asked again", async () => {
    answers("GET /games/stones/leaderboard", { game: "stones", players: [ranked(1, "Bo")], cursor: "Bo" });
    await leaders();
    isGone("GET /games/stones/leaderboard");
    await press(t("leaders.more"));
    expect([
      rows().filter(Boolean),
      screen.getByText(t("page.lost")) !== null,
      button(t("leaders.more")) !== null,
    ]).toEqual([["Bo"], true, true]);
  });
  it("that is empty leads to a first match", async () => {
    answers("GET /games/stones/leaderboard", { game: "stones", players: [], cursor: null });
    await leaders();
    expect(link(t("rules.play", { game: "STONES" })).getAttribute("href")).toBe("/play/stones");
  });
  it("of a game that does not exist says so", async () => {
    answers("GET /games", [game("stones")]);
    await show(<LeadersPage name="chess" />);
    expect(screen.getByText(t("game.unknown"))).toBeTruthy();
  });
});

describe("best scores", () => {
  const score = (name: string | null, some: object = {}) => ({
    rank: 1,
    score: 42,
    at: 0,
    team: [name && { id: name.toLowerCase(), name, kind: "account" }],
    table: null,
    ...some,
  });
  const best = async () => {
    answers("GET /games", [game("team", { cooperative: true, seats: [2, 3] })]);
    return show(<LeadersPage name="team" />, { at: "/leaders/team" });
  };
  it("are those of teams of one size, and lead to the match", async () => {
    answers("GET /games/team/best-scores", ({ query }: Asked) => ({
      game: "team",
      seats: Number(query.get("seats")),
      scores: [score(query.get("seats") === "2" ? "Bo" : "Cy", { table: "t1" })],
      cursor: null,
    }));
    await best();
    expect(screen.getByRole("link", { name: "Bo" })).toBeTruthy();
    await choose(t("best-scores.team", { count: 3 }));
    expect(screen.getByRole("link", { name: "Cy" })).toBeTruthy();
    expect(screen.getByRole("table").querySelector("a[href='/replay/t1']")).toBeTruthy();
  });
  it("are shown of teams of which somebody has left, who has no name any more", async () => {
    answers("GET /games/team/best-scores", {
      game: "team",
      seats: 2,
      scores: [score("Bo"), score(null, { rank: 2 })],
      cursor: null,
    });
    await best();
    expect(rows().filter(Boolean)).toEqual(["Bo", t("player.gone")]);
  });
  it("of the size that was chosen last are shown, whichever answer comes first", async () => {
    const scores = takesTime("GET /games/team/best-scores");
    await best();
    const two = { game: "team", seats: 2, scores: [score("Bo")], cursor: null };
    answers("GET /games/team/best-scores", { game: "team", seats: 3, scores: [score("Cy")], cursor: null });
    await choose(t("best-scores.team", { count: 3 }));
    await scores.answer(two);
    expect(rows().filter(Boolean)).toEqual(["Cy"]);
  });
});

describe("ratings beside names", () => {
  const line = (who: string, rating: number) => ({ who, game: "stones", rating, provisional: false, games: 9 });
  it("are asked for together, once for all names of a page", async () => {
    answers("GET /ratings", ({ query }: Asked) =>
      query.getAll("who").map((who) => line(who, who === "bo" ? 1600 : 1700)),
    );
    await show(
      <>
        <p>
          <RatingBadge who="bo" game="stones" />
        </p>
        <p>
          <RatingBadge who="cy" game="stones" />
          <RatingBadge who="bo" game="stones" />
        </p>
      </>,
    );
    await act(() => new Promise((done) => setTimeout(done, 5)));
    expect(askedFor("GET /ratings").map(({ query }) => query.getAll("who"))).toEqual([["bo", "cy"]]);
    expect(screen.getAllByText(/1600/)).toHaveLength(2);
  });
  it("that cannot be had leave the names alone", async () => {
    refuses("GET /ratings", "No.");
    const { container } = await show(<RatingBadge who="bo" game="stones" />);
    await act(() => new Promise((done) => setTimeout(done, 5)));
    expect(container.textContent).toBe("");
  });
  it("follow what a match has done to them, without being asked for again", async () => {
    answers("GET /ratings", [line("bo", 1600)]);
    const told = {
      rated: true,
      counts: true,
      settled: true,
      changes: [{ who: "bo", was: 1600, rating: 1620, change: 20, provisional: false }],
      team: null,
    };
    function Over({ pushed }: { pushed: typeof told | null }) {
      useTableRatings({ table: "t1", game: "stones", invite: "", over: true, asks: true, pushed });
      return <RatingBadge who="bo" game="stones" />;
    }
    const { rerender, container } = await show(<Over pushed={told} />);
    await act(() => new Promise((done) => setTimeout(done, 5)));
    rerender(<Over pushed={{ ...told }} />);
    expect(container.textContent).toContain("1620");
    expect(askedFor("GET /ratings")).toHaveLength(1);
  });
});
