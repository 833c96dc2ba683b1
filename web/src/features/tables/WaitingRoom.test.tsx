import { screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { asAda, asGuest, bot, feedOf, free, nobody, nowOf, setupOf, sitting } from "../../testing/fixtures";
import { answers, asked, askedFor, bodyOf, refuses } from "../../testing/server";
import { button, hasButton, here, link, press, show } from "../../testing/show";
import { t } from "../../ui/texts/page";
import type { Now } from "./feed";
import { WaitingRoom } from "./WaitingRoom";

const room = (now: Partial<Now>, more: Parameters<typeof setupOf>[0] = {}) => {
  const open = nowOf({ phase: "open", to_act: [], seats: [sitting("Ada"), free], ...now });
  const setup = { ...setupOf({ now: open, ...more }), seatsChanged };
  return <WaitingRoom setup={setup} now={open} feed={feedOf(open)} viewer={0} />;
};
const seatsChanged = vi.fn();
const status = () => screen.getAllByRole("status").map((each) => each.textContent);
const writes = () => asked.filter(({ what }) => !what.startsWith("GET ")).map(({ what }) => what);

describe("a table that is not full yet", () => {
  it("offers its free seat to who comes by the link, and seats them there", async () => {
    const at = { rules: setupOf().at.rules, seats: [1], now: nowOf() };
    answers("POST /tables/t1/seats", at);
    await show(room({ host: "bo", seats: [sitting("Bo"), free] }, { seats: [] }), { me: asAda });
    await press(t("waiting-room.sit"));
    expect(bodyOf("POST /tables/t1/seats")).toEqual({ seat: 1 });
    expect(seatsChanged).toHaveBeenCalledTimes(1);
  });
  it("makes a guest of a visitor who sits down", async () => {
    answers("POST /guests", asGuest);
    answers("POST /tables/t1/seats", { rules: setupOf().at.rules, seats: [1], now: nowOf() });
    await show(room({ host: "bo", seats: [sitting("Bo"), free] }, { seats: [] }), { me: nobody });
    await press(t("waiting-room.sit"));
    expect(writes()).toEqual(["POST /guests", "POST /tables/t1/seats"]);
  });
  it("says why nobody can sit there any more", async () => {
    refuses("POST /tables/t1/seats", "The seat is taken.");
    await show(room({ host: "bo", seats: [sitting("Bo"), free] }, { seats: [] }), { me: asAda });
    await press(t("waiting-room.sit"));
    expect(screen.getByRole("alert").textContent).toBe("The seat is taken.");
  });
  it("that counts takes an account, and leads back here with one", async () => {
    const rated = { seats: [], rules: { rated: true } };
    await show(room({ host: "bo", seats: [sitting("Bo"), free] }, rated), { me: asGuest });
    expect(hasButton(t("waiting-room.sit"))).toBe(false);
    expect(screen.getAllByRole("link", { name: t("sign.up") })[0]?.getAttribute("href")).toContain(
      encodeURIComponent("/table/t1"),
    );
  });
  it("lets the host seat bots of a chosen level, and nobody else", async () => {
    answers("PUT /tables/t1/seats/1/bot", undefined);
    const { rerender } = await show(room({}), { me: asAda });
    await press(t("waiting-room.bot"));
    expect(bodyOf("PUT /tables/t1/seats/1/bot")).toEqual({ level: 2 });
    rerender(room({ host: "bo" }));
    expect(hasButton(t("waiting-room.bot"))).toBe(false);
  });
  it("has no bots where best scores are for people alone", async () => {
    await show(room({}, { rules: { rated: true }, game: { cooperative: true } }), { me: asAda });
    expect(hasButton(t("waiting-room.bot"))).toBe(false);
  });
  it("lets the host clear the seats of others, and not their own", async () => {
    answers("DELETE /tables/t1/seats/1", undefined);
    await show(room({ seats: [sitting("Ada"), bot("Hal"), free] }), { me: asAda });
    expect(hasButton(t("waiting-room.clear", { name: "Ada" }))).toBe(false);
    await press(t("waiting-room.clear", { name: "Hal" }));
    expect(writes()).toEqual(["DELETE /tables/t1/seats/1"]);
  });
  it("is begun by the host once it is full, where the host begins", async () => {
    answers("POST /tables/t1/start", undefined);
    const { rerender } = await show(room({}, { rules: { start: "host" } }), { me: asAda });
    expect(button(t("waiting-room.start")).hasAttribute("disabled")).toBe(true);
    rerender(room({ seats: [sitting("Ada"), sitting("Bo")] }, { rules: { start: "host" } }));
    await press(t("waiting-room.start"));
    expect(askedFor("POST /tables/t1/start")).toHaveLength(1);
    rerender(room({ seats: [sitting("Ada"), sitting("Bo")] }));
    expect(hasButton(t("waiting-room.start"))).toBe(false);
  });
  it("is left after asking once more, and the player is home", async () => {
    answers("DELETE /quick-matches/t1", undefined);
    await show(room({}), { me: asAda, at: "/table/t1" });
    await press(t("waiting-room.leave"));
    await press(t("waiting-room.leave-sure"));
    expect(here()).toBe("/");
  });
  it("stays if the match has begun before one could leave", async () => {
    refuses("DELETE /quick-matches/t1", "The match has begun.");
    await show(room({}), { me: asAda, at: "/table/t1" });
    await press(t("waiting-room.leave"));
    await press(t("waiting-room.leave-sure"));
    expect([here(), screen.getByRole("alert").textContent]).toEqual(["/table/t1", "The match has begun."]);
  });
});

describe("a seat that is kept", () => {
  const kept = { "1": { person: "ada", name: "Ada" } };
  it("is for the player who was asked: yes or no", async () => {
    answers("POST /challenges/t1/answer", { table: "t1", sits: false });
    await show(room({ host: "bo", seats: [sitting("Bo"), free], kept }, { seats: [] }), { me: asAda, at: "/table/t1" });
    expect(hasButton(t("challenges.yes"))).toBe(true);
    await press(t("challenges.no"));
    expect([bodyOf("POST /challenges/t1/answer"), here()]).toEqual([{ yes: false, contribute: false }, "/"]);
  });
  it("cannot be taken by anybody else", async () => {
    const other = { "1": { person: "cy", name: "Cy" } };
    await show(room({ host: "bo", seats: [sitting("Bo"), free], kept: other }, { seats: [] }), { me: asAda });
    expect([hasButton(t("waiting-room.sit")), hasButton(t("challenges.yes"))]).toEqual([false, false]);
  });
  it("says who is waited for, and that somebody declined", async () => {
    const { rerender } = await show(room({ kept: { "1": { person: "cy", name: "Cy" } } }), { me: asAda });
    expect(status().join()).toContain("Cy");
    rerender(room({ declined: ["Cy"] }));
    expect(status().join()).toMatch(/Cy.* cannot play now/);
  });
});

describe("a table that was closed before it began", () => {
  it("leads home, and offers nothing else", async () => {
    await show(room({ phase: "over" }), { me: asAda });
    const main = within(screen.getByRole("main"));
    expect(main.getByRole("heading", { name: t("waiting-room.closed") })).toBeTruthy();
    expect(main.getByRole("link", { name: t("page.home") }).getAttribute("href")).toBe("/");
    expect([hasButton(t("waiting-room.leave")), hasButton(t("waiting-room.bot"))]).toEqual([false, false]);
    expect(screen.queryByLabelText(t("waiting-room.link"))).toBeNull();
  });
  it("has a link to share while it is open", async () => {
    await show(room({}, { rules: { listed: false, invite: "s3cret" } }), { me: asAda });
    expect(screen.getByLabelText<HTMLInputElement>(t("waiting-room.link")).value).toContain("/table/t1#invite=s3cret");
    expect(link(t("page.title"))).toBeTruthy();
  });
});

describe("a table where all say that they are ready", () => {
  const pair = { seats: [sitting("Ada"), sitting("Bo")], until: Date.now() + 60_000, ready_due: Date.now() + 20_000 };
  const live = { rules: { ready: true, listed: true, clock: { pace: "live" as const, minutes: 5, increment: 5 } } };

  it("asks each, and says who has", async () => {
    answers("POST /tables/t1/ready", undefined);
    const { rerender } = await show(room(pair, live), { me: asAda });
    await press(t("waiting-room.ready"));
    expect(askedFor("POST /tables/t1/ready")).toHaveLength(1);
    rerender(room({ ...pair, ready: [0] }, live));
    expect(hasButton(t("waiting-room.ready"))).toBe(false);
    expect(status()).toContain(t("waiting-room.ready-said"));
  });
  it("does not ask who only looks on", async () => {
    await show(room(pair, { ...live, seats: [] }), { me: asAda });
    expect(hasButton(t("waiting-room.ready"))).toBe(false);
  });
  it("says that a live search ends with its page, and that one of days stays", async () => {
    const waiting = { until: Date.now() + 60_000 };
    const { rerender } = await show(room(waiting, live), { me: asAda });
    expect(status()).toContain(t("waiting-room.seeking-line"));
    const days = { rules: { ...live.rules, ready: false, clock: { pace: "days" as const, days: 2 } } };
    rerender(room(waiting, days));
    expect(status()).toContain(t("waiting-room.seeking-days"));
  });
  it("says why a search has ended", async () => {
    await show(room({ phase: "over", seats: [free, free], until: Date.now() }, live), { me: asAda });
    expect(status()).toContain(t("waiting-room.closed-search"));
  });
});
