import { act, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { MyMail, SessionCard, TokenCard } from "../../contract";
import { asAda, asGuest, nobody } from "../../testing/fixtures";
import { answers, asked, askedFor, bodyOf, isGone, refuses, settled, takesTime } from "../../testing/server";
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
  type,
} from "../../testing/show";
import type { ProfilePart } from "../../ui/router";
import { currentSettings } from "../../ui/settings";
import { t } from "../../ui/texts/page";
import { MailSettings } from "../mail/MailSettings";
import { DataExport } from "./DataExport";
import { ProfilePage } from "./ProfilePage";
import { SettingsPage } from "./SettingsPage";
import { SignPage } from "./SignPage";

const NO_PUSH = { devices: [], turn: true, over: true, invitation: true, looking: true, match: true, tournament: true };
const writes = () => asked.filter(({ what }) => !what.startsWith("GET ")).map(({ what }) => what);
const main = () => within(screen.getByRole("main"));
const isDisabled = (element: HTMLElement) => element.hasAttribute("disabled");

describe("signing in", () => {
  const fill = () => {
    type(t("sign.name"), " Ada ");
    type(t("sign.password"), "correct horse");
  };
  it("leads to where the player wanted to go", async () => {
    answers("POST /sessions", asAda);
    await show(<SignPage up={false} next="/table/t1" />, { at: "/sign-in" });
    fill();
    await press(t("sign.in"), screen.getByRole("main"));
    expect(bodyOf("POST /sessions")).toEqual({ name: "Ada", password: "correct horse" });
    expect(here()).toBe("/table/t1");
  });
  it("with a wrong password says so, and keeps what was typed", async () => {
    refuses("POST /sessions", "Name and password do not go together.");
    await show(<SignPage up={false} next="/" />, { at: "/sign-in" });
    fill();
    await press(t("sign.in"), screen.getByRole("main"));
    expect(screen.getByRole("alert").textContent).toBe("Name and password do not go together.");
    expect([field(t("sign.name")).value, field(t("sign.password")).value, here()]).toEqual([
      " Ada ",
      "correct horse",
      "/sign-in",
    ]);
    expect(isDisabled(button(t("sign.in"), screen.getByRole("main")))).toBe(false);
  });
  it("is asked for once", async () => {
    const sessions = takesTime("POST /sessions");
    await show(<SignPage up={false} next="/" />);
    fill();
    await pressTwice(t("sign.in"));
    expect(isDisabled(button(t("sign.in")))).toBe(true);
    await sessions.answer(asAda);
    expect(askedFor("POST /sessions")).toHaveLength(1);
  });
  it("takes both a name and a password", async () => {
    await show(<SignPage up={false} next="/" />);
    type(t("sign.name"), "Ada");
    await press(t("sign.in"));
    expect(writes()).toEqual([]);
  });
  it("for the first time makes an account, and tells a guest that nothing is lost", async () => {
    answers("POST /accounts", asAda);
    await show(<SignPage up next="/" />, { me: asGuest });
    expect(screen.getByText(t("sign.up-guest"))).toBeTruthy();
    fill();
    await press(t("sign.up"), screen.getByRole("main"));
    expect(writes()).toEqual(["POST /accounts"]);
  });
  it("is closed where the host lets nobody in, and says the host's words", async () => {
    await show(<SignPage up next="/" />, { me: { ...nobody, may_enter: false, notice: "Back on Monday." } });
    expect(main().getByText("Back on Monday.")).toBeTruthy();
    expect(isDisabled(button(t("sign.up")))).toBe(true);
  });
  it("keeps the way back when the player changes over to the other form", async () => {
    await show(<SignPage up={false} next="/table/t1" />);
    expect(link(t("sign.up")).getAttribute("href")).toBe("/sign-up?next=%2Ftable%2Ft1");
  });
});

describe("settings of this device", () => {
  it("are what is chosen, at once", async () => {
    await show(<SettingsPage />, { at: "/settings" });
    await choose(t("settings.always"));
    expect(currentSettings().confirm).toBe("always");
    expect([field(t("settings.always")).checked, field(t("settings.crowded")).checked]).toEqual([true, false]);
  });
  it("lead those with an account to their tokens", async () => {
    answers("GET /me/push", { ...NO_PUSH, key: null });
    await show(<SettingsPage />, { me: asAda });
    expect(link(t("settings.tokens")).getAttribute("href")).toBe("/profile/tokens");
  });
  it("are the same as the buttons at the top", async () => {
    await show(<SettingsPage />);
    const sound = within(screen.getByRole("group", { name: t("settings.sound") }));
    await press(sound.getByLabelText(t("settings.off")));
    expect(button(t("page.sound")).getAttribute("aria-pressed")).toBe("false");
    await press(t("page.sound"));
    expect(sound.getByLabelText<HTMLInputElement>(t("settings.on")).checked).toBe(true);
  });
});

const session = (handle: string, some: Partial<SessionCard> = {}): SessionCard => ({
  handle,
  since: 0,
  seen: Date.now(),
  until: 0,
  agent: "Mozilla/5.0 (X11; Linux) Firefox/140.0",
  here: false,
  ...some,
});
const noMail: MyMail = {
  address: null,
  wanted: null,
  returned: null,
  turn: true,
  over: true,
  invitation: true,
  looking: true,
  match: true,
  tournament: true,
};

async function profile(me = asAda, tokens: TokenCard[] = [], part: ProfilePart = "account") {
  answers("GET /players/ada/ratings", { player: { id: "ada", name: "Ada", kind: "account" }, ratings: [] });
  answers("GET /me/mail", noMail);
  answers("GET /sessions", [session("v1", { here: true }), session("v2")]);
  answers("GET /me/export", { state: "none" });
  answers("GET /me/passkeys", { passkeys: [], both: false, shown: false });
  answers("GET /me/tokens", tokens);
  answers("GET /me", me);
  return show(<ProfilePage part={part} />, { me, at: "/profile" });
}

describe("the player's own page", () => {
  it("of nobody offers to sign in", async () => {
    await show(<ProfilePage part="games" />);
    expect(main().getByRole("link", { name: t("sign.in") })).toBeTruthy();
    expect(hasButton(t("profile.save"))).toBe(false);
  });
  it("of a guest has no password and no letters, and a way to keep the games", async () => {
    await profile(asGuest);
    expect([hasButton(t("profile.change")), hasButton(t("mail.confirm-it"))]).toEqual([false, false]);
    expect(
      main()
        .getByRole("link", { name: t("sign.up") })
        .getAttribute("href"),
    ).toBe("/sign-up?next=%2Fprofile");
  });
  it("changes the name, and only to another one", async () => {
    answers("PATCH /me", {});
    await profile();
    expect(isDisabled(button(t("profile.save")))).toBe(true);
    type(t("profile.name-line"), " Ann ");
    answers("GET /me", { ...asAda, person: { ...asAda.person, name: "Ann" } });
    await press(t("profile.save"));
    expect(bodyOf("PATCH /me")).toEqual({ name: "Ann" });
    expect(screen.getByRole("heading", { name: "Ann" })).toBeTruthy();
  });
  it("keeps a name that is refused in its field", async () => {
    refuses("PATCH /me", "The name is taken.");
    await profile();
    type(t("profile.name-line"), "Bo");
    await press(t("profile.save"));
    expect(screen.getByText("The name is taken.")).toBeTruthy();
    expect(field(t("profile.name-line")).value).toBe("Bo");
  });
  it("changes the password and empties the fields", async () => {
    answers("POST /me/password", { sessions_ended: 1, tokens_ended: 0, tokens_left: 0 });
    await profile();
    type(t("profile.old"), "old horse");
    type(t("profile.new"), "new horse");
    await pressTwice(t("profile.change"));
    expect(askedFor("POST /me/password").map(({ body }) => body)).toEqual([
      { old: "old horse", new: "new horse", tokens: false },
    ]);
    expect([field(t("profile.old")).value, field(t("profile.new")).value]).toEqual(["", ""]);
    expect(screen.getByText(t("profile.password-saved"))).toBeTruthy();
  });
  it("offers to end programs' tokens with the old password, and says what became of them", async () => {
    const robot = { handle: "r", label: "Robot", scopes: ["play"], since: 0, seen: 0, until: 1 };
    answers("POST /me/password", { sessions_ended: 0, tokens_ended: 1, tokens_left: 0 });
    await profile(asAda, [robot]);
    type(t("profile.old"), "old horse");
    type(t("profile.new"), "new horse");
    await choose(t("profile.end-tokens", { count: 1 }));
    await press(t("profile.change"));
    expect(bodyOf("POST /me/password")).toEqual({ old: "old horse", new: "new horse", tokens: true });
    expect(screen.getByText(new RegExp(t("profile.tokens-ended", { count: 1 })))).toBeTruthy();
  });
  it("says why there are no passkeys at this address", async () => {
    await profile(asAda, [], "passkeys");
    expect(screen.getByText(t("passkeys.not-here"))).toBeTruthy();
    expect(hasButton(t("passkeys.make"))).toBe(false);
  });
  it("sends one of the team to make the passkey that the console waits for", async () => {
    await profile({ ...asAda, waiting_role: "moderator" }, [], "passkeys");
    expect(screen.getByText(t("passkeys.team"))).toBeTruthy();
  });
  it("keeps both passwords when they are refused, so that one slip costs one field", async () => {
    refuses("POST /me/password", "That is not your password.");
    await profile();
    type(t("profile.old"), "olt horse");
    type(t("profile.new"), "new horse");
    await press(t("profile.change"));
    expect(screen.getByText("That is not your password.")).toBeTruthy();
    expect([field(t("profile.old")).value, field(t("profile.new")).value]).toEqual(["olt horse", "new horse"]);
  });
  it("ends another session, and not this one by mistake", async () => {
    answers("DELETE /sessions/v2", undefined);
    await profile();
    const row = screen.getAllByText("Firefox, Linux").map((each) => each.closest("li"))[1];
    if (row) await press(t("sign.out"), row);
    expect(writes()).toEqual(["DELETE /sessions/v2"]);
    expect(askedFor("GET /sessions")).toHaveLength(2);
  });
  it("signs out after asking once more, and leads home", async () => {
    answers("DELETE /sessions/current", undefined);
    await profile();
    const leave = screen.getByRole("heading", { name: t("profile.out") }).closest("section");
    if (!leave) return expect.unreachable();
    answers("GET /me", nobody);
    await press(t("sign.out"), leave);
    await press(t("table.sure", { what: t("sign.out") }), leave);
    expect([writes(), here()]).toEqual([["DELETE /sessions/current"], "/"]);
  });
  it("stays and says so if the server did not sign the player out", async () => {
    isGone("DELETE /sessions/current");
    await profile();
    const leave = screen.getByRole("heading", { name: t("profile.out") }).closest("section");
    if (!leave) return expect.unreachable();
    await press(t("sign.out"), leave);
    await press(t("table.sure", { what: t("sign.out") }), leave);
    expect([screen.getByText(t("page.lost")) !== null, here()]).toEqual([true, "/profile"]);
  });
  it("deletes an account with its password, after asking once more, and says that it is done", async () => {
    answers("DELETE /me", undefined);
    await profile();
    await press(t("profile.delete"));
    const leave = screen.getByRole("heading", { name: t("profile.out") }).closest("section");
    type(within(leave ?? document.body).getByLabelText(t("profile.old")), "horse");
    await press(t("profile.delete"));
    answers("GET /me", nobody);
    await press(t("profile.delete-sure"));
    expect(bodyOf("DELETE /me")).toEqual({ password: "horse" });
    expect(screen.getByText(t("profile.nobody"))).toBeTruthy();
    expect(screen.getByText(t("profile.deleted"))).toBeTruthy();
  });
  it("leads to the console for those who look after the house", async () => {
    const { unmount } = await profile({ ...asAda, role: "moderator" });
    expect(
      main()
        .getByRole("link", { name: t("nav.console") })
        .getAttribute("href"),
    ).toBe("/console/reports");
    unmount();
    await profile();
    expect(hasLink(t("nav.console"))).toBe(false);
  });
});

describe("letters", () => {
  const ready: MyMail = { ...noMail, address: "ada@example.org" };
  it("need an address and the password, and say that it has to be confirmed", async () => {
    answers("GET /me/mail", noMail);
    answers("PUT /me/mail/address", { ...noMail, wanted: "ada@example.org" });
    await show(<MailSettings />, { me: asAda });
    type(t("mail.new"), "ada@example.org");
    type(t("mail.password"), "horse");
    await press(t("mail.confirm-it"));
    expect(bodyOf("PUT /me/mail/address")).toEqual({ address: "ada@example.org", password: "horse" });
    expect(screen.getByText(t("mail.wanted", { address: "ada@example.org" }))).toBeTruthy();
    expect(hasButton(t("mail.confirm-it"))).toBe(false);
  });
  it("with a wrong password keep the address in the form", async () => {
    answers("GET /me/mail", noMail);
    refuses("PUT /me/mail/address", "That is not your password.");
    await show(<MailSettings />, { me: asAda });
    type(t("mail.new"), "ada@example.org");
    type(t("mail.password"), "house");
    await press(t("mail.confirm-it"));
    expect(screen.getByRole("status").textContent).toBe("That is not your password.");
    expect([field(t("mail.new")).value, field(t("mail.password")).value]).toEqual(["ada@example.org", "house"]);
  });
  it("are sent to confirm an address once, however often the button is pressed", async () => {
    answers("GET /me/mail", noMail);
    const address = takesTime("PUT /me/mail/address");
    await show(<MailSettings />, { me: asAda });
    type(t("mail.new"), "ada@example.org");
    type(t("mail.password"), "horse");
    await pressTwice(t("mail.confirm-it"));
    await press(t("mail.confirm-it"));
    await address.answer(noMail);
    expect(askedFor("PUT /me/mail/address")).toHaveLength(1);
  });
  it("of a kind are switched off at once, and on again if the server refuses", async () => {
    answers("GET /me/mail", ready);
    const mail = takesTime("PATCH /me/mail");
    await show(<MailSettings />, { me: asAda });
    await choose(t("mail.turn"));
    expect([bodyOf("PATCH /me/mail"), field(t("mail.turn")).checked]).toEqual([{ turn: false }, false]);
    await mail.refuse("Not now.");
    expect([field(t("mail.turn")).checked, screen.getByText("Not now.") !== null]).toEqual([true, true]);
  });
  it("end with the address, which takes the password", async () => {
    answers("GET /me/mail", ready);
    answers("DELETE /me/mail/address", noMail);
    await show(<MailSettings />, { me: asAda });
    await press(t("mail.change"));
    expect(isDisabled(button(t("mail.remove")))).toBe(true);
    type(t("mail.password"), "horse");
    await press(t("mail.remove"));
    expect([bodyOf("DELETE /me/mail/address"), screen.getByText(t("mail.removed")) !== null]).toEqual([
      { password: "horse" },
      true,
    ]);
  });
});

describe("the player's data", () => {
  it("are asked for, watched while the file is made, and fetched", async () => {
    answers("GET /me/export", { state: "none" });
    answers("POST /me/export", { state: "waiting" });
    await show(<DataExport />, { me: asAda });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    answers("GET /me/export", { state: "running", done: 1, of: 4 });
    await press(t("own-data.make"));
    expect(screen.getByText(t("own-data.far", { count: 4, done: 1 }))).toBeTruthy();
    answers("GET /me/export", { state: "done", size: 1_000, until: 0 });
    await act(() => vi.advanceTimersByTimeAsync(800));
    await settled();
    expect(link(t("own-data.fetch")).getAttribute("href")).toBe("/api/v1/me/export/file");
    const looks = askedFor("GET /me/export").length;
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(askedFor("GET /me/export").length - looks).toBeLessThanOrEqual(1);
  });
  it("can be stopped, and deleted after asking once more", async () => {
    answers("GET /me/export", { state: "done", size: 1, until: 0 });
    answers("DELETE /me/export", undefined);
    await show(<DataExport />, { me: asAda });
    await press(t("own-data.delete"));
    expect(writes()).toEqual([]);
    await press(t("table.sure", { what: t("own-data.delete") }));
    expect([writes(), hasButton(t("own-data.make"))]).toEqual([["DELETE /me/export"], true]);
  });
  it("that could not be put into a file can be asked for again", async () => {
    answers("GET /me/export", { state: "failed" });
    await show(<DataExport />, { me: asAda });
    expect(screen.getByText(t("own-data.failed"))).toBeTruthy();
    expect(hasButton(t("own-data.make"))).toBe(true);
  });
});
