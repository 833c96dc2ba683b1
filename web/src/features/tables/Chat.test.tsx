import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { LogLine } from "../../contract";
import { asAda, asGuest, nobody, sitting, TEXTS } from "../../testing/fixtures";
import { answers, askedFor, bodyOf, refuses, settled, takesTime } from "../../testing/server";
import { button, field, hasButton, link, press, show, type } from "../../testing/show";
import { t } from "../../ui/texts/page";
import { Chat } from "./Chat";

const SEATS = [sitting("Ada"), sitting("Bo")];
const said = (name: string, text: string, more: Partial<LogLine> = {}): LogLine => ({
  at: 0,
  kind: "said",
  seat: name === "Ada" ? 0 : 1,
  name,
  person: name.toLowerCase(),
  text,
  ...more,
});
const chat = (lines: LogLine[], viewer: number | null = 0) => (
  <Chat place="panel" table="t1" invite="" viewer={viewer} lines={lines} seats={SEATS} catalogue={TEXTS} />
);
const lines = () => [...screen.getByRole("log").children].map((line) => line.textContent);
const SAY = t("chat.to-table");

describe("the chat", () => {
  it("says who said what, and what the house has to tell, and leaves steps to the log", async () => {
    const news: LogLine = { at: 0, kind: "news", words: { key: "house.started", args: {} } };
    const step: LogLine = { at: 0, kind: "step", seat: 0, text: "a1" };
    await show(chat([news, said("Bo", "Hello"), step, said("Ada", "Hi")]), { me: asAda });
    expect(lines()).toEqual(["The match begins", "Bo Hello", `${t("table.you")} Hi`]);
  });
  it("has a line for a chat in which nothing was said yet", async () => {
    await show(chat([]), { me: asAda });
    expect(lines()).toEqual([t("chat.nothing")]);
  });
  it("leaves out what was hushed, and whom the player has blocked", async () => {
    answers("GET /me/blocks", [{ person: { id: "bo", name: "Bo", since: 0, kind: "account" }, since: 0 }]);
    await show(chat([said("Bo", "Boo"), said("Eve", "Psst", { hushed: true }), said("Ada", "Hi")]), { me: asAda });
    expect(lines()).toEqual([`${t("table.you")} Hi`]);
  });
  it("sends what was typed, once and without the blanks around it", async () => {
    answers("POST /tables/t1/talk", undefined);
    await show(chat([]), { me: asAda });
    type(SAY, "  Good luck ");
    await press(t("chat.send"));
    expect(bodyOf("POST /tables/t1/talk")).toEqual({ text: "Good luck" });
    expect(field(SAY).value).toBe("");
    await press(t("chat.send"));
    expect(askedFor("POST /tables/t1/talk")).toHaveLength(1);
  });
  it("sends nothing where nothing but blanks was typed", async () => {
    await show(chat([]), { me: asAda });
    type(SAY, "   ");
    expect(button(t("chat.send")).hasAttribute("disabled")).toBe(true);
  });
  it("says why something was refused, and gives the words back", async () => {
    refuses("POST /tables/t1/talk", "You are muted until tomorrow.");
    await show(chat([]), { me: asAda });
    type(SAY, "Good luck");
    await press(t("chat.send"));
    expect(screen.getByRole("alert").textContent).toBe("You are muted until tomorrow.");
    expect(field(SAY).value).toBe("Good luck");
  });
  it("keeps what was typed while the words before were refused", async () => {
    const talk = takesTime("POST /tables/t1/talk");
    await show(chat([]), { me: asAda });
    type(SAY, "Good luck");
    await press(t("chat.send"));
    type(SAY, "and have fun");
    await talk.refuse("Not so fast.");
    expect(field(SAY).value).toBe("Good luck and have fun");
  });
  it("makes a guest of a visitor who speaks", async () => {
    answers("POST /guests", asGuest);
    answers("POST /tables/t1/talk", undefined);
    await show(chat([], null));
    type(t("chat.to-gallery"), "Hello");
    await press(t("chat.send"));
    await settled();
    expect([askedFor("POST /guests").length, askedFor("POST /tables/t1/talk").length]).toEqual([1, 1]);
  });
  it("offers an account where guests may not speak", async () => {
    await show(chat([], null), { me: { ...nobody, guests: "silent" } });
    expect(hasButton(t("chat.send"))).toBe(false);
    expect(link(t("sign.up")).getAttribute("href")).toBe("/sign-up?next=%2Ftable%2Ft1");
  });
});
