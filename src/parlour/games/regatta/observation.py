"""What a seat observes: the water with buoys, risk points and boats, row by row from the south-west of the largest
board; the next gates as seen from its boat; and every boat, its own first, then the others by their seats.

North is up for everybody, and the wind is said. Before a boat is placed, and before anything is drawn, zeros stand for
it.
"""

from parlour.core.game import Options, State
from parlour.core.jit import entry, rule
from parlour.core.observation import NamedScalar, Observation, Planes, Scalars, flags
from parlour.games.regatta.board import (
    AREA_SHIFT,
    BEHIND,
    CARDS,
    CHOOSING_WIND,
    DECK,
    DODGING,
    DRAWING_ORDER,
    EAST,
    HEADINGS,
    HELD,
    LINE,
    MOST_GATES,
    MOST_MARKERS,
    MOST_SEATS,
    MOST_SIZE,
    MOST_TURNS,
    NORTH,
    NOWHERE,
    PLACING,
    PORT,
    RIM,
    RISK,
    SAILING,
    SET,
    SOLID,
    STARBOARD,
    STEPPING,
    STRIDE,
    WINDS,
    X_OF,
    Y_OF,
)
from parlour.games.regatta.numbering import CELLS
from parlour.games.regatta.rules import actor

PLANES = ("risk points", "closed", "starting line", "behind the line", "own boat", "other boats", "next marker")
RISKS, CLOSED, ON_LINE, WATER_BEHIND, OWN, OTHERS, MARKER = range(7)
AWAITED = (PLACING, SAILING, STEPPING, CHOOSING_WIND, DODGING)
FAR = MOST_SIZE - 1
MOST_SPEED = 2 + int(DECK[CARDS.index("gust")])
SEEN_GATES = 2  # the next ones


def observation(seats: int, options: Options) -> Observation:
    scalars = [*flags("turn", "to place", "to sail", "to go on or stop", "to choose the wind", "to dodge")]
    scalars += [NamedScalar("speed", MOST_SPEED), *flags(*(f"wind {HEADINGS[wind]}" for wind in WINDS.tolist()))]
    scalars += [NamedScalar(f"cards {card}", int(DECK[i])) for i, card in enumerate(CARDS)]
    scalars += [NamedScalar("gates", MOST_MARKERS * MOST_GATES)]
    for k in range(SEEN_GATES):
        scalars += [*flags(f"gate {k + 1} is ahead")]
        scalars += [NamedScalar(f"gate {k + 1} to the {way}", FAR, -FAR) for way in ("east", "north")]
        scalars += [NamedScalar(f"gate {k + 1} points {way}", 1, -1) for way in ("east", "north")]
    for k in range(seats):
        scalars += flags(f"boat +{k} is placed")
        scalars += [NamedScalar(f"boat +{k} {axis}", FAR) for axis in ("x", "y")]
        scalars += [NamedScalar(f"boat +{k} heads {way}", 1, -1) for way in ("east", "north")]
        scalars += flags(*(f"boat +{k} {what}" for what in ("on port", "on starboard", "holds a spinnaker")))
        scalars += flags(f"boat +{k} has set a spinnaker", f"boat +{k} has started")
        scalars += [
            NamedScalar(f"boat +{k} gates passed", MOST_MARKERS * MOST_GATES),
            NamedScalar(f"boat +{k} turns", MOST_TURNS),
        ]
        scalars += [NamedScalar(f"boat +{k} finished", MOST_SEATS), NamedScalar(f"boat +{k} in turn order", MOST_SEATS)]
    return Observation(PLANES, MOST_SIZE, MOST_SIZE, tuple(scalars))


@entry
def observe(s: State, seat: int, planes: Planes, scalars: Scalars) -> None:
    for i in range(OWN * CELLS, (MARKER + 1) * CELLS):
        planes[i] = 0
    for y in range(MOST_SIZE):
        first = (y + RIM) * STRIDE + RIM
        for x in range(MOST_SIZE):
            cell = int(s.board[first + x])
            to = y * MOST_SIZE + x
            planes[RISKS * CELLS + to] = cell & RISK
            planes[CLOSED * CELLS + to] = 1 if cell & SOLID else 0
            planes[ON_LINE * CELLS + to] = 1 if cell >> AREA_SHIFT == LINE else 0
            planes[WATER_BEHIND * CELLS + to] = 1 if cell >> AREA_SHIFT == BEHIND and cell & SOLID == 0 else 0
    scalars[0] = 1 if actor(s) == seat else 0
    for i in range(len(AWAITED)):
        scalars[1 + i] = 1 if s.phase == PLACING + i else 0
    scalars[6] = max(int(s.speed), 0)
    for i in range(len(WINDS)):
        scalars[7 + i] = 1 if s.wind == WINDS[i] and s.phase >= DRAWING_ORDER else 0
    for i in range(len(CARDS)):
        scalars[11 + i] = int(s.cards[i])
    n = 11 + len(CARDS)
    scalars[n] = int(s.gates)
    n += 1
    for k in range(SEEN_GATES):
        n = observe_gate(s, seat, int(s.passed[seat]) + k, scalars, n)
    passed = int(s.passed[seat])
    if passed < s.gates:
        planes[MARKER * CELLS + int(s.gate_y[passed]) * MOST_SIZE + int(s.gate_x[passed])] = 1
    seats = int(s.seats)
    for k in range(seats):
        other = (seat + k) % seats
        n = observe_boat(s, other, scalars, n)
        at = int(s.at[other])
        if at != NOWHERE:
            planes[(OWN if k == 0 else OTHERS) * CELLS + Y_OF[at] * MOST_SIZE + X_OF[at]] = 1


@rule
def observe_gate(s: State, seat: int, gate: int, scalars: Scalars, n: int) -> int:
    """Its marker as seen from the boat, and its heading."""
    at = int(s.at[seat])
    for i in range(5):
        scalars[n + i] = 0
    if gate < s.gates:
        heading = int(s.gate_heading[gate])
        scalars[n] = 1
        if at != NOWHERE:
            scalars[n + 1] = int(s.gate_x[gate]) - X_OF[at]
            scalars[n + 2] = int(s.gate_y[gate]) - Y_OF[at]
        scalars[n + 3] = EAST[heading]
        scalars[n + 4] = NORTH[heading]
    return n + 5


@rule
def observe_boat(s: State, seat: int, scalars: Scalars, n: int) -> int:
    at = int(s.at[seat])
    heading = int(s.heading[seat])
    scalars[n] = 1 if at != NOWHERE else 0
    scalars[n + 1] = X_OF[at]
    scalars[n + 2] = Y_OF[at]
    scalars[n + 3] = EAST[heading] if heading >= 0 else 0
    scalars[n + 4] = NORTH[heading] if heading >= 0 else 0
    scalars[n + 5] = 1 if s.tack[seat] == PORT else 0
    scalars[n + 6] = 1 if s.tack[seat] == STARBOARD else 0
    scalars[n + 7] = 1 if s.spinnaker[seat] == HELD else 0
    scalars[n + 8] = 1 if s.spinnaker[seat] == SET else 0
    scalars[n + 9] = int(s.started[seat])
    scalars[n + 10] = int(s.passed[seat])
    scalars[n + 11] = int(s.turns[seat])
    scalars[n + 12] = int(s.place[seat])
    scalars[n + 13] = 0
    for i in range(int(s.seats) if s.phase > DRAWING_ORDER else 0):
        if s.order[i] == seat:
            scalars[n + 13] = i + 1
    return n + 14
