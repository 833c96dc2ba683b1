import { act, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Snapshot, TableNews } from "../../contract";
import { asAda, free, game, PLAN, rules, SCENE, sitting, TEXTS } from "../../testing/fixtures";
import { answers, askedFor, live, refuses, settled } from "../../testing/server";
import { button, hasButton, press, show } from "../../testing/show";
import { snapshot } from "../../ui/state";
import { t } from "../../ui/texts/page";
import { TablePage } from "./TablePage";

const stopHere = vi.hoisted(() => vi.fn());
vi.mock("./match/thinkHere", async (actual) => ({ ...(await actual<object>()), stopHere }));

const seats = [sitting("Ada"), sitting("Bo")];
const playing: Snapshot = { phase: "playing", host: "ada", seats, to_act: [0], scene: SCENE };
const news = (seat: number | null, now: Snapshot, cursor = 0): TableNews => ({
  is: "table",
  table: "t1",
  seat,
  cursor,
  lines: [],
  now,
});

async function at(now: Snapshot, own: number[], hidden = false) {
  answers("GET /tables/t1", { rules: rules(), seats: own, now });
  answers("GET /tables/t1/plan", PLAN);
  answers("GET /games/stones", game("stones", { hidden }));
  answers("GET /games/stones/texts", { texts: TEXTS });
  const shown = await show(<TablePage table="t1" invite="" />, { me: asAda, at: "/table/t1" });
  await live.opens();
  await settled();
  return shown;
}
const feeds = () => Object.keys(snapshot()).filter((name) => name.startsWith("table "));

describe("a table's page", () => {
  it("follows the table from the player's seat, and shows what it is told", async () => {
    await at({ ...playing, phase: "open", scene: null, seats: [sitting("Ada"), free] }, [0]);
    expect(live.followed()).toContain("table t1 0");
    expect(screen.getByText(t("page.loading"))).toBeTruthy();
    await live.says(news(0, { ...playing, phase: "open", scene: null, seats: [sitting("Ada"), free] }));
    expect(await screen.findByRole("heading", { name: t("waiting-room.title", { game: "STONES" }) })).toBeTruthy();
  });
  it("of a private table has its invitation in the address bar, behind the #; of a listed one nothing", async () => {
    answers("GET /tables/t1", { rules: { ...rules(), listed: false, invite: "come-in" }, seats: [0], now: playing });
    answers("GET /tables/t1/plan", PLAN);
    answers("GET /games/stones", game("stones"));
    answers("GET /games/stones/texts", { texts: TEXTS });
    const { unmount } = await show(<TablePage table="t1" invite="" />, { me: asAda, at: "/table/t1" });
    await settled();
    expect([location.pathname, location.search, location.hash]).toEqual(["/table/t1", "", "#invite=come-in"]);
    unmount();
    await at(playing, [0]);
    expect(location.hash).toBe("");
  });
  it("forgets the table when it is left", async () => {
    const { unmount } = await at(playing, [0]);
    await live.says(news(0, playing));
    expect(feeds()).toHaveLength(1);
    unmount();
    expect([feeds(), live.followed()]).toEqual([[], []]);
  });
  it("lets what thought for its bots on this device go when it is left", async () => {
    const { unmount } = await at(playing, [0]);
    await live.says(news(0, playing));
    await screen.findByRole("heading", { name: "STONES" }).catch(() => null);
    stopHere.mockClear();
    unmount();
    expect(stopHere).toHaveBeenCalledOnce();
  });
  it("follows as a spectator who has no seat", async () => {
    await at(playing, []);
    expect(live.followed()).toContain("table t1");
  });
  it("says why a table cannot be seen, and leads home", async () => {
    refuses("GET /tables/t1", "There is no such table.");
    await show(<TablePage table="t1" invite="" />, { me: asAda });
    expect(screen.getAllByRole("status").map((each) => each.textContent)).toContain("There is no such table.");
  });
  it("looks its seats up again when somebody else has the player's seat", async () => {
    await at(playing, [0]);
    await live.says(news(0, playing));
    answers("GET /tables/t1", { rules: rules(), seats: [], now: playing });
    await live.says({ ...news(0, { ...playing, seats: [sitting("Cy"), sitting("Bo")] }), cursor: 0 });
    await settled();
    expect(askedFor("GET /tables/t1")).toHaveLength(2);
    expect(live.followed()).toEqual(expect.arrayContaining(["table t1"]));
  });
});

describe("one device for several", () => {
  const both = [sitting("Ada"), sitting("Ada", { name: "Ann" })];
  const shared: Snapshot = { ...playing, seats: both };
  it("covers a game with secrets until the next player has the device, and follows nothing meanwhile", async () => {
    await at(shared, [0, 1], true);
    expect(live.followed().filter((name) => name.startsWith("table"))).toEqual([]);
    expect(screen.getByRole("heading", { name: t("hand-over.title", { who: "Ada" }) })).toBeTruthy();
    await press(t("hand-over.ready", { who: "Ada" }));
    expect(live.followed()).toContain("table t1 0");
    await live.says(news(0, shared));
    await live.says(news(0, { ...shared, to_act: [1] }));
    await act(() => new Promise((done) => setTimeout(done, 30)));
    expect(live.followed()).toContain("table t1 0"); // Ada sees what came of her step
    expect(live.followed()).not.toContain("table t1 1");
    await press(t("hand-over.cover", { who: "Ann" }));
    expect(button(t("hand-over.ready", { who: "Ann" }))).toBeTruthy();
    expect(live.followed().filter((name) => name.startsWith("table"))).toEqual([]);
    expect(feeds().filter((name) => name !== "table null")).toEqual([]);
    await press(t("hand-over.ready", { who: "Ann" }));
    expect(screen.getByText(t("page.loading"))).toBeTruthy(); // and nothing of what Ada was told
  });
  it("covers it by itself when nobody has for ten seconds, and not before", async () => {
    await at(shared, [0, 1], true);
    await press(t("hand-over.ready", { who: "Ada" }));
    await live.says(news(0, shared));
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      await live.says(news(0, { ...shared, to_act: [1] }));
      await act(async () => void vi.advanceTimersByTime(9_900));
      expect(hasButton(t("hand-over.cover", { who: "Ann" }))).toBe(true);
      expect(live.followed()).toContain("table t1 0");
      await act(async () => void vi.advanceTimersByTime(200));
    } finally {
      vi.useRealTimers();
    }
    expect(button(t("hand-over.ready", { who: "Ann" }))).toBeTruthy();
    expect(live.followed().filter((name) => name.startsWith("table"))).toEqual([]);
  });
  it("goes on at once in a game without", async () => {
    await at(shared, [0, 1]);
    await live.says(news(0, shared));
    await live.says(news(0, { ...shared, to_act: [1] }));
    expect(live.followed()).toContain("table t1 1");
    expect(live.followed()).not.toContain("table t1 0");
    expect(hasButton(t("hand-over.ready", { who: "Ann" }))).toBe(false);
  });
});
