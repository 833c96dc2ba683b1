"""Where it is counted how much somebody has asked for: the port, and counts in this process's memory.

Counting never waits, for a disk, a database or another process: it is done for every request and for every message of
a socket. Several processes that serve one house each count for themselves, and now and then tell each other what was
taken (`taken`, `taken_elsewhere`). In between each knows its own counts alone, so that a limit is too generous by what
fits in between.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, Protocol

MOST_BUCKETS = 20_000  # of each kind; the one that was not used for longest goes first


class Rate(NamedTuple):
    """So many at once, then so many a second."""

    burst: int
    second: float


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

    def taken(self, rates: Mapping[str, Rate] | None = None, least: float = 0.0) -> list[Taken]:
        """What was taken here since this was last asked, less what was given back. With rates, only where it is this
        share of a burst at `least`: the rest is told when it has become as much."""

    def taken_elsewhere(self, others: Iterable[Taken], rates: Mapping[str, Rate]) -> None:
        """What other processes have counted."""


class Bucket(NamedTuple):
    """What is in it, as of when, and how much of that no other process has been told of."""

    used: float = 0.0
    at: float = 0.0
    untold: float = 0.0


EMPTY = Bucket()


class MemoryCounters:
    """All buckets in memory: a restart forgives."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, most: int = MOST_BUCKETS) -> None:
        self._clock, self._most = clock, most
        self._kinds: dict[str, OrderedDict[str, Bucket]] = {}

    def take(self, kind: str, key: str, rate: Rate, amount: float = 1) -> float:
        now, was = self._clock(), self._bucket(kind, key)
        used = left(was, rate, now)
        if used + 1 > rate.burst:
            return (used + 1 - rate.burst) / rate.second
        self._put(kind, key, Bucket(used + amount, now, was.untold + amount))
        return 0.0

    def give_back(self, kind: str, key: str, rate: Rate, amount: float = 1) -> None:
        now, was = self._clock(), self._bucket(kind, key)
        self._put(kind, key, Bucket(max(0.0, left(was, rate, now) - amount), now, was.untold - amount))

    def taken(self, rates: Mapping[str, Rate] | None = None, least: float = 0.0) -> list[Taken]:
        told = []
        for kind, buckets in self._kinds.items():
            enough = 0.0 if rates is None else least * rates[kind].burst
            for key, bucket in buckets.items():
                if bucket.untold and abs(bucket.untold) >= enough:
                    told.append(Taken(kind, key, bucket.untold))
                    buckets[key] = bucket._replace(untold=0.0)
        return told

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
