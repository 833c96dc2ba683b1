import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { MyMail } from "../../contract";
import { asAda } from "../../testing/fixtures";
import { answers, bodyOf, refuses, takesTime } from "../../testing/server";
import { button, choose, field, hasButton, press, show, type } from "../../testing/show";
import { t } from "../../ui/texts/page";
import { MailSettings } from "./MailSettings";

const NONE: MyMail = {
  ...{ address: null, wanted: null, returned: null },
  ...{ turn: true, over: true, invitation: true, looking: true, match: true, tournament: false },
};
const HERS: MyMail = { ...NONE, address: "ada@example.org" };
const settings = (mail: MyMail) => {
  answers("GET /me/mail", mail);
  return show(<MailSettings />, { me: asAda });
};

describe("the player's address", () => {
  it("is given with the password, and counts once it is confirmed", async () => {
    await settings(NONE);
    answers("PUT /me/mail/address", { ...NONE, wanted: "ada@example.org" });
    type(t("mail.new"), " ada@example.org ");
    type(t("mail.password"), "a long secret");
    await press(t("mail.confirm-it"));
    expect(bodyOf("PUT /me/mail/address")).toEqual({ address: "ada@example.org", password: "a long secret" });
    expect(screen.getByText(t("mail.wanted", { address: "ada@example.org" }))).toBeTruthy();
    expect(hasButton(t("mail.change"))).toBe(true);
    expect(screen.queryByLabelText(t("mail.turn"))).toBeNull(); // nothing is sent to an address that is not confirmed
  });
  it("is forgotten with the password alone", async () => {
    await settings(HERS);
    await press(t("mail.change"));
    expect((button(t("mail.remove")) as HTMLButtonElement).disabled).toBe(true);
    type(t("mail.password"), "a long secret");
    answers("DELETE /me/mail/address", NONE);
    await press(t("mail.remove"));
    expect(bodyOf("DELETE /me/mail/address")).toEqual({ password: "a long secret" });
    expect(screen.getByText(t("mail.line"))).toBeTruthy();
  });
  it.each(["bounced", "complaint"] as const)("is not written to any more where a letter %s", async (returned) => {
    await settings({ ...HERS, returned });
    expect(screen.getByRole("status").textContent).toBe(t(`mail.returned-${returned}`));
    await press(t("mail.change"));
    expect(screen.getByLabelText(t("mail.other"))).toBeTruthy();
  });
  it("stays as it was if the house says no", async () => {
    await settings(HERS);
    await press(t("mail.change"));
    refuses("PUT /me/mail/address", "That is not your password.");
    type(t("mail.other"), "b@example.org");
    type(t("mail.password"), "wrong");
    await press(t("mail.confirm-it"));
    expect(screen.getByText("That is not your password.")).toBeTruthy();
    expect(screen.getByText(t("mail.address", { address: "ada@example.org" }))).toBeTruthy();
  });
});

describe("which letters one wants", () => {
  it("is shown at once, and taken back if the house refuses", async () => {
    await settings(HERS);
    const asked = takesTime("PATCH /me/mail");
    await choose(t("mail.tournament"));
    expect(field(t("mail.tournament")).checked).toBe(true);
    expect(bodyOf("PATCH /me/mail")).toEqual({ tournament: true });
    await asked.refuse("Not now.");
    expect(field(t("mail.tournament")).checked).toBe(false);
    expect(screen.getByText("Not now.")).toBeTruthy();
  });
});
