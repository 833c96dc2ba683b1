"""When the house was up: while it is not, no clock runs. And when something last happened in it: time never goes back
behind that."""

import msgspec

from parlour.house.store import ABSENT, MOST_TRIES, Index, Kind, Put, Store, Unavailable, keep, pages
from parlour.house.tables.records import PHASES, TABLES
from parlour.house.tournaments.records import TOURNAMENTS

MOST_AT_ONCE = 20  # processes that are up on one store


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


async def last_stored_time(store: Store) -> int:
    """When something last happened in the house, but for some seconds: what only some may know of is in no list. The
    repositories see to it that no stream goes back by these."""
    beats = await store.list_by(UPTIMES, "latest", most=MOST_AT_ONCE)
    lists = [
        await store.list_by(TABLES, "lobby", listed, phase, most=1) for listed in (True, False) for phase in PHASES
    ]
    tournaments = await store.list_by(TOURNAMENTS, "latest", most=1)
    changes = [*(one.updated for some in lists for one in some), *(one.updated for one in tournaments)]
    return max([0, *(one.until for one in beats), *changes])
