"""Where it is counted how much somebody has asked for: the port, and counts in this process's memory.

Counting never waits, for a disk, a database or another process: it is done for every request and for every message of
a socket. Several processes that serve one house each count for themselves, and tell each other what was
taken (`taken`, `taken_elsewhere`). In between each knows its own counts alone, so that a limit is too generous by what
fits in between.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, Protocol

from parlour.house.live.counts import Rate as Rate

MOST_BUCKETS = 20_000  # of each kind; the one that was not used for longest goes first


class Taken(NamedTuple):
    """What was counted since the last exchange."""

    kind: str
    key: str
    amount: float


class Counters(Protocol):
    """A bucket for every kind and key. It holds what was taken, and is emptied at its rate."""

    def take(self, kind: str, key: str, rate: Rate, amount: float = 1) -> float:
        """Count so much; or nothing, if that would be too much, and answer for how many seconds still. Where there is
        room for one there is room for a larger amount: the next has to wait until it is worked off."""

    def give_back(self, kind: str, key: str, rate: Rate, amount: float = 1) -> None:
        """What was counted is not to be."""

    def watch(self, least: float, call: Callable[[], None]) -> None:
        """From now on call at once when that share of a burst was taken somewhere since it was last told."""

    def taken(self) -> list[Taken]:
        """Where that has happened: what was taken there since this was last asked, less what was given back. The rest
        is told when it has become as much."""

    def taken_elsewhere(self, others: Iterable[Taken], rates: Mapping[str, Rate]) -> None:
        """What other processes have counted."""


class Bucket(NamedTuple):
    """What is in it, as of when, and how much of that no other process has been told of."""

    used: float = 0.0
    at: float = 0.0
    untold: float = 0.0


EMPTY = Bucket()


def _nobody() -> None: ...


class MemoryCounters:
    """All buckets in memory: a restart forgives."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, most: int = MOST_BUCKETS) -> None:
        self._clock, self._most = clock, most
        self._kinds: dict[str, OrderedDict[str, Bucket]] = {}
        self._least, self._call = 0.0, _nobody
        self._full: dict[tuple[str, str], None] = {}

    def take(self, kind: str, key: str, rate: Rate, amount: float = 1) -> float:
        now, was = self._clock(), self._bucket(kind, key)
        used = left(was, rate, now)
        if used + 1 > rate.burst:
            return (used + 1 - rate.burst) / rate.second
        self._put(kind, key, Bucket(used + amount, now, was.untold + amount))
        self._look(kind, key, rate, was.untold + amount)
        return 0.0

    def give_back(self, kind: str, key: str, rate: Rate, amount: float = 1) -> None:
        now, was = self._clock(), self._bucket(kind, key)
        self._put(kind, key, Bucket(max(0.0, left(was, rate, now) - amount), now, was.untold - amount))
        self._look(kind, key, rate, was.untold - amount)

    def watch(self, least: float, call: Callable[[], None]) -> None:
        self._least, self._call = least, call

    def taken(self) -> list[Taken]:
        full, self._full = self._full, {}
        told = [Taken(kind, key, self._bucket(kind, key).untold) for kind, key in full]
        for kind, key, _ in told:
            if key in self._kinds[kind]:
                self._kinds[kind][key] = self._kinds[kind][key]._replace(untold=0.0)
        return [one for one in told if one.amount]

    def _look(self, kind: str, key: str, rate: Rate, untold: float) -> None:
        if self._least and abs(untold) >= self._least * rate.burst:
            self._full[kind, key] = None
            self._call()

    def taken_elsewhere(self, others: Iterable[Taken], rates: Mapping[str, Rate]) -> None:
        now = self._clock()
        for kind, key, amount in others:
            was = self._bucket(kind, key)
            self._put(kind, key, Bucket(max(0.0, left(was, rates[kind], now) + amount), now, was.untold))

    def size(self) -> int:
        return sum(map(len, self._kinds.values()))

    def _bucket(self, kind: str, key: str) -> Bucket:
        buckets = self._kinds.get(kind)
        return EMPTY if buckets is None else buckets.get(key, EMPTY)

    def _put(self, kind: str, key: str, bucket: Bucket) -> None:
        buckets = self._kinds.setdefault(kind, OrderedDict())
        buckets[key] = bucket
        buckets.move_to_end(key)
        if len(buckets) > self._most:
            buckets.popitem(last=False)


def left(bucket: Bucket, rate: Rate, now: float) -> float:
    """What is still in it."""
    return max(0.0, bucket.used - max(0.0, now - bucket.at) * rate.second)
