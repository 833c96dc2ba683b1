"""The sea and the fleets: 72 squares with a rim of WALL, fifteen classes of ships, who beats whom, and the state."""

import numpy as np

COLUMNS, ROWS = 9, 8
STRIDE = 10  # a row: one square of WALL, then the columns a to i; the next row's WALL closes it
SQUARES = (ROWS + 2) * STRIDE
NOWHERE = 0  # a square of WALL: where a ship is that has not been placed yet, or is lost

# Towards row 8, towards row 1, towards column a, towards column i.
DIRECTIONS = np.array([STRIDE, -STRIDE, -1, 1], np.int64)

# The classes, strongest first, by their letters. A class is its place in this list; sets of classes are bits.
LETTERS = "SFRTNEAWVZBKQLC"
SUBMARINE, FORD, REAGAN, ROOSEVELT, NIMITZ, ENTERPRISE, AMERICA, WASP, TARAWA = range(9)
ZUMWALT, BURKE, KIDD, TICONDEROGA, LITTORAL, COMMAND = range(9, 15)
CLASSES = len(LETTERS)
COUNTS = np.array([2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 6, 1], np.int64)
FLEET = np.repeat(np.arange(CLASSES), COUNTS)  # the class of each berth: in deployment a ship is its berth
SHIPS = len(FLEET)
ANY = (1 << CLASSES) - 1
NOT_COMMAND = ANY ^ 1 << COMMAND
UNKNOWN = -1

# What stands on a square: nothing, or a ship as 4 × its number + the bit of its seat. WALL has both seats' bits, so
# that one test keeps a ship off both the rim and its own side.
EMPTY, WALL = 0, 3

LOT, DEPLOYING, PLAYING = range(3)
NOBODY = -1

GOING_ON, COMMAND_LOST, FAR_ROW_REACHED, NO_CHALLENGE, PLY_LIMIT = range(5)
ENDINGS = ("command ship", "far row", "no challenge", "ply limit")  # from COMMAND_LOST on
MOST_QUIET = 200  # plies in a row without a challenge
MOST_PLIES = 1000


def square(column: int, row: int) -> int:
    """Columns are counted from 1, as rows are."""
    return row * STRIDE + column


def column_of(at: int) -> int:
    return at % STRIDE


def row_of(at: int) -> int:
    return at // STRIDE


def rows(first: int, last: int) -> list[int]:
    return [square(column, row) for row in range(first, last + 1) for column in range(1, COLUMNS + 1)]


SEA = np.array(rows(1, ROWS), np.int64)  # a1, b1 … i1, a2 … i8
ON_BOARD = frozenset(SEA.tolist())
ZONES = np.array([rows(1, 3), rows(6, 8)], np.int64)  # where each seat deploys
ZONE = ZONES.shape[1]
FAR_ROWS = np.array([ROWS, 1], np.int64)

BOTH_LOST, ATTACKER_WINS, DEFENDER_WINS = range(3)


def outcome_of(attacker: int, defender: int) -> int:
    """Who wins a challenge."""
    if attacker == defender:
        return ATTACKER_WINS if attacker == COMMAND else BOTH_LOST
    if {attacker, defender} == {SUBMARINE, LITTORAL}:
        return ATTACKER_WINS if attacker == LITTORAL else DEFENDER_WINS
    return ATTACKER_WINS if attacker < defender else DEFENDER_WINS


OUTCOMES = np.array([[outcome_of(a, d) for d in range(CLASSES)] for a in range(CLASSES)], np.int64)


def classes_that(outcome: int, ours: int) -> int:
    """The classes, as bits, against which an attack by ours has this outcome while the game goes on."""
    return sum(1 << theirs for theirs in range(COMMAND) if OUTCOMES[ours, theirs] == outcome)


BEATEN_BY = np.array([classes_that(ATTACKER_WINS, ours) for ours in range(CLASSES)], np.int64)
WINNING_OVER = np.array([classes_that(DEFENDER_WINS, ours) for ours in range(CLASSES)], np.int64)

# With n ships placed there are no more than 27 − n free squares for the classes that are left and for those n ships.
MOST_ACTIONS = max((CLASSES + n) * (ZONE - n) for n in range(SHIPS + 1))
BOUND = 1 + 2 * (SHIPS + 1) + MOST_PLIES  # the lot, ships and `ready`, plies

# Signed throughout: in compiled code `int` of an unsigned field stays unsigned.
#
# In deployment ships are numbered by berth. When both are ready they are numbered anew by square, from a1 to i8, and
# everything but `rank` and `could` is public from then on. `could` of a seat's ships is what the *other* seat can
# infer of each by itself, so it depends on the other's classes: it is the other's secret, and not the owner's to see.
STATE = np.dtype(
    [
        ("board", np.int8, (SQUARES,)),
        ("at", np.int8, (2, SHIPS)),  # the square of each ship, or NOWHERE
        ("start", np.int8, (2, SHIPS)),  # where it stood when both were ready
        ("rank", np.int8, (2, SHIPS)),  # its class
        ("could", np.int16, (2, SHIPS)),
        ("lost_to", np.int8, (2, SHIPS)),  # the opposing ship that it was lost to, or NOBODY
        ("afloat", np.int8, (2,)),
        ("ready", np.int8, (2,)),
        ("phase", np.int8),
        ("outcome", np.int8),
        ("winner", np.int8),
        ("first", np.int8),  # the seat that moves first, by lot
        ("turn", np.int8),
        ("quiet", np.int16),  # plies since the last challenge
        ("plies", np.int16),
        ("last_from", np.int8),  # the last ply
        ("last_to", np.int8),
        ("struck", np.int8),  # the square of the last challenge
        ("struck_by", np.int8),
        ("struck_lost", np.int8),  # the seats that lost a ship in it, as bits
        ("struck_ships", np.int8, (2,)),  # the two ships that met in it, by seat
        ("declared", np.int8),
    ],
    align=True,
)


def empty_board() -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    board = np.full(SQUARES, WALL, np.int8)
    board[SEA] = EMPTY
    return board
