import { describe, expect, it } from "vitest";
import type { Skin } from "../../board/skin";
import type { LogLine } from "../../contract";
import { say, sitting } from "../../testing/fixtures";
import { t } from "../../ui/texts/page";
import { atEnd, numbersOf } from "./numbers";

const SEATS = [sitting("Ada"), sitting("Bo")];
const line = (at: number, seat: number | null, text: string): LogLine => ({ at, kind: "step", seat, text });
const skin: Skin = { numbers: ({ steps }) => [{ words: "cards", value: String(steps.length) }] };

function told(lines: LogLine[]) {
  const end = atEnd(lines, { view: null, seat: 0, seats: 2, say });
  return Object.fromEntries(numbersOf(lines, SEATS, skin, end).map(({ words, value }) => [words, value]));
}

describe("what a match came to", () => {
  const PLAYED = [line(0, 0, "a"), line(500, null, "7"), line(30_500, 1, "b"), line(95_500, 0, "c")];
  it("is its steps, who thought longest, how long it took, and what the game counts", () => {
    expect(told(PLAYED)).toEqual({
      [t("numbers.steps")]: "3",
      cards: "4",
      [t("numbers.longest")]: t("numbers.of", { time: "1:05", who: "Ada" }),
      [t("numbers.took")]: "1:36",
    });
  });
  it("is not counted by the game once something was taken back", () => {
    expect(told([...PLAYED, line(96_000, 1, "undo")]).cards).toBeUndefined();
  });
  it("does not tell of thinking where nobody had to", () => {
    expect(told([line(0, 0, "a"), line(3, 1, "b")])).toEqual({ [t("numbers.steps")]: "2", cards: "2" });
  });
});
