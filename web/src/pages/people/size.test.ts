import { expect, test } from "vitest";
import { sizeOf } from "./size";

test("a file's size is said in the unit that people would use", () => {
  expect(sizeOf(0, "en")).toBe("0 byte");
  expect(sizeOf(999, "en")).toBe("999 byte");
  expect(sizeOf(1000, "en")).toBe("1 kB");
  expect(sizeOf(34_567, "en")).toBe("34.6 kB");
  expect(sizeOf(12_300_000, "en")).toBe("12.3 MB");
  expect(sizeOf(5_000_000_000_000, "en")).toBe("5,000 GB");
});
