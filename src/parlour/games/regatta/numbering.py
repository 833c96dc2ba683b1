"""Actions as numbers for programs that learn: headings, as steps from where the boat is; `stop`; winds, as WINDS lists
them; dodges by heading; points to place a boat on, row by row from the south-west of the largest board."""

import numpy as np

from parlour.core.game import Options, State
from parlour.core.jit import entry
from parlour.games.regatta.board import HEADINGS, MOST_SIZE, RIM, STRIDE, WINDS
from parlour.games.regatta.notation import DODGE, PLACE, STOP, WIND

CELLS = MOST_SIZE * MOST_SIZE
FIRST_WIND = STOP + 1
FIRST_DODGE = FIRST_WIND + len(WINDS)
FIRST_PLACE = FIRST_DODGE + len(HEADINGS)
NUMBERS = FIRST_PLACE + CELLS

QUARTER = np.zeros(len(HEADINGS), np.int64)  # of a wind
QUARTER[WINDS] = range(len(WINDS))


def numbers(seats: int, options: Options) -> int:
    return NUMBERS


@entry
def number(s: State, seat: int, action: int) -> int:
    if action <= STOP:
        return action
    if action >= PLACE:
        point = action - PLACE
        return FIRST_PLACE + (point // STRIDE - RIM) * MOST_SIZE + point % STRIDE - RIM
    if action >= DODGE:
        return FIRST_DODGE + action - DODGE
    return FIRST_WIND + int(QUARTER[action - WIND])


@entry
def numbered(s: State, seat: int, number: int) -> int:
    if number <= STOP:
        return number
    if number >= FIRST_PLACE:
        cell = number - FIRST_PLACE
        return PLACE + (cell // MOST_SIZE + RIM) * STRIDE + cell % MOST_SIZE + RIM
    if number >= FIRST_DODGE:
        return DODGE + number - FIRST_DODGE
    return WIND + int(WINDS[number - FIRST_WIND])
