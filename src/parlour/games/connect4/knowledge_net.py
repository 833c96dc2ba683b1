"""What a net is shown of Connect Four: every disc, own and theirs."""

import numpy as np

from parlour.core.game import Ints, State
from parlour.core.jit import rule
from parlour.core.knowledge import NetInputs
from parlour.games.connect4.board import COLUMNS, ROWS, STRIDE

CELLS = COLUMNS * ROWS
INPUTS = 2 * CELLS


@rule
def list_inputs(s: State, seat: int, listed: Ints) -> int:
    n = 0
    for column in range(COLUMNS):
        for row in range(int(s.height[column])):
            theirs = 0 if s.board[(column + 1) * STRIDE + row + 1] == seat + 1 else 1
            listed[n] = theirs * CELLS + column * ROWS + row
            n += 1
    return n


def symmetries() -> Ints:
    """Left and right."""
    same = np.arange(INPUTS).reshape(2, COLUMNS, ROWS)
    return np.stack([same.ravel(), same[:, ::-1].ravel()])


def turned_numbers() -> Ints:
    """Actions are columns."""
    return np.stack([np.arange(COLUMNS), np.arange(COLUMNS)[::-1]])


NET = NetInputs(count=INPUTS, most=CELLS, list=list_inputs, symmetries=symmetries, turned_numbers=turned_numbers)
