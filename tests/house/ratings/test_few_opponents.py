"""Matches can be thrown: what few opponents say of a player is bounded, and what many say is not spoiled by that."""

import math
from itertools import combinations
from random import Random

import pytest

from parlour.house.ratings import model
from parlour.house.ratings.model import ENOUGH, MIDDLE, MU, SIGMA, fold, provisional, shown
from parlour.house.ratings.records import Finish, Standing

Standings = dict[tuple[str, str], Standing]
BETA = MU / 6
OLD: tuple[int, ...] = ()  # households of a match that was rated before
BY_EACH = 60  # points from the middle, by each opponent whom somebody has met
THROWN = (1, 4, 20, 60)


def match(seats: str | list[str], number: int, households: tuple[int, ...] | None = None) -> Finish:
    """The first of them wins, the second comes after them, and so on."""
    who, places = tuple(seats), tuple(range(1, len(seats) + 1))
    households = places if households is None else households
    return Finish(
        table=f"t{number}", game="yinsh", at=number, seats=who, places=places, number=number, households=households
    )  # fmt: skip


def highest(standings: Standings, *finishes: Finish) -> int:
    fold(standings, finishes)
    return shown(max(one.mu for one in standings.values()))


# -- the law --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("thrown", THROWN)
def test_two_who_throw_matches_lift_neither_further_than_one_opponent_can(thrown: int) -> None:
    assert highest({}, *(match("ab", number) for number in range(1, thrown + 1))) <= MIDDLE + BY_EACH


@pytest.mark.parametrize("ring", [3, 4, ENOUGH])
@pytest.mark.parametrize("thrown", THROWN)
def test_a_ring_lifts_nobody_further_than_so_many_opponents_can(ring: int, thrown: int) -> None:
    """Whoever throws to whom: all to one, or each to the next who then throws what they have got."""
    everybody = "abcdef"[:ring]
    to_one = [match(["a", other], number) for number, other in enumerate(everybody[1:] * thrown, 1)]
    upwards = [(low, high) for low in reversed(everybody) for high in reversed(everybody) if high < low]
    handed_on = [match([high, low], number) for number, (low, high) in enumerate(upwards * thrown, 1)]
    together = [match(everybody, number) for number in range(1, thrown + 1)]
    for way in (to_one, handed_on, together):
        assert highest({}, *way) <= MIDDLE + BY_EACH * (ring - 1)


@pytest.mark.parametrize("accounts", [2, 5, 25])
def test_any_number_of_accounts_from_one_place_are_one_opponent(accounts: int) -> None:
    puppets = [f"puppet{number}" for number in range(accounts)]
    thrown = [match(["a", puppet], number, (0, 0)) for number, puppet in enumerate(puppets * 8, 1)]
    standings: Standings = {}
    assert highest(standings, *thrown) <= MIDDLE + BY_EACH
    assert provisional(standings["yinsh", "a"].sigma)


@pytest.mark.parametrize("thrown", THROWN)
def test_nobody_who_is_known_goes_far_by_one_opponent_alone(thrown: int) -> None:
    """Twenty matches thrown by one friend count like a few; without the bound they were worth far more."""
    standings = pool_of_equals()
    before, many = shown(standings["yinsh", "a"].mu), dict(standings)
    fold(standings, [match("ab", 1000 + number) for number in range(thrown)])
    fold(many, [match("ab", 1000 + number, OLD) for number in range(thrown)])
    now, once = shown(standings["yinsh", "a"].mu) - before, shown(many["yinsh", "a"].mu) - before
    assert now <= once
    if thrown >= 20:
        assert now <= 0.7 * once


def pool_of_equals() -> Standings:
    standings: Standings = {}
    rng, number = Random(8), 0
    for _ in range(4):
        for pair in combinations("abcdefgh", 2):
            number += 1
            fold(standings, [match(rng.sample(pair, 2), number)])
    return standings


def test_a_bot_to_which_one_friend_throws_is_not_worth_much_more() -> None:
    """Else whoever beats it would have got it from there."""
    lifted: Standings = {}
    fold(lifted, [match(["bot:1", "b"], number) for number in range(1, 41)])
    plain: Standings = {}
    fold(plain, [match(["bot:1", "b"], number, OLD) for number in range(1, 41)])
    assert shown(lifted["yinsh", "bot:1"].mu) < shown(plain["yinsh", "bot:1"].mu) - 50


# -- and what it costs ----------------------------------------------------------------------------------------


def test_whoever_is_known_by_few_is_provisional_however_much_they_play() -> None:
    standings: Standings = {}
    rng = Random(2)
    for number in range(1, 201):
        fold(standings, [match(rng.sample("abcd", 2), number)])
    assert all(provisional(one.sigma) for one in standings.values())


def test_what_comes_of_matches_against_the_houses_bots_is_not_bounded() -> None:
    standings: Standings = {}
    for number in range(1, 61):
        bot = f"bot:{1 + number % 5}"
        fold(standings, [match(["a", bot] if number % 4 else [bot, "a"], number)])
    assert shown(standings["yinsh", "a"].mu) > MIDDLE + BY_EACH
    assert not provisional(standings["yinsh", "a"].sigma)
    assert standings["yinsh", "a"].met == ()


def test_whoever_meets_others_is_let_go_and_set_right() -> None:
    """Someone has 200 matches thrown to them, and then loses to strangers: it shows at once."""
    standings: Standings = {}
    fold(standings, [match("ab", number) for number in range(1, 201)])
    assert standings["yinsh", "a"].sigma > 7
    fold(standings, [match([other, "a"], 200 + number) for number, other in enumerate("cdefgh", 1)])
    assert shown(standings["yinsh", "a"].mu) < MIDDLE - 60
    assert len(standings["yinsh", "a"].met) == ENOUGH


def test_matches_that_were_rated_before_count_as_they_did() -> None:
    old = [match("ab", number, OLD) for number in range(1, 5)]
    standings: Standings = {}
    assert highest(standings, *old) == 1725
    assert standings["yinsh", "a"].met == standings["yinsh", "a"].recent == ()
    fold(standings, [match("ab", 5)])
    assert shown(standings["yinsh", "a"].mu) == 1725, "and nobody falls by winning"


# -- honest people --------------------------------------------------------------------------------------------


def played(people: int, rounds: int, seed: int, households: tuple[int, ...] | None) -> tuple[list[float], list[float]]:
    """How good they are, and what the house makes of it: a pool in which everybody meets anybody."""
    rng = Random(seed)
    strength = {f"p{number}": rng.gauss(MU, SIGMA) for number in range(people)}
    standings: Standings = {}
    for number in range(1, rounds + 1):
        one, other = rng.sample(sorted(strength), 2)
        share = 1 / (1 + math.exp((strength[other] - strength[one]) / (math.sqrt(2) * BETA)))
        fold(standings, [match([one, other] if rng.random() < share else [other, one], number, households)])
    there = sorted(who for _, who in standings)
    return [strength[who] for who in there], [standings["yinsh", who].mu for who in there]


def correlation(one: list[float], other: list[float]) -> float:
    """Of ranks, by Spearman."""
    ranks = [{value: rank for rank, value in enumerate(sorted(values))} for values in (one, other)]
    apart = sum((ranks[0][a] - ranks[1][b]) ** 2 for a, b in zip(one, other, strict=True))
    return 1 - 6 * apart / (len(one) * (len(one) ** 2 - 1))


@pytest.mark.parametrize(("people", "rounds"), [(24, 480), (10, 150)])
def test_the_order_of_honest_people_is_found_as_well_as_without_the_bound(people: int, rounds: int) -> None:
    now, once = 0.0, 0.0
    for seed in range(4):
        now += correlation(*played(people, rounds, seed, None))
        once += correlation(*played(people, rounds, seed, OLD))
    print(f"{people} people, {rounds} matches: rank correlation {now / 4:.3f}, without the bound {once / 4:.3f}")
    assert now >= once - 4 * 0.02
    assert now > 4 * 0.75


def test_the_bounds_are_what_the_guide_says() -> None:
    assert (ENOUGH, model.REACH * model.UNIT, model.WINDOW, model.SAME) == (6, BY_EACH, 20, 3)
