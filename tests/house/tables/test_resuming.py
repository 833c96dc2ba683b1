"""A house that opens again goes on where bots are to move: everywhere, and not everywhere at once."""

import asyncio
from functools import partial
from pathlib import Path

import pytest

from parlour.core.match import Match
from parlour.house import background
from parlour.house.people.person import Person
from parlour.house.ports import AskedFor
from parlour.house.store import Store
from parlour.house.tables import records as table_records
from parlour.house.tables.new_table import NewSeat, NewTable
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.worker import MOST_RESUMED, TableWorker
from parlour.store import open_store
from tests.house.tables.thinkers import QuietThinkers, until
from tests.serving import Library, SeededEntropy, TurnedTime

pytestmark = pytest.mark.anyio
MANY = 3 * MOST_RESUMED
PATIENCE = 60.0


class HeldThinkers(QuietThinkers):
    """Bots that think until they are told to stop."""

    def __init__(self) -> None:
        self.thinking, self.most, self.asked = 0, 0, set[str]()
        self.enough = asyncio.Semaphore(0)

    async def step(self, match: Match, seat: int, level: int, key: str, asked_for: AskedFor) -> str:
        self.thinking, self.asked = self.thinking + 1, self.asked | {key}
        self.most = max(self.most, self.thinking)
        await self.enough.acquire()
        self.thinking -= 1
        return match.legal(seat)[0]

    def are_thinking(self, many: int) -> bool:
        return self.thinking == many


async def bots_to_move(store: Store, game: str, many: int, host: str = "ada") -> list[str]:
    """A house that closed when at so many tables of one person a bot was to move."""
    house = TableRepository(store, Library(), TurnedTime(), SeededEntropy(f"{game} {host}"))
    person = Person(id=host, name=host.title(), since=1)
    new = NewTable(game=game, seats=[NewSeat("bot"), NewSeat("me")])
    return [(await house.open(person, new)).id for _ in range(many)]


async def test_of_everybody_all_tables_that_wait_for_a_bot_are_gone_on_with_a_few_at_a_time(tmp_path: Path) -> None:
    store, bot_players = await open_store(tmp_path / "house.db"), HeldThinkers()
    await bots_to_move(store, "connect4", MANY)
    house = TableRepository(store, Library(), TurnedTime(), SeededEntropy(2))
    table_worker = TableWorker(house, bot_players)
    await table_worker.start()
    await until(lambda: bot_players.thinking == MOST_RESUMED)
    for left in reversed(range(MANY)):
        bot_players.enough.release()
        await until(partial(bot_players.are_thinking, min(MOST_RESUMED, left)))
    async with asyncio.timeout(PATIENCE):
        while await table_records.tables_to_resume(store):
            await asyncio.sleep(0.005)
    assert bot_players.most == MOST_RESUMED
    await table_worker.stop()
    await store.close()


async def test_nobody_waits_until_anothers_tables_have_been_gone_on_with(tmp_path: Path) -> None:
    store, bot_players = await open_store(tmp_path / "house.db"), HeldThinkers()
    await bots_to_move(store, "connect4", MANY, "guest")
    [strangers] = await bots_to_move(store, "connect4", 1, "stranger")
    table_worker = TableWorker(TableRepository(store, Library(), TurnedTime(), SeededEntropy(2)), bot_players)
    await table_worker.start()
    await until(lambda: strangers in bot_players.asked)
    await until(lambda: bot_players.thinking == MOST_RESUMED + 1)
    await table_worker.stop()
    await store.close()


async def test_tables_of_a_game_that_is_not_ready_hold_up_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background, "AGAIN", 0.01)
    store, bot_players, library = await open_store(tmp_path / "house.db"), HeldThinkers(), Library()
    await bots_to_move(store, "yinsh", 2 * MOST_RESUMED)
    await bots_to_move(store, "connect4", 1)
    library.unready.add("yinsh")
    house = TableRepository(store, library, TurnedTime(), SeededEntropy(2))
    keeping = TableWorker(house, bot_players)
    await keeping.start()
    await until(lambda: bot_players.thinking == 1)
    library.unready.clear()
    for _ in range(2 * MOST_RESUMED + 1):
        bot_players.enough.release()
    await until(lambda: len(bot_players.asked) == 2 * MOST_RESUMED + 1)
    await keeping.stop()
    await store.close()
