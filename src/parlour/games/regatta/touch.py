"""What to touch for an action, why one cannot be taken, and steps in words."""

from parlour.core.reasons import because
from parlour.core.scene import TouchReason, button, piece, site, zone
from parlour.core.texts import Text
from parlour.games.regatta.board import HEADINGS, X_OF, Y_OF
from parlour.games.regatta.notation import CARD, COURSE, DODGE, NEXT, PLACE, SPIN, STOP, WIND, parse, point_name
from parlour.games.regatta.scene import beyond
from parlour.games.regatta.view import RegattaView


def targets(view: RegattaView, action: int) -> tuple[str, ...]:
    """The point to place the boat on, to step to, to dodge to; or a button."""
    if action >= PLACE:
        return (site(place_named(action)),)
    if action < STOP:
        return (site(point_name(*beyond(place_of(view, view.mover), HEADINGS[action]))),)
    if action == STOP:
        return (button("stop"),)
    if action >= DODGE:
        return (site(point_name(*beyond(place_of(view, view.bumped), HEADINGS[action - DODGE]))),)
    return (button(f"wind-{HEADINGS[action - WIND]}"),)


def place_named(action: int) -> str:
    return point_name(int(X_OF[action - PLACE]), int(Y_OF[action - PLACE]))


def place_of(view: RegattaView, seat: int | None) -> str:
    at = view.boats[seat or 0].at
    assert at is not None, "a boat that moves stands somewhere"
    return at


# -- why not --------------------------------------------------------------------------------------------------

WANTED = {"place": PLACE, "choose": WIND, "dodge": DODGE}


def kind_of(action: int) -> int:
    """The first number of its kind; a heading is 0."""
    return max(first for first in (0, STOP, WIND, DODGE, SPIN, NEXT, CARD, COURSE, PLACE) if first <= action)


def why_not(view: RegattaView, action: int) -> Text | None:
    kind = kind_of(action)
    if kind in (SPIN, NEXT, CARD, COURSE):
        return Text("why.chance")
    if view.seat is None or view.turn != view.seat:
        return None
    if view.phase in WANTED and kind != WANTED[view.phase]:
        return Text(f"why.{view.phase}-first")
    if kind == PLACE:
        return why_no_place(view, place_named(action)) if view.phase == "place" else Text("why.placed")
    if kind == WIND:
        return Text("why.no-choice")
    if kind == DODGE:
        return why_no_dodge(view, HEADINGS[action - DODGE]) if view.phase == "dodge" else Text("why.not-bumped")
    if kind == STOP:
        return None if view.phase == "step" else Text("why.no-stop")
    return why_no_heading(view, HEADINGS[action]) if view.phase == "sail" else why_no_turning(view, HEADINGS[action])


def why_no_place(view: RegattaView, point: str) -> Text | None:
    standing = what_stands(view, point)
    return Text(f"why.{standing}-there", {"point": point}) if standing else Text("why.not-behind", {"point": point})


def what_stands(view: RegattaView, point: str) -> str | None:
    if any(boat.at == point for boat in view.boats):
        return "boat"
    if point in view.start or any(marker.at == point for marker in view.markers):
        return "buoy"
    return "risk" if point in view.risks else None


def why_no_heading(view: RegattaView, heading: str) -> Text | None:
    way = next(way for way in view.ways if way.heading == heading)
    return None if way.fault is None else Text(f"why.{way.fault}", {"heading": heading, "wind": view.wind or ""})


def why_no_turning(view: RegattaView, heading: str) -> Text | None:
    own = view.boats[view.mover or 0].heading
    return None if heading == own else Text("why.same-heading", {"heading": own or ""})


def why_no_dodge(view: RegattaView, heading: str) -> Text | None:
    if heading == view.wind:
        return Text("why.dodge-upwind", {"heading": heading})
    x, y = beyond(place_of(view, view.bumped), heading)
    if x not in range(view.side) or y not in range(view.side):
        return Text("why.edge", {"heading": heading})
    standing = what_stands(view, point_name(x, y))
    if standing in ("boat", "buoy"):
        return Text(f"why.{standing}-there", {"point": point_name(x, y)})
    return Text("why.line", {"heading": heading})


def why_not_touch(view: RegattaView, path: tuple[str, ...]) -> TouchReason | None:
    """Of a point beside the boat that is to go, why it does not go there; of any other, that it is too far."""
    touched = path[-1]
    if view.seat is None or view.turn != view.seat:
        return None
    if touched == button("stop"):
        return said(why_not(view, STOP))
    if touched in (zone("wind"), piece("wind")):
        return because(Text("why.vane" if view.phase != "choose" else "why.choose-first"))
    if view.phase == "choose" or not touched.startswith("site:"):
        return because(Text("why.choose-first")) if view.phase == "choose" else None
    point = touched.removeprefix("site:")
    if view.phase == "place":
        return said(why_no_place(view, point))
    at = place_of(view, view.turn)
    if point == at:
        return because(Text("why.own-point"))
    heading = next((each for each in HEADINGS if point_name(*beyond(at, each)) == point), None)
    if heading is None:
        return because(Text("why.far"))
    why = why_not(view, (DODGE if view.phase == "dodge" else 0) + HEADINGS.index(heading))
    return None if why is None else because(why, *([touched] if why.key in BLOCKED else []))


BLOCKED = ("why.boat", "why.no-room", "why.buoy", "why.boat-there", "why.buoy-there")


def said(why: Text | None) -> TouchReason | None:
    return None if why is None else because(why)


# -- in words -------------------------------------------------------------------------------------------------


def describe(text: str) -> Text:
    action = parse(text)
    if action is None:
        return Text("log.step", {"step": text})
    kind, word = kind_of(action), text.rpartition(" ")[2]
    if kind == CARD:
        name = text.removeprefix("card ")
        return Text("log.card-wind", {"wind": word}) if name.startswith("wind") else Text(f"log.card-{name}")
    if kind == NEXT:
        return Text("log.next", {"boat": Text(f"seat.{action - NEXT}")})
    if kind == STOP:
        return Text("log.stop")
    keys = {0: "log.sail", PLACE: "log.place", WIND: "log.wind", DODGE: "log.dodge", SPIN: "log.spin"}
    return Text(keys.get(kind, "log.course"), {"what": word})
