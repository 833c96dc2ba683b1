"""What positions are worth by a net, added to what the game's own evaluation says; and how promising actions look,
added to the game's own prior, if the net has priors. `jit.specialise` binds the names.

Whole numbers up to the last lines, in a fixed order: every machine comes to the same.
"""

from typing import TYPE_CHECKING

import numpy as np

from parlour.core.compiled.jit import rule
from parlour.core.knowledge import UNLIKE
from parlour.core.net import BIAS, FIELD, FOUR, HALF, HAND, MOVES_ONE, ON, ONE, OUTPUT_ONE, OUTPUTS, TWO, Net
from parlour.core.portable import exp, log, tanh

if TYPE_CHECKING:
    from parlour.core.game import Floats, Ints, State
    from parlour.core.knowledge import Lore

    def actor(s: State) -> int: ...
    def hand_evaluate(s: State, values: Floats, lore: Lore) -> None: ...
    def hand_prior(s: State, seat: int, actions: Ints, n: int, weights: Floats, lore: Lore) -> None: ...
    def list_inputs(s: State, seat: int, listed: Ints, lore: Lore) -> int: ...
    def number(s: State, seat: int, action: int) -> int: ...

    TOGETHER = False


SURE = 0.9995  # what the game's own evaluation is as sure of needs no second opinion
FAINT = -10.0  # no action looks less promising than this beside the best one, as a logarithm
LEAST = 1e-300  # of the game's own prior, so that it has a logarithm
FIELD_MASK, FIELD_SIGN = (1 << FIELD) - 1, 1 << FIELD - 1
HALF_MASK, HALF_SIGN = (1 << HALF) - 1, 1 << HALF - 1
ONE_BITS = ONE.bit_length() - 1


@rule
def evaluate(s: "State", values: "Floats", lore: "Lore", net: Net) -> None:
    hand_evaluate(s, values, lore)
    if net.output[ON] == 0:
        return
    if TOGETHER:
        # All win or lose alike: asked once. Where hardly a card is left to lose, the net may know more than the hand.
        likely = judged(s, max(0, actor(s)), max(-SURE, min(SURE, values[0])), lore, net)
        for seat in range(len(values)):
            values[seat] = likely
        return
    if len(values) == 2:
        # What one wins the other loses: asked once, for the seat to act.
        seat = 1 if actor(s) == 1 else 0
        values[seat] = judged(s, seat, values[seat], lore, net)
        values[1 - seat] = -values[seat]
        return
    for seat in range(len(values)):
        values[seat] = judged(s, seat, values[seat], lore, net)


@rule
def judged(s: "State", seat: int, hand: float, lore: "Lore", net: Net) -> float:
    """What the seat may expect, of which its own evaluation says so much. Both are log odds, halved, and added up."""
    if hand > SURE or hand < -SURE:
        return hand
    if not look(s, seat, lore, net):
        return hand
    total = net.output[BIAS]
    for unit in range(len(net.passed)):
        total += net.passed[unit] * net.output[OUTPUTS + unit]
    odds = 0.5 * log((1.0 + hand) / (1.0 - hand))
    return tanh(net.output[HAND] / OUTPUT_ONE * odds + total / (ONE * OUTPUT_ONE))


@rule
def prior(
    s: "State", seat: int, actions: "Ints", n: int, weights: "Floats", sums: "Ints", lore: "Lore", net: Net
) -> None:
    """How promising each action looks, by the game's own prior and by the net: their logarithms are added up. `sums` is
    room for as many numbers as there are actions."""
    hand_prior(s, seat, actions, n, weights, lore)
    last = net.moves.shape[0] - 1
    if net.moves[last, ON] == 0 or n < 2:
        return
    if not look(s, seat, lore, net):
        return
    units = len(net.passed)
    for i in range(n):
        sums[i] = 0
        row = number(s, seat, actions[i])
        if 0 <= row < last:
            total = net.moves[row, units]
            for unit in range(units):
                total += net.passed[unit] * net.moves[row, unit]
            sums[i] = total
    own = net.moves[last, HAND] / OUTPUT_ONE
    best = -np.inf
    for i in range(n):
        weights[i] = own * log(max(LEAST, weights[i])) + sums[i] / (ONE * MOVES_ONE)
        best = max(best, weights[i])
    for i in range(n):
        weights[i] = exp(max(FAINT, weights[i] - best))


@rule
def look(s: "State", seat: int, lore: "Lore", net: Net) -> bool:
    """What both layers make of the position as this seat sees it, in `net.passed`; False in a match that nets do not
    know. In one place for value and prior, so that modules have it once."""
    n = list_inputs(s, seat, net.listed, lore)
    if n == UNLIKE:
        return False
    add_first(net, n)
    add_second(net)
    pass_on(net)
    return True


@rule
def pass_on(net: Net) -> None:
    """What the second layer came to, each unit by itself."""
    for pair in range(len(net.more)):
        both = net.more[pair]
        low = ((both & HALF_MASK) ^ HALF_SIGN) - HALF_SIGN
        high = (both - low) >> HALF
        net.passed[TWO * pair] = clipped(low >> ONE_BITS)
        net.passed[TWO * pair + 1] = clipped(high >> ONE_BITS)


@rule
def clipped(x: int) -> int:
    return 0 if x < 0 else ONE if x > ONE else x


@rule
def add_first(net: Net, n: int) -> None:
    """The rows of the `n` inputs that are listed, and the bias."""
    bias = net.rows.shape[0] - 1
    for word in range(len(net.sums)):
        net.sums[word] = net.rows[bias, word]
    for i in range(n):
        row = net.listed[i]
        for word in range(len(net.sums)):
            net.sums[word] += net.rows[row, word]


@rule
def add_second(net: Net) -> None:
    """What the first layer passes on. A sum is the four of them added up: the lowest is taken off, the rest moved."""
    bias = net.second.shape[0] - 1
    for pair in range(len(net.more)):
        net.more[pair] = net.second[bias, pair]
    for word in range(len(net.sums)):
        four = net.sums[word]
        for i in range(FOUR):
            low = ((four & FIELD_MASK) ^ FIELD_SIGN) - FIELD_SIGN
            four = (four - low) >> FIELD
            passed = clipped(low)
            if passed > 0:
                for pair in range(len(net.more)):
                    net.more[pair] += passed * net.second[FOUR * word + i, pair]
