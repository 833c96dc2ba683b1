"""What a strong player would say of these positions."""

from functools import cache
from random import Random

import numpy as np
import pytest

from parlour.bots.searcher import Searcher
from parlour.core.game import State, copy_state
from parlour.core.match import Match
from parlour.core.rng import new_rng
from parlour.games.yinsh import GAME
from parlour.games.yinsh.board import ROW, TAKING_ROW
from parlour.games.yinsh.knowledge import TRUST, evaluate, greedy, prior
from parlour.games.yinsh.knowledge_fives import THOUSANDTHS, WORTH, five_code
from parlour.games.yinsh.notation import text

from .positions import markers, play, position, random_games

pytestmark = pytest.mark.xdist_group("yinsh's knowledge")  # one worker compiles what is asked for here


def expected(match: Match) -> float:
    """What the seat to act may expect."""
    values = np.zeros(2)
    evaluate(match.state, values)
    return float(values[match.actor])


def priors(match: Match) -> dict[str, float]:
    out, weights = GAME.buffer(), np.zeros(len(GAME.buffer()))
    n = GAME.legal(match.state, match.actor, out)
    prior(match.state, match.actor, out, n, weights)
    return {text(int(action)): float(weight) for action, weight in zip(out[:n], weights[:n], strict=True)}


def first_thought(match: Match) -> str:
    weights = np.zeros(len(GAME.buffer()))
    return text(int(greedy(match.state, match.actor, new_rng(1), GAME.buffer(), weights)))


def best(match: Match, simulations: int = 400) -> str:
    found = Searcher(GAME, 2).search(match.state, match.actor, seed=1, simulations=simulations)
    return text(found.action)


@cache
def some_positions(count: int) -> list[State]:
    random = Random(5)
    states = [copy_state(match.state) for match in random_games(6) if not match.over]
    return random.sample(states, count)


FOUR_AND_A_RING = {"white": "e5 b2 i9", "black": "a5 k7 j5", "white_markers": "e6 e7 e8 e9"}


# -- moves --------------------------------------------------------------------------------------------------------


def test_a_row_that_a_ring_completes_by_leaving_it_is_completed() -> None:
    match = position(**FOUR_AND_A_RING)
    play(match, first_thought(match))
    assert match.view(None).phase == "row"


def test_a_row_that_a_jump_completes_is_completed() -> None:
    match = position("b5 b2 i9", "a5 k7 j5", "e5 e6 e7 e9", "e8 d7 c6")
    assert first_thought(match) == "b5-f9"


def test_the_third_ring_is_taken_rather_than_a_row_prevented() -> None:
    match = position("e5 b2 i9", "h7 k7 j5", "e6 e7 e8 e9", "h8 h9 h10 h11", removed=(2, 2))
    assert max(priors(match), key=priors(match).__getitem__).startswith("e5-")


def test_a_jump_that_makes_the_others_row_is_the_last_to_be_tried() -> None:
    match = position("b5 b2 i9", "a5 k7 j5", "e8 d7 c6", "e5 e6 e7 e9")
    weights = priors(match)
    assert weights["b5-f9"] == min(weights.values())


@pytest.mark.compiled
def test_search_breaks_up_a_row_that_the_other_would_complete_next_and_win() -> None:
    """Black would leave e5; White can jump one of the four on a line across."""
    match = position("d5 b2 i9", "e5 k7 j5", "", "e6 e7 e8 e9", removed=(0, 2))
    play(match, best(match))
    assert markers(match, 0) & {"e6", "e7", "e8", "e9"}


def test_the_first_ring_is_better_off_near_the_rim_than_in_the_middle() -> None:
    """Against what beginners do: in the middle it is in the way of its own markers."""
    weights = priors(Match(GAME, 2))
    assert weights["a2"] > weights["c3"] > weights["f6"]


def test_the_ring_given_up_is_not_the_one_with_four_markers_beside_it() -> None:
    match = position("e5 c8 i9 b2 h4", "a5 k7 j5", "e6 e7 e8 e9 c3 c4 c5 c6 c7")
    match.state.mover = 0
    match.state.phase = TAKING_ROW
    match.set_up()
    play(match, "xc3-c7")
    weights = priors(match)
    assert weights["xe5"] == min(weights.values())


# -- positions ------------------------------------------------------------------------------------------------------


def test_a_ring_removed_is_worth_having() -> None:
    rings = ("e5 b2 i9 c4", "a5 k7 j5 g4")
    assert (
        expected(position(*rings, removed=(1, 0)))
        > expected(position(*rings))
        > expected(position(*rings, removed=(0, 1)))
    )


def test_four_with_a_ring_are_better_than_four_with_the_others_ring() -> None:
    own = position(**FOUR_AND_A_RING)
    shut = position("b5 b2 i9", "e5 k7 j5", "e6 e7 e8 e9")
    assert expected(own) > expected(shut)


def test_a_threat_is_worth_more_to_whoever_moves_next() -> None:
    to_move = position(**FOUR_AND_A_RING)
    to_wait = position(**FOUR_AND_A_RING, turn=1)
    assert expected(to_move) > -expected(to_wait) > 0


def test_a_row_about_to_be_taken_for_the_third_ring_has_won() -> None:
    match = position(**FOUR_AND_A_RING, removed=(2, 2))
    play(match, "e5-d5")
    assert expected(match) == pytest.approx(1)


def test_in_blitz_a_row_about_to_be_taken_has_won() -> None:
    match = position(**FOUR_AND_A_RING, blitz=True)
    play(match, "e5-d5")
    assert expected(match) == pytest.approx(1)


def test_colours_do_not_matter_to_the_evaluation() -> None:
    white = position("e5 b2 i9", "a5 k7 j5", "e6 e7", "h8 h9 h10", turn=0, removed=(1, 0))
    black = position("a5 k7 j5", "e5 b2 i9", "h8 h9 h10", "e6 e7", turn=1, removed=(0, 1))
    assert expected(white) == pytest.approx(expected(black))


# -- what the search relies on --------------------------------------------------------------------------------------


def test_expectations_are_between_losing_and_winning_and_sum_to_nothing() -> None:
    for s in some_positions(200):
        values = np.zeros(2)
        evaluate(s, values)
        assert -1 <= values[0] <= 1
        assert values.sum() == 0


def test_every_action_has_some_promise_and_looking_leaves_no_trace() -> None:
    for s in some_positions(200):
        before = s.tobytes()
        out, weights = GAME.buffer(), np.zeros(len(GAME.buffer()))
        n = GAME.legal(s, GAME.actor(s), out)
        prior(s, GAME.actor(s), out, n, weights)
        assert (weights[:n] > 0).all()
        assert np.isfinite(weights[:n]).all()
        assert s.tobytes() == before


def test_the_greedy_player_plays_by_the_rules() -> None:
    out, weights = GAME.buffer(), np.zeros(len(GAME.buffer()))
    for k, s in enumerate(some_positions(200)):
        seat = GAME.actor(s)
        assert greedy(s, seat, new_rng(k), out, weights) in GAME.list_legal(s, seat)


def test_the_gain_of_a_move_is_what_the_evaluation_makes_of_it() -> None:
    """Summed up point by point, or by evaluating the position before and after: the same, where no row is made."""
    match = position("e5 b2 i9", "a5 k7 j5", "e6 d5 f7", "h8 c4 f5", turn=0)
    outlooks, weights = {}, priors(match)
    for step in weights:
        after = match.copy()
        play(after, step)
        if after.actor == 1:
            outlooks[step] = -np.arctanh(expected(after))
    some = next(iter(outlooks))
    for step, outlook in outlooks.items():
        assert np.log(weights[step] / weights[some]) == pytest.approx(TRUST * (outlook - outlooks[some]), abs=1e-4)


def test_every_five_with_up_to_two_rings_has_its_worth() -> None:
    for (mine, theirs), lines in THOUSANDTHS.items():
        room = ROW - mine - theirs
        assert [len(line) for line in lines] == [room + 1 - k for k in range(room + 1)]
    assert WORTH[five_code(4, 0, 1, 0)] == WORTH.max()
