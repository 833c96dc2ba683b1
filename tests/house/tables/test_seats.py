"""Sitting down, starting, getting up; what the host may do, and who is the host then."""

from copy import copy

import pytest

from parlour.house.tables import commands, rematch
from parlour.house.tables.commands import act, clear_seat, leave, run_out, seat_bot, sit, start, step
from parlour.house.tables.events import TableRules
from parlour.house.tables.rematch import want_rematch
from parlour.house.tables.snapshot import snapshot_for
from parlour.house.tables.summary import people_are_still_to_begin, summary_of
from tests.house.tables.at_table import BOT, LIVE, OPEN, UP, evening, keys, opened, person, refusal, replayed, table_of

# -- sitting down -----------------------------------------------------------------------------------------------


def test_a_full_table_begins_by_itself() -> None:
    e = evening("connect4", ["ada", OPEN])
    assert (e.table.phase, summary_of(e.table).room) == ("open", True)
    e.do(sit, person("bob"), None)
    assert (e.table.phase, summary_of(e.table).room) == ("playing", False)
    assert keys(e.table.told[None]) == ["house.sat", "house.sat", "house.started"]
    assert [seat.name for seat in e.table.match.seats] == ["Ada", "Bob"]


def test_alone_with_bots_one_plays_at_once() -> None:
    assert table_of("connect4", [BOT, "ada"]).phase == "playing"


def test_a_host_who_wants_to_say_when_says_when() -> None:
    e = evening("connect4", ["ada", OPEN], start="host")
    assert refusal(start, e.table, e.now, "ada") == "refuse.seats-open"
    e.do(sit, person("bob"), 1)
    assert e.table.phase == "open"
    assert refusal(start, e.table, e.now, "bob") == "refuse.host-only"
    e.do(start, "ada")
    assert e.table.phase == "playing"
    assert refusal(start, e.table, e.now, "ada") == "refuse.table-started"


def test_a_seat_is_for_one_and_a_person_sits_once() -> None:
    e = evening("dance", ["ada", OPEN, OPEN])
    assert refusal(sit, e.table, e.now, person("bob"), 0) == "refuse.seat-taken"
    assert refusal(sit, e.table, e.now, person("bob"), 3) == "refuse.no-such-seat"
    assert refusal(sit, e.table, e.now, person("bob"), -1) == "refuse.no-such-seat"
    assert refusal(sit, e.table, e.now, person("ada"), None) == "refuse.sits-already"
    e.do(sit, person("bob"), 2)
    assert e.table.people == ["ada", "bob"]
    e.do(sit, person("cyd"), None)
    assert refusal(sit, e.table, e.now, person("dan"), None) == "refuse.table-started"


def test_with_all_seats_taken_there_is_room_to_watch_only() -> None:
    e = evening("connect4", ["ada", "bob"], start="host")
    assert refusal(sit, e.table, e.now, person("cyd"), None) == "refuse.table-full"


def test_one_person_can_have_several_seats_and_plays_each_in_turn() -> None:
    e = evening("connect4", ["ada", "ada"])
    assert e.table.people == ["ada"]
    e.play(act, "ada", 0, ["d"]).play(act, "ada", 1, ["d"])
    assert refusal(act, e.table, e.now, UP, "ada", 1, ["d"]) == "refuse.not-your-turn"


def test_nobody_moves_for_somebody_else() -> None:
    e = evening("connect4", ["ada", "bob"])
    assert refusal(act, e.table, e.now, UP, "bob", 0, ["d"]) == "refuse.not-your-seat"
    assert refusal(act, e.table, e.now, UP, "zoe", 0, ["resign"]) == "refuse.not-your-seat"
    assert refusal(act, e.table, e.now, UP, "ada", 7, ["d"]) == "refuse.no-such-seat"
    bots = table_of("connect4", ["ada", BOT])
    assert refusal(act, bots, e.now, UP, "ada", 1, ["d"]) == "refuse.not-your-seat"


@pytest.mark.parametrize("steps", [[], ["d"] * 101])
def test_a_batch_has_a_length_that_a_person_could_mean(steps: list[str]) -> None:
    table = table_of("connect4", ["ada", "bob"])
    assert refusal(act, table, 0, UP, "ada", 0, steps) == "refuse.batch-length"


# -- the host's rights ------------------------------------------------------------------------------------------


def test_the_host_alone_puts_bots_into_seats_and_clears_them() -> None:
    e = evening("dance", ["ada", OPEN, OPEN], start="host").do(sit, person("bob"), None)
    assert refusal(seat_bot, e.table, e.now, "bob", 2, 3) == "refuse.host-only"
    assert refusal(clear_seat, e.table, e.now, "bob", 0) == "refuse.host-only"
    assert refusal(seat_bot, e.table, e.now, "ada", 1, 3) == "refuse.seat-taken"
    assert refusal(seat_bot, e.table, e.now, "ada", 2, 6) == "refuse.level"
    assert refusal(clear_seat, e.table, e.now, "ada", 2) == "refuse.seat-open"
    assert refusal(clear_seat, e.table, e.now, "ada", 0) == "refuse.clear-self"
    e.do(seat_bot, "ada", 2, 3).do(seat_bot, "ada", 2, 5)
    assert (e.table.sitters[2].kind, e.table.sitters[2].level) == ("bot", 5)
    e.do(clear_seat, "ada", 1)
    assert e.table.people == ["ada"]
    assert keys(e.table.told[1])[-1] == "house.left"


def test_when_the_host_leaves_the_next_who_sits_there_is_host() -> None:
    e = evening("dance", ["ada", OPEN, OPEN], start="host").do(sit, person("cyd"), 2).do(sit, person("bob"), 1)
    e.play(leave, "ada")
    assert (e.table.host, e.table.phase) == ("bob", "open")
    assert keys(e.table.told[None])[-2:] == ["house.left", "house.host"]
    e.do(seat_bot, "bob", 0, 1).do(start, "bob")
    assert e.table.phase == "playing"


def test_the_last_to_leave_closes_the_table_and_sits_there_no_more() -> None:
    e = evening("dance", ["ada", BOT, OPEN]).play(leave, "ada")
    assert (e.table.phase, e.table.people, e.table.match) == ("over", [], None)
    assert summary_of(e.table).people == ()
    assert refusal(sit, e.table, e.now, person("bob"), None) == "refuse.over"
    assert refusal(want_rematch, e.table, e.now, "ada") == "refuse.sits-not"
    assert snapshot_for(e.table, None).phase == "over"


def test_a_host_who_leaves_in_play_or_runs_out_of_time_hands_the_table_on() -> None:
    e = evening("dance", ["ada", "bob", "cyd"]).play(leave, "ada")
    assert e.table.host == "bob"
    e = evening("dance", ["ada", "bob", "cyd"], clock=LIVE)
    while e.table.to_act != [0]:
        seat = e.table.to_act[0]
        e.play(step, seat, [next(text for text in e.table.match.legal(seat) if text == "pass")])
    e.wait(65).play(run_out)
    assert (e.table.host, e.table.sitters[0].kind) == ("bob", "bot")


# -- leaving ----------------------------------------------------------------------------------------------------


def test_of_two_opponents_who_leaves_loses() -> None:
    e = evening("connect4", ["ada", "bob"]).play(act, "ada", 0, ["d"]).play(leave, "ada")
    result = e.table.match.result
    assert (result.ending, result.seat, result.returns) == ("abandoned", 0, [-1.0, 1.0])


def test_who_leaves_a_bot_loses_too() -> None:
    e = evening("connect4", [BOT, "ada"]).play(leave, "ada")
    assert e.table.match.result.returns == [1.0, -1.0]


def test_who_leaves_a_match_against_oneself_loses_nothing() -> None:
    e = evening("connect4", ["ada", "ada"]).play(leave, "ada")
    assert e.table.match.result.returns == [0.0, 0.0]


def test_among_more_than_two_a_bot_takes_over_all_seats_of_who_leaves() -> None:
    e = evening("luckymoose", ["ada", "bob", "ada"], clock=LIVE).wait(1).play(leave, "ada")
    assert e.table.phase == "playing"
    assert [sitter.kind for sitter in e.table.sitters] == ["bot", "person", "bot"]
    assert [(s.seat, s.kind) for s in e.table.match.record().substitutions] == [(0, "bot"), (2, "bot")]
    assert set(e.table.clocks.since) <= {1}
    assert refusal(leave, e.table, e.now, UP, "ada") == "refuse.sits-not"
    assert refusal(act, e.table, e.now, UP, "ada", 0, ["undo"]) == "refuse.not-your-seat"


def test_together_a_bot_takes_over_even_of_two() -> None:
    e = evening("dance", ["ada", "bob"]).play(leave, "bob")
    assert (e.table.phase, e.table.sitters[1].kind) == ("playing", "bot")
    e.play(leave, "ada")
    assert e.table.match.result.ending == "abandoned"


def test_after_the_match_there_is_nothing_to_leave() -> None:
    e = evening("connect4", ["ada", "bob"]).play(leave, "ada")
    assert refusal(leave, e.table, e.now, UP, "bob") == "refuse.over"


# -- what is agreed on ------------------------------------------------------------------------------------------


def test_rules_are_checked_before_anybody_sits_down() -> None:
    def rules(**given: object) -> TableRules:
        return TableRules(**{"game": "dance", "rules_version": 1, "options": {}, "seats": 3, **given})  # type: ignore[arg-type]

    check = commands.check_rules
    assert check(rules()).options == {"hand": 6, "minimum": 2}
    assert check(rules(options={"hand": 5})).options == {"hand": 5, "minimum": 2}
    assert refusal(check, rules(options={"hand": 99})) == "refuse.option-range"
    assert refusal(check, rules(options={"wings": True})) == "refuse.option-unknown"
    assert refusal(check, rules(seats=6)) == "refuse.seats"
    assert refusal(check, rules(game="poker")) == "refuse.no-such-game"
    assert refusal(check, rules(delay=101)) == "refuse.delay"
    assert refusal(check, rules(delay=-1)) == "refuse.delay"


def test_a_match_of_other_rules_can_be_looked_at_and_not_played_on() -> None:
    e = evening("connect4", ["ada", "bob"])
    kept = [*e.events]
    object.__setattr__(e.table.game, "rules_version", 2)
    try:
        table = replayed(kept)
        assert snapshot_for(table, 0).scene is not None
        assert refusal(act, table, e.now, UP, "ada", 0, ["d"]) == "refuse.table-rules"
    finally:
        object.__setattr__(e.table.game, "rules_version", 1)


# -- words, and another match -----------------------------------------------------------------------------------


def test_resigning_and_drawing_are_steps_like_others() -> None:
    e = evening("connect4", ["ada", "bob"]).play(act, "ada", 0, ["d"])
    resigned = act(e.table, e.now, UP, "ada", 0, ["resign"])
    assert resigned.table.match is not None
    assert (resigned.table.phase, resigned.table.match.ended.by) == ("over", "resigned")  # type: ignore[union-attr]
    e.play(act, "bob", 1, ["draw"])
    assert [snapshot_for(e.table, viewer).offer for viewer in (0, 1, None)] == [1, 1, 1]
    e.play(act, "ada", 0, ["draw"])
    assert e.table.match.ended.by == "agreed"


def test_a_bot_who_is_offered_a_draw_has_to_answer() -> None:
    e = evening("connect4", ["ada", BOT]).play(act, "ada", 0, ["d"]).play(step, 1, ["d"])
    assert not summary_of(e.table).resume
    e.play(act, "ada", 0, ["draw"])
    assert summary_of(e.table).resume
    e.play(step, 1, ["decline"])
    assert not summary_of(e.table).resume


def test_another_match_is_opened_when_everybody_wants_it_and_all_move_on_a_seat() -> None:
    e = evening("luckymoose", ["ada", "bob", BOT])
    assert refusal(want_rematch, e.table, e.now, "ada") == "refuse.rematch-early"
    while not e.table.over:
        seat = e.table.to_act[0]
        e.play(step, seat, [e.table.match.legal(seat)[-1]])
    e.do(want_rematch, "ada")
    assert refusal(want_rematch, e.table, e.now, "ada") == "refuse.rematch-wanted"
    assert refusal(want_rematch, e.table, e.now, "zoe") == "refuse.sits-not"
    assert refusal(rematch.link_rematch, e.table, e.now, "t2") == "refuse.rematch-early"
    assert not summary_of(e.table).resume
    e.do(want_rematch, "bob")
    assert summary_of(e.table).resume
    again = rematch.open_rematch(e.table, e.now, "t2", "letmein", "ab" * 32).table
    assert [sitter.name for sitter in again.sitters] == [BOT.name, "Ada", "Bob"]
    assert (again.rematch_of, again.rules, again.host) == ("t1", e.table.rules, "ada")
    e.do(rematch.link_rematch, "t2")
    assert refusal(rematch.link_rematch, e.table, e.now, "t3") == "refuse.rematch-there"
    assert snapshot_for(e.table, 1).rematch_table == "t2"
    assert not summary_of(e.table).resume


def test_a_card_says_whom_the_table_waits_for() -> None:
    e = evening("command", ["ada", "bob"])
    assert list(summary_of(e.table).turn) == ["ada", "bob"]
    e = evening("connect4", ["ada", "bob"]).play(act, "ada", 0, ["d"])
    assert list(summary_of(e.table).turn) == ["bob"]
    assert list(summary_of(opened("connect4", ["ada", OPEN]).table).turn) == []


def test_bots_hurry_until_the_first_person_has_begun_and_then_no_more() -> None:
    e = evening("connect4", [BOT, "ada"])
    assert people_are_still_to_begin(e.table)
    e.play(step, 0, ["d"])
    assert people_are_still_to_begin(e.table)
    e.play(step, 1, ["d"])
    assert not people_are_still_to_begin(e.table)
    e.play(step, 0, ["e"])
    assert not people_are_still_to_begin(e.table)


def test_bots_among_themselves_keep_their_pace_for_those_who_watch() -> None:
    table = copy(table_of("connect4", ["ada", BOT]))
    assert people_are_still_to_begin(table)
    table.sitters = [BOT, BOT]
    assert not people_are_still_to_begin(table)
