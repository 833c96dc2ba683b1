"""Connections to PostgreSQL that are cut: every acknowledged event is there, none twice, and every outcome is right."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import asyncpg
import pytest

from parlour.house.jobs import JOBS
from parlour.house.people import records as people_records
from parlour.house.store import ABSENT, Appended, Put, Store, Unavailable, Unit
from parlour.house.tables import records as table_records
from parlour.house.tables.records import TABLES
from parlour.store import open_store
from parlour.store import postgres as postgres_store
from parlour.store.postgres import PostgresStore
from tests.faults.proxy import CUTS, Proxy
from tests.store.things import account, guest, job, summary

pytestmark = pytest.mark.anyio

APPENDS = 400 if os.environ.get("PARLOUR_ALL") else 40  # of each writer
WRITERS = 8


async def write(store: Store, writer: int, told: Callable[[], None] = lambda: None) -> list[bytes]:
    """Some units with a key, some without. Nobody else writes here, so that every one must be Appended, even if its
    records are not what they were because it was done before the cut."""
    stream, rng = f"t{writer}", Random(writer)
    events: list[bytes] = []
    before: Any = ABSENT
    for number in range(APPENDS):
        new = [b"%d.%d" % (number, each) for each in range(rng.randrange(1, 4))]
        key = f"k{number}" if rng.random() < 0.5 else None
        at = summary(stream, updated=len(events) + len(new), people=(f"p{number}",))
        changes = [Put(TABLES, at, before), Put(JOBS, job(f"{writer}.{number}"), ABSENT)]
        changes = changes[:: rng.choice((1, -1))]
        unit = Unit(stream=stream, expected=len(events), events=new, key=key, changes=changes)
        assert await store.commit(unit) == Appended(len(events) + len(new))
        events += new
        before = at
        told()
    return events


async def change(store: Store) -> None:
    """A name is never refused because its bearer took it before the cut, nor a change because it was made then."""
    for number in range(APPENDS):
        assert await people_records.add_person(store, guest(f"g{number}"))
        assert await people_records.change_person(store, account(f"g{number}", f"Ann {number}"))
        assert not await people_records.change_person(store, account(f"g{number}", f"Ann {number}"))


async def check(url: str, written: list[list[bytes]]) -> None:
    store = await open_store(url)
    for writer, events in enumerate(written):
        assert await store.read(f"t{writer}") == events
        at = await table_records.table_summary(store, f"t{writer}")
        assert at is not None
        assert at.updated == len(events)
    assert await store.count(JOBS, "state", "waiting") == len(written) * APPENDS
    await store.close()


@pytest.fixture
def socket(postgres: str) -> Path:
    [folder] = parse_qs(urlsplit(postgres).query)["host"]
    return Path(folder) / ".s.PGSQL.5432"


async def test_cuts_around_a_commit_lose_nothing_and_do_nothing_twice(postgres: str, socket: Path) -> None:
    async with Proxy(socket, Random(1), share=0.2) as proxy:
        store = await open_store(proxy.url)
        *written, _ = await asyncio.gather(*(write(store, writer) for writer in range(WRITERS)), change(store))
        await store.close()
    assert set(proxy.made) == set(CUTS)
    await check(postgres, written)


async def test_without_marks_that_would_go_wrong(postgres: str, socket: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test of the test: what was done before the cut is then taken for somebody else's."""
    monkeypatch.setattr(PostgresStore, "_mark", lambda store: None)
    async with Proxy(socket, Random(1), share=0.2) as proxy:
        store = await open_store(proxy.url)
        with pytest.raises(AssertionError):
            await asyncio.gather(*(write(store, writer) for writer in range(WRITERS)))
        await store.close()


async def test_backends_that_are_ended_lose_nothing_and_do_nothing_twice(postgres: str) -> None:
    """One for every few appends, so that a slow machine gets on as well."""
    ended, appended = 0, asyncio.Semaphore(0)

    async def end_some() -> None:
        nonlocal ended
        rng = Random(2)
        connection = await asyncpg.connect(postgres)
        while True:
            for _ in range(rng.randrange(1, 5)):
                await appended.acquire()
            pids = await connection.fetch("SELECT pid FROM pg_stat_activity WHERE application_name = 'parlour'")
            if pids:
                ended += await connection.fetchval("SELECT pg_terminate_backend($1)", rng.choice(pids)[0])

    store = await open_store(postgres)
    ending = asyncio.ensure_future(end_some())
    writers = [write(store, writer, appended.release) for writer in range(WRITERS)]
    *written, _ = await asyncio.gather(*writers, change(store))
    ending.cancel()
    await store.close()
    assert ended > APPENDS // 4
    await check(postgres, written)


async def test_a_database_that_stays_away_is_said_to_be_out_of_reach(
    postgres: str, socket: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_store, "PATIENCE", 0.5)
    async with Proxy(socket, Random(1), share=1.0, cuts=("unheard",)) as proxy:
        store = PostgresStore(await asyncpg.create_pool(proxy.url, server_settings=postgres_store.SETTINGS))
        await (await open_store(postgres)).close()
        with pytest.raises(Unavailable, match="out of reach"):
            await store.commit(Unit(stream="t", expected=0, events=[b"a"]))
        assert not await store.healthy()
        assert await store.read("t") == []  # looking needs no COMMIT
        await store.close()
