"""The board of Connect Four: seven columns of six, with a rim of WALL around them, and the state of a game."""

import numpy as np

COLUMNS = 7
ROWS = 6
LINE = 4  # discs in a row that win

EMPTY, WALL = 0, 3  # a disc is 1 + its seat
STRIDE = ROWS + 2  # a column and its rim
SQUARES = (COLUMNS + 2) * STRIDE
DIRECTIONS = np.array([1, STRIDE, STRIDE + 1, STRIDE - 1], np.int64)  # up, right, and the two diagonals

PLAYING, WON, FULL = 0, 1, 2

# Signed throughout: in compiled code `int` of an unsigned field stays unsigned, and 0 − 1 is no −1.
STATE = np.dtype(
    [
        ("board", np.int8, (SQUARES,)),
        ("height", np.int8, (COLUMNS,)),  # discs in each column
        ("turn", np.int8),
        ("plies", np.int8),
        ("outcome", np.int8),
        ("winner", np.int8),
    ],
    align=True,
)


def square(column: int, row: int) -> int:
    return (column + 1) * STRIDE + row + 1


def empty_board() -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    board = np.full(SQUARES, WALL, np.int8)
    for column in range(COLUMNS):
        for row in range(ROWS):
            board[square(column, row)] = EMPTY
    return board
