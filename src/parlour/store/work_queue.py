"""A queue of scripts that wait for a thread, so that the event loop never waits for a disk.

At thousands of appends a second waking up is what costs, of threads and of the loop. So what is asked in one round of
the loop is handed over at its end, all at once; the thread takes whatever is waiting as one group, and wakes the loop
once for all of it. A queue is asked, and answers, in the loop that it was made in.
"""

import asyncio
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from parlour.store.script import Script
from parlour.store.texts import StoreUnavailable

T = TypeVar("T")
MOST_WAITING = 10_000  # some seconds' work; whoever comes then is told so at once
LARGEST_GROUP = 1000


class QueuedWork:
    """A script in the queue, and what it came to: an outcome or a fault."""

    __slots__ = ("args", "fault", "future", "outcome", "script")

    def __init__(
        self, script: Callable[..., Script[Any]], args: tuple[Any, ...], future: "asyncio.Future[Any]"
    ) -> None:
        self.script, self.args, self.future = script, args, future
        self.outcome: Any = None
        self.fault: Exception | None = None


class WorkQueue:
    """`work` is done by the queue's threads: it gives every member of a group an outcome or a fault."""

    def __init__(
        self,
        name: str,
        work: Sequence[Callable[[list[QueuedWork]], None]],
        *,
        most_waiting: int = MOST_WAITING,
        largest_group: int = LARGEST_GROUP,
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[list[QueuedWork] | None] = SimpleQueue()
        self._coming: list[QueuedWork] = []  # in this round of the loop
        self._waiting = 0
        self._most, self._largest = most_waiting, largest_group
        self._closed = False
        self._threads = [threading.Thread(target=self._run, args=(each,), name=name, daemon=True) for each in work]
        for thread in self._threads:
            thread.start()

    def ask(self, script: Callable[..., Script[T]], *args: Any) -> "asyncio.Future[T]":
        if self._closed:
            raise StoreUnavailable("store.closed")
        if self._waiting >= self._most:
            raise StoreUnavailable("store.busy")
        self._waiting += 1
        future: asyncio.Future[T] = self._loop.create_future()
        if not self._coming:
            self._loop.call_soon(self._hand_over)
        self._coming.append(QueuedWork(script, args, future))
        return future

    def _hand_over(self) -> None:
        """What several threads share comes one by one: what takes long holds nothing else up."""
        at_once = self._largest if len(self._threads) == 1 else 1
        for start in range(0, len(self._coming), at_once):
            self._queue.put(self._coming[start : start + at_once])
        self._coming = []

    async def close(self) -> None:
        """What waits is still done."""
        if not self._closed:
            self._closed = True
            self._hand_over()
            for _ in self._threads:
                self._queue.put(None)
        for thread in self._threads:
            await asyncio.to_thread(thread.join)

    def _run(self, work: Callable[[list[QueuedWork]], None]) -> None:
        going = True
        while going:
            some = self._queue.get()
            group: list[QueuedWork] = []
            while some is not None:
                group += some
                if len(group) >= self._largest:
                    break
                try:
                    some = self._queue.get_nowait()
                except Empty:
                    break
            else:
                going = False
            if group:
                work(group)
                # The loop may have been closed meanwhile; then nobody waits for an answer.
                with suppress(RuntimeError):
                    self._loop.call_soon_threadsafe(self._answer, group)

    def _answer(self, group: list[QueuedWork]) -> None:
        self._waiting -= len(group)
        for one in group:
            if one.future.done():  # whoever waited has given up
                continue
            if one.fault is None:
                one.future.set_result(one.outcome)
            else:
                one.future.set_exception(one.fault)
