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

STATE = np.dtype(
    [
        ("board", np.uint8, (SQUARES,)),
        ("height", np.uint8, (COLUMNS,)),  # discs in each column
        ("turn", np.uint8),
        ("plies", np.uint8),
        ("outcome", np.uint8),
        ("winner", np.uint8),
    ],
    align=True,
)


def square(column: int, row: int) -> int:
    return (column + 1) * STRIDE + row + 1


def empty_board() -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    board = np.full(SQUARES, WALL, np.uint8)
    for column in range(COLUMNS):
        for row in range(ROWS):
            board[square(column, row)] = EMPTY
    return board
