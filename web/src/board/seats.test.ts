import { describe, expect, it } from "vitest";
import { gameColours } from "./seats";

describe("the colours that a game gives its seats", () => {
  it("are there for all that is drawn", () => {
    expect(gameColours({ layout: "hex", width: 1, height: 1, colours: ["#102030", "#f0e0a0"] })).toMatchObject({
      "--game-seat-0": "#102030",
      "--game-seat-1": "#f0e0a0",
    });
  });
  it("are the board's own where the game has none", () => {
    expect(gameColours({ layout: "grid", width: 1, height: 1 })).toEqual({});
  });
});
