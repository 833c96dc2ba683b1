"""A hunch where the other's Command Ship is: what can be inferred says nothing of it, but players are alike.

They put it on the back row and leave it there. So a guess that is even-handed about everything else, as `determinize`
is, prefers the ships that have stood at the back since the beginning.
"""

import numpy as np

from parlour.core.game import State
from parlour.core.jit import rule
from parlour.core.rng import Rng, bits
from parlour.games.command.board import COMMAND, FAR_ROWS, NOWHERE, PLAYING, SHIPS, STRIDE
from parlour.games.command.known import determinize

BY_DEPTH = np.array([1.0, 0.35, 0.1])  # on the back row at the start, on the one before it, on the foremost
MOVED = 0.3  # it has moved since
SALLIED = 0.4  # and forward by two rows or more


@rule
def likeness(s: State, seat: int, ship: int) -> float:
    """How much like a Command Ship this one has been used."""
    start = int(s.start[seat, ship])
    at = int(s.at[seat, ship])
    home = FAR_ROWS[1 - seat]
    depth = abs(start // STRIDE - home)
    like = BY_DEPTH[depth] if depth < len(BY_DEPTH) else BY_DEPTH[-1]
    if at != start:
        like *= MOVED
        if abs(at // STRIDE - home) >= depth + 2:
            like *= SALLIED
    return float(like)


@rule
def guess(s: State, viewer: int, rng: Rng) -> None:
    """Only ships that were never in a challenge change classes here, so nobody has learnt anything else by it."""
    determinize(s, viewer, rng)
    if s.phase == PLAYING:
        place_command_ship(s, 1 - viewer, rng)


@rule
def place_command_ship(s: State, seat: int, rng: Rng) -> None:
    """Let it change places with a ship that could be it, and whose class it could have, by how much that is like it."""
    now = 0
    while s.rank[seat, now] != COMMAND:
        now += 1
    classes = int(s.could[seat, now])
    total = 0.0
    for ship in range(SHIPS):
        if may_be_command(s, seat, ship, classes):
            total += likeness(s, seat, ship)
    left = total * bits(rng) / 4294967296.0
    for ship in range(SHIPS):
        if may_be_command(s, seat, ship, classes):
            left -= likeness(s, seat, ship)
            if left < 0.0:
                s.rank[seat, now] = s.rank[seat, ship]
                s.rank[seat, ship] = COMMAND
                return


@rule
def may_be_command(s: State, seat: int, ship: int, classes: int) -> bool:
    afloat = s.at[seat, ship] != NOWHERE
    return bool(afloat and int(s.could[seat, ship]) >> COMMAND & 1 and classes >> int(s.rank[seat, ship]) & 1)
