"""The house's store in a PostgreSQL database.

A unit is one call of the function `commit_unit` (`migrations.py`), a transaction in one round trip, over any of a few
connections, from any number of processes: that one wins and nothing is there twice comes from unique constraints alone.
A connection that is cut is replaced and its unit run again. Whether a unit whose answer was lost was kept, its *mark*
tells: a random text kept with what the unit wrote. The second run meets the first at a constraint, where PostgreSQL
lets it wait until the first is decided; it finds the mark, or does the work.
"""

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from random import random
from typing import ParamSpec, TypeVar

import apsw
import asyncpg

from parlour.house.store import ANY, Appended, Conflict, Kept, Need, Outcome, Repeated, Scalar, Unit
from parlour.store import backup_file, migrations, verbs
from parlour.store.address import shown
from parlour.store.older_schema import check_schema, select
from parlour.store.script import Script, SqlRow
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
ANSWER_SECONDS = 0.6  # for a look whether the database is there
JUST_NOW = 0.3  # seconds; what it has answered that long ago is a look, too
LEAVE_SECONDS = 1.0  # for a connection to be given back on which something was broken off
MIGRATING = 0x5061726C6F7572  # the advisory lock under which tables are made
SCHEMA = "parlour"  # a database may have others' tables too
SETTINGS = {"search_path": SCHEMA, "synchronous_commit": "on", "application_name": "parlour"}


# It tells of each try to connect again by all that led to it; that the database is away, the house says itself.
logging.getLogger("asyncpg.pool").setLevel(logging.ERROR)


class Raced(Exception):
    """Another transaction was in the way; run again, the unit sees what that one left."""


RACES = (asyncpg.SerializationError, asyncpg.DeadlockDetectedError)
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
        self._closed, self._patient = False, True
        self._answered = 0.0  # when the database last did, by the loop's clock
        self._in_use: set[asyncpg.Connection] = set()

    def _mark(self) -> bytes | None:
        return secrets.token_bytes(16)

    async def _commit(self, unit: Unit) -> Outcome:
        asked = _asked(unit, self._mark())  # the same at every run

        async def commit(connection: asyncpg.Connection) -> Outcome:
            try:
                row = await connection.fetchrow(COMMIT_UNIT, *asked)
            except (asyncpg.RaiseError, *AT_ODDS) as error:
                raise Failed from error
            outcome, first, last = row
            if outcome == "done":
                return Appended(last) if unit.stream else Kept()
            return Repeated(first, last) if outcome == "repeated" else Conflict(last)

        return await self._patiently(commit)

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
        if not self._patient:
            raise StoreUnavailable("store.down", why="it does not answer")
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
                    if clock() > late or not self._patient:
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
        self._in_use.add(connection)
        try:
            done = await work(connection)
            self._answered = asyncio.get_running_loop().time()
            return done
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
            self._in_use.discard(connection)
            with suppress(*AWAY, asyncpg.InterfaceError):
                await self._pool.release(connection, timeout=LEAVE_SECONDS)

    async def answers(self) -> bool:
        """Where all connections are busy, that they are answered is answer enough."""
        clock = asyncio.get_running_loop().time
        asked = clock()
        if asked - self._answered < JUST_NOW:
            return True
        connection = None
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                connection = await self._pool.acquire()
                await connection.fetchval("SELECT 1")
        except (*AWAY, asyncpg.PostgresError, asyncpg.InterfaceError):
            if connection is not None:
                with suppress(asyncpg.InterfaceError):
                    connection.terminate()
            return self._answered >= asked
        finally:
            if connection is not None:
                with suppress(*AWAY, asyncpg.InterfaceError):
                    await self._pool.release(connection, timeout=LEAVE_SECONDS)
        self._answered = clock()
        return True

    def be_patient(self, patient: bool) -> None:
        self._patient = patient
        if not patient:
            for connection in tuple(self._in_use):
                with suppress(asyncpg.InterfaceError):
                    connection.terminate()

    async def time(self) -> int | None:
        """As the server's clock says in the middle of asking it, as far as can be known from here."""

        async def look(connection: asyncpg.Connection) -> int:
            asked = time.monotonic()
            now = await connection.fetchval(f"SELECT {NOW}")
            return int(now + (time.monotonic() - asked) * 500)

        return await self._patiently(look)

    async def backup(self, path: Path) -> None:
        await self._patiently(lambda connection: copy_database(connection, path))

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            await self._idle.wait()
            # Nothing is under way any more: a connection that was cut and cannot say goodbye takes nothing along.
            with suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
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
        await store._patiently(lambda connection: _check_direct(connection, shown(url)))
        if not make:
            await store._patiently(lambda connection: _look_for_a_house(connection, shown(url)))
        await store._patiently(lambda connection: migrate(connection, shown(url)))
    except BaseException:
        await store.close()
        raise
    return store


async def _check_direct(connection: asyncpg.Connection, place: str) -> None:
    """A pooler that lends a connection for a transaction at a time loses what is set on it, and what is listened to.
    Behind one the server is another than the one that was spoken to at first."""
    if await connection.fetchval("SELECT pg_backend_pid()") != connection.get_server_pid():
        raise StoreRefused("store.pooled", place=place)


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
        if "unsupported startup parameter" in str(error):  # PgBouncer, as it comes
            raise StoreRefused("store.pooled", place=shown(url)) from None
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


# -- units ----------------------------------------------------------------------------------------------------

MARKS_KEPT = 3_600_000  # milliseconds; nobody asks that long after a cut
# By the server's clock: by that of a machine whose clock is wrong, marks would go that others may still ask for.
NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
COMMIT_UNIT = f"SELECT * FROM commit_unit($1, $2, $3, $4, $5, {NOW}, {NOW} - {MARKS_KEPT}, $6, $7, $8, $9)"
PLACE = re.compile(r"\?([0-9]+)")
CASTS = {str: "text", int: "bigint", bool: "bigint", float: "double precision", bytes: "bytea"}


def _asked(unit: Unit, mark: bytes | None) -> tuple[object, ...]:
    """A unit as `commit_unit` takes it. What says nothing of what was there can be done twice, and needs no mark."""
    if not unit.stream and not any(isinstance(one, Need) or one.was is not ANY for one in unit.changes):
        mark = None
    statements, if_none, starts, args = list[str](), list[int](), [0], list[str | None]()
    for step in (*verbs.locking_steps(unit.changes), *verbs.change_steps(unit.changes)):
        statements.append(_with_array(step.sql, tuple(map(type, step.args))))
        if_none.append(step.if_none)
        args += map(_as_text, step.args)
        starts.append(len(args))
    return unit.stream, unit.expected, list(unit.events), unit.key, mark, statements, if_none, starts, args


@cache
def _with_array(sql: str, types: tuple[type, ...]) -> str:
    """A statement whose arguments are one array of texts. What is None has no type, and is said to be nothing."""

    def place(found: re.Match[str]) -> str:
        number = int(found[1])
        cast = CASTS.get(types[number - 1])
        return "NULL" if cast is None else f"($1)[{number}]::{cast}"

    return PLACE.sub(place, _for_postgres(sql))


def _as_text(value: Scalar) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bytes):
        return "\\x" + value.hex()
    return repr(value) if isinstance(value, float) else str(int(value))


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
    """Arguments as PostgreSQL numbers them."""
    return _for_postgres(sql).replace("?", "$")


def _for_postgres(sql: str) -> str:
    """Who only looks at a row that must stay says so; SQLite has one writer."""
    return sql.replace("/* for key share */", "FOR KEY SHARE")


def _reason(error: BaseException) -> str:
    return str(error) or type(error).__name__
