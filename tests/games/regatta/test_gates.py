"""Gates, the start and the finish."""

import pytest

from parlour.games.regatta.board import EAST, HEADINGS, NORTH
from parlour.games.regatta.courses import Course, Marker

from .positions import START, Boat, play, race, seen

FREE = {"NW": "SE", "NE": "SW", "SE": "NW", "SW": "NE"}


def course(*markers: Marker) -> Course:
    return Course(1, 21, START, markers, ())


def gates(boat: str, *headings: str, passed: int = 0, of: Course, started: bool = True) -> list[tuple[int, int]]:
    """Markers rounded and gates passed of the next one, after each of these steps. The wind is made to suit each."""
    found, here = [], Boat(boat, turns=10, passed=passed, started=started)
    for heading in headings:
        wind = next(wind for wind in FREE if (HEADINGS.index(heading) - HEADINGS.index(wind)) % 8 in (2, 3, 5, 6))
        match = play(race(here, Boat("20,0"), course=of, wind=wind), heading)
        after = seen(match).boats[0]
        found.append((after.markers, after.gates))
        assert after.at is not None
        here = Boat(after.at, passed=int(match.state.passed[0]), started=after.started)
    return found


TURNING_BACK = course(Marker((10, 12), ("W", "N", "E")))


def test_a_marker_is_rounded_by_passing_its_gates_clockwise_in_order():
    around = gates("8,11", "N", "NE", "NE", "E", "SE", "SE", of=TURNING_BACK)
    assert around == [(0, 1), (0, 1), (0, 2), (0, 2), (0, 2), (1, 0)]


def test_the_other_way_around_counts_for_nothing():
    around = gates("12,11", "N", "NW", "NW", "W", "SW", "SW", of=TURNING_BACK)
    assert around == [(0, 0)] * 6


def test_gates_are_passed_in_order_or_not_at_all():
    assert gates("9,14", "E", "E", of=TURNING_BACK) == [(0, 0), (0, 0)]  # N before W
    assert gates("9,14", "E", passed=1, of=TURNING_BACK) == [(0, 2)]


def test_markers_count_only_in_order():
    two = course(Marker((10, 12), ("W", "N")), Marker((16, 12), ("N", "E")))
    assert gates("15,14", "E", of=two) == [(0, 0)]
    assert gates("15,14", "E", passed=2, of=two) == [(1, 1)]


def test_gates_count_only_after_the_start():
    assert gates("8,11", "N", of=TURNING_BACK, started=False) == [(0, 0)]


def test_the_step_that_starts_passes_no_gate():
    across_the_line = course(Marker((10, 12), ("S", "W")))
    assert gates("11,4", "NW", of=across_the_line, started=False) == [(0, 0)]
    assert gates("11,4", "NW", of=across_the_line) == [(0, 1)]


# -- one step and one ray ---------------------------------------------------------------------------------------------


def test_the_check_of_the_rulebook_one_step_passes_two_gates():
    marker = course(Marker((10, 12), ("NE", "E")))
    assert gates("10,13", "SE", of=marker) == [(1, 0)]  # from 0,1 to 1,0 as the marker sees it


def test_touching_a_ray_from_its_counter_clockwise_side_passes_it_and_stepping_back_takes_it_back():
    assert gates("8,11", "N", "S", of=TURNING_BACK) == [(0, 1), (0, 0)]


def test_leaving_the_ray_on_its_clockwise_side_and_coming_back_to_it_means_nothing():
    assert gates("8,11", "N", "N", "S", "S", of=TURNING_BACK) == [(0, 1), (0, 1), (0, 1), (0, 0)]


def test_a_gate_is_a_ray_and_not_its_backward_extension():
    assert gates("12,13", "S", of=TURNING_BACK) == [(0, 0)]
    west_alone = course(Marker((10, 12), ("W", "N")))
    assert gates("12,11", "N", "N", of=west_alone) == [(0, 0), (0, 0)]
    assert gates("12,13", "S", "S", of=west_alone) == [(0, 0), (0, 0)]


def test_a_step_past_the_markers_very_corner_passes_a_diagonal_gate_half_a_point_away():
    diagonal = course(Marker((10, 12), ("NW", "E")))
    assert gates("9,12", "NE", of=diagonal) == [(0, 1)]
    assert gates("10,13", "SW", of=diagonal) == [(0, 0)]


def test_a_gate_reaches_to_the_edge():
    assert gates("0,11", "N", of=TURNING_BACK) == [(0, 1)]
    assert gates("0,11", "NE", of=TURNING_BACK) == [(0, 1)]


def shifted(point: tuple[int, int], heading: str, far: int = 1) -> tuple[int, int]:
    way = HEADINGS.index(heading)
    return point[0] + far * int(EAST[way]), point[1] + far * int(NORTH[way])


@pytest.mark.parametrize("turned", range(8))
def test_every_heading_makes_the_same_gate(turned):
    """From a point on one side of the ray to a point on the other, there and back, in all eight directions."""
    marker = course(Marker((10, 12), (HEADINGS[turned], HEADINGS[(turned + 2) % 8])))
    ahead, left = HEADINGS[turned], HEADINGS[(turned - 2) % 8]
    on = shifted((10, 12), ahead, 3)
    before = shifted(on, left)
    right = HEADINGS[(turned + 2) % 8]
    assert gates(f"{before[0]},{before[1]}", right, right, left, left, of=marker) == [(0, 1), (0, 1), (0, 1), (0, 0)]


# -- taking back and going on -----------------------------------------------------------------------------------------


def test_only_the_gate_passed_last_is_taken_back():
    # Both W and N are passed; W again, the other way, means nothing while N stands.
    assert gates("8,12", "S", passed=2, of=TURNING_BACK) == [(0, 2)]


def test_several_gates_are_taken_back_by_one_step():
    near = course(Marker((10, 12), ("NE", "E", "S")))
    assert gates("11,12", "NW", passed=2, of=near) == [(0, 0)]


def test_a_marker_once_rounded_stays_rounded():
    assert gates("12,12", "N", passed=3, of=TURNING_BACK) == [(1, 0)]
    two = course(Marker((10, 12), ("W", "N")), Marker((16, 12), ("N", "E")))
    assert gates("10,14", "W", passed=2, of=two) == [(1, 0)]


def test_one_step_goes_on_to_the_next_marker():
    two = course(Marker((10, 12), ("W", "N")), Marker((10, 15), ("S", "W")))
    assert gates("9,13", "E", passed=1, of=two) == [(1, 0)]
    facing = course(Marker((10, 12), ("W", "N")), Marker((9, 9), ("N", "E")))
    assert gates("9,13", "E", passed=1, of=facing) == [(1, 0)]
    both = course(Marker((10, 9), ("W", "N")), Marker((10, 7), ("N", "E")))
    assert gates("9,12", "E", passed=1, of=both) == [(1, 1)]


# -- start and finish -------------------------------------------------------------------------------------------------

SIDES = [
    (((8, 5), (14, 5)), (10, 18), "10,4", "N", "10,6", "S", "7,4"),
    (((8, 15), (14, 15)), (10, 3), "10,16", "S", "10,14", "N", "7,16"),
    (((5, 8), (5, 14)), (18, 10), "4,10", "E", "6,10", "W", "4,7"),
    (((15, 8), (15, 14)), (3, 10), "16,10", "W", "14,10", "E", "16,7"),
]


@pytest.mark.parametrize(("start", "marker", "behind", "on", "ahead", "back", "beside"), SIDES)
def test_the_start_is_a_step_from_behind_onto_the_line_whatever_side_it_is_on(
    start, marker, behind, on, ahead, back, beside
):
    card = Course(1, 21, start, (Marker(marker, ("W", "N", "E")),), ())

    def starts(where: str, heading: str, passed: int = 0) -> tuple[bool, bool]:
        wind = next(wind for wind in FREE if (HEADINGS.index(heading) - HEADINGS.index(wind)) % 8 in (2, 3, 5, 6))
        boat = Boat(where, started=passed > 0, passed=passed)
        match = play(race(boat, Boat("20,0"), course=card, wind=wind), heading)
        return seen(match).boats[0].started, match.over

    assert starts(behind, on) == (True, False)
    assert starts(ahead, back) == (False, False)  # the other way
    assert starts(beside, on) == (False, False)  # past the buoy
    assert starts(behind, on, passed=3) == (True, True)
    assert starts(ahead, back, passed=3) == (True, False)
    assert starts(behind, on, passed=2) == (True, False)  # a gate is missing


def test_a_step_along_the_line_is_no_start():
    match = play(race(Boat("10,5", started=False), wind="SW"), "E")
    assert not seen(match).boats[0].started


def test_a_buoy_is_no_part_of_the_line_and_diagonal_steps_count():
    match = play(race(Boat("8,4", started=False), wind="NW"), "NE")
    assert seen(match).boats[0].started


def test_gates_come_before_the_start_so_the_step_that_starts_passes_none():
    low = Course(1, 21, START, (Marker((15, 6), ("SW", "W")),), ())
    match = play(race(Boat("13,4", started=False), course=low, wind="SW"), "N", "stop")
    assert seen(match).boats[0].started
    assert seen(match).boats[0].gates == 0


def test_a_step_that_rounds_the_last_marker_may_finish():
    low = Course(1, 21, START, (Marker((11, 9), ("N", "S")),), ())
    match = play(race(Boat("12,4", passed=1), course=low, wind="NE"), "NW")
    assert match.over


def test_a_boat_says_what_it_has_to_reach_next_and_how_far_along_the_course_it_is():
    of = course(Marker((10, 12), ("W", "N")), Marker((5, 12), ("N", "E", "S")))

    def told(boat: Boat) -> tuple[str, str | None, float]:
        after = seen(race(boat, Boat("20,0"), course=of)).boats[0]
        return after.goal, after.gate, after.along

    assert told(Boat("10,1", turns=4, started=False)) == ("start", None, 0)
    assert told(Boat("10,8", turns=9, passed=1)) == ("gate", "N", 0.5)
    assert told(Boat("10,8", turns=9, passed=3)) == ("gate", "E", 1 + 1 / 3)
    assert told(Boat("10,8", turns=9, passed=5)) == ("finish", None, 2)
