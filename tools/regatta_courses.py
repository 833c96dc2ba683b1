"""Makes the course cards of Regatta, and draws them: the same seed gives the same cards.

    python tools/regatta_courses.py                 write src/parlour/games/regatta/courses.json
    python tools/regatta_courses.py --sheet a.svg   draw the cards that are there on one sheet

Cards 1–10 are short, 11–20 medium, 21–30 long. A card is drawn at random with its start in the south, turned to its
side of the board, and kept if it is like no card before it, fills its water, can be read at a glance, and simple racers
need about as many turns as its length asks for, in the mean of all winds.
"""

import argparse
import sys
from collections.abc import Sequence
from itertools import pairwise
from math import isqrt
from pathlib import Path
from random import Random
from statistics import mean

import msgspec

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from parlour.games.regatta.board import EAST, HEADINGS, NORTH, RISKS, WINDS, square  # noqa: E402
from parlour.games.regatta.courses import COURSES, Course, Marker, Point, area_of  # noqa: E402
from tools.regatta_racer import Racers  # noqa: E402

CARDS = ROOT / "src/parlour/games/regatta/courses.json"
SEED = 2026
EACH = 10  # cards of every length
RACES = 12  # from each wind, to judge a card

# Turns of the winner of a two-boat race, in the mean; sizes of the board; how many markers, one for each card.
LENGTHS = {
    "short": ((23.5, 26.5), (21, 24), (1, 2, 2, 3, 2, 1, 2, 3, 1, 2)),
    "medium": ((38.5, 41.5), (24, 28), (2, 3, 2, 3, 4, 3, 2, 4, 3, 2)),
    "long": ((53, 57), (27, 31), (3, 4, 3, 4, 3, 4, 3, 4, 3, 4)),
}
FROM_EDGE = 3
APART = 6  # marks, at least
ALIKE = 0.24  # cards are if each marker is no further than this share of the board from its fellow
FILLED = 0.4  # the share of the board that the marks of a card span, in each direction
NEAR = 3  # points of a gate that are always drawn: those of two markers keep apart


def cards() -> list[Course]:
    made: list[Course] = []
    for length, (turns, sizes, markers) in LENGTHS.items():
        for i in range(EACH):
            number = len(made) + 1
            course = card(number, turns, sizes, markers[i], made)
            made.append(course)
            facts = f"size {course.size} markers {markers[i]} turns {turns_on(course):.1f}"
            print(f"{number:2d} {length:6s} {facts}", flush=True)
    return made


def card(
    number: int, turns: tuple[float, float], sizes: tuple[int, int], markers: int, others: Sequence[Course]
) -> Course:
    """A card that is like none of the others."""
    rng = Random(f"{SEED} {number}")
    low, high = turns
    while True:
        bare = bare_card(rng, number, rng.randint(*sizes), markers)
        # Alone and without cards a boat is a few turns faster, and takes about as many turns as its way has points: a
        # card that is far off is not worth racing on.
        if bare is None or not low - 9 < length_of(bare) < high + 4:
            continue
        bare = turn(bare, number % 4)
        if any(are_alike(bare, other) for other in others):
            continue
        racers = Racers(bare)
        if not low - 6 < mean(racers.to_go(wind) for wind in WINDS.tolist()) < high:
            continue
        course = with_risks(rng, bare, racers)
        if course is not None and low <= turns_on(course) <= high:
            return course


def turns_on(course: Course) -> float:
    """Turns of the winner in two-boat races, in the mean over all winds; far too many if any race does not finish."""
    racers = Racers(course)
    races = [racers.race(wind, seed) for wind in WINDS.tolist() for seed in range(RACES)]
    return mean(min(race.turns) if race.finished else 1000 for race in races)


# -- a card without risk points -------------------------------------------------------------------------------


def bare_card(rng: Random, number: int, size: int, markers: int) -> Course | None:
    """Start in the south, markers to the north of it; None if no gates fit them."""
    behind, between = rng.randint(4, 6), rng.randint(4, 7)
    left = rng.randint(3, size - between - 5)
    start = ((left, behind), (left + between + 1, behind))
    points = [
        (rng.randint(FROM_EDGE, size - 1 - FROM_EDGE), rng.randint(behind + 3, size - 1 - FROM_EDGE))
        for _ in range(markers)
    ]
    marks = [*start, *points]
    if any(distance(a, b) < APART for i, a in enumerate(points) for b in marks[: i + 2]):
        return None
    if points[0][1] < behind + APART:
        return None
    home = (start[0][0] + start[1][0], 2 * behind)  # the middle of the line, twice
    legs = [home, *((2 * x, 2 * y) for x, y in points), home]
    placed = []
    for before, here, after in zip(legs, legs[1:], legs[2:], strict=False):
        gates = gates_at(away(here, before), away(here, after))
        if gates is None:
            return None
        placed.append(Marker((here[0] // 2, here[1] // 2), gates))
    course = Course(number, size, start, tuple(placed), ())
    return course if fills_its_water(course) and is_easy_to_read(course) else None


def fills_its_water(course: Course) -> bool:
    """Whether the marks span the board in all four directions; with a single marker, in one."""
    (ax, ay), (bx, by) = course.start
    marks = [((ax + bx) / 2, (ay + by) / 2), *(marker.at for marker in course.markers)]
    along = [[x, y, x + y, x - y] for x, y in marks]
    spans = [max(places) - min(places) for places in zip(*along, strict=True)]
    return (max(spans) if len(course.markers) == 1 else min(spans)) >= FILLED * (course.size - 1)


def is_easy_to_read(course: Course) -> bool:
    """Whether no marker's gates, as far as they are always drawn, meet another's or run into a buoy."""
    taken = {*course.start, *(marker.at for marker in course.markers)}
    for marker in course.markers:
        (x, y), ways = marker.at, [HEADINGS.index(gate) for gate in marker.gates]
        near = {(x + far * int(EAST[way]), y + far * int(NORTH[way])) for way in ways for far in range(1, NEAR + 1)}
        if near & taken:
            return False
        taken |= near
    return True


def are_alike(a: Course, b: Course) -> bool:
    """Whether one looks much like the other, turned or in a mirror: seen from the line, each marker is near its fellow
    of the other card."""
    if len(a.markers) != len(b.markers):
        return False
    ours, near = from_the_line(a), 2 * round(ALIKE * max(a.size, b.size))
    return any(
        all(distance(here, (side * x, y)) <= near for here, (x, y) in zip(ours, from_the_line(b), strict=True))
        for side in (1, -1)
    )


def from_the_line(course: Course) -> list[Point]:
    """The markers, doubled, as seen from the middle of the line with marker 1 ahead, to the north."""
    while not is_ahead_north(course):
        course = turn(course, 1)
    (ax, ay), (bx, by) = course.start
    return [(2 * x - ax - bx, 2 * y - ay - by) for x, y in (marker.at for marker in course.markers)]


def is_ahead_north(course: Course) -> bool:
    (_, ay), (_, by) = course.start
    return ay == by and course.markers[0].at[1] > ay


def length_of(course: Course) -> int:
    """Points from the line around all markers and back."""
    (ax, ay), (bx, by) = course.start
    middle = (ax + bx) // 2, (ay + by) // 2
    return sum(distance(a, b) for a, b in pairwise([middle, *(marker.at for marker in course.markers), middle]))


def distance(a: Point, b: Point) -> int:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def away(a: Point, b: Point) -> Point:
    return b[0] - a[0], b[1] - a[1]


def gates_at(back: Point, on: Point) -> tuple[str, ...] | None:
    """Gates for a marker with the previous mark in the direction `back` and the next one in `on`: the first and the
    last one as square as they can be to those, none more than a quarter from the next; None if that takes too many."""
    firsts = [way for way in range(8) if is_abeam(back, way)]
    lasts = [way for way in range(8) if is_abeam_before(on, way)]
    turns_back = dot(back, on) > 0
    best: tuple[int, list[int]] | None = None
    for first in firsts:
        for last in lasts:
            sweep = (last - first) % 8
            if not (1 <= sweep <= 4) or (turns_back and sweep < 2):
                continue
            three = turns_back or sweep > 2
            ways = [first, first + (sweep + 1) // 2, last] if three else [first, last]
            slant = off_square(back, first) + off_square(on, last)
            if best is None or slant < best[0]:
                best = slant, [way % 8 for way in ways]
    return None if best is None else tuple(HEADINGS[way] for way in best[1])


def is_abeam(back: Point, way: int) -> bool:
    """45–135° clockwise of the direction."""
    u = (int(EAST[way]), int(NORTH[way]))
    return -cross(back, u) >= abs(dot(back, u))


def is_abeam_before(on: Point, way: int) -> bool:
    """45–135° counter-clockwise of the direction."""
    u = (int(EAST[way]), int(NORTH[way]))
    return cross(on, u) >= abs(dot(on, u))


def off_square(direction: Point, way: int) -> int:
    """How far a heading is from being at right angles, as a number to compare."""
    u = (int(EAST[way]), int(NORTH[way]))
    return 1000 * dot(direction, u) ** 2 // (dot(direction, direction) * dot(u, u))


def cross(a: Point, b: Point) -> int:
    return a[0] * b[1] - a[1] * b[0]


def dot(a: Point, b: Point) -> int:
    return a[0] * b[0] + a[1] * b[1]


def turn(course: Course, quarters: int) -> Course:
    """The card turned clockwise: the start comes to lie in the west, north or east."""
    size = course.size

    def turned(point: Point) -> Point:
        x, y = point
        for _ in range(quarters):
            x, y = y, size - 1 - x
        return x, y

    markers = tuple(
        Marker(turned(each.at), tuple(HEADINGS[(HEADINGS.index(gate) + 2 * quarters) % 8] for gate in each.gates))
        for each in course.markers
    )
    a, b = sorted(map(turned, course.start))
    return Course(course.id, size, (a, b), markers, tuple(map(turned, course.risk)))


# -- risk points ----------------------------------------------------------------------------------------------


def with_risks(rng: Random, course: Course, racers: Racers) -> Course | None:
    """Twenty risk points ahead of the line where racers come by, no two side by side; None if there is no room."""
    for wind in WINDS.tolist():
        for seed in range(RACES):
            racers.race(wind, seed)
    solid = {*course.start, *(marker.at for marker in course.markers)}
    points = [(x, y) for x in range(course.size) for y in range(course.size)]
    visited = {
        point: int(racers.visits[square(*point)])
        for point in points
        if point not in solid and area_of(course, point) == area_of(course, course.markers[0].at)
    }
    risks: list[Point] = []
    while len(risks) < RISKS:
        open_points = [p for p in visited if visited[p] and all(distance(p, risk) > 1 for risk in risks)]
        if not open_points:
            return None
        risks += rng.choices(open_points, [isqrt(visited[point]) for point in open_points])
    return msgspec.structs.replace(course, risk=tuple(sorted(risks)))


# -- the sheet ------------------------------------------------------------------------------------------------

CELL, ACROSS, GAP = 10, 6, 30


def sheet(courses: tuple[Course, ...]) -> str:
    """All cards as one SVG."""
    box = 31 * CELL + GAP
    down = -(-len(courses) // ACROSS)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{box * ACROSS + GAP}" height="{box * down + GAP}" '
        'font-family="sans-serif"><rect width="100%" height="100%" fill="#f6eed8"/>'
    ]
    for i, course in enumerate(courses):
        across, below = i % ACROSS, i // ACROSS
        parts.append(f'<g transform="translate({GAP + across * box} {GAP + below * box})">{drawn(course)}</g>')
    return "\n".join([*parts, "</svg>"])


def drawn(course: Course) -> str:
    size, edge = course.size, (course.size - 1) * CELL

    def at(x: float, y: float) -> tuple[float, float]:
        return x * CELL, edge - y * CELL

    parts = [f'<text y="-8" font-size="13">{course.id}: size {size}, {turns_on(course):.0f} turns</text>']
    parts.append(f'<rect width="{edge}" height="{edge}" fill="none" stroke="#34424d"/>')
    behind = [at(x, y) for x in range(size) for y in range(size) if area_of(course, (x, y)) == 0]
    parts += [f'<circle cx="{x}" cy="{y}" r="1" fill="#34424d"/>' for x, y in behind]
    parts += [f'<circle cx="{at(*p)[0]}" cy="{at(*p)[1]}" r="3" fill="#e0a030"/>' for p in course.risk]
    (ax, ay), (bx, by) = (at(*buoy) for buoy in course.start)
    parts.append(f'<path d="M{ax} {ay}L{bx} {by}" stroke="#2e8b57" stroke-width="3"/>')
    middle = (course.start[0][0] + course.start[1][0]) / 2, (course.start[0][1] + course.start[1][1]) / 2
    legs = [middle, *(marker.at for marker in course.markers), middle]
    for a, b in pairwise(legs):
        (x, y), (to_x, to_y) = at(*a), at(*b)
        parts.append(f'<path d="M{x} {y}L{to_x} {to_y}" stroke="#3f7fa5" stroke-dasharray="3 3"/>')
    for number, marker in enumerate(course.markers, 1):
        x, y = at(*marker.at)
        for i, gate in enumerate(marker.gates):
            way = HEADINGS.index(gate)
            dx, dy = int(EAST[way]) * 4 * CELL, -int(NORTH[way]) * 4 * CELL
            parts.append(f'<path d="M{x} {y}l{dx} {dy}" stroke="#a12c66" stroke-width="2"/>')
            parts.append(f'<text x="{x + dx}" y="{y + dy}" font-size="9" fill="#a12c66">{i + 1}</text>')
        parts.append(f'<circle cx="{x}" cy="{y}" r="7" fill="#fff" stroke="#1b2530"/>')
        parts.append(f'<text x="{x}" y="{y + 4}" font-size="11" text-anchor="middle">{number}</text>')
    return "".join(parts)


def as_json(courses: list[Course]) -> str:
    """One card a line."""
    lines = [msgspec.json.encode(course).decode() for course in courses]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the course cards of Regatta.")
    parser.add_argument("--sheet", type=Path, help="draw the cards that are there, as SVG, instead")
    args = parser.parse_args()
    if args.sheet:
        args.sheet.write_text(sheet(COURSES))
    else:
        CARDS.write_text(as_json(cards()))


if __name__ == "__main__":
    main()
