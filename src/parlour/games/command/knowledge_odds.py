"""The odds of a challenge, from what a seat knows: its own class, and what it can infer of the other's ship."""

import numpy as np

from parlour.core.game import State
from parlour.core.jit import rule
from parlour.games.command.board import (
    ANY,
    ATTACKER_WINS,
    BOTH_LOST,
    CLASSES,
    COMMAND,
    COUNTS,
    DIRECTIONS,
    LITTORAL,
    OUTCOMES,
    SHIPS,
    SUBMARINE,
)

# What a ship is worth, in the table's order, the strongest carrier being 1. To find a Command Ship is worth less than
# to lose one is bad: where it is looked for it seldom is.
VALUES = np.array([0.85, 1.0, 0.9, 0.82, 0.74, 0.66, 0.58, 0.51, 0.44, 0.37, 0.31, 0.25, 0.2, 0.17, 2.5])
DOWNFALL = 6.0  # what losing the own Command Ship is, in the same money


def balance(attacker: int, defender: int) -> float:
    """What the attacker gains, less what it loses."""
    outcome = OUTCOMES[attacker, defender]
    if outcome == BOTH_LOST:
        return 0.0
    if outcome == ATTACKER_WINS:
        return float(VALUES[defender])
    return -DOWNFALL if attacker == COMMAND else -float(VALUES[attacker])


# By own class and theirs: what an attack gains us, and what one of theirs gains them. A Command Ship attacks nobody.
ATTACK = np.array([[balance(a, d) for d in range(CLASSES)] for a in range(CLASSES)])
THREAT = np.array([[balance(a, d) if a != COMMAND else 0.0 for a in range(CLASSES)] for d in range(CLASSES)])


@rule
def still_unplaced(s: State, seat: int) -> int:
    """The classes of which not all ships of this seat are known: those that a ship of many possible ones can have."""
    known = 0
    submarines = 0
    littorals = 0
    for ship in range(SHIPS):
        classes = int(s.could[seat, ship])
        if classes == 1 << SUBMARINE:
            submarines += 1
        elif classes == 1 << LITTORAL:
            littorals += 1
        elif classes & (classes - 1) == 0:
            known |= classes
    if submarines == COUNTS[SUBMARINE]:
        known |= 1 << SUBMARINE
    if littorals == COUNTS[LITTORAL]:
        known |= 1 << LITTORAL
    return ANY & ~known


@rule
def possible(s: State, seat: int, ship: int, unplaced: int) -> int:
    classes = int(s.could[seat, ship])
    if classes & (classes - 1) != 0 and classes & unplaced != 0:
        classes &= unplaced
    return classes


@rule
def gain(ours: int, classes: int) -> float:
    """What an attack by ours may gain, on average over these classes of theirs."""
    total = 0.0
    ships = 0
    for each in range(CLASSES):
        if classes >> each & 1:
            total += ATTACK[ours, each] * COUNTS[each]
            ships += COUNTS[each]
    return total / ships


@rule
def risk(ours: int, classes: int) -> float:
    """What an attack on ours may gain them, on average over these classes of theirs."""
    total = 0.0
    ships = 0
    for each in range(CLASSES):
        if classes >> each & 1:
            total += THREAT[ours, each] * COUNTS[each]
            ships += COUNTS[each]
    return total / ships


@rule
def danger(s: State, seat: int, ours: int, at: int, unplaced: int) -> float:
    """The worst that the ships next to this square could do to ours."""
    other = 1 - seat
    worst = 0.0
    for way in range(len(DIRECTIONS)):
        there = int(s.board[at + DIRECTIONS[way]])
        if there & 3 == 1 << other:
            if ours == COMMAND:
                return DOWNFALL
            worst = max(worst, risk(ours, possible(s, other, there >> 2, unplaced)))
    return worst


@rule
def prospect(s: State, seat: int, ours: int, at: int, unplaced: int) -> float:
    """The best that ours could do from this square to the ships next to it."""
    other = 1 - seat
    best = 0.0
    for way in range(len(DIRECTIONS)):
        there = int(s.board[at + DIRECTIONS[way]])
        if there & 3 == 1 << other:
            best = max(best, gain(ours, possible(s, other, there >> 2, unplaced)))
    return best
