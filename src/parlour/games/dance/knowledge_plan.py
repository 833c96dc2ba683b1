"""A turn planned whole: every sensible order in which the hand's cards can be laid, and what the table is worth then.

The unit of worth is a card that a pile can still take.
"""

from typing import NamedTuple

from parlour.core.game import Floats, State
from parlour.core.jit import rule
from parlour.games.dance.board import DECK, HIGHEST, JUMP, LOWEST, MOST_SEATS, PILES, RISING
from parlour.games.dance.knowledge_cards import (
    ALL,
    FIRST_TEN,
    HALF,
    count,
    count_between,
    has,
    high_above,
    high_of,
    highest,
    low_above,
    low_of,
    lowest,
)
from parlour.games.dance.knowledge_signals import called_by_jump, called_near
from parlour.games.dance.knowledge_weights import (
    BACK,
    BACK_ANY,
    BLOCKED,
    CLOSE,
    DEAD,
    EMPTY_DECK,
    KEEP,
    KEEP_ANY,
    LAID,
    LAID_BY_ROOM,
    MINE,
    MINE_NUDGED,
    PAIR,
    ROOM_BEHIND,
    SINGLE,
    WEIGHTS,
)

EXTRA = 2  # cards planned beyond those that must be laid: after each card the rest is planned anew
REACH = 12  # the widest gap that an extra card may leave, if no jump follows (8: 3.2 ± 0.1 left by three, 12: 2.9)
SWING = 30  # the widest gap for a card from which the hand can step back
CLOSEST = 6  # a card so many steps away counts as close
NUDGE = 2  # a pile moved by no more than this is likely still good for who called it

SLOT = 8  # bits for a top: the four of them are one number
TOP = 127
STUCK_WORTH = -1e6

FRAME = 6  # numbers for each card of a plan


class Turn(NamedTuple):
    """What stays the same while a turn is planned."""

    weights: Floats
    rest_low: int  # the cards that others hold or the deck
    rest_high: int
    start: int  # the tops as they are
    keep: int  # piles, a bit each, that others call by a jump, …
    mine: int  # … or by a card that is near
    price: float  # what getting rid of a card is worth
    needed: int  # cards still to be laid
    most: int


@rule
def top_of(tops: int, pile: int) -> int:
    return (tops >> (SLOT * pile)) & TOP


@rule
def with_top(tops: int, pile: int, card: int) -> int:
    return (tops & ~(TOP << (SLOT * pile))) | (card << (SLOT * pile))


@rule
def tops_of(s: State) -> int:
    tops = 0
    for pile in range(PILES):
        tops |= int(s.top[pile]) << (SLOT * pile)
    return tops


@rule
def hand_of(s: State, seat: int) -> tuple[int, int]:
    low, high = 0, 0
    for card in range(LOWEST, HIGHEST + 1):
        if s.place[card] == seat:
            low |= low_of(card)
            high |= high_of(card)
    return low, high


@rule
def turn_of(s: State, seat: int) -> Turn:
    """What this seat knows. Of other hands it reads no more than what their signals say."""
    low, high, mine_low, mine_high = 0, 0, 0, 0
    for card in range(LOWEST, HIGHEST + 1):
        place = int(s.place[card])
        if place == DECK or (place < MOST_SEATS and place != seat):
            low |= low_of(card)
            high |= high_of(card)
        elif place == seat:
            mine_low |= low_of(card)
            mine_high |= high_of(card)
    keep, mine, room = 0, 0, 0
    for pile in range(PILES):
        top = int(s.top[pile])
        if pile < RISING:
            room += count_between(low | mine_low, high | mine_high, top, HIGHEST + 1)
        else:
            room += count_between(low | mine_low, high | mine_high, 0, top)
        keep |= int(called_by_jump(s, seat, pile)) << pile
        mine |= int(called_near(s, seat, pile)) << pile
    weights = WEIGHTS[int(s.seats) - 1]
    left = count(low | mine_low, high | mine_high)
    price = weights[LAID] + weights[LAID_BY_ROOM] * room / (PILES * left)
    if s.deck_count == 0:
        price += weights[EMPTY_DECK]
    needed = int(s.needed) - int(s.played)
    return Turn(weights, low, high, tops_of(s), keep, mine, price, needed, max(needed, 0) + EXTRA)


@rule
def worth(turn: Turn, tops: int, hand_low: int, hand_high: int) -> float:
    """What the table and the hand that is left promise, if the turn ends so."""
    w = turn.weights
    low, high = turn.rest_low | hand_low, turn.rest_high | hand_high
    rising = min(top_of(tops, 0), top_of(tops, 1))
    behind = max(top_of(tops, 0), top_of(tops, 1))
    falling = max(top_of(tops, 2), top_of(tops, 3)) - 1
    below = min(top_of(tops, 2), top_of(tops, 3)) - 1
    # The cards that each pile takes: on the better and the worse of those that rise, and of those that fall.
    up_low, up_high = low_above(rising), high_above(rising)
    up2_low, up2_high = low_above(behind), high_above(behind)
    down_low, down_high = ~low_above(falling), ~high_above(falling)
    down2_low, down2_high = ~low_above(below), ~high_above(below)
    value = float(count(low & up_low, high & up_high) + count(low & down_low, high & down_high))
    value += w[ROOM_BEHIND] * (count(low & up2_low, high & up2_high) + count(low & down2_low, high & down2_high))
    value -= w[DEAD] * count(low & ~up_low & ~down_low, high & ~up_high & ~down_high)
    value -= w[SINGLE] * count(
        low & ((up_low & ~up2_low & ~down_low) | (down_low & ~down2_low & ~up_low)),
        high & ((up_high & ~up2_high & ~down_high) | (down_high & ~down2_high & ~up_high)),
    )
    value -= w[BLOCKED] * count(hand_low & ~up_low & ~down_low, hand_high & ~up_high & ~down_high)
    # Gaps cost less the fewer cards are left to fall into them.
    density = count(low, high) / HIGHEST
    low_pairs, high_pairs = ten_above(hand_low, hand_high)
    value += w[PAIR] * density * count(hand_low & low_pairs, hand_high & high_pairs)
    close = 0
    for pile in range(PILES):
        top = top_of(tops, pile)
        way = 1 if pile < RISING else -1
        moved = (top - top_of(turn.start, pile)) * way
        back = top - JUMP * way
        kept = moved == 0 and (turn.keep >> pile) & 1 == 1
        if kept or has(hand_low, hand_high, back):
            gained = count_between(low, high, min(top, back), max(top, back))
            if kept:
                value += w[KEEP] * gained + w[KEEP_ANY]
            else:
                value += w[BACK] * gained + w[BACK_ANY]
        for steps in range(1, CLOSEST + 1):
            if has(hand_low, hand_high, top + steps * way):
                close += CLOSEST + 1 - steps
                break
        if (turn.mine >> pile) & 1 == 1:
            if moved == 0:
                value += w[MINE] * density
            elif 0 < moved <= NUDGE:
                value += w[MINE] * w[MINE_NUDGED] * density
    return float(value + w[CLOSE] * density * close)


@rule
def ten_above(low: int, high: int) -> tuple[int, int]:
    """The numbers ten above the cards of a set."""
    return (low << JUMP) & ALL, ((high << JUMP) & ALL) | (low >> (HALF - JUMP))


@rule
def ten_below(low: int, high: int) -> tuple[int, int]:
    return (low >> JUMP) | ((high & FIRST_TEN) << (HALF - JUMP)), high >> JUMP


@rule
def sensible(tops: int, pile: int, hand_low: int, hand_high: int, reach: int) -> tuple[int, int]:
    """Of a hand, what might be laid on a pile: the jump, the nearest card, and one from which the hand can jump."""
    top = top_of(tops, pile)
    if pile < RISING:
        low, high = hand_low & low_above(top), hand_high & high_above(top)
        far = min(top + SWING, HIGHEST)
        pair_low, pair_high = ten_above(hand_low, hand_high)
        pair_low, pair_high = low & pair_low & ~low_above(far), high & pair_high & ~high_above(far)
        back = top - JUMP
        nearest = lowest(low, high) if low | high != 0 else -1
        gap = nearest - top
    else:
        low, high = hand_low & ~low_above(top - 1), hand_high & ~high_above(top - 1)
        far = max(top - SWING, LOWEST) - 1
        pair_low, pair_high = ten_below(hand_low, hand_high)
        pair_low, pair_high = low & pair_low & low_above(far), high & pair_high & high_above(far)
        back = top + JUMP
        nearest = highest(low, high) if low | high != 0 else -1
        gap = top - nearest
    if nearest >= 0 and gap <= reach:
        pair_low |= low_of(nearest)
        pair_high |= high_of(nearest)
    if has(hand_low, hand_high, back):
        pair_low |= low_of(back)
        pair_high |= high_of(back)
    return pair_low, pair_high


@rule
def best_way_on(
    turn: Turn, tops: int, hand_low: int, hand_high: int, pile: int, laid: int, stack: Floats, bottom: int
) -> float:
    """The best that can come of the turn from here on. Piles are taken in order: cards on two of them commute.

    It goes through all ways with a stack of the caller's, from `bottom` on, since a rule that calls itself does not
    survive the compiler's cache. Sets have fewer bits than a float holds exactly."""
    best = worth_if_over(turn, tops, hand_low, hand_high, laid)
    first = laid
    if laid < turn.most:
        push(turn, tops, hand_low, hand_high, pile, laid, stack, bottom)
        laid += 1
    while laid > first:
        frame = bottom + FRAME * (laid - 1 - first)
        tops, hand_low, hand_high = int(stack[frame]), int(stack[frame + 1]), int(stack[frame + 2])
        low, high, onto = int(stack[frame + 3]), int(stack[frame + 4]), int(stack[frame + 5])
        while low | high == 0 and onto < PILES - 1:
            onto += 1
            low, high = sensible(tops, onto, hand_low, hand_high, reach(turn, laid - 1))
        if low | high == 0:
            laid -= 1
            continue
        card = lowest(low, high)
        stack[frame + 3] = low & ~low_of(card)
        stack[frame + 4] = high & ~high_of(card)
        stack[frame + 5] = onto
        tops = with_top(tops, onto, card)
        hand_low &= ~low_of(card)
        hand_high &= ~high_of(card)
        best = max(best, worth_if_over(turn, tops, hand_low, hand_high, laid))
        if laid < turn.most:
            push(turn, tops, hand_low, hand_high, onto, laid, stack, frame + FRAME)
            laid += 1
    return best


@rule
def push(turn: Turn, tops: int, hand_low: int, hand_high: int, pile: int, laid: int, stack: Floats, frame: int) -> None:
    """A table and a hand from which to go on with this pile or a later one."""
    low, high = sensible(tops, pile, hand_low, hand_high, reach(turn, laid))
    stack[frame] = tops
    stack[frame + 1] = hand_low
    stack[frame + 2] = hand_high
    stack[frame + 3] = low
    stack[frame + 4] = high
    stack[frame + 5] = pile


@rule
def reach(turn: Turn, laid: int) -> int:
    return REACH if laid >= turn.needed else HIGHEST


@rule
def worth_if_over(turn: Turn, tops: int, hand_low: int, hand_high: int, laid: int) -> float:
    """What the turn comes to if nothing more is laid: when something must be, the end of the game."""
    if laid >= turn.needed or hand_low | hand_high == 0:
        return worth(turn, tops, hand_low, hand_high) + laid * turn.price
    return STUCK_WORTH + laid
