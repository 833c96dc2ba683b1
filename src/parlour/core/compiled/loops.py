"""Loops over a game's rules that stay inside compiled code. One source; `playouts.loops_of` makes a copy for each game.

`jit.specialise` binds the names declared below to a game's own functions: this module is never used as it stands.
"""

from typing import TYPE_CHECKING, Any

from parlour.core.compiled.jit import entry, rule
from parlour.core.rng import Rng, below

if TYPE_CHECKING:
    from parlour.core.state import Floats, Ints, State

    def actor(s: State) -> int: ...
    def waiting(s: State) -> int: ...
    def legal(s: State, seat: int, out: Ints) -> int: ...
    def apply(s: State, actor: int, action: int) -> None: ...
    def chance(s: State, out: Ints, weights: Ints) -> int: ...
    def sample(s: State, rng: Rng) -> int: ...
    def returns(s: State, out: Floats) -> None: ...


CHANCE = -1
OVER = -2


@rule
def draw(s: "State", rng: Rng, out: "Ints", weights: "Ints") -> int:
    """An outcome of chance, as likely as its weight."""
    quick = sample(s, rng)
    if quick >= 0:
        return quick
    n = chance(s, out, weights)
    total = weights[0]  # not 0: `below` would be compiled once more, for that constant
    for i in range(1, n):
        total += weights[i]
    left = below(rng, total)
    for i in range(n):
        left -= weights[i]
        if left < 0:
            return int(out[i])
    return int(out[n - 1])


@rule
def any_action(s: "State", who: int, rng: Rng, out: "Ints") -> int:
    return int(out[below(rng, legal(s, who, out))])


@rule
def any_policy(s: "State", who: int, rng: Rng, out: "Ints", weights: "Floats") -> int:
    return any_action(s, who, rng, out)


@entry
def playouts(
    start: Any,
    work: Any,
    rng: Rng,
    games: int,
    bound: int,
    out: "Ints",
    weights: "Ints",
    one: "Floats",
    totals: "Floats",
) -> tuple[int, int, int]:
    """Random games; answers all steps, the longest game, and how many did not end within the bound."""
    steps = 0
    longest = 0
    unfinished = 0
    s = work[0]
    for _ in range(games):
        work[0] = start[0]
        length = 0
        who = actor(s)
        while who != OVER and length < bound:
            # One call of `apply` for both: with the constant CHANCE as its argument it would be compiled twice. And
            # not from a function between: each level of calls has all below it optimised once more.
            action = draw(s, rng, out, weights) if who == CHANCE else int(out[below(rng, legal(s, who, out))])
            apply(s, who, action)
            length += 1
            who = actor(s)
        if who == OVER:
            returns(s, one)
            for seat in range(len(totals)):
                totals[seat] += one[seat]
        else:
            unfinished += 1
        steps += length
        longest = max(longest, length)
    return steps, longest, unfinished


@entry
def perft(states: Any, lists: "Ints", weights: "Ints", level: int, depth: int, left: "Ints") -> int:
    """Sequences of `depth - level` steps from states[level]; gives up when no more positions are `left` to visit."""
    left[0] -= 1
    s = states[level]
    who = actor(s)
    if who == OVER or left[0] < 0:
        return 0
    out = lists[level]
    n = chance(s, out, weights) if who == CHANCE else legal(s, who, out)
    if level + 1 == depth:
        return n
    nodes = 0
    for i in range(n):
        states[level + 1] = s
        apply(states[level + 1], who, out[i])
        nodes += perft(states, lists, weights, level + 1, depth, left)
    return nodes
