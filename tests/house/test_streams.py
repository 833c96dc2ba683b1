"""What is written down comes first: nobody is told of a change, or shown it, that the store does not have."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from parlour.house.people.person import Person
from parlour.house.store import Outcome, Store, Unavailable, Unit
from parlour.house.tables import commands
from parlour.house.tables.new_table import NewSeat, NewTable
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import Table
from parlour.store import open_store
from tests.serving import Library, SeededEntropy, TurnedTime

pytestmark = pytest.mark.anyio
ADA = Person(id="ada", name="Ada", since=1)
ALONE = NewTable(game="connect4", seats=[NewSeat("me"), NewSeat("me")])


class WatchedStore:
    """The same store, which notes how many were told before each commit, and can fail before one or after it."""

    def __init__(self, store: Store, told: list[Table]) -> None:
        self._store, self._told = store, told
        self.told_before: list[int] = []
        self.fails = ""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def commit(self, unit: Unit) -> Outcome:
        self.told_before.append(len(self._told))
        fails, self.fails = self.fails, ""
        if fails == "before":
            raise Unavailable("store.busy")
        outcome = await self._store.commit(unit)
        if fails == "after":
            raise Unavailable("store.busy")
        return outcome


class StreamHouse:
    def __init__(self, store: Store) -> None:
        self.told: list[Table] = []
        self.store = WatchedStore(store, self.told)
        self.tables = TableRepository(self.store, Library(), TurnedTime(), SeededEntropy(1))
        self.tables.listeners.append(self.told.append)

    async def play(self, table: Table, seat: int, step: str) -> Table:
        up = self.tables.uptimes
        return await self.tables.change(
            table.id, lambda now, time: commands.act(now, time, up, ADA.id, seat, [step]), f"{seat} {step}"
        )


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[StreamHouse]:
    store = await open_store(tmp_path / "house.db")
    yield StreamHouse(store)
    await store.close()


def steps(table: Table) -> int:
    assert table.match is not None
    return table.match.step_count


async def test_nobody_is_told_of_a_change_before_the_store_has_it(evening: StreamHouse) -> None:
    table = await evening.tables.open(ADA, ALONE)
    await evening.play(table, 0, "d")
    assert evening.store.told_before == [0, 1]
    assert [steps(each) for each in evening.told] == [0, 1]


async def test_what_could_not_be_kept_is_told_to_nobody_and_shown_to_nobody(evening: StreamHouse) -> None:
    table = await evening.tables.open(ADA, ALONE)
    evening.store.fails = "before"
    with pytest.raises(Unavailable):
        await evening.play(table, 0, "d")
    assert len(evening.told) == 1
    assert steps(await evening.tables.table(table.id)) == 0


async def test_what_was_kept_though_its_answer_was_lost_is_there_and_is_done_once(evening: StreamHouse) -> None:
    table = await evening.tables.open(ADA, ALONE)
    evening.store.fails = "after"
    with pytest.raises(Unavailable):
        await evening.play(table, 0, "d")
    assert steps(await evening.tables.table(table.id)) == 1
    assert steps(await evening.play(table, 0, "d")) == 1
