"""When the house was up: while it is not, no clock runs."""

import msgspec

from parlour.house.store import ABSENT, MOST_TRIES, Index, Kind, Put, Store, Unavailable, keep, pages


class Uptime(msgspec.Struct, frozen=True, gc=False):
    id: int
    began: int
    until: int


UPTIMES = Kind("uptimes", Uptime, ("id",), {"latest": Index(order=("-id",))})


async def begin_uptime(store: Store, now: int) -> int:
    """The house is up; answers a number for `beat`."""
    for _ in range(MOST_TRIES):
        last = await store.list_by(UPTIMES, "latest", most=1)
        number = last[0].id + 1 if last else 1
        if await keep(store, Put(UPTIMES, Uptime(number, now, now), ABSENT)):
            return number
    raise Unavailable("refuse.busy")


async def beat(store: Store, uptime: int, now: int) -> None:
    """It still is."""
    before = await store.get(UPTIMES, uptime)
    if before is not None and before.until < now:
        await keep(store, Put(UPTIMES, msgspec.structs.replace(before, until=now), before))


async def uptimes(store: Store, since: int = 0) -> list[tuple[int, int]]:
    """(from, until) of every time it was up that ended after `since`, the earliest first."""
    found = [one async for some in pages(store, UPTIMES, "latest") for one in some if one.until > since]
    return [(one.began, one.until) for one in sorted(found, key=lambda one: (one.began, one.id))]
