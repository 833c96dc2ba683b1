"""Steps that were chosen a while ago, without a network: for the position of then, or not at all."""

import pytest

from parlour.house.tables.commands import act, answer_takeback, ask_takeback, say
from tests.house.tables.at_table import DAYS, TimedTable, evening, refusal


def ada_is_to_move() -> TimedTable:
    e = evening("connect4", ["ada", "bob"], clock=DAYS).play(act, "ada", 0, ["d"])
    return e.play(act, "bob", 1, ["c"])


def late(e: TimedTable, step: str, after: int) -> str:
    return refusal(lambda: act(e.table, e.now, e.uptimes, "ada", 0, [step], after))


def test_a_move_that_has_waited_is_played_where_nothing_has_come_since() -> None:
    e = ada_is_to_move()
    after = len(e.table.told[0])
    e.do(say, "bob", "Bob", "good morning")  # changes no position
    change = act(e.table, e.now, e.uptimes, "ada", 0, ["f"], after)
    assert [line.text for line in change.table.told[0] if line.kind == "step"] == ["d", "c", "f"]


def test_a_move_that_has_waited_is_for_the_position_it_was_chosen_in() -> None:
    """It would be possible, and was not meant."""
    e = ada_is_to_move()
    after = len(e.table.told[0])
    e.play(act, "ada", 0, ["a"])
    e.play(act, "bob", 1, ["a"])
    assert late(e, "f", after) == "refuse.moved-on"
    assert late(e, "f", len(e.table.told[0]) + 1) == "refuse.moved-on"


def test_after_a_takeback_it_is_said_that_there_was_one() -> None:
    e = ada_is_to_move()
    after = len(e.table.told[0])
    e.play(ask_takeback, "bob", 1)
    e.play(answer_takeback, "ada", 0, True)
    assert late(e, "f", after) == "refuse.taken-back"


@pytest.mark.parametrize("step", ["resign"])
def test_of_a_match_that_is_over_it_is_said_that_it_is(step: str) -> None:
    e = ada_is_to_move()
    after = len(e.table.told[0])
    e.play(act, "bob", 1, [step])
    assert late(e, "f", after) == "refuse.over"
