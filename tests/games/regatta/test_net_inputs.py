"""What a net is shown of Regatta: as a boat sees it with the wind in its face, whichever way the chart is turned."""

from random import Random

import numpy as np
import pytest

from parlour.core.game import CHANCE, State
from parlour.core.knowledge import UNLIKE, Lore
from parlour.core.laws.suite import random_step
from parlour.core.match import Match
from parlour.games.regatta import GAME
from parlour.games.regatta.board import HEADINGS, WINDS
from parlour.games.regatta.knowledge_net import (
    INPUTS,
    LEAD,
    LEFT,
    MOST,
    NEAR,
    NET,
    PLACE,
    QUARTERS,
    WIDTH,
    WINDOW,
    turned,
    way_to,
)
from parlour.games.regatta.pilot import pilot_of, surveyed

from .positions import WATER, Boat, race

pytestmark = [pytest.mark.compiled, pytest.mark.xdist_group("regatta's knowledge")]


@pytest.fixture(scope="module")
def water() -> Lore:
    return surveyed(WATER)


def shown(s: State, seat: int, lore: Lore) -> list[int]:
    listed = np.full(MOST, -9, np.int64)
    n = int(NET.list(s, seat, listed, lore))
    return [] if n == UNLIKE else listed[:n].tolist()


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_inputs_are_in_range_and_each_is_on_once(seats: int) -> None:
    rng, match = Random(seats), Match(GAME, seats, {"course": 1})
    lore, looked = pilot_of(1), 0
    for step in range(400):
        if match.over:
            break
        random_step(match, rng, extras=False)
        for seat in range(seats):
            if step % 5 == seat % 5 and (found := shown(match.state, seat, lore)):
                looked += 1
                assert 0 <= min(found) <= max(found) < INPUTS
                # Two boats can be at one place in the window only if they are at one point, which they never are.
                assert len(set(found)) == len(found) <= MOST
    assert looked > 40


def test_before_boats_are_placed_and_after_one_is_home_the_own_evaluation_is_asked(water: Lore) -> None:
    rng, start = Random(1), Match(GAME, 2, {"course": 1})
    while start.actor == CHANCE:
        random_step(start, rng, extras=False)
    assert shown(start.state, 0, pilot_of(1)) == []
    s = race(Boat("10,10", "N"), Boat("5,10", "N"), Boat("8,10", "N", place=1)).state
    assert shown(s, 2, water) == []
    assert shown(s, 0, water) != []


def test_who_is_ahead_sees_a_lead_and_who_is_behind_the_same_the_other_way(water: Lore) -> None:
    s = race(Boat("10,14", "E"), Boat("10,7", "E")).state
    leads = [[each - LEAD - QUARTERS for each in shown(s, seat, water) if LEAD <= each < PLACE] for seat in (0, 1)]
    assert leads[0][0] > 0 > leads[1][0]
    left = [[each for each in shown(s, seat, water) if LEFT <= each < LEAD] for seat in (0, 1)]
    assert left[0] < left[1]


@pytest.mark.parametrize("wind", [HEADINGS[wind] for wind in WINDS])
def test_a_boat_to_windward_is_seen_in_the_same_place_in_every_wind(wind: str, water: Lore) -> None:
    east, north = {"NW": (-1, 1), "NE": (1, 1), "SE": (1, -1), "SW": (-1, -1)}[wind]
    s = race(Boat("10,10", "N"), Boat(f"{10 + 2 * east},{10 + 2 * north}", "N"), wind=wind).state
    assert [each for each in shown(s, 0, water) if each >= NEAR] == [NEAR + (WINDOW + 2) * WIDTH + WINDOW - 2]


def test_ways_are_turned_with_the_wind() -> None:
    for wind in WINDS.tolist():
        for heading, (east, north) in enumerate([(0, 9), (9, 9), (9, 0), (9, -9), (0, -9), (-9, -9), (-9, 0), (-9, 9)]):
            assert way_to(east, north) == heading
            assert way_to(*turned(east, north, wind)) == (heading - wind + 7) % 8
