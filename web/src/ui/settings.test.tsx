import { act, fireEvent, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { startStored, useStored } from "../client/stored";
import { button, show } from "../testing/show";
import { SoundButton } from "./SettingsButtons";
import { changeSettings, currentSettings, startSettings } from "./settings";
import { snapshot } from "./state";

const otherTab = (key: string | null) => act(() => void window.dispatchEvent(new StorageEvent("storage", { key })));

describe("settings", () => {
  it("are the same in all parts of the page, and stay on the device", async () => {
    await show(
      <>
        <SoundButton />
        <SoundButton />
      </>,
    );
    act(() => changeSettings({ sound: true }));
    const [one, other] = screen.getAllByRole("button", { pressed: true });
    if (one) fireEvent.click(one);
    expect(other?.getAttribute("aria-pressed")).toBe("false");
    expect(JSON.parse(localStorage.getItem("parlour.settings") ?? "{}").sound).toBe(false);
  });
  it("that another tab changes hold here too", async () => {
    startSettings();
    await show(<SoundButton />);
    const { sound } = currentSettings();
    localStorage.setItem("parlour.settings", JSON.stringify({ sound: !sound }));
    otherTab("parlour.settings");
    expect(button("Sound").getAttribute("aria-pressed")).toBe(String(!sound));
  });
  it("that nobody can read are as usual", () => {
    localStorage.setItem("parlour.settings", "{broken");
    expect(currentSettings()).toMatchObject({ theme: "system", confirm: "crowded" });
  });
  it("of the theme are told to the style sheets", () => {
    changeSettings({ theme: "dark", motion: "off" });
    expect(document.documentElement.dataset).toMatchObject({ theme: "dark", motion: "off" });
    changeSettings({ theme: "light", motion: "system" });
    expect(document.documentElement.dataset.theme).toBe("light");
    expect(document.documentElement.dataset.motion).toBeUndefined();
  });
});

describe("what a skin stores", () => {
  function Notes({ table }: { table: string }) {
    const [notes, setNotes] = useStored("notes", "none", table);
    return (
      <button type="button" onClick={() => setNotes(`of ${table}`)}>
        {notes}
      </button>
    );
  }
  it("is kept for its table alone, and is there when it is shown again", async () => {
    const { unmount } = await show(<Notes table="t1" />);
    fireEvent.click(button("none"));
    expect(button("of t1")).toBeTruthy();
    unmount();
    await show(
      <>
        <Notes table="t1" />
        <Notes table="t2" />
      </>,
    );
    expect([button("of t1"), button("none")]).toHaveLength(2);
  });
  it("is what another tab has written meanwhile, shown or not", async () => {
    startStored();
    const { unmount } = await show(<Notes table="t1" />);
    const write = (text: string) => {
      localStorage.setItem("parlour.kept.t1.notes", JSON.stringify(text));
      otherTab("parlour.kept.t1.notes");
    };
    write("elsewhere");
    expect(button("elsewhere")).toBeTruthy();
    unmount();
    write("while nobody looked");
    await show(<Notes table="t1" />);
    expect(button("while nobody looked")).toBeTruthy();
    localStorage.clear();
    otherTab(null);
    expect(button("none")).toBeTruthy();
  });
  it("can be seen in the state, with all else", async () => {
    await show(<Notes table="t1" />);
    fireEvent.click(button("none"));
    expect(snapshot()["stored parlour.kept.t1.notes"]).toBe("of t1");
  });
});
