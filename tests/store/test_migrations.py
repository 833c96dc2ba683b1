"""Tables of an older version become those of this one, all the way or not at all; newer ones are refused."""

import asyncio
from collections.abc import Callable

import apsw
import asyncpg
import pytest

from parlour.core.texts import Refused
from parlour.house.store import Appended, Unit
from parlour.store import migrations, open_store, shape

pytestmark = pytest.mark.anyio

NEXT = "CREATE TABLE wishes (id {number} NOT NULL PRIMARY KEY, wish {text}); INSERT INTO wishes VALUES (1, 'tea')"
FIRST = migrations.FIRST + "{commit_unit}"  # without which nothing can be written
BROKEN = "CREATE TABLE halves (id {number}); INSERT INTO nowhere VALUES (1)"


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Sets by which steps the tables come about, and so which version is the present one."""
    return lambda *steps: monkeypatch.setattr(migrations, "MIGRATIONS", steps)


async def ask(place: str, statement: str) -> list[tuple[object, ...]]:
    if place.startswith("postgresql"):
        connection = await asyncpg.connect(place, server_settings={"search_path": "parlour"})
        rows = await connection.fetch(statement)
        await connection.close()
        return [tuple(row) for row in rows]
    with apsw.Connection(place) as file:
        return file.execute(statement).fetchall()


async def test_a_house_of_version_1_is_upgraded_and_keeps_all_it_had(place: str, steps: Callable[..., None]) -> None:
    steps(FIRST)
    first = await open_store(place)
    await first.commit(Unit(stream="t", expected=0, events=[b"a"], key="k"))
    await first.close()
    steps(FIRST, NEXT)
    second = await open_store(place)
    assert await second.read("t") == [b"a"]
    assert await second.commit(Unit(stream="t", expected=1, events=[b"b"])) == Appended(2)
    await second.close()
    assert await ask(place, "SELECT id, wish FROM wishes") == [(1, "tea")]
    # Opened once more, nothing is done again.
    await (await open_store(place)).close()
    assert await ask(place, "SELECT id, wish FROM wishes") == [(1, "tea")]


async def test_several_versions_are_caught_up_with_in_order(place: str, steps: Callable[..., None]) -> None:
    steps(FIRST)
    await (await open_store(place)).close()
    steps(FIRST, NEXT, "UPDATE wishes SET wish = 'cake'")
    await (await open_store(place)).close()
    assert await ask(place, "SELECT wish FROM wishes") == [("cake",)]


async def test_an_upgrade_that_fails_leaves_the_house_as_it_was(place: str, steps: Callable[..., None]) -> None:
    steps(FIRST)
    store = await open_store(place)
    await store.commit(Unit(stream="t", expected=0, events=[b"a"]))
    await store.close()
    steps(FIRST, NEXT, BROKEN)
    with pytest.raises(Refused):
        await open_store(place)
    with pytest.raises((apsw.SQLError, asyncpg.UndefinedTableError)):
        await ask(place, "SELECT id FROM wishes")
    steps(FIRST)
    store = await open_store(place)
    assert await store.read("t") == [b"a"]
    await store.close()


async def test_a_newer_house_is_refused_and_left_alone(place: str, steps: Callable[..., None]) -> None:
    steps(FIRST, NEXT)
    await (await open_store(place)).close()
    steps(FIRST)
    with pytest.raises(Refused, match="was written by a newer version of Parlour") as refused:
        await open_store(place)
    assert "secret" not in str(refused.value)
    assert await ask(place, "SELECT wish FROM wishes") == [("tea",)]


async def test_copies_know_all_tables_and_columns(place: str) -> None:
    await (await open_store(place)).close()
    if place.startswith("postgresql"):
        asked = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'parlour'"
    else:
        asked = "SELECT m.name, c.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'"
    there = set(await ask(place, asked))
    known = {(table, column) for table, each in shape.tables().items() for column in each.columns}
    # Which version it is, whether it could be written to, and which units' answers were lost is nothing to carry along.
    assert {table for table, _ in there - known} <= {"version", *shape.NOT_CARRIED}
    assert known <= there


async def test_houses_that_open_a_new_database_at_once_make_its_tables_once(postgres: str) -> None:
    stores = await asyncio.gather(*(open_store(postgres) for _ in range(4)))
    for number, store in enumerate(stores):
        assert await store.commit(Unit(stream="t", expected=number, events=[b"a"])) == Appended(number + 1)
        await store.close()


async def test_other_tables_of_a_database_are_not_touched(postgres: str) -> None:
    connection = await asyncpg.connect(postgres)
    await connection.execute("DROP TABLE IF EXISTS events; CREATE TABLE events (theirs INT)")
    store = await open_store(postgres)
    assert await store.commit(Unit(stream="t", expected=0, events=[b"a"])) == Appended(1)
    await store.close()
    assert await connection.fetch("SELECT theirs FROM public.events") == []
    await connection.execute("DROP TABLE events")
    await connection.close()
