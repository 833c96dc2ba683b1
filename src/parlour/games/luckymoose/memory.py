"""What a seat can know of tokens that it does not see, and `determinize`, which deals those anew.

Two things are known besides numbers. A forfeit says that no token of that hand fitted any tile. And who gives tokens
back knows that nobody holds those who has not drawn since. So a seat keeps, for each token of each other hand, its
*past*: the kinds that it is not, as bits, and above them how many exchanges were complete when it was drawn. And it
keeps what it gave itself, each with the number of that exchange: `given`, in order of time.

Nobody knows which of the tokens of a hand is laid or given next. Of two tokens in one hand that came later is known
less, so the pasts of a hand are kept in order, what is known most of first, and what goes is the first that it can have
been: that leaves all that is possible possible. What is given takes along what is known of all the hand: so many
places of the pool (`kept_count`, in the row KEPT) have that past too, until as many tokens are drawn.

What this is worth:
* The true deal is always possible, and no hand is dealt that could not have forfeited.
* Where others' exchanges and lays since are not known to matter, no hand is dealt what the seat knows to be elsewhere.
  A lay that may have been of a token given back, or of another copy, makes both possible: then a few hands more
  are dealt than an endless memory would allow. So are they where what is known of the pool is of several kinds.
* All deals are equally likely, as if others chose what they lay and give blindly, if of any two tokens one can be all
  that the other can: always, unless two hands have forfeited, or one has and the seat knows what it gave. Then the
  deal is shaken, which comes close.
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
    KEPT,
    KINDS,
    MOST_GIVEN,
    NO_TOKEN,
    OUT,
    SQUARES,
)

PLACES = HANDS * HAND
SHAKES = 2 * PLACES
MOST_SHAKES = 100_000  # no game that was played comes near it


# -- what is remembered -----------------------------------------------------------------------------------


@rule
def remember_draw(s: State, seat: int, kind: int) -> None:
    """A token comes to a hand, and may be any that is in the pool; to the seat itself, maybe one that it gave back."""
    for viewer in range(int(s.seats)):
        kept = int(s.kept_count[viewer])
        past = int(s.past[viewer, KEPT, 0])
        if viewer == seat:
            forget_given(s, viewer, kind, int(np.int64(s.exchanges)))
            kept -= 1 if past >> kind & 1 == 0 else 0
        else:
            if kept < s.pool_count:
                past = int(s.exchanges) << KINDS
            kept -= 1
            i = int(s.hand_count[seat])
            while i > 0 and is_more_known(past, int(s.past[viewer, seat, i - 1])):
                s.past[viewer, seat, i] = s.past[viewer, seat, i - 1]
                i -= 1
            s.past[viewer, seat, i] = common(past, int(s.past[viewer, seat, i - 1])) if i > 0 else past
        s.kept_count[viewer] = kept if kept > 0 else 0


@rule
def remember_lay(s: State, seat: int, kind: int) -> None:
    """A token leaves a hand in sight of all."""
    last = int(s.hand_count[seat]) - 1
    for viewer in range(int(s.seats)):
        if viewer != seat:
            drawn = forget_given(s, viewer, kind, int(s.past[viewer, seat, last]) >> KINDS)
            i = 0
            while i < last and (
                int(s.past[viewer, seat, i]) >> kind & 1 != 0 or int(s.past[viewer, seat, i]) >> KINDS < drawn
            ):
                i += 1
            while i < last:
                s.past[viewer, seat, i] = s.past[viewer, seat, i + 1]
                i += 1


@rule
def forget_given(s: State, viewer: int, kind: int, drawn: int) -> int:
    """A token has come to light that was drawn by then at the latest. It may be the last of its kind that the viewer
    had given back by that time. Answers since when it can have been drawn: if there is no other copy, since then."""
    since = 0
    found = int(np.int64(-1))
    same = 0
    for i in range(int(s.given_count[viewer])):
        if int(s.given[viewer, i]) & 63 == kind:
            same += 1
            if int(s.given[viewer, i]) >> 6 <= drawn:
                found = i
                if since == 0:
                    since = int(s.given[viewer, i]) >> 6
    if found < 0:
        return 0
    unseen = int(s.pool[kind])
    for hand in range(KEPT):
        for place in range(int(s.hand_count[hand])):
            if hand != viewer and s.hand[hand, place] == kind:
                unseen += 1
    s.given_count[viewer] = int(s.given_count[viewer]) - 1
    for i in range(found, int(s.given_count[viewer])):
        s.given[viewer, i] = s.given[viewer, i + 1]
    return since if unseen == same else 0


@rule
def remember_giving(s: State, seat: int, count: int) -> None:
    """Tokens lie aside now. Those of which most is known may be gone, or may be still there: so those of which least
    is known are remembered twice."""
    held = int(s.hand_count[seat])
    for viewer in range(int(s.seats)):
        if viewer != seat:
            for i in range(count):
                s.past[viewer, ASIDE, i] = s.past[viewer, seat, held - count + i]
            for i in range(held - count):
                s.past[viewer, seat, i] = s.past[viewer, seat, count + i]


@rule
def remember_return(s: State, seat: int) -> None:
    """The tokens set aside are in the pool. Their giver knows them; others know what they knew of them aside."""
    s.exchanges = int(s.exchanges) + 1
    given = int(s.hand_count[ASIDE])
    for viewer in range(int(s.seats)):
        count = int(s.given_count[viewer])
        latest = int(s.given[viewer, count - 1]) >> 6 if count > 0 else 0
        if viewer != seat:
            for i in range(given):
                past = int(s.past[viewer, ASIDE, i])
                if past & ALL_KINDS != 0 or past >> KINDS < latest:
                    if s.kept_count[viewer] > 0:
                        past = common(past, int(s.past[viewer, KEPT, 0]))
                    s.kept_count[viewer] = int(s.kept_count[viewer]) + 1
                    s.past[viewer, KEPT, 0] = past
        else:
            # What was given before any token was drawn that another seat holds, says nothing any more.
            oldest = int(s.exchanges)
            if s.kept_count[seat] > 0:
                oldest = int(s.past[seat, KEPT, 0]) >> KINDS
            for other in range(int(s.seats)):
                if other != seat and s.hand_count[other] > 0 and int(s.past[seat, other, 0]) >> KINDS < oldest:
                    oldest = int(s.past[seat, other, 0]) >> KINDS
            first = 0
            while first < count and (int(s.given[seat, first]) >> 6 <= oldest or count - first + given > MOST_GIVEN):
                first += 1
            for i in range(first, count):
                s.given[seat, i - first] = s.given[seat, i]
            for i in range(given):
                s.given[seat, count - first + i] = int(s.exchanges) << 6 | int(s.hand[ASIDE, i])
            s.given_count[seat] = count - first + given


@rule
def remember_forfeit(s: State, seat: int) -> None:
    """No token of this hand is of a kind that fits anywhere."""
    fitting = 0
    for at in range(SQUARES):
        fitting |= int(s.fits[at])
    for viewer in range(int(s.seats)):
        for i in range(int(s.hand_count[seat])):
            s.past[viewer, seat, i] = int(s.past[viewer, seat, i]) | fitting


@rule
def is_more_known(past: int, other: int) -> bool:
    """Whether a token of the one past cannot be all that one of the other can, and is nothing that the other cannot."""
    return past != other and other & ALL_KINDS & ~past == 0 and other >> KINDS >= past >> KINDS


@rule
def common(past: int, other: int) -> int:
    """What is known of two tokens alike."""
    drawn = past >> KINDS if past >> KINDS > other >> KINDS else other >> KINDS
    return past & other & ALL_KINDS | drawn << KINDS


# -- dealing anew -----------------------------------------------------------------------------------------
# Meanwhile hands hold copies: a kind is one of which nothing is known, KINDS + i is the viewer's i-th of `given`. `loose`
# are, as bits, those of `given` that are in no hand; the pool has the others.


@entry
def determinize(s: State, viewer: int, rng: Rng) -> None:
    """Deal the tokens that this viewer cannot see anew: other hands, what another seat has set aside, and the pool."""
    if s.phase >= OUT:
        return  # everything is public
    gather_unseen(s, viewer)
    given = int(s.given_count[viewer])
    loose = (1 << given) - 1
    stuck = False
    masked = 0  # as bits: hands of which something is known by a forfeit
    older = 0  # and those that cannot hold all that was given back
    # First the places that could hold the fewest of `given`, among those first the ones known by a forfeit.
    for until in range(given + 1):
        for free in range(2):
            for hand in range(HANDS):
                for place in range(int(s.hand_count[hand])):
                    past = int(s.past[viewer, hand, place])
                    if (
                        s.hand[hand, place] == NO_TOKEN
                        and (past & ALL_KINDS == 0) == (free != 0)
                        and given_until(s, viewer, past) == until
                    ):
                        copy = take_unseen(s, viewer, past, loose, rng)
                        s.hand[hand, place] = copy
                        if copy >= KINDS:
                            loose ^= 1 << (copy - KINDS)
                        stuck |= copy == NO_TOKEN
                        masked |= (1 - free) << hand
                        older |= int(until < given) << hand
    if stuck or (masked != 0 and (masked | older) & ((masked | older) - 1) != 0):
        loose = shake(s, viewer, loose, rng)
    settle(s, viewer, loose)


@rule
def gather_unseen(s: State, viewer: int) -> None:
    """Into the pool with all that the viewer does not see, but for what it knows to have given back."""
    for hand in range(KEPT):
        if hand != viewer and (hand != ASIDE or s.turn != viewer):
            for place in range(int(s.hand_count[hand])):
                kind = int(s.hand[hand, place])
                s.pool[kind] = int(s.pool[kind]) + 1
                s.hand[hand, place] = NO_TOKEN
    for i in range(int(s.given_count[viewer])):
        kind = int(s.given[viewer, i]) & 63
        s.pool[kind] = int(s.pool[kind]) - 1
    s.hand_count[KEPT] = int(s.kept_count[viewer]) if s.kept_count[viewer] < HAND else HAND
    for place in range(1, int(s.hand_count[KEPT])):
        s.past[viewer, KEPT, place] = s.past[viewer, KEPT, 0]


@rule
def given_until(s: State, viewer: int, past: int) -> int:
    """How many of `given`, the first ones, were in the pool when a token of this past was drawn."""
    i = int(s.given_count[viewer])
    while i > 0 and int(s.given[viewer, i - 1]) >> 6 > past >> KINDS:
        i -= 1
    return i


@rule
def take_unseen(s: State, viewer: int, past: int, loose: int, rng: Rng) -> int:
    """From the pool, one of the copies that a token of this past can be, each equally likely; NO_TOKEN: none."""
    until = KINDS + given_until(s, viewer, past) if loose != 0 else KINDS
    total = int(np.int64(0))
    for copy in range(until):
        total += copies(s, viewer, past, loose, copy)
    if total == 0:
        return NO_TOKEN
    left = below(rng, total)
    copy = int(np.int64(-1))
    while left >= 0:
        copy += 1
        left -= copies(s, viewer, past, loose, copy)
    if copy < KINDS:
        s.pool[copy] = int(s.pool[copy]) - 1
    return copy


@rule
def copies(s: State, viewer: int, past: int, loose: int, copy: int) -> int:
    """How many of these are in the pool, if a token of this past can be one."""
    if copy < KINDS:
        return int(s.pool[copy]) & (past >> copy & 1) - 1
    i = copy - KINDS
    return loose >> i & 1 & ~(past >> (int(s.given[viewer, i]) & 63))


@rule
def shake(s: State, viewer: int, loose: int, rng: Rng) -> int:
    """Time and again let two places change their tokens if they can, and one change its with the pool. Whatever was
    unlikely in the order of dealing becomes as likely as the rest; and a place for which no token was left takes one from
    another, so that what is missing wanders until it is found. Answers what is loose then."""
    left = int(np.int64(SHAKES))
    most = MOST_SHAKES
    while left > 0 and most > 0:
        most -= 1
        left -= 1
        at = below(rng, int(np.int64(PLACES)))
        other = below(rng, int(np.int64(PLACES)))
        if is_unseen(s, viewer, at):
            past = int(s.past[viewer, at // HAND, at % HAND])
            copy = int(np.int64(s.hand[at // HAND, at % HAND]))
            if is_unseen(s, viewer, other):
                found = int(np.int64(s.hand[other // HAND, other % HAND]))
                if can_be(s, viewer, past, found) and can_be(
                    s, viewer, int(s.past[viewer, other // HAND, other % HAND]), copy
                ):
                    s.hand[other // HAND, other % HAND] = copy
                    copy = found
            if copy >= KINDS:
                loose |= 1 << (copy - KINDS)
            elif copy != NO_TOKEN:
                s.pool[copy] = int(s.pool[copy]) + 1
            copy = take_unseen(s, viewer, past, loose, rng)
            if copy >= KINDS:
                loose ^= 1 << (copy - KINDS)
            s.hand[at // HAND, at % HAND] = copy
        for hand in range(HANDS):
            for place in range(int(s.hand_count[hand])):
                if s.hand[hand, place] == NO_TOKEN:
                    left = int(np.int64(SHAKES))
    return loose


@rule
def is_unseen(s: State, viewer: int, at: int) -> bool:
    """Whether a token is there that the viewer does not see."""
    hand = at // HAND
    return at % HAND < s.hand_count[hand] and hand != viewer and (hand != ASIDE or s.turn != viewer)


@rule
def can_be(s: State, viewer: int, past: int, copy: int) -> bool:
    """Whether a token of this past can be that copy; no token is none that it cannot be."""
    if copy == NO_TOKEN:
        return True
    if copy < KINDS:
        return past >> copy & 1 == 0
    found = int(s.given[viewer, copy - KINDS])
    return found >> 6 <= past >> KINDS and past >> (found & 63) & 1 == 0


@rule
def settle(s: State, viewer: int, loose: int) -> None:
    """Copies are tokens again, hands in order; what others remember, the viewer cannot know."""
    for hand in range(HANDS):
        for place in range(int(s.hand_count[hand])):
            kind = int(s.hand[hand, place])
            if kind >= KINDS:
                kind = int(s.given[viewer, kind - KINDS]) & 63
            if hand == KEPT:
                s.pool[kind] = int(s.pool[kind]) + 1
                s.hand[hand, place] = NO_TOKEN
            else:
                i = place
                while i > 0 and s.hand[hand, i - 1] > kind:
                    s.hand[hand, i] = s.hand[hand, i - 1]
                    i -= 1
                s.hand[hand, i] = kind
    s.hand_count[KEPT] = 0
    for i in range(int(s.given_count[viewer])):
        kind = int(s.given[viewer, i]) & 63
        s.pool[kind] = int(s.pool[kind]) + (loose >> i & 1)
    for seat in range(int(s.seats)):
        if seat != viewer:
            s.given_count[seat] = 0
            s.kept_count[seat] = 0
            for i in range(MOST_GIVEN):
                s.given[seat, i] = 0
            for at in range(PLACES):
                s.past[seat, at // HAND, at % HAND] = 0
