"""All of a house in a table, in one file of the kind that SQLite houses have.

DynamoDB shows no two items as they were at one moment unless they are asked for together. So a copy reads everything,
and then looks whether anything was written since it began: every item has the mark of its last write. If so, it begins
anew.
"""

import hashlib
import tempfile
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import msgspec

from parlour.store import backup_file
from parlour.store.dynamo import streams
from parlour.store.dynamo.client import Client
from parlour.store.dynamo.news import NEWS
from parlour.store.dynamo.rows import LINE, MARK, SK, Item, is_gone, values_of
from parlour.store.shape import Shape, tables
from parlour.store.texts import StoreRefused

SCANNED_AT_ONCE = 1000  # items, or a megabyte of them
TRIES = 8  # at reading everything while nobody writes
MARKS = "marks"  # of events that came from PostgreSQL: an export has them
PULSE = ("~house", b"pulse")

_unpack = msgspec.msgpack.Decoder(list[bytes | None]).decode


async def copy_table(client: Client, path: Path) -> None:
    """As it is at one moment, or not at all."""
    for _ in range(TRIES):
        with tempfile.TemporaryDirectory(prefix=".parlour-", dir=_folder(path)) as folder:
            whole = Path(folder) / "house"
            if await _copied(client, whole):
                with backup_file.new_file(path) as unnamed:
                    unnamed.unlink()
                    whole.rename(unnamed)
                return
    raise StoreRefused("dynamo.busy", place=client.place.shown)


def _folder(path: Path) -> Path:
    if not path.parent.is_dir():
        raise StoreRefused("store.folder", path=str(path), folder=str(path.parent))
    return path.parent


async def _copied(client: Client, path: Path) -> bool:
    """Whether nobody wrote meanwhile."""
    seen = hashlib.sha256()
    with backup_file.new_copy(path) as unnamed, closing(backup_file.begin_copy(unnamed)) as copy:
        copy.execute("PRAGMA foreign_keys = OFF")
        copy.execute("BEGIN")
        async for item in all_items(client):
            seen.update(_trace(item))
            _add_rows(copy, item)
        _leave_out_what_refers_to_nothing(copy)
        copy.execute("COMMIT")
    again = hashlib.sha256()
    async for item in all_items(client, marks_alone=True):
        again.update(_trace(item))
    return seen.digest() == again.digest()


def _leave_out_what_refers_to_nothing(copy: apsw.Connection) -> None:
    """DynamoDB knows no references: a session may be left whose person was removed at that moment. It lets nobody in,
    and no other store would take it."""
    for table in tables():
        refers: dict[int, list[tuple[str, str, str]]] = {}
        for number, to, own, theirs in copy.execute(
            'SELECT id, "table", "from", "to" FROM pragma_foreign_key_list(?)', (table,)
        ):
            refers.setdefault(int(str(number)), []).append((str(to), str(own), str(theirs)))
        for columns in refers.values():
            to = columns[0][0]
            same = " AND ".join(f"there.{theirs} = {table}.{own}" for _, own, theirs in columns)
            given = " AND ".join(f"{own} IS NOT NULL" for _, own, _ in columns)
            copy.execute(f"DELETE FROM {table} WHERE {given} AND NOT EXISTS (SELECT 1 FROM {to} AS there WHERE {same})")


def _trace(item: Item) -> bytes:
    place = item["pk"]["S"], item[SK]["B"]
    return b"" if place == PULSE or place[0] == NEWS else b"%r %r\n" % (place, item.get(MARK, {}).get("B"))


async def all_items(client: Client, *, marks_alone: bool = False) -> AsyncIterator[Item]:
    asked: dict[str, Any] = {"TableName": client.place.table, "ConsistentRead": True, "Limit": SCANNED_AT_ONCE}
    if marks_alone:
        asked |= {
            "ProjectionExpression": "#pk, #sk, #mark",
            "ExpressionAttributeNames": {"#pk": "pk", "#sk": SK, "#mark": MARK},
        }
    start: dict[str, Any] = {}
    while True:
        page = await client.ask("scan", **asked, **start)
        for item in page["Items"]:
            yield item
        if not page.get("LastEvaluatedKey"):
            return
        start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}


def _add_rows(copy: apsw.Connection, item: Item) -> None:
    part, place = item["pk"]["S"], item[SK]["B"]
    shapes = tables()
    if part in shapes:
        if not is_gone(item):
            shape = shapes[part]
            values = values_of(item[LINE]["S"], bytes_columns(shape))
            backup_file.add_rows(copy, part, [tuple(map(values.get, shape.columns))])
    elif part.startswith(streams.part_of("")):
        stream = streams.stream_of(part)
        if place[:1] == b"k":
            row = {"stream": stream, "key": place[1:].decode()}
            row |= {name: streams.number(item, name) for name in (streams.FIRST, streams.LAST)}
            backup_file.add_rows(copy, "keys", [tuple(map(row.get, shapes["keys"].columns))])
        elif place[:1] == b"e":
            first, bodies = streams.events_of(item)
            marks = _unpack(item[MARKS]["B"]) if MARKS in item else [None] * len(bodies)
            for position, (body, mark) in enumerate(zip(bodies, marks, strict=True), first):
                row = {"stream": stream, "position": position, "body": body, "mark": mark}
                backup_file.add_rows(copy, "events", [tuple(map(row.get, shapes["events"].columns))])


def bytes_columns(shape: Shape) -> list[str]:
    return [shape.columns[place] for place in shape.bytes]
