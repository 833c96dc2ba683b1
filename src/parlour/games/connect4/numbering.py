"""Actions as numbers for programs that learn: the column, 0 to 6."""

from parlour.core.game import Options, State
from parlour.core.jit import entry
from parlour.games.connect4.board import COLUMNS


def numbers(seats: int, options: Options) -> int:
    return COLUMNS


@entry
def number(s: State, seat: int, action: int) -> int:
    return action


@entry
def numbered(s: State, seat: int, number: int) -> int:
    return number
