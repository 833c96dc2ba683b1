import { act, fireEvent, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { button, hasButton, show } from "../testing/show";
import { t } from "../ui/texts/page";
import RefusalBubble from "./RefusalBubble";
import type { Refusal } from "./useRefusal";

const REFUSAL: Refusal = {
  ...{ number: 1, spot: null, x: 100, y: 200, at: [], fits: [], rules: null, about: null, beside: false, held: null },
  ...{ rule: "A ring goes along a line.", here: "This point is not on one." },
};

function Place(props: { refusal?: Partial<Refusal>; close: () => void; showRule?: (about: string | null) => void }) {
  const board = useRef<SVGSVGElement>(null);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as the board has it */}
      <svg ref={board} data-testid="board" tabIndex={0} aria-label="board" role="img" />
      <RefusalBubble
        refusal={{ ...REFUSAL, ...props.refusal }}
        board={board}
        close={props.close}
        showRule={props.showRule}
      />
    </>
  );
}
const bubble = () => document.querySelector("[data-refusal]") as HTMLElement;

describe("a refusal's bubble", () => {
  beforeEach(() => {
    for (const picture of document.querySelectorAll("[data-fading]")) picture.remove();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    document.documentElement.dataset.motion = "on";
  });
  afterEach(() => {
    vi.useRealTimers();
    delete document.documentElement.dataset.motion;
  });

  it("says the rule, how it is here, and that nothing was changed, at once and aloud", async () => {
    await show(<Place close={() => undefined} />);
    const said = screen.getByRole("alert").textContent;
    expect(said).toBe(`A ring goes along a line. This point is not on one. ${t("page.nothing-changed")}`);
  });
  it("goes by itself after four seconds, later if it has more to say, and not while one points at it", async () => {
    const close = vi.fn();
    const { rerender } = await show(<Place close={close} />);
    act(() => void vi.advanceTimersByTime(3_900));
    expect(close).not.toHaveBeenCalled();
    act(() => void vi.advanceTimersByTime(200));
    expect(close).toHaveBeenCalledTimes(1);

    rerender(<Place close={close} refusal={{ number: 2, here: "so it goes ".repeat(10) }} />);
    act(() => void vi.advanceTimersByTime(5_000));
    expect(close).toHaveBeenCalledTimes(1);

    fireEvent.pointerEnter(bubble());
    act(() => void vi.advanceTimersByTime(60_000));
    expect(close).toHaveBeenCalledTimes(1);
    fireEvent.pointerLeave(bubble());
    act(() => void vi.advanceTimersByTime(10_000));
    expect(close).toHaveBeenCalledTimes(2);
  });
  it("goes with a touch, and with Escape, by which one is back at the board", async () => {
    const close = vi.fn();
    await show(<Place close={close} refusal={{ rules: "rule", about: "rings" }} showRule={() => undefined} />);
    fireEvent.click(bubble());
    expect(close).toHaveBeenCalledTimes(1);
    act(() => button(t("refusal.show-rule")).focus());
    fireEvent.keyDown(button(t("refusal.show-rule")), { key: "Escape" });
    expect(close).toHaveBeenCalledTimes(2);
    expect(document.activeElement).toBe(screen.getByTestId("board"));
  });
  it("offers the rule to who meets it again, and not before", async () => {
    const [close, showRule] = [vi.fn(), vi.fn()];
    const { rerender } = await show(<Place close={close} showRule={showRule} />);
    expect(hasButton(t("refusal.show-rule"))).toBe(false);
    rerender(<Place close={close} showRule={showRule} refusal={{ number: 2, rules: "rule", about: "rings" }} />);
    fireEvent.click(button(t("refusal.show-rule")));
    expect(showRule.mock.calls).toEqual([["rings"]]);
    expect(close).toHaveBeenCalledTimes(1);
  });
  it("has a button to close it where nothing moves", async () => {
    document.documentElement.dataset.motion = "off";
    const close = vi.fn();
    await show(<Place close={close} />);
    fireEvent.click(button(t("refusal.close")));
    expect(close).toHaveBeenCalledTimes(1);
  });
});
