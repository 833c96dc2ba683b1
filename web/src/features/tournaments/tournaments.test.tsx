import { screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { EntrantLine, MatchLine, RoundLine, StandingLine, TournamentNow } from "../../contract";
import { asAda, asGuest, game, nobody, tournament } from "../../testing/fixtures";
import { answers, askedFor, bodyOf, live, refuses, takesTime } from "../../testing/server";
import {
  button,
  choose,
  field,
  hasButton,
  hasLink,
  here,
  link,
  press,
  pressTwice,
  show,
  textsOf,
  type,
} from "../../testing/show";
import { snapshot } from "../../ui/state";
import { type PageKey, t } from "../../ui/texts/page";
import { Entrants } from "./Entrants";
import { useTournament } from "./feed";
import { OrganisePage } from "./OrganisePage";
import { Participation } from "./Participation";
import { Rounds } from "./Rounds";
import { Standings } from "./Standings";

const entrant = (name: string, some: Partial<EntrantLine> = {}): EntrantLine => ({
  entrant: name.toLowerCase(),
  name,
  level: null,
  checked: false,
  out: null,
  ...some,
});
const standing = (rank: number, who: string, some: Partial<StandingLine> = {}): StandingLine => ({
  rank,
  entrant: who,
  points: 2,
  played: 3,
  won: 2,
  drawn: 0,
  byes: 0,
  buchholz: 4.5,
  sonneborn: 3.25,
  reached: 1,
  out: false,
  ...some,
});
const match = (
  name: string,
  seats: string[],
  points: number[] | null = null,
  some: Partial<MatchLine> = {},
): MatchLine => ({
  match: name,
  table: `table-${name}`,
  seats,
  points,
  by: points && "played",
  again: null,
  ...some,
});
const round = (number: number, matches: MatchLine[], some: Partial<RoundLine> = {}): RoundLine => ({
  round: number,
  at: 0,
  matches,
  byes: [],
  field: [],
  ...some,
});
const FOUR = ["Ada", "Bo", "Cy", "Di"].map((name) => entrant(name));
const named = (key: PageKey, name: string) => new RegExp(`^${t(key)}.*${name}`);
const cells = () =>
  screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent));

describe("standings", () => {
  it("have the tie-breaks of their kind, in quarters", async () => {
    const now = tournament({ entrants: FOUR, standings: [standing(1, "ada", { points: 2.5 }), standing(2, "bo")] });
    const { rerender } = await show(<Standings now={now} me="ada" />);
    expect(cells()).toEqual([
      ["1", `Ada${t("table.you")}`, "3", "4½", "3¼", "2½"],
      ["2", "Bo", "3", "4½", "3¼", "2"],
    ]);
    rerender(<Standings now={tournament({ ...now, rules: { kind: "arena" } })} me="ada" />);
    expect(cells()[1]).toEqual(["2", "Bo", "3", "2"]);
  });
  it("of a knock-out say how far each came", async () => {
    const now = tournament({
      champion: "ada",
      entrants: FOUR,
      standings: [standing(1, "ada"), standing(2, "bo", { reached: 3 })],
      rules: { kind: "knockout" },
    });
    await show(<Standings now={now} me={null} />);
    expect(cells().map((row) => row.at(-1))).toEqual([t("tournament.winner"), t("tournament.final")]);
  });
  it("say who has left, and link to people and not to bots", async () => {
    const entrants = [entrant("Bo", { out: "no-show" }), entrant("Hal", { level: 2 })];
    await show(
      <Standings now={tournament({ entrants, standings: [standing(1, "bo"), standing(2, "hal")] })} me={null} />,
    );
    expect(cells()[0]?.[1]).toContain(t("tournament.out-no-show"));
    expect([hasLink("Bo"), hasLink("Hal")]).toEqual([true, false]);
  });
});

describe("rounds", () => {
  it("come with the latest first, and say who has no opponent", async () => {
    const rounds = [
      round(1, [match("1-1", ["ada", "bo"], [1, 0])]),
      round(2, [match("2-1", ["ada", "cy"])], { byes: ["bo"] }),
    ];
    await show(<Rounds now={tournament({ phase: "running", entrants: FOUR, rounds })} me="ada" />);
    expect(textsOf("heading")).toEqual([t("tournament.round", { round: 2 }), t("tournament.round", { round: 1 })]);
    expect(screen.getByText(/Bo/, { selector: "li" })).toBeTruthy();
  });
  it("lead the player to the own match, others to watch, and to replays of what is over", async () => {
    const rounds = [
      round(1, [match("1-1", ["ada", "bo"]), match("1-2", ["cy", "di"]), match("1-3", ["cy", "bo"], [0.5, 0.5])]),
    ];
    await show(<Rounds now={tournament({ phase: "running", entrants: FOUR, rounds })} me="ada" />);
    expect(
      screen.getAllByRole("link").map((each) => [each.firstChild?.textContent, each.getAttribute("href")]),
    ).toEqual([
      [t("table-row.play"), "/table/table-1-1"],
      [t("table-row.watch"), "/table/table-1-2"],
      [t("table-row.replay"), "/replay/table-1-3"],
    ]);
  });
  it("that are not there yet are no empty list", async () => {
    await show(<Rounds now={tournament()} me={null} />);
    expect(screen.getByText(t("tournament.no-rounds"))).toBeTruthy();
  });
});

describe("a bracket", () => {
  const knockout = (some: Partial<Omit<TournamentNow, "rules">>) =>
    tournament({ phase: "running", planned: 2, entrants: FOUR, rules: { kind: "knockout" }, ...some });
  const first = round(1, [match("1-1", ["ada", "bo"], [1, 0])], { field: ["ada", "bo", "cy", "di"], byes: ["cy"] });
  it("has every place of every round, those to come too", async () => {
    await show(<Rounds now={knockout({ rounds: [first] })} me={null} />);
    expect(textsOf("heading")).toEqual([t("tournament.semifinal"), t("tournament.final")]);
    expect(screen.getAllByText(t("tournament.to-come"))).toHaveLength(1);
    expect(screen.getByText(/Cy/)).toBeTruthy();
  });
  it("promises nothing after the end", async () => {
    await show(<Rounds now={knockout({ phase: "over", rounds: [first] })} me={null} />);
    expect(screen.queryByText(t("tournament.to-come"))).toBeNull();
  });
  it("shows a match that was played again in the place of the first", async () => {
    const again = match("1-1b", ["ada", "bo"], null, { again: "1-1" });
    const drawn = match("1-1", ["ada", "bo"], [0.5, 0.5]);
    const { container } = await show(
      <Rounds now={knockout({ rounds: [{ ...first, matches: [drawn, again] }] })} me={null} />,
    );
    expect(within(container).getAllByRole("link")).toHaveLength(2);
    expect(screen.getByText(t("tournament.again"))).toBeTruthy();
  });
});

describe("entrants", () => {
  const run = vi.fn((work: () => Promise<TournamentNow>) => void work().catch(() => undefined));
  const organises = { organises: true, entered: false, checked: false, table: null };
  it("that are none are said to be none", async () => {
    await show(<Entrants now={tournament()} run={run} busy={false} />);
    expect(screen.getByText(t("tournament.nobody"))).toBeTruthy();
  });
  it("are removed by the organiser after asking once more, and by nobody else", async () => {
    answers("DELETE /tournaments/cup/entrants/bo", tournament());
    const { rerender } = await show(
      <Entrants now={tournament({ entrants: [entrant("Bo")] })} run={run} busy={false} />,
    );
    expect(hasButton(t("tournament.remove"))).toBe(false);
    rerender(<Entrants now={tournament({ entrants: [entrant("Bo")], me: organises })} run={run} busy={false} />);
    await press(t("tournament.remove"));
    await press(t("tournament.remove-sure", { name: "Bo" }));
    expect(askedFor("DELETE /tournaments/cup/entrants/bo")).toHaveLength(1);
  });
  it("are seeded by hand: one up, out of the list, or at its end", async () => {
    answers("PUT /tournaments/cup/seeds", tournament());
    const now = tournament({ entrants: FOUR, seeds: ["bo", "ada"], me: organises, rules: { seeding: "hand" } });
    await show(<Entrants now={now} run={run} busy={false} />);
    expect(textsOf("listitem").map((row) => row.slice(0, 2))).toEqual(["1B", "2A", "–C", "–D"]);
    await press(named("tournament.seed-up", "Ada"));
    expect(bodyOf("PUT /tournaments/cup/seeds")).toEqual({ seeds: ["ada", "bo"] });
    await press(named("tournament.seed-it", "Cy"));
    expect(bodyOf("PUT /tournaments/cup/seeds")).toEqual({ seeds: ["bo", "ada", "cy"] });
    await press(named("tournament.unseed", "Bo"));
    expect(bodyOf("PUT /tournaments/cup/seeds")).toEqual({ seeds: ["ada"] });
    expect(hasButton(named("tournament.seed-up", "Bo"))).toBe(false);
  });
  it("that have checked in are counted, bots aside", async () => {
    const entrants = [entrant("Ada", { checked: true }), entrant("Bo"), entrant("Hal", { level: 2 })];
    await show(<Entrants now={tournament({ entrants, rules: { check_in: 15 } })} run={run} busy={false} />);
    expect(screen.getByText(t("tournament.checked", { count: 1, all: 2 }))).toBeTruthy();
  });
});

describe("taking part", () => {
  const run = vi.fn((work: () => Promise<TournamentNow>) => void work().catch(() => undefined));
  const part = (now: TournamentNow, { who = "ada" as string | null, account = true } = {}) => (
    <Participation now={now} who={who} account={account} run={run} busy={false} />
  );
  const said = () => screen.getByRole("status").textContent;
  const entered = { organises: false, entered: true, checked: false, table: null };

  it("begins with signing up, which makes a guest of a visitor", async () => {
    answers("POST /guests", asGuest);
    answers("POST /tournaments/cup/entrants", tournament());
    await show(part(tournament(), { who: null, account: false }), { me: nobody });
    await press(t("tournament.sign-up"));
    expect([askedFor("POST /guests").length, askedFor("POST /tournaments/cup/entrants").length]).toEqual([1, 1]);
  });
  it("takes an account where it counts", async () => {
    await show(part(tournament({ rules: { rated: true } }), { who: "guest", account: false }), { me: asGuest });
    expect([hasButton(t("tournament.sign-up")), hasLink(t("sign.up")), said()]).toEqual([
      false,
      true,
      t("tournament.rated-guest"),
    ]);
  });
  it("goes on with checking in, from the time on at which that opens", async () => {
    answers("POST /tournaments/cup/check-in", tournament());
    const at = (opens: number) => tournament({ me: entered, check_in_opens: opens, rules: { check_in: 15 } });
    const { unmount } = await show(part(at(Date.now() + 60_000)), { me: asAda });
    expect(hasButton(t("tournament.check-in"))).toBe(false);
    unmount();
    await show(part(at(Date.now() - 1)), { me: asAda });
    await press(t("tournament.check-in"));
    expect(askedFor("POST /tournaments/cup/check-in")).toHaveLength(1);
  });
  it("leads to the player's match, and says so in the tab", async () => {
    document.title = "Spring Cup";
    const rounds = [round(2, [match("2-1", ["bo", "ada"])])];
    const now = tournament({ phase: "running", entrants: FOUR, rounds, me: { ...entered, table: "table-2-1" } });
    const { unmount } = await show(part(now), { me: asAda });
    expect(link(t("table-row.play")).getAttribute("href")).toBe("/table/table-2-1");
    expect(screen.getByText(/Bo/)).toBeTruthy();
    expect(document.title).toBe(t("tournament.tab", { title: "Spring Cup" }));
    unmount();
    expect(document.title).toBe("Spring Cup");
  });
  it("ends for who has lost a knock-out, who need not withdraw", async () => {
    const rounds = [round(1, [match("1-1", ["ada", "bo"], [0, 1])], { field: ["ada", "bo"] })];
    await show(part(tournament({ phase: "running", rounds, me: entered, rules: { kind: "knockout" } })), { me: asAda });
    expect([said(), hasButton(t("tournament.withdraw"))]).toEqual([t("tournament.knocked-out"), false]);
  });
  it("is still open in a running Swiss, and not in a running knock-out", async () => {
    const { rerender } = await show(part(tournament({ phase: "running" })), { me: asAda });
    expect(hasButton(t("tournament.sign-up"))).toBe(true);
    rerender(part(tournament({ phase: "running", rules: { kind: "knockout" } })));
    expect([hasButton(t("tournament.sign-up")), said()]).toEqual([false, t("tournament.closed")]);
  });
  it("is over for whom the organiser removed, and not for who left", async () => {
    const gone = (out: EntrantLine["out"]) => tournament({ entrants: [entrant("Ada", { out })] });
    const { rerender } = await show(part(gone("removed")), { me: asAda });
    expect([hasButton(t("tournament.sign-up")), said()]).toEqual([false, t("tournament.you-removed")]);
    rerender(part(gone("asked")));
    expect([hasButton(t("tournament.sign-up")), said()]).toEqual([true, t("tournament.come-back")]);
  });
  it("withdraws after asking once more", async () => {
    answers("DELETE /tournaments/cup/entrants/mine", tournament());
    await show(part(tournament({ me: entered })), { me: asAda });
    await press(t("tournament.withdraw"));
    expect(askedFor("DELETE /tournaments/cup/entrants/mine")).toHaveLength(0);
    await press(t("table.sure", { what: t("tournament.withdraw") }));
    expect(askedFor("DELETE /tournaments/cup/entrants/mine")).toHaveLength(1);
  });
});

describe("a new tournament", () => {
  const organise = (first = "", me = asAda) => {
    answers("GET /games", [game("stones"), game("crowd", { seats: [2, 3] }), game("team", { cooperative: true })]);
    return show(<OrganisePage game={first} />, { me, at: "/organise" });
  };
  it("takes an account", async () => {
    await organise("stones", asGuest);
    expect(hasButton(t("organise.do"))).toBe(false);
    expect(
      within(screen.getByRole("main"))
        .getByRole("link", { name: t("sign.up") })
        .getAttribute("href"),
    ).toContain("organise");
  });
  it("needs a title and no more, and leads to its page", async () => {
    answers("POST /tournaments", tournament());
    await organise();
    await press(t("organise.do"));
    expect(askedFor("POST /tournaments")).toHaveLength(0);
    type(t("organise.name"), "Spring Cup");
    await press(t("organise.do"));
    expect(bodyOf("POST /tournaments")).toMatchObject({
      title: "Spring Cup",
      game: "stones",
      kind: "swiss",
      seats: 2,
      starts: null,
      check_in: 0,
    });
    expect(here()).toBe("/tournament/cup");
  });
  it("is of the game that the player came from, and of none that all play together", async () => {
    await organise("crowd");
    expect(field(t("home.which")).value).toBe("crowd");
    expect(textsOf("option", field(t("home.which")))).toEqual(["STONES", "CROWD"]);
  });
  it("asks for what its kind needs, and sends nothing of another kind", async () => {
    answers("POST /tournaments", tournament());
    await organise();
    type(t("organise.name"), "Blitz");
    type(t("tournament.rounds"), "7");
    await choose(t("tournament.arena"));
    expect(screen.queryByLabelText(t("tournament.rounds"))).toBeNull();
    type(t("organise.length"), "90");
    await press(t("organise.do"));
    expect(bodyOf("POST /tournaments")).toMatchObject({
      kind: "arena",
      rounds: 0,
      minutes: 90,
      every: 0,
      seeding: "lot",
      clock: { pace: "live" },
    });
  });
  it("checks in only where it has a time to start", async () => {
    await organise();
    expect(screen.queryByLabelText(t("tournament.check-in"))).toBeNull();
    type(t("organise.starts"), "2030-01-01T20:00");
    expect(field(t("tournament.check-in"))).toBeTruthy();
  });
  it("that is refused says why and keeps everything", async () => {
    refuses("POST /tournaments", "That is in the past.");
    await organise();
    type(t("organise.name"), "Spring Cup");
    type(t("organise.starts"), "2020-01-01T20:00");
    await press(t("organise.do"));
    expect(screen.getByRole("alert").textContent).toBe("That is in the past.");
    expect([field(t("organise.name")).value, field(t("organise.starts")).value]).toEqual([
      "Spring Cup",
      "2020-01-01T20:00",
    ]);
  });
  it("is announced once", async () => {
    const announced = takesTime("POST /tournaments");
    await organise();
    type(t("organise.name"), "Spring Cup");
    await pressTwice(t("organise.do"));
    expect(button(t("organise.do")).hasAttribute("disabled")).toBe(true);
    await announced.answer(tournament());
    expect(askedFor("POST /tournaments")).toHaveLength(1);
  });
});

describe("a tournament that is followed", () => {
  function Cup({ person = null as string | null }) {
    const { now, update } = useTournament("cup", person);
    return (
      <button type="button" onClick={() => update(tournament({ version: 9, title: "Answered" }))}>
        {now?.title ?? "nothing yet"}
      </button>
    );
  }
  const news = (title: string, cursor = 1) =>
    live.says({
      is: "tournament",
      tournament: "cup",
      after: 0,
      cursor,
      entrants: true,
      now: tournament({ title, version: cursor }),
      me: tournament().me,
    });
  it("is shown as it is told, and forgotten when it is left", async () => {
    const { unmount } = await show(<Cup />);
    await live.opens();
    expect(live.followed()).toEqual(["tournament cup"]);
    await news("Spring Cup");
    expect(button("Spring Cup")).toBeTruthy();
    unmount();
    expect([live.followed(), Object.keys(snapshot()).filter((name) => name.startsWith("tournament"))]).toEqual([
      [],
      [],
    ]);
  });
  it("takes the answer to a request, also when somebody has signed in meanwhile", async () => {
    const { rerender } = await show(<Cup />);
    await live.opens();
    await news("Spring Cup");
    rerender(<Cup person="ada" />);
    expect(button("Spring Cup")).toBeTruthy();
    await press("Spring Cup");
    expect(button("Answered")).toBeTruthy();
  });
});
