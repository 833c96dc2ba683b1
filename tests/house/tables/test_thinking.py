"""What bots think about at tables: for whom, for how long, and that nobody thinks about what is over."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from parlour.core.match import Match
from parlour.house.people.person import Person
from parlour.house.ports import AskedFor
from parlour.house.tables import commands
from parlour.house.tables.clocks import MINUTE
from parlour.house.tables.new_table import NewSeat, NewTable
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.summary import asked_for
from parlour.house.tables.worker import TableWorker
from parlour.store import open_store
from tests.house.tables.at_table import BOT, LIVE, evening, table_of
from tests.house.tables.thinkers import QuietThinkers, until
from tests.serving import Library, SeededEntropy, TurnedTime

pytestmark = pytest.mark.anyio
PATIENCE = 60.0
ADA = Person(id="ada", name="Ada", since=1)


class SlowThinkers(QuietThinkers):
    """Bots that think until they are told what to answer; how often they were asked, and called off."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, AskedFor]] = []
        self.called_off = 0
        self.answers: asyncio.Queue[int] = asyncio.Queue()

    async def step(self, match: Match, seat: int, level: int, key: str, asked_for: AskedFor) -> str:
        self.asked.append((key, asked_for))
        try:
            return match.legal(seat)[await self.answers.get()]
        except asyncio.CancelledError:
            self.called_off += 1
            raise


@asynccontextmanager
async def house_with(folder: Path, bots: SlowThinkers) -> AsyncIterator[TableRepository]:
    store = await open_store(folder / "house.db")
    house = TableRepository(store, Library(), TurnedTime(), SeededEntropy(2))
    table_worker = TableWorker(house, bots)
    await table_worker.start()
    yield house
    await table_worker.stop()
    await store.close()


async def test_at_a_table_that_is_over_no_bot_thinks_any_longer(tmp_path: Path) -> None:
    bots = SlowThinkers()
    async with house_with(tmp_path, bots) as house:
        table = await house.open(ADA, NewTable(game="connect4", seats=[NewSeat("bot"), NewSeat("me")]))
        await until(lambda: len(bots.asked) == 1)
        await house.change(table.id, lambda t, now: commands.close(t, now, house.uptimes))
        await until(lambda: bots.called_off == 1)
        await asyncio.sleep(0.05)
        assert len(bots.asked) == 1, "and nobody asks again"


async def test_a_bot_whose_turn_was_taken_back_is_asked_anew_when_it_comes_again(tmp_path: Path) -> None:
    bots = SlowThinkers()
    async with house_with(tmp_path, bots) as house:
        up = house.uptimes
        table = await house.open(ADA, NewTable(game="connect4", seats=[NewSeat("me"), NewSeat("bot")]))
        await house.change(table.id, lambda t, now: commands.act(t, now, up, "ada", 0, ["a"]))
        await until(lambda: len(bots.asked) == 1)
        await house.change(table.id, lambda t, now: commands.ask_takeback(t, now, up, "ada", 0))
        await until(lambda: bots.called_off == 1)
        await house.change(table.id, lambda t, now: commands.act(t, now, up, "ada", 0, ["b"]))
        await until(lambda: len(bots.asked) == 2)
        bots.answers.put_nowait(0)
        async with asyncio.timeout(PATIENCE):
            while (await house.table(table.id)).to_act != [0]:
                await asyncio.sleep(0.005)
        assert bots.called_off == 1


async def test_a_bot_thinks_on_the_account_of_those_who_sit_with_it() -> None:
    assert asked_for(table_of("connect4", ["ada", BOT])) == AskedFor(("ada",))
    assert asked_for(table_of("luckymoose", ["ada", BOT, "ben"])) == AskedFor(("ada", "ben"))
    alone = table_of("connect4", [BOT, BOT], tournament="cup", clock=LIVE)
    assert asked_for(alone) == AskedFor((alone.host,), matters=True)
    assert asked_for(table_of("connect4", ["ada", BOT], rated=True, clock=LIVE)).matters


def test_a_bot_that_the_house_keeps_waiting_neither_loses_on_time_nor_costs_anybody_time() -> None:
    e = evening("connect4", [BOT, "ada"], clock=LIVE)
    before = e.table.clocks.left
    assert e.wait(60 * MINUTE).play(commands.run_out).table.phase == "playing"
    match = e.table.match
    assert match is not None
    e.play(commands.step, 0, [match.legal(0)[0]])
    assert (e.table.phase, e.table.clocks.left) == ("playing", before)
    assert e.table.clocks.overdue(e.now, e.uptimes) == []
