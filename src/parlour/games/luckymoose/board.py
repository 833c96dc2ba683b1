"""The board of LuckyMoose: up to 25 × 25 tiles with a rim of WALL, 36 kinds of tokens, and the state of a game."""

from functools import cache

import numpy as np

COLOURS, SYMBOLS = "ROYGBP", "mcstdx"  # red, orange, yellow, green, blue, purple; moose … diamond, star
KINDS = len(COLOURS) * len(SYMBOLS)  # a kind is 6 × colour + symbol, which is also the order of the tokens
MOST_SETS = 6
MOST_TOKENS = MOST_SETS * KINDS
HAND = 6
LEAST_SEATS, MOST_SEATS = 2, 4
LEAST_SIZE, MOST_SIZE = 9, 25

WHOLE_LINE = 6  # tokens of a full line: as many as there are of one colour, or of one symbol
WHOLE_BONUS = 12
OUT_BONUS = 6
MOST_IDLE = 12  # turns in a row without a lay
RING = 3  # how far from the centre the ×2 tiles lie

# What lies on a tile: a kind of token, or nothing. WALL is beyond the edge, and stops a line as an empty tile does.
EMPTY, WALL = -1, -2
NO_TOKEN = -1  # in a place of a hand that holds none
ASIDE = MOST_SEATS  # the hand of nobody: tokens given in an exchange, until as many are drawn
KEPT = ASIDE + 1  # and, while a deal is made up, places of the pool of which something is known: see memory.py
HANDS = KEPT + 1
MOST_GIVEN = 24  # tokens that a seat remembers to have given back

STRIDE = MOST_SIZE + 1  # a row: one square of WALL, then the columns a to y; the next row's WALL closes it
SQUARES = (MOST_SIZE + 2) * STRIDE
RIGHT, UP = 1, STRIDE
STEPS = np.array([RIGHT, UP], np.int64)  # along a row, along a column
AROUND = np.array([-RIGHT, RIGHT, -UP, UP], np.int64)  # both ways along each

# Sets of kinds as bits.
ALL_KINDS = (1 << KINDS) - 1
OF_COLOUR = np.array([sum(1 << 6 * c + s for s in range(6)) for c in range(6)], np.int64)
OF_SYMBOL = np.array([sum(1 << 6 * c + s for c in range(6)) for s in range(6)], np.int64)
# Which bit it is, of a number with one bit, by its remainder: the powers of 2 up to the 35th all leave another.
PRIME = 37
BIT = np.zeros(PRIME, np.int64)
for _bit in range(KINDS):
    BIT[(1 << _bit) % PRIME] = _bit

# Who starts is drawn, then hands are dealt; a turn waits for its player, then for the pool.
STARTING, DEALING, PLAYING, DRAWING, EXCHANGING, OUT, FORFEITS, NO_LAY = range(8)
ENDINGS = ("out", "forfeits", "no lay")  # from OUT on

# A connected group of n tiles has at most 2n + 2 neighbours; a hand has at most 63 different parts.
MOST_ACTIONS = HAND * (2 * MOST_TOKENS + 2) + (1 << HAND)
# Every token is drawn for good once and laid once, every lay has an end; before each of them, and once after the last,
# lie fewer than 12 other turns, of one step and six draws at most.
BOUND = 1 + 3 * MOST_TOKENS + (MOST_TOKENS + 1) * MOST_IDLE * (1 + HAND)


# Wide, but for the board: each `int` around a smaller field takes its time to compile. And signed throughout: in
# compiled code `int` of an unsigned field stays unsigned, and 0 − 1 is no −1.
STATE = np.dtype(
    [
        ("fits", np.int64, (SQUARES,)),  # the kinds that can be laid on a tile; none where it touches no token
        ("past", np.int64, (HANDS, HAND)),  # what everybody knows of the tokens in a hand: see memory.py
        ("kept", np.int64, (MOST_SEATS,)),  # what a seat knows of tokens in the pool, and of how many: `kept_count`
        ("kept_count", np.int64, (MOST_SEATS,)),
        ("given_count", np.int64, (MOST_SEATS,)),
        ("exchanges", np.int64),  # that are complete
        ("given", np.int64, (MOST_SEATS, MOST_GIVEN)),  # what a seat knows to have given back, and when
        ("edge", np.int64, (MOST_SIZE,)),  # row by row, as bits: the tiles that some kind fits
        ("score", np.int64, (MOST_SEATS,)),
        ("laid", np.int64, (HAND,)),  # where tokens were laid this turn, in order
        ("last", np.int64, (HAND,)),  # and in the last turn that laid any
        ("placed", np.int64),  # tokens on the board
        ("pool_count", np.int64),
        ("board", np.int8, (SQUARES,)),
        ("pool", np.int64, (KINDS,)),  # copies left
        ("hand", np.int64, (HANDS, HAND)),  # in the order of kinds, so that nothing tells which token came last
        ("hand_count", np.int64, (HANDS,)),
        ("laid_count", np.int64),
        ("last_count", np.int64),
        ("to_draw", np.int64),  # tokens that the seat still draws
        ("phase", np.int64),
        ("turn", np.int64),  # the seat that plays, or that draws
        ("starter", np.int64),
        ("idle", np.int64),  # turns in a row without a lay
        ("forfeits", np.int64),  # in a row
        ("seats", np.int64),
        ("sets", np.int64),  # the options
        ("side", np.int64),
        ("score_new_lines", np.int64),
        ("highest", np.int64),
    ],
    align=True,
)


def square(column: int, row: int) -> int:
    """Columns and rows count from 0, a1 being the lower left."""
    return (row + 1) * STRIDE + column + 1


def column_of(at: int) -> int:
    return at % STRIDE - 1


def row_of(at: int) -> int:
    return at // STRIDE - 1


@cache
def squares(size: int) -> tuple[int, ...]:
    """All tiles of a board, row by row from a1."""
    return tuple(square(column, row) for row in range(size) for column in range(size))


def centre(size: int) -> int:
    return square(size // 2, size // 2)


def bonus(size: int, at: int) -> int:
    """3 on the border, 2 on the ring around the centre, else 1."""
    middle = size // 2
    away = max(abs(column_of(at) - middle), abs(row_of(at) - middle))
    return 3 if away == middle else 2 if away == RING else 1


# The same as a table, by size // 2.
BONUS = np.ones((MOST_SIZE // 2 + 1, SQUARES), np.int8)
for _size in range(LEAST_SIZE, MOST_SIZE + 1, 2):
    for _at in squares(_size):
        BONUS[_size // 2, _at] = bonus(_size, _at)


def empty_board(size: int) -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    board = np.full(SQUARES, WALL, np.int8)
    board[list(squares(size))] = EMPTY
    return board
