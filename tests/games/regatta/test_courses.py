"""The thirty course cards: what the rulebook asks of them, and that they can be raced."""

from functools import cache
from itertools import combinations
from statistics import mean

import msgspec
import pytest

from parlour.games.regatta.board import BEHIND, EAST, HEADINGS, NORTH, RISKS, WINDS
from parlour.games.regatta.courses import COURSES, Course, Point, area_of
from tools import regatta_courses as maker
from tools.regatta_racer import Racers

RACES = 9  # from each wind of each card: 1,080 in all
NAMES = [f"card {course.id}" for course in COURSES]
each_card = pytest.mark.parametrize("course", COURSES, ids=NAMES)


def pieces(course: Course) -> list[Point]:
    return [*course.start, *(marker.at for marker in course.markers), *course.risk]


def lies_across(course: Course) -> int:
    """The coordinate that the line has but one of: 1 for a row, 0 for a column."""
    (ax, ay), (bx, by) = course.start
    assert (ax == bx) != (ay == by)
    return 1 if ay == by else 0


def marks(course: Course) -> list[Point]:
    """The middle of the line, the markers, the middle again; all doubled, for the middle may lie between points."""
    (ax, ay), (bx, by) = course.start
    middle = (ax + bx, ay + by)
    return [middle, *((2 * x, 2 * y) for x, y in (marker.at for marker in course.markers)), middle]


def clockwise(from_: Point, heading: str) -> tuple[int, int]:
    """Sine and cosine of the clockwise angle from a direction to a heading, times their lengths."""
    way = HEADINGS.index(heading)
    (x, y), (u, v) = from_, (int(EAST[way]), int(NORTH[way]))
    return y * u - x * v, x * u + y * v


# -- the cards --------------------------------------------------------------------------------------------------------


def test_there_are_thirty_numbered_1_to_30():
    assert [course.id for course in COURSES] == list(range(1, 31))


@each_card
def test_a_card_is_21_to_31_points_wide_and_everything_stands_on_it_apart(course):
    assert course.size in range(21, 32)
    assert all(x in range(course.size) and y in range(course.size) for x, y in pieces(course))
    assert len(set(pieces(course))) == len(pieces(course))
    assert len(course.risk) == RISKS == 20


@each_card
def test_the_line_has_three_points_at_least_and_four_rows_behind_it(course):
    across = lies_across(course)
    (a, b), line = sorted(buoy[1 - across] for buoy in course.start), course.start[0][across]
    assert b - a - 1 >= 3
    ahead = course.markers[0].at[across]
    assert ahead != line
    assert (line if ahead > line else course.size - 1 - line) >= 4


@each_card
def test_there_is_room_for_six_boats_behind_the_line(course):
    points = [(x, y) for x in range(course.size) for y in range(course.size)]
    assert sum(area_of(course, p) == BEHIND and p not in pieces(course) for p in points) >= 4 * course.size - 2


@each_card
def test_one_to_four_markers_stand_two_points_from_the_edge(course):
    assert len(course.markers) in range(1, 5)
    for marker in course.markers:
        assert all(2 <= coordinate <= course.size - 3 for coordinate in marker.at)


@each_card
def test_the_gates_lead_from_the_mark_before_to_the_mark_after(course):
    legs = marks(course)
    for before, here, after, marker in zip(legs, legs[1:], legs[2:], course.markers, strict=False):
        back, on = (before[0] - here[0], before[1] - here[1]), (after[0] - here[0], after[1] - here[1])
        sine, cosine = clockwise(back, marker.gates[0])
        assert sine >= abs(cosine)  # 45–135° clockwise
        sine, cosine = clockwise(on, marker.gates[-1])
        assert -sine >= abs(cosine)  # 45–135° counter-clockwise
        assert len(marker.gates) in (2, 3)
        if back[0] * on[0] + back[1] * on[1] > 0:
            assert len(marker.gates) == 3  # the course turns back
        ways = [HEADINGS.index(gate) for gate in marker.gates]
        turned = [(way - ways[0]) % 8 for way in ways]
        assert turned == sorted(set(turned))  # clockwise
        assert turned[-1] <= 4


def test_no_two_cards_are_alike_not_even_turned():
    shapes = [maker.turn(course, quarters) for course in COURSES for quarters in range(4)]
    assert len({(shape.size, shape.start, shape.markers) for shape in shapes}) == 4 * len(COURSES)
    assert not [(a.id, b.id) for a, b in combinations(COURSES, 2) if maker.are_alike(a, b)]


def test_a_card_is_like_itself_turned_and_moved_a_little_and_unlike_one_with_a_marker_elsewhere():
    card = COURSES[10]
    for quarters in range(4):
        assert maker.are_alike(card, maker.turn(card, quarters))
    (x, y), *_ = (marker.at for marker in card.markers)
    near = round(maker.ALIKE * card.size)
    for by, alike in ((near, True), (near + 1, False)):
        moved = (msgspec.structs.replace(card.markers[0], at=(x, y + by)), *card.markers[1:])
        assert maker.are_alike(card, msgspec.structs.replace(card, markers=moved)) == alike


@each_card
def test_marks_fill_the_water_and_gates_keep_apart(course):
    assert maker.fills_its_water(course)
    assert maker.is_easy_to_read(course)


def test_starts_lie_on_all_sides_and_cards_have_one_to_four_markers():
    sides = [(axis := lies_across(card), card.markers[0].at[axis] > card.start[0][axis]) for card in COURSES]
    assert len(set(sides)) == 4
    assert all(sides.count(side) >= 7 for side in set(sides))
    assert {len(course.markers) for course in COURSES} == {1, 2, 3, 4}


@pytest.mark.compiled
def test_the_same_seed_makes_the_same_card_again():
    turns, sizes, markers = maker.LENGTHS["short"]
    assert maker.card(2, turns, sizes, markers[1], COURSES[:1]) == COURSES[1]


# -- races ------------------------------------------------------------------------------------------------------------


@cache
def racers(number: int) -> Racers:
    return Racers(COURSES[number - 1])


@pytest.mark.compiled
@each_card
def test_races_of_racers_finish_from_every_wind(course):
    for wind in WINDS.tolist():
        for seed in range(RACES):
            race = racers(course.id).race(wind, seed, seats=2 + seed % 5)
            assert race.finished
            assert max(race.turns) < 150


@pytest.mark.compiled
def test_boats_that_sail_anywhere_do_not_finish_the_same_races():
    """So the test above can fail."""
    lost = Racers(COURSES[0])
    lost.maps[:] = 1
    assert not any(lost.race(wind, seed).finished for wind in WINDS.tolist() for seed in range(3))


@pytest.mark.compiled
@pytest.mark.parametrize(("first", "about"), [(1, 25), (11, 40), (21, 55)], ids=["short", "medium", "long"])
def test_a_third_of_the_cards_each_is_short_medium_and_long(first, about):
    """Turns of the winner of a two-boat race, in the mean over the winds."""
    for number in range(first, first + 10):
        races = [racers(number).race(wind, seed) for wind in WINDS.tolist() for seed in range(100, 110)]
        assert mean(min(race.turns) for race in races) == pytest.approx(about, rel=0.1)


@pytest.mark.compiled
@each_card
def test_risk_points_lie_where_racers_come_by(course):
    own = Racers(course)
    for wind in WINDS.tolist():
        for seed in range(20):
            own.race(wind, seed, seats=4)
    visited = {(x, y) for x in range(course.size) for y in range(course.size) if own.visits[maker.square(x, y)]}
    for x, y in course.risk:
        assert visited & {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
