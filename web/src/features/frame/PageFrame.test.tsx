import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { asAda, asGuest, listed, nobody } from "../../testing/fixtures";
import { answers, live } from "../../testing/server";
import { begins, hasLink, link, show } from "../../testing/show";
import { t } from "../../ui/texts/page";
import { ConnectionChip, PageFrame, WaitingTablesLink } from "./PageFrame";

const page = <PageFrame>What it is about</PageFrame>;
const mine = (table: string, turn: string[]) => listed(table, { phase: "playing", turn });

describe("what surrounds every page", () => {
  it("has the page in its main part, and a link that skips to it", async () => {
    await show(page);
    expect(screen.getByRole("main").textContent).toBe("What it is about");
    expect(link(t("nav.skip")).getAttribute("href")).toBe("#main");
  });
  it("marks the link to the page that is shown", async () => {
    await show(page, { at: "/tables" });
    const marked = screen.getAllByRole("link").filter((each) => each.getAttribute("aria-current") === "page");
    expect(new Set(marked.map((each) => each.textContent))).toEqual(new Set([t("nav.tables")]));
  });
  it("names who is signed in, or offers to sign in", async () => {
    const { unmount } = await show(page, { me: asAda });
    expect(screen.getByText("Ada").closest("a")?.getAttribute("href")).toBe("/profile");
    expect(hasLink(t("nav.sign-in"))).toBe(false);
    unmount();
    await show(page, { me: nobody });
    expect(hasLink(t("nav.sign-in"))).toBe(true);
  });
  it("says that a session is over, and to a guest that it will be", async () => {
    const { unmount } = await show(page, { me: { ...nobody, ended: true } });
    expect(screen.getByText(t("session.ended"))).toBeTruthy();
    unmount();
    await show(page, { me: { ...asGuest, until: Date.now() + 10 * 24 * 3_600_000 } });
    expect(screen.getByText(begins(t("session.guest-ends", { when: "" }).slice(0, 30)))).toBeTruthy();
  });
  it("offers a guest to keep the games, and nobody else", async () => {
    const { unmount } = await show(page, { me: asGuest });
    expect(hasLink(t("nav.keep"))).toBe(true);
    unmount();
    await show(page, { me: asAda });
    expect(hasLink(t("nav.keep"))).toBe(false);
  });
  it("says what the host has to tell", async () => {
    await show(page, { me: { ...asAda, notice: "Closed on Sunday." } });
    expect(screen.getByText("Closed on Sunday.")).toBeTruthy();
  });
  it("counts the tables that wait for the player: turns and challenges, and no others", async () => {
    await show(page, { me: asAda });
    await live.opens();
    await live.says({ is: "me", tables: [mine("t1", ["ada"]), mine("t2", ["bo"])], challenges: [listed("t3")] });
    const games = screen.getAllByRole("link", { name: begins(t("nav.games")) })[0];
    expect(within(games ?? document.body).getByText(t("nav.waiting", { count: 2 }))).toBeTruthy();
  });
  it("does not count the table at which the player is", async () => {
    await show(<WaitingTablesLink here="t1" />, { me: asAda });
    await live.opens();
    await live.says({ is: "me", tables: [mine("t1", ["ada"])], challenges: [] });
    expect(screen.queryByRole("link")).toBeNull();
    await live.says({ is: "me", tables: [mine("t1", ["ada"]), mine("t2", ["ada"])], challenges: [] });
    expect(link(t("nav.waiting-elsewhere", { count: 1 })).getAttribute("href")).toBe("/games");
  });
});

describe("the connection", () => {
  it("is said in a word, from connecting to lost", async () => {
    answers("GET /me", nobody);
    await show(
      <>
        <ConnectionChip />
        <PageFrame>.</PageFrame>
      </>,
    );
    const said = () => screen.getAllByRole("status")[0]?.textContent;
    expect(said()).toBe(t("connection.connecting"));
    await live.opens();
    expect(said()).toBe(t("connection.live"));
    await live.says({ is: "closing" });
    expect(said()).toBe(t("connection.closing"));
    await live.breaks();
    expect(said()).toBe(t("connection.lost"));
  });
});
