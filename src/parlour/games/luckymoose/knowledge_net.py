"""What a net is shown of LuckyMoose: what hands hold together, how far ahead the seat is, and where the board is open.

Inputs of other seats are the same for all of them: what several of them have counts several times."""

import numpy as np

from parlour.core.game import Ints, State
from parlour.core.jit import rule
from parlour.core.knowledge import UNLIKE, NetInputs
from parlour.games.luckymoose.board import (
    EMPTY,
    HAND,
    KINDS,
    MOST_SEATS,
    MOST_SIZE,
    MOST_TOKENS,
    OUT,
    STRIDE,
)
from parlour.games.luckymoose.knowledge_lays import GROUPS, how_many, kinds_held, members_of

TRAINED_SIDE, TRAINED_SETS = 15, 3  # as they are if nobody chooses
CELLS = MOST_SIZE * MOST_SIZE  # of the largest board; a smaller one lies in its middle
TAKEN = 0  # tiles with a token
OPEN = CELLS  # empty ones that some token fits
HOLDS = 2 * CELLS  # by side (own, others), group of kinds, and how many different ones of it
KIND = HOLDS + 2 * GROUPS * (HAND + 1)  # by side and kind
LEAD = KIND + 2 * KINDS  # points before the best of the others
LEAD_STEP, MOST_LEAD = 12, 10  # points that count as one, and how many of these either way
POOL = LEAD + 2 * MOST_LEAD + 1
POOL_STEP = 8
PHASE = POOL + MOST_TOKENS // POOL_STEP + 1  # by whether it is the own turn
INPUTS = PHASE + 2 * OUT
MOST = MOST_SIZE * MOST_SIZE + MOST_SEATS * (GROUPS + HAND) + 3


@rule
def list_inputs(s: State, seat: int, listed: Ints) -> int:
    if s.side != TRAINED_SIDE or s.sets != TRAINED_SETS:
        return UNLIKE
    n = list_tiles(s, listed)
    best = -1
    for other in range(int(s.seats)):
        side = 0 if other == seat else 1
        held = kinds_held(s, other)
        for group in range(GROUPS):
            listed[n] = HOLDS + (side * GROUPS + group) * (HAND + 1) + how_many(members_of(held, group))
            n += 1
        for i in range(int(s.hand_count[other])):
            listed[n] = KIND + side * KINDS + int(s.hand[other, i])
            n += 1
        if other != seat:
            best = max(best, int(s.score[other]))
    lead = (int(s.score[seat]) - best) // LEAD_STEP
    listed[n] = LEAD + MOST_LEAD + max(-MOST_LEAD, min(MOST_LEAD, lead))
    listed[n + 1] = POOL + int(s.pool_count) // POOL_STEP
    listed[n + 2] = PHASE + (0 if s.turn == seat else OUT) + min(int(s.phase), OUT - 1)
    return n + 3


@rule
def list_tiles(s: State, listed: Ints) -> int:
    n = 0
    side = int(s.side)
    corner = (MOST_SIZE - side) // 2
    for row in range(side):
        for column in range(side):
            at = (row + 1) * STRIDE + column + 1
            if s.board[at] != EMPTY or s.fits[at] != 0:
                cell = (row + corner) * MOST_SIZE + column + corner
                listed[n] = (TAKEN if s.board[at] != EMPTY else OPEN) + cell
                n += 1
    return n


def symmetries() -> Ints:
    """The board's eight."""
    same, found = np.arange(INPUTS), []
    board = same[:HOLDS].reshape(2, MOST_SIZE, MOST_SIZE)
    for turns in range(4):
        turned = np.rot90(board, turns, (1, 2))
        for each in (turned, turned.transpose(0, 2, 1)):
            found.append(np.concatenate([each.ravel(), same[HOLDS:]]))
    return np.array(found)


NET = NetInputs(count=INPUTS, most=MOST, list=list_inputs, symmetries=symmetries)
