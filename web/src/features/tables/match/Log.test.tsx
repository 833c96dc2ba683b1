import { screen } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import type { LogLine, Scene } from "../../../contract";
import { asAda, feedOf, nowOf, sitting, TEXTS } from "../../../testing/fixtures";
import { answers, askedFor, refuses, takesTime } from "../../../testing/server";
import { button, hasButton, press, show, textsOf } from "../../../testing/show";
import { t } from "../../../ui/texts/page";
import type { Feed } from "../feed";
import { Log } from "./Log";
import { TimeTravelBar, useTimeTravel } from "./TimeTravel";

const SEATS = [sitting("Ada"), sitting("Bo")];
const step = (seat: number | null, text: string): LogLine => ({
  at: 0,
  kind: "step",
  seat,
  text,
  words: { key: "step.puts", args: { place: text } },
});
const news: LogLine = { at: 0, kind: "news", words: { key: "house.started", args: {} } };
const said: LogLine = { at: 0, kind: "said", text: "Hi", name: "Bo", person: "bo" };
const cells = () => screen.getAllByRole("button").map((each) => each.textContent);
const current = () => screen.getAllByRole("button").find((each) => each.getAttribute("aria-current"))?.textContent;

describe("the log", () => {
  const log = (lines: LogLine[], more: Partial<Parameters<typeof Log>[0]> = {}) => (
    <Log lines={lines} seats={SEATS} catalogue={TEXTS} skin={{}} line={null} go={() => undefined} {...more} />
  );
  it("says so while nobody has moved", async () => {
    await show(log([]));
    expect(screen.getByText(t("table.no-moves"))).toBeTruthy();
  });
  it("has a column for each of two players, and sentences between the rows", async () => {
    await show(log([news, step(0, "a"), said, step(1, "b"), step(0, "c")]));
    expect(textsOf("listitem")).toEqual(["The match begins", "1ab", "2c"]);
  });
  it("says a step in words where there is a row for each", async () => {
    await show(log([step(0, "a")], { seats: [...SEATS, sitting("Cy")] }));
    expect(button(/puts a stone on/).textContent).toContain("Ada");
  });
  it("marks the last step, or the one that is looked at", async () => {
    const lines = [step(0, "a"), step(1, "b")];
    const { rerender } = await show(log(lines));
    expect(current()).toBe("b");
    rerender(log(lines, { line: 1 }));
    expect(current()).toBe("a");
  });
  it("leads to the moment after a step, counted in lines", async () => {
    const go = vi.fn();
    await show(log([news, step(0, "a"), said, step(1, "b")], { go }));
    await press("b");
    expect(go).toHaveBeenCalledExactlyOnceWith(4);
  });
  it("says equal steps of chance once, with their number", async () => {
    await show(log([step(null, "card"), step(null, "card"), step(0, "a")]));
    expect(cells()).toHaveLength(2);
    expect(cells()[0]).toContain("2");
  });
  it("lets a skin fold steps that say nothing one by one", async () => {
    const skin = { fold: (text: string) => (text.startsWith("@") ? "house.started" : null) };
    await show(log([step(0, "@a"), step(0, "@b"), step(0, "c")], { skin }));
    expect(cells()).toEqual(["The match begins", "c"]);
  });
});

describe("time travel", () => {
  const scene = (at: string): Scene => ({
    pieces: [{ id: "s", kind: "stone", at, name: { key: "piece.stone", args: {} }, glyph: "o" }],
  });
  const lines = [news, step(0, "a"), step(1, "b")];
  const feed = feedOf(nowOf({ scene: scene("site:b") }), { lines, cursor: 3 });

  function Travel({ told = feed, seat = 0 }: { told?: Feed; seat?: number }) {
    const travel = useTimeTravel("t1", seat, "", told, true);
    const [mine] = useState(true);
    return (
      <>
        <TimeTravelBar travel={travel} mine={mine} />
        <output>{`${travel.line} ${travel.position?.scene.pieces?.[0]?.at ?? ""}`}</output>
      </>
    );
  }
  const where = () => screen.getByRole("status").textContent;

  it("begins with now, from where it can only go back", async () => {
    await show(<Travel />, { me: asAda });
    expect(where()).toBe("null ");
    expect(button(t("time-travel.forward")).hasAttribute("disabled")).toBe(true);
    expect(screen.getByText(t("time-travel.now"))).toBeTruthy();
  });
  it("fetches a position that was not seen, once, and comes back to now", async () => {
    answers("GET /tables/t1/at/2", { line: 2, to_act: [1], scene: scene("site:a"), view: null });
    await show(<Travel />, { me: asAda });
    for (let i = 0; i < 2; i++) {
      await press(t("time-travel.back"));
      expect(where()).toBe("2 site:a");
      await press(t("time-travel.to-now"));
      expect(where()).toBe("null ");
    }
    expect(askedFor("GET /tables/t1/at/2").map(({ query }) => query.get("seat"))).toEqual(["0"]);
  });
  it("goes to the beginning, and forward to the end, which is now", async () => {
    answers("GET /tables/t1/at/1", { line: 1, to_act: [0], scene: scene("site:c"), view: null });
    answers("GET /tables/t1/at/2", { line: 2, to_act: [1], scene: scene("site:a"), view: null });
    await show(<Travel />, { me: asAda });
    await press(t("time-travel.first"));
    expect(where()).toBe("1 site:c");
    await press(t("time-travel.forward"));
    await press(t("time-travel.forward"));
    expect([where(), hasButton(t("time-travel.to-now"))]).toEqual(["null ", false]);
  });
  it("asks for nothing that the feed has told before", async () => {
    const { rerender } = await show(<Travel />, { me: asAda });
    const now = nowOf({ scene: scene("site:c") });
    rerender(<Travel told={feedOf(now, { lines: [...lines, step(0, "c")], cursor: 4 })} />);
    await press(t("time-travel.back"));
    expect(where()).toBe("3 site:b");
  });
  it("comes back to now if the past cannot be had", async () => {
    refuses("GET /tables/t1/at/2", "Not for you.");
    await show(<Travel />, { me: asAda });
    await press(t("time-travel.back"));
    expect(where()).toBe("null ");
  });
  it("shows the next player at the device nothing of what the last one looked at", async () => {
    const past = takesTime("GET /tables/t1/at/2");
    const { rerender } = await show(<Travel />, { me: asAda });
    await press(t("time-travel.back"));
    rerender(<Travel seat={1} />);
    await past.answer({ line: 2, to_act: [], scene: scene("site:secret"), view: null });
    expect(where()).toBe("null ");
  });
});
