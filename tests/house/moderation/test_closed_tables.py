"""Tables that those who look after the house close, or take out of the ratings."""

from parlour.house.ratings.eligibility import finish_of
from parlour.house.tables import commands
from parlour.house.tables.log import without_words_of
from tests.house.tables.at_table import OPEN, UP, evening, keys, portrait, refusal, replayed


def test_a_match_that_is_closed_is_void_and_everybody_is_told() -> None:
    table = evening("connect4", ["ann", "bob"], rated=True).play(commands.act, "ann", 0, ["a"]).play(commands.close)
    after = table.table
    assert after.over
    assert after.match is not None
    assert after.match.result is not None
    assert (after.match.result.ending, after.match.result.returns) == ("void", [0.0, 0.0])
    assert finish_of(after) is None
    for viewer in after.viewers:
        assert keys(after.told[viewer])[-2:] == ["house.closed-by-house", "house.over"]
    assert portrait(replayed(table.events)) == portrait(after)
    assert refusal(commands.close, after, table.now, UP) == "refuse.over"


def test_a_table_that_waits_is_closed_too() -> None:
    table = evening("connect4", ["ann", OPEN]).play(commands.close)
    assert table.table.over
    assert keys(table.table.told[None])[-1] == "house.closed-by-house"
    assert portrait(replayed(table.events)) == portrait(table.table)


def test_spectators_who_are_behind_see_the_end_at_once() -> None:
    table = evening("connect4", ["ann", "bob"], delay=5).play(commands.act, "ann", 0, ["a"]).play(commands.close).table
    assert keys(table.told[None])[-2:] == ["house.closed-by-house", "house.over"]


def test_a_match_is_taken_out_of_the_ratings_and_back_in() -> None:
    table = evening("connect4", ["ann", "bob"], rated=True)
    assert refusal(commands.annul, table.table, table.now) == "moderation.counts-not"
    table.play(commands.act, "ann", 0, ["a"]).play(commands.act, "bob", 1, ["resign"])
    counted = finish_of(table.table)
    assert counted is not None
    assert counted.places == (1, 2)
    table.do(commands.annul)
    annulled = finish_of(table.table)
    assert annulled is not None
    assert (annulled.places, annulled.worth) == ((), None)
    assert commands.annul(table.table, table.now) is None
    assert keys(table.table.told[0])[-1] == "house.annulled"
    assert portrait(replayed(table.events)) == portrait(table.table)
    table.do(commands.reinstate)
    assert finish_of(table.table) == counted
    assert commands.reinstate(table.table, table.now) is None


def test_what_does_not_count_cannot_be_taken_out() -> None:
    casual = (
        evening("connect4", ["ann", "bob"]).play(commands.act, "ann", 0, ["a"]).play(commands.act, "bob", 1, ["resign"])
    )
    assert refusal(commands.annul, casual.table, casual.now) == "moderation.counts-not"


def test_who_is_not_heard_still_counts_as_a_line() -> None:
    table = evening("connect4", ["ann", "bob"])
    table.do(commands.say, "ann", "Ann", "hello").do(commands.say, "bob", "Bob", "fie")
    lines = table.table.told[0]
    assert [line.person for line in lines[-2:]] == ["ann", "bob"]
    hushed = without_words_of(lines, {"bob"})
    assert len(hushed) == len(lines)
    assert hushed[:-1] == lines[:-1]
    assert (hushed[-1].text, hushed[-1].hushed) == ("", True)
