"""Talk at a table: who hears whom, and what a game may forbid."""

import pytest

from parlour.house.tables import commands
from parlour.house.tables.commands import LONGEST_TALK, act, leave, say
from tests.house.tables.at_table import OPEN, evening, keys, refusal, replayed


def test_players_talk_at_the_table_and_everybody_hears_them() -> None:
    e = evening("connect4", ["ada", "bob"]).do(say, "ada", "somebody else", "  good \n luck ")
    for viewer in (0, 1, None):
        line = e.table.told[viewer][-1]
        assert (line.kind, line.seat, line.name, line.text, line.channel) == ("said", 0, "Ada", "good luck", "table")
    assert replayed(e.events).told == e.table.told


def test_others_talk_in_the_gallery_and_no_player_hears_them() -> None:
    e = evening("dance", ["ada", "bob"]).do(say, "zoe", "Zoe", "Ada has the 57")
    line = e.table.told[None][-1]
    assert (line.seat, line.name, line.channel) == (None, "Zoe", "gallery")
    assert "Ada has the 57" not in keys(e.table.told[0]) + keys(e.table.told[1])


def test_who_has_left_the_match_talks_in_the_gallery() -> None:
    e = evening("dance", ["ada", "bob", "cyd"]).play(leave, "cyd").do(say, "cyd", "Cyd", "I had the 12")
    assert "I had the 12" not in keys(e.table.told[0])


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("\u202egood luck", "good luck"),
        ("good\u2069 \u2067luck", "good luck"),
        ("e" + "\u0301" * 60 + "!", "e" + "\u0301" * 4 + "!"),
        ("שלום \u200fעולם", "שלום \u200fעולם"),
        ("👨‍👩‍👧‍👦 👍🏽", "👨‍👩‍👧‍👦 👍🏽"),
        ("Nguye\u0302\u0303n", "Nguye\u0302\u0303n"),
    ],
)
def test_what_is_said_stays_in_its_line(said: str, kept: str) -> None:
    assert evening("connect4", ["ada", "bob"]).do(say, "ada", "Ada", said).table.told[1][-1].text == kept


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "\x1b[2K", "a\x00b", "\ud800", "\u200b", "\u2066 \u2069"])
def test_there_is_something_to_read_in_every_message(text: str) -> None:
    e = evening("connect4", ["ada", "bob"])
    assert refusal(say, e.table, e.now, "ada", "Ada", text) == "refuse.talk-empty"


def test_a_message_has_a_length() -> None:
    e = evening("connect4", ["ada", "bob"]).do(say, "ada", "Ada", "x" * LONGEST_TALK)
    assert refusal(say, e.table, e.now, "ada", "Ada", "x" * (LONGEST_TALK + 1)) == "refuse.talk-long"


def test_what_a_game_forbids_players_may_not_say_while_they_play() -> None:
    e = evening("dance", ["ada", "bob", OPEN]).do(say, "ada", "Ada", "I like 57")
    e = evening("dance", ["ada", "bob"])
    assert refusal(say, e.table, e.now, "ada", "Ada", "I have the 57") == "refuse.talk-rule"
    assert refusal(say, e.table, e.now, "bob", "Bob", "s i x") == "refuse.talk-rule"
    e.do(say, "ada", "Ada", "keep off the second pile")
    e.play(leave, "ada").play(leave, "bob").do(say, "bob", "Bob", "I had the 57")
    assert keys(e.table.told[0])[-1] == "I had the 57"


def test_other_games_forbid_nothing() -> None:
    e = evening("connect4", ["ada", "bob"]).do(say, "ada", "Ada", "four in a row, 1, 2, 3")
    assert keys(e.table.told[1])[-1] == "four in a row, 1, 2, 3"


def test_talk_moves_no_table_in_the_lists_and_stops_no_clock() -> None:
    e = evening("connect4", ["ada", "bob"]).wait(5).play(act, "ada", 0, ["d"])
    before = (e.table.updated, e.table.clocks)
    e.wait(5).do(say, "ada", "Ada", "your turn")
    assert (e.table.updated, e.table.clocks) == before


def test_one_person_has_so_many_lines_at_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "MOST_SAID", 3)
    e = evening("connect4", ["ada", "bob"])
    for number in range(3):
        e.do(say, "ada", "Ada", f"{number}")
    assert refusal(say, e.table, e.now, "ada", "Ada", "and another thing") == "refuse.talk-much"
    assert refusal(say, replayed(e.events), e.now, "ada", "Ada", "after a restart") == "refuse.talk-much"
    e.do(say, "bob", "Bob", "good luck")


def test_all_together_have_so_many_and_the_gallery_cannot_silence_the_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "MOST_SAID_IN_ALL", 4)
    e = evening("connect4", ["ada", "bob"])
    for number in range(4):
        e.do(say, f"guest{number}", "Somebody", "hello")
    assert refusal(say, e.table, e.now, "zoe", "Zoe", "hello") == "refuse.talk-full"
    for name in ("ada", "bob", "ada", "bob"):
        e.do(say, name, name, "good luck")
    assert refusal(say, e.table, e.now, "ada", "Ada", "hello") == "refuse.talk-full"
