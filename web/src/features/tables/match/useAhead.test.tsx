import { act, renderHook } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Choice } from "../../../contract";
import { answers, askedFor, isGone, settled, takesTime } from "../../../testing/server";
import { t } from "../../../ui/texts/page";
import { useAhead } from "./useAhead";

const choice = (text: string, ...path: string[]): Choice => ({ text, path, also: false });
const [A, B, PASS] = [choice("a", "site:a"), choice("b", "site:b"), choice("pass", "button:pass")];
const ASK = "GET /tables/t1/ahead";

function atTable(some: Partial<Parameters<typeof useAhead>[0]> = {}) {
  const [done, failed] = [vi.fn(), vi.fn()];
  const given = { table: "t1", seat: 0, waits: true, ready: false, cursor: 5, choices: [], act: done, fail: failed };
  const hook = renderHook((props) => useAhead(props), { initialProps: { ...given, ...some } });
  const now = (more: Partial<Parameters<typeof useAhead>[0]>) => hook.rerender({ ...given, ...some, ...more });
  const ask = async () => {
    act(() => void hook.result.current.ask());
    await settled();
  };
  return { ahead: () => hook.result.current, now, ask, done, failed };
}

describe("a move in advance", () => {
  it("can be any that the server offers, a button too, and is asked for once in a position", async () => {
    answers(ASK, { choices: [A, PASS, B] });
    const { ahead, ask, now, done } = atTable();
    await ask();
    await ask();
    expect(ahead().choices).toEqual([A, PASS, B]);
    expect(askedFor(ASK)).toHaveLength(1);
    act(() => ahead().choose(PASS));
    now({ waits: false, ready: true, cursor: 6, choices: [A, PASS] });
    expect(done.mock.calls).toEqual([["pass"]]);
  });
  it("is not asked for by somebody who looks on, or on one's own turn", async () => {
    const onlooker = atTable({ seat: null });
    await onlooker.ask();
    const mover = atTable({ waits: false });
    await mover.ask();
    expect(askedFor(ASK)).toHaveLength(0);
  });
  it("is not offered from a position that has gone by while it was asked for", async () => {
    const late = takesTime(ASK);
    const { ahead, ask, now } = atTable();
    await ask();
    expect(ahead().asking).toBe(true);
    now({ cursor: 6 });
    await late.answer({ choices: [A] });
    expect(ahead().choices).toEqual([]);
  });
  it("is played the moment it is one's turn, and once", async () => {
    answers(ASK, { choices: [A, B] });
    const { ahead, ask, now, done } = atTable();
    await ask();
    act(() => ahead().choose(A));
    expect(ahead().chosen).toEqual(A);
    now({ waits: false, ready: false, cursor: 6 });
    expect(done).not.toHaveBeenCalled(); // what was sent before is on its way
    now({ waits: false, ready: true, cursor: 6, choices: [B, A] });
    now({ waits: false, ready: true, cursor: 7, choices: [B, A] });
    expect(done.mock.calls).toEqual([["a"]]);
  });
  it("is dropped with a word if it is not possible then", async () => {
    answers(ASK, { choices: [A, B] });
    const { ahead, ask, now, done, failed } = atTable();
    await ask();
    act(() => ahead().choose(A));
    now({ waits: false, ready: true, cursor: 6, choices: [B] });
    expect(done).not.toHaveBeenCalled();
    expect(failed.mock.calls).toEqual([[t("ahead.dropped")]]);
  });
  it("can be taken back, and is nobody else's who plays at this device", async () => {
    answers(ASK, { choices: [A, B] });
    const { ahead, ask, now, done } = atTable();
    await ask();
    act(() => ahead().choose(A));
    act(() => ahead().cancel());
    expect(ahead().chosen).toBeNull();
    act(() => ahead().choose(B));
    now({ seat: 1, cursor: 6 });
    now({ seat: 1, waits: false, ready: true, cursor: 7, choices: [A, B] });
    expect(done).not.toHaveBeenCalled();
  });
  it("can be done without where the server is out of reach", async () => {
    isGone(ASK);
    const { ahead, ask, failed } = atTable();
    await ask();
    expect(ahead().choices).toEqual([]);
    expect(ahead().asking).toBe(false);
    expect(failed).not.toHaveBeenCalled();
  });
});
