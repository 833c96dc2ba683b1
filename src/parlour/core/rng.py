"""A small generator for compiled code: xoroshiro64** on two 32-bit words kept in an int64 array.

Words and products stay within what Python, Numba and a GPU agree on, so all three draw the same numbers.
It is for searches and playouts; what players are dealt comes from `dealer.py`.
"""

import numpy as np
import numpy.typing as npt

from parlour.core.compiled.jit import rule

Rng = npt.NDArray[np.int64]

MASK = 0xFFFFFFFF


def new_rng(seed: int) -> Rng:
    """A generator from any whole number."""
    words = np.random.SeedSequence(abs(seed) * 2 + (seed < 0)).generate_state(2)
    return np.array([int(words[0]) | 1, int(words[1])], np.int64)


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
