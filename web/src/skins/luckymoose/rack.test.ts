import { describe, expect, it } from "vitest";
import { exchangeOf, inSlots, kindsOf, moved, reconcile, sorted } from "./rack";

const piece = (id: string) => ({ id, kind: id.slice(7, 9), at: "zone:hand-0", name: { key: "", args: {} }, glyph: "" });
const LETTERS = { colours: "ROYGBP", symbols: "mcstdx" };

describe("the rack", () => {
  it("keeps every token in its slot, and what is drawn takes the free ones", () => {
    const slots = reconcile(["Px", "Rm", "Gc"], ["Bd", "Gc", "Px"], []);
    expect(kindsOf(slots)).toEqual(["Px", "Bd", "Gc"]);
  });
  it("keeps the slot of a token that is laid as a ghost", () => {
    const slots = reconcile(["Px", "Rm", "Gc"], ["Gc", "Px"], ["Rm"]);
    expect(slots.map((slot) => slot?.laid)).toEqual([false, true, false]);
  });
  it("leaves a slot free when there is nothing to draw", () => {
    expect(kindsOf(reconcile(["Px", "Rm", "Gc"], ["Gc", "Px"], []))).toEqual(["Px", null, "Gc"]);
  });
  it("is the same when it is made up twice", () => {
    const once = reconcile([], ["Rm", "Gc", "Gc"], ["Px"]);
    expect(reconcile(kindsOf(once), ["Rm", "Gc", "Gc"], ["Px"])).toEqual(once);
  });
  it("lays that one of two equal tokens which was touched", () => {
    const slots = reconcile(["Gc", "Rm", "Gc"], ["Rm", "Gc"], ["Gc"], [2]);
    expect(slots.map((slot) => slot?.laid)).toEqual([false, false, true]);
  });
});

describe("equal tokens", () => {
  const slots = reconcile(["Gc", "Rm", "Gc"], ["Rm", "Gc", "Gc"], []);
  const pieces = ["hand-0-Rm-1", "hand-0-Gc-1", "hand-0-Gc-2"].map(piece);
  it("are numbered as they lie", () => {
    expect(inSlots(slots, pieces, []).map((each) => each.id)).toEqual(["hand-0-Gc-1", "hand-0-Rm-1", "hand-0-Gc-2"]);
  });
  it("are numbered from the one that a finger is on", () => {
    expect(inSlots(slots, pieces, [2]).map((each) => each.id)).toEqual(["hand-0-Gc-2", "hand-0-Rm-1", "hand-0-Gc-1"]);
  });
});

describe("sorting", () => {
  it("moves one token and shifts those between", () => {
    expect(moved(["a", "b", "c", "d"], 3, 1)).toEqual(["a", "d", "b", "c"]);
    expect(moved(["a", "b", "c", "d"], 0, 2)).toEqual(["b", "c", "a", "d"]);
  });
  it("goes by colour or by symbol, with free slots at the end", () => {
    expect(sorted(["Pm", null, "Rx", "Rm"], "colour", LETTERS)).toEqual(["Rm", "Rx", "Pm", null]);
    expect(sorted(["Pm", null, "Rx", "Rm"], "symbol", LETTERS)).toEqual(["Rm", "Pm", "Rx", null]);
  });
});

describe("an exchange", () => {
  const kindOf = (target: string) => target.slice(-4, -2);
  const path = ["button:swap", "piece:hand-0-Rm-1", "piece:hand-0-Gc-1", "button:give"];
  const choices = [{ text: "swap Rm Gc", path, also: false }];
  it("is found in whatever order its tokens were touched", () => {
    expect(exchangeOf(choices, ["Gc", "Rm"], kindOf)?.text).toBe("swap Rm Gc");
  });
  it("is not found if one is missing or too many", () => {
    expect(exchangeOf(choices, ["Gc"], kindOf)).toBeNull();
    expect(exchangeOf(choices, ["Gc", "Rm", "Rm"], kindOf)).toBeNull();
  });
});
