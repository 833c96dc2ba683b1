"""kill -9 of a house that writes finishes and rates them: none is lost, none is counted twice."""

import asyncio
import os
import subprocess
import sys
import threading
from pathlib import Path
from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest

from parlour.house import rating
from parlour.house.ports import Standing, Store
from parlour.house.rater import Rater
from parlour.store import open_store
from tests.faults.proxy import Proxy

ROUNDS = 30 if os.environ.get("PARLOUR_ALL") else 2
WRITERS = 4

HOUSE = """
import asyncio, os, sys
from random import Random
from parlour.core.texts import Refused
from parlour.house import rater, rating
from parlour.house.ports import Finish, Unit
from parlour.store import open_store

rater.AT_ONCE, rater.LONGEST_NAP = 3, 0.001
rating._model()  # loaded before anybody is killed

async def opened():
    while True:
        try:
            return await open_store(sys.argv[1])
        except Refused:  # cut while it was opened: whoever starts a house would start it again
            await asyncio.sleep(0.01)

async def main():
    store = await opened()
    rng = Random(os.getpid())
    async def write(writer):
        while True:
            table = rng.randbytes(9).hex()
            seats = tuple(rng.sample(["ann", "bob", "cid", "bot:1", "bot:5"], 2))
            finish = Finish(table=table, game="yinsh", at=1, seats=seats, places=rng.choice([(1, 2), (2, 1), (1, 1)]))
            await store.append(Unit(stream=table, expected=0, events=[b"e"], finish=finish))
            os.write(1, table.encode() + b"\\n")
    rater.Rater(store).start()
    await asyncio.gather(*map(write, range(int(sys.argv[2]))))

asyncio.run(main())
"""


def kill_again_and_again(place: str) -> set[str]:
    """Answers the tables whose finish was acknowledged."""
    rng, told = Random(9), set[str]()
    for _ in range(ROUNDS):
        house = subprocess.Popen([sys.executable, "-c", HOUSE, place, str(WRITERS)], stdout=subprocess.PIPE)
        assert house.stdout is not None
        line = house.stdout.readline()  # it is open and at work
        timer = threading.Timer(rng.uniform(0, 0.2), house.kill)
        timer.start()
        told |= {each.decode().strip() for each in (line, *house.stdout)}
        timer.join()
        assert house.wait() == -9
    return told


async def check(store: Store, told: set[str]) -> int:
    """Every finish is there and has been rated exactly once, in order; answers how many were before the last kill."""
    finishes, rated = await store.finishes(most=10**6), await store.rated_to()
    assert told <= {finish.table for finish in finishes}
    assert [finish.number for finish in finishes] == list(range(1, len(finishes) + 1))
    for to in (rated, len(finishes)):
        should: dict[tuple[str, str], Standing] = {}
        points = rating.fold(should, finishes[:to])
        assert await store.standings() == [should[key] for key in sorted(should)]
        assert sorted((p.number, p.who) for p in points) == [
            (p.number, p.who) for p in await store.all_points(most=10**6)
        ]
        await Rater(store).catch_up()
    return rated


def test_a_house_that_is_killed_rates_every_finish_once(tmp_path: Path) -> None:
    place = str(tmp_path / "house.db")
    told = kill_again_and_again(place)

    async def look() -> None:
        store = await open_store(place)
        rated = await check(store, told)
        await store.close()
        assert rated > ROUNDS, "the rater was at work"

    asyncio.run(look())


@pytest.mark.xdist_group("postgres")
def test_the_same_on_postgresql_with_its_connections_cut(postgres: str) -> None:
    [folder] = parse_qs(urlsplit(postgres).query)["host"]

    async def look() -> None:
        async with Proxy(Path(folder) / ".s.PGSQL.5432", Random(1), share=0.1, anywhere=0.005) as proxy:
            told = await asyncio.to_thread(kill_again_and_again, proxy.url)
            assert proxy.made, "some were cut"
        store = await open_store(postgres)
        rated = await check(store, told)
        await store.close()
        assert rated > 0, "the rater was at work"

    asyncio.run(look())
