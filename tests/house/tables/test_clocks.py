"""Clocks: exact to the millisecond by the house's own time, and only while the house is up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.house.tables.clocks import DAY, MINUTE, NO_CLOCKS, SECOND, Clock, Running, Uptimes
from parlour.house.tables.commands import act, answer_takeback, ask_takeback, leave, run_out, step
from parlour.house.tables.events import Replaced, Stepped
from parlour.house.tables.snapshot import ClockReading, snapshot_for
from parlour.house.tables.summary import bots_to_act, summary_of
from parlour.house.uptimes import Uptime, spans_of
from tests.house.tables.at_table import BOT, DAYS, LIVE, START, UP, evening, keys, refusal, replayed

AT_FIRST = 1 * MINUTE + 5 * SECOND


# -- live -----------------------------------------------------------------------------------------------------


def test_a_live_clock_loses_the_time_of_the_turn_and_gains_the_increment() -> None:
    e = evening("connect4", ["ada", "bob"], clock=LIVE)
    assert (e.table.clocks.left, e.table.clocks.since) == ((AT_FIRST, AT_FIRST), {0: START})
    e.wait(7.123).play(act, "ada", 0, ["d"])
    assert e.table.clocks.left == (AT_FIRST - 7123 + 5000, AT_FIRST)
    e.wait(0.001).play(act, "bob", 1, ["d"])
    assert e.table.clocks.left == (AT_FIRST - 7123 + 5000, AT_FIRST - 1 + 5000)
    assert e.table.clocks.since == {0: START + 7124}


def test_time_is_up_at_the_very_millisecond() -> None:
    e = evening("connect4", ["ada", "bob"], clock=LIVE)
    in_time = e.wait(AT_FIRST / 1000 - 0.001)
    assert run_out(e.table, e.now, UP) is None
    assert act(e.table, e.now, UP, "ada", 0, ["d"]).table.match.steps  # type: ignore[union-attr]
    in_time.wait(0.001)
    assert refusal(act, e.table, e.now, UP, "ada", 0, ["d"]) == "refuse.time-up"
    assert run_out(e.table, e.now, UP) is not None


def test_of_two_opponents_the_one_whose_time_is_up_loses() -> None:
    e = evening("connect4", ["ada", "bob"], clock=LIVE)
    e.wait(3).play(act, "ada", 0, ["d"]).wait(70).play(run_out)
    result = e.table.match.result
    assert (result.ending, result.seat, result.returns) == ("time", 1, [1.0, -1.0])
    assert snapshot_for(e.table, 0).clocks == [ClockReading(left=AT_FIRST - 3000 + 5000), ClockReading(left=0)]
    assert e.play(run_out).events == e.events


def test_what_comes_after_the_other_sides_time_was_up_comes_too_late() -> None:
    """Even if no timer has looked yet: Ada has won, and cannot resign or leave any more."""
    e = evening("connect4", ["ada", "bob"], clock=LIVE).play(act, "ada", 0, ["d"]).wait(66)
    assert refusal(act, e.table, e.now, UP, "ada", 0, ["resign"]) == "refuse.time-up-other"
    assert refusal(ask_takeback, e.table, e.now, UP, "ada", 0) == "refuse.time-up-other"
    e.play(leave, "ada")
    assert (e.table.match.ended.by, e.table.match.ended.seat) == ("time", 1)


def test_nobody_is_saved_by_agreeing_to_a_takeback_when_time_is_up() -> None:
    e = evening("connect4", ["ada", "bob"], clock=LIVE).play(act, "ada", 0, ["d"]).play(ask_takeback, "ada", 0).wait(66)
    assert refusal(answer_takeback, e.table, e.now, UP, "bob", 1, True) == "refuse.time-up"


def test_going_back_earns_no_increment() -> None:
    e = evening("connect4", ["ada", "bob"], clock=LIVE).wait(1).play(act, "ada", 0, ["d"])
    e.wait(2).play(ask_takeback, "ada", 0).wait(2).play(answer_takeback, "bob", 1, True)
    assert e.table.to_act == [0]
    assert e.table.clocks.left == (AT_FIRST - 1000 + 5000, AT_FIRST - 4000)


def test_the_end_of_a_match_earns_no_increment() -> None:
    e = evening("connect4", ["ada", "bob"], clock=LIVE).wait(1).play(act, "ada", 0, ["d"])
    e.wait(2).play(act, "ada", 0, ["resign"])
    assert e.table.clocks.left == (AT_FIRST - 1000 + 5000, AT_FIRST - 2000)
    assert e.table.clocks.since == {}


# -- days and none --------------------------------------------------------------------------------------------


def test_with_days_every_turn_has_all_of_them() -> None:
    e = evening("connect4", ["ada", "bob"], clock=DAYS)
    for seat, name in enumerate(("ada", "bob")):
        e.wait(86_400 * 1.5).play(act, name, seat, ["d"])
        assert e.table.clocks.left == (2 * DAY, 2 * DAY)
    e.wait(2 * 86_400).play(run_out)
    assert e.table.match.ended.seat == 0


def test_without_a_clock_nothing_ever_runs_out() -> None:
    e = evening("connect4", ["ada", "bob"])
    e.wait(10**9).play(run_out)
    assert e.table.phase == "playing"
    assert e.table.clocks == NO_CLOCKS
    assert summary_of(e.table).due is None


def test_a_seat_to_act_again_after_chance_begins_another_turn() -> None:
    """Ada is alone among bots who have passed on: her next turn has all its days again."""
    running = Running(DAYS, (2 * DAY, 2 * DAY), {0: START})
    again = running.charged(START + DAY, {0: DAY}, [0], anew=[0])
    assert (again.left, again.since) == ((2 * DAY, 2 * DAY), {0: START + DAY})
    same = running.charged(START + DAY, {0: DAY}, [0])
    assert (same.left, same.since) == (running.left, running.since)


@pytest.mark.parametrize(
    ("clock", "why"),
    [
        (Clock("live", 0.1, 3), "refuse.clock-short"),
        (Clock("live"), "refuse.clock-short"),
        (Clock("days"), "refuse.clock-days"),
        (Clock("none", 5), "refuse.clock-mixed"),
        (Clock("days", 0, 3, 2), "refuse.clock-mixed"),
        (Clock("live", 5, 0, 1), "refuse.clock-mixed"),
    ],
)
def test_a_clock_with_which_nobody_could_play_is_refused(clock: Clock, why: str) -> None:
    assert refusal(evening, "connect4", ["ada", "bob"], clock=clock) == why


def test_who_plays_alone_needs_no_clock() -> None:
    assert refusal(evening, "dance", ["ada"], clock=LIVE) == "refuse.clock-alone"


# -- several at once, and bots ----------------------------------------------------------------------------------


def test_both_clocks_run_while_both_deploy_and_each_stops_when_its_seat_is_ready() -> None:
    e = evening("command", ["ada", "bob"], clock=LIVE)
    assert set(e.table.clocks.since) == {0, 1}
    for _ in range(21):
        e.wait(1).play(act, "ada", 0, [e.table.match.legal(0)[0]])
    assert e.table.clocks.since == {0: START, 1: START}
    e.wait(1.5).play(act, "ada", 0, ["ready"])
    assert e.table.clocks.left == (AT_FIRST - 22_500 + 5000, AT_FIRST)
    assert e.table.clocks.since == {1: START}
    e.wait(AT_FIRST / 1000 - 22.5).play(run_out)
    assert (e.table.match.ended.by, e.table.match.ended.seat) == ("time", 1)


def test_of_two_whose_time_is_up_the_first_to_run_out_loses() -> None:
    running = Running(LIVE, (9_000, 8_000), {0: START, 1: START})
    assert running.overdue(START + 8_999, UP) == [1]
    assert running.overdue(START + 20_000, UP) == [1, 0]


def test_among_more_than_two_a_bot_takes_over_and_its_clock_does_not_run() -> None:
    e = evening("luckymoose", ["ada", "bob", "cyd"], clock=LIVE)
    late = e.table.to_act[0]
    e.wait(65).play(run_out)
    assert e.table.sitters[late].kind == "bot"
    assert e.table.phase == "playing"
    assert keys(e.table.told[0])[-1 if late else -2] == "house.replaced-time"
    assert e.table.clocks.since == {}
    assert bots_to_act(e.table) == [late]
    assert summary_of(e.table).resume
    assert summary_of(e.table).due is None
    assert e.table.match.record().substitutions[0].seat == late


def test_together_a_bot_takes_over_too() -> None:
    e = evening("dance", ["ada", "bob"], clock=LIVE)
    late = e.table.to_act[0]
    e.wait(65).play(run_out)
    assert e.table.sitters[late].kind == "bot"
    assert len(e.table.people) == 1


def test_when_nobody_is_left_but_bots_the_match_is_abandoned() -> None:
    e = evening("luckymoose", ["ada", BOT, BOT], clock=LIVE)
    while e.table.to_act != [0]:
        e.play(step, e.table.to_act[0], [e.table.match.legal(e.table.to_act[0])[0]])
    e.wait(65).play(run_out)
    assert e.table.match.ended.by == "abandoned"
    assert replayed(e.events).match.ended == e.table.match.ended


def test_somebody_elses_step_after_a_time_that_was_up_is_taken_and_a_bot_sits_there() -> None:
    e = evening("dance", ["ada", "bob", "cyd"], clock=LIVE)
    late = e.table.to_act[0]
    other = (late + 1) % 3
    e.wait(65).play(act, e.table.sitters[other].person, other, [e.table.match.also(other)[0]])
    assert [type(event) for event in e.events if isinstance(event, Replaced | Stepped)] == [Replaced, Stepped]
    assert e.table.sitters[late].kind == "bot"


def test_a_persons_clock_runs_against_a_bot() -> None:
    e = evening("connect4", [BOT, "ada"], clock=LIVE)
    assert e.table.clocks.since == {}
    e.wait(100).play(step, 0, ["d"])
    assert e.table.clocks.since == {1: e.now}
    e.wait(65).play(run_out)
    assert e.table.match.result.returns == [1.0, -1.0]


# -- the house down ---------------------------------------------------------------------------------------------


def test_while_the_house_is_down_no_clock_runs() -> None:
    down = Uptimes([(START - DAY, START + 10_000), (START + 500_000, START + 900_000)])
    e = evening("connect4", ["ada", "bob"], clock=LIVE, uptimes=down)
    e.wait(501).play(run_out).play(act, "ada", 0, ["d"])
    assert e.table.clocks.left[0] == AT_FIRST - 11_000 + 5000
    assert replayed(e.events).clocks == e.table.clocks


def test_a_running_clock_is_shown_with_the_time_that_the_house_was_down() -> None:
    down = Uptimes([(START - DAY, START + 10_000), (START + 500_000, START + 900_000)])
    table = evening("connect4", ["ada", "bob"], clock=LIVE).table
    due = snapshot_for(table, 0, down).clocks[0].due
    assert due == START + AT_FIRST + 490_000
    assert table.clocks.overdue(due - 1, down) == []
    assert table.clocks.overdue(due, down) == [0]
    assert snapshot_for(table, 0).clocks[0].due == START + AT_FIRST


def test_due_is_never_later_than_the_time_at_which_a_clock_runs_out() -> None:
    down = Uptimes([(START - DAY, START + 10_000), (START + 500_000, START + 900_000)])
    e = evening("connect4", ["ada", "bob"], clock=LIVE)
    assert e.table.clocks.due() == START + AT_FIRST
    assert e.table.clocks.overdue(START + AT_FIRST, down) == []
    assert e.table.clocks.overdue(START + AT_FIRST + 490_000 - 1, down) == []
    assert e.table.clocks.overdue(START + AT_FIRST + 490_000, down) == [0]


TIMES = st.integers(0, 1000)
SPANS = st.lists(TIMES, min_size=2, max_size=12).map(lambda times: list(zip(*[iter(sorted(times))] * 2, strict=False)))


@given(SPANS, TIMES, TIMES, TIMES)
def test_time_that_the_house_was_up_adds_up(spans: list[tuple[int, int]], a: int, b: int, c: int) -> None:
    a, b, c = sorted((a, b, c))
    up = Uptimes(spans)
    assert up.between(a, b) + up.between(b, c) == up.between(a, c)
    ends = [until for _, until in spans[:-1]]
    begins = [begin for begin, _ in spans[1:]]
    down = sum(any(end <= t < begin for end, begin in zip(ends, begins, strict=True)) for t in range(a, c))
    assert up.between(a, c) == c - a - down


ANY_SPANS = st.lists(st.tuples(TIMES, TIMES).map(lambda span: (min(span), max(span))), min_size=1, max_size=8).map(
    sorted
)


@given(ANY_SPANS, TIMES, TIMES)
def test_the_house_is_up_while_any_of_its_processes_is(spans: list[tuple[int, int]], a: int, b: int) -> None:
    a, b = sorted((a, b))
    first, last = spans[0][0], spans[-1][0]
    down = sum(first <= t < last and not any(begin <= t < until for begin, until in spans) for t in range(a, b))
    assert Uptimes(spans).between(a, b) == b - a - down


def test_a_process_that_was_there_all_the_time_leaves_no_time_without_a_house() -> None:
    """One since 0, another for 20 s, a third that has come 780 s after that."""
    beats = [Uptime(1, 0, 798_000), Uptime(2, 0, 20_000), Uptime(3, 800_000, 800_000)]
    assert Uptimes(spans_of(beats, own=1)).down_since(0) == 0
    assert Uptimes(spans_of(beats, own=3)).down_since(0) == 2000  # until the first is seen to beat again
    assert Uptimes(spans_of([Uptime(1, 0, 803_000), *beats[1:]], own=3)).down_since(0) == 0


@given(st.lists(st.tuples(st.integers(0, 9000), st.booleans()), max_size=30))
def test_a_clock_that_was_looked_at_often_shows_what_it_would_have_shown_anyway(steps: list[tuple[int, bool]]) -> None:
    """Seat 1 takes sealed steps while seat 0 thinks: seat 0's clock does not know."""
    up = Uptimes([(0, START + 4000), (START + 9000, START + 10_000)])
    running, now = Running(Clock("live", 60), (60 * MINUTE, 60 * MINUTE), {0: START, 1: START}), START
    for wait, _ in steps:
        now += wait
        running = running.charged(now, running.spent(now, up), [0, 1])
    done = running.charged(now, running.spent(now, up), [1])
    assert done.left[0] == 60 * MINUTE - up.between(START, now)
    assert done.since == {1: START}
