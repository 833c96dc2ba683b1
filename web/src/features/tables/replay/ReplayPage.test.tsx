import { act, fireEvent, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Review } from "../../../contract";
import { asAda, game, nowOf, PLAN, rules, SCENE, sitting, TEXTS } from "../../../testing/fixtures";
import { answers, askedFor, isGone, refuses, settled } from "../../../testing/server";
import { button, clipboard, field, hasButton, here, link, press, show, textsOf, type } from "../../../testing/show";
import { routeOf, useRoute } from "../../../ui/router";
import { t } from "../../../ui/texts/page";
import type { Now } from "../feed";
import { AdvantageGraph } from "./AdvantageGraph";
import { ReplayPage } from "./ReplayPage";

const SEATS = [sitting("Ada"), sitting("Bo")];
const step = (number: number) => ({
  number,
  seat: (number + 1) % 2,
  text: `s${number}`,
  words: { key: "step.puts", args: { place: `p${number}` } },
});
const REVIEW: Review = {
  steps: [],
  turning: [{ number: 2, actor: 1, loss: 0.5, words: { key: "step.puts", args: { place: "p2" } } }],
  lost: [0, 0.5],
  leaned: [
    [0, 0],
    [0.6, -0.6],
    [1, -1],
  ],
};

function Page() {
  const route = useRoute();
  return route.page === "replay" ? <ReplayPage where={route} /> : null;
}

async function replay(at = "/replay/t1", now: Partial<Now> = {}, seats: number[] = [0]) {
  const over = nowOf({
    phase: "over",
    seats: SEATS,
    result: { returns: [1, -1], scores: [5, 3], ending: "five", seat: 0, came_to: null },
    ...now,
  });
  answers("GET /tables/t1", { rules: rules(), seats, now: over });
  answers("GET /tables/t1/plan", PLAN);
  answers("GET /games/stones", game("stones"));
  answers("GET /games/stones/texts", { texts: TEXTS });
  answers("GET /tables/t1/replay", { of: 3, steps: [1, 2, 3].map(step), began: SEATS, handed_on: [] });
  for (const number of [0, 1, 2, 3])
    answers(`GET /tables/t1/replay/${number}`, { line: number, to_act: [], scene: SCENE, view: null });
  answers("GET /tables/t1/review", { state: "none", done: 0, of: 0 });
  const shown = await show(<Page />, { me: asAda, at });
  await settled();
  return shown;
}
const at = () => routeOf(here());
const current = () => screen.getAllByRole("button").find((each) => each.getAttribute("aria-current"))?.textContent;

describe("a replay", () => {
  it("begins at the end, and says how it ended", async () => {
    await replay();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toContain("with five in a row");
    expect(screen.getByText(t("replay.of", { step: 3, of: 3 }))).toBeTruthy();
    expect(button(t("time-travel.forward")).hasAttribute("disabled")).toBe(true);
  });
  it("goes step by step, and every step has its address", async () => {
    await replay();
    await press(t("time-travel.back"));
    expect(at()).toMatchObject({ step: 2 });
    expect(current()).toContain("s2");
    await press(t("time-travel.first"));
    expect([at(), button(t("time-travel.back")).hasAttribute("disabled")]).toEqual([
      expect.objectContaining({ step: 0 }),
      true,
    ]);
    await press(t("time-travel.last"));
    expect(at()).toMatchObject({ step: 3 });
  });
  it("opens at the step of its address, and at the end if that is beyond it", async () => {
    const { unmount } = await replay("/replay/t1?step=1");
    expect(current()).toContain("s1");
    unmount();
    await replay("/replay/t1?step=99");
    expect(current()).toContain("s3");
  });
  it("fetches every position once, and the next one ahead", async () => {
    await replay("/replay/t1?step=1");
    expect([askedFor("GET /tables/t1/replay/1").length, askedFor("GET /tables/t1/replay/2").length]).toEqual([1, 1]);
    await press(t("time-travel.forward"));
    await press(t("time-travel.back"));
    expect([askedFor("GET /tables/t1/replay/1").length, askedFor("GET /tables/t1/replay/2").length]).toEqual([1, 1]);
  });
  it("plays by itself to the end, and stops there", async () => {
    await replay("/replay/t1?step=1");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await press(t("replay.play"));
    for (let i = 0; i < 4; i++) {
      await act(() => vi.advanceTimersByTimeAsync(1_000));
      await settled();
    }
    expect(at()).toMatchObject({ step: 3 });
    expect(hasButton(t("replay.play"))).toBe(true);
  });
  it("shows what one seat saw, or everything", async () => {
    await replay();
    type(t("replay.as"), "1");
    await settled();
    expect(at()).toMatchObject({ as: "1" });
    const [everything, seat] = askedFor("GET /tables/t1/replay").map(({ query }) => [
      query.get("everything"),
      query.get("seat"),
    ]);
    expect([everything, seat]).toEqual([
      ["true", null],
      ["false", "1"],
    ]);
  });
  it("gives a link to the step that is shown, and says for which one it was copied", async () => {
    const given = clipboard(true);
    await replay("/replay/t1?step=1");
    await press(t("replay.link", { step: 1 }));
    expect(given).toEqual([`${location.origin}/replay/t1?step=1`]);
    expect(hasButton(t("share.copied"))).toBe(true);
    await press(t("time-travel.forward"));
    expect(hasButton(t("replay.link", { step: 2 }))).toBe(true);
  });
  it("has a rematch for those who played, and says why there is none", async () => {
    refuses("POST /tables/t1/rematch", "Bo is gone.");
    const { unmount } = await replay();
    await press(t("after-match.rematch"));
    expect([screen.getByText("Bo is gone.") !== null, at().page]).toEqual([true, "replay"]);
    unmount();
    await replay("/replay/t1", {}, []);
    expect(hasButton(t("after-match.rematch"))).toBe(false);
  });
  it("of a match that is still played leads to its table", async () => {
    await replay("/replay/t1", { phase: "playing" });
    expect(screen.getByRole("status").textContent).toBe(t("replay.early"));
    expect(link(t("replay.to-table")).getAttribute("href")).toBe("/table/t1");
  });
  it("says that a seat was handed on, where it happened", async () => {
    await replay();
    expect(textsOf("listitem").filter((row) => row.includes("Hal"))).toEqual([]);
    answers("GET /tables/t1/replay", {
      of: 3,
      steps: [1, 2, 3].map(step),
      began: SEATS,
      handed_on: [{ after: 1, seat: 1, who: { kind: "bot", name: "Hal", level: 2 } }],
    });
    type(t("replay.as"), "0");
    await settled();
    const rows = textsOf("listitem");
    expect(rows.findIndex((row) => row.includes("Hal"))).toBe(1);
    expect(rows[2]).toContain("Hal");
  });
});

describe("the advantage", () => {
  const graph = (some: Partial<Parameters<typeof AdvantageGraph>[0]> = {}) => (
    <AdvantageGraph
      review={{ review: REVIEW, now: null, refusal: null, here: false, ask: () => undefined }}
      step={2}
      of={3}
      seats={SEATS}
      cooperative={false}
      onGo={() => undefined}
      children={null}
      {...some}
    />
  );
  it("names who was ahead at the step that is shown", async () => {
    const { rerender } = await show(graph());
    expect(screen.getByRole("img").getAttribute("aria-label")).toBe(
      t("review.at", { step: 2, who: "Ada", chance: "80%" }),
    );
    rerender(
      graph({
        review: {
          review: {
            ...REVIEW,
            leaned: [
              [0, 0],
              [-0.5, 0.5],
            ],
          },
          now: null,
          refusal: null,
          here: false,
          ask: () => undefined,
        },
      }),
    );
    expect(screen.getByRole("img").getAttribute("aria-label")).toBe(
      t("review.at", { step: 2, who: "Bo", chance: "75%" }),
    );
  });
  it("of a team is its chance", async () => {
    await show(graph({ cooperative: true }));
    expect(screen.getByRole("img").getAttribute("aria-label")).toBe(t("review.together", { chance: 80 }));
  });
  it("has a slider through the steps", async () => {
    const onGo = vi.fn();
    await show(graph({ onGo }));
    const slider = field(t("replay.step"));
    expect([slider.value, slider.max, slider.getAttribute("aria-valuetext")]).toEqual([
      "2",
      "3",
      t("replay.of", { step: 2, of: 3 }),
    ]);
    fireEvent.change(slider, { target: { value: "1" } });
    expect(onGo).toHaveBeenCalledExactlyOnceWith(1);
  });
  it("is asked for, watched while it is found out, and shown", async () => {
    await replay();
    answers("POST /tables/t1/review", { state: "running", done: 1, of: 3 });
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    await press(t("review.ask"));
    expect(screen.getByText(t("review.far", { done: 1, of: 3 }))).toBeTruthy();
    answers("GET /tables/t1/review", { state: "done", done: 3, of: 3, review: REVIEW });
    await act(() => vi.advanceTimersByTimeAsync(1_600));
    await settled();
    expect(screen.getByText(t("review.turning"))).toBeTruthy();
    expect(hasButton(t("review.ask"))).toBe(false);
  });
  it("that was refused says why, and can be asked for again", async () => {
    await replay();
    isGone("POST /tables/t1/review");
    await press(t("review.ask"));
    expect([screen.getByText(t("page.lost")) !== null, hasButton(t("review.ask"))]).toEqual([true, true]);
  });
});
