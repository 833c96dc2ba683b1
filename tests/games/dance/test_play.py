"""Notation, undo, and a policy whose results the rulebook gives."""

from statistics import mean

import pytest

from parlour.core.game import CHANCE, OVER, State
from parlour.core.match import Match
from parlour.core.rng import new_rng
from parlour.core.texts import Refused
from parlour.games.dance import GAME
from parlour.games.dance.board import JUMP, PILES, RISING
from parlour.games.dance.notation import END, laying

from .positions import dealt, position, random_match

# -- notation ----------------------------------------------------------------------------------------------


def test_every_action_is_read_back_as_itself() -> None:
    texts = [f"{card}" for card in range(2, 100)]
    texts += [f"{card}>{pile}" for card in range(2, 100) for pile in (1, 2, 3, 4)]
    texts += [f"say:{word}:{pile}" for word in ("mine", "keep", "go") for pile in (1, 2, 3, 4)]
    texts += ["end", "pass", "say:clear"]
    actions = [GAME.parse(text) for text in texts]
    assert None not in actions
    assert len(set(actions)) == len(texts)
    assert [GAME.text(action) for action in actions] == texts


@pytest.mark.parametrize(
    "text", ["", "1", "100", "061", "61>0", "61>5", "61 > 1", "61>", "1>1", "٦١>1", "End", "say:mine", "say:hold:3"]
)
def test_anything_else_is_no_action(text: str) -> None:
    assert GAME.parse(text) is None


def test_a_record_replays_to_the_same_state() -> None:
    match = list(random_match(4, seed=9))[-1]
    again = Match.from_record(match.record(), GAME)
    assert again.state.tobytes() == match.state.tobytes()
    assert again.result == match.result


# -- undo --------------------------------------------------------------------------------------------------


def first_cards(match: Match, seat: int) -> list[str]:
    """Two cards that always fit, one after the other."""
    low, high, *_ = match.view(seat).hand
    return [f"{low}>1", f"{high}>1"]


def test_cards_can_be_taken_back_before_end() -> None:
    match = dealt(2)
    before = match.state.tobytes()
    match.play_all(0, first_cards(match, 0))
    match.undo(0)
    match.undo(0)
    assert match.state.tobytes() == before
    assert match.view(None).starter is None
    assert "pass" in match.legal(0)


def test_nothing_is_taken_back_past_a_draw() -> None:
    match = dealt(1)
    match.play_all(0, [*first_cards(match, 0), "end"])
    with pytest.raises(Refused):
        match.undo(0)
    match.deal_all()
    with pytest.raises(Refused):
        match.undo(0)


def test_nothing_is_taken_back_past_anothers_step() -> None:
    match = dealt(2)
    match.play(0, first_cards(match, 0)[0])
    match.play(1, "say:go:1")
    with pytest.raises(Refused):
        match.undo(0)


def test_what_a_signal_has_said_cannot_be_taken_back() -> None:
    """Else a number could be said in code, by signals shown and undone without end."""
    match = dealt(2)
    match.play(0, first_cards(match, 0)[0])
    match.play(0, "say:mine:1")
    with pytest.raises(Refused):
        match.undo(0)
    match.play(0, "say:clear")
    assert match.view(1).signals[0][0] is None


def test_nothing_is_taken_back_from_an_earlier_turn_where_no_draw_comes_between() -> None:
    """One player, the deck is empty: the next turn follows at once."""
    match = Match(GAME, 1, {"hand": 3, "minimum": 1})
    for card in (2, 3, 4):
        match.play(CHANCE, str(card))
    for card in range(5, 100):
        match.play_all(0, [f"{card - 3}>1", "end"])
        match.play(CHANCE, str(card))
    match.play_all(0, ["97>1", "end"])
    assert match.actor == 0
    with pytest.raises(Refused):
        match.undo(0)
    match.play(0, "98>1")
    match.undo(0)
    assert match.view(0).hand == [98, 99]


def test_only_such_an_end_stands_in_the_way_of_going_back() -> None:
    alone = position([(), (10, 20)], (9, 1, 100, 100), deck=(), turn=1)
    with_others = position([(30,), (10, 20)], (9, 1, 100, 100), deck=(), turn=1)
    with_a_deck = position([(), (10, 20)], (9, 1, 100, 100), deck=(30,), turn=1)
    assert [GAME.reveals(s, 1, END) for s in (alone, with_others, with_a_deck)] == [True, False, False]
    assert not GAME.reveals(alone, 1, laying(10, 0))


# -- the rulebook's policy ---------------------------------------------------------------------------------


def cost(top: int, pile: int, card: int) -> int | None:
    """How far the card moves the pile; a jump gives ten back; None where it does not fit."""
    way = card - top if pile < RISING else top - card
    return way if way > 0 or way == -JUMP else None


def cheapest_pair(tops: list[int], hand: list[int]) -> list[int]:
    """Two cards, the second onto what the first leaves. Of equal pairs, the one with the cheaper first card."""
    alone = {(c, p): cost(tops[p], p, c) for c in hand for p in range(PILES)}
    pairs = (
        (first + second, first, card, pile, other, onto)
        for (card, pile), first in alone.items()
        if first is not None
        for other in hand
        if other != card
        for onto in range(PILES)
        if (second := cost(card, pile, other) if onto == pile else alone[other, onto]) is not None
    )
    _, _, card, pile, other, onto = min(pairs, default=NO_PAIR)
    return [laying(card, pile), laying(other, onto)] if card else []


def cheapest(tops: list[int], hand: list[int]) -> tuple[int, int]:
    fitting = [(way, laying(c, p)) for c in hand for p in range(PILES) if (way := cost(tops[p], p, c)) is not None]
    return min(fitting, default=(NO_CARD, END))


EXTRA, NO_CARD, NO_PAIR = 3, 1000, (0,) * 6


def next_steps(s: State) -> list[int]:
    tops, seat = s.top.tolist(), int(s.turn)
    hand = [card for card, place in enumerate(s.place.tolist()) if place == seat]
    owed = int(s.needed) - int(s.played)
    pair = cheapest_pair(tops, hand) if owed == 2 else []
    if pair:
        return pair
    way, action = cheapest(tops, hand)
    return [action if owed > 0 or way <= EXTRA else END]


def cards_left(seats: int, seed: int) -> int:
    s, rng = GAME.new(seats, GAME.options_for(seats, {})), new_rng(seed)
    while (who := GAME.actor(s)) != OVER:
        for action in [GAME.sample(s, rng)] if who == CHANCE else next_steps(s):
            GAME.apply(s, who, action)
    return GAME.scores_of(s, seats)[0]


@pytest.mark.compiled
@pytest.mark.parametrize(("seats", "left"), [(1, 17.4), (2, 10.0), (3, 13.1), (4, 9.5), (5, 8.2)])
def test_the_cheapest_pair_and_cheap_extras_leave_as_many_cards_as_the_rulebook_says(seats: int, left: float) -> None:
    """A game's result scatters by about 10, the mean of 100 by 1."""
    assert mean(cards_left(seats, seed) for seed in range(100)) == pytest.approx(left, abs=2)
