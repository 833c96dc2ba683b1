"""What a net is shown of The Dance, as claims about single cards and piles."""

from random import Random

import numpy as np
import pytest

from parlour.core.game import CHANCE, State, copy_state
from parlour.core.knowledge import UNLIKE
from parlour.core.laws.suite import random_step
from parlour.core.match import Match
from parlour.games.dance import GAME
from parlour.games.dance.board import DECK, HIGHEST, LOWEST, MOST_SEATS, PILES, RISING
from parlour.games.dance.knowledge_net import CARD, HOLDERS, IN_DECK, INPUTS, MOST, NEAR, NET, OWN, STEPS, symmetries

pytestmark = pytest.mark.compiled


def shown(s: State, seat: int = 0) -> list[int]:
    listed = np.full(MOST, -9, np.int64)
    return listed[: int(NET.list(s, seat, listed))].tolist()


def somewhere(seats: int, seed: int) -> State:
    """A position of a random match, where a seat is to act."""
    rng, match = Random(seed), Match(GAME, seats)
    for _ in range(rng.randrange(40)):
        if not match.over:
            random_step(match, rng, extras=False)
    while match.actor == CHANCE:
        random_step(match, rng, extras=False)
    return match.state if not match.over else somewhere(seats, seed + 1000)


def mirrored(s: State) -> State:
    """Each card for the one as far from the other end, and rising piles for falling ones."""
    other, both = copy_state(s), LOWEST + HIGHEST
    turn = {pile: (pile + RISING) % PILES for pile in range(PILES)}
    for card in range(LOWEST, HIGHEST + 1):
        place = int(s.place[card])
        other.place[both - card] = (
            place if place < MOST_SEATS or place == DECK else MOST_SEATS + turn[place - MOST_SEATS]
        )
    for pile in range(PILES):
        other.top[turn[pile]] = both - int(s.top[pile])
    return other


@pytest.mark.parametrize("seats", range(1, 6))
def test_inputs_are_in_range_and_each_is_on_once(seats: int) -> None:
    for seed in range(15):
        found = shown(somewhere(seats, seed))
        assert 0 <= min(found) <= max(found) < INPUTS
        assert len(set(found)) == len(found) <= MOST


@pytest.mark.parametrize("seats", range(1, 6))
def test_the_mirror_of_a_position_shows_the_mirror_of_its_inputs(seats: int) -> None:
    turned = symmetries()[1]
    for seed in range(15):
        s = somewhere(seats, seed)
        assert sorted(turned[shown(s)].tolist()) == sorted(shown(mirrored(s)))


def test_whoever_asks_all_is_seen_from_the_seat_on_turn() -> None:
    s = somewhere(4, 3)
    assert [shown(s, seat) for seat in range(4)] == [shown(s)] * 4


def test_a_step_back_in_the_hand_is_shown_by_its_pile() -> None:
    s = GAME.new(1, GAME.options_for(1, {}))
    GAME.apply(s, -1, 30)
    s.top[0] = 40
    jump = NEAR + RISING // 2 * STEPS * HOLDERS + OWN  # of the rising piles the one that takes less
    assert jump in shown(s)
    s.top[0] = 41
    assert jump not in shown(s)


def test_cards_are_shown_by_who_holds_them_and_laid_ones_not_at_all() -> None:
    s = GAME.new(1, GAME.options_for(1, {}))
    assert IN_DECK + 98 in shown(s)
    before = [CARD + (30 - LOWEST) * HOLDERS + holder for holder in range(HOLDERS)]
    assert [each in shown(s) for each in before] == [False, False, False, True]
    GAME.apply(s, -1, 30)
    assert [each in shown(s) for each in before] == [True, False, False, False]
    s.place[30] = MOST_SEATS + 1
    assert [each in shown(s) for each in before] == [False] * 4


def test_other_hands_or_minimums_are_judged_by_hand() -> None:
    for options in ({"hand": 5}, {"minimum": 1}):
        s = GAME.new(3, GAME.options_for(3, options))
        assert int(NET.list(s, 0, np.zeros(MOST, np.int64))) == UNLIKE
