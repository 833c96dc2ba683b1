"""What a net is shown of YINSH: what stands on every point, own things first, and how far the match has come."""

import numpy as np

from parlour.core.game import Ints, State
from parlour.core.jit import rule
from parlour.core.knowledge import UNLIKE, NetInputs
from parlour.games.yinsh.board import (
    EMPTY,
    MARKER,
    POINTS,
    STOCK,
    TO_WIN,
    column_of,
    number_of,
    square,
)
from parlour.games.yinsh.notation import MOVE, PASS, TAKE_ROW, action_of
from parlour.games.yinsh.numbering import ACTIONS

KINDS = 4  # on a point: own marker, their marker, own ring, their ring
REMOVED = KINDS * len(POINTS)  # rings removed, own and theirs
PHASE = REMOVED + TO_WIN * TO_WIN
STOCK_LEFT = PHASE + 4
FEW = 4  # markers that count as one step of the stock
INPUTS = STOCK_LEFT + STOCK // FEW + 1
MOST = len(POINTS) + 3


@rule
def list_inputs(s: State, seat: int, listed: Ints) -> int:
    if s.blitz != 0:
        return UNLIKE
    n = 0
    for i in range(len(POINTS)):
        what = int(s.board[POINTS[i]])
        if what != EMPTY:
            # Markers of both seats, then rings of both: for seat 1 each pair is turned round.
            listed[n] = KINDS * i + ((what - MARKER) ^ seat)
            n += 1
    mine = min(TO_WIN - 1, int(s.removed[seat]))
    theirs = min(TO_WIN - 1, int(s.removed[1 - seat]))
    listed[n] = REMOVED + TO_WIN * mine + theirs
    listed[n + 1] = PHASE + int(s.phase)
    listed[n + 2] = STOCK_LEFT + int(s.stock) // FEW
    return n + 3


def turned_points() -> list[dict[int, int]]:
    """The board is a hexagon: six turns, and each of them turned over. Where each point comes to lie."""
    middle, ways = (5, 6), []
    for turns in range(6):
        for turned_over in (False, True):
            to = {}
            for point in POINTS.tolist():
                # Right and up are two of its axes, at 120° from each other as counted here; the third is both at once.
                x, y = column_of(point) - middle[0], number_of(point) - middle[1]
                for _ in range(turns):
                    x, y = x - y, x
                if turned_over:
                    x, y = y, x
                to[point] = square(x + middle[0], y + middle[1])
            ways.append(to)
    return ways


def symmetries() -> Ints:
    index, rows = {int(point): i for i, point in enumerate(POINTS)}, []
    for to in turned_points():
        row = np.arange(INPUTS)
        for point, i in index.items():
            row[KINDS * i : KINDS * (i + 1)] = KINDS * index[to[point]] + np.arange(KINDS)
        rows.append(row)
    return np.array(rows)


def turned_numbers() -> Ints:
    """A five is named from its lower end, whichever that is after the turn."""
    numbers = {int(action): i for i, action in enumerate(ACTIONS)}

    def turned(action: int, to: dict[int, int]) -> int:
        kind, a, b = action >> 16, action >> 8 & 0xFF, action & 0xFF
        if kind == PASS:
            return action
        if kind == TAKE_ROW:
            return action_of(kind, *sorted((to[a], to[b])))
        return action_of(kind, to[a], to[b]) if kind == MOVE else action_of(kind, to[a])

    return np.array([[numbers[turned(action, to)] for action in numbers] for to in turned_points()])


NET = NetInputs(count=INPUTS, most=MOST, list=list_inputs, symmetries=symmetries, turned_numbers=turned_numbers)
