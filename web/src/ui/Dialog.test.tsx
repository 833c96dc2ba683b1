import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeAll, describe, expect, it } from "vitest";
import { Dialog } from "./Dialog";
import { isGiven } from "./focus";

beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
});

let given: boolean[] = [];

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: like a board */}
      <svg tabIndex={0} aria-label="board" role="img" onFocus={() => given.push(isGiven())} />
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      {open && (
        <Dialog title="Really?" onClose={() => setOpen(false)}>
          <button type="button" onClick={() => setOpen(false)}>
            yes
          </button>
        </Dialog>
      )}
    </>
  );
}

describe("a dialog", () => {
  it("gives the focus back to where it was, to a board too, which is told that nobody came to it by keys", () => {
    given = [];
    render(<Page />);
    const board = screen.getByRole("img");
    board.focus();
    fireEvent.click(screen.getByText("open"));
    screen.getByText("yes").focus();
    expect(document.activeElement).toBe(screen.getByText("yes"));
    fireEvent.click(screen.getByText("yes"));
    expect(document.activeElement).toBe(board);
    expect(given).toEqual([false, true]);
  });
});
