"""The state of a match as rules have it: one NumPy record, made, copied and handed to compiled loops here."""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

State: TypeAlias = np.record
Ints: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]


class StateRecord(np.record):  # type: ignore[misc]  # final in the stubs alone
    """A state by itself. Compiled code asks it for its `data`, and NumPy's answer describes every field of the buffer,
    which takes longer than most rules; plain bytes do as well. And NumPy finds a field by its name in Python, step by
    step; what is no attribute is a field, and finding that is quick."""

    __getattribute__ = np.void.__getattribute__

    def __getattr__(self, name: str) -> Any:
        try:
            return np.void.__getitem__(self, name)
        except (KeyError, ValueError):
            raise AttributeError(f"a state has no {name}") from None

    @property
    def data(self) -> Any:
        base: Any = self.base
        return base.view(np.uint8) if base is not None and base.shape == (1,) else super().data


def blank(dtype: np.dtype[Any]) -> State:
    """A state of zeros, to be filled by `new`."""
    state: State = np.zeros(1, np.dtype((StateRecord, dtype)))[0]
    return state


def copy_state(s: State) -> State:
    array = np.zeros(1, s.dtype)
    array[0] = s
    state: State = array[0]
    return state


def as_array(s: State) -> "np.recarray[Any, Any]":
    """A copy of the state as an array of one, which is how compiled loops take it."""
    array = np.zeros(1, s.dtype).view(np.recarray)
    array[0] = s
    return array


def state_bytes(s: State) -> bytes:
    """The state's fields without the padding between them."""
    names = s.dtype.names
    assert names is not None, "a state has named fields"
    return b"".join(np.asarray(s[name]).tobytes() for name in names)
