import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { WeeklyLine } from "../../../contract";
import { asAda, game } from "../../../testing/fixtures";
import { answers, asked, bodyOf, refuses } from "../../../testing/server";
import { field, hasButton, press, show, type } from "../../../testing/show";
import { t } from "../../../ui/texts/page";
import { WeeklyTab } from "./WeeklyTab";

const cup: WeeklyLine = {
  id: "w1",
  by: "ada",
  template: {
    tournament: { title: "Moose Cup", kind: "swiss", game: "stones", clock: { pace: "live", minutes: 5 } },
    weekday: 1,
    hour: 19,
    minute: 30,
    zone: "Europe/Berlin",
    ahead: 6,
    paused: false,
  },
  next: Date.UTC(2026, 10, 24, 18, 30),
};
const writes = () => asked.filter(({ what }) => !what.startsWith("GET ")).map(({ what }) => what);

async function tab(host: boolean, list = [cup]) {
  answers("GET /games", [game("stones")]);
  answers("GET /moderation/weekly-tournaments", list);
  await show(<WeeklyTab host={host} />, { me: asAda, at: "/console/weekly" });
}

describe("weekly tournaments", () => {
  it("say when they are, and moderators only read", async () => {
    await tab(false);
    expect(screen.getByText("Moose Cup")).toBeTruthy();
    expect(screen.getByRole("listitem").textContent).toContain("19:30");
    expect([hasButton(t("weekly.pause")), hasButton(t("weekly.change")), hasButton(t("weekly.add"))]).toEqual([
      false,
      false,
      false,
    ]);
  });
  it("are changed: their name and when they are, and nothing else of them", async () => {
    answers("PUT /moderation/weekly-tournaments/w1", cup);
    await tab(true);
    await press(t("weekly.change"));
    expect([field(t("organise.name")).value, field(t("weekly.time")).value]).toEqual(["Moose Cup", "19:30"]);
    type(t("organise.name"), "Elk Cup ");
    type(t("weekly.time"), "20:00");
    await press(t("profile.save"));
    expect(bodyOf("PUT /moderation/weekly-tournaments/w1")).toEqual({
      ...cup.template,
      hour: 20,
      minute: 0,
      tournament: { ...cup.template.tournament, title: "Elk Cup" },
    });
    expect(screen.queryByLabelText(t("organise.name"))).toBeNull();
  });
  it("keep what was typed if the change is refused", async () => {
    refuses("PUT /moderation/weekly-tournaments/w1", "Not then.");
    await tab(true);
    await press(t("weekly.change"));
    type(t("organise.name"), "Elk Cup");
    await press(t("profile.save"));
    expect(screen.getByText("Not then.")).toBeTruthy();
    expect(field(t("organise.name")).value).toBe("Elk Cup");
  });
  it("are paused, and taken away when that is confirmed", async () => {
    answers("PUT /moderation/weekly-tournaments/w1", cup);
    answers("DELETE /moderation/weekly-tournaments/w1", undefined);
    await tab(true);
    await press(t("weekly.pause"));
    expect(bodyOf("PUT /moderation/weekly-tournaments/w1")).toMatchObject({ paused: true });
    await press(t("weekly.remove"));
    await press(t("table.sure", { what: t("weekly.remove") }));
    expect(writes()).toEqual(["PUT /moderation/weekly-tournaments/w1", "DELETE /moderation/weekly-tournaments/w1"]);
  });
  it("are none at first", async () => {
    await tab(true, []);
    expect(screen.getByText(t("weekly.none"))).toBeTruthy();
    expect(hasButton(t("weekly.add"))).toBe(true);
  });
});
