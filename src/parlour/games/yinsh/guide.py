"""What a coach says to a beginner: the aim, each phase as it comes, a row within reach; all from the view."""

from collections.abc import Iterator

from parlour.core.scene import Hint, site
from parlour.core.texts import Text
from parlour.games.yinsh.board import DIRECTIONS, LINES, ON_BOARD, RINGS, ROW, TO_WIN, TO_WIN_BLITZ
from parlour.games.yinsh.notation import point_name
from parlour.games.yinsh.view import YinshView

MIDDLE = ("f6", "e5", "e6", "f5", "f7", "g6", "g7")
FIVES = [tuple(map(point_name, line[i : i + ROW])) for line in LINES for i in range(len(line) - ROW + 1)]
# Sets of points as bits: every move is looked at for every five, and this is ten times as fast as sets of names.
BIT = {point_name(point): 1 << place for place, point in enumerate(sorted(ON_BOARD))}
AROUND = (*DIRECTIONS.tolist(), *(-DIRECTIONS).tolist())
NEXT_TO = {
    point_name(point): [point_name(point + step) for step in AROUND if point + step in ON_BOARD] for point in ON_BOARD
}
FIVE_BITS = [sum(BIT[point] for point in five) for five in FIVES]
NEAR = ROW - 1  # markers of one colour among five points: a row is one marker away
FEW = 6  # markers on the board, while jumps are still new


def guide(view: YinshView) -> Hint | None:
    if view.seat is None or view.turn is None:
        return None
    if view.turn != view.seat:
        if view.phase != "row":
            return None
        return Hint(Text("guide.their-row", {"other": Text(f"seat.{view.turn}")}), places(view.rows[0]))
    if view.phase == "place":
        return placing(view, view.seat)
    if view.phase == "row":
        return Hint(Text("guide.row"), places(view.rows[0]))
    if view.phase == "ring":
        last = view.removed[view.seat] + 1 == to_win(view)
        return Hint(Text("guide.ring-wins" if last else "guide.ring"), places(own_rings(view, view.seat)))
    return Hint(Text("guide.pass")) if view.phase == "pass" else moving(view, view.seat)


def placing(view: YinshView, seat: int) -> Hint:
    rings = own_rings(view, seat)
    if not rings:
        taken = {at for each in view.rings for at in each}
        aim = Text("guide.aim-blitz") if view.blitz else Text("guide.aim", {"count": TO_WIN})
        return Hint(aim, places([point for point in MIDDLE if point not in taken]))
    return Hint(Text("guide.place-last" if len(rings) == RINGS - 1 else "guide.place"), places(rings))


def moving(view: YinshView, seat: int) -> Hint:
    own, theirs = bits(view.markers[seat]), bits(view.markers[1 - seat])
    other = Text(f"seat.{1 - seat}")
    for start, end in row_moves(view, own):
        key = "guide.make-row-wins" if view.removed[seat] + 1 == to_win(view) else "guide.make-row"
        return Hint(Text(key, {"start": start, "end": end}), places([start, end]))
    danger = near_row(theirs, own_rings(view, seat))
    if danger is not None:
        key = "guide.danger-last" if view.removed[1 - seat] + 1 == to_win(view) else "guide.danger"
        return Hint(Text(key, {"other": other}), places(danger))
    if not own:
        return Hint(Text("guide.move"), places(own_rings(view, seat)))
    near = near_row(own, own_rings(view, 1 - seat))
    if near is not None:
        return Hint(Text("guide.near"), places(near))
    best = max(view.jumps.items(), key=lambda jump: won_by(jump[1], theirs), default=None)
    if best is not None and won_by(best[1], theirs) > 0:
        start, end = best[0].split("-")
        key = "guide.jump" if (own | theirs).bit_count() <= FEW else "guide.jump-more"
        return Hint(Text(key, {"start": start, "end": end, "other": other}), places([start, end]))
    return Hint(Text("guide.lines"))


def row_moves(view: YinshView, own: int) -> Iterator[tuple[str, str]]:
    """Ring moves that make five of one's own in a row: what is jumped over turns, and a marker stays behind.
    That one alone can do it: then the ring just steps aside."""
    for jump, turned in view.jumps.items():
        start, end = jump.split("-")
        if has_row(own ^ bits(turned) | BIT[start]):
            yield start, end
    things = {*view.rings[0], *view.rings[1], *view.markers[0], *view.markers[1]}
    for ring in own_rings(view, view.turn or 0):
        if has_row(own | BIT[ring]):
            yield from ((ring, to) for to in NEXT_TO[ring] if to not in things)


def has_row(markers: int) -> bool:
    return any(markers & five == five for five in FIVE_BITS)


def near_row(markers: int, against: list[str]) -> tuple[str, ...] | None:
    """Five points with four of these markers, and on the fifth no ring of whoever could keep it closed."""
    closed = bits(against)
    for five, names in zip(FIVE_BITS, FIVES, strict=True):
        if (markers & five).bit_count() >= NEAR and not closed & five:
            return names
    return None


def bits(points: list[str]) -> int:
    return sum(BIT[point] for point in points)


def won_by(turned: list[str], theirs: int) -> int:
    """Markers that a jump gains, less those that it gives away."""
    gained = (theirs & bits(turned)).bit_count()
    return 2 * gained - len(turned)


def own_rings(view: YinshView, seat: int) -> list[str]:
    return [at for at in view.rings[seat] if at is not None]


def to_win(view: YinshView) -> int:
    return TO_WIN_BLITZ if view.blitz else TO_WIN


def places(points: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(site, points))
