"""A house in one file, to be carried to another machine: what `parlour export` writes and `parlour import` reads.

It is text, packed with gzip, a JSON value a line, so that it can be read without us (`zcat`):

    {"parlour": "house", "format": 1, "schema": 4, "by": "0.1.0", "made": 1700000000000}
    {"table": "events", "columns": ["stream", "position", "body", "mark"]}
    ["Xk3v9Qm2", 1, ":{\\"is\\":\\"opened\\" …}", null]      a row; bytes are `:` and text, or `=` and Base64
    {"rows": 1, "sha256": "…"}                              of the table's rows, as they stand here
    …
    {"tables": 19, "sha256": "…"}                           of all lines about tables, and the schema's number

Rows are in the order of their keys, and columns in that of the schema: a house has one content and one hash, whichever
database it is in. Reading checks all hashes before anything is put in place.
"""

import gzip
import hashlib
import os
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import apsw
import msgspec

from parlour import __version__
from parlour.core.texts import printable
from parlour.store import migrations
from parlour.store.backup_file import Batch, batches, new_file, open_copy
from parlour.store.older_schema import check_schema, select
from parlour.store.shape import Shape, tables
from parlour.store.sqlite_file import refusing, version_of
from parlour.store.texts import StoreRefused

FORMAT = 1
MAGIC = b"\x1f\x8b\x08"  # of gzip
KIND = "house"
LEVEL = 6  # of packing: more takes longer, and saves little
# What unpacks to more than this was made to fill a memory or a disk. A row is a message or an event, some 100 KiB at
# most, and a house is packed to a third of its size, or a tenth.
LONGEST_LINE = 8 * 1024 * 1024
ALWAYS_UNPACKED, MOST_TIMES_PACKED = 64 * 1024 * 1024, 200


class TransferSummary(NamedTuple):
    """The hash of all that the house holds, the same in every database, and how many rows each table has."""

    sha256: str
    rows: dict[str, int]


class Head(msgspec.Struct):
    """The first line. Newer files may have more in it; `format` says whether they can be read."""

    parlour: str
    format: int
    schema: int
    by: str = ""
    made: int = 0


class Begin(msgspec.Struct, forbid_unknown_fields=True):
    table: str
    columns: list[str]


class End(msgspec.Struct, forbid_unknown_fields=True):
    """Of a table."""

    rows: int
    sha256: str


class Whole(msgspec.Struct, forbid_unknown_fields=True):
    """The last line."""

    tables: int
    sha256: str


_encode = msgspec.json.Encoder().encode
_row = msgspec.json.Decoder(list[Any]).decode


class Sums:
    """The hash of a content as it comes to be: of one table, and of all."""

    def __init__(self, version: int) -> None:
        self._all = hashlib.sha256(b"%d\n" % version)
        self._table, self.rows = hashlib.sha256(), 0

    def begin(self, line: bytes) -> None:
        self._all.update(line)
        self._table, self.rows = hashlib.sha256(), 0

    def add(self, lines: bytes, rows: int) -> None:
        self._table.update(lines)
        self.rows += rows

    def end(self) -> End:
        end = End(self.rows, self._table.hexdigest())
        self._all.update(_encode(end) + b"\n")
        return end

    def whole(self) -> str:
        return self._all.hexdigest()


# -- writing --------------------------------------------------------------------------------------------------


class ExportWriter:
    """Tables one after the other, all of them, then `close`."""

    def __init__(self, file: BinaryIO, version: int, made: int) -> None:
        # No name and no time in its head: the same house is the same file.
        self._file = gzip.GzipFile("", "wb", LEVEL, file, mtime=0)
        self._sums, self._rows, self._version = Sums(version), dict[str, int](), version
        self._file.write(_encode(Head(KIND, FORMAT, version, __version__, made)) + b"\n")

    def begin(self, table: str, shape: Shape) -> None:
        line = _encode(Begin(table, list(shape.columns))) + b"\n"
        self._sums.begin(line)
        self._file.write(line)
        self._table, self._bytes = table, shape.bytes

    def add(self, rows: list[tuple[object, ...]]) -> None:
        lines = b"".join(_encode(packed(row, self._bytes)) + b"\n" for row in rows)
        self._sums.add(lines, len(rows))
        self._file.write(lines)

    def end(self) -> None:
        end = self._sums.end()
        self._file.write(_encode(end) + b"\n")
        self._rows[self._table] = end.rows

    def close(self) -> TransferSummary:
        assert [*self._rows] == [*tables(self._version)], "all tables are in it"
        self._file.write(_encode(Whole(len(self._rows), self._sums.whole())) + b"\n")
        self._file.close()
        return TransferSummary(self._sums.whole(), self._rows)


def packed(row: tuple[object, ...], bytes: tuple[int, ...]) -> list[object]:
    values = list(row)
    for place in bytes:
        values[place] = None if values[place] is None else text_of(values[place])
    return values


def text_of(value: object) -> str:
    """Most bytes that a house keeps are text, and can be read in the file."""
    assert isinstance(value, bytes), "a column of bytes"
    try:
        return ":" + value.decode()
    except UnicodeDecodeError:
        return "=" + b64encode(value).decode()


def bytes_of(text: str) -> bytes:
    return text[1:].encode() if text[:1] == ":" else b64decode(text[1:], validate=True)


@contextmanager
def new_export(path: Path, version: int, made: int) -> Iterator[ExportWriter]:
    """A file to write into, for its owner alone; at the end it is named, or gone."""
    with new_file(path) as unnamed:
        try:
            with unnamed.open("wb") as file:
                yield ExportWriter(file, version, made)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise StoreRefused("store.copy", path=str(path), why=error.strerror or str(error)) from None


def export_file(source: Path, path: Path, made: int, schema: int | None = None) -> TransferSummary:
    """Of a house's SQLite file, at one moment, while a house may be writing to it."""
    with closing(open_copy(source)) as connection, refusing(source):
        connection.execute("BEGIN")  # so that all tables are seen as they were at one moment
        there = version_of(connection, source)
        version = check_schema(schema, there)
        with new_export(path, version, made) as writer:
            for table, shape in tables(version).items():
                writer.begin(table, shape)
                cursor = connection.execute(select(table, shape, version, there))
                for rows in batches(cursor):
                    writer.add(rows)
                writer.end()
            return writer.close()


# -- reading --------------------------------------------------------------------------------------------------


class _Damaged(Exception):
    """What is not as it was written; says where."""


@contextmanager
def unpacked(path: Path) -> Iterator[tuple[apsw.Connection, TransferSummary]]:
    """All of a file that is sound, with the tables of this version. It lies in a file of SQLite's that has no name, and
    is gone when this process is, whatever happens."""
    with closing(apsw.Connection("")) as connection:
        try:
            with gzip.open(path) as file:
                _check_kind(path)
                carried = _read(file, path, connection)
        except (gzip.BadGzipFile, _Damaged, EOFError, zlib.error) as fault:
            raise StoreRefused("import.damaged", path=str(path), why=str(fault).rstrip(".")) from None
        except (apsw.ConstraintError, apsw.MismatchError) as fault:
            raise StoreRefused("import.damaged", path=str(path), why=str(fault)) from None
        except apsw.Error as fault:
            raise StoreRefused("import.room", path=str(path), why=str(fault)) from None
        except (FileNotFoundError, IsADirectoryError):
            raise StoreRefused("store.no-file", path=str(path)) from None
        except OSError as error:
            raise StoreRefused("store.open", path=str(path), why=error.strerror or str(error)) from None
        yield connection, carried


def _check_kind(path: Path) -> None:
    with path.open("rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise StoreRefused("import.not-ours", path=str(path))


def _read(file: Any, path: Path, connection: apsw.Connection) -> TransferSummary:
    line = _lines(file, ALWAYS_UNPACKED + MOST_TIMES_PACKED * path.stat().st_size)
    head = _head(line(), path)
    connection.execute("PRAGMA journal_mode = OFF")
    for step in migrations.steps_since(0, migrations.SQLITE)[: head.schema]:
        connection.execute(step)
    connection.execute("BEGIN")
    sums, counted = Sums(head.schema), dict[str, int]()
    for table, shape in tables(head.schema).items():
        begin = line()
        if begin != _encode(Begin(table, list(shape.columns))) + b"\n":
            raise _Damaged(f"the table {table} is missing")
        sums.begin(begin)
        end = _read_table(line, connection, table, shape, sums)
        if end != sums.end():
            raise _Damaged(f"the table {table} is not what was written")
        counted[table] = end.rows
    if _as(Whole, line()) != Whole(len(counted), sums.whole()) or file.read(1):
        raise _Damaged("its end is not what was written")
    connection.execute("COMMIT")
    if faults := connection.execute("PRAGMA foreign_key_check").fetchall():
        raise _Damaged(f"{faults[0][0]} refers to nothing")
    for step in migrations.steps_since(head.schema, migrations.SQLITE):
        connection.execute(step)
    return TransferSummary(sums.whole(), counted)


def _read_table(line: Callable[[], bytes], connection: apsw.Connection, table: str, shape: Shape, sums: Sums) -> End:
    add = f"INSERT INTO {table} ({', '.join(shape.columns)}) VALUES ({', '.join('?' * len(shape.columns))})"
    waiting = Batch()
    while (read := line())[:1] == b"[":
        sums.add(read, 1)
        row = _as(None, read)
        try:
            if len(row) != len(shape.columns):
                raise ValueError
            for place in shape.bytes:
                row[place] = None if row[place] is None else bytes_of(row[place])
        except (ValueError, TypeError):
            raise _Damaged(f"a row of {table} cannot be read") from None
        if waiting.add(tuple(row)):
            _insert(connection, add, waiting.taken(), table)
    _insert(connection, add, waiting.taken(), table)
    end: End = _as(End, read)
    return end


def _insert(connection: apsw.Connection, add: str, rows: list[tuple[object, ...]], table: str) -> None:
    try:
        connection.executemany(add, rows)
    except (TypeError, OverflowError):  # a list where a number should be; a number that no column holds
        raise _Damaged(f"a row of {table} cannot be read") from None


def _lines(file: Any, most: int) -> Callable[[], bytes]:
    """Lines one after the other, no more than `most` bytes in all."""
    left = most

    def line() -> bytes:
        nonlocal left
        read: bytes = file.readline(LONGEST_LINE)
        left -= len(read)
        if left < 0 or len(read) == LONGEST_LINE:
            raise _Damaged("it unpacks to more than a house would")
        if read[-1:] != b"\n":
            raise _Damaged("it ends too early")
        return read

    return line


def _head(line: bytes, path: Path) -> Head:
    try:
        head = msgspec.json.decode(line, type=Head)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise StoreRefused("import.not-ours", path=str(path)) from None
    if head.parlour != KIND:
        raise StoreRefused("import.not-ours", path=str(path))
    if head.format > FORMAT or head.schema > migrations.version():
        raise StoreRefused("import.newer", path=str(path), by=head.by if printable(head.by) else "?", known=__version__)
    if head.format < 1 or head.schema < 1:
        raise _Damaged("its first line is not what was written")
    return head


def _as(kind: Any, line: bytes) -> Any:
    try:
        return _row(line) if kind is None else msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise _Damaged("a line cannot be read") from None
