"""A house with real bots in one worker, as a host with two cores has it, and what became of their searches."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random

from parlour import bots
from parlour.bots.pool import Pool, Task, Thought
from parlour.house.people.person import Person
from parlour.house.steady_time import SteadyTime
from parlour.house.tables import commands
from parlour.house.tables.new_table import NewSeat, NewTable
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import Table
from parlour.house.tables.worker import TableWorker
from parlour.house.tournaments.repository import TournamentRepository
from parlour.house.tournaments.worker import TournamentWorker
from parlour.server.bot_players import PoolBotPlayers
from parlour.store import open_store
from tests.serving import Library, SeededEntropy

GAME, MASTER = "connect4", 5
PATIENCE = 300.0


class StarvedHouse:
    def __init__(self, pool: Pool, tables: TableRepository) -> None:
        self.pool, self.tables = pool, tables
        self.tournaments = TournamentRepository(tables)
        self.thoughts: list[tuple[Task, Thought]] = []
        self._rng = Random(1)
        pool.listeners.append(lambda task, thought: self.thoughts.append((task, thought)))
        tables.listeners.append(self._answer)
        self._playing: set[str] = set()  # who answers every move at once
        self._answers: set[asyncio.Task[None]] = set()

    async def open(self, person: str, bot_begins: bool = True) -> Table:
        """A table of somebody's against the strongest bot."""
        seats = [NewSeat("bot", level=MASTER), NewSeat("me")]
        new = NewTable(game=GAME, seats=seats if bot_begins else seats[::-1])
        return await self.tables.open(Person(id=person, name=person.title(), since=1), new)

    async def attack(self, person: str, many: int) -> None:
        """So many tables at once, at which this person answers every move of a bot without a thought."""
        self._playing.add(person)
        for _ in range(many):
            await self.open(person)

    def _answer(self, table: Table) -> None:
        for person in self._playing & set(table.people):
            if not table.over and set(table.to_act) & set(table.seats_of(person)):
                task = asyncio.create_task(self._move(table, person))
                self._answers.add(task)
                task.add_done_callback(self._answers.discard)

    async def _move(self, table: Table, person: str) -> None:
        [seat] = table.seats_of(person)
        assert table.match is not None
        step, up = self._rng.choice(table.match.legal(seat)), self.tables.uptimes
        await self.tables.change(table.id, lambda t, now: commands.act(t, now, up, person, seat, [step]))

    async def simulations(self, person: str, many: int) -> list[int]:
        """What bots spend on their first move at this person's tables, each opened when the last has been answered."""
        spent = []
        for _ in range(many):
            table = await self.open(person)
            await self.until(partial(self._spent, table.id))
            spent.append(self._spent(table.id))
            await self.tables.change(table.id, lambda t, now: commands.close(t, now, self.tables.uptimes))
        return spent

    def _spent(self, table: str) -> int:
        return sum(thought.simulations for task, thought in self.thoughts if task.key == table)

    async def until(self, there: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not there():
                await asyncio.sleep(0.01)


@asynccontextmanager
async def starved_house(folder: Path) -> AsyncIterator[StarvedHouse]:
    bots.prepare(GAME)
    store = await open_store(folder / "house.db")
    with Pool(workers=1, warm=(GAME,)) as pool:
        await asyncio.to_thread(pool.workers[0].there.wait, PATIENCE)
        house = StarvedHouse(pool, TableRepository(store, Library(), SteadyTime(), SeededEntropy(4)))
        table_worker = TableWorker(house.tables, PoolBotPlayers(pool))
        tournament_worker = TournamentWorker(house.tournaments)
        await table_worker.start()
        await tournament_worker.start()
        yield house
        await tournament_worker.stop()
        await table_worker.stop()
    await store.close()
