"""What a net is shown of Regatta: how far a boat is behind or ahead, what it sails under, who is about it, and what
cards are left. All directions are turned so that the wind comes from north-west.

Of the other boats the one that is ahead of all others is looked at closely: whoever is behind it wants to catch it.
"""

from parlour.core.game import Ints, State
from parlour.core.jit import rule
from parlour.core.knowledge import UNLIKE, Lore, NetInputs
from parlour.games.regatta.board import (
    BACK,
    CARDS,
    DODGING,
    FREE_TURN,
    HEADINGS,
    MOST_GATES,
    MOST_MARKERS,
    MOST_SEATS,
    NO_HEADING,
    PLACING,
    WHEEL,
    X_OF,
    Y_OF,
)
from parlour.games.regatta.knowledge_turns import arrival
from parlour.games.regatta.sailing import in_shadow

HALVES = 120  # half turns that are told apart
QUARTERS = 40  # of a lead, either way
SIDES = 2  # the boat, and the first of the others
MOST_SPEED = 14
MOST_OF_A_CARD = 13
WINDOW = 6  # points around the boat, in which others are seen
WIDTH = 2 * WINDOW + 1
DISTANCES = (2, 5, 10)  # up to which a mark is near, not far, far; beyond, out of reach
WAYS = len(HEADINGS)

LEFT = 0  # turns to go
LEAD = LEFT + HALVES
PLACE = LEAD + 2 * QUARTERS + 1  # others that are ahead, and boats that are home
KITE = PLACE + 2 * MOST_SEATS
TACK = KITE + SIDES * 3
SAIL = TACK + SIDES * 3  # the point of sail of the last move, or none yet
MARK = SAIL + SIDES * (WAYS + 1)  # by direction and distance
GATES = MARK + SIDES * WAYS * (len(DISTANCES) + 1)
BEGUN = GATES + SIDES * (MOST_MARKERS * MOST_GATES + 1)
SHADOW = BEGUN + SIDES * (FREE_TURN + 1)
STAGE = SHADOW + SIDES  # what is awaited, by whose turn it is
SPEED = STAGE + 2 * (DODGING - PLACING + 1)
ORDER = SPEED + 2 * (MOST_SPEED + 1)
DECK = ORDER + MOST_SEATS
NEAR = DECK + len(CARDS) * MOST_OF_A_CARD
INPUTS = NEAR + WIDTH * WIDTH
MOST = 4 + SIDES * 7 + 3 + len(CARDS) + MOST_SEATS - 1


@rule
def list_inputs(s: State, seat: int, listed: Ints, lore: Lore) -> int:
    # Boats that are home have their place, and those that are not in the water cannot be compared.
    if s.place[seat] > 0 or s.phase <= PLACING:
        return UNLIKE
    wind = int(s.wind)
    mine = arrival(s, seat, wind, lore)
    first, best, ahead, home = seat, 0.0, 0, 0
    n = 0
    for other in range(int(s.seats)):
        if other == seat:
            continue
        if s.place[other] > 0:
            home += 1
            continue
        theirs = arrival(s, other, wind, lore)
        if theirs < mine:
            ahead += 1
        if first == seat or theirs < best:
            first = other
            best = theirs
        east, north = turned(X_OF[s.at[other]] - X_OF[s.at[seat]], Y_OF[s.at[other]] - Y_OF[s.at[seat]], wind)
        if abs(east) <= WINDOW and abs(north) <= WINDOW:
            listed[n] = NEAR + (north + WINDOW) * WIDTH + east + WINDOW
            n += 1
    lead = int(4.0 * (best - mine) + QUARTERS)
    listed[n] = LEFT + max(0, min(HALVES - 1, int(2.0 * mine)))
    listed[n + 1] = LEAD + max(0, min(2 * QUARTERS, lead))
    listed[n + 2] = PLACE + ahead
    listed[n + 3] = PLACE + MOST_SEATS + home
    n = list_boat(s, seat, 0, listed, n + 4)
    n = list_boat(s, first, 1, listed, n)
    turn = 0 if s.order[s.turn] == seat else 1
    listed[n] = STAGE + turn * (DODGING - PLACING + 1) + max(0, min(DODGING - PLACING, int(s.phase) - PLACING))
    listed[n + 1] = SPEED + turn * (MOST_SPEED + 1) + max(0, min(MOST_SPEED, int(s.speed)))
    order = 0
    while s.order[order] != seat:
        order += 1
    listed[n + 2] = ORDER + (order - int(s.turn) + int(s.seats)) % int(s.seats)
    n += 3
    for card in range(len(CARDS)):
        listed[n] = DECK + card * MOST_OF_A_CARD + min(int(s.cards[card]), MOST_OF_A_CARD - 1)
        n += 1
    return n


@rule
def list_boat(s: State, seat: int, side: int, listed: Ints, n: int) -> int:
    wind, at, passed = int(s.wind), int(s.at[seat]), int(s.passed[seat])
    heading = int(s.heading[seat])
    listed[n] = KITE + side * 3 + int(s.spinnaker[seat])
    listed[n + 1] = TACK + side * 3 + int(s.tack[seat])
    listed[n + 2] = SAIL + side * (WAYS + 1) + (WAYS if heading == NO_HEADING else (heading - wind) & WHEEL)
    listed[n + 3] = GATES + side * (MOST_MARKERS * MOST_GATES + 1) + max(0, int(s.gates) - passed)
    begun = FREE_TURN if s.started[seat] else min(int(s.turns[seat]), FREE_TURN - 1)
    listed[n + 4] = BEGUN + side * (FREE_TURN + 1) + begun
    if passed < s.gates:
        to_x, to_y = int(s.gate_x[passed]), int(s.gate_y[passed])
    else:
        to_x = (int(s.start[0, 0]) + int(s.start[1, 0])) // 2
        to_y = (int(s.start[0, 1]) + int(s.start[1, 1])) // 2
    east, north = turned(to_x - X_OF[at], to_y - Y_OF[at], wind)
    far = 0
    for distance in DISTANCES:
        far += 1 if max(abs(east), abs(north)) > distance else 0
    listed[n + 5] = MARK + (side * WAYS + way_to(east, north)) * (len(DISTANCES) + 1) + far
    n += 6
    if in_shadow(s, at):
        listed[n] = SHADOW + side
        n += 1
    return n


@rule
def turned(east: int, north: int, wind: int) -> tuple[int, int]:
    """By quarters, against the clock, until the wind is from north-west."""
    for _ in range(((wind - (BACK + BACK - 1)) & WHEEL) // 2):
        east, north = -north, east
    return east, north


@rule
def way_to(east: int, north: int) -> int:
    """Which of eight ways it lies, clockwise from north, to the nearer one."""
    straight = 2 * min(abs(east), abs(north)) < max(abs(east), abs(north))
    if straight and abs(north) >= abs(east):
        return 0 if north > 0 else 4
    if straight:
        return 2 if east > 0 else 6
    if north > 0:
        return 1 if east > 0 else 7
    return 3 if east > 0 else 5


NET = NetInputs(count=INPUTS, most=MOST, list=list_inputs)
