"""A house's SQLite file: opening it, checking it, bringing its tables up to date. SQLite's library is
known in `store/` alone."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import apsw

from parlour.store import migrations
from parlour.store.texts import StoreRefused

OURS = 0x50524C52  # the file's application id, “PRLR”
PATIENCE_MS = 5000  # for a lock that another program, such as a backup, holds for a moment
CACHE_KIB = 16 * 1024  # a connection: with 2 MiB, which is usual, a list of a large house reads most pages again
STATEMENTS = 200  # kept prepared


def connect(path: Path, *, writable: bool, vfs: str | None = None) -> apsw.Connection:
    """A connection to a file that is there. A file system other than the machine's has no memory to share between
    connections: SQLite then does without, for one connection alone."""
    flags = apsw.SQLITE_OPEN_READWRITE if writable else apsw.SQLITE_OPEN_READONLY
    with refusing(path):
        connection = apsw.Connection(str(path), flags=flags, vfs=vfs, statementcachesize=STATEMENTS)
        connection.set_busy_timeout(PATIENCE_MS)
        connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        if vfs is not None:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        return connection


def make_durable(connection: apsw.Connection, synchronous: str = "FULL") -> None:
    """With synchronous=FULL a COMMIT ends after the disk says that it has it; a Mac's disk says so truthfully only to
    a full fsync."""
    mode = connection.execute("PRAGMA journal_mode = WAL").fetchall()[0][0]
    if mode != "wal":
        raise apsw.CantOpenError(f"its file system does not allow a write-ahead log (it has {mode})")
    connection.execute(f"PRAGMA synchronous = {synchronous}")
    connection.execute("PRAGMA fullfsync = ON")
    connection.execute("PRAGMA checkpoint_fullfsync = ON")
    connection.execute("PRAGMA foreign_keys = ON")


def create(path: Path) -> None:
    """An empty file, readable for its owner alone: it will hold secrets. One that is there is left as it is."""
    if not path.parent.is_dir():
        raise StoreRefused("store.folder", path=str(path), folder=str(path.parent))
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    except FileExistsError:
        if not path.is_file():
            raise StoreRefused("store.open", path=str(path), why="it is not a file") from None
    except OSError as error:
        raise StoreRefused("store.open", path=str(path), why=error.strerror or str(error)) from None


def has_room(folder: Path, size: int) -> bool:
    """Whether a file of that size could be written there now, by the room on the disk, quotas and the process's own
    bounds. It has no name, and leaves nothing."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(file.fileno(), 0, size)
            else:
                return shutil.disk_usage(folder).free >= size
    except OSError:
        return False
    return True


def version_of(connection: apsw.Connection, path: Path) -> int:
    """0 for a file with nothing in it. Refuses what is not ours, and what is newer than we are."""
    with refusing(path):
        [(ours,)] = connection.execute("PRAGMA application_id")
        [(version,)] = connection.execute("PRAGMA user_version")
        [(tables,)] = connection.execute("SELECT count(*) FROM sqlite_schema")
    if ours != OURS and (ours or version or tables):
        raise StoreRefused("store.not-a-house", path=str(path))
    if version > migrations.version():
        raise StoreRefused("store.newer", path=str(path), version=int(version), known=migrations.version())
    return int(version)


def migrate(connection: apsw.Connection, path: Path) -> None:
    """Bring the tables up to date, all the way or not at all."""
    if version_of(connection, path) == migrations.version():
        return
    with refusing(path), transaction(connection):
        # Asked again inside: somebody else may have been at it.
        for step in migrations.steps_since(version_of(connection, path), migrations.SQLITE):
            connection.execute(step)
        connection.execute(f"PRAGMA application_id = {OURS}")
        connection.execute(f"PRAGMA user_version = {migrations.version()}")


@contextmanager
def transaction(connection: apsw.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with suppress(apsw.Error):
            connection.execute("ROLLBACK")
        raise


@contextmanager
def refusing(path: Path) -> Iterator[None]:
    """SQLite's faults at opening, as sentences."""
    try:
        yield
    except (apsw.NotADBError, apsw.CorruptError):
        raise StoreRefused("store.not-a-database", path=str(path)) from None
    except apsw.Error as error:
        raise StoreRefused("store.open", path=str(path), why=str(error)) from None


class Claim:
    """That this process is the house of a file: one at a time. Readers, such as a backup, need none.

    It is SQLite's own lock on an empty file beside the data, so it works wherever SQLite does, and ends with the
    process however that ends. A lock on the data file itself would be lost when anything here closed that file.
    """

    def __init__(self, path: Path) -> None:
        beside = path.with_name(path.name + ".lock")
        create(beside)
        with refusing(beside):
            self._connection = apsw.Connection(str(beside), flags=apsw.SQLITE_OPEN_READWRITE)
            try:
                self._connection.execute("BEGIN EXCLUSIVE")
            except apsw.BusyError:
                self._connection.close()
                raise StoreRefused("store.in-use", path=str(path)) from None

    def close(self) -> None:
        self._connection.close()
