import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { button, here, key, press, show } from "../../testing/show";
import { t } from "../../ui/texts/page";
import { Drawer } from "./match/Drawer";
import { Sheet } from "./Sheet";

const TABS = [
  { id: "moves", icon: "list" as const, label: "Moves", body: <p>All moves</p> },
  { id: "chat", icon: "chat" as const, label: "Chat", count: 2, body: <input aria-label="Say" /> },
];

describe("a sheet on a phone", () => {
  it("shows its tabs, and what is new in one, before it is opened", async () => {
    await show(<Sheet tabs={TABS} />);
    expect(button(/^Chat/).textContent).toBe("Chat2");
    expect(screen.queryByText("All moves")).toBeNull();
  });
  it("opens at a tab, and closes at the same tab", async () => {
    const opened = vi.fn();
    await show(<Sheet tabs={TABS} onOpen={opened} />);
    await press("Moves");
    expect(screen.getByText("All moves")).toBeTruthy();
    expect(button("Moves").getAttribute("aria-expanded")).toBe("true");
    await press("Moves");
    expect(screen.queryByText("All moves")).toBeNull();
    expect(opened.mock.calls).toEqual([["moves"], [null]]);
  });
  it("shows one panel at a time", async () => {
    await show(<Sheet tabs={TABS} />);
    await press("Moves");
    await press(/^Chat/);
    expect(screen.queryByText("All moves")).toBeNull();
    expect(screen.getByLabelText("Say")).toBeTruthy();
  });
  it("closes with Escape, and the focus goes back to its tab", async () => {
    await show(<Sheet tabs={TABS} />);
    await press(/^Chat/);
    screen.getByLabelText("Say").focus();
    await key("Escape", window);
    expect(screen.queryByLabelText("Say")).toBeNull();
    expect(document.activeElement).toBe(button(/^Chat/));
  });
  it("is closed by going back, and the player stays at the table", async () => {
    await show(<Sheet tabs={TABS} />, { at: "/table/t1" });
    await press("Moves");
    act(() => void window.dispatchEvent(new PopStateEvent("popstate")));
    expect(screen.queryByText("All moves")).toBeNull();
    expect(here()).toBe("/table/t1");
  });
  it("is pulled open and pulled shut, and a short pull does neither", async () => {
    await show(<Sheet tabs={TABS} />);
    const pull = (from: number, to: number) => {
      const grip = screen
        .getAllByRole("button", { name: new RegExp(`${t("table.panels")}|${t("table.close")}`) })
        .at(-1);
      if (!grip) return;
      fireEvent.pointerDown(grip, { clientY: from });
      fireEvent.pointerUp(grip, { clientY: to });
    };
    pull(500, 490);
    expect(screen.queryByText("All moves")).toBeNull();
    pull(500, 400);
    expect(screen.getByText("All moves")).toBeTruthy();
    pull(400, 500);
    expect(screen.queryByText("All moves")).toBeNull();
  });
});

function WithDrawer() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Rules
      </button>
      {open && (
        <Drawer label="The rules" onClose={() => setOpen(false)}>
          <p>How it is played</p>
        </Drawer>
      )}
    </>
  );
}

describe("a drawer", () => {
  it("has the focus while it is open, and gives it back", async () => {
    await show(<WithDrawer />);
    button("Rules").focus();
    await press("Rules");
    expect(document.activeElement).toBe(button(t("table.close")));
    await press(t("table.close"));
    expect(screen.queryByRole("complementary")).toBeNull();
    expect(document.activeElement).toBe(button("Rules"));
  });
  it("closes with Escape, and with no other key", async () => {
    await show(<WithDrawer />);
    await press("Rules");
    await key("a", window);
    expect(screen.getByRole("complementary", { name: "The rules" })).toBeTruthy();
    await key("Escape", window);
    expect(screen.queryByText("How it is played")).toBeNull();
  });
  it("is closed by going back", async () => {
    await show(<WithDrawer />);
    await press("Rules");
    act(() => void window.dispatchEvent(new PopStateEvent("popstate")));
    expect(screen.queryByText("How it is played")).toBeNull();
  });
});
