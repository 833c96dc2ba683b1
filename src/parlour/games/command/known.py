"""What can be known: for each ship the classes that the other seat can infer of it, and `determinize`, made from that.

A set of classes is bits, and always an unbroken run of the table's order: what beats a class or is beaten by it is one,
and so is what two runs have in common. Two things follow. Going through the classes and giving each to the ships that
can wait least finds an assignment whenever there is one; and swaps of two ships lead from any assignment to any other.
"""

from itertools import product

from parlour.core.game import State, copy_state
from parlour.core.jit import entry, rule
from parlour.core.rng import Rng, below, bits
from parlour.games.command.board import (
    ANY,
    BEATEN_BY,
    CLASSES,
    COUNTS,
    DEPLOYING,
    EMPTY,
    GOING_ON,
    NOBODY,
    NOT_COMMAND,
    PLAYING,
    SHIPS,
    UNKNOWN,
    WINNING_OVER,
    ZONE,
    ZONES,
)

# Swaps to try: eight rounds of all pairs if all ships are uncertain, and more rounds if fewer are: narrow sets mix more
# slowly. Exact counts say that four rounds leave a ship's odds off by 0.02 in play, and six by nothing.
TRIALS = 8 * SHIPS * (SHIPS - 1) // 2


@rule
def learn(s: State, seat: int, ship: int, foe: int) -> None:
    """What the other seat learns of this ship from its challenge with the foe, a ship of that other seat."""
    if s.declared != 0:
        s.could[seat, ship] = 1 << int(s.rank[seat, ship])
        return
    other = 1 - seat
    ours = int(s.rank[other, foe])
    lost = s.lost_to[seat, ship] == foe
    if lost and s.lost_to[other, foe] == ship:
        known = 1 << ours
    elif lost:
        known = BEATEN_BY[ours]
    else:
        known = WINNING_OVER[ours]
    s.could[seat, ship] = int(s.could[seat, ship]) & NOT_COMMAND & known


@entry
def assign(s: State, seat: int) -> None:
    """Give the seat's ships classes within what could be and the fleet's counts: the same ones, whatever the truth is.

    Of the ships that a class is possible for, those get it whose set ends first; that set is the smaller number."""
    for ship in range(SHIPS):
        s.rank[seat, ship] = UNKNOWN
    for each in range(CLASSES):
        for _ in range(COUNTS[each]):
            chosen = NOBODY
            for ship in range(SHIPS):
                possible = s.rank[seat, ship] == UNKNOWN and int(s.could[seat, ship]) >> each & 1
                if possible and (chosen == NOBODY or s.could[seat, ship] < s.could[seat, chosen]):
                    chosen = ship
            s.rank[seat, chosen] = each


def inferred(s: State, seat: int) -> list[int]:
    """For each ship of this seat, the classes that the other seat can infer when the fleet's counts are minded: those
    with which all 21 ships can be assigned.

    One assignment is enough to tell. A ship can change class if some ship of that class can move on to another, and so
    on, until one takes the place left free: `leads` are the classes that such a chain leads to."""
    could = s.could[seat].tolist()
    if min(could) == ANY:
        return [ANY] * SHIPS
    twin = copy_state(s)
    assign(twin, seat)
    rank = twin.rank[seat].tolist()
    leads = [1 << each for each in range(CLASSES)]
    for classes, ship in zip(could, rank, strict=True):
        leads[ship] |= classes
    for over, each in product(range(CLASSES), range(CLASSES)):
        if leads[each] >> over & 1:
            leads[each] |= leads[over]
    return [
        sum(1 << each for each in range(CLASSES) if classes >> each & leads[each] >> ship & 1)
        for classes, ship in zip(could, rank, strict=True)
    ]


@entry
def determinize(s: State, viewer: int, rng: Rng) -> None:
    if s.outcome != GOING_ON:
        return  # everything is public
    if s.phase == DEPLOYING:
        deploy_at_random(s, 1 - viewer, rng)
    elif s.phase == PLAYING:
        assign(s, 1 - viewer)
        mix(s, 1 - viewer, rng)
        learn_anew(s, viewer)


@rule
def deploy_at_random(s: State, seat: int, rng: Rng) -> None:
    """All that is known is whether the seat is ready. A whole fleet, on any squares, could stand there either way."""
    for i in range(ZONE):
        s.board[ZONES[seat, i]] = EMPTY
    for berth in range(SHIPS):
        left = below(rng, ZONE - berth)
        i = 0
        while s.board[ZONES[seat, i]] != EMPTY or left > 0:
            if s.board[ZONES[seat, i]] == EMPTY:
                left -= 1
            i += 1
        at = ZONES[seat, i]
        s.at[seat, berth] = at
        s.board[at] = berth << 2 | 1 << seat


@rule
def mix(s: State, seat: int, rng: Rng) -> None:
    """Swap classes between ships that could both be what the other is, until every assignment is about as likely as any
    other: each ship with one of those before it, which would do if nothing were known; then, several times, with each
    of them if a coin says so. Ships of which all is known are left out."""
    pairs = 0
    for ship in range(SHIPS - 1, 0, -1):
        swap(s, seat, ship, 1 << below(rng, ship + 1))
        pairs += ship * is_uncertain(s, seat, ship)
    for _ in range(TRIALS // pairs if pairs > 0 else 0):
        for ship in range(SHIPS - 1, 0, -1):
            if is_uncertain(s, seat, ship):
                swap(s, seat, ship, bits(rng))


@rule
def is_uncertain(s: State, seat: int, ship: int) -> bool:
    """Whether more than one class is left."""
    classes = int(s.could[seat, ship])
    return classes & (classes - 1) != 0


@rule
def swap(s: State, seat: int, ship: int, others: int) -> None:
    """With each of the others before it, given as bits, one after the other. Without branches: the processor would
    guess every second one wrong."""
    mine = int(s.rank[seat, ship])
    classes = int(s.could[seat, ship])
    for other in range(ship):
        yours = int(s.rank[seat, other])
        swapped = others >> other & classes >> yours & int(s.could[seat, other]) >> mine & 1
        s.rank[seat, other] = yours + swapped * (mine - yours)
        mine += swapped * (yours - mine)
    s.rank[seat, ship] = mine


@rule
def learn_anew(s: State, seat: int) -> None:
    """What the other seat, whose classes have just been made up, would have learnt of this seat's ships."""
    other = 1 - seat
    for ship in range(SHIPS):
        s.could[seat, ship] = int(s.could[seat, ship]) & ~NOT_COMMAND | NOT_COMMAND
    for ship in range(SHIPS):
        if s.lost_to[seat, ship] != NOBODY:
            learn(s, seat, ship, int(s.lost_to[seat, ship]))
        if s.lost_to[other, ship] != NOBODY:
            learn(s, seat, int(s.lost_to[other, ship]), ship)
