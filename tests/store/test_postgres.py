"""What PostgreSQL does, where many write at once, and SQLite need not."""

import asyncio

import asyncpg
import pytest

from parlour.core.texts import Refused
from parlour.house.people.records import PEOPLE
from parlour.house.store import Put, Remove, keep
from parlour.store import verbs
from parlour.store.postgres import _check_direct, open_postgres
from parlour.store.script import Script
from tests.store.things import guest

pytestmark = [pytest.mark.anyio, pytest.mark.xdist_group("postgres")]


async def test_what_a_unit_needs_does_not_go_before_the_unit_is_kept(postgres: str) -> None:
    store, person, looked, done = await open_postgres(postgres), guest("p"), asyncio.Event(), list[str]()
    await keep(store, Put(PEOPLE, person))

    def unit() -> Script[None]:
        assert (yield verbs.need(PEOPLE), (person.id,))
        looked.set()
        yield "SELECT pg_sleep(0.5)::text", ()

    async def need() -> None:
        await store._write(unit)
        done.append("kept")

    async def remove() -> None:
        await looked.wait()
        await keep(store, Remove(PEOPLE, (person.id,), person))
        done.append("removed")

    await asyncio.gather(need(), remove())
    assert done == ["kept", "removed"]
    await store.close()


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
