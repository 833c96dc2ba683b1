"""What a coach says to a beginner: wind and speeds, tacks, the line, gates, shadows, right of way; from the view."""

from parlour.core.scene import Hint, button, site
from parlour.core.texts import Text
from parlour.games.regatta.board import FREE_TURN
from parlour.games.regatta.scene import gate_marks
from parlour.games.regatta.view import Boat, RegattaView
from parlour.games.regatta.ways import Way

OWN_RIGHT = ("starboard", "leeward")  # with which one may bump another boat
FAST = 2


def guide(view: RegattaView) -> Hint | None:
    seat = view.seat
    if seat is None or view.turn != seat:
        return None
    boat, wind = view.boats[seat], view.wind or ""
    if view.phase == "place":
        return Hint(Text("guide.aim", {"wind": wind}), line(view))
    if view.phase == "sail":
        return sailing(view, boat)
    if view.phase == "step":
        key = "guide.step-home" if view.ways[0].halt == "home" else "guide.step"
        return Hint(Text(key, {"speed": view.speed}), (*track(view.ways[0]), button("stop")))
    if view.phase == "choose":
        return Hint(Text("guide.choose", {"wind": wind}), goal(view, boat))
    return Hint(Text("guide.dodge")) if view.phase == "dodge" else None


def sailing(view: RegattaView, boat: Boat) -> Hint:
    ways = [way for way in view.ways if way.fault is None]
    home = [way for way in ways if way.halt == "home"]
    if home:
        return Hint(Text("guide.home", {"heading": home[0].heading}), track(home[0]))
    if boat.turns < FREE_TURN:
        return before_the_start(view, boat, ways)
    met = meeting(view)
    if met is not None:
        return met
    if any(way.shadow for way in view.ways):
        return Hint(Text("guide.shadow"), own_place(boat))
    return towards(view, boat, ways)


def before_the_start(view: RegattaView, boat: Boat, ways: list[Way]) -> Hint:
    """Three turns behind the line: one thing to learn in each."""
    fast = tuple(way.track[0] for way in ways if way.speed >= FAST and way.track)
    if boat.turns <= 1:
        return Hint(Text("guide.wind", {"wind": view.wind or ""}), places(fast))
    if boat.turns < FREE_TURN - 1:
        return Hint(Text("guide.tack"), places(fast))
    return Hint(Text("guide.wait"), line(view))


def meeting(view: RegattaView) -> Hint | None:
    """Another boat on one of the courses: who has the right of way?"""
    for way in view.ways:
        if way.right is None or way.other is None:
            continue
        key = "guide.right" if way.right in OWN_RIGHT else "guide.no-right"
        args: dict[str, str | int | Text] = {"boat": Text(f"seat.{way.other}"), "why": Text(f"guide.{way.right}")}
        at = view.boats[way.other].at
        return Hint(Text(key, args), () if at is None else (site(at),))
    return None


def towards(view: RegattaView, boat: Boat, ways: list[Way]) -> Hint:
    """Where to go next."""
    if not boat.started:
        return Hint(Text("guide.start"), line(view))
    if boat.markers == len(view.markers):
        return Hint(Text("guide.finish"), line(view))
    number = boat.markers + 1
    if boat.gates == 0 and boat.markers == 0 and boat.turns % 2 == 0:
        return Hint(Text("guide.gates", {"number": number}), goal(view, boat))
    lucky = [way for way in ways if way.halt == "card"]
    if lucky:
        return Hint(Text("guide.risk", {"heading": lucky[0].heading}), track(lucky[0]))
    return Hint(Text("guide.next-gate", {"number": number, "gate": boat.gates + 1}), goal(view, boat))


def goal(view: RegattaView, boat: Boat) -> tuple[str, ...]:
    """The points of the next gate, or the line."""
    if boat.started and boat.markers < len(view.markers):
        gate = next((mark.at for mark in gate_marks(view) if mark.kind == "gate-next"), ())
        return gate[:3]
    return line(view)


def line(view: RegattaView) -> tuple[str, ...]:
    return places(view.line)


def track(way: Way) -> tuple[str, ...]:
    return places(tuple(way.track))


def own_place(boat: Boat) -> tuple[str, ...]:
    return () if boat.at is None else (site(boat.at),)


def places(points: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(site, points))
