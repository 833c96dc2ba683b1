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


def symmetries() -> Ints:
    """The board is a hexagon: six turns, and each of them turned over."""
    middle, index = (5, 6), {int(point): i for i, point in enumerate(POINTS)}
    rows = []
    for turns in range(6):
        for turned_over in (False, True):
            row = np.arange(INPUTS)
            for point, i in index.items():
                # Right and up are two of its axes, at 120° from each other as counted here; the third is both at once.
                x, y = column_of(point) - middle[0], number_of(point) - middle[1]
                for _ in range(turns):
                    x, y = x - y, x
                if turned_over:
                    x, y = y, x
                to = index[square(x + middle[0], y + middle[1])]
                row[KINDS * i : KINDS * (i + 1)] = np.arange(KINDS * to, KINDS * (to + 1))
            rows.append(row)
    return np.array(rows)


NET = NetInputs(count=INPUTS, most=MOST, list=list_inputs, symmetries=symmetries)
