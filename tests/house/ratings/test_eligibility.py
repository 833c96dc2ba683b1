"""Which matches count: who may sit at a rated table, what is not possible there, and how every ending comes out."""

from collections.abc import Sequence
from typing import Any

import pytest

from parlour.house.ratings import eligibility
from parlour.house.ratings.eligibility import finish_of
from parlour.house.ratings.records import Finish
from parlour.house.tables import commands, rematch
from parlour.house.tables import events as ev
from parlour.house.tables.clocks import SECOND
from parlour.house.tables.commands import act, ask_takeback, leave, run_out, seat_bot, sit
from parlour.house.tables.snapshot import snapshot_for
from parlour.house.tables.state import Table
from parlour.house.tables.summary import TableDetails, summary_of
from tests.house.tables.at_table import (  # fmt: skip
    BOT,
    LIVE,
    OPEN,
    START,
    UP,
    TimedTable,
    evening,
    opened,
    person,
    refusal,
    replayed,
    table_of,
)

WIN = ["a", "b", "a", "b", "a", "b", "a"]  # of Connect 4, for the first seat


def rated(game: str, sitters: Sequence[Any], **how: Any) -> TimedTable:
    return evening(game, sitters, rated=True, **how)


def play(e: TimedTable, steps: Sequence[str]) -> TimedTable:
    for number, text in enumerate(steps):
        seat = number % 2
        who = e.table.sitters[seat].person
        if who is None:
            e.play(commands.step, seat, [text])
        else:
            e.play(act, who, seat, [text])
    return e


def finish(table: Table) -> Finish:
    found = finish_of(table)
    assert found is not None, "it counts"
    return found


# -- who sits there ---------------------------------------------------------------------------------------------


def test_a_table_is_casual_unless_its_host_says_otherwise() -> None:
    assert not table_of("connect4", ["ada", "bob"]).rules.rated
    e = rated("connect4", ["ada", OPEN])
    assert e.table.rules.rated
    assert b'"rated":true' in summary_of(e.table).body
    assert b"rated" not in summary_of(table_of("connect4", ["ada", OPEN])).body
    assert TableDetails.__struct_fields__.count("rated") == 1


def test_guests_do_not_sit_down_where_it_counts() -> None:
    e = rated("connect4", ["ada", OPEN])
    assert refusal(sit, e.table, e.now, person("gus"), None, None, True) == "refuse.rated-guest"
    assert e.do(sit, person("bob"), None, None, False).table.phase == "playing"
    casual = evening("connect4", ["ada", OPEN])
    assert casual.do(sit, person("gus"), None, None, True).table.phase == "playing"


def test_nobody_has_two_seats_where_it_counts() -> None:
    assert refusal(opened, "connect4", ["ada", "ada"], rated=True) == "refuse.rated-twice"
    assert refusal(opened, "luckymoose", ["ada", "ada", BOT], rated=True) == "refuse.rated-twice"
    assert rated("luckymoose", ["ada", BOT, BOT]).table.phase == "playing"


def test_a_game_with_a_coach_does_not_count() -> None:
    assert refusal(opened, "connect4", ["ada", BOT], rated=True, guided=True) == "refuse.rated-guided"


def test_best_scores_are_for_people_alone_with_the_usual_settings() -> None:
    assert refusal(opened, "dance", ["ada", BOT], rated=True) == "refuse.rated-bot"
    assert refusal(opened, "dance", ["ada", OPEN], rated=True, options={"hand": 8}) == "refuse.rated-options"
    e = rated("dance", ["ada", OPEN])
    assert refusal(seat_bot, e.table, e.now, "ada", 1, 3) == "refuse.rated-bot"
    assert rated("dance", ["ada"]).table.phase == "playing"


def test_nothing_is_taken_back_where_it_counts() -> None:
    casual, serious = (play(evening("connect4", ["ada", "bob"], rated=counts), ["a"]) for counts in (False, True))
    assert snapshot_for(casual.table, 0).can_take_back
    assert not snapshot_for(serious.table, 0).can_take_back
    assert refusal(ask_takeback, serious.table, serious.now, UP, "ada", 0) == "refuse.takeback-rated"


# -- endings ----------------------------------------------------------------------------------------------------


def test_a_match_counts_with_those_who_played_and_their_places() -> None:
    e = play(rated("connect4", ["ada", "bob"]).wait(5), WIN)
    expected = Finish(table="t1", game="connect4", at=START + 5 * SECOND, seats=("ada", "bob"), places=(1, 2))
    assert finish(e.table) == expected
    e.wait(60).do(rematch.want_rematch, "ada")
    assert finish(e.table) == finish(replayed(e.events)) == expected, "what comes after the end changes nothing"


def test_a_casual_match_counts_for_nobody() -> None:
    assert finish_of(play(evening("connect4", ["ada", "bob"]), WIN).table) is None


def test_a_match_that_is_still_played_has_not_come_out() -> None:
    assert finish_of(rated("connect4", ["ada", OPEN]).table) is None
    assert finish_of(play(rated("connect4", ["ada", "bob"]), WIN[:-1]).table) is None


def test_bots_go_by_their_level() -> None:
    assert finish(play(rated("connect4", [BOT, "ada"]), WIN).table).seats == ("bot:1", "ada")


def test_resigning_agreeing_to_a_draw_leaving_and_running_out_of_time_count() -> None:
    def begun() -> TimedTable:
        return play(rated("connect4", ["ada", "bob"], clock=LIVE), ["a"])

    assert finish(begun().play(act, "bob", 1, ["resign"]).table).places == (1, 2)
    assert finish(begun().play(act, "bob", 1, ["draw"]).play(act, "ada", 0, ["draw"]).table).places == (1, 1)
    assert finish(begun().play(leave, "ada").table).places == (2, 1)
    assert finish(begun().wait(1000).play(run_out).table).places == (1, 2)


def test_what_ends_before_anybody_took_a_step_counts_for_nobody() -> None:
    e = rated("connect4", ["ada", "bob"])
    assert finish_of(e.play(leave, "ada").table) is None


def test_what_is_broken_off_counts_for_nobody() -> None:
    e = play(rated("connect4", ["ada", "bob"]), ["a"])
    assert finish_of(e.table.after([ev.MatchEnded(at=e.now, by="void")])) is None


def test_whoever_leaves_several_others_comes_last_and_the_bot_instead_is_nobody() -> None:
    e = rated("luckymoose", ["ada", "bob", "cyd", BOT])
    move_on(e)
    e.wait(1).play(leave, "bob").wait(1).play(leave, "ada")
    play_out(e)
    found = finish(e.table)
    assert found.seats == ("ada", "bob", "cyd", "bot:1")
    assert found.places[:2] == (3, 4)
    assert sorted(found.places[2:]) in ([1, 2], [1, 1])


def test_whoever_leaves_bots_to_themselves_has_lost_to_them() -> None:
    e = rated("luckymoose", ["ada", BOT, BOT])
    move_on(e)
    assert finish(e.play(leave, "ada").table).places == (3, 1, 1)


def test_those_who_are_gone_at_the_same_moment_share_a_place() -> None:
    e = rated("luckymoose", ["ada", "bob", BOT, BOT])
    move_on(e)
    late = [ev.Replaced(at=e.now, seat=seat, sitter=commands.bot_sitter(3), why="time") for seat in (0, 1)]
    assert finish(e.table.after([*late, ev.MatchEnded(at=e.now, by="abandoned")])).places == (3, 3, 1, 1)


# -- in a tournament ------------------------------------------------------------------------------------------


def cup(game: str, sitters: Sequence[Any], **how: Any) -> TimedTable:
    return rated(game, sitters, tournament="cup", **how)


def test_who_never_came_to_a_match_of_a_tournament_has_played_no_game_and_nor_has_the_other() -> None:
    def begun() -> TimedTable:
        return play(cup("connect4", ["ada", "bob"], clock=LIVE), ["a"])

    for table in (begun().play(leave, "bob").table, begun().wait(1000).play(run_out).table):
        assert eligibility.never_came(table) == [1]
        assert finish_of(table) is None
    # Whoever has moved and then leaves has lost a game; so has who resigns instead of moving.
    assert finish(begun().play(leave, "ada").table).places == (2, 1)
    assert finish(begun().play(act, "bob", 1, ["resign"]).table).places == (1, 2)
    assert finish(play(begun(), []).play(act, "bob", 1, ["b"]).play(leave, "bob").table).places == (1, 2)


def test_of_more_those_who_came_are_rated_among_each_other() -> None:
    e = cup("luckymoose", ["ada", "bob", "cyd", BOT])
    move_on(e)
    e.wait(1).play(leave, "bob")
    play_out(e)
    assert eligibility.never_came(e.table) == [1]
    found = finish(e.table)
    assert found.seats == ("ada", "cyd", "bot:1")
    assert max(found.places) <= 3


def test_a_match_of_bots_alone_counts_for_no_rating() -> None:
    assert finish_of(play(cup("connect4", [BOT, commands.bot_sitter(2)]), WIN).table) is None
    assert finish(play(cup("connect4", [BOT, "ada"]), WIN).table).seats == ("bot:1", "ada")


def test_a_dance_counts_by_what_is_left_if_all_stayed() -> None:
    e = rated("dance", ["ada", "bob"])
    play_out(e)
    found = finish(e.table)
    assert e.table.match is not None
    assert e.table.match.result is not None
    assert (found.places, found.score) == ((), e.table.match.result.scores[0])
    assert found.worth == e.table.match.result.returns[0]
    left = rated("dance", ["ada", "bob"])
    move_on(left)
    left.play(leave, "ada")
    play_out(left)
    assert finish_of(left.table) is None


def test_a_rematch_counts_as_the_match_did_if_it_can() -> None:
    e = play(rated("connect4", ["ada", "bob"]), WIN)
    assert rematch.open_rematch(e.table, e.now, "t2", "in", "5e" * 32).table.rules.rated
    danced = rated("dance", ["ada", "bob"])
    move_on(danced)
    danced.play(leave, "ada")  # a bot dances on
    play_out(danced)
    assert not rematch.open_rematch(danced.table, e.now, "t2", "in", "5e" * 32).table.rules.rated


@pytest.mark.parametrize("level", range(1, 6))
def test_no_persons_id_is_a_bots(level: int) -> None:
    assert eligibility.identity(commands.bot_sitter(level)) == f"bot:{level}"
    assert eligibility.identity(person("ada")) == "ada"


def move_on(e: TimedTable) -> None:
    """One step of whoever is to act."""
    match = e.table.match
    assert match is not None
    seat = e.table.to_act[0]
    e.play(commands.step, seat, [match.legal(seat)[0]])


def play_out(e: TimedTable) -> None:
    while not e.table.over:
        move_on(e)
