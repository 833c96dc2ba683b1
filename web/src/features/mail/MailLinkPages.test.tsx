import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Unsubscribed } from "../../contract";
import { answers, askedFor, bodyOf, refuses, takesTime } from "../../testing/server";
import { button, hasButton, hasLink, press, show, type } from "../../testing/show";
import { t } from "../../ui/texts/page";
import { ConfirmPage, ForgotPage, ResetPage, UnsubscribePage } from "./MailLinkPages";

const isOff = (name: string) => (button(name) as HTMLButtonElement).disabled;

describe("a forgotten password", () => {
  it("is asked for by name or address, and nothing is said of whether there is one", async () => {
    answers("POST /password-resets", undefined);
    await show(<ForgotPage />);
    type(t("forgotten-password.who"), " ada@example.org ");
    await press(t("forgotten-password.send"));
    expect(bodyOf("POST /password-resets")).toEqual({ who: "ada@example.org" });
    expect(screen.getByText(t("forgotten-password.sent"))).toBeTruthy();
    expect(hasButton(t("forgotten-password.send"))).toBe(false);
  });
  it("is asked for once at a time, and what was typed stays if the house says no", async () => {
    const asked = takesTime("POST /password-resets");
    await show(<ForgotPage />);
    type(t("forgotten-password.who"), "Ada");
    await press(t("forgotten-password.send"));
    expect(isOff(t("forgotten-password.send"))).toBe(true);
    await asked.refuse("Too often. Try again in an hour.");
    expect(screen.getByText("Too often. Try again in an hour.")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(t("forgotten-password.who")).value).toBe("Ada");
    expect(isOff(t("forgotten-password.send"))).toBe(false);
  });
});

describe("a new password", () => {
  it("needs the link's own token", async () => {
    await show(<ResetPage token="" />);
    expect(isOff(t("password-reset.do"))).toBe(true);
  });
  it("is set with it, and leads to signing in", async () => {
    answers("POST /password-resets/use", undefined);
    answers("GET /me", { person: null, settings: {}, scopes: [] });
    await show(<ResetPage token="from the letter" />);
    type(t("profile.new"), "a long new secret");
    await press(t("password-reset.do"));
    expect(bodyOf("POST /password-resets/use")).toEqual({ token: "from the letter", password: "a long new secret" });
    expect(screen.getByText(t("password-reset.done"))).toBeTruthy();
    expect(screen.getByRole("main").querySelector("a[href^='/sign-in']")).not.toBeNull();
  });
  it("is asked for again where the link is too old", async () => {
    refuses("POST /password-resets/use", "This link is too old.");
    await show(<ResetPage token="old" />);
    type(t("profile.new"), "a long new secret");
    await press(t("password-reset.do"));
    expect(screen.getByText("This link is too old.")).toBeTruthy();
    expect(hasLink(new RegExp(t("password-reset.again")))).toBe(true);
  });
});

describe("an address", () => {
  it("is confirmed by the reader, and by nothing that opens links beforehand", async () => {
    answers("POST /mail/confirm", { address: "ada@example.org" });
    await show(<ConfirmPage token="from the letter" />);
    expect(askedFor("POST /mail/confirm")).toEqual([]);
    await press(t("confirm-address.do"));
    expect(bodyOf("POST /mail/confirm")).toEqual({ token: "from the letter" });
    expect(screen.getByText(t("confirm-address.done", { address: "ada@example.org" }))).toBeTruthy();
    expect(hasButton(t("confirm-address.do"))).toBe(false);
  });
});

describe("a kind of letter", () => {
  const told = (off: boolean): Unsubscribed => ({ kind: "turn", off });
  it("is turned off by the link itself, once, and on again by a button", async () => {
    answers("POST /mail/unsubscribe", ({ body }: { body: { off: boolean } }) => told(body.off));
    const { rerender } = await show(<UnsubscribePage token="from the letter" />);
    rerender(<UnsubscribePage token="from the letter" />);
    expect(askedFor("POST /mail/unsubscribe").map(({ body }) => body)).toEqual([
      { token: "from the letter", off: true },
    ]);
    expect(screen.getByText(t("unsubscribed.turn"))).toBeTruthy();
    await press(t("unsubscribed.back"));
    expect(bodyOf("POST /mail/unsubscribe")).toEqual({ token: "from the letter", off: false });
    expect(screen.getByText(t("subscribed.turn"))).toBeTruthy();
  });
  it("stays on where the link is not known, and the reader is told", async () => {
    refuses("POST /mail/unsubscribe", "This link is not known here.");
    await show(<UnsubscribePage token="made up" />);
    expect(screen.getByText("This link is not known here.")).toBeTruthy();
    expect(screen.queryByText(t("page.loading"))).toBeNull();
  });
});
