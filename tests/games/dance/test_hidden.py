"""Each hand is its owner's, the deck's order is nobody's."""

from collections import Counter
from itertools import permutations

import msgspec
import pytest

from parlour.core.game import CHANCE, State, copy_state
from parlour.core.match import Match
from parlour.core.rng import new_rng
from parlour.games.dance import GAME
from parlour.games.dance.board import DECK, DRAWING

from .positions import also, dealt, legal, position, random_match

encode = msgspec.json.encode


def deals_of(truth: State, cards: tuple[int, ...], viewer: int, times: int) -> Counter[tuple[int, ...]]:
    """Where the cards were in so many determinized states."""
    rng, deals = new_rng(8), Counter()
    for _ in range(times):
        s = copy_state(truth)
        GAME.determinize(s, viewer, rng)
        deals[tuple(s.place[list(cards)].tolist())] += 1
    return deals


def test_a_card_is_seen_by_its_drawer_only() -> None:
    match = Match(GAME, 2, {"hand": 3})
    for card in (2, 3, 4, 50, 60, 70):
        match.play(CHANCE, str(card))
    assert [text for _, text in match.log(0)] == ["2", "3", "4", "?", "?", "?"]
    assert [text for _, text in match.log(1)] == ["?", "?", "?", "50", "60", "70"]
    assert [text for _, text in match.log(None)] == ["?"] * 6
    match.play_all(0, ["2>1", "3>1", "end"])
    match.play(CHANCE, "99")
    assert match.log(0)[-4:] == [("0", "2>1"), ("0", "3>1"), ("0", "end"), ("*", "99")]
    assert match.log(1)[-4:] == match.log(None)[-4:] == [("0", "2>1"), ("0", "3>1"), ("0", "end"), ("*", "?")]


def test_in_the_deal_a_seat_sees_its_own_cards_so_far() -> None:
    match = Match(GAME, 2)
    match.play(CHANCE, "61")
    match.play(CHANCE, "17")
    assert match.view(0).hand == [17, 61]
    assert match.view(1).hand == []
    assert match.view(1).hand_counts == [2, 0]
    assert match.view(1).drawing == 0


def test_a_spectator_sees_no_hand() -> None:
    assert dealt(2).view(None).hand == []
    assert dealt(2).view(None).hands is None


def test_covered_cards_are_public_and_stay_in_order() -> None:
    match = Match(GAME, 2, {"hand": 3})
    for card in (20, 30, 40, 50, 60, 70):
        match.play(CHANCE, str(card))
    match.play_all(0, ["30>1", "20>1", "40>1"])
    assert match.view(1).piles == match.view(None).piles == [[30, 20, 40], [], [], []]


def test_when_the_match_is_over_every_view_shows_every_hand() -> None:
    match = list(random_match(3, seed=2))[-1]
    hands = [match.view(seat).hand for seat in range(3)]
    assert any(hands)
    assert all(match.view(viewer).hands == hands for viewer in (0, 1, 2, None))
    assert "?" not in [text for _, text in match.log(None)]


def test_the_order_of_draws_leaves_no_trace() -> None:
    first, second = Match(GAME, 2, {"hand": 3}), Match(GAME, 2, {"hand": 3})
    for card in (2, 3, 4, 50, 60, 70):
        first.play(CHANCE, str(card))
    for card in (4, 2, 3, 70, 50, 60):
        second.play(CHANCE, str(card))
    assert first.state.tobytes() == second.state.tobytes()


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_determinized_state_looks_the_same_to_its_viewer_at_every_step(seats: int) -> None:
    for number, match in enumerate(random_match(seats, seed=seats)):
        for viewer in range(seats):
            s = copy_state(match.state)
            GAME.determinize(s, viewer, new_rng(number))
            assert encode(GAME.view(s, viewer, False)) == encode(GAME.view(match.state, viewer, False))
            assert encode(GAME.view(s, None, False)) == encode(GAME.view(match.state, None, False))
            assert legal(s, viewer) == legal(match.state, viewer)
            assert also(s, viewer) == also(match.state, viewer)
            assert GAME.actor(s) < 0 or legal(s), "who is to act can act"


@pytest.mark.parametrize("seats", [2, 4])
def test_determinize_is_blind_to_the_truth(seats: int) -> None:
    for number, match in enumerate(random_match(seats, seed=10 + seats)):
        for viewer in range(seats):
            truth, other = copy_state(match.state), copy_state(match.state)
            GAME.determinize(other, viewer, new_rng(1000 + number))
            GAME.determinize(truth, viewer, new_rng(number))
            GAME.determinize(other, viewer, new_rng(number))
            assert truth.tobytes() == other.tobytes()


@pytest.mark.parametrize("swap", [{50: 51, 60: 88}, {4: 5, 70: 71}])
def test_matches_that_differ_in_what_seat_0_cannot_see_look_the_same_to_it(swap: dict[int, int]) -> None:
    """Seat 1 is dealt other cards, and draws others; the cards it plays are the same."""
    cards = [30, 31, 32, 40, 41, 50, 60, 4, 70]
    looks = []
    for names in ({}, swap | {there: here for here, there in swap.items()}):
        match, deck = Match(GAME, 2, {"hand": 3}), iter(names.get(card, card) for card in cards)
        look = []
        steps = ["*"] * 6 + ["pass", "40>1", "say:go:1", "41>2", "end", "*", "*", "30>1"]
        for text in steps:
            actor = match.actor
            match.play(actor, str(next(deck)) if text == "*" else text)
            look.append([encode(match.view(v)) + encode(match.log(v)) + encode(match.scene(v)) for v in (0, None)])
            look.append([encode(match.legal(0)), encode(match.also(0)), encode(match.choices(0))])
        looks.append(look)
        own = match.view(1).hand
    assert looks[0] == looks[1]
    assert own != [4, 50, 60], "the two do differ"


def test_every_deal_that_could_be_is_equally_likely() -> None:
    truth = position([(30,), (40,), (50,)], (9, 1, 100, 100), deck=(60,), phase=DRAWING)
    deals = deals_of(truth, (30, 40, 50, 60), viewer=0, times=1200)
    assert deals.keys() == {(0, *others) for others in permutations((1, 2, DECK))}
    assert all(150 < n < 250 for n in deals.values())


def test_who_has_to_lay_a_card_is_dealt_one_that_fits() -> None:
    """The game goes on, so seat 1 holds 40 or 96, for 50 fits nowhere. All such deals are equally likely."""
    truth = position([(30,), (40,), (50,)], (95, 97, 3, 41), deck=(96,), turn=1)
    deals = deals_of(truth, (40, 50, 96), viewer=0, times=1200)
    assert deals.keys() == {(1, 2, DECK), (1, DECK, 2), (2, DECK, 1), (DECK, 2, 1)}
    assert all(250 < n < 350 for n in deals.values())


def test_who_has_met_the_minimum_may_hold_anything() -> None:
    truth = position([(30,), (40,), (50,)], (95, 97, 3, 4), deck=(60,), turn=1, played=2)
    assert len(deals_of(truth, (40, 50, 60), viewer=0, times=200)) == 6


def test_what_is_over_is_public_and_stays() -> None:
    match = list(random_match(3, seed=4))[-1]
    s = copy_state(match.state)
    GAME.determinize(s, 0, new_rng(1))
    assert s.tobytes() == match.state.tobytes()


def test_determinize_keeps_every_card() -> None:
    match = dealt(4)
    for viewer in range(4):
        s = copy_state(match.state)
        GAME.determinize(s, viewer, new_rng(viewer))
        assert Counter(s.place.tolist()) == Counter(match.state.place.tolist())
        assert (s.place[2:] == DECK).sum() == s.deck_count
        assert (s.place != match.state.place).any()
