"""What can be known of tokens that are hidden, and `determinize`, which deals them anew.

A forfeit says that no token of that hand fitted any tile. Each token of a hand therefore carries in `past`, as bits,
the kinds that everybody knows it is not. Nobody knows which of the tokens is laid or given next, so the places of
`past` stand for tokens by age, the oldest first: what is laid was the oldest that could be of that kind, what is given
were the oldest. That way nothing possible is ever ruled out, and no hand is dealt that could not have forfeited.

A seat also remembers what it gave in its last exchange (`returned`): tokens that others have held since before then
(bit HELD + seat of their `past`) are none of those. Of earlier exchanges nothing is remembered.
"""

import numpy as np

from parlour.core.game import State
from parlour.core.jit import entry, rule
from parlour.core.rng import Rng, below
from parlour.games.luckymoose.board import (
    ALL_KINDS,
    ASIDE,
    HAND,
    HANDS,
    KINDS,
    MOST_SEATS,
    NO_TOKEN,
    OUT,
    SQUARES,
)

HELD = KINDS  # + seat
MOST_TRIES = 1000


# -- what is remembered -----------------------------------------------------------------------------------


@rule
def remember_draw(s: State, seat: int, kind: int) -> None:
    """A token comes to a hand and may be of any kind. One that the seat gave back itself may be just that one."""
    s.past[seat, int(s.hand_count[seat])] = 0
    if s.returned[seat, kind] > 0:
        s.returned[seat, kind] = int(s.returned[seat, kind]) - 1


@rule
def remember_lay(s: State, seat: int, kind: int) -> None:
    """A token leaves a hand in sight of all. If the hand has drawn since, it may be one that another seat gave."""
    newest = int(s.hand_count[seat]) - 1
    for other in range(MOST_SEATS):
        if s.returned[other, kind] > 0 and int(s.past[seat, newest]) >> (HELD + other) & 1 == 0 and other != seat:
            s.returned[other, kind] = int(s.returned[other, kind]) - 1
    place = 0
    while place < newest and int(s.past[seat, place]) >> kind & 1 != 0:
        place += 1
    while place < newest:
        s.past[seat, place] = s.past[seat, place + 1]
        place += 1
    s.past[seat, newest] = 0


@rule
def remember_giving(s: State, seat: int, count: int) -> None:
    """The oldest tokens lie aside now."""
    for place in range(HAND):
        s.past[ASIDE, place] = int(s.past[seat, place]) if place < count else 0
        s.past[seat, place] = int(s.past[seat, place + count]) if place + count < HAND else 0


@rule
def remember_return(s: State, seat: int) -> None:
    """The tokens set aside are in the pool: what others hold is none of them."""
    for kind in range(KINDS):
        s.returned[seat, kind] = 0
    for place in range(HAND):
        kind = int(s.hand[ASIDE, place])
        if kind != NO_TOKEN:
            s.returned[seat, kind] = int(s.returned[seat, kind]) + 1
        s.past[ASIDE, place] = 0
    for other in range(MOST_SEATS):
        if other != seat:
            for place in range(int(s.hand_count[other])):
                s.past[other, place] = int(s.past[other, place]) | 1 << (HELD + seat)


@rule
def remember_forfeit(s: State, seat: int) -> None:
    """No token of this hand is of a kind that fits anywhere."""
    fitting = 0
    for at in range(SQUARES):
        fitting |= int(s.fits[at])
    for place in range(int(s.hand_count[seat])):
        s.past[seat, place] = int(s.past[seat, place]) | fitting


# -- dealing anew -----------------------------------------------------------------------------------------


@entry
def determinize(s: State, viewer: int, rng: Rng) -> None:
    """Deal the tokens that this viewer cannot see anew: other hands, what another seat has set aside, and the pool.

    What something is known of is dealt first. Without such knowledge, or with it of one hand, all deals that could be
    are equally likely; with it of several hands all are possible."""
    if s.phase >= OUT:
        return  # everything is public
    for seat in range(MOST_SEATS):
        if seat != viewer:
            for kind in range(KINDS):
                s.returned[seat, kind] = 0
    # A hand can be dealt what, by all that is known, only another can hold: then all is dealt again.
    tries = int(np.int64(0))
    done = False
    while not done:
        gather_unseen(s, viewer)
        done = deal_unseen(s, viewer, tries, rng)
        tries += 1
    for hand in range(HANDS):
        sort_hand(s, hand)


@rule
def gather_unseen(s: State, viewer: int) -> None:
    """Into the pool with all that the viewer does not see."""
    for hand in range(HANDS):
        if hand != viewer and (hand != ASIDE or s.turn != viewer):
            for place in range(HAND):
                kind = int(s.hand[hand, place])
                if kind != NO_TOKEN:
                    s.pool[kind] = int(s.pool[kind]) + 1
                    s.hand[hand, place] = NO_TOKEN


@rule
def deal_unseen(s: State, viewer: int, tries: int, rng: Rng) -> bool:
    """Fill every hidden place: first those of which something is known, then the others. False: no token was left
    that could be there. (After so many tries what is known is let go; no game that was played comes to that.)"""
    matters = ALL_KINDS | 1 << (HELD + viewer) if tries < MOST_TRIES else 0
    for known in range(1, -1, -1):
        for hand in range(HANDS):
            if hand != viewer and (hand != ASIDE or s.turn != viewer):
                for place in range(int(s.hand_count[hand])):
                    past = int(s.past[hand, place]) & matters
                    if (past != 0) == (known != 0):
                        s.hand[hand, place] = take_unseen(s, viewer, past, rng)
                        if s.hand[hand, place] == NO_TOKEN:
                            return False
    return True


@rule
def take_unseen(s: State, viewer: int, past: int, rng: Rng) -> int:
    """From the pool, one of the tokens that this one can be, each equally likely; NO_TOKEN if there is none."""
    total = int(np.int64(0))
    for kind in range(KINDS):
        total += copies_possible(s, viewer, past, kind)
    if total == 0:
        return NO_TOKEN
    left = below(rng, total)
    kind = int(np.int64(-1))
    while left >= 0:
        kind += 1
        left -= copies_possible(s, viewer, past, kind)
    s.pool[kind] = int(s.pool[kind]) - 1
    return kind


@rule
def copies_possible(s: State, viewer: int, past: int, kind: int) -> int:
    if past >> kind & 1:
        return 0
    copies = int(s.pool[kind])
    if past >> (HELD + viewer) & 1:
        copies -= int(s.returned[viewer, kind])
    return copies if copies > 0 else 0


@rule
def sort_hand(s: State, hand: int) -> None:
    for i in range(1, int(s.hand_count[hand])):
        kind = int(s.hand[hand, i])
        while i > 0 and s.hand[hand, i - 1] > kind:
            s.hand[hand, i] = s.hand[hand, i - 1]
            i -= 1
        s.hand[hand, i] = kind
