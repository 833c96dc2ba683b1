import { describe, expect, it } from "vitest";
import { coachHighlight } from "./coachMarks";

const scene = {
  marks: [
    { kind: "last", at: ["site:a1"] },
    { kind: "guide", at: ["piece:card-7", "zone:pile-2"] },
  ],
};

describe("a button that stands for targets", () => {
  it("glows while the coach points at all of them", () => {
    expect(coachHighlight({ scene }, ["zone:pile-2"])).toEqual({ "data-coached": "zone:pile-2" });
    expect(coachHighlight({ scene }, ["piece:card-7", "zone:pile-2"])).toHaveProperty("data-coached");
  });

  it("does not glow for a part of what it does, nor for what others have marked", () => {
    expect(coachHighlight({ scene }, ["piece:card-9", "zone:pile-2"])).toEqual({});
    expect(coachHighlight({ scene }, ["site:a1"])).toEqual({});
  });

  it("does not glow where it does nothing, or where there is no coach", () => {
    expect(coachHighlight({ scene }, [])).toEqual({});
    expect(coachHighlight({ scene }, undefined)).toEqual({});
    expect(coachHighlight({ scene: {} }, ["zone:pile-2"])).toEqual({});
  });
});
