"""The course cards, kept as data in `courses.json`, and how a card becomes water, buoys, gates and risk points."""

from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from parlour.core.game import State, blank
from parlour.games.regatta.board import (
    AHEAD,
    AREA_SHIFT,
    BEHIND,
    BESIDE,
    CHART,
    HEADINGS,
    LINE,
    RISK,
    SOLID,
    SQUARES,
    square,
)

Point = tuple[int, int]


class Marker(msgspec.Struct, frozen=True):
    """A white buoy, and its gates as headings, clockwise."""

    at: Point
    gates: tuple[str, ...]


class Course(msgspec.Struct, frozen=True):
    """A course card."""

    id: int
    size: int
    start: tuple[Point, Point]
    markers: tuple[Marker, ...]
    risk: tuple[Point, ...]


COURSES = msgspec.json.decode((Path(__file__).parent / "courses.json").read_bytes(), type=tuple[Course, ...])
CHART_FIELDS = np.dtype(CHART, align=True)


def area_of(course: Course, point: Point) -> int:
    """Behind, on or ahead of the line through the starting buoys: marker 1 is ahead."""
    (ax, ay), (bx, by) = course.start
    across = 1 if ay == by else 0  # the coordinate that the line has but one of
    line, ahead = course.start[0][across], course.markers[0].at[across]
    if point[across] != line:
        return AHEAD if (point[across] > line) == (ahead > line) else BEHIND
    along = point[1 - across]
    low, high = sorted((ax, bx) if across else (ay, by))
    return LINE if low < along < high else BESIDE


def chart_of(course: Course) -> State:
    """The fields of a state that hold the course."""
    chart = blank(CHART_FIELDS)
    board = np.full(SQUARES, SOLID, np.int8)
    for x in range(course.size):
        for y in range(course.size):
            board[square(x, y)] = area_of(course, (x, y)) << AREA_SHIFT
    for buoy in (*course.start, *(marker.at for marker in course.markers)):
        board[square(*buoy)] |= SOLID
    for risk in course.risk:
        board[square(*risk)] |= RISK
    chart.board, chart.course, chart.side, chart.start = board, course.id, course.size, course.start
    gates = [(marker, gate) for marker in course.markers for gate in marker.gates]
    chart.gates = len(gates)
    for i, (marker, gate) in enumerate(gates):
        chart.gate_x[i], chart.gate_y[i] = marker.at
        chart.gate_heading[i] = HEADINGS.index(gate)
        chart.gate_last[i] = gate == marker.gates[-1]
    return chart


def lay_out(s: State, course: Course) -> None:
    """Put a course into a state."""
    chart = chart_of(course)
    for name in CHART_FIELDS.names or ():
        s[name] = chart[name]


_charts = [chart_of(course) for course in COURSES]


def _all(name: str) -> np.ndarray[Any, np.dtype[np.int8]]:
    return np.array([chart[name] for chart in _charts], np.int8)


# For compiled code, card by card.
BOARDS = _all("board")
SIZES = _all("side")
STARTS = _all("start")
GATE_COUNTS = _all("gates")
GATE_X = _all("gate_x")
GATE_Y = _all("gate_y")
GATE_HEADING = _all("gate_heading")
GATE_LAST = _all("gate_last")

# Boats are placed on free points behind the line.
MOST_PLACES = int((BOARDS == 0).sum(axis=1).max())
