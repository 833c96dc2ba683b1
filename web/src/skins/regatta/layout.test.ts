import { describe, expect, it } from "vitest";
import { arc, edgeTowards, emptiest, mainsail, squareOf, streamlines } from "./layout";

const site = (x: number, y: number) => ({ x, y: 20 - y });

describe("the chart", () => {
  it("has wind everywhere and the same wind every time", () => {
    expect(streamlines(15).length).toBeGreaterThan(30);
    expect(streamlines(15)).toEqual(streamlines(15));
  });
  it("puts the vane where nothing stands", () => {
    const square = squareOf([site(0, 0), site(20, 20)]);
    expect(square).toEqual({ x: 0, y: 0, side: 20 });
    expect(emptiest(square, [site(3, 3), site(17, 17), site(3, 17)], 3)).toEqual({ x: 17, y: 17 });
  });
  it("draws the sail on the side of the boom", () => {
    expect(mainsail(64, 1)).toContain("31.46 6.34Z");
    expect(mainsail(64, -1)).toContain("-31.46 6.34Z");
  });
  it("has arcs that go clockwise, so that one over west and north ends in the north-east", () => {
    const { line } = arc(0, 0, [-90, 0], 1);
    expect(line).toMatch(/^M-0.83 0.56A1 1 0 0 1 0.56 -0.83$/);
  });
});

describe("what lies beyond the edge of what is seen", () => {
  const seen = { x: 0, y: 0, width: 10, height: 20 };
  it("is pointed at from the edge, on the way to it", () => {
    expect(edgeTowards(seen, { x: 25, y: 10 }, 1)).toEqual({ x: 9, y: 10, turn: 90 });
    const up = edgeTowards(seen, { x: 5, y: -40 }, 1);
    expect([up?.x, up?.y, up?.turn]).toEqual([5, 1, 0]);
    const aslant = edgeTowards(seen, { x: -95, y: 110 }, 1);
    expect([aslant?.x, aslant?.y, aslant?.turn]).toEqual([1, 14, -135]);
  });
  it("is not pointed at where it is seen", () => {
    expect(edgeTowards(seen, { x: 9.9, y: 0.1 }, 1)).toBeNull();
  });
});
