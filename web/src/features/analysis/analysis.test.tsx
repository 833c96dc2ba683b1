import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { Skin } from "../../board/skin";
import { TEXTS } from "../../testing/fixtures";
import { press, show } from "../../testing/show";
import { render } from "../../ui/texts/render";
import { drawn } from "./ChancePanel";
import { EnginePanel } from "./EnginePanel";
import { LeanBar } from "./LeanBar";
import type { EngineState } from "./useEngine";
import { VariationList } from "./VariationList";
import { at, commented, noVariations, played } from "./variations";

const say = (text: Parameters<typeof render>[1]) => render(TEXTS, text);
const skin: Skin = {};
const words = { key: "step.puts", args: { place: "c3" } };
const engine: EngineState = {
  ...{ on: true, toggle: () => undefined, trouble: null, most: 1000, running: true },
  report: { candidates: [], values: [0.2, -0.2], simulations: 400, rate: 1840, done: false },
  lines: [
    { action: "7", value: 0.14, visits: 300, steps: [{ number: 1, seat: 0, text: "c3", words }] },
    { action: "8", value: 0.02, visits: 100, steps: [] },
  ],
};
const idle = { may: true, on: false, toggle: () => undefined };

test("the engine says how fast it is, how far it has come, and its lines in words", async () => {
  const played = vi.fn();
  await show(<EnginePanel engine={engine} say={say} why={null} onPlay={played} skip={idle} />);
  expect(screen.getByText(/1.?840 simulations a second/)).toBeTruthy();
  expect(screen.getByText(/400 of 1.?000 simulations/)).toBeTruthy();
  await press(/Line 1, 57: puts a stone on/);
  expect(played).toHaveBeenCalledWith(engine.lines[0]);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: /Line 2/ }).disabled).toBe(true);
});

test("where a house has no code for browsers a sentence says so, and what was found is not made up", async () => {
  const without = { ...engine, report: null, lines: [], most: 0, trouble: "Stones cannot think on your device here." };
  await show(
    <EnginePanel engine={without} say={say} why={null} onPlay={() => undefined} skip={{ ...idle, may: false }} />,
  );
  expect(screen.getByText("Stones cannot think on your device here.")).toBeTruthy();
  expect(screen.queryByText("What if I pass?")).toBeNull();
});

test("the bar says whose chances are how large, and nothing before anybody has thought", async () => {
  const { rerender } = await show(
    <LeanBar values={[0.14, -0.14]} names={["Ada", "Bo"]} cooperative={false} skin={skin} />,
  );
  expect(screen.getByRole("img").getAttribute("data-values")).toBe("57 43");
  expect(screen.getByRole("img").getAttribute("aria-label")).toMatch(/Ada.* 57.*Bo.* 43/);
  rerender(<LeanBar values={null} names={["Ada", "Bo"]} cooperative={false} skin={skin} />);
  expect(screen.getByRole("img").getAttribute("aria-label")).toBe("Nobody has thought about this yet");
  rerender(<LeanBar values={[1, 0, -1]} names={["A", "B", "C"]} cooperative={false} skin={skin} />);
  expect(screen.getByRole("img").getAttribute("data-values")).toBe("67 33 0");
});

test("the main line comes first, a variation hangs below its step, and a step that was sealed is not told", async () => {
  const main = played(played(noVariations(["", ""]), { actor: 0, text: "a" }), { actor: 1, text: "b" });
  const tree = commented(played(at(main, 1), { actor: 1, text: "c" }), 3, "or so");
  const gone = vi.fn();
  await show(
    <VariationList
      {...{ tree, skin, say, onGo: gone, sealed: true }}
      words={new Map([[1, words]])}
      values={new Map([[1, [0.5, -0.5]]])}
    />,
  );
  expect(screen.getAllByRole("button").map((each) => each.dataset.step)).toEqual(["a", "b", "c"]);
  expect(screen.getByRole("region", { name: "Variation at move 2" }).textContent).toMatch(/or so/);
  expect(screen.getAllByText(/Something that this seat did not see/)).toHaveLength(2);
  expect(screen.getAllByRole("button")[1]?.textContent).not.toMatch(/b$/);
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
