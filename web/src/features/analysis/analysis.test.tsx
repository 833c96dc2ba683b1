import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Skin } from "../../board/skin";
import { TEXTS } from "../../testing/fixtures";
import { press, show } from "../../testing/show";
import { t } from "../../ui/texts/page";
import { render } from "../../ui/texts/render";
import { drawn } from "./ChancePanel";
import { EngineHeard } from "./EngineHeard";
import { EngineBrief, EnginePanel } from "./EnginePanel";
import { LeanBar } from "./LeanBar";
import type { EngineState } from "./useEngine";
import { VariationList } from "./VariationList";
import { worthOf } from "./values";
import { at, commented, noVariations, played, type Variations } from "./variations";

const say = (text: Parameters<typeof render>[1]) => render(TEXTS, text);
const skin: Skin = {};
const words = { key: "step.puts", args: { place: "c3" } };
const engine: EngineState = {
  ...{ on: true, toggle: () => undefined, trouble: null, most: 1000, running: true, fetching: null, resting: false },
  report: { candidates: [], values: [0.2, -0.2], simulations: 400, rate: 1840, done: false },
  lines: [
    { action: "7", value: 0.14, visits: 300, steps: [{ number: 1, seat: 0, text: "c3", words }] },
    { action: "8", value: 0.02, visits: 100, steps: [] },
  ],
};
const worth = (value: number) => worthOf(value, skin, say);
const about = { say, worth, why: null, master: "Master", names: ["Ada", "Bo"] };
const idle = { may: true, on: false, toggle: () => undefined };

test("the engine says how fast it is, how far it has come, and its lines in words", async () => {
  const played = vi.fn();
  await show(<EnginePanel {...about} engine={engine} onPlay={played} skip={idle} />);
  expect(screen.getByText(/1.?840 simulations a second/)).toBeTruthy();
  expect(screen.getByText(/400 of 1.?000 simulations/)).toBeTruthy();
  await press(/Line 1, 57: Puts a stone on/);
  expect(played).toHaveBeenCalledWith(engine.lines[0]);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: /Line 2/ }).disabled).toBe(true);
});

test("under a phone's board stands the best line, or why there is none", async () => {
  const [played, toggled] = [vi.fn(), vi.fn()];
  const brief = (now: EngineState) => (
    <EngineBrief {...about} of="here" engine={{ ...now, toggle: toggled }} onPlay={played} />
  );
  const { rerender } = await show(brief(engine));
  expect(screen.getByText("400 simulations")).toBeTruthy();
  await press(/Line 1, 57: Puts a stone on/);
  expect(played).toHaveBeenCalledWith(engine.lines[0]);
  await press(t("analysis.stop"));
  expect(toggled).toHaveBeenCalled();
  rerender(brief({ ...engine, on: false, lines: [] }));
  expect(screen.getByText(t("analysis.asleep"))).toBeTruthy();
  rerender(brief({ ...engine, lines: [], trouble: "Stones cannot think on your device here." }));
  expect(screen.getByText("Stones cannot think on your device here.")).toBeTruthy();
});

test("where a house has no code for browsers a sentence says so, and what was found is not made up", async () => {
  const without = { ...engine, report: null, lines: [], most: 0, trouble: "Stones cannot think on your device here." };
  await show(<EnginePanel {...about} engine={without} onPlay={() => undefined} skip={{ ...idle, may: false }} />);
  expect(screen.getByText("Stones cannot think on your device here.")).toBeTruthy();
  expect(screen.queryByText("What if I pass?")).toBeNull();
});

test("a screen reader hears of the best line when it begins with another step, and once when the engine has stopped", async () => {
  const report = { candidates: [], values: [0.2, -0.2], simulations: 400, rate: 1840, done: false };
  const saying = (place: string, value: number, done = false) => {
    const line = {
      action: place,
      value,
      visits: 9,
      steps: [{ number: 1, seat: 0, text: place, words: { key: "step.puts", args: { place } } }],
    };
    return <EngineHeard engine={{ ...engine, lines: [line], report: { ...report, done } }} {...{ say, worth }} />;
  };
  const { rerender, container } = await show(saying("c3", 0.1));
  const heard = () => container.querySelector("[aria-live=polite]")?.textContent;
  expect(heard()).toMatch(/^Best: .*c3.*55 of 100/);
  rerender(saying("c3", 0.5));
  expect(heard()).toMatch(/55 of 100/);
  rerender(saying("d4", 0.3));
  expect(heard()).toMatch(/^Best: .*d4.*65 of 100/);
  rerender(saying("d4", 0.3, true));
  expect(heard()).toMatch(/^The engine has stopped\. Best: .*d4/);
});

test("the bar says whose chances are how large, and nothing before anybody has thought", async () => {
  const bar = (values: number[] | null, names = ["Ada", "Bo"], below = 0) => (
    <LeanBar {...{ values, names, below, cooperative: false, skin, say }} />
  );
  const { rerender, container } = await show(bar([0.14, -0.14]));
  const shown = () => container.querySelector("[data-values]");
  expect(shown()?.getAttribute("data-values")).toBe("57 43");
  expect(screen.getByRole("meter").getAttribute("aria-label")).toMatch(/Ada.* 57.*Bo.* 43/);
  expect([shown()?.textContent, screen.getByRole("meter").getAttribute("aria-valuenow")]).toEqual(["4357", "57"]);
  rerender(bar([0.14, -0.14], ["Ada", "Bo"], 1));
  expect([shown()?.textContent, screen.getByRole("meter").getAttribute("aria-valuenow")]).toEqual(["5743", "43"]);
  rerender(bar(null));
  expect(screen.getByRole("img").getAttribute("aria-label")).toBe("Nobody has thought about this yet");
  rerender(bar([1, 0, -1], ["A", "B", "C"]));
  expect(screen.getByRole("img").getAttribute("data-values")).toBe("67 33 0");
});

test("a team's bar and lines are in what its game counts, where its skin says what that is", async () => {
  const cards: Skin = {
    expects: (value) => {
      const count = Math.round((1 - value) * 50);
      return { count, of: 100, words: { key: "step.puts", args: { place: `${count} left` } } };
    },
  };
  await show(
    <LeanBar {...{ values: [0.76, 0.76], names: ["Ada", "Bo"], below: 0, cooperative: true, skin: cards, say }} />,
  );
  const meter = screen.getByRole("meter");
  expect([meter.textContent, meter.getAttribute("aria-valuenow")]).toEqual(["12", "12"]);
  expect(meter.getAttribute("aria-label")).toMatch(/^Expected: .*12 left/);
  expect(worthOf(0.76, cards, say).number).toBe(12);
  expect(worthOf(0.76, skin, say)).toEqual({ number: 88, words: "88 of 100" });
});

test("a threat is a sentence: all that the other side does before one's own next step", async () => {
  const step = (seat: number, place: string) => ({
    ...{ number: 1, seat, text: place },
    words: { key: "step.puts", args: { place } },
  });
  const line = { action: "7", value: 0.4, visits: 9, steps: [step(1, "c3"), step(1, "c4"), step(0, "d1")] };
  const shown = (on: boolean) => (
    <EnginePanel {...about} engine={{ ...engine, lines: [line] }} onPlay={() => undefined} skip={{ ...idle, on }} />
  );
  const { rerender, container } = await show(shown(false));
  expect(container.querySelector("[data-threat]")).toBeNull();
  rerender(shown(true));
  const said = container.querySelector("[data-threat]")?.textContent?.replace(/[\u2066-\u2069]/g, "");
  expect(said).toBe("Bo puts a stone on c3 and puts a stone on c4.");
});

test("on a phone a swipe or the button leads to the next line, and another position begins with its best", async () => {
  const played = vi.fn();
  const worded = { ...engine, lines: engine.lines.map((each) => ({ ...each, steps: engine.lines[0]?.steps ?? [] })) };
  const brief = (of: string) => <EngineBrief {...about} of={of} engine={worded} onPlay={played} />;
  const { rerender, container } = await show(brief("here"));
  const rank = () => container.querySelector("[data-brief]")?.getAttribute("data-brief");
  expect(rank()).toBe("1");
  await press(t("analysis.next-line"));
  expect(rank()).toBe("2");
  const line = container.querySelector("[data-brief]") as HTMLElement;
  fireEvent.pointerDown(line, { clientX: 100 });
  fireEvent.pointerUp(line, { clientX: 160 });
  fireEvent.click(line);
  expect(rank()).toBe("1");
  expect(played).not.toHaveBeenCalled();
  await press(t("analysis.next-line"));
  rerender(brief("there"));
  expect(rank()).toBe("1");
});

test("what Master thinks with is on its way: how much that is, is said", async () => {
  const panel = (some: Partial<EngineState>) => (
    <EnginePanel
      {...about}
      engine={{ ...engine, report: null, lines: [], most: 0, ...some }}
      onPlay={() => undefined}
      skip={idle}
    />
  );
  const { rerender } = await show(panel({ fetching: { bytes: 0 } }));
  expect(screen.getByText("Master is being fetched")).toBeTruthy();
  rerender(panel({ fetching: { bytes: 1_430_000 } }));
  expect(screen.getByText("Master is being fetched, 1.4 MB")).toBeTruthy();
  rerender(panel({ resting: true, on: false }));
  expect(screen.getByText(t("analysis.battery"))).toBeTruthy();
});

const listed = {
  ...{ skin, say, worth, names: ["Ada", "Bo"], sealed: false, words: new Map(), values: new Map(), turning: new Map() },
  onGo: () => undefined,
};

test("the main line has a row for a turn of both, and a long variation is folded until it is looked into", async () => {
  const taken = (from: Variations, steps: string, first: number) =>
    [...steps].reduce((now, text, i) => played(now, { actor: (first + i) % 2, text }), from);
  const main = taken(noVariations(["", ""]), "abc", 0);
  const tree = at(taken(at(main, 1), "uvwxyz", 1), 3);
  const turning = new Map([[2, { actor: 1, words }]]);
  const { rerender, container } = await show(<VariationList {...listed} tree={tree} turning={turning} />);
  const rows = () =>
    screen.getAllByRole("listitem").map((each) => each.querySelectorAll(":scope > [data-step]").length);
  const texts = () => [...container.querySelectorAll<HTMLElement>("[data-step]")].map((each) => each.dataset.step);
  expect(rows()).toEqual([2, 1]);
  expect(container.querySelector("[data-turning-point]")?.textContent).toMatch(
    /Turning point\. .*Bo.* puts a stone on/,
  );
  expect(texts()).toEqual(["a", "b", "u", "v", "w", "x", "c"]);
  await press("2 more");
  expect(texts()).toEqual(["a", "b", "u", "v", "w", "x", "y", "z", "c"]);
  rerender(<VariationList key="again" {...listed} tree={at(tree, 9)} />);
  expect(texts()).toHaveLength(9);
});

test("the main line comes first, a variation hangs below its step, and a step that was sealed is not told", async () => {
  const main = played(played(noVariations(["", ""]), { actor: 0, text: "a" }), { actor: 1, text: "b" });
  const tree = commented(played(at(main, 1), { actor: 1, text: "c" }), 3, "or so");
  const gone = vi.fn();
  await show(
    <VariationList
      {...{ ...listed, tree, onGo: gone, sealed: true }}
      words={new Map([[1, { text: "?", words }]])}
      values={new Map([[1, [0.5, -0.5]]])}
    />,
  );
  expect(screen.getAllByRole("button").map((each) => each.dataset.step)).toEqual(["a", "b", "c"]);
  expect(screen.getByRole("region", { name: "Variation at move 2" }).textContent).toMatch(/or so/);
  expect(screen.getAllByText(/Something that this seat did not see/)).toHaveLength(2);
  expect(screen.getAllByRole("button")[1]?.textContent).not.toMatch(/b$/);
  expect(screen.getAllByRole("button")[0]?.querySelector("[class*=notation]")?.textContent).toBe("?");
  await press(/Move 1: puts a stone on/);
  expect(gone).toHaveBeenCalledWith(1);
});

test("chance brings each outcome as often as its weight says", () => {
  const outcomes = [
    { text: "rain", weight: 1 },
    { text: "sun", weight: 3 },
  ];
  const many = Array.from({ length: 100 }, (_, i) => drawn(outcomes, i / 100));
  expect(many.filter((each) => each === "rain")).toHaveLength(25);
  expect(drawn([], 0.5)).toBeNull();
  expect(drawn(outcomes, 0.9999999)).toBe("sun");
});
