import { describe, expect, it } from "vitest";
import type { Boat, Way } from "../../contract";
import { beyond, boundFor, cutAt, directions, off, roundingState, roundings, stepsOf, trimOf } from "./facts";

const WAY: Way = {
  heading: "NE", sail: "beam", tack: "port", full: 2, speed: 2, tacking: false, shadow: false,
  to: "1,1", fault: null, track: ["1,1", "2,2"], lost: 0, halt: null, other: null, right: null,
}; // biome-ignore format: a row of facts
const BOAT: Boat = {
  at: "3,3", heading: "N", tack: "port", moved_on: "port", spinnaker: null, started: true, markers: 0, gates: 0, turns: 5,
  goal: "gate", gate: "W", along: 0, place: null, rank: 1,
}; // biome-ignore format: a row of facts
/** Sites of a lattice whose north-west point is 0,0. */
const spot = (target: string) => {
  const [x = 0, y = 0] = target.slice(5).split(",").map(Number);
  return { x, y: 20 - y };
};

describe("a boat's trim", () => {
  const boat = (turn: number, key: string, tack?: string) => ({
    id: "boat-0", kind: "boat", at: "site:1,1", glyph: "R", turn,
    name: { key, args: { heading: "E", ...(tack ? { tack: { key: tack, args: {} } } : {}) } },
  }); // biome-ignore format: a piece
  it("lets the sails out to leeward, the more the further it bears away", () => {
    expect(trimOf(boat(90, "piece.boat-on-tack", "tack.port"), 315)).toEqual({
      boom: 64,
      side: 1,
      kite: false,
      sailing: true,
    });
    expect(trimOf(boat(270, "piece.boat-on-tack", "tack.starboard"), 315)).toMatchObject({ boom: 20, side: -1 });
    expect(trimOf(boat(135, "piece.boat-on-tack-spinnaker", "tack.port"), 315)).toMatchObject({ boom: 82, kite: true });
  });
  it("is none before the first move", () => {
    const { name, ...rest } = boat(0, "piece.boat");
    expect(trimOf({ ...rest, name: { key: name.key, args: {} } }, 315).sailing).toBe(false);
  });
  it("turns the shorter way", () => {
    expect([off(0, 315), off(315, 0), off(180, 0)]).toEqual([45, -45, 180]);
  });
});

describe("choices by direction", () => {
  const choice = (text: string) => ({ text, path: [], also: false });
  it("takes headings, dodges and winds, and nothing else", () => {
    const found = directions(["NE", "stop", "place 3,4", "resign"].map(choice));
    expect([...found.keys()]).toEqual(["NE"]);
    expect(directions([choice("dodge S")]).get("S")?.text).toBe("dodge S");
    expect(directions([choice("wind NW")]).get("NW")?.text).toBe("wind NW");
  });
});

describe("a way", () => {
  it("is sent step by step", () => {
    expect(stepsOf(WAY)).toEqual(["NE", "NE"]);
  });
  it("leads from point to point", () => {
    expect(["N", "SE", "W"].map((heading) => beyond("3,4", heading))).toEqual(["3,5", "4,3", "2,4"]);
  });
});

describe("gates", () => {
  const marks = [
    { kind: "gate-passed", at: ["site:4,5", "site:3,5"] },
    { kind: "gate-next", at: ["site:5,6", "site:5,7", "site:5,8"] },
    { kind: "line", at: ["site:1,1"] },
    { kind: "gate", at: ["site:9,6", "site:9,7"] },
  ];
  it("are gathered around their markers", () => {
    const found = roundings(marks, spot);
    expect(found.map(({ x, y }) => [x, y])).toEqual([[5, 15], [9, 15]]); // biome-ignore format: points
    expect(found[0]?.gates.map(({ angle, state, reach }) => [angle, state, reach])).toEqual([[-90, "passed", 2], [0, "next", 3]]); // biome-ignore format: gates
    expect(found.map(roundingState)).toEqual(["next", "later"]);
  });
});

describe("the race", () => {
  it("says where a boat is bound for, as the view has it", () => {
    expect(boundFor({ ...BOAT, goal: "place" }).key).toBe("to.place");
    expect(boundFor({ ...BOAT, markers: 1, goal: "gate", gate: "S" })).toEqual({
      key: "to.gate",
      args: { number: 2, gate: "S" },
    });
  });
});

describe("sailing words", () => {
  const words = new Map([["run", "run"], ["wind shadow", "shadow"], ["beam reach", "beam"]]); // biome-ignore format: pairs
  it("are found whole, whatever their case", () => {
    expect(cutAt("A Beam reach: in the wind shadow.", words)).toEqual([
      { text: "A ", word: null },
      { text: "Beam reach", word: "beam" },
      { text: ": in the ", word: null },
      { text: "wind shadow", word: "shadow" },
      { text: ".", word: null },
    ]);
    expect(cutAt("The pruned runner", words)).toEqual([{ text: "The pruned runner", word: null }]);
  });
});
