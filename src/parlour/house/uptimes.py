"""When the house was up: while it is not, no clock runs. And when something last happened in it: time never goes back
behind that."""

from collections.abc import Collection, Iterable

import msgspec

from parlour.house.store import ABSENT, MOST_TRIES, Index, Kind, Put, Store, Unavailable, keep, pages
from parlour.house.tables.records import PHASES, TABLES
from parlour.house.tournaments.records import TOURNAMENTS

MOST_AT_ONCE = 20  # processes that are up on one store
FOR_EVER = 2**53
LATELY = 600_000  # milliseconds for which a process may not have beaten and still be there


GONE_AFTER = 5_000  # milliseconds without a sign of life: others go on with what a process did


class Uptime(msgspec.Struct, frozen=True, gc=False):
    id: int
    began: int
    until: int
    place: str = ""  # which machine and process, for the host
    told: int = 0  # batches of news, by then


UPTIMES = Kind("uptimes", Uptime, ("id",), {"latest": Index(order=("-id",))})


async def begin_uptime(store: Store, now: int, place: str = "") -> int:
    """The house is up; answers a number for `beat`."""
    for _ in range(MOST_TRIES):
        last = await store.list_by(UPTIMES, "latest", most=1)
        number = last[0].id + 1 if last else 1
        if await keep(store, Put(UPTIMES, Uptime(number, now, now, place), ABSENT)):
            return number
    raise Unavailable("refuse.busy")


async def shared_uptime(store: Store, place: str, now: int) -> int:
    """The number of the uptime that is up at a place now; of one that begins, if nobody there has beaten lately."""
    while True:
        latest = await store.list_by(UPTIMES, "latest", most=MOST_AT_ONCE)
        up = [one.id for one in latest if one.place == place and one.until >= now - LATELY]
        if up:
            return min(up)
        await begin_uptime(store, now, place)


async def beat(store: Store, uptime: int, now: int, told: int = 0) -> None:
    """It still is."""
    before = await store.get(UPTIMES, uptime)
    if before is not None and before.until < now:
        await keep(store, Put(UPTIMES, msgspec.structs.replace(before, until=now, told=told), before))


async def uptimes(store: Store) -> list[Uptime]:
    """Every time that a process of the house was up."""
    return [one async for some in pages(store, UPTIMES, "latest") for one in some]


async def changed_uptimes(store: Store, known: Collection[Uptime]) -> list[Uptime]:
    """Those that are new or may have gone on since these were read: of processes that were up not long before."""
    latest = max((one.until for one in known), default=0)
    perhaps = [(one.id,) for one in known if one.until > latest - LATELY]
    return [*await store.list_by(UPTIMES, "latest", most=MOST_AT_ONCE), *await store.get_many(UPTIMES, perhaps)]


def spans_of(known: Iterable[Uptime], own: int) -> list[tuple[int, int]]:
    """(from, until) of each, by their beginnings. The process's own goes on: its last beat may be some seconds old, and
    who came after that has not come after a time without anybody."""
    ordered = sorted(known, key=lambda one: (one.began, one.id))
    return [(one.began, FOR_EVER if one.id == own else one.until) for one in ordered]


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
