import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { useMoveKeys } from "./useMoveKeys";

function Page({ back, forward }: { back: () => void; forward: () => void }) {
  useMoveKeys({ first: null, back, forward, last: null });
  return (
    <>
      <p data-board="play">board</p>
      <ol data-steps>
        <li>list</li>
      </ol>
      <p>page</p>
    </>
  );
}

function shown() {
  const [back, forward] = [vi.fn(), vi.fn()];
  render(<Page back={back} forward={forward} />);
  const roll = (words: string, deltaY: number) => fireEvent.wheel(screen.getByText(words), { deltaY });
  const gone = () => [back.mock.calls.length, forward.mock.calls.length];
  return { roll, gone };
}

describe("the wheel", () => {
  it("goes through the moves over the board, and over the list of them, and nowhere else", () => {
    const { roll, gone } = shown();
    roll("board", -100);
    expect(gone()).toEqual([1, 0]);
    roll("list", 100);
    roll("list", -100);
    expect(gone()).toEqual([2, 1]);
    roll("page", 100);
    expect(gone()).toEqual([2, 1]);
  });
  it("scrolls a list that has more than it can show", () => {
    const { roll, gone } = shown();
    const list = screen.getByRole("list");
    Object.defineProperty(list, "clientHeight", { value: 200 });
    Object.defineProperty(list, "scrollHeight", { value: 900 });
    expect(roll("list", 100)).toBe(true); // nobody has kept it from scrolling
    expect(gone()).toEqual([0, 0]);
  });
});
