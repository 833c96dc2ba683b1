import { describe, expect, it, vi } from "vitest";
import type { Choice } from "../contract";
import { type Choosing, withShortcuts } from "./useChoosing";

const take: Choice = { text: "xe1-e5", path: ["site:e1", "site:e5"], also: false };
const lit = [
  { target: "site:e1", also: false, last: false },
  { target: "button:resign", also: true, last: true },
];

function choosing(pending: Choice | null = null): Choosing {
  return {
    held: [],
    lit,
    buttons: [],
    others: [],
    whole: [],
    pending,
    touch: vi.fn(),
    take: vi.fn(),
    choose: vi.fn(),
    offer: vi.fn(),
    putBack: vi.fn(),
  };
}

const shortcuts = new Map(["site:e1", "site:e3"].map((target) => [target, take]));

describe("shortcuts", () => {
  it("change nothing where there are none", () => {
    const plain = choosing();
    expect(withShortcuts(plain, undefined)).toBe(plain);
    expect(withShortcuts(plain, new Map())).toBe(plain);
  });
  it("light their places once, and leave the rest lit", () => {
    expect(withShortcuts(choosing(), shortcuts).lit.map((each) => each.target)).toEqual([
      "site:e1",
      "site:e3",
      "button:resign",
    ]);
  });
  it("take the whole action at one touch", () => {
    const plain = choosing();
    withShortcuts(plain, shortcuts).touch("site:e3");
    expect(plain.choose).toHaveBeenCalledWith(take);
  });
  it("ask first where a finger is to confirm, and act at the second touch", () => {
    const first = choosing();
    withShortcuts(first, shortcuts).touch("site:e3", true);
    expect(first.choose).not.toHaveBeenCalled();
    expect(first.offer).toHaveBeenCalledWith(take);
    const second = choosing(take);
    withShortcuts(second, shortcuts).touch("site:e1", true);
    expect(second.choose).toHaveBeenCalledWith(take);
  });
  it("leave every other touch as it was", () => {
    const plain = choosing();
    withShortcuts(plain, shortcuts).touch("site:f6", true);
    expect(plain.touch).toHaveBeenCalledWith("site:f6", true);
  });
});
