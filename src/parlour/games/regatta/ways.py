"""The headings of the boat on turn: what each would bring, as far as that can be foreseen, and why."""

from functools import cache
from types import SimpleNamespace
from typing import Literal

import msgspec
import numpy as np

from parlour.core.game import State
from parlour.games.regatta.board import (
    AREA_SHIFT,
    BEATS,
    BEHIND,
    BOAT,
    BOAT_SHIFT,
    DELTA,
    FREE_TURN,
    HEADINGS,
    INITIAL_SPEED,
    IRONS,
    LINE,
    NO_HEADING,
    NO_SPINNAKER,
    NO_TACK,
    POINTS,
    RIGHT_OF_WAY,
    RISK,
    RUN,
    SAILS,
    SOLID,
    SPEEDS,
    SPINNAKER_SPEED,
    STARBOARD,
    TACK_FOR,
    WHEEL,
    X_OF,
    Y_OF,
)
from parlour.games.regatta.notation import point_name
from parlour.games.regatta.rules import legal

# A state's fields as plain numbers and lists; the board stays an array, and is a list too (`cells`) where ways are
# looked at.
Fields = SimpleNamespace

Tack = Literal["port", "starboard"]
TACK_NAMES: tuple[Tack | None, ...] = (None, "port", "starboard")
# What is wrong with a heading: no wind in the sails, none left in another boat's shadow, or what is in the way.
Fault = Literal["irons", "shadow", "edge", "buoy", "line", "boat", "no-room"]
Obstacle = Literal["edge", "buoy", "line", "boat", "no-room"]
# What ends a move before its speed is used up; of a card and of a bump, nobody knows what comes then.
Halt = Literal["shadow", "edge", "buoy", "line", "boat", "no-room", "card", "bump", "home"]
# Why a boat has the right of way over one on its course, or has not.
Right = Literal["starboard", "leeward", "port", "windward", "level"]

ON_LATTICE = frozenset(POINTS.tolist())
# Plain lists: a number taken out of an array costs ten times as much.
DELTAS: list[int] = DELTA.tolist()
TACKS_FOR: list[list[int]] = TACK_FOR.tolist()
RIGHTS: list[list[list[int]]] = RIGHT_OF_WAY.tolist()
XS: list[int] = X_OF.tolist()
YS: list[int] = Y_OF.tolist()
NAMES = [point_name(x, y) for x, y in zip(XS, YS, strict=True)]  # of squares


class Way(msgspec.Struct, frozen=True):
    """A heading for the boat on turn, with its initial speed and what bears on it."""

    heading: str
    sail: str  # the point of sail; a run under spinnaker is a `kite`
    tack: Tack | None
    full: int  # the speed without tacking and shadow
    speed: int
    tacking: bool
    shadow: bool
    to: str | None  # the first point
    fault: Fault | None  # why it cannot be chosen
    track: list[str]  # the points it leads to, as far as can be foreseen
    lost: int  # points that tacking and shadows take; what is in the way takes none
    halt: Halt | None  # what ends it there, where it is not the speed
    other: int | None  # the boat in the way, or whose shadow ends it
    right: Right | None  # between the two, where that boat is in the way


def ways_of(s: State, now: Fields) -> list[Way]:
    """All eight, before one is chosen."""
    seat = now.order[now.turn]
    out = np.empty(len(HEADINGS), np.int64)
    open_ways = out[: legal(s, seat, out)].tolist()
    now.cells = now.board.tolist()
    at = now.at[seat]
    shadow = shadower(now, seat, at) is not None
    kite = now.spinnaker[seat] != NO_SPINNAKER
    ways = []
    for heading in range(len(HEADINGS)):
        sail = (heading - now.wind) & WHEEL
        _, speed, _ = sailing(sail, now.tack[seat], kite, shadow)
        fault = None if heading in open_ways else fault_of(now, seat, heading, speed, at)
        ways.append(way_of(now, seat, heading, speed, shadow, fault))
    return ways


def way_on(now: Fields) -> Way:
    """The one that a move goes on with."""
    seat = now.order[now.turn]
    now.cells = now.board.tolist()
    return way_of(now, seat, now.heading[seat], now.speed, False, None, first=False)


def way_of(
    now: Fields, seat: int, heading: int, speed: int, shadow: bool, fault: Fault | None, first: bool = True
) -> Way:
    """With the speed that is left, which for the first step is all of it."""
    sail = (heading - now.wind) & WHEEL
    kite = now.spinnaker[seat] != NO_SPINNAKER
    tack, _, tacking = sailing(sail, now.tack[seat], kite, shadow)
    at = now.at[seat]
    to = at + DELTAS[heading]
    full = SPINNAKER_SPEED if sail == RUN and kite else SPEEDS[sail]
    track: list[int] = []
    halt: Halt | None = None
    other: int | None = None
    if fault is None:
        track, halt, other = foreseen(now, seat, heading, speed)
    elif fault == "shadow":
        other = shadower(now, seat, at)
    elif fault in ("boat", "no-room"):
        other = boat_at(now, to)
    meets = fault in ("boat", "no-room") or halt in ("boat", "no-room", "bump")
    return Way(
        heading=HEADINGS[heading],
        sail="kite" if sail == RUN and kite else SAILS[sail],
        tack=tack,
        full=full,
        speed=speed,
        tacking=tacking,
        shadow=shadow,
        to=None if is_off(now, to) else NAMES[to],
        fault=fault,
        track=[NAMES[point] for point in track],
        lost=lost_of(full if first else speed, speed, len(track), fault, halt),
        halt=halt,
        other=other,
        right=right_between(now, seat, sail, other) if meets and other is not None else None,
    )


@cache
def sailing(sail: int, before: int, spinnaker: bool, shadow: bool) -> tuple[Tack | None, int, bool]:
    """Tack, initial speed, and whether that is tacking."""
    tack = TACKS_FOR[sail][before]
    speed = int(INITIAL_SPEED[sail, before, int(spinnaker), int(shadow)])
    return TACK_NAMES[tack] if sail != IRONS else None, speed, before not in (NO_TACK, tack)


def foreseen(now: Fields, seat: int, heading: int, speed: int) -> tuple[list[int], Halt | None, int | None]:
    """The points that a boat sails to if nothing stops it, what does, and which boat has to do with that. The first
    step is legal."""
    at, delta = now.at[seat], DELTAS[heading]
    track: list[int] = []
    while True:
        before, at = at, at + delta
        track.append(at)
        if (other := boat_at(now, at)) is not None:
            return track, "bump", other
        if comes_home(now, seat, before, at):
            return track, "home", None
        if now.cells[at] & RISK:
            return track, "card", None
        speed -= 1
        if speed > 0 and (dark := shadower(now, seat, at)) is not None:
            speed -= 1
            if speed == 0:
                return track, "shadow", dark
        if speed == 0:
            return track, None, None
        if (fault := obstacle(now, seat, heading, at)) is not None:
            return track, fault, boat_at(now, at + delta) if fault in ("boat", "no-room") else None


def lost_of(full: int, speed: int, sailed: int, fault: Fault | None, halt: Halt | None) -> int:
    """The points of a full speed that no boat sails for want of wind."""
    if fault is not None and fault != "shadow":
        return 0
    return max(0, full - (sailed if "shadow" in (fault, halt) else max(speed, sailed)))


def comes_home(now: Fields, seat: int, at: int, to: int) -> bool:
    """Whether that step finishes the race for the boat, and with it perhaps for all."""
    done = now.passed[seat] == now.gates and now.started[seat] and not now.place[seat]
    return bool(done and area(now, to) == LINE and area(now, at) == BEHIND)


def fault_of(now: Fields, seat: int, heading: int, speed: int, at: int) -> Fault:
    """Why a heading cannot be chosen, knowing that it cannot."""
    if (heading - now.wind) & WHEEL == IRONS:
        return "irons"
    return "shadow" if speed == 0 else obstacle(now, seat, heading, at) or "no-room"


def obstacle(now: Fields, seat: int, heading: int, at: int) -> Obstacle | None:
    """What makes the next step from there illegal."""
    to = at + DELTAS[heading]
    cell = now.cells[to]
    if is_off(now, to):
        return "edge"
    if cell & SOLID:
        return "buoy"
    if now.turns[seat] < FREE_TURN and area(now, to) != BEHIND:
        return "line"
    other = boat_at(now, to)
    if other is None:
        return None
    sail = (heading - now.wind) & WHEEL
    if not RIGHTS[sail][TACKS_FOR[sail][now.tack[seat]]][tack_now(now, other)]:
        return "boat"
    return None if has_room(now, other, seat, at) else "no-room"


def has_room(now: Fields, other: int, mover: int, mover_at: int) -> bool:
    """Whether a bumped boat has a point to go to that is not straight upwind; the mover stands where it came from."""
    for heading, delta in enumerate(DELTAS):
        to = now.at[other] + delta
        taken = boat_at(now, to) not in (None, mover) or to == mover_at
        free = not now.cells[to] & SOLID and not is_off(now, to) and not taken
        if heading != now.wind and free and (now.turns[other] >= FREE_TURN or area(now, to) == BEHIND):
            return True
    return False


def right_between(now: Fields, seat: int, sail: int, other: int) -> Right:
    """Why the mover has the right of way over the other boat, or has not."""
    mine, theirs = TACKS_FOR[sail][now.tack[seat]], tack_now(now, other)
    if mine != theirs and NO_TACK not in (mine, theirs):
        return "starboard" if mine == STARBOARD else "port"
    if sail in BEATS:
        return "leeward"
    return "level" if SAILS[sail] == "beam" else "windward"


# -- what is where --------------------------------------------------------------------------------------------


def shadower(now: Fields, seat: int, at: int) -> int | None:
    """The nearest boat to windward whose shadow lies on a point."""
    upwind = DELTAS[now.wind]
    near, far = boat_at(now, at + upwind), boat_at(now, at + 2 * upwind)
    return next((other for other in (near, far) if other not in (None, seat)), None)


def boat_at(now: Fields, point: int) -> int | None:
    found = (int(now.cells[point]) & BOAT) >> BOAT_SHIFT
    return found - 1 if found else None


def area(now: Fields, point: int) -> int:
    return int(now.cells[point]) >> AREA_SHIFT


def tack_now(now: Fields, seat: int) -> int:
    """The tack of the last heading in the present wind."""
    if now.heading[seat] == NO_HEADING:
        return NO_TACK
    return int(TACKS_FOR[(now.heading[seat] - now.wind) & WHEEL][now.tack[seat]])


def is_off(now: Fields, point: int) -> bool:
    """Whether a neighbour of a point on the board is off it. The rim has no coordinates, and neither have points beyond
    the side of a smaller board."""
    return point not in ON_LATTICE or max(XS[point], YS[point]) >= int(now.side)
