from collections.abc import Sequence

import numpy as np
import pytest

from parlour.bots.searcher import Searcher
from parlour.core.game import State, copy_state
from parlour.core.knowledge import NONE
from parlour.core.rng import new_rng
from parlour.games.dance import GAME
from parlour.games.dance.board import DECK, HIGHEST, OPENING, PLAYING
from parlour.games.dance.knowledge_signals import NEAR

from .positions import CARDS, play, position, random_match, say

pytestmark = pytest.mark.xdist_group("dance's knowledge")  # one worker compiles what is asked for here

KNOW = GAME.knowledge


def first(s: State) -> str:
    """The step that the policy takes, from what its seat knows."""
    seat = int(s.turn)
    return GAME.text(Searcher(GAME, int(s.seats), room=100).policy(s, seat, 1))


def remark(s: State, seat: int) -> str | None:
    action = Searcher(GAME, int(s.seats), room=100).remark(s, seat, 1)
    return None if action == NONE else GAME.text(action)


def value(s: State) -> float:
    values = np.zeros(int(s.seats))
    KNOW.evaluate(s, values)
    assert len(set(values)) == 1, "all win or lose together"
    return float(values[0])


def guessed(s: State, viewer: int, seed: int) -> State:
    assert KNOW.guess is not None
    s = copy_state(s)
    KNOW.guess(s, viewer, new_rng(seed))
    return s


def hand(s: State, seat: int) -> list[int]:
    return [card for card in CARDS if s.place[card] == seat]


def deck_without(*used: Sequence[int]) -> list[int]:
    gone = {card for cards in used for card in cards}
    return [card for card in CARDS if card not in gone]


# -- laying ---------------------------------------------------------------------------------------------


def test_a_jump_is_laid_before_anything_else() -> None:
    assert first(position([(20, 50, 79, 88, 96)], (60, 55, 35, 45))) == "50>1"


def test_a_card_is_laid_to_jump_back_from_it() -> None:
    """58, then 48: the pile stands two lower than before."""
    assert first(position([(10, 48, 58, 75, 89)], (50, 46, 30, 25))) == "58>1"


def test_neighbours_go_beyond_the_minimum() -> None:
    s = position([(43, 72, 84), (5, 6, 7)], (42, 30, 60, 65), played=2)
    assert first(s) == "43>1"


def test_the_turn_ends_where_the_next_card_would_cost_a_pile() -> None:
    s = position([(5, 60, 95), (6, 7, 8)], (20, 22, 82, 80), played=2)
    assert first(s) == "end"


def test_a_pile_that_another_has_called_is_left_alone() -> None:
    s = position([(2, 50, 98), (41, 59, 30)], (20, 40, 80, 60), played=1)
    assert first(say(copy_state(s), 1, "say:mine:2")) == "50>4"
    assert first(say(copy_state(s), 1, "say:mine:4")) == "50>2"


def test_a_jump_of_another_is_saved() -> None:
    s = position([(44, 46, 90, 92, 94, 95, 96), (30, 3, 5, 99)], (40, 43, 60, 58))
    assert first(play(copy_state(s), "44>2")).endswith(">2")
    assert first(say(s, 1, "say:keep:1")) == "44>2"


# -- saying ---------------------------------------------------------------------------------------------


def off_turn(*cards: int) -> State:
    return position([(50, 51), cards], (30, 22, 70, 80))


def test_who_has_the_card_ten_back_asks_to_keep_off() -> None:
    assert remark(off_turn(20, 55), 1) == "say:keep:1"
    assert remark(off_turn(55, 90), 1) == "say:keep:4"


def test_who_has_one_of_the_next_cards_says_mine() -> None:
    assert remark(off_turn(23, 55), 1) == "say:mine:2"
    assert remark(off_turn(55, 67), 1) == "say:mine:3"


def test_nothing_is_said_of_other_cards_or_twice_or_on_turn_or_alone() -> None:
    assert remark(off_turn(27, 55, 66), 1) is None
    assert remark(say(off_turn(20, 55), 1, "say:keep:1"), 1) is None
    assert remark(position([(20, 55), (50, 51)], (30, 22, 70, 80)), 0) is None
    assert remark(position([(20, 55)], (30, 22, 70, 80)), 0) is None


def test_what_no_longer_holds_is_taken_back() -> None:
    s = say(off_turn(20, 55), 1, "say:keep:1")
    assert remark(play(s, "50>1"), 1) == "say:go:1"


# -- believing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(10))
def test_who_says_keep_is_taken_to_have_the_jump_and_who_says_mine_a_near_card(seed: int) -> None:
    s = position([(50, 51, 52), (40, 41, 42), (60, 61, 62)], (30, 24, 70, 75), hand=3)
    s = guessed(say(s, 1, "say:keep:1", "say:mine:4"), 0, seed)
    assert s.place[20] == 1
    assert any(s.place[75 - steps] == 1 for steps in range(1, NEAR + 1))
    assert len(hand(s, 1)) == len(hand(s, 2)) == 3
    assert hand(s, 0) == [50, 51, 52]


@pytest.mark.parametrize("seed", range(10))
def test_who_says_nothing_is_taken_to_have_nothing_to_say(seed: int) -> None:
    s = guessed(position([(50, 51, 52), (20, 31, 69), (14, 80, 85)], (30, 24, 70, 75), hand=3), 0, seed)
    telling = {20, 14, 80, 85, *range(31, 34), *range(25, 28), *range(67, 70), *range(72, 75)}
    assert not telling & {*hand(s, 1), *hand(s, 2)}


def test_a_guess_does_not_depend_on_what_the_viewer_cannot_see() -> None:
    tops = (30, 24, 70, 75)
    one = say(position([(50, 51, 52), (40, 41, 42), (60, 61, 62)], tops, hand=3), 1, "say:mine:1")
    other = say(position([(50, 51, 52), (31, 80, 99), (20, 14, 2)], tops, hand=3), 1, "say:mine:1")
    for seed in range(20):
        assert guessed(one, 0, seed).tobytes() == guessed(other, 0, seed).tobytes()


def test_a_signal_that_cannot_be_true_is_no_trouble() -> None:
    s = position([(20, 51, 52), (40, 41), (60,)], (30, 24, 70, 75), deck=[88])
    for said in ("say:keep:1", "say:keep:3", "say:mine:2"):
        assert hand(guessed(say(copy_state(s), 1, said), 0, 1), 0) == [20, 51, 52]


# -- ranges ---------------------------------------------------------------------------------------------


def test_room_on_the_piles_is_worth_something() -> None:
    hands = [(50, 51, 52), (60, 61, 62)]
    wide = position(hands, (10, 12, 92, 95), deck_without(*hands, (10, 12, 92, 95), range(2, 10)))
    narrow = position(hands, (40, 42, 70, 68), deck_without(*hands, (40, 42, 70, 68), range(2, 10)))
    assert value(wide) > value(narrow)


@pytest.mark.parametrize("seats", GAME.seats)
def test_everything_stays_in_its_range(seats: int) -> None:
    out, weights, tried = GAME.buffer(), np.zeros(len(GAME.buffer())), 0
    searcher = Searcher(GAME, seats, room=100)
    for match in random_match(seats, seats, minimum=3, hand=12):
        s = match.state
        if s.phase in (OPENING, PLAYING) and tried < 40:
            tried += 1
            seat = int(s.turn)
            n = GAME.legal(s, seat, out)
            KNOW.prior(s, seat, out, n, weights)
            assert (weights[:n] > 0).all()
            assert searcher.policy(s, seat, tried) in out[:n]
            assert -1 <= value(s) <= 1
            for other in range(seats):
                said = searcher.remark(s, other, tried)
                assert said == NONE or said in GAME.list_also(s, other)
            shuffled = guessed(s, seat, tried)
            assert hand(shuffled, seat) == hand(s, seat)
            assert [len(hand(shuffled, k)) for k in range(seats)] == s.hand_count[:seats].tolist()
            assert (shuffled.place[2 : HIGHEST + 1] == DECK).sum() == s.deck_count
    assert tried > 0
