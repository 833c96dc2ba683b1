"""The lobby is put together once for all who look at the same time, and is never older than the last change."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from parlour.house.people.person import Person
from parlour.house.store import Store
from parlour.house.tables.new_table import NewSeat, NewTable
from parlour.house.tables.repository import TableRepository
from parlour.server.tables.lists import TableLists
from parlour.store import open_store
from tests.serving import Library, SeededEntropy, TurnedTime

pytestmark = pytest.mark.anyio
ADA = Person(id="ada", name="Ada", since=1)
TABLE = NewTable(game="connect4", seats=[NewSeat("me"), NewSeat("open")])


class CountingStore:
    """The same store, which counts what it is asked for."""

    def __init__(self, store: Store) -> None:
        self._store, self.asked = store, 0

    async def list_by(self, *args: Any, **more: Any) -> Any:
        self.asked += 1
        return await self._store.list_by(*args, **more)


async def test_a_thousand_who_look_at_once_look_at_one_lobby_and_the_next_sees_the_next_table(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "house.db")
    counting = CountingStore(store)
    lists = TableLists(counting)  # type: ignore[arg-type]
    house = TableRepository(store, Library(), TurnedTime(), SeededEntropy(1))
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


@pytest.mark.parametrize(("delay", "told"), [(0, ["ada"]), (2, [])])
async def test_at_a_table_that_spectators_see_late_only_its_players_are_told_whose_turn_it_is(
    tmp_path: Path, delay: int, told: list[str]
) -> None:
    store = await open_store(tmp_path / "house.db")
    house = TableRepository(store, Library(), TurnedTime(), SeededEntropy(1))
    await house.open(ADA, replace(TABLE, seats=[NewSeat("me"), NewSeat("bot")], delay=delay))
    lists = TableLists(store)
    [in_lobby] = msgspec.json.decode(await lists.lobby())["playing"]
    [own] = msgspec.json.decode(await lists.mine(ADA.id))["tables"]
    assert (in_lobby["turn"], own["turn"]) == (told, [ADA.id])
    await store.close()
