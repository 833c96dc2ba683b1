import { beforeEach, describe, expect, it, vi } from "vitest";
import { batch, keyedSlices, listen, resetState, slice, snapshot, whenReset } from "./state";

const count = slice("count", 0);
const name = slice<string | null>("name", null);
const found = slice("found", () => ({ at: [1] }));
const notes = keyedSlices<string, string>("note", (key) => `about ${key}`);

beforeEach(resetState);

function notices(changes: () => void): number {
  const heard = vi.fn();
  const stop = listen(heard);
  changes();
  stop();
  return heard.mock.calls.length;
}

describe("a slice", () => {
  it("begins as it was declared, and is what it was set to", () => {
    expect(count.get()).toBe(0);
    count.set(3);
    count.update((before) => before + 1);
    expect(count.get()).toBe(4);
    count.forget();
    expect(count.get()).toBe(0);
  });
  it("that finds out how it begins does so once, so that it stays one object", () => {
    expect(found.get()).toBe(found.get());
  });
  it("tells of a change, and of nothing that stays the same", () => {
    expect(notices(() => count.set(1))).toBe(1);
    expect(notices(() => count.set(1))).toBe(0);
    expect(notices(() => count.update((same) => same))).toBe(0);
    expect(notices(() => name.forget())).toBe(0);
  });
  it("has a name of its own", () => {
    expect(() => slice("count", 1)).toThrow("two slices are called count");
    expect(() => keyedSlices("count", () => 1)).toThrow("two slices are called count");
  });
  it("that is filled while it is used keeps nothing while nobody uses it", () => {
    const news = slice<string | null>("news", null, () => () => undefined);
    expect(notices(() => news.set("too late"))).toBe(0);
    expect(news.get()).toBeNull();
    expect(snapshot()).not.toHaveProperty("news");
  });
});

describe("keyed slices", () => {
  it("are one for each key, whoever asks for it", () => {
    notes.of("a").set("A");
    expect(notes.of("a").get()).toBe("A");
    expect(notes.of("b").get()).toBe("about b");
    notes.of("b").set("B");
    notes.of("a").forget();
    expect([notes.of("a").get(), notes.of("b").get()]).toEqual(["about a", "B"]);
  });
  it("are forgotten together, and nothing else is", () => {
    for (const key of ["a", "b"]) notes.of(key).set("x");
    name.set("Ada");
    expect(notices(notes.forgetAll)).toBe(1);
    expect(snapshot()).toEqual({ name: "Ada" });
  });
});

describe("changes", () => {
  it("that belong together are told once, when all are made", () => {
    const seen: unknown[] = [];
    const stop = listen(() => seen.push([count.get(), name.get()]));
    batch(() => {
      count.set(1);
      batch(() => name.set("Ada"));
      expect(seen).toEqual([]);
    });
    stop();
    expect(seen).toEqual([[1, "Ada"]]);
  });
  it("are told even if what made them fails half-way", () => {
    const fails = () =>
      batch(() => {
        count.set(1);
        throw new Error("half-way");
      });
    expect(notices(() => expect(fails).toThrow("half-way"))).toBe(1);
    expect(notices(() => count.set(2))).toBe(1);
  });
  it("are not made if nothing is changed", () => {
    expect(notices(() => batch(() => count.set(0)))).toBe(0);
  });
});

describe("the whole state", () => {
  it("can be looked at", () => {
    count.set(2);
    notes.of("a").set("A");
    expect(snapshot()).toEqual({ count: 2, "note a": "A" });
  });
  it("begins anew for the next test, with what modules remember beside it", () => {
    const forget = vi.fn();
    whenReset(forget);
    const before = snapshot();
    count.set(2);
    resetState();
    expect([count.get(), forget.mock.calls.length]).toEqual([0, 1]);
    expect(before).not.toHaveProperty("count");
  });
});
