import { describe, expect, it } from "vitest";
import type { Piece } from "../contract";
import { differences } from "./changes";
import type { Placed } from "./layout";

const at = (id: string, x: number, more: Partial<Piece> = {}): Placed => ({
  piece: { id, kind: "marker", at: "site:a", name: { key: "n", args: {} }, glyph: "o", seat: 0, ...more },
  shape: "disc",
  held: false,
  x,
  y: 0,
  width: 1,
  height: 1,
  angle: 0,
});

describe("differences", () => {
  it("finds nothing between a scene and itself", () => {
    expect(differences([at("a", 1)], [at("a", 1)])).toEqual([]);
  });
  it("tells moving from turning over, and finds both at once", () => {
    const kinds = (now: Placed) => differences([at("a", 1)], [now]).map((each) => each.kind);
    expect(kinds(at("a", 2))).toEqual(["move"]);
    expect(kinds(at("a", 1, { seat: 1 }))).toEqual(["flip"]);
    expect(kinds(at("a", 2, { face: "down" }))).toEqual(["move", "flip"]);
  });
  it("finds nothing in a plan that is laid out anew, but what is at another place", () => {
    expect(differences([at("a", 1)], [at("a", 1.2)], true)).toEqual([]);
    const [found] = differences([at("a", 1)], [at("a", 1.2, { at: "site:b" })], true);
    expect(found?.kind).toBe("move");
  });
  it("finds what came and what went", () => {
    const found = differences([at("old", 1)], [at("new", 2)]);
    expect(found.map((each) => [each.kind, each.placed.piece.id])).toEqual([
      ["come", "new"],
      ["go", "old"],
    ]);
  });
});
