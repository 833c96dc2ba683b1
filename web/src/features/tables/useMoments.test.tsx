import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Moment } from "../../contract";
import { useMoments } from "./useMoments";

const moment = (kind: string, yours = false): Moment => ({
  kind,
  words: { key: kind, args: {} },
  ...(yours ? { yours: { 0: { key: `${kind} yours`, args: {} } } } : {}),
});
const step = (kind: string, yours = false) => ({ moment: kind ? moment(kind, yours) : null });
const say = (text: { key: string }) => text.key;

function Table(props: { steps: { moment: Moment | null }[]; at: number | null; live?: boolean }) {
  const shown = useMoments({ live: true, ...props, seat: 0, say });
  return <output>{shown?.words}</output>;
}
const words = () => screen.getByRole("status").textContent;
const STEPS = [step("row"), step(""), step("card", true), step("bump"), step("line")];

describe("a moment at the table", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    document.documentElement.dataset.motion = "on";
  });
  afterEach(() => {
    vi.useRealTimers();
    delete document.documentElement.dataset.motion;
  });

  it("is not shown of what had happened before", () => {
    const { rerender } = render(<Table steps={[]} at={null} />);
    rerender(<Table steps={STEPS} at={3} />);
    expect(words()).toBe("");
  });
  it("is said to whom it happens in their own words, and goes by itself", async () => {
    const { rerender } = render(<Table steps={STEPS} at={2} />);
    rerender(<Table steps={STEPS} at={3} />);
    expect(words()).toBe("card yours");
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(words()).toBe("");
  });
  it("ends with any touch and any key", async () => {
    const { rerender } = render(<Table steps={STEPS} at={2} />);
    rerender(<Table steps={STEPS} at={3} />);
    fireEvent.pointerDown(document.body);
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(words()).toBe("");
    rerender(<Table steps={STEPS} at={4} />);
    expect(words()).toBe("bump");
    fireEvent.keyDown(document.body, { key: "ArrowUp" });
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(words()).toBe("");
  });
  it("stays until the touch that ends it has reached what it was meant for", async () => {
    const { rerender } = render(<Table steps={STEPS} at={3} />);
    rerender(<Table steps={STEPS} at={4} />);
    fireEvent.pointerDown(document.body);
    expect(words()).toBe("bump"); // a board drawn anew meanwhile would have another thing under the finger
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(words()).toBe("");
  });
  it("gives way to what has happened since, in less than a second each", async () => {
    const { rerender } = render(<Table steps={STEPS} at={0} />);
    rerender(<Table steps={STEPS} at={5} />);
    expect(words()).toBe("bump");
    await act(() => vi.advanceTimersByTimeAsync(800));
    expect(words()).toBe("line");
  });
  it("goes when one goes back, and waits for the person where nothing moves", async () => {
    document.documentElement.dataset.motion = "off";
    const { rerender } = render(<Table steps={STEPS} at={2} />);
    rerender(<Table steps={STEPS} at={3} />);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(words()).toBe("card yours");
    rerender(<Table steps={STEPS} at={1} live={false} />);
    expect(words()).toBe("");
  });
});
