"""What a strong player knows about LuckyMoose: what every lay scores, and what it leaves to others.

The search evaluates where it stops, without playing on: points made, and what each hand could lay next on this board.
So a lay that opens the border to another hand costs what that hand would make there. With 200 simulations a move it
won 42½ of 60 games against the player that takes what scores most.
"""

import math

import numpy as np

from parlour.core.game import Floats, Ints, State
from parlour.core.jit import rule
from parlour.core.knowledge import Knowledge
from parlour.core.portable import tanh
from parlour.core.rng import Rng, below
from parlour.games.luckymoose.board import EMPTY, KINDS, PLAYING, STEPS
from parlour.games.luckymoose.knowledge_lays import (
    GROUPS,
    MEMBERS,
    NOTHING,
    NOWHERE,
    best_along,
    best_going_on,
    best_lay,
    how_many,
    kinds_held,
    largest_group,
    members_of,
    points_by_step,
)
from parlour.games.luckymoose.knowledge_net import NET
from parlour.games.luckymoose.notation import END, FORFEIT, ONE_MORE, SWAP, WORD
from parlour.games.luckymoose.rules import legal

SHARE = 0.8  # how much of its best lay a seat makes that has to wait for another's turn
DEVIATION = 280.0  # of what two seats' scores come to differ by in a whole game
LEAST_DEVIATION = 20.0
KEENNESS = 2.0  # how much more an action is tried that scores more
FAINT = 0.0002  # what every action gets: there may be sixty exchanges, and other orders of each lay
# By the tokens kept, all of one group: the points of a lay that is tried as much as that exchange. To count such groups
# as points in `evaluate` too (1, 4, 12 and 40 for two to five tokens) won 17 of 40 games against not doing so.
GIVING = np.array([0, 0.5, 1, 2, 6, 16, 1], np.float64)


# -- a player that takes what scores most ------------------------------------------------------------------------


@rule
def greedy(s: State, seat: int, rng: Rng, out: Ints, weights: Floats) -> int:
    """The next step of the turn that scores most; of equals, any. Only a hand that cannot lay is exchanged."""
    if s.laid_count > 0:
        return go_on(s, seat, rng, out)
    points, start, way, group = best_lay(s, seat, below(rng, 1024))
    if points == NOTHING:
        return give_the_rest(s, seat)
    at = start
    while s.board[at] != EMPTY or s.fits[at] == 0:
        at += STEPS[way]
    held = kinds_held(s, seat)
    fitting = held & s.fits[at]
    chosen = 0
    equals = 0
    for i in range(s.hand_count[seat]):
        kind = int(s.hand[seat, i])
        if fitting >> kind & 1 and best_along(s, start, way, group, held, at, kind, NOWHERE) == points:
            equals += 1
            if below(rng, equals) == 0:
                chosen = kind
    return at << 6 | chosen


@rule
def go_on(s: State, seat: int, rng: Rng, out: Ints) -> int:
    n = legal(s, seat, out)
    best = NOTHING
    chosen = END
    equals = 0
    for i in range(n):
        action = int(out[i])
        points = points_by_step(s, seat, action)
        if points > best:
            best = points
            equals = 0
        if points == best and points != NOTHING:
            equals += 1
            if below(rng, equals) == 0:
                chosen = action
    return chosen


@rule
def give_the_rest(s: State, seat: int) -> int:
    """Exchange all that is not of the largest group, or, if that is nothing, all; forfeit if the pool is empty."""
    if s.pool_count == 0:
        return FORFEIT
    held = kinds_held(s, seat)
    kept = 0
    most = 0
    for group in range(GROUPS):
        n = how_many(members_of(held, group))
        if most < n < s.hand_count[seat]:
            most = n
            kept = group
    action = SWAP
    before = NOTHING
    for i in range(s.hand_count[seat]):
        kind = int(s.hand[seat, i])
        of_group = kind // MEMBERS == kept if kept < MEMBERS else kind % MEMBERS == kept - MEMBERS
        if (not of_group or kind == before or most == 0) and (action >> 36 & 7) < s.pool_count:
            action = (action + ONE_MORE) & ~WORD | (action & WORD) << 6 | (kind + 1)
        before = kind
    return action


# -- what a position is worth -----------------------------------------------------------------------------------


@rule
def evaluate(s: State, values: Floats) -> None:
    """By the points made, and those that each seat can make next, as far as they still decide."""
    points = (
        points_expected(s, int(np.int64(0))),
        points_expected(s, int(np.int64(1))),
        points_expected(s, int(np.int64(2))),
        points_expected(s, int(np.int64(3))),
    )
    left = KINDS * int(s.sets) - int(s.placed)
    scatter = max(LEAST_DEVIATION, DEVIATION * math.sqrt(left / (KINDS * int(s.sets))))
    seats = len(values)
    for seat in range(seats):
        ahead = 0.0
        for other in range(seats):
            ahead += tanh((points[seat] - points[other]) / scatter)
        values[seat] = ahead / (seats - 1)


@rule
def points_expected(s: State, seat: int) -> float:
    """A seat's, after its next lay, or after the one that it is making."""
    if seat >= s.seats:
        return 0.0
    points = float(s.score[seat])
    if s.phase == PLAYING and seat == s.turn:
        if s.laid_count > 0:
            return points + best_going_on(s, seat)
        return points + max(0, best_lay(s, seat, int(np.int64(0)))[0])
    return points + SHARE * max(0, best_lay(s, seat, int(np.int64(0)))[0])


# -- what to try first ------------------------------------------------------------------------------------------


@rule
def prior(s: State, seat: int, actions: Ints, n: int, weights: Floats) -> None:
    """By what each step scores in the end, and exchanges by what is kept."""
    most = 0.0
    for i in range(n):
        action = int(actions[i])
        if action >= SWAP:
            weights[i] = worth_of_giving(s, seat, action)
        elif action == FORFEIT:
            weights[i] = 0.0
        else:
            weights[i] = points_by_step(s, seat, action)
        most = max(most, weights[i])
    for i in range(n):
        points = weights[i]
        weights[i] = FAINT
        if points > 0:
            weights[i] += ((points + 2) / (most + 2)) ** KEENNESS
        elif points == 0:
            weights[i] += 0.1 * (2 / (most + 2)) ** KEENNESS


@rule
def worth_of_giving(s: State, seat: int, action: int) -> float:
    """Of an exchange, by what is kept: only one group, none of it twice."""
    given = int(np.int64(0))
    count = action >> 36 & 7
    for i in range(count):
        given |= 1 << ((action >> 6 * i & 63) - 1)
    kept = kinds_held(s, seat) & ~given
    most = largest_group(kept)
    if most + count < s.hand_count[seat]:
        return float(NOTHING)
    return float(GIVING[most])


@rule
def glimpse(s: State, outcome: int, viewer: int) -> int:
    """The viewer's own draws as they are; others' it does not see. So the tree mostly ends with the viewer's turn:
    below it, where each guess has other hands, every visit would add some eighty actions to the same chain."""
    return outcome if s.turn == viewer else 0


KNOWLEDGE = Knowledge(
    policy=greedy,
    evaluate=evaluate,
    prior=prior,
    glimpse=glimpse,
    rivals={"greedy": greedy},
    net=NET,
    cutoff=0,
    explore=1.0,
    urgency=0.2,
    pace=850,
)
