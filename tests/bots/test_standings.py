"""Ratings and verdicts follow from results."""

import math
from random import Random

import pytest

from parlour.bots.standings import Duel, Sprt, mean_and_error, ratings


def test_ratings_follow_the_odds() -> None:
    # 3 to 1 is 191 points apart; a prior of one draw hardly matters over so many games.
    table = ratings(["weak", "strong"], {("weak", "strong"): Duel(wins=2500, losses=7500)})
    assert [rating.bot for rating in table] == ["strong", "weak"]
    assert table[0].elo - table[1].elo == pytest.approx(400 * math.log10(3), abs=1)
    assert table[0].elo + table[1].elo == pytest.approx(0, abs=1e-6)


def test_more_games_make_narrower_bars() -> None:
    few = ratings(["a", "b"], {("a", "b"): Duel(wins=12, draws=2, losses=6)})
    many = ratings(["a", "b"], {("a", "b"): Duel(wins=1200, draws=200, losses=600)})
    assert many[0].give < few[0].give / 8
    assert many[0].games == 2000
    assert many[0].points == 1300


def test_whoever_lost_everything_has_a_rating_too() -> None:
    table = ratings(["a", "b", "c"], {("a", "b"): Duel(wins=20), ("b", "c"): Duel(wins=20), ("a", "c"): Duel(wins=20)})
    assert [rating.bot for rating in table] == ["a", "b", "c"]
    assert all(math.isfinite(rating.elo) and math.isfinite(rating.give) for rating in table)


def test_the_bars_hold_the_truth_about_as_often_as_they_say() -> None:
    rng, inside = Random(3), 0
    for _ in range(200):
        wins = sum(rng.random() < 0.7 for _ in range(100))
        best = {r.bot: r for r in ratings(["a", "b"], {("a", "b"): Duel(wins=wins, losses=100 - wins)})}
        inside += abs(best["a"].elo - 200 * math.log10(0.7 / 0.3)) < best["a"].give
    assert 180 <= inside <= 199


@pytest.mark.parametrize(("chance", "verdict"), [(0.5, False), (0.75, True)])
def test_a_clear_case_is_settled_soon_and_rightly(chance: float, verdict: bool) -> None:
    rng, right, games = Random(4), 0, 0
    for _ in range(200):
        duel, test = Duel(), Sprt()
        while test.verdict(duel) is None:
            duel.add(1, 0) if rng.random() < chance else duel.add(0, 1)
        right += test.verdict(duel) is verdict
        games += duel.games
    assert right >= 190
    assert games / 200 < 150


def test_a_mean_comes_with_its_error() -> None:
    mean, error = mean_and_error([1, 2, 3, 4])
    assert mean == 2.5
    assert error == pytest.approx(1.96 * math.sqrt(5 / 3) / 2)
