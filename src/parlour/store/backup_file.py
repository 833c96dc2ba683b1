"""Copies of a house: one SQLite file, whichever database it came from, that can be restored into either.

A copy is written beside its place under another name, checked, flushed, and only then given its name: what has the name
is whole.
"""

import os
import secrets
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import apsw

from parlour.store import migrations
from parlour.store.shape import tables
from parlour.store.sqlite_file import Claim, connect, create, make_durable, migrate, refusing, transaction, version_of
from parlour.store.texts import StoreRefused

AT_ONCE, BYTES_AT_ONCE = 1000, 4 * 1024 * 1024  # rows, and what they hold


def copy_file(source: Path, path: Path) -> None:
    """All of a house's file at one moment, while a house may be writing to it, this one or another process's."""
    with new_copy(path) as unnamed, closing(open_copy(source)) as connection:
        connection.execute("VACUUM INTO ?", (str(unnamed),))


@contextmanager
def new_copy(path: Path) -> Iterator[Path]:
    """An empty file to write a copy into; at the end it is checked and named, or gone."""
    with new_file(path) as unnamed:
        yield unnamed
        with closing(connect(unnamed, writable=False)) as connection:
            check(connection, unnamed)


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """An empty file for its owner alone; at the end it is named, or gone."""
    if os.path.lexists(path):
        raise StoreRefused("store.exists", path=str(path))
    if not path.parent.is_dir():
        raise StoreRefused("store.folder", path=str(path), folder=str(path.parent))
    unnamed = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        create(unnamed)
    except StoreRefused as refusal:  # in the name that somebody has chosen
        raise StoreRefused("store.copy", path=str(path), why=refusal.text.args["why"]) from None
    try:
        yield unnamed
        _name(unnamed, path)
    except apsw.Error as error:
        raise StoreRefused("store.copy", path=str(path), why=str(error)) from None
    finally:
        for left in (unnamed, unnamed.with_name(unnamed.name + "-journal")):
            with suppress(OSError):
                left.unlink(missing_ok=True)


def _name(unnamed: Path, path: Path) -> None:
    """Durably, and never in place of a file that came to be there meanwhile."""
    try:
        flush(unnamed)
        try:
            os.link(unnamed, path)
        except FileExistsError:
            raise StoreRefused("store.exists", path=str(path)) from None
        except OSError:  # a file system without links
            os.rename(unnamed, path)
        flush(path.parent)
    except OSError as error:
        raise StoreRefused("store.copy", path=str(path), why=error.strerror or str(error)) from None


def flush(path: Path) -> None:
    with suppress(PermissionError):  # where folders cannot be opened, they need no flushing
        opened = os.open(path, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def open_copy(path: Path) -> apsw.Connection:
    """A house's file, for reading; refuses what is none."""
    if not path.is_file():
        raise StoreRefused("store.no-file", path=str(path))
    connection = connect(path, writable=False)
    try:
        if version_of(connection, path) == 0:
            raise StoreRefused("store.no-house", path=str(path))
    except BaseException:
        connection.close()
        raise
    return connection


def check(connection: apsw.Connection, path: Path) -> None:
    """Every page, every index, every reference."""
    with refusing(path):
        faults = [str(row[0]) for row in connection.execute("PRAGMA integrity_check") if row[0] != "ok"]
        faults += [f"{table} refers to nothing" for table, *_ in connection.execute("PRAGMA foreign_key_check")]
    if faults:
        raise StoreRefused("store.damaged", path=str(path), why="; ".join(faults[:3]))


@contextmanager
def checked_copy(path: Path) -> Iterator[apsw.Connection]:
    """A copy to restore from, sound and with the tables of this version; the file itself is never changed."""
    with closing(open_copy(path)) as connection, tempfile.TemporaryDirectory(prefix="parlour-") as folder:
        check(connection, path)
        if version_of(connection, path) == migrations.version():
            connection.execute("BEGIN")  # so that all tables are seen as they were at one moment
            yield connection
            return
        upgraded = Path(folder) / "upgraded"
        copy_file(path, upgraded)
        with closing(connect(upgraded, writable=True)) as newer:
            migrate(newer, path)
            yield newer


def rows_of(connection: apsw.Connection, table: str) -> Iterator[list[tuple[object, ...]]]:
    return batches(connection.execute(f"SELECT {', '.join(tables()[table].columns)} FROM {table}"))


class Batch:
    """Rows that are carried together: many small ones, or a few large ones."""

    def __init__(self) -> None:
        self._rows: list[tuple[object, ...]] = []
        self._bytes = 0

    def add(self, row: tuple[object, ...]) -> bool:
        """Whether that is enough."""
        self._rows.append(row)
        self._bytes += sum(len(value) for value in row if isinstance(value, str | bytes))
        return len(self._rows) >= AT_ONCE or self._bytes >= BYTES_AT_ONCE

    def taken(self) -> list[tuple[object, ...]]:
        rows, self._rows, self._bytes = self._rows, [], 0
        return rows


def batches(rows: Iterable[tuple[object, ...]]) -> Iterator[list[tuple[object, ...]]]:
    batch = Batch()
    for row in rows:
        if batch.add(row):
            yield batch.taken()
    if last := batch.taken():
        yield last


def begin_copy(unnamed: Path) -> apsw.Connection:
    """An empty house in one file, to be filled from elsewhere."""
    connection = connect(unnamed, writable=True)
    migrate(connection, unnamed)
    return connection


def add_rows(connection: apsw.Connection, table: str, rows: list[tuple[object, ...]]) -> None:
    names = tables()[table].columns
    marks = ", ".join("?" * len(names))
    connection.executemany(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})", rows)


def restore_file(copied: Path, path: Path, *, force: bool) -> None:
    """Put a copy into a house's file, in one transaction; refuses while a house is open there."""
    with checked_copy(copied) as copy:
        fill_file(copy, path, force=force)


def fill_file(copy: apsw.Connection, path: Path, *, force: bool) -> None:
    """Put what is in a sound copy into a house's file."""
    path = path.resolve()
    create(path)
    with closing(Claim(path)), closing(connect(path, writable=True)) as connection:
        _refill(connection, path, copy, force)


def _refill(connection: apsw.Connection, path: Path, copy: apsw.Connection, force: bool) -> None:
    version_of(connection, path)  # before anything is changed
    with refusing(path):
        make_durable(connection)
    migrate(connection, path)
    with refusing(path), transaction(connection):
        if not force and any(
            connection.execute(f"SELECT 1 FROM {table} LIMIT 1").get for table in migrations.WORTH_KEEPING
        ):
            raise StoreRefused("store.not-empty", place=str(path))
        for table in reversed(tuple(tables())):
            connection.execute(f"DELETE FROM {table}")
        for table in tables():
            for rows in rows_of(copy, table):
                add_rows(connection, table, rows)
