"""What PostgreSQL does, where many write at once, and SQLite need not."""

import asyncio
import time

import asyncpg
import pytest
from msgspec.structs import replace

from parlour.core.texts import Refused
from parlour.house.jobs import JOBS
from parlour.house.people.records import PEOPLE
from parlour.house.store import ABSENT, Put, Remove, keep
from parlour.store import postgres as postgres_module
from parlour.store import verbs
from parlour.store.postgres import _check_direct, open_postgres
from parlour.store.script import Script
from tests.store.things import guest, job

pytestmark = [pytest.mark.anyio, pytest.mark.xdist_group("postgres")]


async def test_what_a_unit_needs_does_not_go_before_the_unit_is_kept(postgres: str) -> None:
    store, person, looked, done = await open_postgres(postgres), guest("p"), asyncio.Event(), list[str]()
    await keep(store, Put(PEOPLE, person))

    def unit() -> Script[None]:
        assert (yield verbs.need(PEOPLE), (person.id,))
        looked.set()
        yield "SELECT pg_sleep(0.5)::text", ()
        done.append("about to be kept")

    async def need() -> None:
        await store._write(unit)

    async def remove() -> None:
        await looked.wait()
        await keep(store, Remove(PEOPLE, (person.id,), person))
        done.append("removed")

    await asyncio.gather(need(), remove())
    assert done == ["about to be kept", "removed"]
    await store.close()


async def test_who_changes_the_same_records_in_another_order_waits_for_no_one_who_waits_for_them(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two units meet at a record that somebody else holds. Neither is undone by the database to let the other go on."""
    monkeypatch.setattr(postgres_module, "PATIENCE", 0.0)  # a unit that has to be run again is refused
    store = await open_postgres(postgres)
    a, b = job("a"), job("b")
    await keep(store, Put(JOBS, a), Put(JOBS, b))
    holder, looker = await asyncpg.connect(postgres), await asyncpg.connect(postgres)
    held = holder.transaction()
    await held.start()
    await holder.execute("SELECT 1 FROM parlour.jobs WHERE id = 'b' FOR UPDATE")
    units = []
    for waiting, order in enumerate(((b, a), (a, b)), 1):
        units.append(asyncio.create_task(keep(store, *(Put(JOBS, replace(one, done=waiting)) for one in order))))
        while waiting > await looker.fetchval("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"):
            await asyncio.sleep(0.01)
    await held.rollback()
    assert await asyncio.gather(*units) == [True, True]
    assert {one.done for one in await store.get_many(JOBS, [("a",), ("b",)])} == {2}
    for each in (holder, looker, store):
        await each.close()


async def test_a_pooler_is_refused_with_a_sentence(postgres: str) -> None:
    """Who asks behind one speaks to another server than the one that said hello."""
    direct = await asyncpg.connect(postgres)

    class Pooled:
        async def fetchval(self, sql: str) -> int:
            return int(await direct.fetchval(sql)) + 1

        def get_server_pid(self) -> int:
            return direct.get_server_pid()

    await _check_direct(direct, "here")
    with pytest.raises(Refused, match=r"leads through a connection pooler"):
        await _check_direct(Pooled(), "here")
    await direct.close()


async def test_a_pooler_that_refuses_our_settings_is_told_of_as_one() -> None:
    """PgBouncer does, unless it is set to pass over them."""

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1000)
        fields = b"SFATAL\0C08P01\0Munsupported startup parameter: search_path\0\0"
        writer.write(b"E" + (len(fields) + 4).to_bytes(4, "big") + fields)
        writer.close()

    server = await asyncio.start_server(refuse, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    with pytest.raises(Refused) as refused:
        await open_postgres(f"postgresql://parlour@127.0.0.1:{port}/house?sslmode=disable")
    assert refused.value.text.key == "store.pooled"
    server.close()


async def test_marks_go_by_the_server_s_clock(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine whose clock is two hours ahead forgets no mark that others may still ask for."""
    store, connection = await open_postgres(postgres), await asyncpg.connect(postgres)
    await keep(store, Put(JOBS, job("a"), ABSENT))
    then, real = await connection.fetchval("SELECT max(at) FROM parlour.marks"), time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: real() + 7_200 * 10**9)
    monkeypatch.setattr(postgres_module, "BEGAN", time.time_ns() - time.monotonic_ns(), raising=False)
    await keep(store, Put(JOBS, job("b"), ABSENT))
    assert await connection.fetchval("SELECT count(*) FROM parlour.marks") == 2
    assert abs(await connection.fetchval("SELECT max(at) FROM parlour.marks") - then) < 60_000
    await connection.close()
    await store.close()
