import { describe, expect, it } from "vitest";
import { PLAN } from "../testing/fixtures";
import { nearest, toggled } from "./useSketches";

describe("what a player draws for themselves", () => {
  const [arrow, circle] = [
    { from: "site:a", to: "site:b" },
    { from: "site:c", to: "site:c" },
  ];
  it("goes when it is drawn again, and another arrow back is another arrow", () => {
    expect(toggled([arrow, circle], { ...arrow })).toEqual([circle]);
    expect(toggled([arrow], { from: "site:b", to: "site:a" })).toHaveLength(2);
  });
  it("begins and ends at the place that is nearest, and nowhere beside the board", () => {
    expect(nearest(PLAN, [], 1.4, 0.3)).toBe("site:b");
    expect(nearest(PLAN, [], 1.6, 0.3)).toBe("site:c");
    expect(nearest(PLAN, [], 1, 2)).toBeNull();
  });
});
