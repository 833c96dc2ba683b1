"""What a seat observes: rings and markers, the own ones first, on 11 × 11 cells that the 85 points are part of.

A row is a number, from 1; a column a letter, from a. The lines of the board go along rows, along columns, and up and
right at once.
"""

import numpy as np

from parlour.core.game import Options, State
from parlour.core.jit import entry
from parlour.core.observation import NamedScalar, Observation, Planes, Scalars, flags
from parlour.games.yinsh.board import (
    COLUMNS,
    EMPTY,
    MARKER,
    MOVING,
    PLACING,
    POINTS,
    RINGS,
    SQUARES,
    STOCK,
    TAKING_RING,
    TAKING_ROW,
    TO_WIN,
    column_of,
    number_of,
)
from parlour.games.yinsh.rules import actor

CELLS = COLUMNS * COLUMNS
PLANES = ("own markers", "their markers", "own rings", "their rings", "points")
PHASES = (PLACING, MOVING, TAKING_ROW, TAKING_RING)

CELL = np.zeros(SQUARES, np.int64)
for _point in POINTS.tolist():
    CELL[_point] = (number_of(_point) - 1) * COLUMNS + column_of(_point)
POINT_PLANE = len(PLANES) - 1


def observation(seats: int, options: Options) -> Observation:
    scalars = (
        *flags("turn", "to place", "to move", "to take a row", "to take a ring"),
        NamedScalar("own rings removed", TO_WIN),
        NamedScalar("their rings removed", TO_WIN),
        NamedScalar("stock", STOCK),
        NamedScalar("rings placed", 2 * RINGS),
    )
    return Observation(PLANES, COLUMNS, COLUMNS, scalars)


@entry
def observe(s: State, seat: int, planes: Planes, scalars: Scalars) -> None:
    for i in range((POINT_PLANE + 1) * CELLS):
        planes[i] = 0
    for point in POINTS:
        cell = CELL[point]
        planes[POINT_PLANE * CELLS + cell] = 1
        what = int(s.board[point])
        if what != EMPTY:
            # Markers of both seats, then rings of both: for seat 1 each pair is turned round.
            planes[((what - MARKER) ^ seat) * CELLS + cell] = 1
    scalars[0] = 1 if actor(s) == seat else 0
    for phase in range(len(PHASES)):
        scalars[1 + phase] = 1 if s.phase == phase else 0
    scalars[5] = int(s.removed[seat])
    scalars[6] = int(s.removed[1 - seat])
    scalars[7] = int(s.stock)
    scalars[8] = int(s.placed)
