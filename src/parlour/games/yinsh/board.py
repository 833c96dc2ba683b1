"""The board of YINSH: 85 points in eleven columns, with a rim of WALL around them, and the state of a game."""

import numpy as np

FIRST_AND_LAST = ((2, 5), (1, 7), (1, 8), (1, 9), (1, 10), (2, 10), (2, 11), (3, 11), (4, 11), (5, 11), (7, 10))
COLUMNS = len(FIRST_AND_LAST)  # a to k: the lowest and the highest number of each

RINGS = 5  # each
STOCK = 51  # markers, common to both
ROW = 5  # markers of one colour that make a row
TO_WIN = 3  # rings removed
TO_WIN_BLITZ = 1

# What stands on a point. A marker is 1 + its seat, a ring 3 + its seat; WALL stops everything, as a ring does.
EMPTY, MARKER, RING, WALL = 0, 1, 3, 5
FLIPPED = 3  # minus a marker is the marker turned over

STRIDE = 12  # a column: one square of WALL, then the numbers 1 to 11; the next column's WALL closes it
SQUARES = (COLUMNS + 2) * STRIDE
NOWHERE = 0  # a square of WALL: where a ring is that has not been placed yet, or has been removed

UP, RIGHT, RISING = 1, STRIDE, STRIDE + 1  # to (x, y + 1), (x + 1, y) and (x + 1, y + 1)
DIRECTIONS = np.array([UP, RIGHT, RISING], np.int64)  # all three go from a lower square to a higher one

# Whose doing is awaited: a ring to place, a ring to move, five markers to take, a ring to take.
PLACING, MOVING, TAKING_ROW, TAKING_RING = 0, 1, 2, 3

PLAYING, RINGS_WON, BLITZ_WON, NO_MARKERS, NO_MOVES = 0, 1, 2, 3, 4
ENDINGS = ("third ring", "first ring", "markers", "no moves")  # from RINGS_WON on


def square(column: int, number: int) -> int:
    return (column + 1) * STRIDE + number


def column_of(point: int) -> int:
    return point // STRIDE - 1


def number_of(point: int) -> int:
    return point % STRIDE


# a2, a3 … a5, b1 … k10: this is also the order of the squares.
POINTS = np.array(
    [square(c, n) for c, (low, high) in enumerate(FIRST_AND_LAST) for n in range(low, high + 1)], np.int64
)
ON_BOARD = frozenset(POINTS.tolist())


def points_from(point: int, step: int) -> list[int]:
    """The points from this one on, in one direction, to the edge."""
    points = []
    while point in ON_BOARD:
        points.append(point)
        point += step
    return points


# Every line of the board as its points from the lower end.
LINES = tuple(
    tuple(points_from(point, step))
    for step in DIRECTIONS.tolist()
    for point in POINTS.tolist()
    if point - step not in ON_BOARD
)

# A line as bits, for the listing of ring moves, which is most of the work of a random game: twice as fast as stepping
# from point to point. The lowest point is bit 1; bits 0 and all past the highest point are beyond the line's ends.
LONGEST = max(map(len, LINES))
WHOLE = (1 << LONGEST + 2) - 1
BEYOND = np.array([WHOLE & ~((1 << len(line) + 1) - 2) for line in LINES], np.int16)
LOWEST = np.array([(bits & -bits).bit_length() - 1 for bits in range(WHOLE + 1)], np.int8)  # the lowest bit that is set
HIGHEST = np.array([bits.bit_length() - 1 for bits in range(WHOLE + 1)], np.int8)

# The three lines through a point, in the order of DIRECTIONS, and its bit on each.
LINE_OF = np.zeros((SQUARES, len(DIRECTIONS)), np.int64)
BIT_ON = np.zeros((SQUARES, len(DIRECTIONS)), np.int64)
for _line, _points in enumerate(LINES):
    _way = DIRECTIONS.tolist().index(_points[1] - _points[0])
    for _bit, _point in enumerate(_points, 1):
        LINE_OF[_point, _way] = _line
        BIT_ON[_point, _way] = _bit

# Every five adjacent points on a line, as the lower end and the step: by lower end, then by direction.
FIVES = np.array(
    [
        (point, step)
        for point in POINTS.tolist()
        for step in DIRECTIONS.tolist()
        if len(points_from(point, step)) >= ROW
    ],
    np.int64,
)

# The step from one point of a line towards another, by the difference of their squares. Of two points on no common
# line it says nothing: e10 and f2 differ by as much as e4 and e8.
STEP = np.zeros(2 * SQUARES, np.int64)
for _points in LINES:
    for _far in range(1, len(_points)):
        STEP[SQUARES + _points[_far] - _points[0]] = _points[1] - _points[0]
        STEP[SQUARES - _points[_far] + _points[0]] = _points[0] - _points[1]

# A ring reaches no more points than lie on its three lines; there are no more rows than fives, no more places than
# points. AHEAD is how far the listing of ring moves writes past its end (see `list_way`).
FARTHEST = max(sum(len(line) - 1 for line in LINES if point in line) for point in ON_BOARD)
AHEAD = 4
MOST_ACTIONS = max(RINGS * FARTHEST + AHEAD, len(FIVES), len(POINTS))

# Every ring move takes a marker from the stock, and only a row brings five back. Four rows can be taken (two by each
# seat) before the one that wins, so there are at most 51 + 4 × 5 ring moves. Two passes in a row end the game, so at
# most one pass comes before each ring move, or one fewer ring move and two passes at the end. A row is two steps.
MOST_ROWS = 2 * (TO_WIN - 1) + 1
MOST_RING_MOVES = STOCK + ROW * (MOST_ROWS - 1)
BOUND = 2 * RINGS + 2 * MOST_RING_MOVES + 2 * MOST_ROWS

# Signed throughout: in compiled code `int` of an unsigned field stays unsigned, and 1 − 2 of two such is no −1.
STATE = np.dtype(
    [
        ("board", np.int8, (SQUARES,)),
        ("taken", np.int16, (len(LINES),)),  # each line as bits: where anything stands, and all beyond its ends
        ("markers", np.int16, (len(LINES),)),  # and where markers stand, of either colour
        ("rings", np.int16, (2, RINGS)),  # each seat's rings in the order of placing, so that one can be followed
        ("removed", np.int8, (2,)),  # rings that each seat has taken off
        ("stock", np.int8),
        ("placed", np.int8),  # rings of both seats
        ("phase", np.int8),
        ("turn", np.int8),
        ("mover", np.int8),  # who made the ring move whose rows are being taken
        ("passes", np.int8),  # in a row
        ("outcome", np.int8),
        ("blitz", np.int8),
        ("last_from", np.int16),  # the last ring placed (then NOWHERE) or moved
        ("last_to", np.int16),
        ("gone", np.int16, (3,)),  # both ends of the last five that were taken, and the ring that was given up for them
    ],
    align=True,
)


def empty_board() -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    board = np.full(SQUARES, WALL, np.int8)
    board[POINTS] = EMPTY
    return board
