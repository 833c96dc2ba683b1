"""A house with a thousand open matches is started again: within five seconds it answers, and bots go on.

Of these seconds none count in which another program had the processor that the server's main thread was ready for."""

import asyncio
import os
import time
from pathlib import Path
from random import Random

import apsw
import httpx
import pytest

from parlour import games
from parlour.house.entropy import Entropy
from parlour.house.people import records as people_records
from parlour.house.people.accounts import Accounts
from parlour.house.people.passwords import Passwords
from parlour.house.people.person import Person
from parlour.house.steady_time import SteadyTime
from parlour.house.tables import commands
from parlour.house.tables.commands import TableChange
from parlour.house.tables.new_table import NewSeat, NewTable
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import Table
from parlour.house.tables.summary import bots_to_act
from parlour.store import open_store
from tests.load.conftest import Start
from tests.load.house import PATIENCE, Process, waited_for_a_processor
from tests.serving import Library

pytestmark = [pytest.mark.anyio, pytest.mark.compiled]

ALL = bool(os.environ.get("PARLOUR_ALL"))
GAMES = games.BUILT_IN if ALL else ("connect4", "dance")
TABLES = 1000 if ALL else 30
EACH = 40  # tables of one person
SOON = 5.0  # seconds
API = "/api/v1"


async def fill(folder: Path, rng: Random) -> tuple[dict[str, Table], dict[str, str]]:
    """Tables in the middle of their matches, half of them waiting for a bot; and tokens of those who sit there."""
    store = await open_store(str(folder / "house.db"))
    house = TableRepository(store, Library(), SteadyTime())
    accounts = Accounts(store, SteadyTime(), Entropy(), Passwords())
    tables: dict[str, Table] = {}
    tokens: dict[str, str] = {}
    for number in range(TABLES):
        host = Person(id=f"host{number // EACH}", name=f"Host {number // EACH}", since=1, password="x")
        if number % EACH == 0:
            await people_records.add_person(store, host)
            tokens[host.id] = (await accounts.make_token(host.id, "robot", ["play"])).secret
        game = GAMES[number % len(GAMES)]
        table = await house.open(host, NewTable(game=game, seats=[NewSeat("me"), NewSeat("bot", level=1)]))
        steps, for_the_bot = rng.randrange(6, 14), bool(number // len(GAMES) % 2)
        while steps > 0 or bool(bots_to_act(table)) != for_the_bot:
            if table.over:
                table = await house.open(host, NewTable(game=game, seats=[NewSeat("me"), NewSeat("bot", level=1)]))
            table, steps = await step(house, table, rng), steps - 1
        tables[table.id] = table
    await store.close()
    return tables, tokens


async def step(house: TableRepository, table: Table, rng: Random) -> Table:
    assert table.match is not None
    seat = rng.choice(table.to_act)
    text = rng.choice(table.match.legal(seat))

    def command(table: Table, now: int) -> TableChange:
        return commands.step(table, now, house.uptimes, seat, [text])

    return await house.change(table.id, command)


def waiting(folder: Path) -> int:
    """At how many tables the house itself has something to do, as the file says."""
    connection = apsw.Connection(str(folder / "house.db"), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        [(many,)] = connection.execute("SELECT count(*) FROM cards WHERE resume")
    finally:
        connection.close()
    return int(many)


async def first_answers(process: Process, table: Table, token: str) -> tuple[float, float]:
    """After how many seconds the table was there as it was left, and after how many a step was taken."""
    headers = {"Authorization": f"Bearer {token}"}
    path = f"{API}/tables/{table.id}"
    async with httpx.AsyncClient(base_url=process.base, headers=headers, timeout=PATIENCE) as client:
        await process.until(f"{path}/events?seat=0", lambda answer: True, headers)
        news = (await client.get(f"{path}/events", params={"seat": 0})).json()
        read = time.monotonic() - process.began
        assert news["cursor"] == len(table.told[0])
        assert news["now"]["to_act"] == table.to_act
        [seat], choices = table.to_act, news["now"]["choices"]
        move = next(choice["text"] for choice in choices if not choice.get("also"))
        answer = await client.post(f"{path}/steps", json={"seat": seat, "steps": [move]})
        assert answer.status_code == 200, answer.text
        return read, time.monotonic() - process.began


@pytest.mark.slow
async def test_a_thousand_open_matches_are_soon_there_again(house: Start, tmp_path: Path) -> None:
    process = house(*GAMES)
    tables, tokens = await fill(tmp_path, Random(5))
    resumed = waiting(tmp_path)
    assert resumed >= TABLES // 3
    mine = [table for table in tables.values() if table.to_act == [0]]
    # Of each game one, and the last of them counts.
    chosen = list({table.rules.game: table for table in mine}.values())
    process.start()
    answers = await asyncio.gather(*(first_answers(process, table, tokens[table.host]) for table in chosen))
    waited = waited_for_a_processor(process.pid)
    read, stepped = max(read for read, _ in answers), max(step for _, step in answers)
    soonest = min(read for read, _ in answers), min(step for _, step in answers)
    async with asyncio.timeout(10 * PATIENCE):
        while waiting(tmp_path):
            await asyncio.sleep(0.05)
    last = time.monotonic() - process.began
    print(
        f"{TABLES} tables, {resumed} of them waiting for a bot: a table read after {soonest[0]:.2f} s and a step"
        f" after {soonest[1]:.2f} s; of the last game {read:.2f} s, {stepped:.2f} s, of which the server waited"
        f" {waited:.2f} s for a processor; all bots after {last:.1f} s, {process.log.count('free in time')} in a hurry"
    )
    assert soonest[1] - waited < SOON
