import { act, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { TableView } from "../../../board/skin";
import type { Choice, Hint } from "../../../contract";
import { asAda, asGuest, bot, nowOf, setupOf, sitting, useShown } from "../../../testing/fixtures";
import { answers, asked, askedFor, bodyOf, refuses, takesTime } from "../../../testing/server";
import { button, hasButton, hasLink, here, link, press, show } from "../../../testing/show";
import { t } from "../../../ui/texts/page";
import type { Now } from "../feed";
import { AfterMatch } from "./AfterMatch";
import { Coach, CoachButton, useCoach } from "./Coach";
import { Offers } from "./Offers";
import { SeatCard } from "./SeatCard";
import { SeatClock } from "./SeatClock";
import { TableMenu } from "./TableMenu";
import { TakeOver } from "./TakeOver";
import { useRematch } from "./useRematch";

const DRAW: Choice[] = ["draw", "decline"].map((text) => ({ text, path: [`button:${text}`], also: true }));
const isDisabled = (element: HTMLElement) => element.hasAttribute("disabled");

describe("an offer", () => {
  function At({ now, onChoose }: { now: Now; onChoose?: (choice: Choice) => void }) {
    const shown = useShown({ choices: now.offer == null ? [] : DRAW, ...(onChoose ? { onChoose } : {}) });
    return <Offers shown={shown} now={now} />;
  }
  it("to take back a move is answered with yes or no", async () => {
    answers("POST /tables/t1/takeback/answer", undefined);
    await show(<At now={nowOf({ takeback: [1, []] })} />, { me: asAda });
    expect(screen.getByText(t("takeback.takeback", { who: "Bo" }))).toBeTruthy();
    await press(t("takeback.agree"));
    expect(bodyOf("POST /tables/t1/takeback/answer")).toEqual({ seat: 0, yes: true });
    await press(t("takeback.no"));
    expect(bodyOf("POST /tables/t1/takeback/answer")).toEqual({ seat: 0, yes: false });
  });
  it("of one's own is waited for, and has no buttons", async () => {
    await show(<At now={nowOf({ takeback: [0, []] })} />, { me: asAda });
    expect(screen.getByText(t("takeback.waiting"))).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });
  it("that was agreed to is not asked again", async () => {
    await show(<At now={nowOf({ takeback: [1, [0]] })} />, { me: asAda });
    expect(hasButton(t("takeback.agree"))).toBe(false);
  });
  it("that cannot be answered says why, until it is answered again", async () => {
    refuses("POST /tables/t1/takeback/answer", "It is too late.");
    await show(<At now={nowOf({ takeback: [1, []] })} />, { me: asAda });
    await press(t("takeback.agree"));
    expect(screen.getByRole("alert").textContent).toBe("It is too late.");
    answers("POST /tables/t1/takeback/answer", undefined);
    await press(t("takeback.agree"));
    expect(screen.queryByRole("alert")).toBeNull();
  });
  it("of a draw is taken or declined by a step", async () => {
    const chosen = vi.fn();
    await show(<At now={nowOf({ offer: 1 })} onChoose={(choice) => chosen(choice.text)} />, { me: asAda });
    await press(t("table.accept"));
    await press(t("takeback.decline"));
    expect(chosen.mock.calls).toEqual([["draw"], ["decline"]]);
  });
});

describe("a seat that somebody left", () => {
  const at = (vacant: number[], more: Parameters<typeof setupOf>[0] = {}) => (
    <TakeOver setup={setupOf({ seats: [], ...more })} now={nowOf({ vacant })} />
  );
  it("is offered to those who watch, and not to those who play", async () => {
    const { rerender } = await show(at([1]), { me: asAda });
    expect(hasButton(t("substitute.take"))).toBe(true);
    rerender(at([1], { seats: [0] }));
    expect(hasButton(t("substitute.take"))).toBe(false);
  });
  it("is named where there are several", async () => {
    await show(at([1, 2]), { me: asAda });
    expect(hasButton(t("substitute.take-seat", { seat: 2 })) && hasButton(t("substitute.take-seat", { seat: 3 }))).toBe(
      true,
    );
  });
  it("takes an account where something is hidden, or counts", async () => {
    const { rerender } = await show(at([1], { game: { hidden: true } }), { me: asGuest });
    expect(link(t("sign.up")).getAttribute("href")).toContain("next=");
    rerender(at([1], { rules: { rated: true } }));
    expect(screen.queryByRole("button")).toBeNull();
    rerender(at([1]));
    expect(hasButton(t("substitute.take"))).toBe(true);
  });
  it("may be gone already: then it says so", async () => {
    refuses("POST /tables/t1/substitutes", "Somebody was quicker.");
    await show(at([1]), { me: asAda });
    await press(t("substitute.take"));
    expect(bodyOf("POST /tables/t1/substitutes")).toEqual({ seat: 1 });
    expect(screen.getByRole("alert").textContent).toBe("Somebody was quicker.");
  });
});

describe("the coach", () => {
  const HINT: Hint = { text: { key: "hint.middle", args: {} }, at: ["site:b"] };
  function Guided(props: { hint: Hint | null; cursor?: number; past?: boolean; mine?: boolean }) {
    const { hint, cursor = 1, past = false, mine = true } = props;
    const coach = useCoach({ guided: true, game: "stones", table: "t1", seat: 0, hint, cursor, past });
    const shown = useShown({ mine });
    return (
      <>
        <CoachButton coach={coach} />
        {coach.open && <Coach coach={coach} shown={shown} />}
        <output>{coach.at.join()}</output>
      </>
    );
  }
  const pointed = () => screen.getByRole("status").textContent;

  it("says what matters and points at it, and keeps its last words while others play", async () => {
    const { rerender } = await show(<Guided hint={HINT} />, { me: asAda });
    expect(screen.getByText("Take the middle.")).toBeTruthy();
    expect(pointed()).toBe("site:b");
    rerender(<Guided hint={null} cursor={2} />);
    expect(screen.getByText("Take the middle.")).toBeTruthy();
    expect(pointed()).toBe("");
  });
  it("shows a move when asked, until the next step", async () => {
    answers("POST /tables/t1/hint", { step: "c", words: { key: "step.puts", args: {} }, path: ["site:c"] });
    const { rerender } = await show(<Guided hint={HINT} />, { me: asAda });
    await press(t("coach.show"));
    expect(pointed()).toBe("site:c");
    expect(isDisabled(button(t("coach.show")))).toBe(true);
    rerender(<Guided hint={HINT} cursor={2} />);
    expect(pointed()).toBe("site:b");
  });
  it("thinks once at a time", async () => {
    const hint = takesTime("POST /tables/t1/hint");
    await show(<Guided hint={HINT} />, { me: asAda });
    await press(t("coach.show"));
    expect(isDisabled(button(t("coach.thinking")))).toBe(true);
    await hint.refuse("The bot is asleep.");
    expect(screen.getByText("The bot is asleep.")).toBeTruthy();
  });
  it("shows no move while it is not the player's turn", async () => {
    await show(<Guided hint={HINT} mine={false} />, { me: asAda });
    expect(isDisabled(button(t("coach.show")))).toBe(true);
  });
  it("can be sent away and comes back, and points at nothing meanwhile", async () => {
    await show(<Guided hint={HINT} />, { me: asAda });
    await press(t("coach.away"));
    expect(screen.queryByText("Take the middle.")).toBeNull();
    expect(pointed()).toBe("");
    await press(t("coach.title"));
    expect(screen.getByText("Take the middle.")).toBeTruthy();
  });
  it("points at nothing in the past", async () => {
    await show(<Guided hint={HINT} past />, { me: asAda });
    expect(pointed()).toBe("");
  });
});

describe("a seat's card", () => {
  function Card(props: { now: Now; seat: number; mine?: boolean; shown?: Partial<TableView> }) {
    const shown = useShown(props.shown);
    return (
      <SeatCard
        seat={props.seat}
        setup={setupOf()}
        now={props.now}
        shown={shown}
        mine={!!props.mine}
        change={null}
        crowd={false}
      />
    );
  }
  it("says who sits there, and whose turn it is", async () => {
    const { rerender } = await show(<Card now={nowOf()} seat={0} mine />, { me: asAda });
    expect(screen.getByRole("region", { name: "Ada" }).textContent).toContain(t("table.your-turn"));
    rerender(<Card now={nowOf({ to_act: [1] })} seat={1} />);
    expect(screen.getByRole("region", { name: "Bo" }).textContent).toContain(t("table.to-play"));
    rerender(<Card now={nowOf({ to_act: [0] })} seat={1} />);
    expect(screen.getByRole("region").textContent).not.toContain(t("table.to-play"));
  });
  it("opens the menu of another person, and of nobody else", async () => {
    const now = nowOf({ seats: [sitting("Ada"), bot("Casual Bot")] });
    const { rerender } = await show(<Card now={nowOf()} seat={1} />, { me: asAda });
    expect(hasButton("Bo")).toBe(true);
    rerender(<Card now={nowOf()} seat={0} />);
    expect(screen.queryByRole("button")).toBeNull();
    rerender(<Card now={now} seat={1} />);
    expect(screen.queryByRole("button")).toBeNull();
  });
  it("does not repeat the level of a bot that is named after it", async () => {
    const { rerender } = await show(<Card now={nowOf({ seats: [sitting("Ada"), bot("Casual Bot")] })} seat={1} />);
    expect(screen.getByText(new RegExp(t("table.just-bot")))).toBeTruthy();
    rerender(<Card now={nowOf({ seats: [sitting("Ada"), bot("Hal")] })} seat={1} />);
    expect(screen.getByRole("region").textContent).toContain(t("table.bot", { level: "Casual" }));
  });
  it("shows what the game counts for that seat", async () => {
    const counter = (seat: number, value: number) => ({
      id: `p${seat}`,
      name: { key: "counter.points", args: {} },
      value,
      seat,
    });
    await show(<Card now={nowOf()} seat={1} shown={{ scene: { counters: [counter(0, 7), counter(1, 3)] } }} />);
    expect(screen.getByText(t("table.counter", { name: "Points", value: 3 }))).toBeTruthy();
    expect(screen.getByRole("region").textContent).not.toContain("7");
  });
});

describe("a seat's clock", () => {
  const face = () => screen.getByRole("timer").textContent;
  it("runs while it is that seat's turn, with tenths at the end", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
    await show(<SeatClock clock={{ due: Date.now() + 21_000 }} who="Ada" />);
    expect(face()).toBe("0:21");
    await act(() => vi.advanceTimersByTime(2_000));
    expect(face()).toBe("19.0");
    await act(() => vi.advanceTimersByTime(100));
    expect(face()).toBe("18.9");
    await act(() => vi.advanceTimersByTime(60_000));
    expect(face()).toBe("0.0");
  });
  it("stands still otherwise", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
    await show(<SeatClock clock={{ left: 90_000 }} who="Ada" />);
    await act(() => vi.advanceTimersByTime(5_000));
    expect(face()).toBe("1:30");
    expect(screen.getByRole("timer").getAttribute("aria-label")).toBe(t("clock.of", { who: "Ada", left: "1:30" }));
  });
  it("begins at the right time when the turn comes, however long the page was there", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
    const { rerender } = await show(<SeatClock clock={{ left: 60_000 }} who="Ada" />);
    await act(() => vi.advanceTimersByTime(30_000));
    rerender(<SeatClock clock={{ due: Date.now() + 60_000 }} who="Ada" />);
    expect(face()).toBe("1:00");
  });
});

describe("the table's menu", () => {
  const menu = (
    now: Now,
    viewer: number | null,
    more: Parameters<typeof setupOf>[0] = {},
    onTrouble = (_: unknown) => {},
  ) => <TableMenu setup={setupOf(more)} now={now} viewer={viewer} endButtons={null} onTrouble={onTrouble} />;
  it("names the other people at the table, each once", async () => {
    const seats = [sitting("Ada"), sitting("Bo"), bot("Hal"), sitting("Bo", { name: "Bo again" })];
    await show(menu(nowOf({ seats }), 0), { me: asAda });
    expect([hasLink("Bo"), hasLink("Bo again"), hasLink("Ada"), hasLink("Hal")]).toEqual([true, false, false, false]);
  });
  it("gives the secret link of a private table, and the plain one of a public one", async () => {
    const { rerender } = await show(menu(nowOf(), 0, { rules: { listed: false, invite: "s3cret" } }), { me: asAda });
    const shared = () => screen.getByLabelText<HTMLInputElement>(t("waiting-room.link")).value;
    expect(shared()).toBe(`${location.origin}/table/t1#invite=s3cret`);
    rerender(menu(nowOf(), 0, { rules: { listed: true, invite: "s3cret" } }));
    expect(shared()).toBe(`${location.origin}/table/t1`);
  });
  it("lets a player leave after asking once more, and leads home", async () => {
    answers("DELETE /tables/t1/seats/mine", undefined);
    await show(menu(nowOf(), 0), { me: asAda, at: "/table/t1" });
    await press(t("menu.leave"));
    expect(asked.map(({ what }) => what)).not.toContain("DELETE /tables/t1/seats/mine");
    await press(t("menu.leave-two"));
    expect([askedFor("DELETE /tables/t1/seats/mine").length, here()]).toEqual([1, "/"]);
  });
  it("keeps a player at the table whom the server does not let go, and says why", async () => {
    const trouble = vi.fn();
    refuses("DELETE /tables/t1/seats/mine", "Not now.");
    await show(menu(nowOf(), 0, {}, trouble), { me: asAda, at: "/table/t1" });
    await press(t("menu.leave"));
    await press(t("menu.leave-two"));
    expect([trouble.mock.calls.length, here()]).toEqual([1, "/table/t1"]);
  });
  it("has nothing to leave for those who watch, or when it is over", async () => {
    const { rerender } = await show(menu(nowOf(), null), { me: asAda });
    expect(hasButton(t("menu.leave"))).toBe(false);
    rerender(menu(nowOf({ phase: "over" }), 0));
    expect(hasButton(t("menu.leave"))).toBe(false);
  });
});

describe("after a match", () => {
  const atEnd = (now: Partial<Now>, viewer: number | null = 0, tournament: string | null = null) => (
    <AfterMatch
      setup={setupOf({ rules: { tournament } })}
      now={nowOf({ phase: "over", ...now })}
      viewer={viewer}
      onTrouble={() => undefined}
    />
  );
  it("a player asks for a rematch, and then waits for the others", async () => {
    answers("POST /tables/t1/rematch", undefined);
    const { rerender } = await show(atEnd({}), { me: asAda });
    await press(t("after-match.rematch"));
    expect(askedFor("POST /tables/t1/rematch")).toHaveLength(1);
    rerender(atEnd({ rematch: [0] }));
    expect(isDisabled(button(t("after-match.asked")))).toBe(true);
  });
  it("the next table is offered once it is there", async () => {
    await show(atEnd({ rematch_table: "t2" }, null));
    expect(link(t("after-match.next")).getAttribute("href")).toBe("/table/t2");
  });
  it("those who watched are asked for no rematch", async () => {
    await show(atEnd({}, null));
    expect(hasButton(t("after-match.rematch"))).toBe(false);
    expect(hasLink(t("after-match.replay"))).toBe(true);
  });
  it("of a tournament the way leads back to it", async () => {
    await show(atEnd({}, 0, "cup"), { me: asAda });
    expect(link(t("after-match.tournament")).getAttribute("href")).toBe("/tournament/cup");
    expect(hasButton(t("after-match.rematch"))).toBe(false);
  });

  function Rematch({ next, sits = true }: { next: string | null; sits?: boolean }) {
    useRematch(nowOf({ phase: "over", rematch_table: next }), sits);
    return null;
  }
  it("the players go to the new table when it opens, and those who watch stay", async () => {
    const { rerender } = await show(<Rematch next={null} sits={false} />, { at: "/table/t1" });
    rerender(<Rematch next="t2" sits={false} />);
    expect(here()).toBe("/table/t1");
    rerender(<Rematch next="t2" />);
    expect(here()).toBe("/table/t2");
  });
  it("who comes back to an old table is not sent on", async () => {
    await show(<Rematch next="t2" />, { at: "/table/t1" });
    expect(here()).toBe("/table/t1");
  });
});
