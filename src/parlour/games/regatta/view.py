"""What a viewer may know: everything, to everybody."""

from functools import cache, lru_cache
from types import SimpleNamespace
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
    NO_SPINNAKER,
    NO_TACK,
    NOWHERE,
    PLACING,
    POINTS,
    RIGHT_OF_WAY,
    RISK,
    SAILING,
    SAILS,
    SOLID,
    STATE,
    TACK_FOR,
    WHEEL,
    X_OF,
    Y_OF,
)
from parlour.games.regatta.notation import point_name
from parlour.games.regatta.rules import legal

Phase = Literal["course", "wind", "order", "card", "spin", "place", "sail", "step", "choose", "dodge", "over"]
PHASES: tuple[Phase, ...] = ("course", "wind", "order", "card", "spin", "place", "sail", "step", "choose", "dodge")
Tack = Literal["port", "starboard"]
TACK_NAMES: tuple[Tack | None, ...] = (None, "port", "starboard")
Kite = Literal["held", "set"]
KITES: tuple[Kite | None, ...] = (None, "held", "set")
# What is wrong with a heading: no wind in the sails, none left in another boat's shadow, or what is in the way.
Fault = Literal["irons", "shadow", "edge", "buoy", "line", "boat", "no-room"]

ON_LATTICE = frozenset(POINTS.tolist())
NAMES = [point_name(x, y) for x, y in zip(X_OF.tolist(), Y_OF.tolist(), strict=True)]  # of squares

# A state's fields as plain numbers and lists; the board stays an array.
Fields = SimpleNamespace


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
    gates: tuple[str, ...]


class Buoys(msgspec.Struct, frozen=True):
    """What of a course never changes during a race."""

    start: tuple[str, ...] = ()
    line: tuple[str, ...] = ()  # the starting line, between the buoys
    markers: tuple[MarkerBuoy, ...] = ()


class RegattaView(msgspec.Struct, frozen=True):
    """Points are written as in actions. `ways` are the eight headings while a heading is to be chosen."""

    course: int | None
    side: int  # points per side
    start: tuple[str, ...]
    line: tuple[str, ...]
    markers: tuple[MarkerBuoy, ...]
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
    now = fields_of(s)
    phase: Phase = PHASES[now.phase] if now.phase < len(PHASES) else "over"
    racing = now.phase >= PLACING or phase in ("card", "spin")
    drawn = now.turn if phase == "order" else now.seats if racing else 0
    mover = now.order[now.turn] if racing and phase != "over" else None
    bumped = now.bumped if phase in ("spin", "dodge") else None
    buoys = Buoys() if phase == "course" else buoys_of(*course_of(now))
    return RegattaView(
        course=None if phase == "course" else now.course,
        side=now.side,
        start=buoys.start,
        line=buoys.line,
        markers=buoys.markers,
        risks=[NAMES[point] for point in np.flatnonzero(now.board & RISK).tolist()],
        wind=None if phase in ("course", "wind") else HEADINGS[now.wind],
        cards=dict(zip(CARDS, now.cards, strict=True)),
        order=now.order[:drawn],
        boats=[boat_of(now, seat) for seat in range(now.seats)],
        phase=phase,
        turn=bumped if phase == "dodge" else mover if now.phase >= PLACING else None,
        mover=mover,
        bumped=bumped,
        speed=now.speed,
        ways=ways_of(s, now) if now.phase == SAILING else [],
        last=[NAMES[point] for point in (now.last_from, now.last_to) if point != NOWHERE],
        seat=viewer,
    )


def fields_of(s: State) -> Fields:
    """All at once: a field taken out of a record by its name costs microseconds, every time."""
    fields = dict(zip(STATE.names or (), s.item(), strict=True))
    board = fields.pop("board")
    plain = {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in fields.items()}
    return Fields(board=board, **plain)


# -- the course -----------------------------------------------------------------------------------------------

Gate = tuple[int, int, int, int]  # its marker's x and y, its heading, whether it is the marker's last


def course_of(now: Fields) -> tuple[tuple[tuple[int, ...], ...], tuple[Gate, ...]]:
    """Starting buoys and gates, in a form that can be remembered."""
    gates = zip(now.gate_x, now.gate_y, now.gate_heading, now.gate_last, strict=True)
    return tuple(map(tuple, now.start)), tuple(gates)[: now.gates]


@lru_cache(maxsize=64)
def buoys_of(start: tuple[tuple[int, int], ...], gates: tuple[Gate, ...]) -> Buoys:
    (ax, ay), (bx, by) = sorted(start)
    line = [point_name(x, y) for x in range(ax, bx + 1) for y in range(ay, by + 1)][1:-1]
    markers: list[MarkerBuoy] = []
    headings: tuple[str, ...] = ()
    for x, y, heading, last in gates:
        headings += (HEADINGS[heading],)
        if last:
            markers.append(MarkerBuoy(point_name(x, y), headings))
            headings = ()
    return Buoys(tuple(point_name(x, y) for x, y in start), tuple(line), tuple(markers))


# -- the boats ------------------------------------------------------------------------------------------------


def boat_of(now: Fields, seat: int) -> Boat:
    at, heading, passed = now.at[seat], now.heading[seat], now.passed[seat]
    lasts = now.gate_last[:passed]
    markers = sum(lasts)
    return Boat(
        at=None if at == NOWHERE else NAMES[at],
        heading=None if heading == NO_HEADING else HEADINGS[heading],
        tack=TACK_NAMES[tack_now(now, seat)],
        moved_on=TACK_NAMES[now.tack[seat]],
        spinnaker=KITES[now.spinnaker[seat]],
        started=bool(now.started[seat]),
        markers=markers,
        gates=lasts[::-1].index(1) if markers else passed,
        turns=now.turns[seat],
        place=now.place[seat] or None,
    )


def tack_now(now: Fields, seat: int) -> int:
    """The tack of the last heading in the present wind."""
    if now.heading[seat] == NO_HEADING:
        return NO_TACK
    return int(TACK_FOR[(now.heading[seat] - now.wind) & WHEEL, now.tack[seat]])


def ways_of(s: State, now: Fields) -> list[Way]:
    seat = now.order[now.turn]
    out = np.empty(len(HEADINGS), np.int64)
    open_ways = out[: legal(s, seat, out)].tolist()
    at, upwind = now.at[seat], int(DELTA[now.wind])
    shadow = bool((now.board[at + upwind] | now.board[at + 2 * upwind]) & BOAT)
    ways = []
    for heading, (name, delta) in enumerate(zip(HEADINGS, DELTA.tolist(), strict=True)):
        sail, to = (heading - now.wind) & WHEEL, at + delta
        tack, speed, tacking = sailing(sail, now.tack[seat], now.spinnaker[seat] != NO_SPINNAKER, shadow)
        ways.append(
            Way(
                heading=name,
                sail=SAILS[sail],
                tack=tack,
                speed=speed,
                tacking=tacking,
                shadow=shadow,
                to=None if is_off(now, to) else NAMES[to],
                fault=None if heading in open_ways else fault_of(now, seat, sail, speed, to),
            )
        )
    return ways


@cache
def sailing(sail: int, before: int, spinnaker: bool, shadow: bool) -> tuple[Tack | None, int, bool]:
    """Tack, initial speed, and whether that is tacking."""
    tack = int(TACK_FOR[sail, before])
    speed = int(INITIAL_SPEED[sail, before, int(spinnaker), int(shadow)])
    return TACK_NAMES[tack] if sail != IRONS else None, speed, before not in (NO_TACK, tack)


def fault_of(now: Fields, seat: int, sail: int, speed: int, to: int) -> Fault:
    """Why a heading cannot be chosen, knowing that it cannot."""
    cell = int(now.board[to])
    if sail == IRONS:
        return "irons"
    if speed == 0:
        return "shadow"
    if is_off(now, to):
        return "edge"
    if cell & SOLID:
        return "buoy"
    if now.turns[seat] < FREE_TURN and cell >> AREA_SHIFT != BEHIND:
        return "line"
    other = ((cell & BOAT) >> BOAT_SHIFT) - 1
    way = RIGHT_OF_WAY[sail, int(TACK_FOR[sail, now.tack[seat]]), tack_now(now, other)]
    return "no-room" if way else "boat"


def is_off(now: Fields, point: int) -> bool:
    """Whether a neighbour of a point on the board is off it. The rim has no coordinates, and neither have points beyond
    the side of a smaller board."""
    return point not in ON_LATTICE or X_OF[point] >= now.side or Y_OF[point] >= now.side
