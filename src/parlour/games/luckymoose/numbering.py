"""Actions as numbers for programs that learn. Tokens are told by their places in the sorted hand; of equal ones the
first are meant.

In this order: lays, by place in the hand, then by tile, row by row from a1; exchanges, as a number whose lowest binary
digit is the hand's first token, less 1; `end`; `forfeit`.
"""

from parlour.core.game import Options, State
from parlour.core.jit import entry, rule
from parlour.games.luckymoose.board import HAND, STRIDE
from parlour.games.luckymoose.notation import END, FORFEIT, ONE_MORE, SWAP, WORD

PARTS = (1 << HAND) - 1  # of a hand, the empty one aside


def numbers(seats: int, options: Options) -> int:
    return HAND * int(options["size"]) ** 2 + PARTS + 2


@entry
def number(s: State, seat: int, action: int) -> int:
    side = int(s.side)
    lays = HAND * side * side
    if action >= SWAP:
        return lays + part_of_hand(s, seat, action) - 1
    if action in (END, FORFEIT):
        return lays + PARTS + (1 if action == FORFEIT else 0)
    at = action >> 6
    kind = action & 63
    slot = 0
    while s.hand[seat, slot] != kind:
        slot += 1
    return (slot * side + at // STRIDE - 1) * side + at % STRIDE - 1


@rule
def part_of_hand(s: State, seat: int, action: int) -> int:
    """The tokens of an exchange as bits. Both hand and exchange are in order."""
    count = int(action) >> 36 & 7
    part = 0
    slot = 0
    for i in range(count):
        kind = (int(action) >> 6 * (count - 1 - i) & 63) - 1
        while s.hand[seat, slot] != kind:
            slot += 1
        part |= 1 << slot
        slot += 1
    return part


@entry
def numbered(s: State, seat: int, number: int) -> int:
    side = int(s.side)
    lays = HAND * side * side
    if number < lays:
        tile = number % (side * side)
        at = (tile // side + 1) * STRIDE + tile % side + 1
        return int(at << 6 | s.hand[seat, number // (side * side)])
    part = number - lays + 1
    if part > PARTS:
        return END if part == PARTS + 1 else FORFEIT
    action = SWAP
    for slot in range(HAND):
        if part >> slot & 1:
            action = (action + ONE_MORE) & ~WORD | (action & WORD) << 6 | (int(s.hand[seat, slot]) + 1)
    return action
