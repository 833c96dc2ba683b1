"""Races set up by hand, in the middle of things."""

from collections.abc import Iterable
from dataclasses import dataclass

from parlour.core.match import Match
from parlour.games.regatta import GAME
from parlour.games.regatta.board import HEADINGS, NO_HEADING, SAILING, TACK_FOR, X_OF, Y_OF, square
from parlour.games.regatta.courses import Course, Marker, Point, lay_out
from parlour.games.regatta.view import KITES, TACK_NAMES, RegattaView

# The line is 9,5 to 13,5; behind it are five rows, ahead of it is open water with the marker far in the north.
START: tuple[Point, Point] = ((8, 5), (14, 5))
WATER = Course(1, 21, START, (Marker((4, 18), ("W", "N", "E")),), ())


@dataclass(frozen=True)
class Boat:
    """A boat after some turns: its last move was made in the present wind, if nothing else is said."""

    at: str
    heading: str | None = None
    tack: str | None = None
    turns: int = 10
    spinnaker: str | None = None
    started: bool = True
    passed: int = 0
    place: int = 0


def point(name: str) -> int:
    x, y = name.split(",")
    return square(int(x), int(y))


def name(at: int) -> str:
    return f"{int(X_OF[at])},{int(Y_OF[at])}"


def race(
    *boats: Boat | str,
    wind: str = "NW",
    turn: int = 0,
    course: Course = WATER,
    risks: Iterable[Point] = (),
) -> Match:
    """The boats in turn order; the one whose `turn` it is chooses a heading. A boat far away, if there is but one."""
    fleet = [boat if isinstance(boat, Boat) else Boat(boat) for boat in boats]
    if len(fleet) == 1:
        fleet.append(Boat("2,12", "N"))
    match = Match(GAME, len(fleet), {"course": 1})
    s = match.state
    lay_out(s, Course(course.id, course.size, course.start, course.markers, tuple(risks)))
    s.wind, s.phase, s.turn = HEADINGS.index(wind), SAILING, turn
    for seat, boat in enumerate(fleet):
        heading = NO_HEADING if boat.heading is None else HEADINGS.index(boat.heading)
        s.at[seat], s.heading[seat], s.turns[seat] = point(boat.at), heading, boat.turns
        s.board[point(boat.at)] |= seat + 1 << 2
        s.tack[seat] = TACK_NAMES.index(boat.tack)  # type: ignore[arg-type]
        if boat.tack is None and heading != NO_HEADING:
            s.tack[seat] = TACK_FOR[(heading - s.wind) % 8, 0]
        s.spinnaker[seat] = KITES.index(boat.spinnaker)  # type: ignore[arg-type]
        s.started[seat], s.passed[seat], s.place[seat] = boat.started, boat.passed, boat.place
    s.home = sum(boat.place > 0 for boat in fleet)
    match.set_up()
    return match


def play(match: Match, *steps: str) -> Match:
    """Steps by whoever is to act, chance included."""
    for step in steps:
        match.play(match.actor, step)
    return match


def legal(match: Match) -> list[str]:
    return match.legal(match.actor)


def seen(match: Match, seat: int | None = None) -> RegattaView:
    view = match.view(seat)
    assert isinstance(view, RegattaView)
    return view


def at(match: Match, seat: int = 0) -> str:
    return name(int(match.state.at[seat]))
