import { screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { useSubmit } from "../client/useSubmit";
import { settled } from "../testing/server";
import { button, choose, clipboard, field, press, pressTwice, show, type } from "../testing/show";
import { ConfirmButton } from "./ConfirmButton";
import { Dialog } from "./Dialog";
import { Form, RefusalText, TextField } from "./Form";
import { Segments, segmentOptions } from "./Segments";
import { ShareLink } from "./ShareLink";
import { t } from "./texts/page";

function NameForm({ save }: { save: (name: string) => Promise<unknown> }) {
  const [name, setName] = useState("");
  const [outcome, submit] = useSubmit();
  return (
    <Form onSubmit={() => submit(() => save(name), "Saved.")}>
      <TextField label="Name" required value={name} onChange={setName} />
      {outcome}
      <button type="submit">Save</button>
    </Form>
  );
}

describe("a form", () => {
  it("is sent with what was typed, and says that it was", async () => {
    const save = vi.fn(async () => undefined);
    await show(<NameForm save={save} />);
    type("Name", "Ada");
    await press("Save");
    expect(save).toHaveBeenCalledExactlyOnceWith("Ada");
    expect(screen.getByRole("status").textContent).toBe("Saved.");
  });
  it("is not sent while something that is required is missing", async () => {
    const save = vi.fn(async () => undefined);
    await show(<NameForm save={save} />);
    await press("Save");
    expect(save).not.toHaveBeenCalled();
  });
  it("is sent once, however often its button is pressed before the answer", async () => {
    let answer = () => undefined as unknown;
    const save = vi.fn(() => new Promise((done) => (answer = () => done(undefined))));
    await show(<NameForm save={save} />);
    type("Name", "Ada");
    await pressTwice("Save");
    await press("Save");
    expect(save).toHaveBeenCalledTimes(1);
    answer();
    await settled();
    await press("Save");
    expect(save).toHaveBeenCalledTimes(2);
  });
  it("can be sent again after a refusal, with what was typed still there", async () => {
    const save = vi.fn(() => Promise.reject(new Error("no")));
    await show(<NameForm save={save} />);
    type("Name", "Ada");
    await press("Save");
    expect(screen.getByRole("status").textContent).toBe(t("page.lost"));
    expect(field("Name").value).toBe("Ada");
    await press("Save");
    expect(save).toHaveBeenCalledTimes(2);
  });
});

describe("a refusal", () => {
  it("is an alert, and nothing where there is none", async () => {
    const { rerender } = await show(<RefusalText text={null} />);
    expect(screen.queryByRole("alert")).toBeNull();
    rerender(<RefusalText text="Not now." />);
    expect(screen.getByRole("alert").textContent).toBe("Not now.");
  });
});

describe("a button that asks once more", () => {
  it("does nothing at the first touch, and what it says at the second", async () => {
    const done = vi.fn();
    await show(<ConfirmButton className="" label="Leave" sure="Really leave" onConfirm={done} />);
    await press("Leave");
    expect(done).not.toHaveBeenCalled();
    await press("Really leave");
    expect(done).toHaveBeenCalledTimes(1);
    expect(button("Leave")).toBeTruthy();
  });
  it("forgets that it asked after a while", async () => {
    await show(<ConfirmButton className="" label="Leave" sure="Really leave" onConfirm={() => undefined} />);
    vi.useFakeTimers();
    button("Leave").click();
    await vi.advanceTimersByTimeAsync(4_100);
    vi.useRealTimers();
    await settled();
    expect(button("Leave")).toBeTruthy();
  });
});

describe("a dialog", () => {
  it("closes by its button and by a touch beside it, and not by a touch inside", async () => {
    const close = vi.fn();
    await show(
      <Dialog title="About" onClose={close}>
        <p>inside</p>
      </Dialog>,
    );
    screen.getByText("inside").click();
    expect(close).not.toHaveBeenCalled();
    screen.getByRole("dialog", { name: "About" }).click();
    expect(close).toHaveBeenCalledTimes(1);
    await press("Close");
    expect(close).toHaveBeenCalledTimes(2);
  });
  it("gives the focus back to what had it", async () => {
    const opener = document.body.appendChild(document.createElement("button"));
    opener.focus();
    const { unmount } = await show(<Dialog title="About" onClose={() => undefined} children={<input />} />);
    screen.getByRole("textbox").focus();
    unmount();
    expect(document.activeElement).toBe(opener);
    opener.remove();
  });
});

describe("segments", () => {
  it("are a group with a name, of which one is chosen", async () => {
    function Sizes() {
      const [size, setSize] = useState(2);
      return (
        <Segments
          name="size"
          legend="Size"
          options={segmentOptions([2, "two"], [3, "three"])}
          value={size}
          onChange={setSize}
        />
      );
    }
    await show(<Sizes />);
    expect(screen.getByRole("group", { name: "Size" })).toBeTruthy();
    await choose("three");
    expect([field("two").checked, field("three").checked]).toEqual([false, true]);
  });
});

describe("a link to share", () => {
  it("can be copied where the browser has a clipboard", async () => {
    const given = clipboard(true);
    await show(<ShareLink link="http://here/table/t1" label="The link" />);
    await press(t("share.copy"));
    expect(given).toEqual(["http://here/table/t1"]);
    expect(button(t("share.copied"))).toBeTruthy();
  });
  it("is still there to be marked where there is none", async () => {
    clipboard(false);
    await show(<ShareLink link="http://here/table/t1" label="The link" />);
    expect(field("The link").value).toBe("http://here/table/t1");
    expect(screen.queryByRole("button")).toBeNull();
  });
});
