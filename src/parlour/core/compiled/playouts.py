"""Random games and counts of positions, inside compiled code: `loops.py` made for a game, and called from Python."""

from functools import cache
from types import ModuleType

import msgspec
import numpy as np

from parlour.core.compiled import jit
from parlour.core.game import Game, State, as_array
from parlour.core.rng import new_rng

RULES = ("actor", "waiting", "legal", "apply", "chance", "sample", "returns")


@cache
def loops_of(game: Game) -> ModuleType:
    """`loops.py` with the names that it leaves open bound to this game's rules."""
    return jit.specialise("parlour.core.compiled.loops", {name: getattr(game, name) for name in RULES}, game.home)


@cache
def exports_of(game: Game) -> ModuleType:
    """`exports.py` for this game."""
    names = {name: getattr(game, name) for name in ("actor", "waiting", "legal", "also", "apply", "returns", "ending")}
    return jit.specialise("parlour.core.compiled.exports", {**names, "draw": loops_of(game).draw}, game.home)


class Playouts(msgspec.Struct, frozen=True):
    """What random games of compiled code came to."""

    steps: int
    longest: int
    unfinished: int  # games that did not end within the bound
    returns: list[float]  # mean per seat


def playouts(game: Game, start: State, seats: int, games: int, seed: int) -> Playouts:
    """Random games from `start`, uniform over `legal`, inside compiled code."""
    first, work = as_array(start), as_array(start)
    out, weights = game.buffer(), game.buffer()
    totals, one = np.zeros(seats, np.float64), np.zeros(seats, np.float64)
    steps, longest, unfinished = loops_of(game).playouts(
        first, work, new_rng(seed), games, game.bound, out, weights, one, totals
    )
    return Playouts(int(steps), int(longest), int(unfinished), [float(t) / max(games, 1) for t in totals])


def perft(game: Game, start: State, depth: int, most: int = 2**62) -> int | None:
    """How many sequences of `depth` steps there are, chance's outcomes counted one each.

    None if more than `most` positions would have to be visited for it.
    """
    if depth == 0:
        return 1
    # No stack needs more levels than a match can have steps.
    levels = min(depth, game.bound + 1)
    states = np.zeros(levels + 1, start.dtype).view(np.recarray)
    states[0] = start
    weights, left = game.buffer(), np.array([most], np.int64)
    lists = np.empty((levels, len(weights)), np.int64)
    nodes = int(loops_of(game).perft(states, lists, weights, 0, levels, left))
    return None if left[0] < 0 else nodes
