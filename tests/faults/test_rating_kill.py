"""kill -9 of a house that writes finishes and rates them: none is lost, none is counted twice."""

import asyncio
import os
import subprocess
import sys
import threading
from pathlib import Path
from random import Random
from urllib.parse import parse_qs, urlsplit

from msgspec.structs import replace

from parlour.house.ratings import model
from parlour.house.ratings import records as rating_records
from parlour.house.ratings.carry_over import jumps
from parlour.house.ratings.records import Finish, Standing
from parlour.house.ratings.worker import RatingWorker
from parlour.house.store import Store
from parlour.store import open_store
from tests.faults.proxy import Proxy

ROUNDS = 30 if os.environ.get("PARLOUR_ALL") else 2
WRITERS = 4
RATED = b"rated\n"

HOUSE = """
import asyncio, os, sys
from random import Random
from parlour.core.texts import Refused
from parlour.house import background
from parlour.house.ratings import model, worker
from parlour.house.ratings.records import Finish, finish_changes, rated_to
from parlour.house.store import Unit
from parlour.store import open_store

worker.AT_ONCE, background.LONGEST_NAP = 3, 0.001
model._model()  # loaded before anybody is killed

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
            changes = await finish_changes(store, finish, False)
            await store.commit(Unit(stream=table, expected=0, events=[b"e"], changes=changes))
            os.write(1, table.encode() + b"\\n")
            if table.endswith("0") and await rated_to(store) > 0:
                os.write(1, b"rated\\n")
    worker.RatingWorker(store).start()
    await asyncio.gather(*map(write, range(int(sys.argv[2]))))

asyncio.run(main())
"""


def kill_again_and_again(place: str, beside: int = 0) -> set[str]:
    """Answers the tables whose finish was acknowledged. The last house lives until something was rated. So many others
    do the same `beside` it, and are killed when it is."""
    rng, told = Random(9), set[str]()
    for number in range(ROUNDS):
        others = [
            subprocess.Popen([sys.executable, "-c", HOUSE, place, str(WRITERS)], stdout=subprocess.PIPE)
            for _ in range(beside)
        ]
        house = subprocess.Popen([sys.executable, "-c", HOUSE, place, str(WRITERS)], stdout=subprocess.PIPE)
        assert house.stdout is not None
        lines = [house.stdout.readline()]  # it is open and at work
        while number == ROUNDS - 1 and lines[-1] not in (RATED, b""):
            lines.append(house.stdout.readline())
        timer = threading.Timer(rng.uniform(0, 0.2), house.kill)
        timer.start()
        told |= {each.decode().strip() for each in (*lines, *house.stdout) if each != RATED}
        timer.join()
        assert house.wait() == -9
        for other in others:
            other.kill()
            said, _ = other.communicate()
            told |= {line.decode() for line in said.splitlines() if line + b"\n" != RATED}
    return told


async def check(store: Store, told: set[str]) -> int:
    """Every finish is there and is rated exactly once, in order; answers how many were before the last kill."""
    before = await check_rated(store)
    await RatingWorker(store).catch_up()
    assert await rating_records.waiting_finishes(store) == []
    rated = await check_rated(store)
    assert told <= {finish.table for finish in rated}
    assert rated[: len(before)] == before, "what has a number keeps it"
    return len(before)


async def check_rated(store: Store) -> list[Finish]:
    """Standings and points are what follows from those that have a number, and these are all that were counted."""
    finishes = await rating_records.finishes(store, most=10**6)
    assert [finish.number for finish in finishes] == list(range(1, await rating_records.rated_to(store) + 1))
    should: dict[tuple[str, str], Standing] = {}
    points = model.fold(should, finishes, await jumps(store))  # the strongest bot is carried over in between
    kept = [replace(one, ranked=True) for one in await rating_records.standings(store)]  # nobody has an account here
    assert kept == [should[key] for key in sorted(should)]
    told = await rating_records.all_points(store, most=10**6)
    assert told == sorted(points, key=lambda one: (one.number, one.who))
    return finishes


def test_a_house_that_is_killed_rates_every_finish_once(tmp_path: Path) -> None:
    place = str(tmp_path / "house.db")
    told = kill_again_and_again(place)

    async def look() -> None:
        store = await open_store(place)
        rated = await check(store, told)
        await store.close()
        assert rated > ROUNDS, "the rating worker was at work"

    asyncio.run(look())


def test_of_three_houses_that_rate_side_by_side_and_are_killed_none_rates_what_another_has(postgres: str) -> None:
    async def make() -> None:
        await (await open_store(postgres)).close()

    async def look() -> None:
        store = await open_store(postgres)
        rated = await check(store, told)
        await store.close()
        assert rated > 0, "the rating worker was at work"

    asyncio.run(make())
    told = kill_again_and_again(postgres, beside=2)
    asyncio.run(look())


def test_the_same_on_postgresql_with_its_connections_cut(postgres: str) -> None:
    [folder] = parse_qs(urlsplit(postgres).query)["host"]

    async def look() -> None:
        async with Proxy(Path(folder) / ".s.PGSQL.5432", Random(1), share=0.1, anywhere=0.005) as proxy:
            told = await asyncio.to_thread(kill_again_and_again, proxy.url)
            assert proxy.made, "some were cut"
        store = await open_store(postgres)
        rated = await check(store, told)
        await store.close()
        assert rated > 0, "the rating worker was at work"

    asyncio.run(look())
