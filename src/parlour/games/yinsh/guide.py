"""What a coach says to a beginner: the aim, each phase as it comes, a row within reach; all from the view."""

from collections.abc import Iterator

from parlour.core.scene import Hint, site
from parlour.core.texts import Text
from parlour.games.yinsh.board import DIRECTIONS, LINES, ON_BOARD, RINGS, ROW, TO_WIN, TO_WIN_BLITZ
from parlour.games.yinsh.notation import point_name
from parlour.games.yinsh.view import YinshView

MIDDLE = ("f6", "e5", "e6", "f5", "f7", "g6", "g7")
FIVES = [tuple(point_name(point) for point in line[i : i + ROW]) for line in LINES for i in range(len(line) - ROW + 1)]
AROUND = (*DIRECTIONS.tolist(), *(-DIRECTIONS).tolist())
NEXT_TO = {
    point_name(point): [point_name(point + step) for step in AROUND if point + step in ON_BOARD] for point in ON_BOARD
}
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
    own, theirs = set(view.markers[seat]), set(view.markers[1 - seat])
    other = Text(f"seat.{1 - seat}")
    for start, end in row_moves(view, own):
        key = "guide.make-row-wins" if view.removed[seat] + 1 == to_win(view) else "guide.make-row"
        return Hint(Text(key, {"start": start, "end": end}), places([start, end]))
    danger = near_row(view, theirs, seat)
    if danger is not None:
        key = "guide.danger-last" if view.removed[1 - seat] + 1 == to_win(view) else "guide.danger"
        return Hint(Text(key, {"other": other}), places(danger))
    if not own:
        return Hint(Text("guide.move"), places(own_rings(view, seat)))
    near = near_row(view, own, 1 - seat)
    if near is not None:
        return Hint(Text("guide.near"), places(near))
    best = max(view.jumps.items(), key=lambda jump: won_by(jump[1], theirs), default=None)
    if best is not None and won_by(best[1], theirs) > 0:
        start, end = best[0].split("-")
        key = "guide.jump" if len(own) + len(theirs) <= FEW else "guide.jump-more"
        return Hint(Text(key, {"start": start, "end": end, "other": other}), places([start, end]))
    return Hint(Text("guide.lines"))


def row_moves(view: YinshView, own: set[str]) -> Iterator[tuple[str, str]]:
    """Ring moves that make five of one's own in a row: what is jumped over turns, and a marker stays behind.
    That one alone can do it: then the ring just steps aside."""
    for jump, turned in view.jumps.items():
        start, end = jump.split("-")
        after = (own ^ set(turned)) | {start}
        if any(after >= set(five) for five in FIVES):
            yield start, end
    things = {*view.rings[0], *view.rings[1], *view.markers[0], *view.markers[1]}
    for ring in own_rings(view, view.turn or 0):
        if any(own | {ring} >= set(five) for five in FIVES):
            yield from ((ring, to) for to in NEXT_TO[ring] if to not in things)


def near_row(view: YinshView, markers: set[str], against: int) -> tuple[str, ...] | None:
    """Five points with four of these markers, and on the fifth no ring of whoever could keep it closed."""
    closed = {at for at in view.rings[against] if at is not None}
    for five in FIVES:
        if len(markers & set(five)) >= NEAR and not closed.intersection(five):
            return five
    return None


def won_by(turned: list[str], theirs: set[str]) -> int:
    """Markers that a jump gains, less those that it gives away."""
    gained = len(theirs & set(turned))
    return 2 * gained - len(turned)


def own_rings(view: YinshView, seat: int) -> list[str]:
    return [at for at in view.rings[seat] if at is not None]


def to_win(view: YinshView) -> int:
    return TO_WIN_BLITZ if view.blitz else TO_WIN


def places(points: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(site, points))
