import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { writeStored } from "../../client/stored";
import type { DiagramShown } from "../../contract";
import { asAda, game, PLAN, SCENE, TEXTS } from "../../testing/fixtures";
import { answers } from "../../testing/server";
import { button, press, show, textsOf } from "../../testing/show";
import { t } from "../../ui/texts/page";
import { RulesPage } from "./RulesPage";

const RULES = `# Stones

Two take turns.

## Placing

Put a stone anywhere.

\`\`\`diagram
five
\`\`\`

## Winning

Five in a row win.
`;
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
  words: null,
  step: null,
  look: null,
};
const DIAGRAM = "GET /games/stones/diagrams/five";

async function page(name: string | null, rules = RULES) {
  answers("GET /games", [game("stones", { rules }), game("cards")]);
  answers("GET /games/stones/texts", { texts: { ...TEXTS, "diagram.five.about": "Four stones." } });
  answers(DIAGRAM, SHOWN);
  await show(<RulesPage name={name} />, { me: asAda, at: name ? `/rules/${name}` : "/rules" });
}

const contents = () => screen.getByRole("navigation", { name: t("rules.contents", { game: "STONES" }) });
const hasContents = () => screen.queryByRole("navigation", { name: t("rules.contents", { game: "STONES" }) }) !== null;
const headings = () => textsOf("heading", screen.getByRole("article"));

describe("the rules of a game", () => {
  it("are shown part by part, under their headings, and their title is the game's", async () => {
    await page("stones");
    expect(headings()).toEqual(["STONES", "Placing", "Winning"]);
    expect(screen.getByText("Two take turns.")).toBeTruthy();
    expect(screen.getByText("Five in a row win.")).toBeTruthy();
    expect(document.title).toContain(t("rules.of", { game: "STONES" }));
  });
  it("have contents that lead to each part, and say where there is something to try", async () => {
    await page("stones");
    const [placing, winning] = within(contents()).getAllByRole<HTMLAnchorElement>("link");
    expect(placing?.textContent).toBe(`1Placing${t("rules.pictured")}`);
    expect(winning?.textContent).toBe("2Winning");
    for (const [entry, heading] of [
      [placing, "Placing"],
      [winning, "Winning"],
    ] as const) {
      const part = document.getElementById(entry?.hash.slice(1) ?? "");
      expect(part && within(part).getByRole("heading", { name: heading })).toBeTruthy();
    }
  });
  it("have none where there is one part or less", async () => {
    await page("stones", "# Stones\n\nTwo take turns.\n\n## Placing\n\nAnywhere.");
    expect(hasContents()).toBe(false);
  });
  it("mark in their contents what was got right on this device", async () => {
    writeStored("exercises", "rules:cards", { five: "right" });
    await page("stones");
    expect(contents().textContent).not.toContain(t("rules.got-right"));
    act(() => void writeStored("exercises", "rules:stones", { five: "right" }));
    expect(contents().textContent).toContain(t("rules.got-right"));
  });
  it("mark the part that is being read", async () => {
    const tops: Record<string, number> = { Placing: 100, Winning: 900 };
    vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (this: HTMLElement) {
      return new DOMRect(0, tops[this.querySelector("h2")?.textContent ?? ""] ?? 0, 0, 0);
    });
    await page("stones");
    const current = () => contents().querySelector("[aria-current]")?.textContent;
    expect(current()).toContain("Placing");
    tops.Winning = 200;
    act(() => void fireEvent.scroll(window));
    expect(current()).toContain("Winning");
    tops.Placing = tops.Winning = 900;
    act(() => void fireEvent.scroll(window));
    expect(current()).toBeUndefined();
    vi.restoreAllMocks();
  });
  it("can be printed, and played by", async () => {
    const print = vi.fn();
    vi.stubGlobal("print", print);
    await page("stones");
    await press(button(t("rules.print")));
    expect(print).toHaveBeenCalledTimes(1);
    const links = within(screen.getByRole("article")).getAllByRole<HTMLAnchorElement>("link");
    expect(links.map((each) => each.pathname)).toEqual(["/play/stones", "/analysis/stones"]);
    vi.unstubAllGlobals();
  });
  it("are chosen from the games where none is named", async () => {
    await page(null);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(t("nav.rules"));
    expect(["STONES", "CARDS"].every((name) => screen.getByRole("link", { name: new RegExp(name) }))).toBe(true);
    expect(screen.queryByText(t("game.unknown"))).toBeNull();
  });
  it("are missed where there is no such game", async () => {
    await page("chess");
    expect(screen.getByText(t("game.unknown"))).toBeTruthy();
  });
});
