"""Spectators: what they see, when, and that nobody at the table hears them."""

from random import Random

import pytest
from msgspec.structs import replace

from parlour.house.tables import events as ev
from parlour.house.tables.commands import act, leave, say, step
from parlour.house.tables.rematch import want_rematch
from parlour.house.tables.snapshot import snapshot_for
from parlour.house.tables.state import Table
from tests.house.tables.at_table import TimedTable, evening, keys, look


def without_delay(events: list[ev.AnyTableEvent]) -> Table:
    """The table of these, if spectators saw everything at once."""
    first = events[0]
    assert isinstance(first, ev.Opened)
    return Table.of([replace(first, rules=replace(first.rules, delay=0)), *events[1:]])


def play_on(e: TimedTable, random: Random, chatter: bool = True) -> None:
    seat = random.choice(e.table.to_act)
    e.wait(1).play(step, seat, [random.choice(e.table.match.legal(seat))])
    if chatter and random.random() < 0.3:
        e.do(say, *random.choice((("ada", "Ada", "well"), ("zoe", "Zoe", "oh"))))


@pytest.mark.parametrize(("game", "delay"), [("connect4", 1), ("connect4", 3), ("luckymoose", 4), ("dance", 2)])
def test_spectators_see_the_table_exactly_as_it_was_so_many_steps_ago(game: str, delay: int) -> None:
    e, random = evening(game, ["ada", "bob"], delay=delay), Random(delay)
    for _ in range(25):
        if e.table.over:
            break
        play_on(e, random)
        steps = [n for n, event in enumerate(e.events) if isinstance(event, ev.Stepped)]
        seen = e.events if e.table.over else e.events[: steps[max(0, len(steps) - delay)]]
        heard = [event for event in seen if not (isinstance(event, ev.Said) and event.channel == "gallery")]
        then = without_delay(heard)
        assert look(e.table, None) == look(then, None)
        assert [line for line in e.table.told[None] if line.channel == "table"] == then.told[None]


def test_when_it_is_over_they_see_everything() -> None:
    e = evening("connect4", ["ada", "bob"], delay=5).play(act, "ada", 0, ["d"])
    assert keys(e.table.told[None])[-1] == "house.started"
    assert snapshot_for(e.table, None).to_act == [0]
    e.play(leave, "bob")
    assert keys(e.table.told[None])[-2:] == ["d", "house.over"]
    assert snapshot_for(e.table, None).result == e.table.match.result
    e.do(want_rematch, "ada")
    assert keys(e.table.told[None])[-1] == "house.rematch-wanted"
    assert snapshot_for(e.table, None).rematch == [0]


def test_what_players_say_comes_to_them_in_its_place_and_their_own_talk_at_once() -> None:
    e = evening("connect4", ["ada", "bob"], delay=1)
    e.play(act, "ada", 0, ["d"]).do(say, "ada", "Ada", "the middle").do(say, "zoe", "Zoe", "a good start")
    assert keys(e.table.told[None])[-1] == "a good start"
    assert "the middle" not in keys(e.table.told[None])
    e.play(act, "bob", 1, ["d"])
    assert keys(e.table.told[None])[-2:] == ["d", "the middle"]
    assert keys(e.table.told[0])[-3:] == ["d", "the middle", "d"]


def test_without_a_delay_they_see_what_happens_when_it_happens() -> None:
    e = evening("connect4", ["ada", "bob"]).play(act, "ada", 0, ["d"])
    assert keys(e.table.told[None])[-1] == "d"
    assert snapshot_for(e.table, None).to_act == [1]


def test_they_have_no_choices_and_nothing_to_take_back() -> None:
    now = snapshot_for(evening("connect4", ["ada", "bob"]).play(act, "ada", 0, ["d"]).table, None)
    assert (now.choices, now.can_undo, now.can_take_back) == ([], False, False)
