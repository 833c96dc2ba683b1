"""Actions as numbers for programs that learn: the card by its place in the sorted hand, then the pile; `end`; `pass`.

Signals have none. A seat of an environment acts on its turn alone, and its signals vanish when the turn ends: whoever
would have to read them never sees them. What others have signalled is observed.
"""

from parlour.core.game import Options, State
from parlour.core.jit import entry
from parlour.games.dance.board import LOWEST, PILES
from parlour.games.dance.notation import END, LAY, PASS


def numbers(seats: int, options: Options) -> int:
    return PILES * int(options["hand"]) + 2


@entry
def number(s: State, seat: int, action: int) -> int:
    last = PILES * int(s.hand)
    if action in (END, PASS):
        return last + (1 if action == PASS else 0)
    card = (action - LAY) // PILES
    slot = 0
    for lower in range(LOWEST, card):
        slot += 1 if s.place[lower] == seat else 0
    return PILES * slot + (action - LAY) % PILES


@entry
def numbered(s: State, seat: int, number: int) -> int:
    last = PILES * int(s.hand)
    if number >= last:
        return END + number - last
    slot = number // PILES
    card = LOWEST
    while slot > 0 or s.place[card] != seat:
        slot -= 1 if s.place[card] == seat else 0
        card += 1
    return LAY + PILES * card + number % PILES
