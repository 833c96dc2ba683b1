"""A server's metrics with one more: how late its loop was through its own fault, on a machine that has much else to do.

The system counts how long each thread was ready to run and had to wait for a processor, and how long each processor was
taken away from it as a whole, where it is a machine within another. What the loop's own thread waited, and what another
did that may have held the interpreter's lock, and what was taken away is the machine's part of being late. What is left
is the server's: work on the loop, or a lock or a disk that the loop waits for."""

import asyncio
import logging
import threading
import time
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any

from numba.core import event

from parlour.server.metrics import LAGS, Metrics
from tests.machine import taken_away

log = logging.getLogger("parlour.watched")
EVERY = 0.01  # seconds
OWN_LAG = "own_loop_lag_seconds"


class WatchedMetrics(Metrics):
    def __init__(self, stall: float = 0.0) -> None:
        """`stall`: seconds for which the loop is held up, on purpose, every second."""
        super().__init__()
        self._stall = stall
        self.own_lag = self.histogram(OWN_LAG, "How late, but for waiting for a processor.", bounds=LAGS)
        self.longest = 0.0
        self.read_gauge("own_loop_lag_longest_seconds", "The most of these.", lambda: self.longest)

    async def watch_loop(self) -> None:
        loading = LoadsOnTheLoop(threading.get_ident())
        event.register("numba:compiler_lock", loading)
        self.read_counter("own_loads_total", "Compiled code that was loaded or made on the loop.", loading.many)
        await asyncio.gather(super().watch_loop(), self._watch_own(), self._hold_up())

    async def _hold_up(self) -> None:
        while self._stall:
            await asyncio.sleep(1)
            time.sleep(self._stall)  # on the loop: that is the point

    async def _watch_own(self) -> None:
        own = threading.get_native_id()
        while True:
            began, before, taken = time.perf_counter(), _waited(), taken_away()
            await asyncio.sleep(EVERY)
            late = time.perf_counter() - began - EVERY - (taken_away() - taken)
            waited = {thread: all - before.get(thread, 0.0) for thread, all in _waited().items()}
            late -= waited.pop(own) + max(waited.values(), default=0.0)
            self.own_lag.observe(max(0.0, late))
            self.longest = max(self.longest, late)


class LoadsOnTheLoop(event.Listener):
    """Whoever loads compiled code or compiles takes Numba's lock; a function that is there already does not."""

    def __init__(self, thread: int) -> None:
        self._thread, self._count = thread, 0

    def many(self) -> float:
        return self._count

    def on_start(self, event: Any) -> None:
        if threading.get_ident() == self._thread:
            self._count += 1
            log.warning("compiled code on the loop:\n%s", "".join(traceback.format_stack()))

    def on_end(self, event: Any) -> None:
        pass


def _waited() -> dict[int, float]:
    """Seconds that each thread was ready to run and did not."""
    waited = {}
    for place in Path("/proc/self/task").iterdir():
        with suppress(OSError):  # it has just ended
            waited[int(place.name)] = int((place / "schedstat").read_text().split()[1]) / 1e9
    return waited
