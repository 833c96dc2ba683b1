"""Looking back: states along the way are the same as a replay from the beginning comes to, and cost a few steps."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from parlour import games
from parlour.core.match import Match
from parlour.house.tables.commands import act, ask_takeback, leave, step
from parlour.house.tables.past import AROUND, PastStates
from parlour.house.tables.state import Table
from tests.house.tables.at_table import TimedTable, evening

pytestmark = pytest.mark.compiled


def match_of(table: Table) -> Match:
    assert table.match is not None
    return table.match


def play_on(e: TimedTable, random: Random) -> None:
    """One more step, some of which go back."""
    table, roll = e.table, random.random()
    seats = range(table.rules.seats)
    back = [seat for seat in seats if match_of(table).can_undo(seat)]
    if back and roll < 0.2:
        e.play(step, back[0], ["undo"])
    elif table.can_take_back(0) and roll < 0.3:
        e.play(ask_takeback, "ada", 0)
    elif roll < 0.35 and "draw" in match_of(table).also(0):
        e.play(step, 0, ["draw"])
    else:
        seat = random.choice(table.to_act)
        legal = [text for text in match_of(table).legal(seat) if text != "resign"]
        e.play(step, seat, [random.choice(legal)])


def played(game: str, seed: int, steps: int = 60, **how: Any) -> TimedTable:
    """One person in all seats, who asks nobody before going back."""
    e, random = evening(game, ["ada"] * max(2, games.load(game).seats[0]), **how), Random(seed)
    for _ in range(steps):
        if e.table.over:
            break
        play_on(e, random)
    return e


@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("every", [1, 4, 16])
def test_every_state_is_the_one_that_a_replay_comes_to(game: str, every: int) -> None:
    random = Random(every)
    match = match_of(played(game, every).table)
    if game not in ("dance", "luckymoose"):  # chance, which nobody goes back past, comes at nearly every step there
        assert any(step.text in ("undo", "takeback") for step in match.steps)
    past, moments = PastStates(every), [*range(match.step_count + 1)] * 2
    random.shuffle(moments)
    for moment in moments:
        assert past.after("t", match, moment).tobytes() == match.at(moment).state.tobytes(), moment


def test_what_was_kept_stays_true_as_the_table_goes_on() -> None:
    past, e, random = PastStates(every=2), evening("luckymoose", ["ada", "ada"], delay=3), Random(1)
    for _ in range(25):
        play_on(e, random)
        for table in (e.table, e.table.seen_by(None)):
            match = match_of(table)
            moment = random.randrange(match.step_count + 1)
            assert past.after(table.id, match, moment).tobytes() == match.at(moment).state.tobytes()


def test_stepping_back_and_forth_takes_a_few_steps_each_time() -> None:
    match, applied = match_of(played("yinsh", 3, steps=100).table), [0]

    def apply(*args: Any) -> None:
        applied[0] += 1
        rules.apply(*args)

    rules, past = match.game, PastStates(every=8)
    match.game = replace(rules, apply=apply)
    for moment in [match.step_count, *range(match.step_count, -1, -1), *range(match.step_count)]:
        before = applied[0]
        past.after("t", match, moment)
        assert applied[0] - before <= 8 or moment == match.step_count, moment
    assert match.step_count > 50


def test_a_state_that_was_given_is_the_callers_own() -> None:
    match, past = match_of(played("connect4", 2, steps=20).table), PastStates(every=1)
    for _ in range(2):
        given = past.after("t", match, 5)
        assert given.tobytes() == match.at(5).state.tobytes()
        match.game.apply(given, 0, match.game.list_legal(given, int(match.game.actor(given)))[0])


def test_what_is_kept_is_bounded_and_the_table_that_was_looked_at_last_stays() -> None:
    match = match_of(played("connect4", 2, steps=20).table)
    size = int(match.state.nbytes) + AROUND
    past = PastStates(every=1, most=3 * match.step_count * size)
    for number in range(10):
        past.after(f"t{number}", match, match.step_count)
        assert past.bytes <= 3 * match.step_count * size
    assert past.bytes == 3 * match.step_count * size
    small = PastStates(every=1, most=size)
    for moment in range(match.step_count):
        assert small.after("t", match, moment).tobytes() == match.at(moment).state.tobytes()
        assert small.bytes <= size


def test_a_match_that_was_broken_off_is_looked_back_at_like_others() -> None:
    e = evening("connect4", ["ada", "bob"]).play(act, "ada", 0, ["d"]).play(act, "bob", 1, ["e"]).play(leave, "ada")
    match = match_of(e.table)
    for moment in range(match.step_count + 1):
        assert PastStates().after("t", match, moment).tobytes() == match.at(moment).state.tobytes()
