"""The water of Regatta: the wheel of headings, a square lattice with a rim around it, and the state of a race."""

import numpy as np

MOST_SEATS = 6
LEAST_SIZE, MOST_SIZE = 21, 31  # points per side
MOST_MARKERS, MOST_GATES = 4, 3  # gates to a marker
RISKS = 20

# -- the wheel ------------------------------------------------------------------------------------------------

HEADINGS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")  # clockwise, in eighths; the wind comes from one of four
EAST = np.array([0, 1, 1, 1, 0, -1, -1, -1], np.int64)
NORTH = np.array([1, 1, 0, -1, -1, -1, 0, 1], np.int64)
WINDS = np.array([7, 1, 3, 5], np.int64)  # NW, NE, SE, SW
WHEEL = 7  # & this: around the wheel
BACK = 4  # eighths to the opposite heading
NO_HEADING = -1

# A point of sail is the heading less the wind, in eighths clockwise.
IRONS, RUN = 0, 4
SAILS = ("irons", "beat", "beam", "broad", "run", "broad", "beam", "beat")
SPEEDS = (0, 1, 2, 2, 1, 2, 2, 1)
NO_TACK, PORT, STARBOARD = 0, 1, 2
TACKS = (NO_TACK, PORT, PORT, PORT, NO_TACK, STARBOARD, STARBOARD, STARBOARD)
BEATS = (1, 7)

SPINNAKER_SPEED = 2
TACKING_SPEED = 1


def tack_for(sail: int, before: int) -> int:
    """The side the wind hits; on a run or in irons, the tack of the last move."""
    return before if sail in (IRONS, RUN) else TACKS[sail]


def initial_speed(sail: int, before: int, spinnaker: bool, shadowed: bool) -> int:
    """The point of sail's speed; at most 1 if the boat tacks; 1 less in wind shadow."""
    speed = SPINNAKER_SPEED if sail == RUN and spinnaker else SPEEDS[sail]
    if before not in (NO_TACK, tack_for(sail, before)):
        speed = min(speed, TACKING_SPEED)
    return max(speed - shadowed, 0)


def right_of_way(sail: int, mover: int, other: int) -> bool:
    """Starboard before port; on the same tack, or where one has none yet, the leeward boat. The mover, measured where
    it steps from, is to leeward of the point it steps to on a beat alone; on a beam reach both are level."""
    if mover != other and NO_TACK not in (mover, other):
        return mover == STARBOARD
    return sail in BEATS


_TACKS, _NO_YES = (NO_TACK, PORT, STARBOARD), (False, True)
TACK_FOR = np.array([[tack_for(sail, before) for before in _TACKS] for sail in range(8)], np.int64)
# By point of sail, tack before, under spinnaker, in shadow.
INITIAL_SPEED = np.array(
    [
        [[[initial_speed(sail, before, kite, dark) for dark in _NO_YES] for kite in _NO_YES] for before in _TACKS]
        for sail in range(8)
    ],
    np.int64,
)
# By the mover's point of sail, its tack, and the other boat's.
RIGHT_OF_WAY = np.array(
    [[[right_of_way(sail, mover, other) for other in _TACKS] for mover in _TACKS] for sail in range(8)], np.int64
)

# -- the lattice ----------------------------------------------------------------------------------------------

# Two squares of rim on each side, so that a look two points to windward stays on the array. The rim to the east of one
# row and to the west of the next is the same.
RIM = 2
STRIDE = MOST_SIZE + RIM
SQUARES = (MOST_SIZE + 2 * RIM) * STRIDE + RIM
NOWHERE = 0  # a square of the rim: where a boat is that has not been placed

DELTA = NORTH * STRIDE + EAST  # from a square to the next one in that heading


def square(x: int, y: int) -> int:
    return (y + RIM) * STRIDE + x + RIM


POINTS = np.array([square(x, y) for y in range(MOST_SIZE) for x in range(MOST_SIZE)], np.int64)
X_OF = np.zeros(SQUARES, np.int64)
Y_OF = np.zeros(SQUARES, np.int64)
for _y in range(MOST_SIZE):
    for _x in range(MOST_SIZE):
        X_OF[square(_x, _y)], Y_OF[square(_x, _y)] = _x, _y

# What is on a square, in one number: whether it is a risk point; whether it is solid, a buoy or rim; 1 + the seat of
# the boat on it; and where it lies. So a free point behind the line is 0, with a risk point 1.
RISK, SOLID = 1, 2
BOAT_SHIFT, BOAT = 2, 7 << 2
AREA_SHIFT = 5
BEHIND, LINE, BESIDE, AHEAD = 0, 1, 2, 3  # the starting line; the rest of its row or column

# -- cards ----------------------------------------------------------------------------------------------------

# The first four are the winds, in the order of WINDS.
CARDS = ("wind NW", "wind NE", "wind SE", "wind SW", "choose", "gust", "spinnaker", "rudder", "capsize", "calm")
CHOOSE, GUST, SPINNAKER, RUDDER, CAPSIZE, CALM = range(4, 10)
DECK = np.array([1, 1, 1, 1, 8, 12, 4, 2, 2, 8], np.int8)

NO_SPINNAKER, HELD, SET = 0, 1, 2  # held: drawn, and not used for a run yet

# -- a race ---------------------------------------------------------------------------------------------------

# What is awaited: first what chance does, then what players do, then nothing.
DRAWING_COURSE, DRAWING_WIND, DRAWING_ORDER, DRAWING_CARD, SPINNING = range(5)
PLACING, SAILING, STEPPING, CHOOSING_WIND, DODGING = range(5, 10)
FINISHED, BOUND_REACHED = 10, 11
ENDINGS = ("finished", "bound")

FREE_TURN = 4  # from this turn on a boat may leave the water behind the line
MOST_TURNS = 150

# A turn has no more steps than its speed, 2 and what gusts add; `stop` comes in place of one. Once a turn a boat can be
# bumped: a spin and a dodge. Then, in the whole race, the cards with the wind choices and gusts among them; and before
# it course, wind, turn order and placing.
STEPS_A_TURN = 2 + 2
BOUND = (
    MOST_TURNS * MOST_SEATS * STEPS_A_TURN
    + RISKS + int(DECK[CHOOSE]) + int(DECK[GUST])
    + 1 + 1 + (MOST_SEATS - 1) + MOST_SEATS
)  # fmt: skip

# The course, as its card gives it. All gates are in one row, in the order in which they are to be passed.
CHART = [
    ("board", np.int8, (SQUARES,)),
    ("course", np.int8),
    ("side", np.int8),  # points per side
    ("start", np.int8, (2, 2)),  # the two green buoys
    ("gates", np.int8),
    ("gate_x", np.int8, (MOST_MARKERS * MOST_GATES,)),  # the marker that it belongs to
    ("gate_y", np.int8, (MOST_MARKERS * MOST_GATES,)),
    ("gate_heading", np.int8, (MOST_MARKERS * MOST_GATES,)),
    ("gate_last", np.int8, (MOST_MARKERS * MOST_GATES,)),  # whether it is its marker's last: never taken back
]

# Signed throughout: in compiled code `int` of an unsigned field stays unsigned, and 1 − 2 of two such is no −1. What is
# passed from rule to rule is int64, for `int` does not widen a field either: each width would compile a rule once more.
STATE = np.dtype(
    [
        *CHART,
        ("at", np.int64, (MOST_SEATS,)),
        ("heading", np.int64, (MOST_SEATS,)),  # of the last move
        ("tack", np.int8, (MOST_SEATS,)),  # of the last move, as it was when its heading was chosen
        ("spinnaker", np.int8, (MOST_SEATS,)),
        ("turns", np.int16, (MOST_SEATS,)),  # begun
        ("started", np.int8, (MOST_SEATS,)),
        ("passed", np.int64, (MOST_SEATS,)),  # gates, of all markers together
        ("place", np.int8, (MOST_SEATS,)),  # of those that have finished; 0: not yet
        ("order", np.int64, (MOST_SEATS,)),  # seats in turn order
        ("cards", np.int8, (len(CARDS),)),  # left in the deck, by kind
        ("wind", np.int8),  # the heading it comes from
        ("phase", np.int8),
        ("turn", np.int64),  # whose turn, counted along the order; how far it has been drawn
        ("speed", np.int8),  # left to the boat on turn
        ("bumped", np.int64),  # the seat of the boat being bumped
        ("home", np.int8),  # boats that have finished
        ("seats", np.int64),
        ("last_from", np.int16),  # the last point that a boat left, and where it went; NOWHERE: none has moved
        ("last_to", np.int16),
    ],
    align=True,
)
