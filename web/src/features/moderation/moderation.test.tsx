import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Me, Measure, PersonFile, ReportLine } from "../../contract";
import { ada, asAda, asGuest, game, nobody, tournament } from "../../testing/fixtures";
import { answers, asked, askedFor, bodyOf, isGone, refuses, takesTime } from "../../testing/server";
import {
  begins,
  choose,
  field,
  hasButton,
  here,
  link,
  press,
  pressTwice,
  show,
  textsOf,
  type,
} from "../../testing/show";
import { snapshot } from "../../ui/state";
import { t } from "../../ui/texts/page";
import { BlockedList } from "./BlockedList";
import { ConsolePage } from "./console/ConsolePage";
import { PersonMenuHost, PersonName } from "./PersonName";
import { ReportButton } from "./ReportForm";

const bo = { id: "bo", name: "Bo", since: 0, kind: "account" as const };
const writes = () => asked.filter(({ what }) => !what.startsWith("GET ")).map(({ what }) => what);

describe("the menu of a person", () => {
  const menu = (
    <>
      <PersonName who={{ person: "bo", name: "Bo" }} />
      <PersonMenuHost />
    </>
  );
  it("opens at the name, and closes", async () => {
    await show(menu, { me: asAda });
    expect(screen.queryByRole("dialog")).toBeNull();
    await press("Bo");
    expect(await screen.findByRole("dialog", { name: "Bo" })).toBeTruthy();
    expect(snapshot()["person menu"]).toMatchObject({ person: "bo" });
    await press(t("table.close"));
    expect(screen.queryByRole("dialog")).toBeNull();
  });
  it("is not there for the player's own name, nor for a bot", async () => {
    await show(
      <>
        <PersonName who={{ person: "ada", name: "Ada" }} />
        <PersonName who={{ person: "", name: "Hal" }} />
      </>,
      { me: asAda },
    );
    expect(screen.queryByRole("button")).toBeNull();
  });
  it("blocks a person and takes it back, and says what it did", async () => {
    answers("PUT /me/blocks/bo", undefined);
    answers("DELETE /me/blocks/bo", undefined);
    await show(menu, { me: asAda });
    await press("Bo");
    await press(t("person-menu.block"));
    expect(screen.getByRole("status").textContent).toBe(t("person-menu.blocked"));
    await press(t("person-menu.unblock"));
    expect(writes()).toEqual(["PUT /me/blocks/bo", "DELETE /me/blocks/bo"]);
    expect(hasButton(t("person-menu.block"))).toBe(true);
  });
  it("blocks nobody if the server does not", async () => {
    refuses("PUT /me/blocks/bo", "Not Bo.");
    await show(menu, { me: asAda });
    await press("Bo");
    await press(t("person-menu.block"));
    expect([screen.getByRole("status").textContent, hasButton(t("person-menu.block"))]).toEqual(["Not Bo.", true]);
  });
  it("reports what was said, as the seat that heard it", async () => {
    answers("POST /reports", { id: "r1" });
    const said = { text: "Boo", table: "t1", seat: 0, line: 7, invite: "" };
    await show(
      <>
        <PersonName who={{ person: "bo", name: "Bo", said }} />
        <PersonMenuHost />
      </>,
      { me: asAda },
    );
    await press("Bo");
    await press(t("person-menu.report-line"));
    await press(t("report.send"));
    expect(bodyOf("POST /reports")).toEqual({
      kind: "talk",
      table: "t1",
      line: 7,
      invite: "",
      seat: 0,
      reason: "insult",
      words: "",
    });
    expect(screen.getByRole("status").textContent).toBe(t("report.sent"));
  });
});

describe("a report", () => {
  const report = <ReportButton subject={{ kind: "person", person: "bo" }} label="Report Bo" />;
  it("is sent once, with its reason and its words", async () => {
    const reports = takesTime("POST /reports");
    await show(report, { me: asAda });
    await press("Report Bo");
    type(t("report.reason"), "spam");
    type(t("report.words"), "Always the same link.");
    await pressTwice(t("report.send"));
    await press(t("report.send"));
    await reports.answer({ id: "r1" });
    expect(askedFor("POST /reports").map(({ body }) => body)).toEqual([
      { kind: "person", person: "bo", reason: "spam", words: "Always the same link." },
    ]);
    expect(hasButton(t("report.send"))).toBe(false);
  });
  it("that is refused keeps its words, and says why", async () => {
    refuses("POST /reports", "You have reported enough for today.");
    await show(report, { me: asAda });
    await press("Report Bo");
    type(t("report.words"), "Again.");
    await press(t("report.send"));
    expect(screen.getByRole("status").textContent).toBe("You have reported enough for today.");
    expect(field(t("report.words")).value).toBe("Again.");
  });
  it("begins anew each time: what came of the last one is not said again", async () => {
    answers("POST /reports", { id: "r1" });
    await show(report, { me: asAda });
    await press("Report Bo");
    await press(t("report.send"));
    expect(screen.getByRole("status").textContent).toBe(t("report.sent"));
    await press(t("table.close"));
    await press("Report Bo");
    expect(screen.queryByRole("status")).toBeNull();
    expect(hasButton(t("report.send"))).toBe(true);
  });
});

describe("whom the player has blocked", () => {
  it("are asked for again when somebody else is signed in, and forgotten with nobody", async () => {
    answers("GET /me/blocks", [{ person: bo, since: 0 }]);
    const { unmount } = await show(<BlockedList />, { me: asAda });
    expect(screen.getByText("Bo")).toBeTruthy();
    unmount();
    await show(<BlockedList />, { me: nobody });
    expect(snapshot().blocks).toMatchObject({ owner: null });
    expect(screen.queryByText("Bo")).toBeNull();
  });
});

const asHost: Me = { ...asAda, role: "host" };
const asModerator: Me = { ...asAda, role: "moderator" };
const reportLine = (id: string, some: Partial<ReportLine> = {}): ReportLine => ({
  id,
  at: 0,
  kind: "person",
  reason: "spam",
  words: "",
  by: "cy",
  name: "Cy",
  person: "bo",
  of: "Bo",
  table: "",
  game: "",
  state: "open",
  settled: null,
  settler: "",
  outcome: "",
  note: "",
  ...some,
});
const measure = (id: string, some: Partial<Measure> = {}): Measure => ({
  id,
  person: "bo",
  kind: "mute",
  since: 0,
  until: null,
  why: "Spam",
  by: "ada",
  name: "Ada",
  lifted: null,
  ...some,
});
async function openConsole(part: Parameters<typeof ConsolePage>[0]["part"], of = "", me = asHost) {
  answers("GET /moderation", { role: me.role, open_reports: 2 });
  return show(<ConsolePage part={part} of={of} />, { me, at: `/console/${part}` });
}
const main = () => within(screen.getByRole("main"));

describe("the console", () => {
  it("is closed to everybody else", async () => {
    const { rerender } = await show(<ConsolePage part="reports" of="" />, { me: asAda });
    expect(screen.getByText(t("console.closed"))).toBeTruthy();
    rerender(<ConsolePage part="team" of="" />);
    expect(asked.filter(({ what }) => what.includes("moderation"))).toEqual([]);
  });
  it("counts open reports, and marks the tab that is shown", async () => {
    answers("GET /moderation/reports", { reports: [], next: null });
    await openConsole("reports");
    expect(link(begins(t("console.reports"))).textContent).toContain("2");
    expect(link(begins(t("console.reports"))).getAttribute("aria-current")).toBe("page");
    expect(screen.getByText(t("console.none-open"))).toBeTruthy();
  });
  it("says in its own words that the server cannot be reached", async () => {
    isGone("GET /moderation/reports");
    await openConsole("reports");
    expect(screen.getByText(t("page.lost"))).toBeTruthy();
  });
  it("lists reports page by page, open ones or settled ones", async () => {
    answers("GET /moderation/reports", ({ query }: { query: URLSearchParams }) =>
      query.get("settled") === "true"
        ? { reports: [reportLine("r9", { of: "Settled" })], next: null }
        : query.get("after")
          ? { reports: [reportLine("r2", { of: "Second" })], next: null }
          : { reports: [reportLine("r1", { of: "First" })], next: "r1" },
    );
    await openConsole("reports");
    await press(t("leaders.more"));
    expect(textsOf("listitem", screen.getByRole("main")).map((row) => /First|Second|Settled/.exec(row)?.[0])).toEqual([
      "First",
      "Second",
    ]);
    expect(hasButton(t("leaders.more"))).toBe(false);
    await choose(t("console.settled"));
    expect(textsOf("listitem", screen.getByRole("main"))).toHaveLength(1);
  });
  it("settles a report with a note, once", async () => {
    answers("GET /moderation/reports/r1", { report: reportLine("r1"), quotes: [], measures: [] });
    const settle = takesTime("POST /moderation/reports/r1/settle");
    await openConsole("reports", "r1");
    type(t("console.note"), "Warned.");
    await pressTwice(t("console.as-acted"));
    answers("GET /moderation/reports/r1", {
      report: reportLine("r1", { state: "settled", outcome: "acted", settler: "Ada", settled: 1 }),
      quotes: [],
      measures: [],
    });
    await settle.answer({});
    expect(askedFor("POST /moderation/reports/r1/settle").map(({ body }) => body)).toEqual([
      { outcome: "acted", note: "Warned." },
    ]);
    expect(main().getByRole("heading", { name: t("console.acted") })).toBeTruthy();
  });
  it("keeps the note if somebody else has settled it before", async () => {
    answers("GET /moderation/reports/r1", { report: reportLine("r1"), quotes: [], measures: [] });
    refuses("POST /moderation/reports/r1/settle", "It is settled already.");
    await openConsole("reports", "r1");
    type(t("console.note"), "Warned.");
    await press(t("console.as-dismissed"));
    expect(main().getByText("It is settled already.")).toBeTruthy();
    expect(field(t("console.note")).value).toBe("Warned.");
  });
});

describe("a person in the console", () => {
  const file = (some: Partial<PersonFile> = {}): PersonFile => ({
    person: bo,
    role: null,
    measures: [],
    reports: [],
    now: 1_000,
    ...some,
  });
  it("is found by name", async () => {
    answers("GET /moderation/measures", []);
    answers("GET /moderation/people", [{ person: bo, role: null }]);
    await openConsole("people");
    type(main().getByRole("searchbox"), " Bo ");
    await press(main().getByText(t("console.find-do")));
    expect(askedFor("GET /moderation/people")[0]?.query.get("name")).toBe("Bo");
    expect(
      main()
        .getByRole("link", { name: begins("Bo") })
        .getAttribute("href"),
    ).toBe("/console/people?of=bo");
  });
  it("is muted for a while, or for good, with a reason that is required", async () => {
    answers("GET /moderation/people/bo", file());
    answers("POST /moderation/people/bo/measures", measure("m1"));
    await openConsole("people", "bo");
    await press(t("measure.do-mute"));
    expect(writes()).toEqual([]);
    type(t("measure.why"), "Spam");
    type(t("measure.length"), "0");
    await press(t("measure.do-mute"));
    expect(bodyOf("POST /moderation/people/bo/measures")).toEqual({ kind: "mute", why: "Spam", hours: null });
    expect(field(t("measure.why")).value).toBe("");
  });
  it("keeps the reason that was typed when the server refuses", async () => {
    answers("GET /moderation/people/bo", file());
    refuses("POST /moderation/people/bo/rename", "Only hosts may do that.");
    await openConsole("people", "bo", asModerator);
    await press(t("console.rename"));
    type(t("console.why"), "An insult");
    await press(t("console.rename"));
    expect(main().getByText("Only hosts may do that.")).toBeTruthy();
    expect(field(t("console.why")).value).toBe("An insult");
  });
  it("loses a measure with a reason; one that is over cannot be lifted", async () => {
    answers("GET /moderation/people/bo", file({ measures: [measure("m1"), measure("m2", { until: 500 })] }));
    answers("POST /moderation/measures/m1/lift", measure("m1", { lifted: 1 }));
    await openConsole("people", "bo");
    await press(t("measure.lift"));
    type(t("console.why"), "By mistake");
    await press(t("measure.lift"));
    expect(bodyOf("POST /moderation/measures/m1/lift")).toEqual({ why: "By mistake" });
    expect(screen.queryByLabelText(t("console.why"))).toBeNull();
  });
  it("is made a moderator by hosts alone", async () => {
    answers("GET /moderation/people/bo", file());
    answers("PUT /moderation/officers/bo", undefined);
    const { unmount } = await openConsole("people", "bo", asModerator);
    expect(hasButton(t("console.appoint"))).toBe(false);
    unmount();
    await openConsole("people", "bo");
    await press(t("console.appoint"));
    await press(t("table.sure", { what: t("console.appoint") }));
    expect(writes()).toEqual(["PUT /moderation/officers/bo"]);
  });
});

describe("a table in the console", () => {
  const seen = {
    table: "t1",
    game: "stones",
    title: "STONES",
    phase: "playing",
    listed: true,
    rated: true,
    counts: true,
    tournament: null,
    seats: [{ kind: "person", name: "Bo", person: "bo" }, {}],
    talk: [{ at: 0, person: "bo", name: "Bo", text: "Boo" }],
  };
  it("is found by its link, and so is a tournament", async () => {
    await openConsole("tables");
    type(main().getByRole("textbox"), "https://house.example/table/t1?invite=x");
    await press(main().getByText(t("console.look")));
    expect(here()).toBe("/console/tables?of=t1");
    type(main().getByRole("textbox"), "https://house.example/tournament/cup");
    await press(main().getByText(t("console.look")));
    expect(here()).toBe("/console/tables?of=tournament%3Acup");
  });
  it("is closed with a reason, and taken out of the ratings", async () => {
    answers("GET /moderation/tables/t1", seen);
    answers("POST /moderation/tables/t1/close", seen);
    answers("POST /moderation/tables/t1/rating", seen);
    await openConsole("tables", "t1");
    for (const [label, what, body] of [
      [t("console.close"), "POST /moderation/tables/t1/close", { why: "Cheats" }],
      [t("console.annul"), "POST /moderation/tables/t1/rating", { counts: false, why: "Cheats" }],
    ] as const) {
      await press(label);
      type(t("console.why"), "Cheats");
      await press(label);
      expect(bodyOf(what)).toEqual(body);
    }
    expect(main().getByText("Boo")).toBeTruthy();
  });
  it("that nobody may see says so", async () => {
    refuses("GET /moderation/tables/t1", "There is no such table.");
    await openConsole("tables", "t1");
    expect(screen.getByText("There is no such table.")).toBeTruthy();
  });
  it("of a tournament that is over can lose its title alone", async () => {
    answers("GET /tournaments/cup", tournament({ phase: "over" }));
    const { unmount } = await openConsole("tables", "tournament:cup");
    expect(hasButton(t("console.retitle-cup"))).toBe(true);
    unmount();
    answers("GET /tournaments/cup", tournament({ phase: "over", title: "STONES" }));
    await openConsole("tables", "tournament:cup");
    expect([hasButton(t("console.retitle-cup")), hasButton(t("console.close-cup"))]).toEqual([false, false]);
  });
});

describe("words, team and log", () => {
  it("words are added in small letters and once, and taken out", async () => {
    answers("GET /moderation/words", { words: [{ word: "darn", how: "mask" }] });
    answers("PUT /moderation/words", ({ body }: { body: unknown }) => body);
    await openConsole("words");
    type(t("word-filter.word"), " DARN ");
    type(t("word-filter.how"), "refuse");
    await press(t("word-filter.add"));
    expect(bodyOf("PUT /moderation/words")).toEqual({ words: [{ word: "darn", how: "refuse" }] });
    expect(field(t("word-filter.word")).value).toBe("");
    await press(/darn/);
    expect(bodyOf("PUT /moderation/words")).toEqual({ words: [] });
    expect(screen.getByText(t("word-filter.none"))).toBeTruthy();
  });
  it("words that are refused stay in the field", async () => {
    answers("GET /moderation/words", { words: [] });
    refuses("PUT /moderation/words", "Too short.");
    await openConsole("words");
    type(t("word-filter.word"), "a");
    await press(t("word-filter.add"));
    expect([field(t("word-filter.word")).value, main().getByRole("status").textContent]).toEqual(["a", "Too short."]);
  });
  it("moderators see the words, and do not change them", async () => {
    answers("GET /moderation/words", { words: [{ word: "darn", how: "mask" }] });
    await openConsole("words", "", asModerator);
    expect(main().getByText("darn")).toBeTruthy();
    expect([hasButton(t("word-filter.add")), hasButton(/darn/)]).toEqual([false, false]);
  });
  it("hosts dismiss moderators after asking once more, and nobody dismisses a host", async () => {
    answers("GET /moderation/officers", [
      { person: ada, role: "host" },
      { person: bo, role: "moderator" },
    ]);
    answers("DELETE /moderation/officers/bo", undefined);
    await openConsole("team");
    await press(t("console.dismiss"));
    await press(t("table.sure", { what: t("console.dismiss") }));
    expect(writes()).toEqual(["DELETE /moderation/officers/bo"]);
  });
  it("the log leads to what an entry is about", async () => {
    const entry = (number: number, what: string, about: string) => ({
      id: `e${number}`,
      number,
      at: 0,
      by: "ada",
      name: "Ada",
      what,
      about,
      of: "Bo",
      detail: "",
      why: "Spam",
    });
    answers("GET /games", [game("stones")]);
    answers("GET /moderation/log", { entries: [entry(2, "mute", "bo"), entry(1, "close-cup", "cup")], next: null });
    await openConsole("log");
    expect(
      main()
        .getAllByRole("link", { name: t("audit-log.look-up") })
        .map((each) => each.getAttribute("href")),
    ).toEqual(["/console/people?of=bo", "/console/tables?of=tournament%3Acup"]);
  });
});

it("guests have no console", async () => {
  await show(<ConsolePage part="reports" of="" />, { me: asGuest });
  expect(screen.getByText(t("console.closed"))).toBeTruthy();
});
