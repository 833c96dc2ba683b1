"""What a coach says to a beginner: the aim, a win, a danger, a trap; all from the view."""

from collections.abc import Iterator

from parlour.core.scene import Hint, site
from parlour.core.texts import Text
from parlour.games.connect4.board import COLUMNS, LINE, ROWS
from parlour.games.connect4.notation import square_name
from parlour.games.connect4.view import Connect4View

WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))
MIDDLE = COLUMNS // 2
OPENING = 3  # own discs, while there is little to be seen yet


def guide(view: Connect4View) -> Hint | None:
    seat = view.seat
    if seat is None or view.turn != seat:
        return None
    wins, losses = list(lines_of(view, seat)), list(lines_of(view, 1 - seat))
    other = Text(f"seat.{1 - seat}")
    if wins:
        return Hint(Text("guide.win", {"square": wins[0]}), (site(wins[0]),))
    if len(losses) > 1:
        return Hint(Text("guide.lost", {"other": other}), tuple(map(site, losses)))
    if losses:
        return Hint(Text("guide.block", {"other": other, "square": losses[0]}), (site(losses[0]),))
    trap = trap_of(view, seat)
    if trap is not None:
        return Hint(Text("guide.trap", {"other": other, "column": trap[0]}), (site(trap),))
    own = sum(column.count(seat) for column in view.columns)
    if own == 0:
        return Hint(Text("guide.aim"), (site(free_square(view, MIDDLE)),))
    return Hint(Text("guide.three" if own < OPENING else "guide.two-ways"))


def free_square(view: Connect4View, column: int) -> str:
    return square_name(column, min(len(view.columns[column]), ROWS - 1))


def lines_of(view: Connect4View, seat: int) -> Iterator[str]:
    """The squares where a disc of this seat, dropped now, would complete a line."""
    for column, discs in enumerate(view.columns):
        if len(discs) < ROWS and completes(view.columns, column, len(discs), seat):
            yield square_name(column, len(discs))


def trap_of(view: Connect4View, seat: int) -> str | None:
    """The square on top of which the other side would complete a line."""
    for column, discs in enumerate(view.columns):
        height = len(discs)
        if height + 1 < ROWS and completes(view.columns, column, height + 1, 1 - seat):
            return square_name(column, height)
    return None


def completes(columns: list[list[int]], column: int, row: int, seat: int) -> bool:
    def is_own(c: int, r: int) -> bool:
        return 0 <= c < COLUMNS and 0 <= r < len(columns[c]) and columns[c][r] == seat

    for right, up in WAYS:
        length = 1
        for sign in (1, -1):
            far = 1
            while is_own(column + sign * far * right, row + sign * far * up):
                far += 1
            length += far - 1
        if length >= LINE:
            return True
    return False
