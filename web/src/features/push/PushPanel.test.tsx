import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { MyPush } from "../../contract";
import { asAda, nobody } from "../../testing/fixtures";
import { answers, askedFor, bodyOf, refuses } from "../../testing/server";
import { choose, field, hasButton, press, show } from "../../testing/show";
import { t } from "../../ui/texts/page";
import { PushPanel } from "./PushPanel";

// What a browser does about it is tried out in Chromium; here it is what becomes of its answer.
const browser = vi.hoisted(() => ({ ability: vi.fn(), subscribe: vi.fn(), unsubscribe: vi.fn() }));
vi.mock("./subscription", () => browser);

const NONE: MyPush = {
  ...{ key: "house", devices: [] },
  ...{ turn: true, over: true, invitation: true, looking: true, match: true, tournament: true },
};
const device = (id: string, here: boolean) => ({ id, agent: "", since: 1_000, told: null, here });
const panel = (push: MyPush, me = asAda) => {
  answers("GET /me/push", push);
  return show(<PushPanel />, { me });
};

beforeEach(() => {
  browser.ability.mockReset().mockReturnValue("may");
  browser.subscribe.mockReset().mockResolvedValue(true);
  browser.unsubscribe.mockReset().mockResolvedValue(undefined);
});

describe("being told on this device", () => {
  it("is offered to persons alone, and where the house tells anybody", async () => {
    await panel(NONE, nobody);
    expect(askedFor("GET /me/push")).toHaveLength(0);
    await panel({ ...NONE, key: null });
    expect(hasButton(t("push.begin"))).toBe(false);
  });
  it("begins with the house's key, and the device is in the list", async () => {
    await panel(NONE);
    answers("GET /me/push", { ...NONE, devices: [device("d1", true)] });
    await press(t("push.begin"));
    expect(browser.subscribe).toHaveBeenCalledExactlyOnceWith("house");
    expect(screen.getByText(t("push.here"))).toBeTruthy();
    expect(hasButton(t("push.begin"))).toBe(false);
    expect(screen.getByText(t("push.set-up"))).toBeTruthy();
  });
  it("says so if the person has said no, or the browser's service does not answer", async () => {
    await panel(NONE);
    browser.subscribe.mockRejectedValueOnce(new TypeError("offline"));
    await press(t("push.begin"));
    expect(screen.getByText(t("push.service"))).toBeTruthy();
    browser.subscribe.mockImplementationOnce(async () => {
      browser.ability.mockReturnValue("denied");
      return false;
    });
    await press(t("push.begin"));
    expect(screen.getAllByText(t("push.denied")).length).toBeGreaterThan(0);
    expect(hasButton(t("push.begin"))).toBe(false);
  });
  it("is no button where this browser cannot", async () => {
    browser.ability.mockReturnValue("never");
    await panel(NONE);
    expect(screen.getByText(t("push.never"))).toBeTruthy();
    expect(hasButton(t("push.begin"))).toBe(false);
  });
  it("ends in the browser, too, and of another device in the house alone", async () => {
    await panel({ ...NONE, devices: [device("d2", false), device("d1", true)] });
    const ends = () => screen.getAllByRole("button", { name: t("push.end") });
    answers("DELETE /me/push/devices/d2", { ...NONE, devices: [device("d1", true)] });
    await press(ends()[0] as HTMLElement);
    expect(browser.unsubscribe).not.toHaveBeenCalled();
    answers("DELETE /me/push/devices/d1", NONE);
    await press(ends()[0] as HTMLElement);
    expect(browser.unsubscribe).toHaveBeenCalledOnce();
    expect(hasButton(t("push.begin"))).toBe(true);
  });
});

it("what one wants to be told of is taken back if the house refuses", async () => {
  await panel({ ...NONE, devices: [device("d1", true)] });
  refuses("PATCH /me/push", "Not now.");
  await choose(t("mail.turn"));
  expect(bodyOf("PATCH /me/push")).toEqual({ turn: false });
  expect(field(t("mail.turn")).checked).toBe(true);
  expect(screen.getByText("Not now.")).toBeTruthy();
});
