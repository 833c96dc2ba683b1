import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { TableView } from "../../board/skin";
import { looksBeside, touchesBeside } from "../../board/touchedBeside";
import type { Choice, RegattaView, Way } from "../../contract";
import { useShown } from "../../testing/fixtures";
import { key, press, show } from "../../testing/show";
import { Compass } from "./compass";
import { HEADINGS, type View } from "./facts";
import { usePickedHeading } from "./pickedHeading";

const way = (heading: string, some: Partial<Way> = {}): Way => ({
  heading,
  sail: "reach",
  tack: "port",
  full: 3,
  speed: 3,
  tacking: false,
  shadow: false,
  to: null,
  fault: null,
  track: ["3,4", "4,4", "5,4"],
  lost: 0,
  halt: null,
  other: null,
  right: null,
  ...some,
});
const BOAT: RegattaView["boats"][number] = {
  at: "2,4",
  heading: "E",
  tack: "port",
  moved_on: null,
  spinnaker: null,
  started: true,
  markers: 0,
  gates: 0,
  goal: "gate",
  gate: null,
  along: 0,
  turns: 0,
  place: null,
  rank: null,
};
const VIEW: View = {
  course: 1,
  markers: [],
  cards: {},
  next: null,
  wind: "N",
  boats: [BOAT, { ...BOAT, at: "7,7" }],
  phase: "sail",
  turn: 3,
  mover: 0,
  bumped: null,
  speed: 0,
  ways: [way("E"), way("SE", { track: ["3,3"] }), way("N", { fault: "irons", track: [] })],
  seat: 0,
};
const choice = (text: string, heading = text): Choice => ({ text, path: [`site:${heading}`], also: false });
const WIND = { id: "wind", kind: "wind", at: "zone:wind", name: { key: "piece.wind", args: {} }, glyph: "w", turn: 0 };

const chosen: string[] = [];
const acted: string[] = [];
beforeEach(() => {
  chosen.length = acted.length = 0;
  touchesBeside.set(null);
});

/** Every compass of a test is of another table, so that nothing is picked there yet. */
let table = 0;
interface Told extends Partial<Omit<TableView<View>, "view">> {
  view?: Partial<View>;
}

function Shown({ view, ...some }: Told) {
  const seen = { ...VIEW, ...view };
  const at = {
    ...useShown({
      table: `t${table}`,
      game: "regatta",
      choices: [choice("E"), choice("SE")],
      scene: { pieces: [WIND] },
      say: (text) => (typeof text === "string" ? text : [text.key, ...Object.values(text.args ?? {})].join(" ")),
      act: (steps) => acted.push([steps].flat().join()),
      onChoose: ({ text }) => chosen.push(text),
      ...some,
    }),
    view: seen,
  };
  return <Compass at={at} view={seen} looking={usePickedHeading(at, seen)} />;
}

async function compass(some: Told = {}) {
  table += 1;
  await show(<Shown {...some} />);
}

const heading = (name: string) => {
  const found = document.querySelector<HTMLElement>(`[data-heading=${name}]`);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
};
const picked = () => HEADINGS.filter((each) => heading(each).getAttribute("aria-checked") === "true");
const hub = () => document.querySelector<HTMLElement>("[data-sail]");
const reason = () => {
  const touched = touchesBeside.get()?.touched;
  return typeof touched === "object" ? touched?.rule.key : touched;
};

describe("the compass", () => {
  it("is one choice among eight, of which Tab comes to one that is known", async () => {
    await compass();
    expect(screen.getAllByRole("radio")).toHaveLength(8);
    expect(HEADINGS.filter((each) => heading(each).tabIndex === 0)).toEqual(["E"]);
    expect(HEADINGS.filter((each) => heading(each).getAttribute("aria-disabled") !== "true")).toEqual(["N", "E", "SE"]);
  });
  it("sails a picked heading by its middle, as far as it can be foreseen", async () => {
    await compass();
    await press(heading("E"));
    expect([picked(), chosen, acted]).toEqual([["E"], [], []]);
    expect(hub()?.textContent).toBe("skin.go E");
    await press(hub() as HTMLElement);
    expect([chosen, acted]).toEqual([[], ["E,E,E"]]);
    expect(picked(), "nothing is picked for the next").toEqual([]);
  });
  it("sails by a second touch of the same heading, and takes one step where no more can be foreseen", async () => {
    await compass();
    await press(heading("SE"));
    await press(heading("SE"));
    expect([chosen, acted]).toEqual([["SE"], []]);
  });
  it("sails nothing by a second touch where the boat may stop at every point", async () => {
    await compass({ view: { phase: "step", ways: [way("E")] }, choices: [choice("E"), choice("stop")] });
    await press(heading("E"));
    await press(heading("E"));
    expect([chosen, acted, hub()?.textContent]).toEqual([[], [], "skin.go-on E"]);
  });
  it("shows what a heading is like that cannot be sailed, and does not sail it", async () => {
    await compass();
    await press(heading("N"));
    await press(heading("N"));
    expect([picked(), hub(), chosen, acted]).toEqual([["N"], null, [], []]);
    expect(heading("N").getAttribute("aria-label")).toBe("skin.cannot N [object Object] fault.irons [object Object]");
  });
  it("answers a heading of which nothing is known as the point beside the boat would", async () => {
    await compass();
    await press(heading("W"));
    expect([picked(), reason()]).toEqual([[], "site:1,4"]);
  });
  it("asks for a place first, and for the wind where that is to be chosen", async () => {
    await compass({ view: { phase: "place", ways: [] }, choices: [choice("3,1")] });
    await press(heading("S"));
    expect(reason()).toBe("rule.place-first");
    await compass({ view: { phase: "choose", ways: [] }, choices: [choice("wind N", "N")] });
    await press(document.querySelectorAll<HTMLElement>("[data-heading=S]")[1] as HTMLElement);
    expect(reason()).toBe("zone:wind");
  });
  it("goes round by arrows past what is not known, and from the end to the beginning", async () => {
    await compass();
    heading("E").focus();
    await key("ArrowRight");
    expect([document.activeElement, picked()]).toEqual([heading("SE"), ["SE"]]);
    await key("ArrowDown");
    expect([document.activeElement, picked()]).toEqual([heading("E"), ["E"]]);
    await key("ArrowLeft");
    expect(picked()).toEqual(["SE"]);
    expect([chosen, acted], "arrows choose nothing").toEqual([[], []]);
  });
  it("takes letters as they lie around S, only from who has the focus there, and never with another key", async () => {
    await compass();
    await key("d", document.body);
    expect(picked()).toEqual([]);
    heading("SE").focus();
    await key("d");
    expect(picked()).toEqual(["E"]);
    const c = (more: KeyboardEventInit) => act(async () => void fireEvent.keyDown(heading("E"), { key: "C", ...more }));
    await c({ ctrlKey: true });
    expect([picked(), looksBeside.get()]).toEqual([["E"], null]);
    await c({ shiftKey: true });
    expect([picked(), looksBeside.get()?.look], "a capital looks for one's own boat").toEqual([["E"], "own"]);
    await c({});
    expect(picked(), "a small one is a heading").toEqual(["SE"]);
  });
  it("follows a finger that slides over it, but for its middle, and what is not known", async () => {
    await compass();
    const dial = screen.getByRole("group");
    dial.getBoundingClientRect = () => new DOMRect(0, 0, 200, 200);
    const slide = (clientX: number, clientY: number, buttons = 1) =>
      act(async () => void fireEvent.pointerMove(dial, { clientX, clientY, buttons }));
    await slide(180, 100, 0);
    expect(picked(), "no finger").toEqual([]);
    await slide(110, 100);
    expect(picked(), "the middle").toEqual([]);
    await slide(180, 100);
    expect(picked()).toEqual(["E"]);
    await slide(160, 160);
    expect(picked()).toEqual(["SE"]);
    await slide(20, 100);
    expect(picked(), "of W nothing is known").toEqual(["SE"]);
    await slide(400, 100);
    expect(picked(), "far outside").toEqual(["SE"]);
    expect([chosen, acted]).toEqual([[], []]);
  });
  it("is gone on from in its middle while something is shown", async () => {
    const skip = vi.fn();
    const moment = { kind: "rounded", words: { key: "moment.rounded", args: {} } };
    await compass({ choices: [], moment: { moment, words: "Rounded.", yours: false, waits: false, skip } });
    await press("skin.skip");
    expect(skip).toHaveBeenCalledTimes(1);
  });
});
