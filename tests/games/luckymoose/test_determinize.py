"""Deals that are made up, against all deals that could be."""

import os
from collections import Counter

import pytest

from parlour.core.game import State, copy_state
from parlour.core.rng import new_rng
from parlour.games.luckymoose import GAME

from .beliefs import Beliefs, Deal, dealt_anew, tiny_game
from .positions import KIND, play, position

ALL = bool(os.environ.get("PARLOUR_ALL"))


def distance(s: State, viewer: int, likely: dict[Deal, float], times: int = 4000) -> float:
    """How much of all chances is elsewhere than it should be."""
    found = dealt_anew(s, viewer, times, new_rng(1))
    assert found.keys() <= likely.keys(), "an impossible deal"
    return sum(abs(found[deal] / times - share) for deal, share in likely.items()) / 2


def uniform_deals(s: State, viewer: int, allowed: list[set[str]]) -> dict[Deal, float]:
    """All deals in which each other hand holds only allowed tokens, as likely as their copies say."""
    deals = Beliefs(s, viewer).deals
    kinds = [{KIND[token] for token in tokens} for tokens in allowed]
    fit = {deal: w for deal, w in deals.items() if all(set(deal[seat]) <= kinds[seat] for seat in range(len(allowed)))}
    return {deal: w / sum(fit.values()) for deal, w in fit.items()}


@pytest.mark.compiled
def test_with_nothing_known_all_deals_are_as_likely_as_their_copies() -> None:
    s = position(["Rm Rm", "Rc Rc Gs", "Gs Bt"], pool="Rc Rm Gs Bt")
    assert distance(s, 0, Beliefs(s, 0).likely()) < 0.06


@pytest.mark.compiled
def test_where_two_hands_have_forfeited_all_deals_left_are_about_as_likely() -> None:
    tokens = {"Rc", "Rs", "Gc", "Gs", "Bt", "Bd"}
    s = position(["Rm", "Rc Gs Bt", "Gc Rs Bd"], pool="Gs Rs")
    s.past[1, :3] = 1 << KIND["Gc"] | 1 << KIND["Bd"]
    s.past[2, :3] = 1 << KIND["Rc"] | 1 << KIND["Bt"]
    likely = uniform_deals(s, 0, [{"Rm"}, tokens - {"Gc", "Bd"}, tokens - {"Rc", "Bt"}])
    assert distance(s, 0, likely) < 0.06


@pytest.mark.compiled
def test_a_deal_that_only_just_fits_is_found() -> None:
    """Each token can be in one hand only, and whoever is dealt first can take another's."""
    s = position(["Rm", "Rc Rs Rt", "Gc Gs Gt", "Bc Bs Bt"], pool="")
    for seat, colour in enumerate("RGB", 1):
        others = [KIND[c + symbol] for c in "RGB" if c != colour for symbol in "cst"][: 6 if seat < 3 else 3]
        s.past[seat, :3] = sum(1 << kind for kind in others)
    assert set(dealt_anew(s, 0, 50, new_rng(2))) == {tuple(map(tuple, true_hands(s)))}


def true_hands(s: State) -> list[list[int]]:
    return [[kind for kind in hand if kind >= 0] for hand in s.hand[:5].tolist()]


@pytest.mark.compiled
@pytest.mark.parametrize("viewer", [0, 1])
def test_after_exchanges_by_both_deals_are_about_as_likely_as_they_should_be(viewer: int) -> None:
    s = position(["Rm Rc", "Gs Gt Bt"], pool="Yd Yx Px")
    beliefs = Beliefs(s, viewer)
    for text in ("swap Rm", "Yd", "swap Gs Bt", "Rm", "Px", "swap Rc", "Yx"):
        before, who, action = copy_state(s), GAME.actor(s), GAME.parse(text)
        assert action is not None
        GAME.apply(s, who, action)
        beliefs.learn(before, who, action, s)
    assert distance(s, viewer, beliefs.likely()) < 0.1


def test_two_exchanges_are_both_remembered() -> None:
    s = position(["Rm Oc Ys Gt Bd Px", "Rc Rs Rt Rd Rx Om"], sets=1)
    play(s, "swap Rm", "Yx", "swap Rc", "Gx", "swap Oc", "Yd")
    hands = {deal[1] for deal in dealt_anew(s, 0, 300, new_rng(3))}
    assert not any(KIND["Oc"] in hand for hand in hands), "given last, and seat 1 has not drawn since"
    assert any(KIND["Rm"] in hand for hand in hands), "given first, and seat 1 has drawn since"


def test_what_a_pool_of_known_tokens_goes_to_is_known() -> None:
    """Seat 0 takes the whole pool, and then seat 1 has to take just what seat 0 gave."""
    s = position(["Rm Oc Ys", "Gs Gt Bt"], pool="Yd Yx")
    play(s, "swap Rm Oc", "Yd", "Yx", "swap Gs Gt", "Rm", "Oc")
    for deal in dealt_anew(s, 0, 50, new_rng(4)):
        assert {KIND["Rm"], KIND["Oc"]} <= set(deal[1])


@pytest.mark.compiled
def test_in_tiny_games_whatever_is_likely_comes_and_hardly_anything_impossible() -> None:
    """Pools of two to five tokens, where more can be worked out than a seat remembers. Likely: one deal in 25."""
    count = Counter[str]()
    for seed in range(25 if ALL else 8):
        rng = new_rng(seed)
        for s, beliefs in tiny_game(seed):
            for belief in beliefs:
                if len(belief.deals) > 1500:
                    continue
                likely, found = belief.likely(), dealt_anew(s, belief.viewer, 200, rng)
                assert all(deal in found for deal, share in likely.items() if share > 0.06)
                count["impossible"] += sum(n for deal, n in found.items() if deal not in likely)
                count["all"] += 200
    assert count["all"] > (50_000 if ALL else 10_000)
    assert count["impossible"] < 0.025 * count["all"], count
