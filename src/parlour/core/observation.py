"""What a program that learns is shown of a match, as data: the names and sizes of what `Game.observe` writes.

All of it is whole numbers. A plane is a board of small ones; a scalar is one number with a name and a range, by which
a learner scales it. CPU, WebAssembly and GPU write the same bytes.
"""

from typing import TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

Planes: TypeAlias = npt.NDArray[np.int8]
Scalars: TypeAlias = npt.NDArray[np.int16]


class NamedScalar(msgspec.Struct, frozen=True):
    """A number by itself, from `low` to `high`."""

    name: str
    high: int = 1
    low: int = 0


class Observation(msgspec.Struct, frozen=True):
    """How an observation is laid out: planes of `height` rows and `width` columns one after the other, each row by row;
    and scalars. Planes hold numbers from 0 to `most`."""

    planes: tuple[str, ...]
    height: int
    width: int
    scalars: tuple[NamedScalar, ...]
    most: int = 1

    @property
    def size(self) -> int:
        """Numbers in all planes together."""
        return len(self.planes) * self.height * self.width

    @property
    def shape(self) -> tuple[int, int, int]:
        return len(self.planes), self.height, self.width

    def empty(self) -> tuple[Planes, Scalars]:
        """Buffers of the right size for `Game.observe`."""
        return np.zeros(self.size, np.int8), np.zeros(len(self.scalars), np.int16)


def flags(*names: str) -> tuple[NamedScalar, ...]:
    """Scalars that say yes or no."""
    return tuple(NamedScalar(name) for name in names)
