"""Backup and restore: whole, at one moment, from either store into either; all or nothing."""

import asyncio
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from parlour import store as stores
from parlour.cli import main
from parlour.core.texts import Refused
from parlour.house import jobs, uptimes
from parlour.house.people import records as people_records
from parlour.house.store import Appended, Put, Repeated, Store, Unit
from parlour.house.tables import records as table_records
from parlour.house.tables.records import TABLES, TableQuery
from parlour.store import backup_file, migrations, open_store
from tests.store.things import account, guest, job, session, summary, writing

pytestmark = pytest.mark.anyio


async def fill(store: Store) -> None:
    """Something of everything, and of events more than are copied at once."""
    at = summary("t", people=("p1", "p2"), turn=("p2",), due=7, resume=True, body=b"\0")
    await store.commit(Unit(stream="t", expected=0, events=[b"\0a", b""], key="k", changes=[Put(TABLES, at)]))
    await store.commit(Unit(stream="long", expected=0, events=[b"%d" % n for n in range(2500)]))
    await people_records.add_person(store, account("p1", "Ånn", body=b"\xff"))
    await people_records.add_person(store, guest("p2"))
    await people_records.add_session(store, session("h", "p1", label="bot", scopes=("play",)))
    await jobs.put_job(store, job("j", state="running", body=b"\0"))
    await uptimes.beat(store, await uptimes.begin_uptime(store, 10), 20)


async def assert_filled(store: Store) -> None:
    assert await store.read("t") == [b"\0a", b""]
    assert await store.read("long") == [b"%d" % n for n in range(2500)]
    assert await store.commit(Unit(stream="t", expected=0, events=[b"x"], key="k")) == Repeated(1, 2)
    at = summary("t", people=("p1", "p2"), turn=("p2",), due=7, resume=True, body=b"\0")
    assert await table_records.find_tables(store, TableQuery(person="p2", turn="p2")) == [at]
    assert await people_records.account_named(store, "ånn") == account("p1", "Ånn", body=b"\xff")
    assert await people_records.get_person(store, "p2") == guest("p2")
    assert await people_records.sessions_of(store, "p1") == [session("h", "p1", label="bot", scopes=("play",))]
    assert await jobs.unfinished_jobs(store) == [job("j", state="running", body=b"\0", since=1)]
    assert uptimes.spans_of(await uptimes.uptimes(store), own=0) == [(10, 20)]
    assert [one.id for one in await people_records.find_people(store, "ånn")] == ["p1"]
    # And the house goes on from there.
    assert await store.commit(Unit(stream="t", expected=2, events=[b"b"])) == Appended(3)
    assert await uptimes.begin_uptime(store, 30) == 2


async def test_a_house_moves_from_any_store_to_any_other(store: Store, other: str, tmp_path: Path) -> None:
    await fill(store)
    await store.backup(tmp_path / "copy")
    await stores.restore(tmp_path / "copy", other)
    moved = await open_store(other)
    await assert_filled(moved)
    await moved.close()


async def test_a_copy_is_one_file_for_its_owner_alone(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    before = os.umask(0)
    try:
        await store.backup(folder / "copy")
    finally:
        os.umask(before)
    assert [path.name for path in folder.iterdir()] == ["copy"]
    assert stat.S_IMODE((folder / "copy").stat().st_mode) == 0o600


async def test_a_copy_can_be_opened_as_a_house(store: Store, tmp_path: Path) -> None:
    await fill(store)
    await store.backup(tmp_path / "copy.db")
    opened = await open_store(tmp_path / "copy.db")
    await assert_filled(opened)
    await opened.close()


async def test_a_path_that_exists_is_refused(store: Store, tmp_path: Path) -> None:
    (tmp_path / "copy").write_text("mine")
    with pytest.raises(Refused, match="is there already"):
        await store.backup(tmp_path / "copy")
    assert (tmp_path / "copy").read_text() == "mine"


async def test_a_folder_that_does_not_exist_is_named(store: Store, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="there is no folder"):
        await store.backup(tmp_path / "no" / "copy")


async def test_a_copy_shows_one_moment_while_others_write(store: Store, tmp_path: Path) -> None:
    """Every unit writes an event, its key, and a summary that says how many events there are: they must agree."""
    stop, writers = writing(store)
    for number in range(3):
        await asyncio.sleep(0.05)
        await store.backup(tmp_path / f"copy{number}")
    stop.set()
    written = await asyncio.gather(*writers)
    assert all(written)
    for number in range(3):
        copy = await open_store(tmp_path / f"copy{number}")
        for each in await table_records.find_tables(copy, TableQuery()):
            assert len(await copy.read(each.table)) == each.updated
        await copy.close()


# -- restoring ------------------------------------------------------------------------------------------------


@pytest.fixture
async def copy(tmp_path: Path) -> Path:
    filled = await open_store(tmp_path / "filled.db")
    await fill(filled)
    await filled.backup(tmp_path / "copy")
    await filled.close()
    return tmp_path / "copy"


async def test_a_house_is_replaced_only_by_force(place: str, copy: Path) -> None:
    there = await open_store(place)
    await there.commit(Unit(stream="mine", expected=0, events=[b"a"]))
    await there.close()
    with pytest.raises(Refused, match="--force"):
        await stores.restore(copy, place)
    there = await open_store(place)
    assert await there.read("mine") == [b"a"]
    await there.close()
    await stores.restore(copy, place, force=True)
    there = await open_store(place)
    assert await there.read("mine") == []
    await assert_filled(there)
    await there.close()


async def test_a_house_that_was_only_opened_may_be_replaced(place: str, copy: Path) -> None:
    there = await open_store(place)
    await uptimes.begin_uptime(there, 5)
    await there.close()
    await stores.restore(copy, place)
    there = await open_store(place)
    await assert_filled(there)
    await there.close()


async def test_nothing_is_restored_into_a_house_that_is_open(tmp_path: Path, copy: Path) -> None:
    there = await open_store(tmp_path / "house.db")
    with pytest.raises(Refused, match="A house is open with"):
        await stores.restore(copy, tmp_path / "house.db", force=True)
    await there.close()


async def test_restoring_is_all_or_nothing(place: str, copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = await open_store(place)
    await there.commit(Unit(stream="mine", expected=0, events=[b"a"]))
    await there.close()
    rows_of = backup_file.rows_of

    def failing(connection: apsw.Connection, table: str) -> Iterator[list[tuple[object, ...]]]:
        if table == "sessions":
            raise KeyboardInterrupt
        yield from rows_of(connection, table)

    monkeypatch.setattr(backup_file, "rows_of", failing)
    with pytest.raises(KeyboardInterrupt):
        await stores.restore(copy, place, force=True)
    there = await open_store(place)
    assert await there.read("mine") == [b"a"]
    assert await there.read("t") == []
    await there.close()


async def test_a_damaged_copy_is_refused(place: str, copy: Path) -> None:
    """Not at the head, where every reader would notice, but in the middle."""
    size = copy.stat().st_size
    with copy.open("r+b") as file:
        file.seek(size // 2 // 4096 * 4096)
        file.write(os.urandom(4096))
    with pytest.raises(Refused, match="damaged"):
        await stores.restore(copy, place)
    await assert_empty(place)


async def test_half_a_copy_is_refused(place: str, copy: Path) -> None:
    os.truncate(copy, copy.stat().st_size // 2)
    with pytest.raises(Refused, match="damaged"):
        await stores.restore(copy, place)
    await assert_empty(place)


async def test_what_is_no_copy_is_refused(place: str, tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear house,\n" * 500)
    (tmp_path / "empty").touch()
    for name, sentence in [
        ("letter", "is not a database"),
        ("empty", "holds no house"),
        ("none", "There is no file"),
        (".", "There is no file"),
    ]:
        with pytest.raises(Refused, match=sentence):
            await stores.restore(tmp_path / name, place)
    await assert_empty(place)


async def assert_empty(place: str) -> None:
    there = await open_store(place)
    assert await table_records.find_tables(there, TableQuery()) == []
    assert await there.read("long") == []
    await there.close()


async def test_a_copy_of_a_newer_version_is_refused(place: str, copy: Path) -> None:
    with closing(apsw.Connection(str(copy))) as file:
        file.execute(f"PRAGMA user_version = {len(migrations.MIGRATIONS) + 1}")
    with pytest.raises(Refused, match="newer version"):
        await stores.restore(copy, place)


async def test_a_copy_of_an_older_version_is_upgraded_and_stays_what_it_is(
    tmp_path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrations, "MIGRATIONS", (*migrations.MIGRATIONS, "ALTER TABLE people ADD COLUMN wish {text}"))
    before = copy.read_bytes()
    await stores.restore(copy, tmp_path / "house.db")
    assert copy.read_bytes() == before
    with closing(apsw.Connection(str(tmp_path / "house.db"))) as file:
        assert file.execute("SELECT id, wish FROM people ORDER BY id").fetchall() == [("p1", None), ("p2", None)]


# -- commands -------------------------------------------------------------------------------------------------

HOUSE = """
import asyncio, sys
from parlour.house.store import Unit
from parlour.store import open_store
async def main():
    store = await open_store(sys.argv[1])
    last = 0
    while True:
        await store.commit(Unit(stream="t", expected=last, events=[b"e"]))
        last += 1
        if last == 10:
            print("open", flush=True)
asyncio.run(main())
"""


def test_the_commands_copy_an_open_house_and_put_it_elsewhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house, copy, other = (str(tmp_path / name) for name in ("house.db", "copy", "other.db"))
    running = subprocess.Popen([sys.executable, "-c", HOUSE, house], stdout=subprocess.PIPE, text=True)
    try:
        assert running.stdout is not None
        assert running.stdout.readline() == "open\n"
        assert main(["backup", copy, "--database", house]) == 0
        assert f"All of {house} is now in {copy}." in capsys.readouterr().out
        assert main(["restore", copy, "--database", house, "--force"]) == 2
        assert "A house is open with" in capsys.readouterr().err
        assert running.poll() is None
    finally:
        running.kill()
        running.communicate()
    assert main(["restore", copy, "--database", f"sqlite:///{other}"]) == 0
    assert "is now in" in capsys.readouterr().out
    assert main(["restore", copy, "--database", other]) == 2
    assert "say --force" in capsys.readouterr().err
    assert main(["restore", copy, "--database", other, "--force"]) == 0

    async def events() -> int:
        store = await open_store(other)
        count = len(await store.read("t"))
        await store.close()
        return count

    assert asyncio.run(events()) >= 10


def test_the_commands_take_a_url(postgres: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", str(tmp_path / "copy"), "--database", postgres]) == 2
    assert "holds no house" in capsys.readouterr().err
    asyncio.run(_open_and_close(postgres))
    assert main(["backup", str(tmp_path / "copy"), "--database", postgres]) == 0
    assert main(["restore", str(tmp_path / "copy"), "--database", postgres]) == 0
    said = capsys.readouterr().out
    assert "All of postgresql://postgres@/postgres?… is now in" in said


def test_without_a_place_the_commands_mean_the_usual_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["backup", str(tmp_path / "copy")]) == 2
    assert f"There is no file {tmp_path / 'parlour' / 'house.db'}" in capsys.readouterr().err
    (tmp_path / "parlour").mkdir()
    asyncio.run(_open_and_close(tmp_path / "parlour" / "house.db"))
    assert main(["backup", str(tmp_path / "copy")]) == 0
    assert main(["restore", str(tmp_path / "copy")]) == 0


def test_the_commands_find_the_house_where_serve_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, other, copy = tmp_path / "first", tmp_path / "other", str(tmp_path / "copy")
    first.mkdir()
    asyncio.run(_open_and_close(first / "house.db"))
    monkeypatch.setenv("PARLOUR_DATA", str(first))
    monkeypatch.setenv("PARLOUR_PORT", "not of interest here")
    assert main(["backup", copy]) == 0
    assert f"All of {first / 'house.db'} is now in" in capsys.readouterr().out
    assert main(["restore", copy, "--data", str(other)]) == 0
    assert stat.S_IMODE(other.stat().st_mode) == 0o700, "what is in it is its owner's alone"
    monkeypatch.setenv("PARLOUR_DATABASE", str(tmp_path / "third.db"))
    assert main(["restore", copy]) == 0
    assert (tmp_path / "third.db").exists()
    assert main(["backup", copy, "--data", str(first / "house.db")]) == 2
    assert "a folder is wanted" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["host list", "host add Anna", "moderator remove Anna", "ratings check",
                                     "ratings rebuild", "backup COPY", "export COPY"])  # fmt: skip
def test_a_slip_in_the_place_is_refused_and_makes_no_house(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    words = command.replace("COPY", str(tmp_path / "copy")).split()
    assert main([*words, "--database", str(tmp_path / "huose.db")]) == 2
    assert capsys.readouterr().err == f"parlour: There is no file {tmp_path / 'huose.db'}.\n"
    assert list(tmp_path.iterdir()) == []


def test_a_database_without_a_house_is_left_without_one(postgres: str, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["host", "list"], ["ratings", "check"], ["host", "list"]):
        assert main([*words, "--database", postgres]) == 2
        assert "holds no house" in capsys.readouterr().err


def test_a_copy_that_cannot_be_written_is_called_by_the_name_it_was_to_have(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(_open_and_close(tmp_path / "house.db"))
    for command in ("backup", "export"):
        assert main([command, str(tmp_path / "no" / "copy"), "--database", str(tmp_path / "house.db")]) == 2
        said = capsys.readouterr().err
        assert said == f"parlour: {tmp_path / 'no' / 'copy'} cannot be used: there is no folder {tmp_path / 'no'}.\n"


async def _open_and_close(path: str | Path) -> None:
    await (await open_store(path)).close()
