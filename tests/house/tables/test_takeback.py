"""Going back past others' moves: only when all of them agree."""

from parlour.house.tables.commands import act, answer_takeback, ask_takeback, leave, say, sit, step
from parlour.house.tables.snapshot import snapshot_for
from tests.house.tables.at_table import BOT, OPEN, UP, TimedTable, evening, keys, person, refusal, replayed


def both_moved() -> TimedTable:
    return evening("connect4", ["ada", "bob"]).play(act, "ada", 0, ["d"]).play(act, "bob", 1, ["e"])


def steps_of(e: TimedTable) -> list[str]:
    return [step.text for step in e.table.match.steps]


def test_a_takeback_happens_when_the_other_agrees() -> None:
    e = both_moved().play(ask_takeback, "ada", 0)
    assert snapshot_for(e.table, 1).takeback == (0, [])
    assert steps_of(e) == ["d", "e"]
    e.play(answer_takeback, "bob", 1, True)
    assert steps_of(e) == ["d", "e", "takeback"]
    assert e.table.to_act == [0]
    assert e.table.match.standing() == frozenset()
    assert keys(e.table.told[None])[-3:] == ["house.takeback-asked", "house.takeback-yes", "takeback"]
    assert replayed(e.events).match.record() == e.table.match.record()


def test_it_does_not_happen_when_the_other_would_rather_play_on() -> None:
    e = both_moved().play(ask_takeback, "ada", 0).play(answer_takeback, "bob", 1, False)
    assert (e.table.takeback, steps_of(e)) == (None, ["d", "e"])
    e.play(ask_takeback, "ada", 0)
    assert e.table.takeback is not None


def test_nobody_takes_back_alone_whatever_they_send() -> None:
    e = both_moved()
    assert refusal(act, e.table, e.now, UP, "ada", 0, ["takeback"]) == "refuse.takeback"
    assert refusal(act, e.table, e.now, UP, "ada", 0, ["d", "takeback"]) == "refuse.takeback"
    assert refusal(step, e.table, e.now, UP, 0, ["takeback"]) == "refuse.takeback"
    e.play(ask_takeback, "ada", 0)
    assert refusal(answer_takeback, e.table, e.now, UP, "ada", 0, True) == "refuse.takeback-answer"
    assert refusal(answer_takeback, e.table, e.now, UP, "ada", 1, True) == "refuse.not-your-seat"
    assert refusal(answer_takeback, e.table, e.now, UP, "zoe", 1, True) == "refuse.not-your-seat"


def test_bots_do_not_mind() -> None:
    e = evening("connect4", ["ada", BOT]).play(act, "ada", 0, ["d"]).play(step, 1, ["e"]).play(ask_takeback, "ada", 0)
    assert steps_of(e) == ["d", "e", "takeback"]


def test_who_plays_both_sides_asks_nobody() -> None:
    e = evening("connect4", ["ada", "ada"]).play(act, "ada", 0, ["d"]).play(ask_takeback, "ada", 0)
    assert e.table.to_act == [0]


def test_every_other_person_is_asked_once_through_any_of_their_seats() -> None:
    e = evening("regatta", ["ada", "bob", "cyd", "bob"])
    while not any(e.table.can_take_back(seat) for seat in (0, 2)):
        seat = e.table.to_act[0]
        e.play(step, seat, [e.table.match.legal(seat)[0]])
    asker = next(seat for seat in (0, 2) if e.table.can_take_back(seat))
    caller, other = e.table.sitters[asker].person, "cyd" if asker == 0 else "ada"
    e.play(ask_takeback, caller, asker).play(answer_takeback, "bob", 3, True)
    assert e.table.takeback == (asker, frozenset({1}))
    assert refusal(answer_takeback, e.table, e.now, UP, "bob", 1, True) == "refuse.takeback-answer"
    e.play(answer_takeback, other, e.table.seats_of(other)[0], True)
    assert steps_of(e)[-1] == "takeback"


def test_any_step_ends_the_asking_and_talk_does_not() -> None:
    e = both_moved().play(ask_takeback, "ada", 0).do(say, "bob", "Bob", "hm")
    assert e.table.takeback is not None
    assert refusal(ask_takeback, e.table, e.now, UP, "bob", 1) == "refuse.takeback-asked"
    e.play(act, "ada", 0, ["c"])
    assert e.table.takeback is None
    assert refusal(answer_takeback, e.table, e.now, UP, "bob", 1, True) == "refuse.takeback-none"


def test_nothing_is_asked_where_there_is_nothing_to_take_back() -> None:
    e = evening("connect4", ["ada", OPEN])
    assert refusal(ask_takeback, e.table, e.now, UP, "ada", 0) == "refuse.table-waits"
    e.do(sit, person("bob"), None)
    assert refusal(ask_takeback, e.table, e.now, UP, "ada", 0) == "refuse.takeback-nothing"
    e.play(leave, "bob")
    assert refusal(ask_takeback, e.table, e.now, UP, "ada", 0) == "refuse.over"


def test_while_all_deploy_in_secret_nothing_is_asked() -> None:
    """A sealed step would end the asking, and the other side would see that it did."""
    e = evening("command", ["ada", "bob"])
    for _ in range(21):
        e.play(act, "bob", 1, [e.table.match.legal(1)[0]])
    e.play(act, "bob", 1, ["ready"]).play(act, "ada", 0, [e.table.match.legal(0)[0]])
    assert not snapshot_for(e.table, 0).can_take_back
    assert refusal(ask_takeback, e.table, e.now, UP, "ada", 0) == "refuse.takeback-nothing"
