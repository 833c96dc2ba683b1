import { describe, expect, test } from "vitest";
import type { Piece } from "../contract";
import type { Placed, Spot } from "./layout";
import { spotMeant } from "./pointing";

/** Five cards of a fan, each over the one at its left, turned outwards. */
const fan: Placed[] = [-2, -1, 0, 1, 2].map((off) => ({
  piece: { id: `card-${off}` } as Piece,
  shape: "card",
  held: true,
  x: off * 0.6,
  y: off * off * 0.03,
  width: 1,
  height: 1.4,
  angle: off * 4,
}));
const spotsOf = (...offs: number[]): Spot[] =>
  fan
    .filter(({ piece }) => offs.some((off) => piece.id === `card-${off}`))
    .map(({ piece, x, y, width, height, angle }) => ({
      target: `piece:${piece.id}`,
      round: false,
      ...{ x, y, width, height, angle },
    }));
const disc = (target: string, x: number, y = 0): Spot => ({ target, round: true, x, y, width: 1, height: 1 });

describe("what is meant by a touch", () => {
  test("is the card that is seen there, all along its open edge", () => {
    const spots = spotsOf(-2, -1, 0, 1, 2);
    for (const [i, { piece, x, y, angle }] of fan.entries()) {
      const turn = (angle * Math.PI) / 180;
      for (const down of [-0.6, 0, 0.6]) {
        const left = i < 4 ? -0.35 : 0;
        const at = [
          x + left * Math.cos(turn) - down * Math.sin(turn),
          y + left * Math.sin(turn) + down * Math.cos(turn),
        ];
        expect(spotMeant({ spots, others: [], placed: fan }, at[0] ?? 0, at[1] ?? 0, 0.4)?.target).toBe(
          `piece:${piece.id}`,
        );
      }
    }
  });

  test("is not a card under one that cannot be touched", () => {
    const given = { spots: spotsOf(-1), others: [], placed: fan };
    expect(spotMeant(given, 0, 0, 0.4)).toBeNull();
    expect(spotMeant(given, -0.85, 0, 0.4)?.target).toBe("piece:card--1");
  });

  test("is the pile under a card that lies on it", () => {
    const pile: Spot = { target: "zone:pile", round: false, x: 0, y: 0, width: 3, height: 3 };
    expect(spotMeant({ spots: [pile], others: [], placed: fan }, 0, 0, 0.4)).toBe(pile);
  });

  test("is another piece only where that is touched itself", () => {
    const given = { spots: [disc("site:lit", 0)], others: [disc("site:other", 1.2)], placed: [] };
    expect(spotMeant(given, 1.2, 0, 1)?.target).toBe("site:other");
    expect(spotMeant(given, 0.65, 0, 1)?.target).toBe("site:lit");
    expect(spotMeant(given, 0.4, 0, 1)?.target).toBe("site:lit");
    expect(spotMeant(given, 2, 0, 0.5)).toBeNull();
  });
});
