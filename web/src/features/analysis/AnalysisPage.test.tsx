import { act, screen } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Skin } from "../../board/skin";
import type { AnalysedPosition, AnalysisLine } from "../../contract";
import type { Report } from "../../engine/engine";
import type { Start } from "../../engine/search";
import { loadSkin } from "../../skins";
import { asGuest, game, nowOf, PLAN, rules, SCENE, TEXTS } from "../../testing/fixtures";
import { type Asked, answers, askedFor, bodyOf, settled, takesTime } from "../../testing/server";
import { choose, field, press, show, type } from "../../testing/show";
import { paths, routeOf } from "../../ui/router";
import { t } from "../../ui/texts/page";
import { AnalysisPage } from "./AnalysisPage";
import type { Where } from "./useAnalysis";
import { fromLink, toLink } from "./variations";

/** Engines that think of nothing: what they find is put into their mouths. */
const { engines, FakeEngine } = vi.hoisted(() => {
  interface Task {
    position: string;
    start: Start;
    listen: (report: Report) => void;
  }
  const engines: { seats: number; tasks: Task[]; judge: unknown }[] = [];
  class FakeEngine {
    facts = { search: { pace: 100 } };
    tasks: Task[] = [];
    constructor(
      readonly module: { judge?: unknown },
      readonly seats: number,
    ) {
      engines.push({ seats, tasks: this.tasks, judge: module.judge });
    }
    think(position: string, start: Start, _most: number, listen: (report: Report) => void) {
      this.tasks.push({ position, start, listen });
    }
    stop() {}
    go() {}
    close() {}
  }
  return { engines, FakeEngine };
});
vi.mock("../../engine/engine", () => ({ Engine: FakeEngine }));
vi.mock("../../skins", () => ({ PLAIN: {}, loadSkin: vi.fn(async () => ({})) }));

const report = (value: number): Report => ({
  ...{ candidates: [], values: [value, -value], simulations: 40, rate: 100, done: false },
});
const finds = (task: number, value: number) => act(async () => engines.at(-1)?.tasks[task]?.listen(report(value)));

/** Whoever plays takes a place; after three it is over. */
const analysed = (asked: Asked): AnalysedPosition => {
  const line = asked.body as AnalysisLine & { told?: number; plan?: boolean };
  const steps = line.steps ?? [];
  const next = steps.length % 2;
  const seat = line.known ? (line.seat ?? 0) : next;
  const search = { seat, seats: 2, state: "", revealed: false, lore: null, room: 1, batch: 1 };
  return {
    ...{ to_act: [next], chance: false, result: null, viewer: seat, known: line.known ?? false },
    ...{ scene: SCENE, view: null, outcomes: [], may_skip: false, rules_version: 1 },
    choices: [{ seat, choices: ["a", "b", "c"].map((text) => ({ text, path: [`button:${text}`], also: false })) }],
    told: steps.slice(line.told ?? 0).map(({ actor, text }, i) => ({
      ...{ number: (line.told ?? 0) + i + 1, seat: actor === "*" ? null : Number(actor), text },
      words: { key: "step.puts", args: { place: text } },
    })),
    search: seat === next ? search : null,
    ...(line.plan ? { plan: PLAN } : {}),
  } as AnalysedPosition;
};

const RECORD = {
  ...{ format: 1, game: "stones", rules_version: 1, options: {}, ending: { by: "five" } },
  seats: [{ name: "Ada" }, { name: "Bo" }],
  steps: [
    { actor: 0, text: "a" },
    { actor: 1, text: "b" },
  ],
};

const whereOf = (address: string): Where => {
  const route = routeOf(address);
  if (route.page !== "analysis") throw new Error(address);
  return route;
};
const page = async (address = "/analysis/stones", hidden = false) => {
  answers("GET /games/stones", game("stones", { hidden, seats: [2, 3] }));
  const shown = await show(<AnalysisPage where={whereOf(address)} />, { at: address });
  await settled();
  return shown;
};
const steps = () =>
  [...document.querySelectorAll<HTMLElement>("[data-step]:not(main)")].map((each) => each.dataset.step);
const bar = () => document.querySelector("[data-values]")?.getAttribute("data-values");
const main = () => document.querySelector<HTMLElement>("main[data-analysis]")?.dataset;

beforeEach(() => {
  engines.length = 0;
  vi.mocked(loadSkin).mockResolvedValue({});
  answers("GET /games/stones/texts", { texts: { ...TEXTS, "button.a": "a", "button.b": "b", "button.c": "c" } });
  answers("POST /games/stones/analysis", analysed);
  answers("POST /games/stones/analysis/lines", { lines: [] });
  answers("GET /games/stones/module", { address: "/m", description: { functions: {} }, net: null });
  answers("GET /tables/t1/record", RECORD);
  answers("GET /tables/t1/review", { state: "none", done: 0, of: 0, review: null });
});

const OF_MATCH = "/analysis/stones?table=t1";

describe("what the engine found", () => {
  test("about an earlier step stays with that step, though it is said while another is looked at", async () => {
    await page(OF_MATCH);
    await finds(0, 0.5); // at the end: it is the latest position
    await press(t("time-travel.first"));
    await finds(0, -0.4); // the last report, when it was told to stop
    expect(bar()).toBe("50 50");
    await press(t("time-travel.last"));
    expect(bar()).toBe("30 70");
  });

  test("is there at once when one comes back, and thinking goes on under the same name", async () => {
    await page(OF_MATCH);
    await finds(0, 0.5);
    await press(t("time-travel.back"));
    await finds(1, -0.2);
    expect(main()?.simulations).toBe("40");
    await press(t("time-travel.first"));
    expect(main()?.simulations).toBe("0");
    await press(t("time-travel.last"));
    expect([main()?.simulations, bar()]).toEqual(["40", "75 25"]);
    const positions = engines.at(-1)?.tasks.map((task) => task.position);
    expect(positions?.[3]).toBe(positions?.[0]);
    expect(new Set(positions).size).toBe(3);
  });

  test("with all cards open is not shown as what a seat knew", async () => {
    await page(`${OF_MATCH}&as=all`, true);
    await finds(0, 0.8);
    expect(bar()).toBe("90 10");
    await choose(t("analysis.known", { who: "Ada" }));
    await settled();
    expect(bar()).toBe("50 50");
    await choose(t("analysis.open"));
    await settled();
    expect(bar()).toBe("90 10");
  });

  test("is forgotten with the tree that it was about", async () => {
    await page();
    await press("a");
    await settled();
    await finds(1, 0.8);
    await press(t("analysis.anew"));
    await press(t("analysis.anew"), screen.getByRole("dialog"));
    await settled();
    await press("b");
    await settled();
    expect(steps()).toEqual(["b"]);
    expect(bar()).toBe("50 50");
  });

  test("stands in words until another line has words, too", async () => {
    const finding = (action: string): Report => ({
      ...report(0.2),
      candidates: [{ action, visits: 9, values: [0.2, -0.2], prior: 1, line: [{ seat: 0, action }] }],
    });
    const words = (place: string) => ({
      lines: [[{ number: 1, seat: 0, text: place, words: { key: "step.puts", args: { place } } }]],
    });
    const line = () => document.querySelector("[data-line]")?.getAttribute("data-line");
    const say = async (action: string) => {
      await act(async () => engines.at(-1)?.tasks[0]?.listen(finding(action)));
      await act(async () => new Promise((resolve) => setTimeout(resolve, 10)));
      await settled();
    };
    answers("POST /games/stones/analysis/lines", words("a"));
    await page();
    await say("1");
    expect(line()).toBe("a");
    const told = takesTime("POST /games/stones/analysis/lines");
    await say("2");
    expect(line()).toBe("a");
    await vi.waitFor(() => expect(askedFor("POST /games/stones/analysis/lines")).toHaveLength(2), 2_000);
    await told.answer(words("b"));
    await settled();
    expect(line()).toBe("b");
  });

  test("is judged by the net by which the strongest bot judges, where there is one for so many", async () => {
    const net = { address: "/net", parts: ["rows"], seats: 2, cutoff: 9, size: 1_400_000, sizes: { net_rows: 1 } };
    const facts = { functions: { simulate: { arguments: [["net.rows", "int64", ["net_rows"]]] } } };
    answers("GET /games/stones/module", { address: "/m", description: facts, net });
    answers("GET /net", undefined);
    await page();
    expect(engines.at(-1)?.judge).toMatchObject({ cutoff: 9, sizes: { net_rows: 1 } });
    type(t("analysis.players"), "3");
    await settled();
    expect(engines.at(-1)).toMatchObject({ seats: 3, judge: null });
  });
});

test("the board stays as it is turned, whoever is to act", async () => {
  const seen: [number | null, number | null | undefined][] = [];
  const skin: Skin = {
    sides: true,
    Over: ({ at }) => {
      seen.push([at.seat, at.below]);
      return null;
    },
  };
  vi.mocked(loadSkin).mockResolvedValue(skin);
  await page();
  const latest = () => [...(seen.at(-1) ?? []), document.querySelector("[data-below]")?.getAttribute("data-below")];
  expect(latest()).toEqual([0, 0, "0"]);
  await press("a");
  await settled();
  expect(latest()).toEqual([1, 0, "0"]);
  await press(t("analysis.turn"));
  expect(latest()).toEqual([1, 1, "1"]);
  await press("b");
  await settled();
  expect(latest()).toEqual([0, 1, "1"]);
});

describe("a tree is kept", () => {
  test("in a place of its own if somebody has shared it, and one's own is left alone", async () => {
    const own = await page();
    await press("c");
    await settled();
    own.unmount();
    const shared = `/analysis/stones#tree=${toLink({
      ...{ seats: ["", ""], options: {}, here: 1, next: 2, first: [1] },
      nodes: { 1: { id: 1, parent: 0, children: [], actor: 0, text: "a" } },
    })}`;
    const theirs = await page(shared);
    expect(steps()).toEqual(["a"]);
    await press("b");
    await settled();
    theirs.unmount();
    const again = await page();
    expect(steps()).toEqual(["c"]);
    again.unmount();
    await page(shared);
    expect(steps()).toEqual(["a", "b"]);
  });

  test("and a record that is pasted is opened beside it", async () => {
    await page(OF_MATCH);
    await press(t("analysis.paste"));
    type(t("analysis.paste-about"), JSON.stringify({ ...RECORD, steps: [{ actor: 0, text: "c" }] }));
    await press(t("analysis.open-record"));
    expect(location.search).toBe("");
    const tree = fromLink(whereOf(location.pathname + location.search + location.hash).shared);
    expect(Object.values(tree?.nodes ?? {}).map((node) => node.text)).toEqual(["c"]);
    expect(localStorage.getItem("parlour.kept.of t1.analysis")).toBeNull();
  });

  test("and to begin anew asks first, and brings the match's moves back", async () => {
    const before = await page(`${OF_MATCH}&step=1`);
    await press("c");
    await settled();
    expect(steps()).toEqual(["a", "b", "c"]);
    await press(t("analysis.anew"));
    expect(steps()).toEqual(["a", "b", "c"]);
    await press(t("analysis.anew"), screen.getByRole("dialog"));
    expect(steps()).toEqual(["a", "b"]);
    before.unmount();
    await page(OF_MATCH);
    expect(steps()).toEqual(["a", "b"]);
  });

  test("and an empty one of a match, as earlier versions kept it, gives way to the match", async () => {
    localStorage.setItem(
      "parlour.kept.of t1.analysis",
      JSON.stringify({ seats: ["Ada", "Bo"], options: {}, nodes: {}, first: [], here: 0, next: 1 }),
    );
    await page(OF_MATCH);
    expect(steps()).toEqual(["a", "b"]);
  });
});

test("a record is opened as the seat from which it was looked at", async () => {
  const ended = paths.analysis("stones", { table: "t1", as: "1" });
  await page(ended, true);
  expect(field(t("analysis.whose")).value).toBe("1");
});

test("an analysis of one's own begins with the number of players and the settings that one likes", async () => {
  answers("POST /games/stones/analysis", analysed);
  const options = [
    { ...{ name: "rows", help: "Rows on the board", default: 5, low: 3, high: 7, step: 2 }, choices: [], by_seats: {} },
  ];
  answers("GET /games/stones", game("stones", { seats: [2, 3], options } as never));
  await show(<AnalysisPage where={whereOf("/analysis/stones")} />);
  await settled();
  type("Rows on the board", "7");
  await settled();
  expect(JSON.parse(localStorage.getItem("parlour.kept.of stones.analysis") ?? "{}").options).toEqual({ rows: 7 });
  await press("a");
  await settled();
  expect(screen.queryByLabelText("Rows on the board")).toBeNull();
  expect(main()?.step).toBe("1");
});

describe("from here one plays on", () => {
  const bodies = async (...wishes: string[]) => {
    answers("POST /tables", { rules: rules({ table: "new" }), seats: [0], now: nowOf() });
    answers("POST /guests", asGuest);
    await page(`${OF_MATCH}&step=1`);
    await press(t("analysis.play-on"));
    for (const wish of wishes) await choose(wish);
    await press(t("analysis.play-begin"));
    return bodyOf("POST /tables");
  };

  test("against bots, from the seat that is to act", async () => {
    expect(await bodies()).toMatchObject({
      begins: [{ actor: 0, text: "a" }],
      seats: [{ kind: "bot", level: 2 }, { kind: "me" }],
    });
  });

  test("against whoever has the link", async () => {
    expect(await bodies(t("analysis.play-friend"))).toMatchObject({ seats: [{ kind: "open" }, { kind: "me" }] });
  });

  test("with all sides for oneself, and not in the names of those who played", async () => {
    expect(await bodies(t("analysis.play-self"))).toMatchObject({
      seats: [
        { kind: "me", name: "White" },
        { kind: "me", name: "Black" },
      ],
    });
    expect(screen.queryByLabelText(t("analysis.play-as"))).toBeNull();
  });
});
