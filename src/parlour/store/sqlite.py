"""The house's store in one SQLite file.

One thread writes. It takes whatever units are waiting as a group with one COMMIT for all: a hundred units cost one
flush of the disk, and those that are alike the statements of one (`together.py`). If one fails, all are done again with
a savepoint each, so that it fails alone. Nobody is answered before that COMMIT.
Others read meanwhile, from connections of their own; a reader sees nothing that is not on the disk.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import ParamSpec, TypeVar

import apsw

from parlour.store import backup_file, migrations, verbs
from parlour.store.script import Script, SqlRow, SqlValue, drive
from parlour.store.sql_store import SqlStore
from parlour.store.sqlite_file import Claim, connect, create, has_room, make_durable, migrate, refusing, version_of
from parlour.store.texts import StoreRefused, StoreUnavailable
from parlour.store.together import commit_together
from parlour.store.verbs import Failed
from parlour.store.work_queue import MOST_WAITING, QueuedWork, WorkQueue

P = ParamSpec("P")
T = TypeVar("T")
READERS = 2
# A table would be at odds with another; the other constraints are about what no house should ask for.
AT_ODDS = (
    apsw.SQLITE_CONSTRAINT_UNIQUE, apsw.SQLITE_CONSTRAINT_PRIMARYKEY, apsw.SQLITE_CONSTRAINT_FOREIGNKEY,
)  # fmt: skip
ROOM = 8 * 1024 * 1024  # bytes: twice what the log holds before it is folded into the database
READ_GROUP = 20  # reads are answered when the last of their group is done: keep it short


class SqliteStore(SqlStore):
    """`vfs` names a file system of SQLite's other than the machine's, for tests that cut the power; there reads wait in
    the writer's line."""

    def __init__(
        self,
        path: Path,
        *,
        synchronous: str = "FULL",
        vfs: str | None = None,
        most_waiting: int = MOST_WAITING,
        beside: bool = False,
    ) -> None:
        """Opens the file, or makes it; best done in a thread. `start` begins the work. With `beside`, a house may be
        open there: for a command that writes a row or two, in the same version of Parlour."""
        self.path = path.resolve()
        if vfs is None:
            create(self.path)
        try:
            self._claim: Claim | None = Claim(self.path)
        except StoreRefused:
            if not beside:
                raise
            self._claim = None
        self._connections: list[apsw.Connection] = []
        self._most_waiting, self._on_disk = most_waiting, vfs is None
        try:
            self._writer = _Writer(self._connect(writable=True, vfs=vfs))
            version = version_of(self._writer.connection, self.path)  # before anything is changed
            if self._claim is None and version != migrations.version():
                raise StoreRefused("store.in-use", path=str(self.path))
            with refusing(self.path):
                make_durable(self._writer.connection, synchronous)
            migrate(self._writer.connection, self.path)
            readers = READERS if vfs is None else 0
            self._readers = [_Reader(self._connect(writable=False)) for _ in range(readers)]
        except BaseException:
            self._let_go()
            raise

    def start(self) -> None:
        self._writes = WorkQueue("store-writer", [self._writer], most_waiting=self._most_waiting)
        self._reads = (
            WorkQueue("store-reader", self._readers, largest_group=READ_GROUP) if self._readers else self._writes
        )

    async def _write(self, script: Callable[P, Script[T]], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._writes.ask(script, *args)

    async def _read(self, script: Callable[P, Script[T]], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._reads.ask(script, *args)

    async def has_room(self) -> bool:
        return not self._on_disk or await asyncio.to_thread(has_room, self.path.parent, ROOM)

    async def backup(self, path: Path) -> None:
        await asyncio.to_thread(backup_file.copy_file, self.path, path)

    async def close(self) -> None:
        await self._writes.close()
        await self._reads.close()
        await asyncio.to_thread(self._let_go)

    def _connect(self, *, writable: bool, vfs: str | None = None) -> apsw.Connection:
        self._connections.append(connect(self.path, writable=writable, vfs=vfs))
        return self._connections[-1]

    def _let_go(self) -> None:
        # Readers first: the last to close, which must be able to write, tidies the log away.
        for connection in reversed(self._connections):
            with suppress(apsw.Error):
                connection.close()
        if self._claim is not None:
            self._claim.close()


class _Writer:
    """What the writing thread does with a group."""

    def __init__(self, connection: apsw.Connection) -> None:
        self.connection = connection
        self._execute = connection.cursor().execute

    def __call__(self, group: list[QueuedWork]) -> None:
        try:
            self._execute("BEGIN IMMEDIATE")
            if not self._all_go(group):
                self._execute("BEGIN IMMEDIATE")
                for unit in group:
                    self._do_alone(unit)
            self._execute("COMMIT")
        except Exception as fault:
            self._take_back()
            for unit in group:
                unit.outcome, unit.fault = None, StoreUnavailable("store.write", why=str(fault))

    def _all_go(self, group: list[QueuedWork]) -> bool:
        """Whether all units of the group could be done; if not, none is."""
        try:
            for unit in self._do_together(group):
                self._do(unit)
        except Exception:
            self._take_back()
            return False
        return True

    def _do_together(self, group: list[QueuedWork]) -> list[QueuedWork]:
        """Answers what is left to be done one by one."""
        commits = [one for one in group if one.script is verbs.commit]
        outcomes = drive(self._rows, commit_together([one.args[0] for one in commits]))
        for one, outcome in zip(commits, outcomes, strict=True):
            one.outcome = outcome
        return [one for one in group if one.outcome is None]

    def _take_back(self) -> None:
        if self.connection.in_transaction:
            with suppress(apsw.Error):
                self._execute("ROLLBACK")

    def _do(self, unit: QueuedWork) -> None:
        unit.outcome = drive(self._rows, unit.script(*unit.args))

    def _do_alone(self, unit: QueuedWork) -> None:
        self._execute("SAVEPOINT unit")
        try:
            self._do(unit)
        except Exception as fault:
            # On a full disk SQLite takes back the whole transaction by itself, and with it those before in the group.
            if not self.connection.in_transaction:
                raise
            self._execute("ROLLBACK TO unit")
            unit.fault = _fault_of(fault)
        self._execute("RELEASE unit")

    def _rows(self, sql: str, args: tuple[SqlValue, ...]) -> list[SqlRow]:
        return self._execute(sql, args).fetchall()


def _fault_of(fault: Exception) -> Exception:
    if isinstance(fault, apsw.ConstraintError) and getattr(fault, "extendedresult", 0) in AT_ODDS:
        return Failed()
    return StoreUnavailable("store.write", why=str(fault)) if isinstance(fault, apsw.Error) else fault


class _Reader:
    """What a reading thread does with a group."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._execute = connection.cursor().execute

    def __call__(self, group: list[QueuedWork]) -> None:
        for one in group:
            try:
                one.outcome = drive(self._rows, one.script(*one.args))
            except apsw.Error as fault:
                one.fault = StoreUnavailable("store.read", why=str(fault))
            except Exception as fault:
                one.fault = fault

    def _rows(self, sql: str, args: tuple[SqlValue, ...]) -> list[SqlRow]:
        return self._execute(sql, args).fetchall()


async def open_sqlite(path: Path, *, beside: bool = False) -> SqliteStore:
    store = await asyncio.to_thread(SqliteStore, path, beside=beside)
    store.start()
    return store
