"""How to play Command of the Sea well: challenge at good odds, and keep the Command Ship out of reach."""

import math

import numpy as np

from parlour.core.game import Floats, Ints, State
from parlour.core.jit import rule
from parlour.core.knowledge import Knowledge
from parlour.core.portable import tanh
from parlour.core.rng import Rng, below, bits
from parlour.games.command.board import (
    COMMAND,
    EMPTY,
    FAR_ROWS,
    NOWHERE,
    PLAYING,
    ROWS,
    SHIPS,
    STRIDE,
    SUBMARINE,
)
from parlour.games.command.knowledge_book import book, deploy
from parlour.games.command.knowledge_hunch import guess
from parlour.games.command.knowledge_net import NET
from parlour.games.command.knowledge_odds import VALUES, danger, gain, possible, prospect, still_unplaced
from parlour.games.command.rules import is_beside, legal

# How readily a ship goes forward, in the table's order: those that can expect to win what they meet go first.
EAGERNESS = np.array([0.6, 1.0, 1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.4, 0.3, 0.3, 0.3, 0.6, 0.02])
SIDEWAYS, BACK = 0.35, 0.15  # against forward
HOME_FREE = 1000.0  # a Command Ship that wins by this move


@rule
def weigh_challenge(s: State, seat: int, ours: int, to: int, unplaced: int) -> float:
    odds = gain(ours, possible(s, 1 - seat, int(s.board[to]) >> 2, unplaced))
    return 1.0 + 12.0 * odds if odds > 0.0 else 0.3 / (1.0 - 8.0 * odds)


@rule
def weigh_sailing(s: State, seat: int, ours: int, at: int, to: int, here: float, unplaced: int) -> float:
    """To an empty square, from one where it is in so much danger."""
    if ours == COMMAND and to // STRIDE == FAR_ROWS[seat] and not is_beside(s, 1 - seat, to):
        return HOME_FREE
    ahead = (to - at) * (1 - 2 * seat)
    eager = float(EAGERNESS[ours])
    if ahead != STRIDE:
        eager *= BACK if ahead == -STRIDE else SIDEWAYS
    relief = here - danger(s, seat, ours, to, unplaced)
    if relief < 0.0:
        return eager / (1.0 - 8.0 * relief)
    return eager + 4.0 * relief + 0.5 * prospect(s, seat, ours, to, unplaced)


@rule
def weigh(s: State, seat: int, actions: Ints, n: int, weights: Floats) -> None:
    """How promising each move looks to a seat that knows its own ships, and of the others what it can infer."""
    unplaced = still_unplaced(s, 1 - seat)
    before = -1
    ours = 0
    here = 0.0
    for i in range(n):
        action = int(actions[i])
        at = action >> 8 & 0xFF
        to = action & 0xFF
        if at != before:
            before = at
            ours = int(s.rank[seat, int(s.board[at]) >> 2])
            here = danger(s, seat, ours, at, unplaced)
        if s.board[to] != EMPTY:
            weights[i] = weigh_challenge(s, seat, ours, to, unplaced)
        else:
            weights[i] = weigh_sailing(s, seat, ours, at, to, here, unplaced)


@rule
def pick(n: int, weights: Floats, rng: Rng) -> int:
    """One of n, each as likely as its weight has it."""
    total = 0.0
    for i in range(n):
        total += weights[i]
    left = total * bits(rng) / 4294967296.0
    for i in range(n):
        left -= weights[i]
        if left < 0.0:
            return i
    return n - 1


@rule
def policy(s: State, seat: int, rng: Rng, out: Ints, weights: Floats) -> int:
    if s.phase != PLAYING:
        return deploy(s, seat, rng)
    n = legal(s, seat, out)
    weigh(s, seat, out, n, weights)
    return int(out[pick(n, weights, rng)])


@rule
def prior(s: State, seat: int, actions: Ints, n: int, weights: Floats) -> None:
    if s.phase != PLAYING:
        for i in range(n):
            weights[i] = 1.0
    else:
        weigh(s, seat, actions, n, weights)


@rule
def attacker(s: State, seat: int, rng: Rng, out: Ints, weights: Floats) -> int:
    """A rival: deploys by the book, makes the challenge with the best odds if they favour it, saves its Command Ship
    from what stands next to it, and else lets any other ship advance."""
    if s.phase != PLAYING:
        return deploy(s, seat, rng)
    n = legal(s, seat, out)
    unplaced = still_unplaced(s, 1 - seat)
    best = 0
    best_worth = -math.inf
    for i in range(n):
        at = int(out[i]) >> 8 & 0xFF
        to = int(out[i]) & 0xFF
        ours = int(s.rank[seat, int(s.board[at]) >> 2])
        worth = below(rng, 100) / 10000.0
        if s.board[to] != EMPTY:
            worth += gain(ours, possible(s, 1 - seat, int(s.board[to]) >> 2, unplaced))
        elif ours == COMMAND and to // STRIDE == FAR_ROWS[seat] and not is_beside(s, 1 - seat, to):
            worth += HOME_FREE
        else:
            step = (to - at) * (1 - 2 * seat)
            worth += 0.0 if ours == COMMAND or step == -STRIDE else 0.02 if step == STRIDE else 0.012
            worth += min(0.0, danger(s, seat, ours, at, unplaced) - danger(s, seat, ours, to, unplaced))
            if ours == COMMAND and is_beside(s, 1 - seat, at) and not is_beside(s, 1 - seat, to):
                worth += 1.0
        if worth > best_worth:
            best_worth = worth
            best = i
    return int(out[best])


# In the evaluation, as log odds of winning; the sizes are rounded from a regression over 250 games of short searches.
ANY_SHIP, ITS_WORTH = 0.12, 0.3  # a ship afloat, and that times its worth
CLOSE = np.array([0.0, 0.8, 0.36, 0.2])  # an opposing ship so far from the Command Ship: next to it, two steps, three
STRUCK = 1.5  # one is next to it, and to move
NEAREST, FAR_OFF = 0.05, 8  # for each step that the nearest one is away, and how many count
AHEAD = 0.18  # for each row that it is on its way
UNMASKED = 0.3  # a Submarine that the other seat knows for what it is


@rule
def command_ship(s: State, seat: int) -> int:
    """Where it stands."""
    for ship in range(SHIPS):
        if s.rank[seat, ship] == COMMAND:
            return int(s.at[seat, ship])
    return NOWHERE


@rule
def standing(s: State, seat: int) -> float:
    """What speaks for a seat: its ships, and how far its Command Ship is from those that look for it."""
    other = 1 - seat
    home = command_ship(s, seat)
    row = home // STRIDE
    column = home % STRIDE
    total = 0.0
    nearest = FAR_OFF
    for ship in range(SHIPS):
        if s.at[seat, ship] != NOWHERE and s.rank[seat, ship] != COMMAND:
            total += ANY_SHIP + ITS_WORTH * VALUES[s.rank[seat, ship]]
            if s.could[seat, ship] == 1 << SUBMARINE:
                total -= UNMASKED
        at = int(s.at[other, ship])
        if at != NOWHERE and s.rank[other, ship] != COMMAND:
            away = abs(at // STRIDE - row) + abs(at % STRIDE - column)
            if away < len(CLOSE):
                total -= CLOSE[away]
            nearest = min(nearest, away)
    if nearest == 1 and s.turn == other:
        total -= STRUCK
    return float(total + NEAREST * nearest + AHEAD * (ROWS - 1 - abs(FAR_ROWS[seat] - row)))


@rule
def evaluate(s: State, values: Floats) -> None:
    values[0] = tanh(0.5 * (standing(s, 0) - standing(s, 1))) if s.phase == PLAYING else 0.0
    values[1] = -values[0]


# At 100 to 200 simulations, each ± 5 %: playouts cut off after 4 steps won 46 % of 60 games against 12 steps, half the
# exploration 49 % of 60; the hunch won 53 % of 80 against none, and the evaluation as fitted 57 % of 80 against one
# with more for strong ships and less for the Command Ship's way.
KNOWLEDGE = Knowledge(
    policy=policy,
    evaluate=evaluate,
    prior=prior,
    guess=guess,
    book=book,
    rivals={"attacker": attacker},
    net=NET,
    cutoff=12,
    pace=1800,
)
