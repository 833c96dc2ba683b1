"""Matches that begin from a position: what was set up is in the record, and was not dealt."""

import pytest

from parlour.core import record as records
from parlour.core.match import Match
from parlour.core.record import from_json, to_json
from parlour.core.verify import draws_of, verify
from parlour.games import load
from parlour.house.ratings.eligibility import finish_of
from parlour.house.tables import commands
from parlour.house.tables.commands import MOST_GIVEN
from parlour.house.tables.state import Table
from tests.house.tables.at_table import BOT, START, UP, refusal, table_of

MOVES = [(0, "d"), (1, "d"), (0, "e")]
SEAT = 0


def dance(drawn: int) -> Table:
    """The Dance from a position in the middle of the dealing, or after it."""
    cards = [("*", str(card)) for card in range(10, 10 + drawn)]
    return table_of("dance", ["ada", "bo"], begins=cards)


def test_a_match_begins_from_the_position_after_the_steps_that_were_given() -> None:
    table = table_of("connect4", ["ada", BOT], begins=MOVES)
    assert table.to_act == [1]
    assert table.match is not None
    assert [step.text for step in table.match.steps] == ["d", "d", "e"]
    told = [line for line in table.told[None] if line.kind == "news" and line.words]
    assert told[-1].words is not None
    assert (told[-1].words.key, told[-1].words.args) == ("house.set-up", {"count": 3})


def test_the_record_says_how_much_was_given_and_can_be_read_again() -> None:
    table = table_of("connect4", ["ada", "bo"], begins=MOVES)
    table = commands.act(table, START, UP, "bo", 1, ["e"]).table
    table = commands.act(table, START, UP, "ada", 0, ["resign"]).table
    assert table.match is not None
    data = to_json(table.match.record())
    record = from_json(data)
    assert record.given == 3
    assert to_json(record) == data
    assert to_json(Match.from_record(record, load("connect4")).record()) == data
    assert b"given" not in to_json(Match(load("connect4"), 2).record()), "a match from the beginning says nothing of it"


def test_nobody_takes_back_what_was_given() -> None:
    table = table_of("connect4", ["ada", "bo"], begins=MOVES)
    assert not table.can_take_back(0)
    assert table.match is not None
    assert not table.match.can_undo(0)
    table = commands.act(table, START, UP, "bo", 1, ["e"]).table
    assert table.can_take_back(1)
    assert not table.can_take_back(0)


def test_what_was_given_was_not_dealt_and_all_that_follows_can_be_checked() -> None:
    table = dance(5)
    match = table.match
    assert match is not None
    assert match.dealer is not None
    drawn = [step.text for step in match.steps if step.actor == "*"]
    assert drawn[:5] == ["10", "11", "12", "13", "14"]
    assert match.dealer.drawn == len(drawn) - 5 > 0
    table = commands.act(table, START, UP, "ada", 0, [match.legal(0)[0]]).table
    table = commands.close(table, START, UP).table
    assert table.match is not None
    record = from_json(to_json(table.match.record()))
    found = verify(record, load("dance"))
    assert found.good
    assert (found.text.key, found.text.args["given"]) == ("verify.good-given", 5)
    assert next(draw.step for draw in draws_of(record, load("dance"))) == 6


def test_a_record_that_says_too_much_was_given_is_found_out() -> None:
    """Who would pass a draw off as given moves all that come after it."""
    table = commands.close(dance(0), START, UP).table
    assert table.match is not None
    tree = records.to_builtins(table.match.record())
    assert verify(records.from_builtins(tree), load("dance")).good
    assert not verify(records.from_builtins({**tree, "given": 1}), load("dance")).good
    with pytest.raises(records.Refused):
        records.from_builtins({**tree, "given": 10_000})


@pytest.mark.parametrize(
    ("begins", "how", "key"),
    [
        ([(1, "d")], {}, "refuse.record-step"),
        ([(0, "z")], {}, "refuse.record-step"),
        ([("*", "d")], {}, "refuse.record-step"),
        ([(0, "a"), (1, "b")] * 3 + [(0, "a")], {}, "refuse.given-over"),
        ([(0, "d"), (1, "resign")], {}, "refuse.given-over"),
        (MOVES, {"rated": True}, "refuse.rated-given"),
        ([(0, "d")] * (MOST_GIVEN + 1), {}, "refuse.given-many"),
    ],
)
def test_what_cannot_be_begun_from_is_refused(begins: object, how: dict[str, object], key: str) -> None:
    assert refusal(table_of, "connect4", ["ada", "bo"], begins=begins, **how) == key


def test_it_counts_for_nobody_and_the_next_one_begins_there_too() -> None:
    from parlour.house.tables import rematch

    table = table_of("connect4", ["ada", BOT], begins=MOVES)
    table = commands.leave(table, START, UP, "ada").table
    assert finish_of(table) is None
    table = rematch.want_rematch(table, START, "ada").table
    again = rematch.open_rematch(table, START, "t2", "word", "5e" * 32).table
    assert again.match is not None
    assert [step.text for step in again.match.steps] == ["d", "d", "e"]
