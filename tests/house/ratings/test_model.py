"""Ratings: what a finish makes of them, and what is shown."""

import math
import subprocess
import sys
from random import Random

import pytest
from msgspec.structs import replace

from parlour.house.ratings.model import MIDDLE, MU, SIGMA, Jump, fold, newcomer, provisional, shown, stronger
from parlour.house.ratings.records import SURE, Finish, Standing

Standings = dict[tuple[str, str], Standing]


def finish(seats: str, places: tuple[int, ...], number: int = 1, **more: object) -> Finish:
    who = tuple(f"bot:{one}" if one.isdigit() else one for one in seats)
    return Finish(table=f"t{number}", game="yinsh", at=number, seats=who, places=places, number=number, **more)  # type: ignore[arg-type]


def after(*finishes: Finish) -> Standings:
    standings: Standings = {}
    fold(standings, finishes)
    return standings


def test_whoever_wins_rises_and_whoever_loses_falls_by_as_much_between_newcomers() -> None:
    now = after(finish("ab", (1, 2)))
    assert now["yinsh", "a"].mu - MU == pytest.approx(MU - now["yinsh", "b"].mu)
    assert now["yinsh", "a"].mu > MU
    assert now["yinsh", "a"].sigma < SIGMA
    assert now["yinsh", "a"].games == 1


def test_a_draw_between_equals_leaves_them_where_they_are_and_makes_them_surer() -> None:
    now = after(finish("ab", (1, 1)))
    assert now["yinsh", "a"].mu == now["yinsh", "b"].mu == pytest.approx(MU)
    assert now["yinsh", "a"].sigma < SIGMA


def test_the_first_of_four_gains_and_the_last_loses_most() -> None:
    now = after(finish("abcd", (2, 1, 4, 3)))
    mus = [now["yinsh", who].mu for who in "badc"]
    assert mus == sorted(mus, reverse=True)


def test_whoever_wins_never_falls() -> None:
    """Also not the strongest against the weakest: people would not understand it."""
    rng = Random(5)
    standings: Standings = {}
    for number in range(300):
        seats = "".join(rng.sample("abcdef123", rng.randrange(2, 5)))
        places = tuple(sorted(range(1, len(seats) + 1), key=lambda place: (seats[place - 1], rng.random())))
        for point in fold(standings, [finish(seats, places, number)]):
            if point.place == 1:
                assert point.mu >= point.was


def test_surprises_move_ratings_further() -> None:
    known = {("yinsh", who): Standing(who=who, game="yinsh", mu=mu, sigma=3.0, games=40) for who, mu in
             (("a", 35.0), ("b", 20.0))}  # fmt: skip
    expected, surprise = dict(known), dict(known)
    fold(expected, [finish("ab", (1, 2))])
    fold(surprise, [finish("ab", (2, 1))])
    assert abs(expected["yinsh", "a"].mu - 35) < abs(surprise["yinsh", "a"].mu - 35)


def test_points_say_what_each_finish_changed() -> None:
    standings: Standings = {}
    [ann, bob] = fold(standings, [finish("ab", (2, 1), number=7)])
    assert (ann.number, ann.table, ann.at, ann.place, ann.of) == (7, "t7", 7, 2, 2)
    assert (ann.was, ann.mu) == (MU, standings["yinsh", "a"].mu)
    assert (bob.who, bob.place) == ("b", 1)


def test_bots_of_one_level_in_several_seats_are_one_player() -> None:
    now = after(finish("a33", (2, 1, 3)))
    assert now["yinsh", "bot:3"].games == 1
    assert now["yinsh", "bot:3"].mu == pytest.approx(MU, abs=0.5), "one has won, one has lost"
    [_, point] = fold({}, [finish("a33", (2, 1, 3))])
    assert (point.who, point.place, point.of) == ("bot:3", 1, 3)
    assert after(finish("33", (1, 2))) == {}, "against oneself nothing is learned"


def test_who_became_stronger_is_expected_to_score_what_was_measured() -> None:
    """Against who it was: three wins of four are 200 points, and a level that nobody had met stays a newcomer."""
    was = after(finish("a5", (1, 2)))["yinsh", "bot:5"]
    now = stronger(was, 0.75)
    assert shown(now.mu) - shown(was.mu) == pytest.approx(200, abs=6)
    assert was.sigma < now.sigma <= SIGMA
    surer = stronger(replace(was, sigma=1.0), 0.75)
    assert not provisional(surer.sigma), "known well before, it stays so"
    standings: Standings = {}
    fold(standings, [finish("ab", (1, 2))], [Jump(after=1, game="yinsh", who="bot:5", share=0.75)])
    assert ("yinsh", "bot:5") not in standings


def test_those_who_play_together_are_not_rated() -> None:
    assert after(finish("ab", (), worth=0.5, score=3)) == {}


def test_a_newcomer_is_shown_1500_and_200_more_are_three_wins_of_four() -> None:
    assert shown(newcomer("a", "yinsh").mu) == MIDDLE == 1500
    beta, sigma = MU / 6, 1.0
    difference = next(mu for mu in range(100) if shown(MU + mu / 10) >= MIDDLE + 200) / 10
    share = 1 / (1 + math.exp(-difference / math.sqrt(2 * (beta**2 + sigma**2))))
    assert share == pytest.approx(0.75, abs=0.02)


@pytest.mark.parametrize(("seats", "least", "most"), [("ab", 15, 25), ("abcd", 25, 40)])
def test_a_rating_is_certain_after_an_evening_or_some(seats: str, least: int, most: int) -> None:
    standings: Standings = {}
    rng, played = Random(1), 0
    assert provisional(SIGMA)
    while not standings or provisional(standings["yinsh", "a"].sigma):
        played += 1
        fold(standings, [finish(seats, tuple(rng.sample(range(1, len(seats) + 1), len(seats))), played)])
    assert least <= played <= most
    assert not provisional(SURE)


def test_nothing_that_starts_waits_for_the_model() -> None:
    looks = "import sys, parlour.server.app, parlour.cli; print('openskill' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", looks], capture_output=True, text=True, check=True).stdout
    assert said.strip() == "False"
