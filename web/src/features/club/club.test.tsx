import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { ClubShown, MembersPage as Members } from "../../contract";
import { asAda, asGuest } from "../../testing/fixtures";
import { answers, asked, bodyOf, live, refuses, settled } from "../../testing/server";
import { button, choose, press, show, type } from "../../testing/show";
import { setHouse } from "../../ui/house";
import { t } from "../../ui/texts/page";
import { HouseTab } from "../moderation/console/HouseTab";
import { TokenSettings } from "../people/TokenSettings";
import { ClubHero } from "./ClubHero";
import { MembershipSettings } from "./MembershipSettings";
import { RoomPanels } from "./RoomPanels";
import { Talk } from "./Talk";
import { withRemarks } from "./talk";

const club: ClubShown = {
  name: "Harbour Street Games",
  short: "Harbour St",
  named: true,
  accent: "brick",
  emblem: "",
  notice: "Regatta evening on Tuesday.",
  signed: "Marta",
  noticed: Date.now() - 2 * 86_400_000,
  common_room: true,
  members: 61,
  here: 9,
};
const line = (number: number, text = `line ${number}`, person = "bob") => ({
  number,
  at: Date.now(),
  person,
  name: "Bob",
  text,
});
const nobodyListed: Members = { members: [], mine: null, next: null };

describe("news of a conversation", () => {
  it("come last, and what was taken away is empty in its place", () => {
    const known = [line(1), line(2)];
    expect(withRemarks(known, [{ ...line(1), text: "" }, line(4)]).map(({ text }) => text)).toEqual([
      "",
      "line 2",
      "line 4",
    ]);
  });
  it("are held up to a bound", () => {
    const many = Array.from({ length: 300 }, (_, i) => line(i + 1));
    const kept = withRemarks([], many);
    expect([kept.length, kept.at(-1)?.number]).toEqual([200, 300]);
  });
});

describe("the common room", () => {
  beforeEach(() => answers("GET /me/blocks", []));
  it("shows what is said while one looks, and sends what one says", async () => {
    answers("POST /talk/house", line(3, "Hello", "ada"));
    await show(<Talk place="house" title="Room" label="Say it" next="/" />, { me: asAda });
    await live.opens();
    await live.says({ is: "talk", place: "house", version: 2, remarks: [line(1), line(2, "Regatta in ten minutes.")] });
    expect(screen.getByRole("log").textContent).toContain("Regatta in ten minutes.");
    type("Say it", "Hello");
    await press(t("chat.send"));
    expect(bodyOf("POST /talk/house")).toEqual({ text: "Hello" });
    await live.says({ is: "talk", place: "house", version: 4, remarks: [{ ...line(2), text: "" }] });
    expect(screen.getByRole("log").textContent).not.toContain("Regatta");
  });
  it("gives back what was refused", async () => {
    refuses("POST /talk/house", "You cannot write here any more.");
    await show(<Talk place="house" title="Room" label="Say it" next="/" />, { me: asAda });
    type("Say it", "Hello");
    await press(t("chat.send"));
    expect(screen.getByRole("alert").textContent).toBe("You cannot write here any more.");
    expect(screen.getByLabelText<HTMLInputElement>("Say it", { selector: "input" }).value).toBe("Hello");
  });
  it("is closed to guests of a house in which they do not write", async () => {
    await show(<Talk place="house" title="Room" label="Say it" next="/" />, { me: { ...asGuest, guests: "silent" } });
    expect(screen.getByText(t("chat.guests"))).toBeTruthy();
  });
  it("is not on the first page of a house that has none", async () => {
    answers("GET /club", { ...club, common_room: false });
    answers("GET /members", nobodyListed);
    await show(<RoomPanels games={[]} roomClass="" hereClass="" />);
    await settled();
    expect(screen.queryByText(t("talk.room"))).toBeNull();
    expect(screen.getByText(t("club.nobody"))).toBeTruthy();
  });
});

describe("the house", () => {
  it("says its name, who is here, and what is pinned up by whom", async () => {
    answers("GET /club", club);
    await show(<ClubHero />);
    await settled();
    expect(screen.getByRole("heading", { name: "Harbour Street Games" })).toBeTruthy();
    expect(screen.getByText(t("club.here", { count: 9, of: 61 }))).toBeTruthy();
    expect(screen.getByText("Regatta evening on Tuesday.")).toBeTruthy();
    expect(document.documentElement.dataset.house).toBe("brick");
    setHouse({ name: "Parlour", short: "Parlour", accent: "", emblem: "" });
    expect(document.documentElement.dataset.house).toBeUndefined();
  });
  it("is named by a host, and only shown to a moderator", async () => {
    answers("GET /club", { ...club, named: false, name: "Parlour", short: "Parlour", notice: "" });
    answers("PUT /moderation/club", club);
    await show(<HouseTab host />);
    await settled();
    type(t("club-console.whole-name"), "Harbour Street Games");
    type(t("club-console.notice"), "Regatta evening on Tuesday.");
    await press(t("profile.save"));
    expect(bodyOf("PUT /moderation/club")).toEqual({
      name: "Harbour Street Games",
      short: "",
      accent: "brick",
      notice: "Regatta evening on Tuesday.",
      common_room: true,
    });
    expect(screen.getByText(t("club-console.saved"))).toBeTruthy();
  });
});

describe("a member", () => {
  it("is listed when they wish it, with the games that they chose", async () => {
    answers("GET /members", nobodyListed);
    answers("PUT /me/membership", undefined);
    await show(<MembershipSettings />, { me: asAda });
    await settled();
    await choose(t("members.listed"));
    expect(bodyOf("PUT /me/membership")).toEqual({ games: [] });
    expect(asked.some(({ what }) => what === "DELETE /me/membership")).toBe(false);
  });
});

describe("a token", () => {
  it("is made for a purpose, shown once, and can be ended", async () => {
    const card = { handle: "h1", label: "ladder-bot", scopes: ["play"], since: 1, seen: 1, until: 2 };
    answers("GET /me/tokens", []);
    answers("POST /me/tokens", { token: "prl_secret", card });
    await show(<TokenSettings />, { me: asAda });
    await settled();
    expect(button(t("tokens.do")).hasAttribute("disabled")).toBe(true);
    type(t("tokens.name"), "ladder-bot");
    answers("GET /me/tokens", [card]);
    await press(t("tokens.do"));
    expect(bodyOf("POST /me/tokens")).toEqual({ label: "ladder-bot", scopes: ["play"] });
    expect(screen.getByDisplayValue("prl_secret")).toBeTruthy();
    await settled();
    expect(screen.getByText("ladder-bot")).toBeTruthy();
  });
});
