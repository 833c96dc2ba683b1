"""A game's kernels on an NVIDIA GPU, by CuPy: memory laid out there, and functions called for many lanes at once.

The PTX is made beforehand, where Numba is (`parlour compile --for gpu`); this needs NumPy and CuPy alone.
"""

import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.core.compiled.frames import (
    SLOT,
    Argument,
    Bytes,
    Description,
    Memory,
    beside,
    dtype_of,
    read_description,
    sized,
)
from parlour.core.net import WEIGHTS

ASSEMBLED_FOR = "sm_90"  # H100, H200
SHARED = ("lore", *(f"{net}.{part}" for net in ("net", "rival") for part in WEIGHTS))
THREADS = 64  # in a block: searches need many registers


class NoGpu(Exception):
    """Why there is none to be used, in a sentence."""


def cupy() -> Any:
    """The library, or a sentence that says what is missing."""
    try:
        import cupy
    except ImportError:
        raise NoGpu("a GPU is driven by CuPy, which is not installed here: pip install cupy-cuda12x") from None
    try:
        if cupy.cuda.runtime.getDeviceCount() > 0:
            return cupy
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise NoGpu(f"CuPy finds no GPU: {error}") from error
    raise NoGpu("CuPy finds no GPU on this machine")


def assembled(path: Path) -> Path:
    return path.with_suffix(".cubin")


def assemble(path: Path) -> bool:
    """PTX made into a GPU's own code beside it, if NVIDIA's assembler is here."""
    command = shutil.which("ptxas")
    if command is None:
        return False
    subprocess.run([command, f"-arch={ASSEMBLED_FOR}", "-o", str(assembled(path)), str(path)], check=True)
    return True


class Kernels:
    """The kernels of one game, loaded from its PTX; the description lies beside it, and perhaps the same assembled."""

    def __init__(self, path: Path) -> None:
        self.cupy = cupy()
        self.description: Description = read_description(beside(path))
        self._module = self._load(path)
        self._loaded: dict[str, Any] = {}

    def _load(self, path: Path) -> Any:
        """To assemble PTX takes a driver half a minute for a large game. What was assembled for another kind of GPU, or
        by a newer assembler than the driver knows, it does not take."""
        ready = assembled(path)
        if ready.exists():
            try:
                module = self.cupy.RawModule(path=str(ready))
                module.get_function(next(iter(self.description.functions)))
            except self.cupy.cuda.driver.CUDADriverError:
                pass
            else:
                return module
        return self.cupy.RawModule(path=str(path))

    def launch(self, name: str, frame: int, lanes: int, status: Any, threads: int = THREADS) -> None:
        """Begin the function for so many lanes; it has ended once the device is synchronised. `status` gets a number
        for each lane, 0 where all went well."""
        if name not in self._loaded:
            self._loaded[name] = self._module.get_function(name)
        arguments = (np.uint64(frame), np.int32(lanes), np.uint64(status.data.ptr))
        self._loaded[name]((-(-lanes // threads),), (threads,), arguments)


class Lanes:
    """Memory on the GPU for so many lanes of functions: an array for each of their arguments, shared by functions that
    call it the same. Numbers by themselves are the same for all lanes but for those named `by_lane`; arrays are each
    lane's own but for those named `shared`, the game's study, and the weights of nets."""

    def __init__(
        self,
        kernels: Kernels,
        names: Sequence[str],
        lanes: int,
        sizes: Mapping[str, int],
        shared: Sequence[str] = (),
        by_lane: Sequence[str] = (),
    ) -> None:
        self.kernels, self.lanes = kernels, lanes
        known, memory = kernels.description, Memory()
        every = {**known.sizes, **sizes}
        for function in (known.functions[name] for name in names):
            for argument in function.arguments:
                if argument.name not in memory.places:
                    one = argument.name not in by_lane if not argument.dims else argument.name in (*SHARED, *shared)
                    memory.reserve(argument.name, dtype_of(argument, known), sized(argument, every), lanes, one)
            if function.results:
                memory.reserve(f"{function.name}.results", np.int64, (len(function.results),), lanes)
        self._frames = {name: memory.frame(known.functions[name], {"results": f"{name}.results"}) for name in names}
        self.memory = memory
        self._cupy = kernels.cupy
        self._bytes = self._cupy.zeros(memory.end, self._cupy.uint8)
        self.status = self._cupy.zeros(lanes, self._cupy.int32)
        base, slots_at = int(self._bytes.data.ptr), dict(memory.frames())
        for name, at in self._frames.items():
            slots = with_base(known.functions[name].arguments, slots_at[at], base)
            self._bytes[at : at + SLOT * len(slots)] = self._cupy.asarray(np.array(slots, np.int64).view(np.uint8))

    def array(self, name: str, like: tuple[int, ...] | None = None) -> Any:
        """All lanes of an argument as one CuPy array, first dimension the lane; no copy. States are bytes. `like`: in
        another shape of as many numbers."""
        place = self.memory.places[name]
        lanes, room = self.lanes if place.step else 1, place.step or place.size
        states = place.dtype.kind == "V"
        shape, dtype = ((place.size,), np.dtype(np.uint8)) if states else (like or place.shape, place.dtype)
        strides = (room, *np.empty(shape, dtype).strides)
        return self._cupy.ndarray((lanes, *shape), dtype, memptr=self._bytes[place.at :].data, strides=strides)

    def fill(self, name: str, value: npt.ArrayLike) -> None:
        """The same for all lanes, or by lane. Of a state, its bytes."""
        place, array = self.memory.places[name], self.array(name)
        if place.dtype.kind == "V":
            array[...] = self._cupy.asarray(np.ascontiguousarray(value).view(np.uint8).reshape(-1, place.size))
        else:
            array[...] = self._cupy.asarray(np.asarray(value, place.dtype))

    def run(self, name: str, lanes: int | None = None, threads: int = THREADS) -> None:
        """The function for all lanes, or the first so many, to its end; an error in any lane is one here."""
        self.begin(name, lanes, threads)
        self.finish(name, lanes)

    def begin(self, name: str, lanes: int | None = None, threads: int = THREADS) -> None:
        """The same, and go on at once: what else is asked of the device waits for it."""
        frame = int(self._bytes.data.ptr) + self._frames[name]
        self.kernels.launch(name, frame, self.lanes if lanes is None else lanes, self.status, threads)

    def finish(self, name: str, lanes: int | None = None) -> None:
        """Wait for the device; an error in any lane is one here."""
        self._cupy.cuda.Device().synchronize()
        count = self.lanes if lanes is None else lanes
        failed = int((self.status[:count] != 0).sum())
        if failed:
            raise RuntimeError(f"{name} stopped at an error in {failed} of {count} lanes")


def with_base(arguments: Iterable[Argument], slots: list[int], base: int) -> list[int]:
    """A frame's numbers, with addresses that begin at `base` instead of 0."""
    real, at = list(slots), 0
    for argument in arguments:
        real[at] += base
        at += 2 + len(argument.dims)
    if at < len(real):
        real[at] += base
    return real


def run_image(
    kernels: Kernels, image: Bytes, calls: Iterable[tuple[str, int, int]], threads: int = THREADS
) -> tuple[Bytes, list[int]]:
    """A job as `bots/compare.py` makes it, with addresses from 0: calls are (function, frame, lanes). Answers the
    memory after it, and how many lanes of each call stopped at an error."""
    library = kernels.cupy
    memory = library.asarray(image)
    base, failed = int(memory.data.ptr), []
    for name, frame, lanes in calls:
        function = kernels.description.functions[name]
        count = sum(2 + len(argument.dims) for argument in function.arguments) + (2 if function.results else 0)
        slots = image[frame : frame + SLOT * count].view(np.int64).tolist()
        real = np.array(with_base(function.arguments, slots, base), np.int64)
        memory[frame : frame + SLOT * count] = library.asarray(real.view(np.uint8))
        status = library.zeros(lanes, library.int32)
        kernels.launch(name, base + frame, lanes, status, threads)
        library.cuda.Device().synchronize()
        failed.append(int((status != 0).sum()))
    after: Bytes = library.asnumpy(memory)
    return after, failed
