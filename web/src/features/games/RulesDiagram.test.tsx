import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { DiagramShown } from "../../contract";
import { PLAN, SCENE, TEXTS } from "../../testing/fixtures";
import { answers, askedFor, refuses } from "../../testing/server";
import { press, show } from "../../testing/show";
import { t } from "../../ui/texts/page";
import { RulesDiagram } from "./RulesDiagram";
import { rulesParts } from "./rulesParts";

const said = (key: string) => ({ key: `diagram.five.${key}`, args: {} });
const WORDS = {
  ...TEXTS,
  "diagram.five.about": "White has four stones.",
  "diagram.five.task": "Make it five.",
  "diagram.five.right": "Five in a row.",
  "diagram.five.wrong": "Still four.",
};
const SHOWN: DiagramShown = {
  plan: PLAN,
  scene: SCENE,
  view: {},
  seat: 0,
  seats: 2,
  to_act: [0],
  over: false,
  choices: [{ text: "end", path: ["button:end"], also: false }],
  outcome: "open",
  words: said("task"),
  step: null,
  look: null,
};
const PATH = "GET /games/stones/diagrams/five";

async function diagram(some: Partial<DiagramShown> = {}) {
  answers("GET /games/stones/texts", { texts: WORDS });
  answers(PATH, { ...SHOWN, ...some });
  await show(<RulesDiagram game="stones" name="five" />);
}

describe("a diagram of the rules", () => {
  it("is a board to look at, with words under it", async () => {
    await diagram({ outcome: "look", words: null, choices: [] });
    expect(screen.getByRole("img", { name: "White has four stones." })).toBeTruthy();
    expect(screen.getByText("White has four stones.")).toBeTruthy();
    expect(screen.queryByText(t("diagram.open"))).toBeNull();
  });
  it("says what is to be tried, sends what was tried, and says that it was right", async () => {
    await diagram();
    expect(screen.getByText("Make it five.")).toBeTruthy();
    answers(PATH, { ...SHOWN, outcome: "right", words: said("right"), choices: [] });
    await press("End the turn");
    expect(askedFor(PATH).at(-1)?.query.getAll("played")).toEqual(["end"]);
    expect([screen.getByText(t("diagram.right")), screen.getByText("Five in a row.")]).toHaveLength(2);
  });
  it("says why it was wrong, and begins again", async () => {
    await diagram();
    answers(PATH, { ...SHOWN, outcome: "wrong", words: said("wrong"), choices: [] });
    await press("End the turn");
    expect(screen.getByText("Still four.")).toBeTruthy();
    answers(PATH, SHOWN);
    await press(t("diagram.again"));
    expect(screen.getByText("Make it five.")).toBeTruthy();
    expect(askedFor(PATH).at(-1)?.query.getAll("played")).toEqual([]);
  });
  it("leaves the words alone where it cannot be had", async () => {
    answers("GET /games/stones/texts", { texts: WORDS });
    refuses(PATH, "No such diagram.");
    await show(<RulesDiagram game="stones" name="five" />);
    expect(screen.queryByRole("img")).toBeNull();
    expect(screen.getByText("White has four stones.")).toBeTruthy();
  });
});

describe("a rules page", () => {
  it("is read in parts, with the diagrams of each beside its words", () => {
    const parts = rulesParts(
      "# Stones\n\nTwo play.\n\n## Aim\n\nFive.\n\n```diagram\nfive\n```\n\nThat wins.\n\n## End\n\nFull.\n",
    );
    expect(parts.map(({ title }) => title)).toEqual(["", "Aim", "End"]);
    expect(parts[1]).toMatchObject({ text: "Five.\n\nThat wins.", diagrams: "```diagram\nfive\n```" });
  });
});
