"""Sets of cards, so that counting is a few instructions: two ints, a bit for each card below 50 and for each other."""

from parlour.core.jit import rule
from parlour.games.dance.board import JUMP

HALF = 50
ALL = (1 << HALF) - 1
FIRST_TEN = (1 << JUMP) - 1


@rule
def ones(bits: int) -> int:
    """How many bits are set, in halves, quarters and so on: compiled code has no such instruction to call."""
    bits = bits - ((bits >> 1) & 0x5555555555555555)
    bits = (bits & 0x3333333333333333) + ((bits >> 2) & 0x3333333333333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0F
    bits = bits + (bits >> 8)
    bits = bits + (bits >> 16)
    bits = bits + (bits >> 32)
    return bits & 127


@rule
def count(low: int, high: int) -> int:
    return ones(low) + ones(high)


@rule
def has(low: int, high: int, card: int) -> bool:
    """Any number may be asked for; what is no card is not there."""
    if card < HALF:
        return card >= 0 and (low >> card) & 1 == 1
    return card < 2 * HALF and (high >> (card - HALF)) & 1 == 1


@rule
def low_of(card: int) -> int:
    return 1 << card if card < HALF else 0


@rule
def high_of(card: int) -> int:
    return 1 << (card - HALF) if card >= HALF else 0


@rule
def low_above(number: int) -> int:
    """The lower half of all cards above a number from 0 to 100."""
    return ALL & ~((1 << (number + 1)) - 1) if number < HALF - 1 else 0


@rule
def high_above(number: int) -> int:
    return ALL if number < HALF else ALL & ~((1 << (number + 1 - HALF)) - 1)


@rule
def count_between(low: int, high: int, under: int, over: int) -> int:
    """How many lie strictly between two numbers."""
    under = max(under, 0)
    over = min(over, 2 * HALF)
    if over <= under + 1:
        return 0
    return count(
        low & low_above(under) & ~low_above(over - 1),
        high & high_above(under) & ~high_above(over - 1),
    )


@rule
def lowest(low: int, high: int) -> int:
    """The lowest card of a set that has one."""
    if low != 0:
        return ones((low & -low) - 1)
    return HALF + ones((high & -high) - 1)


@rule
def highest(low: int, high: int) -> int:
    if high != 0:
        return HALF + last_bit(high)
    return last_bit(low)


@rule
def last_bit(bits: int) -> int:
    for reach in (1, 2, 4, 8, 16, 32):
        bits = bits | (bits >> reach)
    return ones(bits) - 1
