"""A server's metrics with one more: how late its loop was through its own fault, on a machine that has much else to do.

The system counts how long a thread was ready to run and had to wait for a processor. That is the machine's part of
being late; what is left, work on the loop or the interpreter's lock held elsewhere, is the server's."""

import asyncio
import logging
import threading
import time
import traceback
from pathlib import Path
from typing import Any

from numba.core import event

from parlour.server.exposition import Histogram
from parlour.server.metrics import LAGS, Metrics

log = logging.getLogger("parlour.watched")
EVERY = 0.01  # seconds
OWN_LAG = "own_loop_lag_seconds"


class WatchedMetrics(Metrics):
    def __init__(self) -> None:
        super().__init__()
        self.own_lag = Histogram(OWN_LAG, "How late, but for waiting for a processor.", bounds=LAGS)
        self.longest = 0.0
        self.all.append(self.own_lag)
        self.read("own_loop_lag_longest_seconds", "The most of these.", "gauge", lambda: self.longest)

    async def watch_loop(self) -> None:
        loading = LoadsOnTheLoop(threading.get_ident())
        event.register("numba:compiler_lock", loading)
        self.read("own_loads_total", "Compiled code that was loaded or made on the loop.", "counter", loading.many)
        await asyncio.gather(super().watch_loop(), self._watch_own())

    async def _watch_own(self) -> None:
        place = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat")
        while True:
            began, waited = time.perf_counter(), _waited(place)
            await asyncio.sleep(EVERY)
            late = time.perf_counter() - began - EVERY - (_waited(place) - waited)
            self.own_lag.observe(max(0.0, late))
            self.longest = max(self.longest, late)


class LoadsOnTheLoop(event.Listener):  # type: ignore[misc]
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


def _waited(place: Path) -> float:
    """Seconds that this thread was ready to run and did not."""
    return int(place.read_text().split()[1]) / 1e9
