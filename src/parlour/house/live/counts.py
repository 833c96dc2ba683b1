"""How often something was asked for, where no process lasts long enough to count it: one moment for each bucket, at
which it is empty again. What was taken moves that moment on, and time comes nearer to it by itself."""

from typing import NamedTuple

import msgspec

from parlour.house.people.secret_hashes import hash_of
from parlour.house.store import ABSENT, MOST_TRIES, Index, Kind, Put, Store, Unavailable, forget_expired, keep

SECOND = 1000


class Rate(NamedTuple):
    """So many at once, then so many a second."""

    burst: int
    second: float


class RequestCount(msgspec.Struct, frozen=True, kw_only=True):
    kind: str
    hash: str  # of by whom it is counted: addresses and names are written down nowhere for this
    until: int


REQUEST_COUNTS = Kind(
    "request_counts",
    RequestCount,
    ("kind", "hash"),
    {"until": Index(order=("until", "kind", "hash"))},
    expires="until",
)


async def take(store: Store, kind: str, key: str, rate: Rate, now: int, amount: float = 1) -> float:
    """Count so much; or nothing, if that would be too much, and answer for how many seconds still. Whatever is asked at
    the same time is counted one after the other."""
    for _ in range(MOST_TRIES):
        was = await store.get(REQUEST_COUNTS, kind, hash_of(key))
        until = now if was is None else max(now, was.until)
        used = (until - now) / SECOND * rate.second
        if amount > 0 and used + 1 > rate.burst:
            return (used + 1 - rate.burst) / rate.second
        new = RequestCount(kind=kind, hash=hash_of(key), until=until + round(amount / rate.second * SECOND))
        if await keep(store, Put(REQUEST_COUNTS, new, was=ABSENT if was is None else was)):
            return 0.0
    raise Unavailable("refuse.busy")


async def give_back(store: Store, kind: str, key: str, rate: Rate, now: int) -> None:
    await take(store, kind, key, rate, now, -1)


async def forget_old_counts(store: Store, now: int) -> None:
    await forget_expired(store, REQUEST_COUNTS, now)
