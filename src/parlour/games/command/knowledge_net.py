"""What a net is shown of Command of the Sea: every ship by class and place, the own side at the bottom, and which of
them the other seat has seen through."""

import numpy as np

from parlour.core.game import Ints, State
from parlour.core.jit import rule
from parlour.core.knowledge import NetInputs
from parlour.games.command.board import CLASSES, COLUMNS, MOST_QUIET, NOWHERE, PLAYING, ROWS, SHIPS
from parlour.games.command.numbering import CELL, CELLS

THEIRS = CLASSES * CELLS  # the first of their ships
KNOWN = 2 * THEIRS  # ships of which the other seat knows the class, own and theirs
UNMOVED = KNOWN + 2 * CELLS
QUIET = UNMOVED + 2 * CELLS
QUIET_STEP = 25  # plies without a challenge that count as one
DEPLOYING = QUIET + MOST_QUIET // QUIET_STEP + 1
INPUTS = DEPLOYING + 1
MOST = 2 * SHIPS * 3 + 1


@rule
def list_inputs(s: State, seat: int, listed: Ints) -> int:
    if s.phase != PLAYING:
        listed[0] = DEPLOYING
        return 1
    n = 0
    for side in range(2):
        fleet = seat if side == 0 else 1 - seat
        for ship in range(SHIPS):
            at = int(s.at[fleet, ship])
            if at == NOWHERE:
                continue
            cell = int(CELL[seat, at])
            listed[n] = side * THEIRS + int(s.rank[fleet, ship]) * CELLS + cell
            n += 1
            could = int(s.could[fleet, ship])
            if could & (could - 1) == 0:
                listed[n] = KNOWN + side * CELLS + cell
                n += 1
            if at == s.start[fleet, ship]:
                listed[n] = UNMOVED + side * CELLS + cell
                n += 1
    listed[n] = QUIET + min(int(s.quiet), MOST_QUIET) // QUIET_STEP
    return n + 1


def symmetries() -> Ints:
    """Left and right."""
    same = np.arange(INPUTS)
    boards = same[:QUIET].reshape(-1, ROWS, COLUMNS)
    return np.stack([same, np.concatenate([boards[:, :, ::-1].ravel(), same[QUIET:]])])


NET = NetInputs(count=INPUTS, most=MOST, list=list_inputs, symmetries=symmetries)
