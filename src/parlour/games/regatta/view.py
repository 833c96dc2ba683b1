"""What a viewer may know: everything, to everybody."""

import math
from functools import lru_cache
from typing import Literal

import msgspec
import numpy as np

from parlour.core.game import State, Viewer
from parlour.games.regatta.board import (
    CARDS,
    EAST,
    FREE_TURN,
    HEADINGS,
    NO_HEADING,
    NORTH,
    NOWHERE,
    PLACING,
    RISK,
    SAILING,
    STATE,
    STEPPING,
)
from parlour.games.regatta.notation import point_name
from parlour.games.regatta.rules import scores
from parlour.games.regatta.ways import NAMES, TACK_NAMES, Fields, Tack, Way, tack_now, way_on, ways_of

Phase = Literal["course", "wind", "order", "card", "spin", "place", "sail", "step", "choose", "dodge", "over"]
PHASES: tuple[Phase, ...] = ("course", "wind", "order", "card", "spin", "place", "sail", "step", "choose", "dodge")
Kite = Literal["held", "set"]
KITES: tuple[Kite | None, ...] = (None, "held", "set")


Goal = Literal["place", "start", "gate", "finish", "home"]


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
    goal: Goal  # what it has to reach next: a place on the water, the line, a gate, or nothing any more
    gate: str | None  # of the next marker
    along: float  # how far along the course: 0 before the start, then markers and parts of them, and 1 for the finish
    turns: int  # begun
    place: int | None  # once it has finished
    rank: int | None  # its place if the race ended now; none before it begins


class MarkerBuoy(msgspec.Struct, frozen=True):
    at: str
    gates: tuple[str, ...]


BoundFor = Literal["wait", "start", "gate", "finish"]


class Bound(msgspec.Struct, frozen=True):
    """What a boat has to reach next: the line, which it waits for in its first turns, a gate, or the line again."""

    what: BoundFor
    marker: int  # of that gate, counted from 1; 0: none
    gate: str | None
    at: str  # the nearest point of it
    points: int  # to there, as a boat would sail without wind
    heading: str  # the nearest one to there
    turn: int  # of the boat, from which on it may be crossed; 0: from the first


class Buoys(msgspec.Struct, frozen=True):
    """What of a course never changes during a race."""

    start: tuple[str, ...] = ()
    line: tuple[str, ...] = ()  # the starting line, between the buoys
    markers: tuple[MarkerBuoy, ...] = ()


class RegattaView(msgspec.Struct, frozen=True):
    """Points are written as in actions. `ways` are the eight headings while a heading is to be chosen, and the one that
    goes on while a boat may stop."""

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
    next: Bound | None  # of the viewer's boat, or of the mover's for a spectator
    last: list[str]  # the last point that a boat left, and where it went
    seat: int | None


def view(s: State, viewer: Viewer, reveal: bool) -> RegattaView:
    now = fields_of(s)
    phase: Phase = PHASES[now.phase] if now.phase < len(PHASES) else "over"
    racing = now.phase >= PLACING or phase in ("card", "spin")
    drawn = now.turn if phase == "order" else now.seats if racing else 0
    mover = now.order[now.turn] if racing and phase != "over" else None
    bumped = now.bumped if phase in ("spin", "dodge") else None
    ranks = ranks_of(s, now.seats) if now.turns[now.order[0]] else [None] * now.seats
    buoys = Buoys() if phase == "course" else buoys_of(*course_of(now))
    boats = [boat_of(now, seat, rank, buoys) for seat, rank in enumerate(ranks)]
    own = mover if viewer is None else viewer
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
        boats=boats,
        phase=phase,
        turn=bumped if phase == "dodge" else mover if now.phase >= PLACING else None,
        mover=mover,
        bumped=bumped,
        speed=now.speed,
        ways=ways_of(s, now) if now.phase == SAILING else [way_on(now)] if now.phase == STEPPING else [],
        next=None if own is None or phase == "over" else bound_of(boats[own], buoys, now.side),
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


def ranks_of(s: State, seats: int) -> list[int | None]:
    out = np.empty(seats, np.int64)
    scores(s, out)
    return list(out.tolist())


def boat_of(now: Fields, seat: int, rank: int | None, buoys: Buoys) -> Boat:
    at, heading, passed = now.at[seat], now.heading[seat], now.passed[seat]
    lasts = now.gate_last[:passed]
    markers = sum(lasts)
    gates = lasts[::-1].index(1) if markers else passed
    goal = goal_of(now, seat, markers, len(buoys.markers))
    ahead = buoys.markers[markers].gates if goal == "gate" else ()
    return Boat(
        at=None if at == NOWHERE else NAMES[at],
        heading=None if heading == NO_HEADING else HEADINGS[heading],
        tack=TACK_NAMES[tack_now(now, seat)],
        moved_on=TACK_NAMES[now.tack[seat]],
        spinnaker=KITES[now.spinnaker[seat]],
        started=bool(now.started[seat]),
        markers=markers,
        gates=gates,
        goal=goal,
        gate=ahead[gates] if ahead else None,
        along=len(buoys.markers) + 1.0 if goal == "home" else markers + (gates / len(ahead) if ahead else 0.0),
        turns=now.turns[seat],
        place=now.place[seat] or None,
        rank=rank,
    )


def goal_of(now: Fields, seat: int, rounded: int, of: int) -> Goal:
    if now.place[seat]:
        return "home"
    if now.at[seat] == NOWHERE:
        return "place"
    if not now.started[seat]:
        return "start"
    return "gate" if rounded < of else "finish"


# -- where to -------------------------------------------------------------------------------------------------


def bound_of(boat: Boat, buoys: Buoys, side: int) -> Bound | None:
    """None for a boat that is on no point, and for one that is home."""
    if boat.at is None or boat.place is not None:
        return None
    if boat.gate is None:
        first: BoundFor = "wait" if boat.turns < FREE_TURN else "start"
        return bound("finish" if boat.started else first, boat.at, buoys.line)
    marker = buoys.markers[boat.markers]
    return bound("gate", boat.at, gate_points(marker.at, boat.gate, side), boat.markers + 1, boat.gate)


def bound(what: BoundFor, at: str, points: tuple[str, ...], marker: int = 0, gate: str | None = None) -> Bound:
    x, y = place_of(at)
    away = [(px - x, py - y) for px, py in map(place_of, points)]
    east, north = min(away, key=lambda each: (max(map(abs, each)), each[0] ** 2 + each[1] ** 2))
    eighth = round(math.atan2(east, north) / (math.pi / 4)) % len(HEADINGS)
    turn = FREE_TURN if what == "wait" else 0
    return Bound(
        what, marker, gate, point_name(x + east, y + north), max(abs(east), abs(north)), HEADINGS[eighth], turn
    )


def place_of(point: str) -> tuple[int, int]:
    x, y = map(int, point.split(","))
    return x, y


@lru_cache(maxsize=256)
def gate_points(marker: str, gate: str, side: int) -> tuple[str, ...]:
    """The points of a gate, from its marker to the edge of the board."""
    x, y = place_of(marker)
    way = HEADINGS.index(gate)
    ray = [(x + far * int(EAST[way]), y + far * int(NORTH[way])) for far in range(1, side)]
    return tuple(point_name(px, py) for px, py in ray if px in range(side) and py in range(side))
