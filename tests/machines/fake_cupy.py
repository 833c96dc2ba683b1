"""CuPy as far as the loader uses it, on this machine: its memory is NumPy's, and a kernel reads its frame from memory
as PTX does and calls the native function for every lane."""

import ctypes
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from parlour.bots.compare import TUPLES, native
from parlour.core.compiled.frames import STATE, Description
from parlour.core.game import Game


class FakeArray(np.ndarray):  # type: ignore[type-arg]
    """With a pointer, as CuPy's have."""

    class Pointer:
        def __init__(self, array: "FakeArray") -> None:
            self.array, self.ptr = array, array.ctypes.data

    @property
    def data(self) -> "FakeArray.Pointer":  # type: ignore[override]
        return FakeArray.Pointer(self)


class FakeRandom:
    """Its lots are others than a GPU's."""

    def seed(self, seed: int) -> None:
        self._lots = np.random.default_rng(seed)

    def random(self, shape: Any, dtype: Any) -> Any:
        return self._lots.random(shape, dtype)


class FakeCupy:
    """In place of the module."""

    uint8, int32 = np.uint8, np.int32
    random = FakeRandom()

    def __init__(
        self, game: Game, description: Description, functions: Mapping[str, Callable[..., Any]] | None = None
    ) -> None:
        self._game, self._description = game, description
        self._functions = native(game) if functions is None else functions
        self.cuda = self
        self.launched: list[tuple[str, int]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(np, name)

    def Device(self) -> "FakeCupy":  # noqa: N802
        return self

    def synchronize(self) -> None:
        pass

    def get_default_memory_pool(self) -> "FakeCupy":
        return self

    def free_all_blocks(self) -> None:
        pass

    def zeros(self, shape: Any, dtype: Any = np.float64) -> FakeArray:
        return np.zeros(shape, dtype).view(FakeArray)

    def asarray(self, array: Any) -> FakeArray:
        return np.array(array).view(FakeArray)

    def asnumpy(self, array: FakeArray) -> Any:
        return array.view(np.ndarray).copy()

    def ndarray(self, shape: Any, dtype: Any, memptr: FakeArray.Pointer, strides: Any) -> Any:
        return np.ndarray(shape, dtype, memptr.array.view(np.ndarray), 0, strides)

    def RawModule(self, path: str) -> "FakeCupy":  # noqa: N802
        return self

    def get_function(self, name: str) -> Any:
        function, calls = self._description.functions[name], self._functions[name]

        def kernel(grid: tuple[int], block: tuple[int], given: tuple[Any, ...]) -> None:
            frame, lanes, _ = (int(each) for each in given)
            assert (grid[0] - 1) * block[0] < lanes <= grid[0] * block[0]
            self.launched.append((name, lanes))
            slots = sum(2 + len(each.dims) for each in function.arguments) + 2 * bool(function.results)
            words = _at(frame, 8 * slots).view(np.int64).tolist()
            for lane in range(lanes):
                arguments: list[Any] = []
                parts: list[Any] = []
                at = 0
                for argument in function.arguments:
                    address, step, *shape = words[at : at + 2 + len(argument.dims)]
                    at += 2 + len(argument.dims)
                    dtype = self._game.state if argument.dtype == STATE else np.dtype(argument.dtype)
                    size = int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
                    array = _at(address + lane * step, size).view(dtype).reshape(shape)
                    if "." in argument.name:
                        parts.append(array)
                        whole = TUPLES[argument.name.partition(".")[0]]
                        if len(parts) == len(whole._fields):
                            arguments.append(whole(*parts))
                            parts = []
                    elif not argument.dims:
                        arguments.append(array.item())
                    else:
                        arguments.append(array.view(np.recarray) if argument.dtype == STATE else array)
                answer = calls(*arguments)
                if function.results:
                    address, step = words[at:]
                    _at(address + lane * step, 8 * len(function.results)).view(np.int64)[:] = answer

        return kernel


def _at(address: int, size: int) -> Any:
    return np.frombuffer((ctypes.c_uint8 * size).from_address(address), np.uint8)
