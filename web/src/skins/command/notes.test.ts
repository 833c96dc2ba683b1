import { expect, it } from "vitest";
import { toggled } from "./notes";

it("letters are added and taken away, and take the place of words", () => {
  expect(toggled("", "S")).toBe("S");
  expect(toggled("S", "L")).toBe("SL");
  expect(toggled("SL", "S")).toBe("L");
  expect(toggled("bait", "S")).toBe("S");
  expect(toggled("SFRTNE", "A")).toBe("FRTNEA");
});
