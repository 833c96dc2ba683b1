"""Generators for many matches, by NumPy alone: the same on a CPU and on a GPU. See `core/rng.py`."""

import numpy as np
import numpy.typing as npt

LUCK = 0x10CC  # by which the generators for random actions differ from those for chance


def generators(seed: int | None, matches: int) -> npt.NDArray[np.int64]:
    """One for every match, that of match i not depending on how many there are."""
    return _words(None if seed is None else [_entropy(seed)], matches)


def lucky(seed: int | None, matches: int) -> npt.NDArray[np.int64]:
    """Others, for actions that are drawn by lot."""
    return _words(None if seed is None else [_entropy(seed), LUCK], matches)


def _entropy(seed: int) -> int:
    return abs(seed) * 2 + (seed < 0)


def _words(entropy: list[int] | None, matches: int) -> npt.NDArray[np.int64]:
    words = np.random.SeedSequence(entropy).generate_state(2 * matches).astype(np.int64).reshape(matches, 2)
    words[:, 0] |= 1
    return words
