import { describe, expect, it } from "vitest";
import type { Choice, Choosing, Piece, Scene } from "../../board/skin";
import {
  BUILT_IN,
  chartOf,
  type Fleet,
  fits,
  fleetOf,
  mirrored,
  random,
  stepsTo,
  swapSteps,
  withSwaps,
} from "./formation";
import type { Letter } from "./hulls";

const WHITE = [3, 2, 1].flatMap((row) => [..."abcdefghi"].map((column) => `${column}${row}`));
const ALL = [..."SSFRTNEAWVZBKQLLLLLLC"] as Letter[];

function standing(chart: string): Fleet {
  const ships = new Map<string, Letter>();
  for (const [i, letter] of [...chart].entries()) if (letter !== ".") ships.set(WHITE[i] as string, letter as Letter);
  const left = [...ALL];
  for (const ship of ships.values()) left.splice(left.indexOf(ship), 1);
  return { berths: WHITE, standing: ships, waiting: left };
}

/** Take the steps one by one, as the rules would: nothing on a taken square, nothing from where it does not stand. */
function played(fleet: Fleet, steps: string[]): Fleet {
  const ships = new Map(fleet.standing);
  const left = [...fleet.waiting];
  for (const step of steps) {
    const ship = step.charAt(0) as Letter;
    const to = step.slice(-2);
    if (step.charAt(1) === ":") {
      expect(ships.get(step.slice(2, 4)), step).toBe(ship);
      ships.delete(step.slice(2, 4));
    } else {
      expect(left, step).toContain(ship);
      left.splice(left.indexOf(ship), 1);
    }
    expect(ships.has(to), step).toBe(false);
    expect(fleet.berths, step).toContain(to);
    ships.set(to, ship);
  }
  return { berths: fleet.berths, standing: ships, waiting: left };
}

function seeded(seed: number): () => number {
  let x = seed;
  return () => {
    x = (x * 1103515245 + 12345) % 2147483648;
    return x / 2147483648;
  };
}

describe("formations", () => {
  it("a formation is reached from nothing, from a part, and from any other, by steps that the rules allow", () => {
    for (let seed = 1; seed < 60; seed++) {
      const luck = seeded(seed);
      const from = [...random(standing(".".repeat(27)), false, luck)];
      const gone = Math.floor(luck() * 22);
      for (let i = 0; i < gone; i++) from[Math.floor(luck() * 27)] = ".";
      const fleet = standing(from.join(""));
      const wanted = random(fleet, false, luck);
      const steps = stepsTo(fleet, wanted);
      expect(chartOf(played(fleet, steps))).toBe(wanted);
      expect(steps.length).toBeLessThan(60); // the house takes a hundred at a time
    }
  });

  it("what stands where it should stays there", () => {
    const fleet = standing(BUILT_IN[0]?.chart ?? "");
    expect(stepsTo(fleet, chartOf(fleet))).toEqual([]);
  });

  it("the rest goes to free berths, and what stands stays", () => {
    const fleet = standing(`C${".".repeat(8)}S${".".repeat(17)}`);
    const chart = random(fleet, true, seeded(7));
    expect([chart[0], chart[9]]).toEqual(["C", "S"]);
    expect(fits(fleet, chart)).toBe(true);
  });

  it("mirroring turns each row round, and twice is none", () => {
    const chart = "ABCDEFGHI".repeat(3);
    expect(mirrored(chart)).toBe("IHGFEDCBA".repeat(3));
    expect(mirrored(mirrored(chart))).toBe(chart);
  });

  it("all that come with the game are whole fleets", () => {
    const fleet = standing(".".repeat(27));
    for (const { chart } of BUILT_IN) expect(fits(fleet, chart), chart).toBe(true);
    expect(fits(fleet, "C".repeat(27))).toBe(false);
    expect(fits(fleet, "")).toBe(false);
  });
});

const piece = (id: string, kind: string, at: string, glyph: string, seat = 1): Piece => ({
  id,
  kind,
  at,
  glyph,
  seat,
  name: { key: "piece.ship", args: {} },
});
const choice = (text: string, ...path: string[]): Choice => ({ text, path, also: true });
const SCENE: Scene = {
  pieces: [
    piece("ship-i6", "ship-C", "site:i6", "C"),
    piece("ship-a8", "ship-S", "site:a8", "S"),
    piece("reserve-1-L", "ship-L", "zone:reserve-1", "L6"),
  ],
  counters: [{ id: "to-place", name: { key: "counter.to-place", args: {} }, value: 6, seat: 1 }],
};
const CHOICES = [
  choice("L@a6", "piece:reserve-1-L", "site:a6"),
  choice("C:i6-a6", "site:i6", "site:a6"),
  choice("S:a8-a6", "site:a8", "site:a6"),
];

const NOTHING_HELD: Choosing = {
  held: [],
  lit: [],
  buttons: [],
  others: [],
  whole: [],
  pending: null,
  touch: () => undefined,
  take: () => undefined,
  choose: () => undefined,
  offer: () => undefined,
  putBack: () => undefined,
};

describe("a fleet in the making", () => {
  it("is read from the scene, Black's from its own side", () => {
    const fleet = fleetOf(SCENE, CHOICES, 1);
    expect(fleet.berths).toEqual(["i6", "a6", "a8"]);
    expect(fleet.waiting).toEqual([..."LLLLLL"]);
    expect(chartOf(fleet)).toBe("C.S");
  });

  it("two ships change places by way of a free berth", () => {
    expect(swapSteps(CHOICES, "site:i6", "site:a8")).toEqual(["C:i6-a6", "S:a8-i6", "C:a6-a8"]);
    expect(swapSteps([], "site:i6", "site:a8")).toEqual([]);
  });

  it("a ship that is held may be put down on another", () => {
    const acted: (string | readonly string[])[] = [];
    const touched: string[] = [];
    const choosing = { ...NOTHING_HELD, held: ["site:i6"], touch: (target: string) => void touched.push(target) };
    const offered = withSwaps({
      scene: SCENE,
      choices: CHOICES,
      choosing,
      act: (steps) => void acted.push(steps),
    });
    expect(offered.lit.map((each) => each.target)).toEqual(["site:a8"]);
    offered.touch("site:a6");
    expect(touched).toEqual(["site:a6"]);
    offered.touch("site:a8");
    expect(acted).toEqual([["C:i6-a6", "S:a8-i6", "C:a6-a8"]]);
  });

  it("in play nothing is offered besides", () => {
    const shown = { scene: {}, choices: [], choosing: NOTHING_HELD, act: () => undefined };
    expect(withSwaps(shown)).toBe(NOTHING_HELD);
  });
});
