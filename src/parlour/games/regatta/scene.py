"""The water as things to draw and touch."""

from collections.abc import Sequence
from functools import cache, lru_cache

from parlour.core.game import Options
from parlour.core.scene import Counter, Label, Mark, Piece, Plan, Scene, Site, Zone, site, zone
from parlour.core.texts import Text
from parlour.games.regatta.board import EAST, FREE_TURN, HEADINGS, MOST_SIZE, MOST_TURNS, NORTH, RISKS
from parlour.games.regatta.notation import point_name
from parlour.games.regatta.view import Boat, MarkerBuoy, RegattaView

BOAT_GLYPHS = "RBYGPW"
COLOURS = ("#c2382e", "#1f5fa8", "#e0a81e", "#2f7f55", "#7a4d94", "#f4efe2")
GATE_REACH = 3  # points of a gate that is not to be passed now
SHADOW_REACH = 2  # points

# South-west is the corner that all courses share, so the vane and the numbers stand beside it.
MARGIN = 0.9
LABEL_BELOW, LABEL_LEFT = 0.75, 1.2
VANE = 2.6  # the width of what lies to the left of the lattice
TOP = MARGIN
BOTTOM = TOP + MOST_SIZE - 1


def place_of(x: int, y: int) -> tuple[float, float]:
    return VANE + MARGIN + x, BOTTOM - y


def plan(seats: int, options: Options) -> Plan:
    """The largest board; `Scene.frame` says which part of it the course uses."""
    return whole_plan()


@cache
def whole_plan() -> Plan:
    lattice = [(x, y) for y in range(MOST_SIZE) for x in range(MOST_SIZE)]
    sites = tuple(Site(point_name(x, y), *place_of(x, y)) for x, y in lattice)
    vane = Zone("wind", "reserve", Text("zone.wind"), 1, BOTTOM - 1, 1.8, 1.8)
    width = VANE + 2 * MARGIN + MOST_SIZE - 1
    labels = (*numbers_below(), *numbers_beside())
    return Plan("points", width, BOTTOM + MARGIN, sites, zones=(vane,), labels=labels, colours=COLOURS)


def numbers_below() -> list[Label]:
    return [Label(str(x), place_of(x, 0)[0], round(BOTTOM + LABEL_BELOW, 3)) for x in range(MOST_SIZE)]


def numbers_beside() -> list[Label]:
    return [Label(str(y), round(VANE + MARGIN - LABEL_LEFT, 3), place_of(0, y)[1]) for y in range(MOST_SIZE)]


def frame_of(view: RegattaView) -> tuple[float, float, float, float] | None:
    if view.course is None:
        return None
    side = view.side - 1
    return 0, BOTTOM - side - MARGIN, VANE + side + 2 * MARGIN, side + 2 * MARGIN


# -- what stands where ----------------------------------------------------------------------------------------


def scene(view: RegattaView) -> Scene:
    pieces = [*buoys(view.start, view.markers), *map(risk, view.risks), *boats(view), *vane(view)]
    return Scene(tuple(pieces), marks_of(view), counters_of(view), prompt_of(view), frame_of(view))


@lru_cache(maxsize=64)
def buoys(start: tuple[str, ...], markers: tuple[MarkerBuoy, ...]) -> list[Piece]:
    green = [Piece(f"start-{i}", "start", site(at), Text("piece.start"), "▲") for i, at in enumerate(start)]
    white = [
        Piece(f"marker-{i}", "marker", site(marker.at), Text("piece.marker", {"number": i}), str(i))
        for i, marker in enumerate(markers, 1)
    ]
    return [*green, *white]


@cache
def risk(at: str) -> Piece:
    return Piece(f"risk-{at}", "risk", site(at), Text("piece.risk"), "?")


def boats(view: RegattaView) -> list[Piece]:
    return [
        Piece(f"boat-{seat}", "boat", site(boat.at), boat_name(seat, boat), BOAT_GLYPHS[seat], seat, turn=bow(boat))
        for seat, boat in enumerate(view.boats)
        if boat.at is not None
    ]


def bow(boat: Boat) -> int:
    return 0 if boat.heading is None else 45 * HEADINGS.index(boat.heading)


def boat_name(seat: int, boat: Boat) -> Text:
    args: dict[str, str | int | Text] = {"boat": Text(f"seat.{seat}")}
    if boat.heading is None:
        return Text("piece.boat", args)
    args |= {"heading": boat.heading}
    key = "piece.boat-moved"
    if boat.tack is not None:
        key, args = "piece.boat-on-tack", {**args, "tack": Text(f"tack.{boat.tack}")}
    return Text(f"{key}-spinnaker" if boat.spinnaker else key, args)


def vane(view: RegattaView) -> list[Piece]:
    """It points to where the wind comes from."""
    if view.wind is None:
        return []
    turn = 45 * HEADINGS.index(view.wind)
    return [Piece("wind", "wind", zone("wind"), Text("piece.wind", {"wind": view.wind}), view.wind, turn=turn)]


# -- marks and numbers ----------------------------------------------------------------------------------------


def marks_of(view: RegattaView) -> tuple[Mark, ...]:
    marks = [Mark("line", tuple(map(site, view.line)))] if view.line else []
    marks += gate_marks(view) + shadow_marks(view)
    if view.last:
        movers = [seat for seat, boat in enumerate(view.boats) if boat.at == view.last[-1]]
        marks.append(Mark("last", tuple(map(site, view.last)), movers[0] if movers else None))
    return tuple(marks)


def gate_marks(view: RegattaView) -> list[Mark]:
    """All gates, as far as the boat has come whose eyes we look through: the viewer's, else the one on turn."""
    seat = view.seat if view.seat is not None else view.mover
    boat = view.boats[seat] if seat is not None else None
    marks = []
    for number, marker in enumerate(view.markers):
        rounded = boat.markers if boat else 0
        for i, gate in enumerate(marker.gates):
            passed = number < rounded or (number == rounded and boat is not None and i < boat.gates)
            is_next = number == rounded and i == (boat.gates if boat else 0)
            kind = "gate-passed" if passed else "gate-next" if is_next else "gate"
            reach = view.side if number == rounded else GATE_REACH
            marks.append(Mark(kind, ray(marker.at, gate, reach, view.side)))
    return marks


@lru_cache(maxsize=10_000)
def ray(at: str, heading: str, reach: int, side: int) -> tuple[str, ...]:
    """The sites from a point on in that heading, so many or as far as the edge of the board."""
    points = [beyond(at, heading, far) for far in range(1, reach + 1)]
    return tuple(site(point_name(x, y)) for x, y in points if x in range(side) and y in range(side))


def beyond(at: str, heading: str, far: int = 1) -> tuple[int, int]:
    """The point so many steps away in that heading."""
    x, y = map(int, at.split(","))
    way = HEADINGS.index(heading)
    return x + far * int(EAST[way]), y + far * int(NORTH[way])


def shadow_marks(view: RegattaView) -> list[Mark]:
    """The two points to leeward of every boat."""
    if view.wind is None:
        return []
    downwind = HEADINGS[(HEADINGS.index(view.wind) + 4) % len(HEADINGS)]
    marks = []
    for seat, boat in enumerate(view.boats):
        points = ray(boat.at, downwind, SHADOW_REACH, view.side) if boat.at is not None else ()
        if points:
            marks.append(Mark("shadow", points, seat))
    return marks


def counters_of(view: RegattaView) -> tuple[Counter, ...]:
    """How far each boat has come, in gates of all markers, and its place once it is home."""
    gates = [len(marker.gates) for marker in view.markers]
    shown = [Counter("risks", Text("counter.risks"), len(view.risks), RISKS)] if view.markers else []
    turns = max((boat.turns for boat in view.boats), default=0)
    if turns:
        shown.append(Counter("turns", Text("counter.turns"), turns, MOST_TURNS))
    for seat, boat in enumerate(view.boats):
        if boat.place is not None:
            shown.append(Counter(f"place-{seat}", Text("counter.place"), boat.place, seat=seat))
        elif boat.started:
            passed = sum(gates[: boat.markers]) + boat.gates
            shown.append(Counter(f"gates-{seat}", Text("counter.gates"), passed, sum(gates), seat))
        if seat == view.mover and view.phase in ("step", "card", "choose"):
            shown.append(Counter("speed", Text("counter.speed"), view.speed, seat=seat))
    return tuple(shown)


def prompt_of(view: RegattaView) -> Text | None:
    if view.phase == "over":
        return None
    wind = view.wind or ""
    if view.phase == "sail":
        ways = ", ".join(f"{way.heading} {way.speed}" for way in view.ways if way.fault is None)
        boat = view.boats[view.mover or 0]
        return Text("prompt.first-turns" if boat.turns < FREE_TURN else "prompt.sail", {"wind": wind, "ways": ways})
    return Text(f"prompt.{view.phase}", {"wind": wind})


def came_to(view: RegattaView, returns: Sequence[float] | None, turns: int) -> Text | None:
    """Turns as the race counts them: of the boat that had most."""
    most = max(boat.turns for boat in view.boats)
    return Text("took", {"count": most}) if most else None
