"""What is SQLite's own: groups, savepoints, the line, and what happens when something fails."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import pytest
from msgspec.structs import replace

from parlour.house.jobs import JOBS
from parlour.house.store import Appended, Conflict, Put, Repeated, Unavailable, Unit
from parlour.house.tables.records import TABLES
from parlour.store import sqlite_file
from parlour.store.script import Script
from parlour.store.sqlite import SqliteStore
from tests.store.things import job, summary

pytestmark = pytest.mark.anyio


class BusyWriter:
    """The writer, kept busy with the first unit of a group until it is let go; what comes meanwhile is one group."""

    def __init__(self, store: SqliteStore) -> None:
        self._begun, self._go = threading.Event(), threading.Event()
        self._first = store._writes.ask(self._wait)

    def _wait(self) -> Script[None]:
        self._begun.set()
        self._go.wait(10)
        yield "SELECT 1", ()

    async def __aenter__(self) -> None:
        await asyncio.to_thread(self._begun.wait)

    async def __aexit__(self, *error: object) -> None:
        self._go.set()
        await asyncio.gather(self._first, return_exceptions=True)


@pytest.fixture
async def sqlite(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = SqliteStore(tmp_path / "house.db", most_waiting=50)
    opened.start()
    yield opened
    await opened.close()


def unit(stream: str, expected: int = 0, body: Any = b"a") -> Unit:
    return Unit(stream=stream, expected=expected, events=[body])


def start(store: SqliteStore, *units: Unit) -> list["asyncio.Task[Any]"]:
    return [asyncio.ensure_future(store.commit(each)) for each in units]


async def test_what_is_waiting_is_one_commit_and_one_wake_up(
    sqlite: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    commits, wake_ups = [], []
    sqlite._writer.connection.set_commit_hook(lambda: bool(commits.append(threading.get_ident())))
    loop = asyncio.get_running_loop()
    wake = loop.call_soon_threadsafe

    def counted(callback: Any, *args: Any, **kwargs: Any) -> Any:
        if threading.current_thread().name == "store-writer":
            wake_ups.append(callback)
        return wake(callback, *args, **kwargs)

    async with BusyWriter(sqlite):
        monkeypatch.setattr(loop, "call_soon_threadsafe", counted)
        waiting = start(sqlite, *(unit(f"t{number}") for number in range(40)))
        await asyncio.sleep(0)
    assert await asyncio.gather(*waiting) == [Appended(1)] * 40
    assert len(commits) == len(wake_ups) == 2  # the held one's, and the group's


async def test_nobody_is_answered_before_the_commit(sqlite: SqliteStore) -> None:
    async with BusyWriter(sqlite):
        waiting = start(sqlite, *(unit(f"t{number}") for number in range(10)))
        await asyncio.sleep(0)
        answered: list[bool] = []

        def look() -> bool:
            time.sleep(0.1)  # who is answered too early has heard of it by then
            answered.extend(each.done() for each in waiting)
            return False

        sqlite._writer.connection.set_commit_hook(look)
    await asyncio.gather(*waiting)
    assert answered == [False] * 20, "at the held unit's commit, and at their own"


async def test_units_of_one_group_see_each_other(sqlite: SqliteStore) -> None:
    async with BusyWriter(sqlite):
        waiting = start(sqlite, unit("t", 0), unit("t", 1), unit("t", 1))
        await asyncio.sleep(0)
    assert await asyncio.gather(*waiting) == [Appended(1), Appended(2), Conflict(2)]


async def test_a_unit_that_fails_fails_alone(sqlite: SqliteStore) -> None:
    """It gets as far as writing its first event: that is taken back, and nothing else."""
    bad = Unit(stream="bad", expected=0, events=[b"a"] * 100 + ["no bytes"])  # type: ignore[list-item]
    async with BusyWriter(sqlite):
        waiting = start(sqlite, unit("before"), bad, unit("after"))
        await asyncio.sleep(0)
    outcomes = await asyncio.gather(*waiting, return_exceptions=True)
    assert outcomes[0] == outcomes[2] == Appended(1)
    assert isinstance(outcomes[1], Unavailable)
    assert await sqlite.read("before") == await sqlite.read("after") == [b"a"]
    assert await sqlite.read("bad") == []


async def test_a_commit_that_fails_fails_its_group_and_the_store_goes_on(sqlite: SqliteStore) -> None:
    async with BusyWriter(sqlite):
        waiting = start(sqlite, *(unit(f"t{number}") for number in range(10)))
        await asyncio.sleep(0)
        sqlite._writer.connection.set_commit_hook(lambda: True)
    outcomes = await asyncio.gather(*waiting, return_exceptions=True)
    assert {type(outcome).__name__ for outcome in outcomes} == {"StoreUnavailable"}
    assert "could not write" in str(outcomes[0])
    sqlite._writer.connection.set_commit_hook(None)
    assert await sqlite.read("t0") == []
    assert await sqlite.commit(unit("t0")) == Appended(1)


async def test_on_a_full_disk_what_was_acknowledged_is_there_and_the_rest_is_refused(sqlite: SqliteStore) -> None:
    [(pages,)] = sqlite._writer.connection.execute("PRAGMA page_count")
    async with BusyWriter(sqlite):
        waiting = start(sqlite, unit("t0"), unit("t1", body=b"x" * 500_000), unit("t2"))
        await asyncio.sleep(0)
        sqlite._writer.connection.execute(f"PRAGMA max_page_count = {pages + 10}")
    outcomes = await asyncio.gather(*waiting, return_exceptions=True)
    assert isinstance(outcomes[1], Unavailable)
    assert "full" in str(outcomes[1])
    for stream, outcome in zip(("t0", "t1", "t2"), outcomes, strict=True):
        assert await sqlite.read(stream) == ([b"a"] if outcome == Appended(1) else [])
    sqlite._writer.connection.execute("PRAGMA max_page_count = 1000000")
    assert await sqlite.commit(unit("t1")) == Appended(1)


async def test_whoever_comes_when_too_much_is_waiting_is_told_so_at_once(sqlite: SqliteStore) -> None:
    async with BusyWriter(sqlite):
        waiting = start(sqlite, *(unit(f"t{number}") for number in range(49)))
        await asyncio.sleep(0)
        with pytest.raises(Unavailable, match="Too much is waiting"):
            await sqlite.commit(unit("more"))
    assert await asyncio.gather(*waiting) == [Appended(1)] * 49
    assert await sqlite.commit(unit("more")) == Appended(1)


async def test_reading_does_not_wait_for_writing(sqlite: SqliteStore) -> None:
    await sqlite.commit(unit("t"))
    async with BusyWriter(sqlite):
        waiting = start(sqlite, unit("t", 1, b"b"))
        assert await asyncio.wait_for(sqlite.read("t"), 5) == [b"a"]
    await asyncio.gather(*waiting)
    assert await sqlite.read("t") == [b"a", b"b"]


async def test_a_program_that_holds_the_file_too_long_is_waited_for_and_then_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_file, "PATIENCE_MS", 50)
    store = SqliteStore(tmp_path / "house.db")
    store.start()
    with closing(apsw.Connection(str(tmp_path / "house.db"))) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable, match="locked"):
            await store.commit(unit("t"))
        assert await store.read("t") == []
        other.execute("ROLLBACK")
    assert await store.commit(unit("t")) == Appended(1)
    await store.close()


async def test_every_commit_waits_for_the_disk(sqlite: SqliteStore) -> None:
    asked = sqlite._writer.connection.execute
    assert asked("PRAGMA journal_mode").fetchall() == [("wal",)]
    assert asked("PRAGMA synchronous").fetchall() == [(2,)]
    assert asked("PRAGMA foreign_keys").fetchall() == [(1,)]


async def test_what_no_house_should_write_is_a_fault_and_no_conflict(sqlite: SqliteStore) -> None:
    """Who is told of a conflict reads again and tries again; here that would never end."""
    for wrong in (job("j", body="no bytes"), job("j", state=None)):
        with pytest.raises(Unavailable, match="could not write"):
            await sqlite.commit(Unit(changes=[Put(JOBS, wrong)]))
    assert await sqlite.get(JOBS, "j") is None


async def test_steps_that_wait_together_take_no_more_statements_than_one(sqlite: SqliteStore) -> None:
    """Each an event, a key and a new turn on its table's summary."""
    tables = [f"t{number}" for number in range(40)]
    await asyncio.gather(*(sqlite.commit(played(table, 0, Put(TABLES, summary(table)))) for table in tables))
    statements: list[str] = []
    async with BusyWriter(sqlite):
        sqlite._writer.connection.set_exec_trace(lambda cursor, sql, args: bool(statements.append(sql)) or True)
        waiting = start(sqlite, *(played(table, 1, turn(table, f"of {table}", 2)) for table in tables))
        await asyncio.sleep(0)
    assert await asyncio.gather(*waiting) == [Appended(2)] * 40
    sqlite._writer.connection.set_exec_trace(None)
    assert len(statements) < 10, statements
    for table in tables:
        kept = await sqlite.get(TABLES, table)
        assert kept is not None
        assert (kept.turn, kept.updated, kept.game) == ((f"of {table}",), 2, "yinsh")
        assert await sqlite.read(table) == [b"0", b"1"]
        assert await sqlite.known(table, "k1")


async def test_of_what_waits_together_only_what_is_as_expected_is_written(sqlite: SqliteStore) -> None:
    for table in ("late", "twice", "one", "other", "long"):
        await sqlite.commit(played(table, 0, Put(TABLES, summary(table))))
    many = [str(number).encode() for number in range(300)]
    async with BusyWriter(sqlite):
        waiting = start(
            sqlite,
            replace(played("late", 0, turn("late", "nobody", 9)), key="k9"),
            replace(played("twice", 1, turn("twice", "nobody", 9)), key="k0"),
            played("one", 1, turn("one", "first", 2)),
            played("one", 2, turn("one", "second", 3)),
            played("other", 1, turn("one", "third", 4)),  # another's record
            replace(played("long", 1), events=many),
            played("new", 0),
            played("none", 0, turn("none", "nobody", 9)),  # there is no such record, and none comes about
        )
        await asyncio.sleep(0)
    assert await asyncio.gather(*waiting) == [
        Conflict(1), Repeated(1, 1), Appended(2), Appended(3), Appended(2), Appended(301), Appended(1), Appended(1),
    ]  # fmt: skip
    kept = [await sqlite.get(TABLES, table) for table in ("late", "twice", "one", "none")]
    assert [one and one.turn for one in kept] == [(), (), ("third",), None]
    assert await sqlite.read("late") == await sqlite.read("twice") == [b"0"]
    assert await sqlite.read("long") == [b"0", *many]


async def test_of_what_waits_together_nothing_is_written_that_comes_too_early(sqlite: SqliteStore) -> None:
    """No row stands in its way, as one does of what comes too late."""
    for table in ("early", "other"):
        await sqlite.commit(played(table, 0, Put(TABLES, summary(table))))
    async with BusyWriter(sqlite):
        waiting = start(
            sqlite, played("early", 5, turn("early", "nobody", 9)), played("other", 1, turn("other", "ada", 2))
        )
        await asyncio.sleep(0)
    assert await asyncio.gather(*waiting) == [Conflict(1), Appended(2)]
    kept = await sqlite.get(TABLES, "early")
    assert kept is not None
    assert kept.turn == ()
    assert await sqlite.read("early") == [b"0"]


def played(table: str, expected: int, *changes: Put) -> Unit:
    return Unit(
        stream=table, expected=expected, events=[str(expected).encode()], key=f"k{expected}", changes=changes
    )  # fmt: skip


def turn(table: str, whose: str, updated: int) -> Put:
    return Put(TABLES, summary(table, turn=(whose,), updated=updated), only=("turn", "updated"))
