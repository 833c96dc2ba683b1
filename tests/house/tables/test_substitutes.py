"""Taking over from a bot that sits in for whoever left: who may, what they know, and for whom the result counts."""

from random import Random
from typing import Any

import msgspec

from parlour.core.record import sitting
from parlour.house.ratings.eligibility import finish_of
from parlour.house.tables import rematch
from parlour.house.tables.clocks import DAY
from parlour.house.tables.commands import act, answer_takeback, ask_takeback, leave, run_out, say, step, step_in
from parlour.house.tables.events import Sitter, TableRules
from parlour.house.tables.snapshot import snapshot_for
from parlour.house.tables.summary import TableDetails, summary_of
from tests.house.tables.at_table import (
    BOT,
    DAYS,
    LIVE,
    OPEN,
    UP,
    TimedTable,
    evening,
    keys,
    look,
    person,
    portrait,
    refusal,
    replayed,
)

ZOE = person("zoe")


def three(game: str = "dance", **how: Any) -> TimedTable:
    return evening(game, ["ada", "bob", "cyd"], substitutes=True, **how)


def comes(e: TimedTable, who: Sitter = ZOE, seat: int | None = None, *, guest: bool = False) -> TimedTable:
    return e.play(step_in, who, seat, guest)


def no_way_in(e: TimedTable, who: Sitter = ZOE, seat: int | None = None, *, guest: bool = False) -> str:
    return refusal(step_in, e.table, e.now, e.uptimes, who, seat, guest)


def moves(e: TimedTable, count: int) -> TimedTable:
    """Any that are legal, by whoever is to act."""
    rng = Random(3)
    for _ in range(count):
        match = e.table.match
        assert match is not None
        if e.table.over:
            return e
        seat = e.table.to_act[0]
        e.wait(1).play(step, seat, [rng.choice(match.legal(seat))])
    return e


# -- who may --------------------------------------------------------------------------------------------------


def test_a_person_takes_over_from_the_bot_of_whoever_left() -> None:
    e = moves(three(), 3).play(leave, "bob")
    assert (e.table.vacant, e.table.sitters[1].kind) == ([1], "bot")
    comes(e)
    assert (e.table.vacant, e.table.people) == ([], ["ada", "zoe", "cyd"])
    assert keys(e.table.told[None])[-2:] == ["house.replaced-left", "house.stepped-in"]
    assert portrait(replayed(e.events)) == portrait(e.table)


def test_what_the_seat_knows_goes_with_the_seat() -> None:
    e = moves(three(), 3)
    before = snapshot_for(e.table, 1)
    told = e.table.told[1]
    comes(e.play(leave, "bob"))
    after = snapshot_for(e.table, 1)
    assert (after.scene, after.choices) == (before.scene, before.choices)
    assert e.table.told[1][: len(told)] == told


def test_only_where_the_table_allows_it() -> None:
    e = evening("dance", ["ada", "bob", "cyd"]).play(leave, "bob")
    assert (e.table.vacant, no_way_in(e)) == ([], "refuse.substitute-never")


def test_only_a_seat_that_somebody_left() -> None:
    e = evening("dance", ["ada", "bob", BOT], substitutes=True)
    assert no_way_in(e) == "refuse.substitute-none"
    e.play(leave, "bob")
    assert no_way_in(e, seat=2) == "refuse.seat-taken"
    assert no_way_in(e, seat=0) == "refuse.seat-taken"
    assert no_way_in(e, seat=9) == "refuse.no-such-seat"
    assert no_way_in(e, person("ada")) == "refuse.sits-already"
    comes(e)
    assert no_way_in(e, person("dan")) == "refuse.substitute-none"


def test_not_before_the_match_and_not_after_it() -> None:
    waiting = evening("dance", ["ada", OPEN, OPEN], substitutes=True)
    assert no_way_in(waiting) == "refuse.table-waits"
    e = three().play(leave, "bob").play(leave, "ada").play(leave, "cyd")
    assert e.table.over
    assert no_way_in(e) == "refuse.over"


def test_never_in_a_match_for_two_who_oppose_each_other() -> None:
    e = evening("connect4", ["ada", "bob"], substitutes=True)
    assert not e.table.rules.substitutes
    assert evening("dance", ["ada", "bob"], substitutes=True).table.rules.substitutes


def test_nobody_who_has_had_another_seat_of_the_match() -> None:
    e = three().play(leave, "bob").play(leave, "cyd")
    assert no_way_in(e, person("bob"), 2) == "refuse.substitute-other"
    assert no_way_in(e, person("cyd"), 1) == "refuse.substitute-other"
    comes(e, seat=1).play(leave, "zoe")
    assert no_way_in(e, ZOE, 2) == "refuse.substitute-other"


def test_nobody_from_where_another_hand_was_seen() -> None:
    e = three().play(leave, "bob")
    assert refusal(step_in, e.table, e.now, e.uptimes, ZOE, 1, False, {0}) == "refuse.substitute-visit"
    assert refusal(step_in, e.table, e.now, e.uptimes, ZOE, 1, False, {1, 2}) == "refuse.substitute-visit"
    assert e.table.after(step_in(e.table, e.now, e.uptimes, ZOE, 1, False, {1}).events).people == ["ada", "zoe", "cyd"]
    back = step_in(e.table, e.now, e.uptimes, person("bob"), 1, False, {0, 1})  # a household plays together
    assert back.table.people == ["ada", "bob", "cyd"]


def test_where_nothing_is_hidden_and_nothing_counts_it_is_all_the_same_from_where_they_come() -> None:
    e = three("regatta").play(leave, "bob")
    assert step_in(e.table, e.now, e.uptimes, ZOE, 1, False, {0, 2}).table.people == ["ada", "zoe", "cyd"]
    rated = three("regatta", rated=True).play(leave, "bob")
    assert refusal(step_in, rated.table, rated.now, rated.uptimes, ZOE, 1, False, {0}) == "refuse.substitute-visit"


def test_who_left_may_come_back_to_the_same_seat_even_as_a_guest() -> None:
    e = comes(three().play(leave, "bob"), person("bob"), guest=True)
    assert e.table.sitters[1].person == "bob"


def test_where_something_is_hidden_no_guest_takes_over() -> None:
    assert no_way_in(three().play(leave, "bob"), guest=True) == "refuse.substitute-guest"
    open_game = three("regatta").play(leave, "bob")
    assert not open_game.table.game.hidden
    assert comes(open_game, guest=True).table.people == ["ada", "zoe", "cyd"]


def test_of_two_who_come_at_once_one_sits_down() -> None:
    e = three().play(leave, "bob")
    comes(e)
    assert no_way_in(e, person("dan"), 1) == "refuse.substitute-none"


def test_who_has_looked_on_may_take_over_any_seat() -> None:
    """The law book holds every game to it that a spectator cannot tell apart what some seat cannot
    (`determinize_keeps_what_is_known`), so nobody brings along what the seat may not know."""
    e = moves(three(), 5)
    assert e.table.told[None]
    e.do(say, "zoe", "Zoe", "I look on.").play(leave, "bob")
    assert comes(e).table.sitters[1].person == "zoe"


# -- what goes on ---------------------------------------------------------------------------------------------


def test_the_substitute_plays_and_is_asked_like_anybody() -> None:
    e = comes(moves(three("regatta"), 6).play(leave, "bob"))
    while 1 not in e.table.to_act:
        moves(e, 1)
    match = e.table.match
    assert match is not None
    assert refusal(act, e.table, e.now, UP, "bob", 1, [match.legal(1)[0]]) == "refuse.not-your-seat"
    e.play(act, "zoe", 1, [match.legal(1)[0]])


def test_a_takeback_that_was_asked_for_is_asked_for_anew() -> None:
    e = moves(three("regatta"), 8).play(leave, "bob")
    askers = [seat for seat in (0, 2) if e.table.can_take_back(seat)]
    assert askers, "somebody has a move to take back"
    e.play(ask_takeback, e.table.sitters[askers[0]].person, askers[0])
    assert e.table.takeback is not None
    assert comes(e).table.takeback is None
    e.play(ask_takeback, e.table.sitters[askers[0]].person, askers[0])
    assert e.table.takeback is not None, "the substitute and the third are asked"
    e.play(answer_takeback, "zoe", 1, False)
    assert e.table.takeback is None


def test_a_bot_that_was_thinking_is_not_listened_to_any_more() -> None:
    e = three()
    seat = e.table.to_act[0]
    name = e.table.sitters[seat].person
    e.play(leave, name)
    comes(e, seat=seat)
    assert (e.table.sitters[seat].kind, e.table.to_act) == ("person", [seat])
    assert summary_of(e.table).turn == ("zoe",)


def test_the_record_says_who_played_from_when() -> None:
    e = moves(three(), 3).play(leave, "bob")
    moves(e, 2)
    comes(e)
    assert e.table.match is not None
    record = e.table.match.record()
    assert [seat.name for seat in record.seats] == ["Ada", "Bob", "Cyd"]
    assert [(one.seat, one.kind) for one in record.substitutions] == [(1, "bot"), (1, "person")]
    assert [seat.name for seat in sitting(record.seats, record.substitutions)] == ["Ada", "Zoe", "Cyd"]
    assert record.substitutions[0].step <= record.substitutions[1].step <= len(record.steps)


def test_the_next_match_is_with_the_substitute() -> None:
    e = comes(three().play(leave, "bob"))
    while not e.table.over:
        moves(e, 50)
    for who in ("ada", "zoe", "cyd"):
        e.do(rematch.want_rematch, who)
    assert rematch.rematch_is_wanted(e.table)
    assert rematch.open_rematch(e.table, e.now, "t2", "word", "5e" * 32).table.people == ["cyd", "ada", "zoe"]


# -- clocks ---------------------------------------------------------------------------------------------------


def test_a_substitute_has_the_time_that_was_left() -> None:
    e = three(clock=LIVE)
    seat, first = e.table.to_act[0], LIVE.at_first
    e.wait(10).play(leave, e.table.sitters[seat].person)
    assert (e.table.clocks.left[seat], e.table.clocks.since) == (first - 10_000, {})
    comes(e.wait(30), seat=seat)
    assert (e.table.clocks.left[seat], e.table.clocks.since) == (first - 10_000, {seat: e.now})


def test_where_time_has_run_out_there_is_half_of_it_again() -> None:
    e = three(clock=LIVE)
    seat = e.table.to_act[0]
    e.wait(200).play(run_out)
    assert (e.table.vacant, e.table.clocks.left[seat]) == ([seat], 0)
    comes(e, seat=seat)
    assert e.table.clocks.left[seat] == LIVE.at_first // 2
    assert e.wait(20).play(run_out).table.sitters[seat].person == "zoe"
    assert e.wait(20).play(run_out).table.sitters[seat].kind == "bot"


def test_with_days_for_a_turn_there_are_days() -> None:
    e = three(clock=DAYS)
    seat = e.table.to_act[0]
    e.wait(3 * DAY / 1000).play(run_out)
    assert comes(e, seat=seat).table.clocks.left[seat] >= DAY


# -- what counts ----------------------------------------------------------------------------------------------


def counted(e: TimedTable) -> tuple[Any, Any]:
    while not e.table.over:
        moves(e, 50)
    finish = finish_of(e.table)
    assert finish is not None
    assert finish_of(replayed(e.events)) == finish
    return finish.seats, finish.places


def test_the_result_counts_for_the_one_who_left_and_not_for_the_substitute() -> None:
    seats, places = counted(comes(moves(three("regatta", rated=True), 6).play(leave, "bob")))
    assert seats == ("ada", "bob", "cyd")
    assert places[1] == 3


def test_a_substitute_who_leaves_makes_nobody_leave_later() -> None:
    e = moves(three("regatta", rated=True), 6).play(leave, "bob").wait(5)
    comes(e).wait(5).play(leave, "cyd").wait(5).play(leave, "zoe")
    assert e.table.gone[0][0] == e.table.gone[-1][0] == 1
    seats, places = counted(e)
    assert (seats, places) == (("ada", "bob", "cyd"), (1, 3, 2))


def test_a_substitute_who_stays_to_the_last_does_not_save_whoever_left() -> None:
    e = moves(three("regatta", rated=True), 6).play(leave, "bob").wait(5)
    comes(e).play(leave, "ada").wait(5).play(leave, "cyd").wait(5).play(leave, "zoe")
    assert e.table.over
    assert counted(e) == (("ada", "bob", "cyd"), (2, 3, 1))


def test_guests_do_not_take_over_where_it_counts() -> None:
    e = three("regatta", rated=True).play(leave, "bob")
    assert no_way_in(e, guest=True) == "refuse.rated-guest"


def test_no_best_score_comes_of_a_team_that_changed() -> None:
    e = comes(three(rated=True).play(leave, "bob"))
    while not e.table.over:
        moves(e, 50)
    assert finish_of(e.table) is None


# -- what is shown --------------------------------------------------------------------------------------------


def test_lists_and_tables_say_where_somebody_is_missing() -> None:
    e = three()
    assert missing(e) == ([], [])
    e.play(leave, "bob")
    assert missing(e) == ([1], [1])
    assert missing(comes(e)) == ([], [])


def missing(e: TimedTable) -> tuple[list[int], list[int]]:
    return msgspec.json.decode(summary_of(e.table).body, type=TableDetails).vacant, snapshot_for(e.table, None).vacant


def test_spectators_who_are_behind_learn_of_it_when_it_is_their_turn_to() -> None:
    e = moves(three("regatta", delay=5), 4).play(leave, "bob")
    comes(e)
    assert portrait(replayed(e.events)) == portrait(e.table)
    assert look(e.table, 1) != look(e.table, None)


def test_tables_that_were_opened_before_there_were_substitutes_have_none() -> None:
    old = b'{"game":"dance","rules_version":1,"options":{},"seats":3}'
    assert not msgspec.json.decode(old, type=TableRules).substitutes
