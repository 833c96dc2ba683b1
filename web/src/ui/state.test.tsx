import { act, render, screen } from "@testing-library/react";
import { StrictMode, useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { keyedSlices, slice, snapshot } from "./state";

const session = slice<{ name: string; age: number } | null>("a person", null);
const opened = vi.fn();
const closed = vi.fn();
const news = slice<string | null>("news of the day", null, (self) => {
  opened();
  self.set("opened");
  return closed;
});
const feeds = keyedSlices<{ table: string }, string | null>(
  "feed of a table",
  () => null,
  (self, { table }) => {
    opened(table);
    self.set(`news of ${table}`);
    return () => closed(table);
  },
);

let drawn = 0;
function Name() {
  drawn += 1;
  return <p>{session.use((me) => me?.name ?? "nobody")}</p>;
}
const News = () => <p>{news.use()}</p>;
const Feed = ({ table }: { table: string }) => <p>{feeds.of({ table }).use()}</p>;

beforeEach(() => {
  drawn = 0;
  opened.mockClear();
  closed.mockClear();
});

describe("a component", () => {
  it("is drawn again when what it selects has changed, and not for anything else", () => {
    render(<Name />);
    act(() => session.set({ name: "Ada", age: 1 }));
    expect(screen.getByText("Ada")).toBeTruthy();
    const before = drawn;
    act(() => session.set({ name: "Ada", age: 2 }));
    act(() => news.set("something else"));
    expect(drawn).toBe(before);
  });
  it("shows one value everywhere, even if it changes between two parts of one drawing", () => {
    const Changes = () => {
      const [first] = useState(() => session.get()?.name);
      return <p>{`${first} ${session.use((me) => me?.name)}`}</p>;
    };
    session.set({ name: "Ada", age: 1 });
    render(
      <>
        <Changes />
        <Changes />
      </>,
    );
    act(() => session.update((me) => me && { ...me, name: "Bo" }));
    expect(screen.getAllByText("Ada Bo")).toHaveLength(2);
  });
});

describe("what is open while it is used", () => {
  it("is opened once for all who use it, and closed and forgotten after the last", () => {
    const [one, other] = [render(<News />), render(<News />)];
    expect(opened).toHaveBeenCalledTimes(1);
    expect(screen.getAllByText("opened")).toHaveLength(2);
    one.unmount();
    expect(closed).not.toHaveBeenCalled();
    other.unmount();
    expect(closed).toHaveBeenCalledTimes(1);
    expect(snapshot()).not.toHaveProperty("news of the day");
  });
  it("stays open in strict mode, where everything is mounted twice", () => {
    const shown = render(<News />, { wrapper: StrictMode });
    expect(opened.mock.calls.length - closed.mock.calls.length).toBe(1);
    expect(screen.getByText("opened")).toBeTruthy();
    shown.unmount();
    expect(opened.mock.calls.length).toBe(closed.mock.calls.length);
  });
  it("goes with its key: the table that was left is forgotten", () => {
    const shown = render(<Feed table="t1" />);
    expect(screen.getByText("news of t1")).toBeTruthy();
    shown.rerender(<Feed table="t2" />);
    expect(screen.getByText("news of t2")).toBeTruthy();
    expect(opened.mock.calls).toEqual([["t1"], ["t2"]]);
    expect(closed.mock.calls).toEqual([["t1"]]);
    expect(Object.keys(snapshot())).toEqual(['feed of a table {"table":"t2"}']);
  });
  it("is not opened again when a component is drawn again", () => {
    const shown = render(<Feed table="t1" />);
    shown.rerender(<Feed table="t1" />);
    act(() => feeds.of({ table: "t1" }).set("more"));
    expect(screen.getByText("more")).toBeTruthy();
    expect(opened).toHaveBeenCalledTimes(1);
  });
});

describe("what the browser knows", () => {
  it("is told of each change, though it begins with what the browser says at that moment", () => {
    let width = 1;
    const size = slice<number>(
      "size",
      () => width,
      () => () => undefined,
    );
    const Size = () => <p>{size.use()}</p>;
    render(<Size />);
    width = 2;
    act(() => size.set(width));
    expect(screen.getByText("2")).toBeTruthy();
  });
});
