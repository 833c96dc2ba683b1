"""What a viewer may know: everything, to everybody."""

from typing import Literal

import msgspec
import numpy as np

from parlour.core.game import State, Viewer
from parlour.games.regatta.board import (
    AREA_SHIFT,
    BEHIND,
    BOAT,
    BOAT_SHIFT,
    CARDS,
    DELTA,
    FREE_TURN,
    HEADINGS,
    INITIAL_SPEED,
    IRONS,
    NO_HEADING,
    NO_TACK,
    NOWHERE,
    PLACING,
    POINTS,
    RIGHT_OF_WAY,
    RISK,
    SAILING,
    SAILS,
    SOLID,
    TACK_FOR,
    WHEEL,
    X_OF,
    Y_OF,
)
from parlour.games.regatta.notation import point_name
from parlour.games.regatta.rules import actor, legal

Phase = Literal["course", "wind", "order", "card", "spin", "place", "sail", "step", "choose", "dodge", "over"]
PHASES: tuple[Phase, ...] = ("course", "wind", "order", "card", "spin", "place", "sail", "step", "choose", "dodge")
Tack = Literal["port", "starboard"]
TACK_NAMES: tuple[Tack | None, ...] = (None, "port", "starboard")
Kite = Literal["held", "set"]
KITES: tuple[Kite | None, ...] = (None, "held", "set")
# What is wrong with a heading: no wind in the sails, none left in another boat's shadow, or what is in the way.
Fault = Literal["irons", "shadow", "edge", "buoy", "line", "boat", "no-room"]

ON_LATTICE = frozenset(POINTS.tolist())


class Boat(msgspec.Struct, frozen=True):
    """`tack` is the one that others meet now, in the present wind; `moved_on` the one of the last move."""

    at: str | None
    heading: str | None
    tack: Tack | None
    moved_on: Tack | None
    spinnaker: Kite | None
    started: bool
    markers: int  # rounded
    gates: int  # passed of the next marker
    turns: int  # begun
    place: int | None  # once it has finished


class Way(msgspec.Struct, frozen=True):
    """A heading for the boat on turn, with its initial speed and what bears on it."""

    heading: str
    sail: str
    tack: Tack | None
    speed: int
    tacking: bool
    shadow: bool
    to: str | None  # the first point
    fault: Fault | None  # why it cannot be chosen


class MarkerBuoy(msgspec.Struct, frozen=True):
    at: str
    gates: list[str]


class RegattaView(msgspec.Struct, frozen=True):
    """Points are written as in actions. `ways` are the eight headings while a heading is to be chosen."""

    course: int | None
    side: int  # points per side
    start: list[str]
    line: list[str]  # the starting line, between the buoys
    markers: list[MarkerBuoy]
    risks: list[str]
    wind: str | None
    cards: dict[str, int]  # left, by kind
    order: list[int]
    boats: list[Boat]
    phase: Phase
    turn: int | None  # the seat to act
    mover: int | None  # the seat whose turn of the race it is
    bumped: int | None
    speed: int  # left to the mover
    ways: list[Way]
    last: list[str]  # the last point that a boat left, and where it went
    seat: int | None


def view(s: State, viewer: Viewer, reveal: bool) -> RegattaView:
    who, phase, seats = actor(s), int(s.phase), int(s.seats)
    named: Phase = PHASES[phase] if phase < len(PHASES) else "over"
    racing = phase >= PLACING or named in ("card", "spin")
    known = phase > 0
    drawn = int(s.turn) if named == "order" else seats if racing else 0
    mover = int(s.order[s.turn]) if racing and named != "over" else None
    last = [int(s.last_from), int(s.last_to)]
    return RegattaView(
        course=int(s.course) if known else None,
        side=int(s.side),
        start=[point_name(x, y) for x, y in s.start.tolist()] if known else [],
        line=starting_line(s) if known else [],
        markers=markers_of(s),
        risks=[name_of(point) for point in np.flatnonzero(s.board & RISK).tolist()],
        wind=HEADINGS[int(s.wind)] if phase > 1 else None,
        cards=dict(zip(CARDS, s.cards.tolist(), strict=True)),
        order=s.order[:drawn].tolist(),
        boats=[boat_of(s, seat) for seat in range(seats)],
        phase=named,
        turn=who if who >= 0 else None,
        mover=mover,
        bumped=int(s.bumped) if named in ("spin", "dodge") else None,
        speed=int(s.speed),
        ways=ways_of(s, who) if phase == SAILING else [],
        last=[name_of(point) for point in last if point != NOWHERE],
        seat=viewer,
    )


def name_of(point: int) -> str:
    return point_name(int(X_OF[point]), int(Y_OF[point]))


def starting_line(s: State) -> list[str]:
    """The points strictly between the starting buoys."""
    (ax, ay), (bx, by) = sorted(s.start.tolist())
    return [point_name(x, y) for x in range(ax, bx + 1) for y in range(ay, by + 1)][1:-1]


def markers_of(s: State) -> list[MarkerBuoy]:
    found: list[MarkerBuoy] = []
    gates: list[str] = []
    for i in range(int(s.gates)):
        gates.append(HEADINGS[int(s.gate_heading[i])])
        if s.gate_last[i]:
            found.append(MarkerBuoy(point_name(int(s.gate_x[i]), int(s.gate_y[i])), gates))
            gates = []
    return found


def boat_of(s: State, seat: int) -> Boat:
    at, heading, tack, passed = int(s.at[seat]), int(s.heading[seat]), int(s.tack[seat]), int(s.passed[seat])
    lasts = s.gate_last[:passed].tolist()
    return Boat(
        at=None if at == NOWHERE else name_of(at),
        heading=None if heading == NO_HEADING else HEADINGS[heading],
        tack=TACK_NAMES[tack_now(s, seat)],
        moved_on=TACK_NAMES[tack],
        spinnaker=KITES[int(s.spinnaker[seat])],
        started=bool(s.started[seat]),
        markers=sum(lasts),
        gates=passed - max((i + 1 for i, last in enumerate(lasts) if last), default=0),
        turns=int(s.turns[seat]),
        place=int(s.place[seat]) or None,
    )


def tack_now(s: State, seat: int) -> int:
    """The tack of the last heading in the present wind."""
    if s.heading[seat] == NO_HEADING:
        return NO_TACK
    return int(TACK_FOR[(int(s.heading[seat]) - int(s.wind)) & WHEEL, int(s.tack[seat])])


def ways_of(s: State, seat: int) -> list[Way]:
    out = np.empty(len(HEADINGS), np.int64)
    open_ways = out[: legal(s, seat, out)].tolist()
    at, before, upwind = int(s.at[seat]), int(s.tack[seat]), int(DELTA[int(s.wind)])
    shadow = any(int(s.board[at + far * upwind]) & BOAT for far in (1, 2))
    ways = []
    for heading, name in enumerate(HEADINGS):
        sail = (heading - int(s.wind)) & WHEEL
        speed = int(INITIAL_SPEED[sail, before, int(s.spinnaker[seat] != 0), int(shadow)])
        tack, to = int(TACK_FOR[sail, before]), at + int(DELTA[heading])
        ways.append(
            Way(
                heading=name,
                sail=SAILS[sail],
                tack=TACK_NAMES[tack] if sail != IRONS else None,
                speed=speed,
                tacking=before not in (NO_TACK, tack),
                shadow=shadow,
                to=None if is_off(s, to) else name_of(to),
                fault=None if heading in open_ways else fault_of(s, seat, sail, speed, to),
            )
        )
    return ways


def fault_of(s: State, seat: int, sail: int, speed: int, to: int) -> Fault:
    """Why a heading cannot be chosen, knowing that it cannot."""
    cell = int(s.board[to])
    if sail == IRONS:
        return "irons"
    if speed == 0:
        return "shadow"
    if is_off(s, to):
        return "edge"
    if cell & SOLID:
        return "buoy"
    if s.turns[seat] < FREE_TURN and cell >> AREA_SHIFT != BEHIND:
        return "line"
    other = ((cell & BOAT) >> BOAT_SHIFT) - 1
    way = RIGHT_OF_WAY[sail, int(TACK_FOR[sail, int(s.tack[seat])]), tack_now(s, other)]
    return "no-room" if way else "boat"


def is_off(s: State, point: int) -> bool:
    """Whether a neighbour of a point on the board is off it. The rim has no coordinates, and neither have points beyond
    the side of a smaller board."""
    off = int(X_OF[point]) >= int(s.side) or int(Y_OF[point]) >= int(s.side)
    return off or point not in ON_LATTICE
