"""Opening a store: what is refused, with which sentence, and that nothing is harmed by it."""

import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import apsw
import pytest

from parlour.core.texts import Refused, catalogue, fields
from parlour.house.store import Unit
from parlour.store import open_store
from parlour.store.address import parse, shown
from parlour.store.texts import TEXTS

pytestmark = pytest.mark.anyio
SOURCES = Path(__file__).parents[2] / "src" / "parlour" / "store"


async def refusal(place: str | Path) -> str:
    with pytest.raises(Refused) as refused:
        await open_store(place)
    return str(refused.value)


# -- places ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "path"),
    [
        ("house.db", "house.db"),
        ("/srv/house.db", "/srv/house.db"),
        ("sqlite:///house.db", "house.db"),
        ("sqlite:////srv/my%20house.db", "/srv/my house.db"),
    ],
)
def test_a_path_may_be_written_as_a_url(place: str, path: str) -> None:
    assert parse(place) == Path(path)


@pytest.mark.parametrize("place", ["", "mysql://host/x", "sqlite://host/x", "sqlite://", "http://secret@host/", "://"])
async def test_another_kind_of_place_is_refused(place: str) -> None:
    said = await refusal(place)
    assert "is not a place for a house's data" in said
    assert "secret" not in said


@pytest.mark.parametrize("place", ["postgresql://ann:secret@db.example:5433/house", "postgres://ann:secret@[/x"])
def test_a_password_is_not_shown(place: str) -> None:
    assert "secret" not in shown(place)


async def test_a_database_that_cannot_be_reached_is_named_without_its_password() -> None:
    said = await refusal("postgresql://ann:secret@127.0.0.1:1/house")
    assert "postgresql://ann@127.0.0.1:1/house cannot be reached" in said
    assert "secret" not in said


@pytest.mark.parametrize("place", ["postgresql://ann:secret@host:port/x", "postgresql://ann:secret@[/x"])
async def test_an_address_that_makes_no_sense_is_refused(place: str) -> None:
    said = await refusal(place)
    assert "secret" not in said


async def test_a_database_that_is_not_there_is_named(postgres: str) -> None:
    said = await refusal(postgres.replace("/postgres?", "/nowhere?"))
    assert 'database "nowhere" does not exist' in said


async def test_without_asyncpg_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    assert "pip install 'parlour[postgres]'" in await refusal("postgresql://host/house")


async def test_without_aiobotocore_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "aiobotocore", None)
    assert "pip install 'parlour[aws]'" in await refusal("dynamodb://house")


def test_sqlite_houses_do_not_need_what_other_databases_do() -> None:
    extras = "{'asyncpg', 'aiobotocore', 'botocore'}"
    code = f"import sys, parlour.store, parlour.store.sqlite; sys.exit(bool({extras} & {{*sys.modules}}))"
    assert subprocess.call([sys.executable, "-c", code]) == 0


# -- files ----------------------------------------------------------------------------------------------------


async def test_a_file_that_is_not_a_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear house,\n" * 1000)
    assert "is not a database" in await refusal(path)
    assert path.read_text() == "Dear house,\n" * 1000


async def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with apsw.Connection(str(path)) as other:
        other.execute("CREATE TABLE t (x)")
    other.close()
    before = path.read_bytes()
    assert "is a database of another program" in await refusal(path)
    assert path.read_bytes() == before


async def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert f"there is no folder {tmp_path / 'no'}" in await refusal(tmp_path / "no" / "house.db")
    assert list(tmp_path.iterdir()) == []


async def test_a_folder_is_not_a_house(tmp_path: Path) -> None:
    assert "it is not a file" in await refusal(tmp_path)


@pytest.mark.skipif(not Path("/proc/version").exists(), reason="needs a folder that even root cannot write to")
async def test_a_place_that_cannot_be_written_is_refused() -> None:
    assert "cannot be opened" in await refusal("/proc/house.db")


async def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    await (await open_store(path)).close()
    with path.open("r+b") as file:
        file.seek(30)
        file.write(os.urandom(path.stat().st_size - 30))
    assert "house.db" in await refusal(path)


async def test_the_file_is_its_owners_alone_and_so_is_all_beside_it(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        store = await open_store(tmp_path / "house.db")
        await store.commit(Unit(stream="t", expected=0, events=[b"a"]))
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert {"house.db", "house.db-wal", "house.db.lock"} <= set(modes)
    assert set(modes.values()) == {0o600}
    await store.close()


async def test_closing_tidies_the_log_away(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "house.db")
    await store.commit(Unit(stream="t", expected=0, events=[b"a"]))
    await store.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["house.db", "house.db.lock"]


# -- one house a file ------------------------------------------------------------------------------------------


async def test_a_second_house_on_the_same_file_is_refused(tmp_path: Path) -> None:
    first = await open_store(tmp_path / "house.db")
    (tmp_path / "other-name.db").symlink_to("house.db")
    for name in ("house.db", "other-name.db"):
        assert "A house is open with" in await refusal(tmp_path / name)
    await first.commit(Unit(stream="t", expected=0, events=[b"a"]))
    await first.close()
    second = await open_store(tmp_path / "house.db")
    assert await second.read("t") == [b"a"]
    await second.close()


OPEN = """
import asyncio, sys
from parlour.store import open_store
async def main():
    store = await open_store(sys.argv[1])
    print("open", flush=True)
    sys.stdin.read()
asyncio.run(main())
"""


async def test_a_second_process_is_refused_until_the_first_is_gone_even_by_force(tmp_path: Path) -> None:
    path = str(tmp_path / "house.db")
    first = subprocess.Popen(
        [sys.executable, "-c", OPEN, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert first.stdout is not None
    assert first.stdout.readline() == "open\n"
    assert "A house is open with" in await refusal(path)
    first.kill()
    first.communicate()
    await (await open_store(path)).close()


# -- sentences ------------------------------------------------------------------------------------------------


def test_every_key_that_the_store_uses_exists_and_no_other() -> None:
    sentences = catalogue(TEXTS)
    source = "".join(path.read_text("utf-8") for path in SOURCES.rglob("*.py"))
    used = set(re.findall(r'"((?:store|import|dynamo)\.[a-z-]+)"', source))
    assert {key for key in used if not sentences.has(key)} == set()
    assert {*sentences.entries} == used | {*catalogue(None).entries}


def test_the_sentences_are_plain() -> None:
    for key, entry in catalogue(TEXTS).entries.items():
        assert all(field.isidentifier() for field in fields(entry)), key
        assert "!" not in str(entry), key
