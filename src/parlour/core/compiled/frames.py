"""How compiled functions are called on another machine: what they take, where it lies, and in which order.

Memory is the caller's. Whoever calls lays out all arrays as Python has them (C order, little-endian) and writes a
*frame* for each function: 8-byte numbers, for every argument in turn the address of its data, the step in bytes from
one lane to the next (0: all lanes share it), and the length of each dimension. A number by itself is an array of no
dimensions. After the arguments come address and step of the results, if there are any, 8 bytes each. A tuple of arrays
is its arrays in turn. A lane is one game, one search: `function(frame, lane)` works on that lane's part.

This file knows neither Numba nor LLVM, so that it can be used where they are not.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

STATE = "state"  # in place of a dtype: a record as the game has it
ALIGNED = 16  # bytes, every lane of every array
SLOT = 8  # bytes
FORMAT = 1  # of description and frames; another number is another ABI

Bytes: TypeAlias = npt.NDArray[np.uint8]
Dimension: TypeAlias = str | int  # a number, or the name of one: see `sizes` of a description


class Argument(NamedTuple):
    """One array; `dims` is empty for a number by itself."""

    name: str
    dtype: str
    dims: tuple[Dimension, ...]


class Function(NamedTuple):
    """Of a module: what a frame for it holds."""

    name: str
    arguments: tuple[Argument, ...]
    results: tuple[str, ...]  # dtypes, of 8 bytes each


class Description(NamedTuple):
    """All that a caller who knows no rules needs to know of a module. Written beside it, as JSON."""

    format: int
    game: str
    machine: str
    sources: str  # a hash of what it was made from
    heap: int  # the first byte of memory that is the caller's; 0 where memory is not the module's
    state: dict[str, Any]  # size, and for every field its offset, dtype and shape
    sizes: dict[str, int]  # numbers that dimensions are named by: those that are always the same
    search: dict[str, Any]  # what the game's knowledge says of searches
    functions: dict[str, Function]

    def to_json(self) -> str:
        functions = {
            name: {"arguments": [list(each) for each in function.arguments], "results": list(function.results)}
            for name, function in self.functions.items()
        }
        return json.dumps(self._asdict() | {"functions": functions}, indent=1)


def beside(module: Path) -> Path:
    """Where the description of a module is."""
    return module.with_name(f"{module.name}.json")


def read_description(path: Path) -> Description:
    """As it was written; anything else is a ValueError."""
    try:
        facts = json.loads(path.read_text("utf-8"))
        if facts["format"] != FORMAT:
            raise ValueError(f"{path.name} has format {facts['format']}, and this version reads {FORMAT}")
        functions = {
            name: Function(
                name,
                tuple(Argument(each[0], each[1], tuple(each[2])) for each in parts["arguments"]),
                tuple(parts["results"]),
            )
            for name, parts in facts["functions"].items()
        }
        return Description(**{**facts, "functions": functions})
    except (KeyError, TypeError, IndexError) as error:
        raise ValueError(f"{path.name} is no description of a module: {error}") from error


def describe_state(dtype: np.dtype[Any]) -> dict[str, Any]:
    assert dtype.fields is not None, "a state is a record"
    fields = {name: [int(at), item.base.str, list(item.shape)] for name, (item, at, *_) in dtype.fields.items()}
    return {"size": dtype.itemsize, "fields": fields}


class ArrayPlace(NamedTuple):
    """Where an array lies in memory."""

    at: int
    step: int  # bytes from lane to lane
    shape: tuple[int, ...]  # of one lane
    dtype: np.dtype[Any]

    @property
    def size(self) -> int:
        """Bytes of one lane."""
        return int(np.prod(self.shape, dtype=np.int64)) * self.dtype.itemsize


class Memory:
    """Arrays of so many lanes laid out one after another, from `base` on."""

    def __init__(self, base: int = 0) -> None:
        self.base = self.end = -(-base // ALIGNED) * ALIGNED
        self.places: dict[str, ArrayPlace] = {}
        self._frames: list[tuple[int, list[int]]] = []

    def reserve(
        self, name: str, dtype: npt.DTypeLike, shape: Sequence[int], lanes: int = 1, shared: bool = False
    ) -> ArrayPlace:
        """Room for an array, in every lane or shared by all."""
        item = np.dtype(dtype)
        size = int(np.prod(shape, dtype=np.int64)) * item.itemsize
        room = max(ALIGNED, -(-size // ALIGNED) * ALIGNED)
        place = ArrayPlace(self.end, 0 if shared else room, tuple(shape), item)
        self.end += room * (1 if shared else lanes)
        self.places[name] = place
        return place

    def frame(self, function: Function, names: Mapping[str, str] | None = None) -> int:
        """Room for a frame; its arguments are the places of the same names, or of those that `names` gives them.
        Answers its address."""
        called = names or {}
        slots: list[int] = []
        for argument in function.arguments:
            place = self.places[called.get(argument.name, argument.name)]
            if len(place.shape) != len(argument.dims):
                raise ValueError(f"{function.name}: {argument.name} has {len(argument.dims)} dimensions")
            slots += [place.at, place.step, *place.shape]
        if function.results:
            place = self.places[called.get("results", "results")]
            slots += [place.at, place.step]
        at = self.end
        self.end += -(-len(slots) * SLOT // ALIGNED) * ALIGNED
        self._frames.append((at, slots))
        return at

    def image(self) -> Bytes:
        """All of it, zeros but for the frames: fill it by `view`."""
        image = np.zeros(self.end - self.base, np.uint8)
        for at, slots in self._frames:
            image[at - self.base : at - self.base + SLOT * len(slots)].view(np.int64)[:] = slots
        return image

    def frames(self) -> list[tuple[int, list[int]]]:
        """Where each frame lies, and what is in it: for memory that is not filled by an image."""
        return list(self._frames)

    def view(self, image: Bytes, name: str, lane: int = 0) -> npt.NDArray[Any]:
        """That lane's array, inside the image."""
        place = self.places[name]
        begin = place.at - self.base + lane * place.step
        return image[begin : begin + place.size].view(place.dtype).reshape(place.shape)


def sized(argument: Argument, sizes: Mapping[str, int]) -> tuple[int, ...]:
    """The shape of an argument, with the numbers that its dimensions are named by."""
    return tuple(size if isinstance(size, int) else sizes[size] for size in argument.dims)


def dtype_of(argument: Argument, description: Description) -> npt.DTypeLike:
    """A state is so many bytes, for whoever does not know its fields."""
    return f"V{description.state['size']}" if argument.dtype == STATE else argument.dtype
