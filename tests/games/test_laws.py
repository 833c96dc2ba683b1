"""Every game obeys the law book, at every seat count."""

import os
from random import Random

import pytest

from parlour.core.compiled import jit
from parlour.core.laws.drawing import texts_exist
from parlour.core.laws.refusals import refusals_tell_nothing
from parlour.core.laws.suite import check_match, ends_within_bound, positions, random_match, replay_is_equal
from parlour.games import BUILT_IN, load

# 600 times as much under ./dev test --all; a little, where every rule runs as plain Python or with checks.
ALL = bool(os.environ.get("PARLOUR_ALL"))
COMPILED = not jit.disabled()
CHECKED = bool(os.environ.get("NUMBA_BOUNDSCHECK"))

STATES, REQUESTS = 20, 50  # of the law that refusals tell nothing, in each game

TABLES = [(name, seats) for name in BUILT_IN for seats in load(name).seats]
VARIANTS = [
    ("yinsh", 2, {"blitz": True}),
    ("dance", 2, {"hand": 12, "minimum": 3}),
    ("dance", 5, {"hand": 3, "minimum": 1}),
    ("luckymoose", 3, {"sets": 1, "size": 9}),
    ("luckymoose", 4, {"sets": 6, "size": 25, "score_new_lines": True, "bonus": "highest"}),
    ("command", 2, {"declared": True}),
    ("regatta", 3, {"course": 7}),
]


def share(name: str, games: int) -> int:
    """This table's part of a number of games per game."""
    each = -(-games // len(load(name).seats))
    if not COMPILED:
        # Of a game that lasts long there are fewer: a match of LuckyMoose takes minutes without the compiler.
        return max(1, each * 400 // max(400, load(name).bound) // 150)
    if CHECKED:
        return max(2, each // 20)
    return each * 10 if ALL else -(-each // 60)


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_texts_that_every_game_needs_exist(name: str) -> None:
    texts_exist(load(name))


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_random_games_end_within_their_bound(name: str, seats: int) -> None:
    game = load(name)
    # 3,000 games of each are few for compiled code: all seat counts get that many.
    games = (100_000 if ALL else 3_000) if COMPILED and not CHECKED else share(name, 1000)
    ends_within_bound(game, seats, {}, games=games, seed=seats)


@pytest.mark.parametrize(("name", "seats", "options"), VARIANTS)
def test_options_keep_the_bound_and_the_laws(name: str, seats: int, options: dict[str, int]) -> None:
    ends_within_bound(load(name), seats, options, games=1000 if COMPILED else 3, seed=1)
    for seed in range((20 if ALL else 2) if COMPILED else 1):
        check_match(random_match(load(name), seats, options, seed), samples=20, seed=seed)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_replays_are_equal(name: str, seats: int) -> None:
    for seed in range(share(name, 500)):
        replay_is_equal(load(name), seats, {}, seed=10_000 + seed)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_lists_views_logs_and_determinize_obey_the_laws(name: str, seats: int) -> None:
    for seed in range(share(name, 300)):
        check_match(random_match(load(name), seats, {}, seed=seed), samples=20, seed=seed)


@pytest.mark.parametrize("name", [name for name in BUILT_IN if load(name).hidden])
def test_refusals_tell_nothing(name: str) -> None:
    """Ten games, twenty states, fifty requests in each; thirty times as many games under --all."""
    game, games = load(name), 300 if ALL else 10
    if not COMPILED or CHECKED:
        games = 3 if CHECKED else 1
    tables = [
        *((seats, {}) for seats in game.seats),
        *((seats, more) for each, seats, more in VARIANTS if each == name),
    ]
    asked = taken = 0
    for seed in range(games):
        seats, options = tables[seed % len(tables)]
        match = random_match(game, seats, options, seed=20_000 + seed)
        rng, last = Random(seed), len(match.steps) - 1
        for position in positions(match, sorted(rng.sample(range(last), STATES))):
            taken += refusals_tell_nothing(position, rng.getrandbits(30), REQUESTS)
            asked += REQUESTS
    assert asked == games * STATES * REQUESTS
    assert 0.05 < taken / asked < 0.95  # of what is taken in both worlds it is asked whether it is, too
