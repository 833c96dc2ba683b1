import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { show, textsOf } from "../testing/show";
import { Markdown } from "./Markdown";

describe("rules as they are written", () => {
  it("have headings below the page's own, paragraphs and words that stand out", async () => {
    await show(<Markdown text={"# The game\n\nTake **two** and *one* of `a1`.\n\n## The end\nIt ends."} />);
    expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("The game");
    expect(screen.getByRole("heading", { level: 3 }).textContent).toBe("The end");
    expect(screen.getByText("two").tagName).toBe("B");
    expect(screen.getByText("one").tagName).toBe("I");
    expect(screen.getByText("a1").tagName).toBe("CODE");
    expect(screen.getByText("It ends.").tagName).toBe("P");
  });
  it("have lists, even if two items say the same", async () => {
    await show(<Markdown text={"* take a card\n* play\n* take a card\n\n1. one\n2. two"} />);
    expect(textsOf("listitem")).toEqual(["take a card", "play", "take a card", "one", "two"]);
  });
  it("have tables, even if two rows are the same", async () => {
    await show(<Markdown text={"| ship | sinks |\n|---|---|\n| sub | – |\n| sub | – |"} />);
    const rows = screen.getAllByRole("row").map((row) => textsOf("cell", row));
    expect(rows).toEqual([
      ["ship", "sinks"],
      ["sub", "–"],
      ["sub", "–"],
    ]);
  });
  it("show nothing that is written as markup", async () => {
    const { container } = await show(<Markdown text={"<img src=x onerror=alert(1)> and <b>bold</b>"} />);
    expect(container.querySelector("img, b")).toBeNull();
    expect(container.textContent).toContain("<b>bold</b>");
  });
  it("lead to the block that a rule's name is written over, and do not show the names", async () => {
    const text = "# Game\n\n<!-- rule: far near -->\nOne step.\n\n<!-- rule: taken -->\n* One piece a place.\n";
    const { container } = await show(<Markdown text={text} about="taken" />);
    expect(container.querySelector("[data-found]")?.textContent).toBe("One piece a place.");
    expect(container.textContent).not.toContain("rule:");
    expect(screen.getByText("One step.").closest("[data-found]")).toBeNull();
  });
  it("let a block of some kind be drawn, and leave others as they are written", async () => {
    const draw = (kind: string, about: string, inside: string) =>
      kind === "board" ? <figure aria-label={about}>{inside}</figure> : null;
    await show(<Markdown text={"```board The start\na1 b2\n```\n\n```text\nas it is\n```"} draw={draw} />);
    expect(within(screen.getByRole("figure", { name: "The start" })).getByText("a1 b2")).toBeTruthy();
    expect(screen.getByText("as it is").tagName).toBe("PRE");
  });
});
