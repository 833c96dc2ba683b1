"""What a seat can know of tokens that it does not see, and `determinize`, which deals those anew.

Besides numbers, two things are known. A forfeit says that no token of that hand fitted any tile. And who has given
tokens back knows that only those can hold them who have drawn since. So each token of a hand has a *past*: the kinds
that it is not, as bits, and above them how many exchanges were complete when it was drawn. And each seat keeps what it
gave, in order of time, with the number of that exchange: `given`.

Nobody knows which token of a hand is laid or given next. The pasts of a hand are in order, first that of which most is
known, so that each token can be all that those before it can; what goes is the first that it can have been. What is
given is known as all of that hand: so many tokens in the pool have that past too, `kept`, until others are drawn.

What comes of it, and is tested against lists of all possible deals of small games:
* Every deal that is possible can come, the true one with them, and what is known is never let go, except that of more
  than 24 tokens given the first are forgotten if another seat has still not drawn since.
* No hand is dealt that could not have forfeited, or that has not drawn what was given back. But `kept` is one past for
  all, and a token laid, drawn or given by others is taken for the one of which most was known, or for one given back:
  after several exchanges with a pool of a few tokens, of whose course more could be worked out, some deals are dealt
  that are impossible.
* All deals are equally likely, as if others chose blindly what they lay and give, if of any two unseen tokens one can
  be all that the other can, and nothing of the above has blurred it. Where two hands have forfeited, or one has and
  the seat has given, the deal is shaken, which comes close.
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
    """A token comes to a hand. It may be any that is in the pool; to the seat itself, one that it gave back."""
    past = s.past[seat]
    now = s.exchanges << KINDS
    known = int(np.int64(ALL_KINDS))  # by all who do not see it
    for viewer in range(s.seats):
        kept = s.kept_count[viewer]
        if viewer != seat:
            known = common(known, s.kept[viewer] if kept == s.pool_count else now)
        if kept > 0 and (viewer != seat or s.kept[viewer] >> kind & 1 == 0):
            s.kept_count[viewer] = kept - 1
    i = s.hand_count[seat]
    while i > 0 and past[i - 1] >> KINDS > known >> KINDS and past[i - 1] & ALL_KINDS & ~known == 0:
        past[i] = past[i - 1]
        i -= 1
    past[i] = common(known, past[i - 1]) if i > 0 else known
    forget_given(s, seat, kind, s.exchanges)


@rule
def remember_lay(s: State, seat: int, kind: int) -> None:
    """A token leaves a hand in sight of all. If the hand has drawn since, it may be one that another seat gave."""
    past = s.past[seat]
    last = s.hand_count[seat] - 1
    for viewer in range(s.seats):
        if viewer != seat:
            forget_given(s, viewer, kind, past[last] >> KINDS)
    i = 0
    while i < last and past[i] >> kind & 1 != 0:
        i += 1
    while i < last:
        past[i] = past[i + 1]
        i += 1


@rule
def forget_given(s: State, viewer: int, kind: int, drawn: int) -> None:
    """A token has come to light that was drawn by then. It may be the last such that the viewer had given back."""
    given = s.given[viewer]
    last = s.given_count[viewer] - 1
    i = last
    while i >= 0 and (given[i] & 63 != kind or given[i] >> 6 > drawn):
        i -= 1
    if i >= 0:
        s.given_count[viewer] = last
        while i < last:
            given[i] = given[i + 1]
            i += 1


@rule
def remember_giving(s: State, seat: int, count: int) -> None:
    """Tokens lie aside now. Those of which most is known may be gone or may be still there: so of what remains, and of
    what lies aside, only that is known which is known of the other tokens."""
    past = s.past[seat]
    held = s.hand_count[seat]
    for i in range(count):
        s.past[ASIDE, i] = past[held - count + i]
    for i in range(held - count):
        past[i] = past[count + i]


@rule
def remember_return(s: State, seat: int) -> None:
    """The tokens set aside are in the pool. Their giver knows them; others know what they knew of them aside."""
    now = s.exchanges + 1
    s.exchanges = now
    aside = s.hand_count[ASIDE]
    given = s.given[seat]
    oldest = s.kept[seat] >> KINDS if s.kept_count[seat] > 0 else now
    for viewer in range(s.seats):
        count = s.given_count[viewer]
        if viewer != seat:
            if s.hand_count[viewer] > 0 and s.past[viewer, 0] >> KINDS < oldest:
                oldest = s.past[viewer, 0] >> KINDS
            for i in range(aside):
                past = s.past[ASIDE, i]
                if past & ALL_KINDS != 0 or (count > 0 and past >> KINDS < s.given[viewer, count - 1] >> 6):
                    s.kept[viewer] = common(past, s.kept[viewer]) if s.kept_count[viewer] > 0 else past
                    s.kept_count[viewer] += 1
    # What was given before all tokens in other hands were drawn says nothing any more.
    count = 0
    for i in range(s.given_count[seat]):
        if given[i] >> 6 > oldest and s.given_count[seat] - i + aside <= MOST_GIVEN:
            given[count] = given[i]
            count += 1
    for i in range(aside):
        given[count + i] = now << 6 | s.hand[ASIDE, i]
    s.given_count[seat] = count + aside


@rule
def remember_forfeit(s: State, seat: int) -> None:
    """No token of this hand is of a kind that fits anywhere."""
    fitting = 0
    for at in range(SQUARES):
        fitting |= s.fits[at]
    for i in range(s.hand_count[seat]):
        s.past[seat, i] |= fitting


@rule
def common(past: int, other: int) -> int:
    """What is known of two tokens alike."""
    drawn = past >> KINDS if past >> KINDS > other >> KINDS else other >> KINDS
    return past & other & ALL_KINDS | drawn << KINDS


# -- dealing anew -----------------------------------------------------------------------------------------
# Meanwhile hands hold copies: a kind is one of which nothing is known, KINDS + i is the viewer's i-th of `given`.
# `loose` are, as bits, those of `given` that are in no hand; the pool has the others. The hand KEPT is what is `kept`.


@entry
def determinize(s: State, viewer: int, rng: Rng) -> None:
    """Deal the tokens that this viewer cannot see anew: other hands, what another seat has set aside, and the pool."""
    if s.phase >= OUT:
        return  # everything is public
    gather_unseen(s, viewer)
    given = s.given_count[viewer]
    loose = (1 << given) - 1
    missing = int(np.int64(0))
    masked = 0  # as bits: hands of which something is known by a forfeit
    older = 0  # and those that cannot hold all that was given back
    # First the places that can hold the fewest of `given`, among those first the ones known by a forfeit.
    for until in range(given + 1):
        for free in range(2):
            for hand in range(HANDS):
                for place in range(s.hand_count[hand]):
                    past = s.past[hand, place]
                    if (
                        s.hand[hand, place] == NO_TOKEN
                        and (past & ALL_KINDS == 0) == (free != 0)
                        and given_until(s, viewer, past) == until
                    ):
                        copy = take_unseen(s, viewer, past, loose, rng)
                        s.hand[hand, place] = copy
                        if copy >= KINDS:
                            loose ^= 1 << (copy - KINDS)
                        elif copy == NO_TOKEN:
                            missing += 1
                        masked |= (1 - free) << hand
                        if until < given:
                            older |= 1 << hand
    known = masked | older
    if missing > 0 or (masked != 0 and known & (known - 1) != 0):
        loose = shake(s, viewer, loose, missing, rng)
    settle(s, viewer, loose)


@rule
def gather_unseen(s: State, viewer: int) -> None:
    """Into the pool with all that the viewer does not see, but for what it knows to have given back."""
    for hand in range(KEPT):
        if hand != viewer and (hand != ASIDE or s.turn != viewer):
            for place in range(s.hand_count[hand]):
                s.pool[s.hand[hand, place]] += 1
                s.hand[hand, place] = NO_TOKEN
    for i in range(s.given_count[viewer]):
        s.pool[s.given[viewer, i] & 63] -= 1
    s.hand_count[KEPT] = s.kept_count[viewer] if s.kept_count[viewer] < HAND else HAND
    for place in range(s.hand_count[KEPT]):
        s.past[KEPT, place] = s.kept[viewer]


@rule
def given_until(s: State, viewer: int, past: int) -> int:
    """How many of `given`, the first ones, were in the pool when a token of this past was drawn."""
    i = int(s.given_count[viewer])
    while i > 0 and s.given[viewer, i - 1] >> 6 > past >> KINDS:
        i -= 1
    return i


@rule
def take_unseen(s: State, viewer: int, past: int, loose: int, rng: Rng) -> int:
    """From the pool, one of the copies that a token of this past can be, each equally likely; NO_TOKEN: none."""
    until = KINDS + given_until(s, viewer, past)
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
        s.pool[copy] -= 1
    return copy


@rule
def copies(s: State, viewer: int, past: int, loose: int, copy: int) -> int:
    """How many of these are in the pool, if a token of this past can be one."""
    if copy < KINDS:
        return 0 if past >> copy & 1 else s.pool[copy]
    kind = int(s.given[viewer, copy - KINDS]) & 63
    return loose >> (copy - KINDS) & 1 & ~(past >> kind)


@rule
def shake(s: State, viewer: int, loose: int, missing: int, rng: Rng) -> int:
    """Time and again let two places change their tokens if they can, and one change its with the pool. Whatever was
    unlikely in the order of dealing becomes as likely as the rest; and a place for which no token was left takes one
    from another, so that what is missing wanders until it is found. Answers what is loose then."""
    hands = s.hand
    for n in range(MOST_SHAKES):
        if n >= SHAKES and missing == 0:
            break
        at = below(rng, int(np.int64(PLACES)))
        other = below(rng, int(np.int64(PLACES)))
        hand = at // HAND
        place = at % HAND
        to = other // HAND
        there = other % HAND
        if is_unseen(s, viewer, hand, place):
            past = s.past[hand, place]
            copy = hands[hand, place]
            if is_unseen(s, viewer, to, there):
                found = hands[to, there]
                if can_be(s, viewer, past, found) and can_be(s, viewer, s.past[to, there], copy):
                    hands[to, there] = copy
                    copy = found
            if copy >= KINDS:
                loose |= 1 << (copy - KINDS)
            elif copy != NO_TOKEN:
                s.pool[copy] += 1
            else:
                missing -= 1
            copy = take_unseen(s, viewer, past, loose, rng)
            hands[hand, place] = copy
            if copy >= KINDS:
                loose ^= 1 << (copy - KINDS)
            elif copy == NO_TOKEN:
                missing += 1
    return loose


@rule
def is_unseen(s: State, viewer: int, hand: int, place: int) -> bool:
    """Whether a token belongs there that the viewer does not see."""
    return place < s.hand_count[hand] and hand != viewer and (hand != ASIDE or s.turn != viewer)


@rule
def can_be(s: State, viewer: int, past: int, copy: int) -> bool:
    """Whether a token of this past can be that copy. Any can be missing."""
    if copy < KINDS:
        return copy == NO_TOKEN or past >> copy & 1 == 0
    found = int(s.given[viewer, copy - KINDS])
    return found >> 6 <= past >> KINDS and past >> (found & 63) & 1 == 0


@rule
def settle(s: State, viewer: int, loose: int) -> None:
    """Copies are tokens again, hands in order; what others remember, the viewer cannot know."""
    hands = s.hand
    for hand in range(HANDS):
        for i in range(s.hand_count[hand]):
            kind = hands[hand, i]
            if kind >= KINDS:
                kind = s.given[viewer, kind - KINDS] & 63
            if hand == KEPT:
                s.pool[kind] += 1
                s.past[KEPT, i] = 0
                kind = NO_TOKEN
            place = i
            while place > 0 and hands[hand, place - 1] > kind:
                hands[hand, place] = hands[hand, place - 1]
                place -= 1
            hands[hand, place] = kind
    s.hand_count[KEPT] = 0
    for i in range(s.given_count[viewer]):
        s.pool[s.given[viewer, i] & 63] += loose >> i & 1
    for seat in range(s.seats):
        if seat != viewer:
            for i in range(MOST_GIVEN):
                s.given[seat, i] = 0
            s.given_count[seat] = 0
            s.kept_count[seat] = 0
            s.kept[seat] = 0
