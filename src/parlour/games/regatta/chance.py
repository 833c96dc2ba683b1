"""What is drawn: course, wind and turn order before the race; cards and the weathervane during it."""

from parlour.core.game import Ints, State
from parlour.core.jit import entry, rule
from parlour.core.rng import Rng, below
from parlour.games.regatta.board import DECK, DRAWING_CARD, DRAWING_COURSE, DRAWING_ORDER, DRAWING_WIND, SPINNING, WINDS
from parlour.games.regatta.courses import SIZES
from parlour.games.regatta.notation import CARD, COURSE, NEXT, SPIN, WIND


@entry
def chance(s: State, out: Ints, weights: Ints) -> int:
    """Cards are weighted by how many are left; everything else is equally likely."""
    n = 0
    if s.phase == DRAWING_CARD:
        for card in range(len(DECK)):
            if s.cards[card] > 0:
                out[n] = CARD + card
                weights[n] = int(s.cards[card])
                n += 1
        return n
    if s.phase == DRAWING_COURSE:
        for number in range(1, len(SIZES) + 1):
            out[n] = COURSE + number
            n += 1
    elif s.phase == DRAWING_ORDER:
        for seat in range(int(s.seats)):
            if not is_in_order(s, seat):
                out[n] = NEXT + seat
                n += 1
    else:
        first = WIND if s.phase == DRAWING_WIND else SPIN
        for i in range(len(WINDS)):
            out[n] = first + WINDS[i]
            n += 1
    for i in range(n):
        weights[i] = 1
    return n


@entry
def sample(s: State, rng: Rng) -> int:
    """The two kinds that come up in every race again and again; the rest is drawn from `chance`."""
    if s.phase == SPINNING:
        return SPIN + int(WINDS[below(rng, len(WINDS))])
    if s.phase != DRAWING_CARD:
        return -1
    total = 0
    for card in range(len(DECK)):
        total += int(s.cards[card])
    left = below(rng, total)
    card = 0
    while left >= s.cards[card]:
        left -= int(s.cards[card])
        card += 1
    return CARD + card


@rule
def is_in_order(s: State, seat: int) -> bool:
    i = 0
    while i < s.turn and s.order[i] != seat:
        i += 1
    return bool(i < s.turn)
