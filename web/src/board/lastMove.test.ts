import { describe, expect, it } from "vitest";
import { lastMovePlaces } from "./lastMove";

const piece = (id: string, at: string, seat: number) => ({
  id,
  at,
  seat,
  kind: "disc",
  name: { key: "disc", args: {} },
  glyph: "●",
});

describe("the latest move, where the game marks none", () => {
  const was = [piece("a", "site:a1", 0)];

  it("is where a piece came, or moved to", () => {
    expect(lastMovePlaces(was, [...was, piece("b", "site:b1", 1)], 0)).toEqual(["site:b1"]);
    expect(lastMovePlaces(was, [piece("a", "site:a2", 0)], 0)).toEqual(["site:a2"]);
  });

  it("is the other side's, if both have played meanwhile", () => {
    const both = [...was, piece("b", "site:b1", 0), piece("c", "site:c1", 1)];
    expect(lastMovePlaces(was, both, 0)).toEqual(["site:c1"]);
  });

  it("is nowhere after a step is taken back, and never in a hand", () => {
    expect(lastMovePlaces(was, [], 0)).toEqual([]);
    expect(lastMovePlaces(was, [...was, piece("d", "zone:hand", 0)], 0)).toEqual([]);
  });
});
