"""What a seat observes: its discs and the other's, row by row from the bottom, each from column a to g."""

from parlour.core.game import Options, State
from parlour.core.jit import entry
from parlour.core.observation import Observation, Planes, Scalars, flags
from parlour.games.connect4.board import COLUMNS, ROWS, STRIDE
from parlour.games.connect4.rules import actor

CELLS = ROWS * COLUMNS
OWN, THEIRS = 0, 1


def observation(seats: int, options: Options) -> Observation:
    return Observation(("own discs", "their discs"), ROWS, COLUMNS, flags("turn"))


@entry
def observe(s: State, seat: int, planes: Planes, scalars: Scalars) -> None:
    for i in range(2 * CELLS):
        planes[i] = 0
    for column in range(COLUMNS):
        for row in range(int(s.height[column])):
            disc = int(s.board[(column + 1) * STRIDE + row + 1])
            whose = OWN if disc == seat + 1 else THEIRS
            planes[whose * CELLS + row * COLUMNS + column] = 1
    scalars[0] = 1 if actor(s) == seat else 0
