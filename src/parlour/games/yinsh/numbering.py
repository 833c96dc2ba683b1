"""Actions as numbers for programs that learn. Neither the state nor the seat matters here.

In this order, points going from a2 to k10: rings placed; ring moves, by the point that is left, then by line (see
DIRECTIONS), then by the point that is reached, from the line's lower end; fives taken, as FIVES lists them; rings
taken; `pass`.
"""

import numpy as np

from parlour.core.game import Options, State
from parlour.core.jit import entry
from parlour.games.yinsh.board import (
    BIT_ON,
    DIRECTIONS,
    FIVES,
    LINE_OF,
    LINES,
    POINTS,
    RIGHT,
    ROW,
    SQUARES,
    UP,
)
from parlour.games.yinsh.notation import MOVE, PASS, PLACE, TAKE_RING, TAKE_ROW, action_of

INDEX = np.zeros(SQUARES, np.int64)  # of a point
INDEX[POINTS] = range(len(POINTS))

_moves: list[int] = []
# The number of the first move from a point along each of its lines.
MOVES_FROM = np.zeros((SQUARES, len(DIRECTIONS)), np.int64)
for _point in POINTS.tolist():
    for _way in range(len(DIRECTIONS)):
        MOVES_FROM[_point, _way] = len(POINTS) + len(_moves)
        _line = LINES[LINE_OF[_point, _way]]
        _moves += [action_of(MOVE, _point, _to) for _to in _line if _to != _point]

FIRST_FIVE = len(POINTS) + len(_moves)
FIVE_FROM = np.zeros((SQUARES, len(DIRECTIONS)), np.int64)  # by lower end and direction
for _i, (_point, _step) in enumerate(FIVES.tolist()):
    FIVE_FROM[_point, DIRECTIONS.tolist().index(_step)] = FIRST_FIVE + _i
FIRST_RING = FIRST_FIVE + len(FIVES)

ACTIONS = np.array(
    [
        *(action_of(PLACE, point) for point in POINTS.tolist()),
        *_moves,
        *(action_of(TAKE_ROW, point, point + (ROW - 1) * step) for point, step in FIVES.tolist()),
        *(action_of(TAKE_RING, point) for point in POINTS.tolist()),
        action_of(PASS),
    ],
    np.int64,
)
NUMBERS = len(ACTIONS)


def numbers(seats: int, options: Options) -> int:
    return NUMBERS


@entry
def number(s: State, seat: int, action: int) -> int:
    kind = action >> 16
    a = action >> 8 & 0xFF
    b = action & 0xFF
    if kind == MOVE:
        # Whether two points of a line are in one column, level, or neither.
        way = 0 if a // RIGHT == b // RIGHT else 1 if (a - b) % RIGHT == 0 else 2
        here = BIT_ON[a, way]
        there = BIT_ON[b, way]
        return int(MOVES_FROM[a, way] + there - 1 - (1 if there > here else 0))
    if kind == PLACE:
        return int(INDEX[a])
    if kind == TAKE_ROW:
        step = (b - a) // (ROW - 1)
        return int(FIVE_FROM[a, 0 if step == UP else 1 if step == RIGHT else 2])
    return FIRST_RING + int(INDEX[a]) if kind == TAKE_RING else NUMBERS - 1


@entry
def numbered(s: State, seat: int, number: int) -> int:
    return int(ACTIONS[number])
