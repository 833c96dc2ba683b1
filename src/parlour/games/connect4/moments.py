"""What a step is remembered by: the four in a line."""

from parlour.core.game import State, Viewer
from parlour.core.scene import Moment, site
from parlour.core.texts import Text
from parlour.games.connect4.board import DIRECTIONS, LINE, STRIDE, WON
from parlour.games.connect4.notation import square_name


def moment(before: State, after: State, seat: int, column: int, viewer: Viewer) -> Moment | None:
    if after.outcome != WON:
        return None
    at = (column + 1) * STRIDE + int(after.height[column])
    squares = tuple(site(square_name(each // STRIDE - 1, each % STRIDE - 1)) for each in line_through(after, at))
    words = Text("moment.line", {"player": Text(f"seat.{seat}")})
    return Moment("line", words, {seat: Text("moment.your-line")}, squares, line=True)


def line_through(s: State, at: int) -> list[int]:
    """All discs of the line of four or more in which this one stands, from its lower end."""
    board, disc = s.board.tolist(), int(s.board[at])
    for step in DIRECTIONS.tolist():
        low = high = at
        while board[low - step] == disc:
            low -= step
        while board[high + step] == disc:
            high += step
        if (high - low) // step + 1 >= LINE:
            return list(range(low, high + 1, step))
    return [at]
