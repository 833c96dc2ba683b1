"""The board as things to draw and touch."""

from collections.abc import Sequence
from functools import cache

from parlour.core.game import Options
from parlour.core.reasons import because
from parlour.core.scene import Counter, Label, Line, Mark, Piece, Plan, Scene, Site, TouchReason, button, site
from parlour.core.texts import Text
from parlour.games.yinsh.board import (
    DIRECTIONS,
    FIRST_AND_LAST,
    LINES,
    ON_BOARD,
    POINTS,
    RIGHT,
    RINGS,
    ROW,
    SQUARES,
    STEP,
    STOCK,
    TO_WIN,
    TO_WIN_BLITZ,
    column_of,
    number_of,
    square,
)
from parlour.games.yinsh.notation import (
    LETTERS,
    MOVE,
    PASS,
    PASS_TEXT,
    PLACE,
    TAKE_RING,
    TAKE_ROW,
    action_of,
    kind_of,
    parse,
    point_name,
    points_of,
)
from parlour.games.yinsh.view import YinshView

RING_GLYPHS = ("◎", "◉")
MARKER_GLYPHS = ("○", "●")
COLOURS = ("#f3ead7", "#2b313a")

# The lettered lines stand upright, 0.866 apart; f6 lies a little above the middle, to leave room for the letters.
WIDTH, HEIGHT = 10.2, 10.74
CENTRE_X, CENTRE_Y = 5.1, 5.32
LETTER_BELOW = 0.62  # its column's lowest point
NUMBER_LEFT, NUMBER_ABOVE = 0.58, 0.33  # of the first point of its line


def place_of(point: int) -> tuple[float, float]:
    """Where a point lies, x to the right and y downwards."""
    across, up = column_of(point) - 5, number_of(point) - 6
    return round(CENTRE_X + across * 0.866, 3), round(CENTRE_Y + across / 2 - up, 3)


def plan(seats: int, options: Options) -> Plan:
    sites = tuple(Site(point_name(point), *place_of(point)) for point in POINTS.tolist())
    lines = tuple(Line(tuple(point_name(point) for point in line)) for line in LINES)
    around = [*DIRECTIONS.tolist(), *(-DIRECTIONS).tolist()]
    neighbours = {
        point_name(point): tuple(point_name(point + step) for step in around if point + step in ON_BOARD)
        for point in POINTS.tolist()
    }
    labels = (*letters(), *numbers())
    return Plan("points", WIDTH, HEIGHT, sites, lines, labels=labels, neighbours=neighbours, colours=COLOURS)


def letters() -> list[Label]:
    feet = [place_of(square(column, low)) for column, (low, _) in enumerate(FIRST_AND_LAST)]
    return [Label(letter, x, round(y + LETTER_BELOW, 3)) for letter, (x, y) in zip(LETTERS, feet, strict=True)]


def numbers() -> list[Label]:
    """One at the left end of each line of points with the same number."""
    heads = [line[0] for line in LINES if line[1] - line[0] == RIGHT]
    places = [(str(number_of(head)), *place_of(head)) for head in heads]
    return [Label(number, round(x - NUMBER_LEFT, 3), round(y - NUMBER_ABOVE, 3)) for number, x, y in places]


def scene(view: YinshView) -> Scene:
    rings = [ring(seat, i, at) for seat in range(2) for i, at in enumerate(view.rings[seat]) if at is not None]
    markers = [marker(seat, at) for seat in range(2) for at in view.markers[seat]]
    prompt = None if view.turn is None else Text(f"prompt.{view.phase}")
    return Scene((*rings, *markers), marks_of(view), counters_of(view), prompt)


@cache
def ring(seat: int, number: int, at: str) -> Piece:
    return Piece(f"ring-{seat}-{number}", "ring", site(at), Text(f"piece.ring-{seat}"), RING_GLYPHS[seat], seat)


@cache
def marker(seat: int, at: str) -> Piece:
    """It keeps its id when it turns over: it is the same piece with its other side up."""
    return Piece(f"marker-{at}", "marker", site(at), Text(f"piece.marker-{seat}"), MARKER_GLYPHS[seat], seat)


def marks_of(view: YinshView) -> tuple[Mark, ...]:
    """The last ring move, the rows to take from, and what a match was won by."""
    rows = [Mark("row", tuple(map(site, row)), view.turn) for row in view.rows]
    if view.finish:
        winner, (*row, ring) = int(view.removed[1] > view.removed[0]), map(site, view.finish)
        rows = [Mark("won-row", tuple(row), winner), Mark("won-ring", (ring,), winner)]
    if not view.last:
        return tuple(rows)
    movers = [seat for seat in range(2) if view.last[-1] in view.rings[seat]]  # nobody: that ring was taken since
    return (Mark("last", tuple(map(site, view.last)), movers[0] if movers else None), *rows)


def counters_of(view: YinshView) -> tuple[Counter, ...]:
    to_win = TO_WIN_BLITZ if view.blitz else TO_WIN
    won = [Counter(f"won-{seat}", Text("counter.won"), view.removed[seat], to_win, seat) for seat in range(2)]
    to_place = [
        Counter(f"to-place-{seat}", Text("counter.to-place"), RINGS - (view.placed + 1 - seat) // 2, seat=seat)
        for seat in range(2)
        if view.phase == "place"
    ]
    return (Counter("stock", Text("counter.stock"), view.stock, STOCK), *won, *to_place)


def targets(view: YinshView, action: int) -> tuple[str, ...]:
    """A point to place a ring on or to take one from; a ring's point and where it goes; the two ends of a row."""
    return things_to_touch(action)


@cache
def things_to_touch(action: int) -> tuple[str, ...]:
    if kind_of(action) == PASS:
        return (button(PASS_TEXT),)
    names = [point_name(point) for point in points_of(action) if point in ON_BOARD]
    return tuple(map(site, names))


WRONG_KIND = {PLACE: "why.all-placed", TAKE_ROW: "why.no-row", TAKE_RING: "why.no-row-taken", PASS: "why.can-move"}
FIRST = {"place": "why.place-first", "pass": "why.pass-first", "row": "why.row-first", "ring": "why.ring-first"}


def why_not(view: YinshView, action: int) -> Text | None:
    if view.seat is None or view.turn != view.seat:
        return None
    kind, (a, b) = kind_of(action), points_of(action)
    doing = (view.phase, kind)
    if doing == ("place", PLACE):
        return why_taken(view, a)
    if doing == ("move", MOVE):
        return why_not_own(view, view.seat, a) or why_not_move(view, a, b)
    if doing == ("row", TAKE_ROW):
        return why_not_row(view, a, b)
    if doing == ("ring", TAKE_RING):
        return why_not_own(view, view.seat, a)
    return Text(WRONG_KIND[kind] if view.phase == "move" else FIRST[view.phase])


def why_not_move(view: YinshView, at: int, to: int) -> Text | None:
    """Walks the ring along and says what stops it."""
    step = int(STEP[SQUARES + to - at])
    between = range(at + step, to, step) if step else range(0)
    if step == 0 or not ON_BOARD.issuperset(between):
        return Text("why.no-line", {"start": point_name(at), "end": point_name(to)})
    path = [point_name(point) for point in between]
    rings, markers = {*view.rings[0], *view.rings[1]}, {*view.markers[0], *view.markers[1]}
    for point in path:
        if point in rings:
            return Text("why.ring-between", {"point": point})
    jumped = False
    for point in path:
        if point in markers:
            jumped = True
        elif jumped:
            return Text("why.too-far", {"point": point})
    return why_taken(view, to)


def why_taken(view: YinshView, at: int) -> Text | None:
    name = point_name(at)
    if any(name in rings for rings in view.rings):
        return Text("why.ring-there", {"point": name})
    if any(name in markers for markers in view.markers):
        return Text("why.marker-there", {"point": name})
    return None


def why_not_own(view: YinshView, seat: int, at: int) -> Text | None:
    name = point_name(at)
    if name in view.rings[seat]:
        return None
    return Text("why.not-yours" if name in view.rings[1 - seat] else "why.no-ring", {"point": name})


def why_not_row(view: YinshView, low: int, high: int) -> Text | None:
    step = int(STEP[SQUARES + high - low])
    if step == 0 or high - low != (ROW - 1) * step:
        return Text("why.not-five")
    fives = [(row[i], row[i + ROW - 1]) for row in view.rows for i in range(len(row) - ROW + 1)]
    ends = (point_name(low), point_name(high))
    return None if ends in fives else Text("why.not-your-row", {"start": ends[0], "end": ends[1]})


def why_not_touch(view: YinshView, path: tuple[str, ...]) -> TouchReason | None:
    if view.seat is None or view.turn != view.seat:
        return None
    if path[-1] == button(PASS_TEXT):
        return because_of(why_not(view, action_of(PASS)))
    touched = points_touched(path)
    if not touched:
        return None
    at, before = touched[-1], touched[:-1]
    if view.phase == "place":
        return because_of(why_taken(view, at))
    if view.phase == "pass":
        return because(Text(FIRST["pass"]))
    if view.phase == "row":
        return because_of(why_no_end(view, before, at))
    if view.phase == "ring":
        return because(Text(FIRST["ring"]))
    if before:
        return because_of(why_not_move(view, before[-1], at))
    return because(why_not_own(view, view.seat, at) or Text("why.stuck", {"point": point_name(at)}))


def why_no_end(view: YinshView, before: list[int], at: int) -> Text | None:
    """Why a point is not the first or the second end of five markers to take."""
    if why_taken(view, at) == Text("why.ring-there", {"point": point_name(at)}):
        return Text(FIRST["row"])
    low, *_, high = sorted((*before, at, at))
    return why_not_row(view, low, high) if before else Text("why.not-an-end", {"point": point_name(at)})


def points_touched(path: tuple[str, ...]) -> list[int]:
    actions = [parse(thing.removeprefix("site:")) for thing in path if thing.startswith("site:")]
    return [points_of(action)[0] for action in actions if action is not None]


def because_of(why: Text | None) -> TouchReason | None:
    """With the ring that is in the way, if that is what it is about."""
    if why is None:
        return None
    return because(why, site(str(why.args["point"]))) if why.key == "why.ring-between" else because(why)


def describe(text: str) -> Text:
    action = parse(text)
    if action is None:
        return Text("log.step", {"step": text})
    kind, (a, b) = kind_of(action), points_of(action)
    if kind == PASS:
        return Text("log.pass")
    if kind in (MOVE, TAKE_ROW):
        return Text("log.move" if kind == MOVE else "log.row", {"start": point_name(a), "end": point_name(b)})
    return Text("log.place" if kind == PLACE else "log.ring", {"point": point_name(a)})


def came_to(view: YinshView, returns: Sequence[float] | None, turns: int) -> Text | None:
    """Three rings to two: whoever won goes first."""
    if returns is None:
        return None
    won, lost = (view.removed[seat] for seat in sorted(range(2), key=lambda seat: -returns[seat]))
    if won == lost:
        return Text(f"came-to.each-{won}", {"count": turns})
    both = {"won": Text(f"came-to.won-{won}"), "lost": Text(f"came-to.lost-{lost}")}
    return Text("came-to.won", {**both, "count": turns})
