"""kill -9 at any moment: what was acknowledged is there."""

import asyncio
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random

from parlour.house.store import Appended, Unit
from parlour.store import open_store

ROUNDS = 30 if os.environ.get("PARLOUR_ALL") else 8
WRITERS = 5

HOUSE = """
import asyncio, os, sys
from parlour.house.store import Appended, Unit
from parlour.store import open_store

async def main():
    store = await open_store(sys.argv[1])
    async def write(stream):
        last = len(await store.read(stream))
        while True:
            outcome = await store.commit(Unit(stream=stream, expected=last, events=[b"%d" % (last + 1)]))
            if not isinstance(outcome, Appended):  # another house was first
                last = len(await store.read(stream))
                continue
            last = outcome.last
            os.write(1, b"%s %d\\n" % (stream.encode(), last))
    await asyncio.gather(*(write(f"t{number}") for number in range(int(sys.argv[2]))))

asyncio.run(main())
"""


def test_what_a_killed_house_had_acknowledged_is_there(tmp_path: Path) -> None:
    place, rng = tmp_path / "house.db", Random(9)
    told: dict[str, int] = {}
    for _ in range(ROUNDS):
        house = subprocess.Popen([sys.executable, "-c", HOUSE, str(place), str(WRITERS)], stdout=subprocess.PIPE)
        assert house.stdout is not None
        line = house.stdout.readline()  # it is open and at work
        timer = threading.Timer(rng.uniform(0, 0.2), house.kill)
        timer.start()
        for each in (line, *house.stdout):
            stream, last = each.decode().split()
            told[stream] = int(last)
        timer.join()
        assert house.wait() == -9
    assert sum(told.values()) > ROUNDS
    asyncio.run(check(place, told))


def test_of_three_houses_that_write_the_same_streams_and_are_killed_each_event_is_there_once(postgres: str) -> None:
    rng, told, acknowledged = Random(9), dict[str, int](), list[tuple[str, int]]()
    asyncio.run(make(postgres))
    for _ in range(ROUNDS // 4):
        houses = [
            subprocess.Popen([sys.executable, "-c", HOUSE, postgres, str(WRITERS)], stdout=subprocess.PIPE)
            for _ in range(3)
        ]
        first = [house.stdout.readline() for house in houses if house.stdout is not None]  # all are at work
        for house in rng.sample(houses, 3):
            time.sleep(rng.uniform(0, 0.2))
            house.kill()
        for house, line in zip(houses, first, strict=True):
            assert house.stdout is not None
            for each in (line, *house.stdout):
                stream, last = each.decode().split()
                acknowledged.append((stream, int(last)))
            assert house.wait() == -9
    assert len(acknowledged) == len({*acknowledged}), "no two were told of one place"
    for stream, last in acknowledged:
        told[stream] = max(last, told.get(stream, 0))
    asyncio.run(check(postgres, told))


async def make(place: str) -> None:
    """The tables, which three at once would wait for each other to make."""
    await (await open_store(place)).close()


async def check(place: Path | str, told: dict[str, int]) -> None:
    store = await open_store(str(place))
    for stream, last in told.items():
        events = await store.read(stream)
        assert len(events) >= last
        assert events == [b"%d" % (number + 1) for number in range(len(events))]
        assert await store.commit(Unit(stream=stream, expected=len(events), events=[b"on"])) == Appended(
            len(events) + 1
        )
    await store.close()
