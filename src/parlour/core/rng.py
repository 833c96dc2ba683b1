"""A small generator for compiled code: xoroshiro64** on two 32-bit words kept in an int64 array.

Words and products stay within what Python, Numba and a GPU agree on, so all three draw the same numbers.
It is for searches and playouts; what players are dealt comes from `dealer.py`.
"""

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from parlour.core.compiled.jit import plain, rule

if TYPE_CHECKING:
    from parlour.core.state import Ints

Rng = npt.NDArray[np.int64]

MASK = 0xFFFFFFFF
POOL = 4  # words that a seed is spread over
FIRST_FACTOR, FACTOR_STEP = 0x43B0D7E5, 0x931E8875
MIX_INTO, MIX_FROM = 0xCA01F9DD, 0x4973F715
FIRST_FACTOR_OUT, FACTOR_STEP_OUT = 0x8B51F9DD, 0x58F38DED


def new_rng(seed: int) -> Rng:
    """A generator from any whole number."""
    rng = np.zeros(2, np.int64)
    plain(seed_words)(rng, np.zeros(POOL, np.int64), seed)
    return rng


@rule
def seed_words(rng: Rng, pool: "Ints", seed: int) -> None:
    """The words of a generator for a seed, which are far from those of the next seed: what NumPy's SeedSequence makes
    of it, by arithmetic that all machines share. Compiled, for seeds of up to 62 bits.

    In one piece, for `new_rng` runs it as it is written, and what it called would be compiled."""
    left = 2 * abs(seed) + (1 if seed < 0 else 0)
    factor = FIRST_FACTOR
    # First the seed's words fill the pool, then every word of the pool is mixed into the others, then what is left of
    # the seed into all.
    turn = 0
    while turn < POOL + POOL * POOL or left > 0:
        source = turn // POOL - 1
        into = turn % POOL
        turn += 1
        if source == into:
            continue
        word = int(pool[source]) if 0 <= source < POOL else left & MASK
        word ^= factor
        factor = (factor * FACTOR_STEP) & MASK
        word = (word * factor) & MASK
        word ^= word >> 16
        if source >= 0:
            word = (int(pool[into]) * MIX_INTO - word * MIX_FROM) & MASK
            word ^= word >> 16
        pool[into] = word
        if source < 0 or (source >= POOL and into == POOL - 1):
            left >>= 32
    factor = FIRST_FACTOR_OUT
    for i in range(2):
        word = int(pool[i]) ^ factor
        factor = (factor * FACTOR_STEP_OUT) & MASK
        word = (word * factor) & MASK
        rng[i] = word ^ (word >> 16)
    rng[0] = int(rng[0]) | 1


@rule
def bits(rng: Rng) -> int:
    """32 random bits."""
    a = int(rng[0])
    b = int(rng[1])
    mixed = (a * 0x9E3779BB) & MASK
    result = ((((mixed << 5) | (mixed >> 27)) & MASK) * 5) & MASK
    b ^= a
    rng[0] = (((a << 26) | (a >> 6)) & MASK) ^ b ^ ((b << 9) & MASK)
    rng[1] = ((b << 13) | (b >> 19)) & MASK
    return result


@rule
def below(rng: Rng, n: int) -> int:
    """A number from 0 to n − 1, each equally likely; n from 1 to 2**31."""
    product = bits(rng) * n
    if (product & MASK) < n:
        # Only here can a bias arise: the first 2**32 mod n low parts would come up once too often.
        floor = (MASK + 1) % n
        while (product & MASK) < floor:
            product = bits(rng) * n
    return product >> 32
