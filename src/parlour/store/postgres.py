"""The house's store in a PostgreSQL database.

A unit is a transaction, over any of a few connections, from any number of processes: that one wins and nothing is there
twice comes from unique constraints alone. A connection that is cut is replaced and its unit run again. Whether a COMMIT
whose answer was lost was done, its *mark* tells: a random text kept with what the unit wrote. The second run meets the
first at a constraint, where PostgreSQL lets it wait until the first is decided; it finds the mark, or does the work.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from random import random
from typing import ParamSpec, TypeVar

import apsw
import asyncpg

from parlour.store import backup_file, migrations
from parlour.store.address import shown
from parlour.store.older_schema import check_schema, select
from parlour.store.script import Raced, Script, SqlRow
from parlour.store.shape import tables
from parlour.store.sql_store import SqlStore
from parlour.store.texts import StoreRefused, StoreUnavailable
from parlour.store.transfer import TransferSummary, new_export
from parlour.store.verbs import Failed
from parlour.store.work_queue import MOST_WAITING

P = ParamSpec("P")
T = TypeVar("T")
CONNECTIONS = 8
PATIENCE = 10.0  # seconds for which a database may be away, as when it is started anew
COMMAND_SECONDS = 10.0
SHORTEST_PAUSE, LONGEST_PAUSE = 0.01, 0.5  # seconds between tries
AT_ONCE = 1000  # rows that are copied
CONNECT_SECONDS = 5.0
MIGRATING = 0x5061726C6F7572  # the advisory lock under which tables are made
SCHEMA = "parlour"  # a database may have others' tables too
SETTINGS = {"search_path": SCHEMA, "synchronous_commit": "on", "application_name": "parlour"}

# Another transaction was in the way; run again, the script sees what that one left.
RACES = (Raced, asyncpg.SerializationError, asyncpg.DeadlockDetectedError)
# A table would be at odds with another.
AT_ODDS = (asyncpg.UniqueViolationError, asyncpg.ForeignKeyViolationError)
AWAY = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.TooManyConnectionsError,
)


class PostgresStore(SqlStore):
    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool
        self._waiting = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._closed = False

    def _mark(self) -> bytes:
        return secrets.token_bytes(16)

    async def _write(self, script: Callable[P, Script[T]], *args: P.args, **kwargs: P.kwargs) -> T:
        async def unit(connection: asyncpg.Connection) -> T:
            try:
                async with connection.transaction():
                    return await _drive(connection, script(*args, **kwargs))
            except AT_ODDS as error:
                raise Failed from error

        return await self._patiently(unit)

    async def _read(self, script: Callable[P, Script[T]], *args: P.args, **kwargs: P.kwargs) -> T:
        async def look(connection: asyncpg.Connection) -> T:
            return await _drive(connection, script(*args, **kwargs))

        return await self._patiently(look)

    async def _patiently(self, work: Callable[[asyncpg.Connection], Awaitable[T]]) -> T:
        """Again after a lost race; again, over another connection, after a cut."""
        if self._closed:
            raise StoreUnavailable("store.closed")
        if self._waiting >= MOST_WAITING:
            raise StoreUnavailable("store.busy")
        clock = asyncio.get_running_loop().time
        late, pause = clock() + PATIENCE, SHORTEST_PAUSE
        self._waiting += 1
        self._idle.clear()
        try:
            while True:
                try:
                    return await self._once(work)
                except (Raced, _Cut) as again:
                    if clock() > late:
                        raise StoreUnavailable("store.down", why=str(again) or "others were always first") from again
                # Not all at the same moment, lest they meet again.
                await asyncio.sleep(pause * random())
                pause = min(2 * pause, LONGEST_PAUSE)
        finally:
            self._waiting -= 1
            if not self._waiting:
                self._idle.set()

    async def _once(self, work: Callable[[asyncpg.Connection], Awaitable[T]]) -> T:
        try:
            connection = await self._pool.acquire(timeout=CONNECT_SECONDS)
        except AWAY as error:
            raise _Cut(_reason(error)) from error
        try:
            return await work(connection)
        except RACES as error:
            raise Raced from error
        except Exception as error:
            if isinstance(error, AWAY) or _is_gone(connection):
                with suppress(asyncpg.InterfaceError):
                    connection.terminate()
                raise _Cut(_reason(error)) from error
            if isinstance(error, asyncpg.PostgresError):
                raise StoreUnavailable("store.write", why=str(error)) from error
            raise
        finally:
            with suppress(*AWAY, asyncpg.InterfaceError):
                await self._pool.release(connection)

    async def backup(self, path: Path) -> None:
        await self._patiently(lambda connection: copy_database(connection, path))

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            await self._idle.wait()
            await self._pool.close()


class _Cut(Exception):
    """The connection is gone; what its unit came to is not known."""


def _is_gone(connection: asyncpg.Connection) -> bool:
    """The pool takes a connection back as soon as it notices that it was cut, and then answers no question about it."""
    try:
        return bool(connection.is_closed())
    except asyncpg.InterfaceError:
        return True


async def open_postgres(url: str, *, make: bool = True) -> PostgresStore:
    store = PostgresStore(await _pool(url))
    try:
        if not make:
            await store._patiently(lambda connection: _look_for_a_house(connection, shown(url)))
        await store._patiently(lambda connection: migrate(connection, shown(url)))
    except BaseException:
        await store.close()
        raise
    return store


async def _look_for_a_house(connection: asyncpg.Connection, place: str) -> None:
    if await connection.fetchval("SELECT to_regclass($1)", f"{SCHEMA}.version") is None:
        raise StoreRefused("store.no-house", path=place)


async def _pool(url: str) -> asyncpg.Pool:
    try:
        return await asyncpg.create_pool(
            url,
            min_size=1,
            max_size=CONNECTIONS,
            timeout=CONNECT_SECONDS,
            command_timeout=COMMAND_SECONDS,
            server_settings=SETTINGS,
            reset=_leave,
        )
    except ValueError:  # an address that makes no sense; the library's sentence might show a password
        raise StoreRefused("store.url", url=shown(url)) from None
    except (*AWAY, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise StoreRefused("store.unreachable", place=shown(url), why=_reason(error)) from None


async def _leave(connection: asyncpg.Connection) -> None:
    """Nothing is ever set on a connection that the next unit would have to be spared; resetting is a round trip."""


async def migrate(connection: asyncpg.Connection, place: str) -> None:
    """Bring the tables up to date, all the way or not at all, one process at a time."""
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATING)
        if await connection.fetchval("SELECT to_regnamespace($1)", SCHEMA) is None:
            await connection.execute(f"CREATE SCHEMA {SCHEMA}")
        await connection.execute("CREATE TABLE IF NOT EXISTS version (version BIGINT NOT NULL)")
        version = await connection.fetchval("SELECT version FROM version")
        if version is not None and version > migrations.version():
            raise StoreRefused("store.newer", path=place, version=version, known=migrations.version())
        if version == migrations.version():
            return
        for step in migrations.steps_since(version or 0, migrations.POSTGRES):
            await connection.execute(step)
        await connection.execute("DELETE FROM version")
        await connection.execute("INSERT INTO version VALUES ($1)", migrations.version())


# -- copies ---------------------------------------------------------------------------------------------------


async def copy_database(connection: asyncpg.Connection, path: Path) -> None:
    """All of it at one moment, into a file of the kind that SQLite houses have."""
    with (
        backup_file.new_copy(path) as unnamed,
        closing(await asyncio.to_thread(backup_file.begin_copy, unnamed)) as copy,
    ):
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            copy.execute("BEGIN")
            for table, shape in tables().items():
                cursor = await connection.cursor(f"SELECT {', '.join(shape.columns)} FROM {table}")
                while rows := await cursor.fetch(AT_ONCE):
                    await asyncio.to_thread(backup_file.add_rows, copy, table, [tuple(row) for row in rows])
            await asyncio.to_thread(copy.execute, "COMMIT")


async def backup_postgres(url: str, path: Path) -> None:
    """A copy of a house that this process need not be."""
    store = await open_postgres(url, make=False)
    try:
        await store.backup(path)
    finally:
        await store.close()


async def export_postgres(url: str, path: Path, made: int, schema: int | None = None) -> TransferSummary:
    """All of it at one moment, into a file for another machine."""
    store = await open_postgres(url, make=False)
    try:
        version = check_schema(schema, migrations.version())
        return await store._patiently(lambda connection: _export(connection, path, made, version))
    finally:
        await store.close()


async def _export(connection: asyncpg.Connection, path: Path, made: int, version: int) -> TransferSummary:
    with new_export(path, version, made) as writer:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            for table, shape in tables(version).items():
                writer.begin(table, shape)
                cursor = await connection.cursor(select(table, shape, version, migrations.version()))
                while rows := await cursor.fetch(AT_ONCE):
                    await asyncio.to_thread(writer.add, [tuple(row) for row in rows])
                writer.end()
        return writer.close()


async def restore_postgres(copy: apsw.Connection, url: str, *, force: bool) -> None:
    """Put a checked copy into a database, in one transaction."""
    store = await open_postgres(url)
    try:
        async with store._pool.acquire() as connection, connection.transaction():
            await connection.execute(f"LOCK TABLE {', '.join(tables())} IN ACCESS EXCLUSIVE MODE")
            there = [await connection.fetchval(f"SELECT 1 FROM {table} LIMIT 1") for table in migrations.WORTH_KEEPING]
            if any(there) and not force:
                raise StoreRefused("store.not-empty", place=shown(url))
            await connection.execute(f"TRUNCATE {', '.join(tables())}")
            for table, shape in tables().items():
                for rows in backup_file.rows_of(copy, table):
                    await connection.copy_records_to_table(
                        table, records=rows, columns=shape.columns, schema_name=SCHEMA
                    )
    except (*AWAY, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise StoreUnavailable("store.write", why=_reason(error)) from error
    finally:
        await store.close()


# -- scripts --------------------------------------------------------------------------------------------------


async def _drive(connection: asyncpg.Connection, script: Script[T]) -> T:
    """Run a script where statements are answered after a while."""
    try:
        sql, args = next(script)
        while True:
            rows: list[SqlRow] = await connection.fetch(_dollars(sql), *args)
            sql, args = script.send(rows)
    except StopIteration as end:
        outcome: T = end.value
        return outcome


@cache
def _dollars(sql: str) -> str:
    """Arguments as PostgreSQL numbers them. Who only looks at a row that must stay says so; SQLite has one writer."""
    return sql.replace("?", "$").replace("/* for key share */", "FOR KEY SHARE")


def _reason(error: BaseException) -> str:
    return str(error) or type(error).__name__
