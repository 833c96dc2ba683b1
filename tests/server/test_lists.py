"""The lobby is put together once for all who look at the same time, and is never older than the last change."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from parlour.house.house import House, NewSeat, NewTable
from parlour.house.ports import Card, Person, Store, Wanted
from parlour.server.lists import Lists
from parlour.store import open_store
from tests.serving import Library, SeededChances, TurnedTime

pytestmark = pytest.mark.anyio
ADA = Person(id="ada", name="Ada", since=1)
TABLE = NewTable(game="connect4", seats=[NewSeat("me"), NewSeat("open")])


class CountingStore:
    """The same store, which counts what it is asked for."""

    def __init__(self, store: Store) -> None:
        self._store, self.asked = store, 0

    async def cards(self, wanted: Wanted) -> list[Card]:
        self.asked += 1
        return await self._store.cards(wanted)


async def test_a_thousand_who_look_at_once_look_at_one_lobby_and_the_next_sees_the_next_table(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "house.db")
    counting = CountingStore(store)
    lists = Lists(counting)  # type: ignore[arg-type]
    house = House(store, Library(), TurnedTime(), SeededChances(1))
    house.listeners.append(lists.changed)
    await house.open(ADA, TABLE)
    lobbies = await asyncio.gather(*(lists.lobby() for _ in range(1000)))
    assert len(set(lobbies)) == 1
    assert counting.asked == 2, "for tables with room, and for those that are played"
    looking = asyncio.create_task(lists.lobby())
    await asyncio.sleep(0)
    await house.open(ADA, TABLE)  # perhaps before, perhaps after the one who looks
    assert len(msgspec.json.decode(await lists.lobby())["open"]) == 2
    await looking
    await store.close()
