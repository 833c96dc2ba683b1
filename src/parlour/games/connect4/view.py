"""What a viewer may know: everything, to everybody."""

import msgspec

from parlour.core.game import OVER, State, Viewer
from parlour.games.connect4.board import COLUMNS, square
from parlour.games.connect4.rules import actor


class Connect4View(msgspec.Struct, frozen=True):
    """`columns` lists the seats of the discs in each column from the bottom up."""

    columns: list[list[int]]
    turn: int | None
    seat: int | None


def view(s: State, viewer: Viewer, reveal: bool) -> Connect4View:
    columns = [[int(s.board[square(c, r)]) - 1 for r in range(int(s.height[c]))] for c in range(COLUMNS)]
    who = actor(s)
    return Connect4View(columns, None if who == OVER else who, viewer)
