"""Simple players make as many points as the rulebook says."""

from collections.abc import Callable, Iterator
from random import Random
from statistics import mean

import pytest

from parlour.core.game import CHANCE, OVER, State, copy_state
from parlour.core.rng import new_rng
from parlour.games.luckymoose import GAME
from parlour.games.luckymoose.lines import points_of_line, way_of_lay
from parlour.games.luckymoose.notation import END, LAY, SWAP

Policy = Callable[[State, int, Random], list[int]]


def first_lays(s: State, seat: int) -> list[int]:
    return [action for action in GAME.list_legal(s, seat) if LAY <= action < SWAP]


def without_a_lay(s: State, seat: int) -> list[int]:
    """Exchange as much as possible, or forfeit."""
    return [max(GAME.list_legal(s, seat))]


def random_layer(s: State, seat: int, random: Random) -> list[int]:
    """Any token that can be laid, or after the first one the end, each as likely as the other."""
    steps = first_lays(s, seat) + ([END] if s.laid_count else [])
    return [random.choice(steps)] if steps else without_a_lay(s, seat)


def highest_first(s: State, seat: int, random: Random) -> list[int]:
    """The lay that scores most; of equal ones, one of most tokens."""
    _, _, best = max(whole_lays(s, seat, ()), default=(0, 0, ()))
    return [*best, END] if best else without_a_lay(s, seat)


def whole_lays(s: State, seat: int, so_far: tuple[int, ...]) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Every lay with its points and how many tokens it has."""
    for action in first_lays(s, seat):
        after = copy_state(s)
        GAME.apply(after, seat, action)
        yield worth(after), int(after.laid_count), (*so_far, action)
        yield from whole_lays(after, seat, (*so_far, action))


def worth(s: State) -> int:
    laid, along = s.laid[: int(s.laid_count)].tolist(), way_of_lay(s)
    return points_of_line(s, laid[0], along) + sum(points_of_line(s, at, 1 - along) for at in laid)


def points_each(policy: Policy, seed: int) -> float:
    s, rng, random = GAME.new(2, GAME.options_for(2, {})), new_rng(seed), Random(seed)
    while (who := GAME.actor(s)) != OVER:
        for action in [GAME.sample(s, rng)] if who == CHANCE else policy(s, who, random):
            GAME.apply(s, who, action)
    return mean(GAME.scores_of(s, 2))


@pytest.mark.compiled
def test_random_layers_make_about_365_points_each() -> None:
    """The mean of a game scatters by about 90, that of 60 games by 12; three times that is allowed."""
    assert mean(points_each(random_layer, seed) for seed in range(60)) == pytest.approx(365, abs=36)


@pytest.mark.compiled
def test_players_who_take_the_highest_score_make_about_690_points_each() -> None:
    """The mean of a game scatters by about 100, that of 14 games by 27; three times that is allowed. Which of equal
    lays is taken matters: most tokens give 693 over 150 games (± 8), any of them 730."""
    assert mean(points_each(highest_first, seed) for seed in range(14)) == pytest.approx(690, abs=80)
