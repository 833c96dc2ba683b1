"""kill -9 while a house moves in: afterwards the place is empty and the house can move in again, or it is there whole.

And kill -9 while one is put into a file: there is a whole file, or none of that name.
"""

import asyncio
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from parlour import store as stores
from parlour.core.texts import Refused
from parlour.house.store import Put, Unit
from parlour.house.tables import records as table_records
from parlour.store import open_store
from tests.places import execute
from tests.store.things import summary

SMALL, FULL = 3, 60  # kills
TABLES, EVENTS = 60, 200
KILLS = pytest.mark.parametrize("kills", [SMALL, pytest.param(FULL, marks=pytest.mark.slow)])
KINDS = pytest.mark.parametrize(
    "kind", ["sqlite", "postgres"]
)  # fmt: skip

MOVE = """
import asyncio, os, sys
from pathlib import Path
from parlour import store
import parlour.store.transfer, parlour.store.postgres
os.write(1, b"begin\\n")
what, file, place = sys.argv[1:]
if what == "import":
    asyncio.run(store.import_house(Path(file), place))
else:
    asyncio.run(store.export_house(place, Path(file), 1))
"""


def begin(what: str, file: Path, place: str) -> "subprocess.Popen[bytes]":
    moving = subprocess.Popen([sys.executable, "-c", MOVE, what, str(file), place], stdout=subprocess.PIPE)
    assert moving.stdout is not None
    assert moving.stdout.readline() == b"begin\n"
    return moving


def undisturbed(what: str, file: Path, place: str) -> float:
    """How long it takes, so that kills come at all its moments."""
    moving, start = begin(what, file, place), time.monotonic()
    assert moving.wait() == 0
    return time.monotonic() - start


def killed(what: str, file: Path, place: str, after: float) -> None:
    moving = begin(what, file, place)
    time.sleep(after)  # not to wait for anything: any moment will do
    moving.kill()
    moving.wait()


async def furnish(place: Path) -> None:
    store = await open_store(place)
    for number in range(TABLES):
        events = [b"%d " % event + b"e" * 300 for event in range(EVENTS)]
        name = f"t{number}"
        changes = [Put(table_records.TABLES, summary(name, updated=EVENTS))]
        await store.commit(Unit(stream=name, expected=0, events=events, changes=changes))
    await store.close()


@pytest.fixture
def house(tmp_path: Path) -> Path:
    asyncio.run(furnish(tmp_path / "house.db"))
    return tmp_path / "house.db"


@KILLS
@KINDS
def test_a_house_that_moves_in_is_there_whole_or_not_at_all(
    house: Path, tmp_path: Path, request: pytest.FixtureRequest, kind: str, kills: int
) -> None:
    file, rng, came = tmp_path / "file", Random(kills), Counter[str]()
    whole = asyncio.run(stores.export_house(house, file, 1))

    def empty_place(number: int) -> str:
        if kind == "sqlite":
            return str(tmp_path / f"{number}.db")
        url: str = request.getfixturevalue("postgres_server")
        asyncio.run(execute(url, "DROP SCHEMA IF EXISTS parlour CASCADE"))
        return url

    takes = undisturbed("import", file, empty_place(-1))
    for number in range(kills):
        place = empty_place(number)
        killed("import", file, place, rng.uniform(0, takes))
        if kind == "postgres":  # the server may still be at what the killed one asked for last
            asyncio.run(alone(place))
        try:
            assert asyncio.run(stores.import_house(file, place)) == whole
            came["empty"] += 1
        except Refused:
            came["whole"] += 1
        assert asyncio.run(stores.export_house(place, tmp_path / f"{number}.file", 1)) == whole
    print(f"{kind}: an import of {takes:.2f} s was killed {kills} times: {dict(came)}")
    assert came["empty"] > 0


async def alone(url: str) -> None:
    import asyncpg

    connection = await asyncpg.connect(url)
    others = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'parlour'"
    async with asyncio.timeout(30):
        while await connection.fetchval(others):
            await asyncio.sleep(0.01)
    await connection.close()


@KILLS
@KINDS
def test_a_file_that_has_its_name_is_whole(
    house: Path, tmp_path: Path, request: pytest.FixtureRequest, kind: str, kills: int
) -> None:
    rng, came, place = Random(kills), Counter[bool](), str(house)
    if kind == "postgres":
        place = request.getfixturevalue("postgres")
        asyncio.run(stores.export_house(house, tmp_path / "to move", 1))
        asyncio.run(stores.import_house(tmp_path / "to move", place))
    takes = undisturbed("export", tmp_path / "whole", place)
    for number in range(kills):
        file = tmp_path / f"file{number}"
        killed("export", file, place, rng.uniform(0, takes))
        came[file.exists()] += 1
        assert not file.exists() or file.read_bytes() == (tmp_path / "whole").read_bytes()
    print(f"{kind}: an export of {takes:.2f} s was killed {kills} times: whole {came[True]}, none {came[False]}")
    assert came[False] > 0
