import { describe, expect, it } from "vitest";
import type { Choice } from "../contract";
import { complete, litTargets, pathOf, stillHeld, touch } from "./paths";

const choice = (text: string, path: string[], also = false): Choice => ({ text, path, also });

const drop = [choice("a", ["site:a1"]), choice("b", ["site:b2"])];
const move = [
  choice("e4-e10", ["site:e4", "site:e10"]),
  choice("e4-e2", ["site:e4", "site:e2"]),
  choice("b1-b3", ["site:b1", "site:b3"]),
  choice("resign", ["button:resign"], true),
];
const cards = [
  choice("61>1", ["piece:h3", "zone:pile-1"]),
  choice("61>2", ["piece:h3", "zone:pile-2"]),
  choice("23>2", ["piece:h1", "zone:pile-2"]),
  choice("say:mine:2", ["zone:pile-2", "button:mine"], true),
];

describe("lit", () => {
  it("lights each first target once", () => {
    expect(litTargets(move, []).map((each) => each.target)).toEqual(["site:e4", "site:b1", "button:resign"]);
  });
  it("lights what follows what is held, and nothing else", () => {
    expect(litTargets(move, ["site:e4"]).map((each) => each.target)).toEqual(["site:e10", "site:e2"]);
  });
  it("is quiet where a target leads only to things done besides", () => {
    expect(litTargets(cards, []).map((each) => each.also)).toEqual([false, false, true]);
  });
  it("is loud where a target leads to a move as well", () => {
    const both = [choice("note", ["site:a", "button:note"], true), choice("go", ["site:a", "site:b"])];
    expect(litTargets(both, [])).toEqual([{ target: "site:a", also: false, last: false }]);
  });
  it("says which touch completes an action", () => {
    expect(litTargets(move, ["site:e4"]).every((each) => each.last)).toBe(true);
    expect(litTargets(move, [])[0]?.last).toBe(false);
  });
});

describe("touch", () => {
  it("chooses at once where one touch is the whole path", () => {
    expect(touch(drop, [], "site:b2")).toEqual({ choose: drop[1] });
  });
  it("holds the first and chooses at the second", () => {
    expect(touch(move, [], "site:e4")).toEqual({ held: ["site:e4"] });
    expect(touch(move, ["site:e4"], "site:e2")).toEqual({ choose: move[1] });
  });
  it("puts back what is touched again", () => {
    expect(touch(move, ["site:e4"], "site:e4")).toEqual({ held: [] });
  });
  it("changes over to another beginning", () => {
    expect(touch(move, ["site:e4"], "site:b1")).toEqual({ held: ["site:b1"] });
  });
  it("prefers the next thing on the path to another beginning", () => {
    expect(touch(cards, ["piece:h1"], "zone:pile-2")).toEqual({ choose: cards[2] });
    expect(touch(cards, [], "zone:pile-2")).toEqual({ held: ["zone:pile-2"] });
  });
  it("puts everything back at a touch elsewhere", () => {
    expect(touch(move, ["site:e4"], "site:k9")).toEqual({ held: [] });
  });
  it("mixes places and buttons in one path", () => {
    expect(touch(cards, ["zone:pile-2"], "button:mine")).toEqual({ choose: cards[3] });
  });
  it("waits for a second touch where a longer path goes on from a whole one", () => {
    const both = [choice("stop", ["site:a"]), choice("go", ["site:a", "site:b"])];
    expect(touch(both, [], "site:a")).toEqual({ held: ["site:a"] });
    expect(complete(both, ["site:a"])).toEqual([both[0]]);
    expect(touch(both, ["site:a"], "site:a")).toEqual({ choose: both[0] });
  });
  it("waits where two actions share a path", () => {
    const twins = [choice("x", ["site:a"]), choice("y", ["site:a"])];
    expect(touch(twins, [], "site:a")).toEqual({ held: ["site:a"] });
    expect(complete(twins, ["site:a"])).toEqual(twins);
  });
});

describe("stillHeld", () => {
  it("keeps what still leads somewhere when the choices change", () => {
    expect(stillHeld(move, ["site:e4"])).toEqual(["site:e4"]);
    expect(stillHeld(drop, ["site:e4"])).toEqual([]);
  });
});

describe("pathOf", () => {
  it("makes a button of an action with nothing to touch", () => {
    expect(pathOf(choice("end", []))).toEqual(["button:end"]);
  });
});
