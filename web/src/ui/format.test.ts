import { expect, test } from "vitest";
import { fileSizeText } from "./format";

test("a file's size is said in the unit that people would use", () => {
  expect(fileSizeText(0, "en")).toBe("0 byte");
  expect(fileSizeText(999, "en")).toBe("999 byte");
  expect(fileSizeText(1000, "en")).toBe("1 kB");
  expect(fileSizeText(34_567, "en")).toBe("34.6 kB");
  expect(fileSizeText(12_300_000, "en")).toBe("12.3 MB");
  expect(fileSizeText(5_000_000_000_000, "en")).toBe("5,000 GB");
});
