"""What a net is shown of The Dance: who holds each card, by number and as seen from the piles, and what still fits.

All is seen from the seat on turn, for all seats want the same. The mirror (2 for 99, rising for falling) changes
nothing, so like piles are ordered by how much they still take.
"""

import numpy as np

from parlour.core.game import Ints, State
from parlour.core.jit import rule
from parlour.core.knowledge import UNLIKE, NetInputs
from parlour.games.dance.board import (
    CARDS,
    DECK,
    DRAWING,
    HIGHEST,
    JUMP,
    LOWEST,
    MOST_HAND,
    MOST_SEATS,
    OPENING,
    PILES,
    RISING,
)

TRAINED_HAND, TRAINED_MINIMUM = np.array([0, 8, 7, 6, 6, 6], np.int64), 2  # as they are if nobody chooses, by seats
OWN, NEXT, REST, UNDEALT = range(4)  # who holds a card
HOLDERS = 4
AHEAD = 24  # steps on a pile that are told apart, and the step back
STEPS = AHEAD + 1
SIDES = 2  # rising and falling
MOST_DEAD = 40

NEAR = 0  # by pile, steps ahead of its top (0: the step back), and who holds that card
CARD = NEAR + PILES * STEPS * HOLDERS
TOP = CARD + CARDS * HOLDERS
PAIR_HELD = TOP + PILES * (HIGHEST + 2)  # a card and the one ten above, both in the hand on turn, …
PAIR_LEFT = PAIR_HELD + CARDS  # … and both not laid
IN_DECK = PAIR_LEFT + CARDS
IN_HAND = IN_DECK + CARDS + 1  # on turn
DEAD = IN_HAND + MOST_HAND + 1  # cards that no pile takes by its way
DEAD_HELD = DEAD + MOST_DEAD + 1  # such in the hand on turn
STAGE = DEAD_HELD + MOST_HAND + 1  # cards still to be laid, or one of two more
MOST_NEEDED = 3
STARTING, DRAWS = MOST_NEEDED + 1, MOST_NEEDED + 2
INPUTS = STAGE + DRAWS + 1
MOST = PILES * STEPS + CARDS + PILES + MOST_HAND + CARDS - JUMP + 5


@rule
def list_inputs(s: State, seat: int, listed: Ints) -> int:
    seats = int(s.seats)
    if s.hand != TRAINED_HAND[seats] or s.minimum != TRAINED_MINIMUM:
        return UNLIKE
    n = 0
    for pile in range(PILES):
        top = ordered_top(s, pile)
        listed[n] = TOP + pile * (HIGHEST + 2) + top
        n += 1
        for steps in range(STEPS):
            card = card_ahead(top, pile, steps)
            if LOWEST <= card <= HIGHEST:
                holder = holder_of(s, card)
                if holder >= 0:
                    listed[n] = NEAR + (pile * STEPS + steps) * HOLDERS + holder
                    n += 1
    least, most = ordered_top(s, 0), ordered_top(s, RISING)
    dead, dead_held = 0, 0
    for card in range(LOWEST, HIGHEST + 1):
        holder = holder_of(s, card)
        if holder < 0:
            continue
        listed[n] = CARD + (card - LOWEST) * HOLDERS + holder
        n += 1
        if card < least and card > most:
            dead += 1
            if holder == OWN:
                dead_held += 1
        if card + JUMP <= HIGHEST:
            other = holder_of(s, card + JUMP)
            if other >= 0:
                listed[n] = PAIR_LEFT + card - LOWEST
                n += 1
                if holder == OWN and other == OWN:
                    listed[n] = PAIR_HELD + card - LOWEST
                    n += 1
    listed[n] = IN_DECK + int(s.deck_count)
    listed[n + 1] = IN_HAND + int(s.hand_count[s.turn])
    listed[n + 2] = DEAD + min(dead, MOST_DEAD)
    listed[n + 3] = DEAD_HELD + dead_held
    listed[n + 4] = STAGE + stage_of(s)
    return n + 5


@rule
def holder_of(s: State, card: int) -> int:
    """Seen from the seat on turn; below 0 once it is laid."""
    place = int(s.place[card])
    if place == DECK:
        return UNDEALT
    if place >= MOST_SEATS:
        return -1
    after = (place - int(s.turn) + int(s.seats)) % int(s.seats)
    return min(after, REST)


@rule
def ordered_top(s: State, pile: int) -> int:
    """Of two like piles, first the one that takes more."""
    if pile < RISING:
        tops = int(s.top[0]), int(s.top[1])
        return min(tops[0], tops[1]) if pile == 0 else max(tops[0], tops[1])
    tops = int(s.top[2]), int(s.top[3])
    return max(tops[0], tops[1]) if pile == RISING else min(tops[0], tops[1])


@rule
def card_ahead(top: int, pile: int, steps: int) -> int:
    """So many steps on; with 0, the step back."""
    way = 1 if pile < RISING else -1
    return top - JUMP * way if steps == 0 else top + steps * way


@rule
def stage_of(s: State) -> int:
    if s.phase == OPENING:
        return STARTING
    if s.phase == DRAWING:
        return DRAWS
    return max(0, min(MOST_NEEDED, int(s.needed) - int(s.played)))


def symmetries() -> Ints:
    """The mirror: each card for the one as far from the other end."""
    same = np.arange(INPUTS)
    mirror = same.copy()
    near, card = (part.reshape(-1, HOLDERS) for part in (same[:CARD], same[CARD:TOP]))
    mirror[:CARD] = np.roll(near.reshape(SIDES, -1), 1, axis=0).ravel()
    mirror[CARD:TOP] = card[::-1].ravel()
    tops = same[TOP:PAIR_HELD].reshape(PILES, -1)
    turned = np.roll(tops.reshape(SIDES, RISING, -1), 1, axis=0).reshape(PILES, -1)
    mirror[TOP:PAIR_HELD] = np.concatenate([turned[:, :1], turned[:, :0:-1]], axis=1).ravel()
    for first in (PAIR_HELD, PAIR_LEFT):
        # A pair is known by its lower card; the highest ten have none above them.
        pairs = CARDS - JUMP
        mirror[first : first + pairs] = same[first : first + pairs][::-1]
    return np.stack([same, mirror])


NET = NetInputs(count=INPUTS, most=MOST, list=list_inputs, symmetries=symmetries)
