import { act, fireEvent, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Choice, Piece, Plan, Scene } from "../contract";
import { PLAN, SCENE, TEXTS, useShown } from "../testing/fixtures";
import { button, key, press, show, textsOf } from "../testing/show";
import { giveFocus } from "../ui/focus";
import { t } from "../ui/texts/page";
import { Board } from "./Board";
import { BoardAsText } from "./BoardAsText";
import type { Skin } from "./skin";

const step = (text: string, ...path: string[]): Choice => ({ text, path, also: false });
const PLACES = ["b", "c"].map((id) => step(id, `site:${id}`));
const MOVES = [step("a-b", "site:a", "site:b"), step("a-c", "site:a", "site:c")];

function Played(props: {
  choices?: Choice[];
  onChoose?: (choice: Choice) => void;
  skin?: Skin;
  scene?: Scene;
  picture?: boolean;
  onHold?: (piece: Piece) => void;
}) {
  const { skin = {}, picture = false, onHold, scene = SCENE, ...more } = props;
  const shown = useShown({ scene, ...more });
  return (
    <>
      <Board shown={shown} skin={skin} picture={picture} {...(onHold ? { onHold } : {})} />
      <output>{shown.choosing.held.join()}</output>
    </>
  );
}
const board = () => screen.getByRole("listbox");
const held = () => screen.getByRole("status").textContent;
/** What a screen reader says of the place where the cursor is. */
const pointed = () => {
  const id = screen.queryByRole("listbox")?.getAttribute("aria-activedescendant");
  return id ? document.getElementById(id)?.getAttribute("aria-label") : null;
};
/** As when what had the focus has gone away. */
const give = () => act(() => giveFocus(board()));
const place = (id: string, what: string) => t("table.place", { place: id, what });

describe("a board", () => {
  it("is a list of what can be chosen, with the game's question as its name", async () => {
    const scene = { ...SCENE, prompt: { key: "prompt", args: {} } };
    await show(<Played choices={PLACES} scene={scene} />);
    expect(board().getAttribute("aria-label")).toBe("Choose a place");
    expect(screen.getAllByRole("option").map((each) => each.getAttribute("aria-label"))).toEqual([
      place("b", t("table.empty")),
      place("c", t("table.empty")),
    ]);
  });
  it("is a picture while there is nothing to choose", async () => {
    await show(<Played />);
    expect(screen.queryByRole("listbox")).toBeNull();
    expect(screen.getByRole("img", { name: t("table.board") })).toBeTruthy();
  });
  it("is no stop for the keyboard where it is only to be looked at", async () => {
    await show(<Played choices={PLACES} picture />);
    expect(board().hasAttribute("tabindex")).toBe(false);
    await key("ArrowRight", board());
    expect(pointed()).toBeNull();
  });
});

describe("with the keyboard", () => {
  it("the cursor begins at the first place, and goes on by arrows", async () => {
    await show(<Played choices={PLACES} />);
    await key("ArrowRight", board());
    expect(pointed()).toBe(place("b", t("table.empty")));
    await key("ArrowRight", board());
    expect(pointed()).toBe(place("c", t("table.empty")));
    await key("ArrowRight", board());
    expect(pointed()).toBe(place("c", t("table.empty")));
    await key("Home", board());
    expect(pointed()).toBe(place("b", t("table.empty")));
  });
  it("Enter chooses where the cursor is, and nothing before there is one", async () => {
    const chosen = vi.fn();
    await show(<Played choices={PLACES} onChoose={(choice) => chosen(choice.text)} />);
    await key("Enter", board());
    expect(chosen).not.toHaveBeenCalled();
    expect(pointed()).toBe(place("b", t("table.empty")));
    await key("End", board());
    await key("Enter", board());
    expect(chosen.mock.calls).toEqual([["c"]]);
  });
  it("a piece is taken up and put down, and Escape puts it back", async () => {
    const chosen = vi.fn();
    await show(<Played choices={MOVES} onChoose={(choice) => chosen(choice.text)} />);
    await key("Home", board());
    expect(pointed()).toBe(place("a", "a stone"));
    await key(" ", board());
    expect(held()).toBe("site:a");
    await key("Escape", board());
    expect(held()).toBe("");
    await key("Enter", board());
    await key("End", board());
    await key("Enter", board());
    expect(chosen.mock.calls).toEqual([["a-c"]]);
  });
  it("the browser keeps its own shortcuts", async () => {
    await show(<Played choices={PLACES} />);
    fireEvent.keyDown(board(), { key: "ArrowRight", ctrlKey: true });
    expect(pointed()).toBeNull();
  });
  it("a piece with a menu of its own is reached, and opened with Enter", async () => {
    const onHold = vi.fn();
    await show(<Played choices={PLACES} skin={{ holds: () => true }} onHold={onHold} />);
    await key("Home", board());
    expect(pointed()).toBe("a stone");
    await key("Enter", board());
    expect(onHold.mock.calls.map(([piece]) => piece.id)).toEqual(["s1"]);
  });
});

describe("the board in words", () => {
  const text = (some: Partial<Parameters<typeof BoardAsText>[0]> = {}) => (
    <BoardAsText plan={PLAN} scene={SCENE} choices={PLACES} catalogue={TEXTS} onChoose={() => undefined} {...some} />
  );
  it("has a button for every action", async () => {
    const chosen = vi.fn();
    await show(text({ onChoose: (choice) => chosen(choice.text) }));
    await press(/^c/);
    expect(chosen.mock.calls).toEqual([["c"]]);
    expect(button(/^b/)).toBeTruthy();
  });
  it("says so while there is nothing to do", async () => {
    await show(text({ choices: [] }));
    expect(screen.getByText(t("table.no-actions"))).toBeTruthy();
  });
  it("says what stands where, equal things counted, and what is marked", async () => {
    const [stone] = SCENE.pieces ?? [];
    if (!stone) return expect.unreachable();
    const scene = {
      pieces: [stone, { ...stone, id: "s2" }, { ...stone, id: "s3", at: "site:c" }],
      marks: [{ kind: "last", at: ["site:c"] }],
    };
    await show(text({ scene, choices: [] }));
    expect(textsOf("listitem")).toEqual([
      place("a", t("table.several", { count: 2, what: "a stone" })),
      place("c", "a stone"),
      place("c", "last move"),
    ]);
  });
});

describe("a board that the page gives the focus", () => {
  it("leaves the arrows to whatever lies around it, if it is played by a pointer", async () => {
    await show(<Played choices={PLACES} />);
    fireEvent.pointerDown(board());
    fireEvent.pointerUp(board());
    give();
    const before = pointed(); // the pointer is there
    await key("ArrowRight", board());
    expect(pointed()).toBe(before);
  });
  it("is gone on with by arrows, if it is played by keys", async () => {
    await show(<Played choices={PLACES} />);
    fireEvent.pointerDown(board());
    fireEvent.pointerUp(board());
    act(() => board().focus());
    act(() => board().blur());
    give();
    await key("Home", board());
    expect(pointed()).not.toBeNull();
  });
});

describe("a board of six-sided tiles", () => {
  const ROW = Math.sqrt(3) / 2;
  const TILES: Plan = {
    layout: "hex",
    width: 3,
    height: 3,
    sites: [
      { id: "a", x: 1, y: 0.6 },
      { id: "b", x: 2, y: 0.6 },
      { id: "c", x: 1.5, y: 0.6 + ROW },
    ],
  };
  function Tiles() {
    const shown = useShown({ plan: TILES, scene: SCENE, choices: PLACES });
    return <Board shown={shown} skin={{}} />;
  }
  it("draws a tile for every site, each meeting its neighbours in a side, and can be chosen from", async () => {
    const { container } = await show(<Tiles />);
    const tiles = [...container.querySelectorAll("[data-ground] > path, g > path")].filter((each) =>
      each.getAttribute("d")?.startsWith("M0-.556"),
    );
    expect(tiles.map((each) => each.parentElement?.getAttribute("transform"))).toEqual(
      (TILES.sites ?? []).map(({ x, y }) => `translate(${x} ${y})`),
    );
    expect(container.querySelector("rect[width='0.96']")).toBeNull();
    // Slanting and upright sides are as far from the middle, so that no gap or overlap is where tiles meet.
    const path = /^M0-(\.\d+)L(\.\d+)-(\.\d+)/.exec(tiles[0]?.getAttribute("d") ?? "") ?? [];
    const [high = 0, wide = 0, low = 0] = path.slice(1).map(Number);
    const slant = (high * wide) / Math.hypot(wide, high - low);
    expect(slant).toBeCloseTo(wide, 2);
    expect(screen.getAllByRole("option")).toHaveLength(PLACES.length);
  });
  it("goes by arrows from tile to tile", async () => {
    await show(<Tiles />);
    await key("ArrowRight", board());
    expect(pointed()).toBe(place("b", t("table.empty")));
    await key("ArrowDown", board());
    expect(pointed()).toBe(place("c", t("table.empty")));
  });
});
