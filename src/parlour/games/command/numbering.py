"""Actions as numbers for programs that learn. The board is turned so that each seat has its own side at the bottom.

In this order: moves, by the square that is left, from a1 to i8, and four directions as in DIRECTIONS; ships deployed,
by class, on the squares of the own zone; `ready`. A ship that has been put is not put elsewhere: any deployment can be
reached without that.
"""

import numpy as np

from parlour.core.game import Options, State
from parlour.core.jit import entry, rule
from parlour.games.command.board import CLASSES, COLUMNS, DIRECTIONS, ROWS, SEA, SQUARES, STRIDE, ZONES
from parlour.games.command.notation import MOVE, PLACE, READY

CELLS = ROWS * COLUMNS
WAYS = len(DIRECTIONS)
ZONE = len(ZONES[0])
DEPLOYMENTS = CELLS * WAYS  # the first of them
NUMBERS = DEPLOYMENTS + CLASSES * ZONE + 1

CELL = np.zeros((2, SQUARES), np.int64)  # of a square, as each seat sees the board
CELL[0, SEA] = range(CELLS)
CELL[1, SEA] = range(CELLS - 1, -1, -1)


def numbers(seats: int, options: Options) -> int:
    return NUMBERS


@entry
def number(s: State, seat: int, action: int) -> int:
    kind = action >> 24
    a = action >> 8 & 0xFF
    b = action & 0xFF
    if kind == MOVE:
        step = b - a
        way = 0 if step == STRIDE else 1 if step == -STRIDE else 2 if step == -1 else 3
        return int(CELL[seat, a] * WAYS + (way ^ seat))  # seat 1 sees each pair of directions turned round
    if kind == PLACE:
        return int(DEPLOYMENTS + (action >> 16 & 0xFF) * ZONE + CELL[seat, b])
    return NUMBERS - 1


@entry
def numbered(s: State, seat: int, number: int) -> int:
    if number < DEPLOYMENTS:
        at = square_of(seat, number // WAYS)
        return MOVE << 24 | at << 8 | (at + int(DIRECTIONS[number % WAYS ^ seat]))
    if number < NUMBERS - 1:
        ship = (number - DEPLOYMENTS) // ZONE
        return PLACE << 24 | ship << 16 | square_of(seat, (number - DEPLOYMENTS) % ZONE)
    return READY << 24


@rule
def square_of(seat: int, cell: int) -> int:
    return int(SEA[cell if seat == 0 else CELLS - 1 - cell])
