import { describe, expect, it } from "vitest";
import { coached } from "./coached";

const scene = {
  marks: [
    { kind: "last", at: ["site:a1"] },
    { kind: "guide", at: ["piece:card-7", "zone:pile-2"] },
  ],
};

describe("a button that stands for targets", () => {
  it("glows while the coach points at all of them", () => {
    expect(coached({ scene }, ["zone:pile-2"])).toEqual({ "data-coached": "zone:pile-2" });
    expect(coached({ scene }, ["piece:card-7", "zone:pile-2"])).toHaveProperty("data-coached");
  });

  it("does not glow for a part of what it does, nor for what others have marked", () => {
    expect(coached({ scene }, ["piece:card-9", "zone:pile-2"])).toEqual({});
    expect(coached({ scene }, ["site:a1"])).toEqual({});
  });

  it("does not glow where it does nothing, or where there is no coach", () => {
    expect(coached({ scene }, [])).toEqual({});
    expect(coached({ scene }, undefined)).toEqual({});
    expect(coached({ scene: {} }, ["zone:pile-2"])).toEqual({});
  });
});
