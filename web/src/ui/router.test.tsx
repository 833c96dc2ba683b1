import { act, fireEvent, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { settled } from "../testing/server";
import { goTo, here, link, show } from "../testing/show";
import { go, Link, paths, useBackCloses, useRoute } from "./router";

const Page = () => <h1>{JSON.stringify(useRoute())}</h1>;
function Over({ close }: { close: () => void }) {
  useBackCloses(true, close);
  return null;
}
const shownPage = () => JSON.parse(screen.getByRole("heading").textContent ?? "").page;

describe("the page's address", () => {
  it("decides what is shown, from the first drawing on", async () => {
    await show(<Page />, { at: "/play/yinsh" });
    expect(shownPage()).toBe("play");
  });
  it("changes with a link, without the document being loaded again", async () => {
    await show(
      <>
        <Page />
        <Link to="/games">Games</Link>
      </>,
    );
    fireEvent.click(link("Games"));
    expect([here(), shownPage()]).toEqual(["/games", "games"]);
  });
  it("is followed when the player goes back", async () => {
    await show(<Page />);
    goTo(paths.tables);
    expect(shownPage()).toBe("tables");
    history.replaceState(null, "", "/settings"); // as the browser has it after going back
    act(() => void window.dispatchEvent(new PopStateEvent("popstate")));
    expect(shownPage()).toBe("settings");
  });
  it("is right for a page that is drawn after somebody went elsewhere while nothing was shown", async () => {
    const { unmount } = await show(<Page />, { at: "/games" });
    unmount();
    history.replaceState(null, "", "/tables");
    await show(<Page />, { at: "/tables" });
    expect(shownPage()).toBe("tables");
  });
});

describe("a link", () => {
  it("with a modifier key is the browser's own", async () => {
    await show(<Link to="/games">Games</Link>);
    let left = false;
    const browser = (event: Event) => {
      left = event.defaultPrevented;
      event.preventDefault(); // there is no other page to open here
    };
    document.body.addEventListener("click", browser);
    fireEvent.click(link("Games"), { ctrlKey: true });
    expect([left, here()]).toEqual([false, "/"]);
    fireEvent.click(link("Games"));
    expect([left, here()]).toEqual([true, "/games"]);
    document.body.removeEventListener("click", browser);
  });
  it("leads nowhere if what it is used for forbids it", async () => {
    await show(
      <Link to="/games" onClick={(event) => event.preventDefault()}>
        Games
      </Link>,
    );
    fireEvent.click(link("Games"));
    expect(here()).toBe("/");
  });
});

describe("what lies over the page", () => {
  it("is closed by going back, and the address stays", async () => {
    const close = vi.fn();
    await show(<Over close={close} />, { at: "/table/t1" });
    expect(history.state).toEqual({ over: true });
    act(() => void window.dispatchEvent(new PopStateEvent("popstate")));
    expect([close.mock.calls.length, here()]).toEqual([1, "/table/t1"]);
  });
  it("is not closed by being drawn again with another function", async () => {
    const [first, second] = [vi.fn(), vi.fn()];
    const { rerender } = await show(<Over close={first} />);
    rerender(<Over close={second} />);
    await settled();
    act(() => void window.dispatchEvent(new PopStateEvent("popstate")));
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
  });
});

describe("going", () => {
  it("to where the player is already adds nothing to the history", async () => {
    await show(<Page />, { at: "/games" });
    const before = history.length;
    act(() => go("/games"));
    expect(history.length).toBe(before);
  });
});
