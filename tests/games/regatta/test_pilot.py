"""The pilot book: turns that a boat may expect to need, from which bots judge a race."""

import numpy as np
import pytest

from parlour.games.regatta.board import FREE_TURN, HEADINGS, HELD, NO_SPINNAKER, NO_TACK, NOWHERE, PORT, SET
from parlour.games.regatta.courses import COURSES
from parlour.games.regatta.pilot import A_TURN, CONFINED, LAYERS, MOST_TURNS_TOLD, Pilot, pilot_of, surveyed
from parlour.games.regatta.racer import FAR, HOME, charted

from .positions import WATER, point

pytestmark = pytest.mark.compiled

ROUNDED = 1 + 3  # nothing left but the finish


@pytest.fixture(scope="module")
def pilot() -> Pilot:
    return surveyed(WATER)


@pytest.fixture(scope="module")
def exact() -> Pilot:
    """As if nothing could happen."""
    return surveyed(WATER, odd=0.0, turning=0.0)


def turns(
    pilot: Pilot, where: str, *, wind: str = "NW", layer: int = ROUNDED, kite: int = 0, tack: int = PORT
) -> float:
    return int(pilot[HEADINGS.index(wind) // 2, layer, kite, tack, point(where)]) / A_TURN


@pytest.mark.parametrize("wind", ["NW", "NE", "SE", "SW"])
def test_where_nothing_can_happen_it_counts_as_the_racer_does(exact, wind):
    index = HEADINGS.index(wind)
    racers = charted(WATER)[index].astype(int)
    counted = exact[index // 2, : len(racers), NO_SPINNAKER].astype(int)
    known = racers < FAR
    assert (counted[known] == racers[known] * A_TURN).all()


def test_points_equally_many_turns_away_are_told_apart(pilot):
    """On a beam reach below the line: one turn from either, and the nearer leaves room for a mishap."""
    racers = charted(WATER)[HEADINGS.index("NW"), ROUNDED, PORT]
    assert racers[point("10,4")] == racers[point("10,3")] == 1
    assert turns(pilot, "10,4") < turns(pilot, "10,3")


def test_the_best_place_is_three_turns_from_the_best_point_to_start_from(exact):
    for wind in range(4):
        free = exact[wind, 0, NO_SPINNAKER, PORT:]
        best = min(int(free[:, point(f"{x},{y}")].min()) for x in range(21) for y in range(5)) / A_TURN
        assert exact[wind, CONFINED + FREE_TURN - 1, NO_SPINNAKER].min() / A_TURN == best + FREE_TURN - 1


def test_nobody_is_over_the_line_before_the_fourth_turn(pilot):
    assert turns(pilot, "11,6", layer=CONFINED + 1) == MOST_TURNS_TOLD
    assert turns(pilot, "11,6", layer=0) < MOST_TURNS_TOLD


def test_a_boat_that_is_not_placed_yet_is_taken_to_find_the_best_place(pilot):
    for wind in range(4):
        places = pilot[wind, CONFINED + FREE_TURN - 1, NO_SPINNAKER]
        assert places[NO_TACK, NOWHERE] == places.min()


def test_a_spinnaker_is_good_for_a_long_run_and_never_bad(exact):
    for wind in range(4):
        water = exact[wind, :HOME, NO_SPINNAKER, PORT] < MOST_TURNS_TOLD * A_TURN
        for kite in (SET, HELD):
            assert (exact[wind, :HOME, kite, PORT] <= exact[wind, :HOME, NO_SPINNAKER, PORT])[water].all()
    assert turns(exact, "19,19", wind="NE", kite=SET) == turns(exact, "19,19", wind="NE") - 2


def test_a_book_is_made_once_and_small():
    book = pilot_of(len(COURSES))
    assert pilot_of(len(COURSES)) is book
    assert book.nbytes < 2_000_000
    assert book.shape[1] == LAYERS
    assert book.dtype == np.int16
