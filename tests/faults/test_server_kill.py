"""kill -9 of the whole server, again and again, under play: nothing acknowledged is lost and nothing happens twice."""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest

from parlour.core.record import seat_of
from parlour.house.tables import events as ev
from parlour.house.tables.snapshot import snapshot_for
from parlour.house.tables.state import Table
from parlour.store import open_store
from tests.faults.clients import Json, Person, Player
from tests.faults.house import GAMES, Process, prepare
from tests.faults.proxy import Proxy

pytestmark = [pytest.mark.anyio, pytest.mark.compiled]

ALL = bool(os.environ.get("PARLOUR_ALL"))
KILLS, MATCHES = (30, 50) if ALL else (3, 4)
STEPS = 40 if ALL else 12  # of a seat; then whoever can resigns
SEATS = ("mo", "mb", "mm")  # two people; a person and a bot; one person with both sides
CLOCKS: tuple[Json, ...] = ({"pace": "none"}, {"pace": "live", "minutes": 180}, {"pace": "days", "days": 3})
# Between two kills: acknowledged at least so many, then so many seconds. A slow machine gets on as well.
APART, MOMENT = ((10, 40), 1.0) if ALL else ((3, 12), 0.05)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Process]:
    prepare()
    process = Process(tmp_path)
    yield process
    process.close()


async def sit_down(base: str, number: int) -> list[Player]:
    """A table of some game, with some company."""
    game, seats = GAMES[number % len(GAMES)], SEATS[number % len(SEATS)]
    host = await Person(base).come()
    table = await host.open(game, seats, f"open {number}", clock=CLOCKS[number % 5 % 3])
    people = [host if kind == "m" else None for kind in seats]
    if "o" in seats:
        people[1] = await Person(base).come()
        await people[1].ask("POST", f"/tables/{table}/seats", {}, "sit")
    people.append(await Person(base).come())  # who looks on
    viewers = [*range(len(seats)), None]
    return [
        Player(person, table, viewer, Random(100 * number + place), STEPS)
        for place, (person, viewer) in enumerate(zip(people, viewers, strict=True))
        if person is not None
    ]


async def kill_again_and_again(house: Process, taken: asyncio.Semaphore, kills: int) -> None:
    rng = Random(9)
    for _ in range(kills):
        for _ in range(rng.randrange(*APART)):
            await taken.acquire()
        await asyncio.sleep(rng.uniform(0, MOMENT))
        house.kill()
        await house.start()


async def play_through(house: Process) -> list[Player]:
    """All to the end, while the server is killed as often as that."""
    await house.start()
    taken = asyncio.Semaphore(0)
    players = [one for number in range(MATCHES) for one in await sit_down(house.base, number)]
    killing = asyncio.create_task(kill_again_and_again(house, taken, KILLS))
    await asyncio.gather(*(player.play(taken.release) for player in players))
    assert killing.done(), "the play was too short for all kills"
    await killing
    await asyncio.gather(*(player.look_again() for player in players))  # others may have talked after the end
    house.kill()
    await house.workers_are_gone()
    assert "Traceback" not in house.log.read_text(), "a fault of the server's own"
    return players


async def check(database: str, players: list[Player]) -> None:
    """What is on the disk is what each was told."""
    store = await open_store(database)
    bots = 0
    for player in players:
        table = Table.of([ev.decode(body) for body in await store.read(player.table)])
        lines: list[Json] = json.loads(msgspec.json.encode(table.told[player.seat][:]))
        assert table.over
        assert player.lines == lines
        if player.seat is not None:
            assert player.own("step") == player.taken, "each once, in the order in which they were acknowledged"
        else:
            said = [each for other in players if other.table == player.table for each in other.said]
            assert sorted(line["text"] for line in player.lines if line["kind"] == "said") == sorted(said), "each once"
        assert player.now == json.loads(msgspec.json.encode(snapshot_for(table, player.seat)))
        if player.seat is None and table.match is not None:
            bots += sum(seat_of(step) in table.seats_with("bot") for step in table.match.steps)
    await store.close()
    steps, remarks = sum(len(player.taken) for player in players), sum(len(player.said) for player in players)
    print(f"{KILLS} kills, {MATCHES} matches: {steps} steps and {remarks} remarks acknowledged, {bots} steps by bots")
    assert bots > 0


async def test_a_server_that_is_killed_under_play_loses_nothing_and_does_nothing_twice(house: Process) -> None:
    await check(house.database, await play_through(house))


@asynccontextmanager
async def cut_off(postgres: str, tmp_path: Path) -> AsyncIterator[Process]:
    """A house whose connections to PostgreSQL are cut."""
    [folder] = parse_qs(urlsplit(postgres).query)["host"]
    async with Proxy(Path(folder) / ".s.PGSQL.5432", Random(1), share=0.1, anywhere=0.005) as proxy:
        house = Process(tmp_path, proxy.url)
        try:
            yield house
        finally:
            house.close()
        print(f"connections cut: {dict(proxy.made)}")
        assert proxy.made, "some were"


@pytest.mark.slow  # a sample of it is test_postgres_cuts.py
async def test_the_same_on_postgresql_with_its_connections_cut(postgres: str, tmp_path: Path) -> None:
    prepare()
    async with cut_off(postgres, tmp_path) as house:
        players = await play_through(house)
    await check(postgres, players)
