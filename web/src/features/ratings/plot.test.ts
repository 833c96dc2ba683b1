import { describe, expect, it } from "vitest";
import type { HistoryPoint } from "../../contract";
import { linePath } from "../../ui/format";
import { plotOf } from "./plot";

const history = (...ratings: number[]): HistoryPoint[] =>
  ratings.map((rating, i) => ({
    at: i,
    rating,
    change: rating - (ratings[i - 1] ?? 1500),
    provisional: i < 2,
    place: 1,
    of: 2,
    shared: false,
  }));

describe("plotOf", () => {
  it("begins where somebody stood before the first match, and ends at the right", () => {
    const { unsure, certain } = plotOf(history(1540, 1520, 1560, 1600));
    expect(unsure[0]?.[0]).toBe(0);
    expect(certain.at(-1)?.[0]).toBe(1);
    expect(unsure.length + certain.length).toBe(4 + 1 + 1); // with the beginning; the turn belongs to both
    expect(unsure.at(-1)).toEqual(certain[0]);
  });
  it("has round lines around all that is drawn, and not many", () => {
    for (const ratings of [[1500], [1520, 1480], [1900, 1100, 2300], [1503, 1501]]) {
      const { lines, unsure, certain } = plotOf(history(...ratings));
      expect(lines.length).toBeGreaterThanOrEqual(2);
      expect(lines.length).toBeLessThanOrEqual(6);
      expect(lines.every(({ value }) => value % 20 === 0)).toBe(true);
      for (const [, y] of [...unsure, ...certain]) {
        expect(y).toBeGreaterThan(0);
        expect(y).toBeLessThan(1);
      }
    }
  });
  it("draws what is better above", () => {
    const { unsure } = plotOf(history(1600, 1400));
    expect(unsure[1]?.[1]).toBeLessThan(unsure[2]?.[1] ?? 0);
  });
  it("of nothing is nothing, and of what is never certain has no certain part", () => {
    expect(plotOf([])).toEqual({ lines: [], unsure: [], certain: [] });
    expect(plotOf(history(1510, 1520)).certain).toEqual([]);
  });
});

describe("pathOf", () => {
  it("is a line through all points", () => {
    expect(
      linePath(
        [
          [0, 0.5],
          [1, 0],
        ],
        200,
        100,
      ),
    ).toBe("M0.0 50.0L200.0 0.0");
  });
});
