"""Many matches of a game at once, inside compiled code. One source; `vec.loops_of_matches` makes a copy for each game.

`jit.specialise` binds the names declared below to a game's own functions: this module is never used as it stands. A
match touches nothing but its own row of each buffer, and the two lists to write into are its thread's: so it makes no
difference which thread, of whatever processor, takes a match on.
"""

from typing import TYPE_CHECKING, Any

from parlour.core.compiled.jit import entry, rule
from parlour.core.rng import Rng, below

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from parlour.core.observation import Planes, Scalars
    from parlour.core.state import Floats, Ints, State

    Int8s = npt.NDArray[np.int8]
    Bools = npt.NDArray[np.bool_]
    Float32s = npt.NDArray[np.float32]

    def actor(s: State) -> int: ...
    def legal(s: State, seat: int, out: Ints) -> int: ...
    def apply(s: State, actor: int, action: int) -> None: ...
    def returns(s: State, out: Floats) -> None: ...
    def draw(s: State, rng: Rng, out: Ints, weights: Ints) -> int: ...
    def number(s: State, seat: int, action: int) -> int: ...
    def numbered(s: State, seat: int, number: int) -> int: ...
    def observe(s: State, seat: int, planes: Planes, scalars: Scalars) -> None: ...


CHANCE = -1
OVER = -2
BEGIN = -1  # in place of a number: a new match
WORD, IN_WORD = 5, 31  # bits of a number that say which word of `allowed` is its own, and which bit there


@entry
def first_refused(numbers: "Ints", allowed: "Ints", count: int) -> int:
    """The first match whose number is not one of its actions now; as many as there are matches if there is none."""
    i = 0
    while i < len(numbers):
        k = int(numbers[i])
        if k < 0 or k >= count or int(allowed[i, k >> WORD]) >> (k & IN_WORD) & 1 == 0:
            return i
        i += 1
    return i


@entry
def any_number(allowed: "Ints", luck: "Ints", numbers: "Ints") -> None:
    """For every match one of its actions, each equally likely, by a generator of its own."""
    for i in range(len(numbers)):
        count = 0
        for word in range(allowed.shape[1]):
            count += ones(int(allowed[i, word]))
        left = below(luck[i], max(1, count))
        word = 0
        while word + 1 < allowed.shape[1] and left >= ones(int(allowed[i, word])):
            left -= ones(int(allowed[i, word]))
            word += 1
        bits = int(allowed[i, word])
        for _ in range(left):
            bits &= bits - 1
        numbers[i] = (word << WORD) + ones((bits & -bits) - 1)


@rule
def ones(bits: int) -> int:
    """How many of 32 bits are set."""
    bits = bits - ((bits >> 1) & 0x55555555)
    bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F
    return (bits + (bits >> 8) + (bits >> 16) + (bits >> 24)) & 63


@entry
def advance(
    first: int,
    last: int,
    start: Any,
    states: Any,
    rngs: "Ints",
    numbers: "Ints",
    turn: "Ints",
    planes: "Planes",
    scalars: "Scalars",
    masks: "Int8s",
    allowed: "Ints",
    rewards: "Float32s",
    terminated: "Bools",
    lengths: "Ints",
    out: "Ints",
    weights: "Ints",
    one: "Floats",
) -> None:
    """The matches from `first` on, before `last`: each takes its number's action or, told to BEGIN, is a new one. What
    is left to chance is drawn. One that ends pays its rewards and is begun anew at once. Then the seat to act observes,
    and its actions are listed."""
    for i in range(first, last):
        s = states[i]
        k = int(numbers[i])
        who = int(turn[i])
        action = k
        if k == BEGIN:
            who = OVER
        else:
            action = numbered(s, who, k)
        for seat in range(len(one)):
            rewards[i, seat] = 0.0
        terminated[i] = False
        lengths[i] += 1
        # One call of `apply` for players and for chance: where a function is called twice, it is compiled twice.
        while True:
            if who == OVER:
                states[i] = start[0]
                lengths[i] = 0
            else:
                apply(s, who, action)
            who = actor(s)
            if who >= 0:
                break
            if who == OVER:
                terminated[i] = True
                returns(s, one)
                for seat in range(len(one)):
                    rewards[i, seat] = one[seat]
            else:
                action = draw(s, rngs[i], out, weights)
        turn[i] = who
        observe(s, who, planes[i], scalars[i])
        n = legal(s, who, out)
        for j in range(masks.shape[1]):
            masks[i, j] = 0
        for j in range(allowed.shape[1]):
            allowed[i, j] = 0
        for j in range(n):
            k = number(s, who, out[j])
            masks[i, k] = 1
            allowed[i, k >> WORD] = int(allowed[i, k >> WORD]) | 1 << (k & IN_WORD)
