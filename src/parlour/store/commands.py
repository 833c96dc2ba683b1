"""`parlour backup`, `parlour restore` and `parlour ratings`."""

import asyncio
from pathlib import Path

from parlour import store
from parlour.house.recount import Difference, Recount, differences, rebuild
from parlour.store.address import shown
from parlour.store.texts import StoreUnavailable, say


def backup(place: str, path: Path) -> int:
    """Copy a house into a file; it may be open."""
    asyncio.run(store.backup(place, path))
    print(say("done.backup", place=shown(place), path=str(path)))
    return 0


def restore(path: Path, place: str, force: bool) -> int:
    """Put a copy in place; the house must be closed."""
    asyncio.run(store.restore(path, place, force=force))
    print(say("done.restore", place=shown(place), path=str(path)))
    return 0


def rebuild_ratings(place: str) -> int:
    """Count all ratings again, from the matches themselves, and keep that."""

    async def go() -> Recount | None:
        house = await store.open_store(place)
        try:
            return await rebuild(house)
        finally:
            await house.close()

    counted = asyncio.run(go())
    if counted is None:
        raise StoreUnavailable("store.rebuild")
    _say_unread(counted)
    print(say("done.ratings", count=len(counted.finishes)))
    return 0


def check_ratings(place: str) -> int:
    """Say where ratings are not what they should be; 1 if there is such a place."""

    async def go() -> tuple[Recount, list[Difference]]:
        house = await store.open_store(place)
        try:
            return await differences(house)
        finally:
            await house.close()

    counted, found = asyncio.run(go())
    _say_unread(counted)
    for one in found:
        print(say(f"ratings.{one.what}", of=one.of, kept=one.kept, should=one.should))
    print(say("ratings.differ", count=len(found)) if found else say("ratings.same", count=len(counted.finishes)))
    return 1 if found else 0


def _say_unread(counted: Recount) -> None:
    for table in counted.unread:
        print(say("ratings.unread", table=table))
