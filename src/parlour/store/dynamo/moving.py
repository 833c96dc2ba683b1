"""A house that moves into a table or out of it, from a command of its own."""

import secrets
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import apsw
import msgspec

from parlour.store import migrations
from parlour.store.dynamo import opening, streams
from parlour.store.dynamo.client import Client
from parlour.store.dynamo.copies import MARKS, all_items, bytes_columns, copy_table
from parlour.store.dynamo.layout import ENTRIES, ROWS
from parlour.store.dynamo.rows import SK, Item, entry_item, item_of
from parlour.store.dynamo.store import DynamoStore
from parlour.store.shape import tables
from parlour.store.texts import StoreRefused
from parlour.store.transfer import TransferSummary, export_file

WRITTEN_AT_ONCE = 25  # items in one call; that is DynamoDB's bound

_pack = msgspec.msgpack.Encoder().encode


async def backup_dynamo(url: str, path: Path) -> None:
    store = await opening.open_dynamo(url, make=False)
    try:
        await copy_table(store.client, path)
    finally:
        await store.close()


async def export_dynamo(url: str, path: Path, made: int, schema: int | None = None) -> TransferSummary:
    with tempfile.TemporaryDirectory(prefix="parlour-") as folder:
        whole = Path(folder) / "house.db"
        await backup_dynamo(url, whole)
        return export_file(whole, path, made, schema)


async def restore_dynamo(copy: apsw.Connection, url: str, *, force: bool) -> None:
    """Put a checked copy into a table without a house. It is a house when all of it is there: until then nobody opens
    it, and whoever was interrupted begins again."""
    store = await opening.open_empty(url)
    client = store.client
    try:
        if await _is_lived_in(store):
            raise StoreRefused("dynamo.force" if force else "store.not-empty", place=client.place.shown)
        await opening.move_in(client)
        await _empty(client)
        mark = secrets.token_bytes(12)
        items = _items(copy, mark)
        while some := list(islice(items, WRITTEN_AT_ONCE)):
            await _write(client, [{"PutRequest": {"Item": item}} for item in some])
        await opening.moved_in(client)
    finally:
        await store.close()


async def _is_lived_in(store: DynamoStore) -> bool:
    if await opening.is_moving(store.client):
        return False
    parts = (streams.DIRECTORY, *(table for table in migrations.WORTH_KEEPING if table in ROWS))
    for part in parts:
        async for _ in store.query(part, SK, b"", b"", 1):
            return True
    return False


async def _empty(client: Client) -> None:
    """Of what an interrupted one has left, and of what is not worth keeping."""
    places = [
        {"pk": item["pk"], SK: item[SK]}
        async for item in all_items(client, marks_alone=True)
        if item["pk"]["S"] != opening.VERSION["pk"]["S"]
    ]
    rest = iter(places)
    while some := list(islice(rest, WRITTEN_AT_ONCE)):
        await _write(client, [{"DeleteRequest": {"Key": place}} for place in some])


async def _write(client: Client, requests: list[dict[str, Any]]) -> None:
    left: dict[str, Any] = {client.place.table: requests}
    while left:
        answer = await client.ask("batch_write_item", RequestItems=left)
        left = answer.get("UnprocessedItems") or {}


def _items(copy: apsw.Connection, mark: bytes) -> Iterator[Item]:
    for table, shape in tables().items():
        if table in ROWS:
            for values in _rows(copy, f"SELECT * FROM {table}"):
                yield item_of(table, values, bytes_columns(shape), mark)
        elif table in ENTRIES:
            layout = ENTRIES[table]
            key = ROWS[layout.of].key
            found = " AND ".join(f"{name} = ?" for name in key)
            for values in _rows(copy, f"SELECT * FROM {table}"):
                own = tuple(values[name] for name in key)
                of = next(_rows(copy, f"SELECT * FROM {layout.of} WHERE {found}", own), {})
                yield entry_item(table, values[layout.text], own, of, mark)
        elif table == "keys":
            for one in _rows(copy, "SELECT * FROM keys"):
                yield streams.key_entry(one["stream"], one["key"], one["first"], one["last"], mark)
        else:
            assert table == "events", f"{table} has a place here"
            yield from _stream_items(_rows(copy, "SELECT * FROM events ORDER BY stream, position"), mark)


def _rows(copy: apsw.Connection, sql: str, asked: tuple[Any, ...] = ()) -> Iterator[dict[str, Any]]:
    cursor = copy.execute(sql, asked)
    names: tuple[str, ...] = ()
    for row in cursor:
        names = names or tuple(name for name, _ in cursor.get_description())
        yield dict(zip(names, row, strict=True))


def _stream_items(events: Iterable[Mapping[str, Any]], mark: bytes) -> Iterator[Item]:
    stream, waiting, last = "", list[Mapping[str, Any]](), 0
    size = 0

    def batches() -> Iterator[Item]:
        if not waiting:
            return
        position = last - len(waiting)
        item = streams.batch_item(streams.part_of(stream), position, [one["body"] for one in waiting], mark)
        if any(one.get("mark") for one in waiting):
            item[MARKS] = {"B": _pack([one.get("mark") for one in waiting])}
        yield item
        if position == 0:
            yield streams.directory_item(stream, last, mark)

    for one in events:
        if one["stream"] != stream:
            yield from batches()
            if stream:
                yield streams.head_item(stream, last, mark)
            stream, waiting, last, size = one["stream"], [], 0, 0
        if waiting and size + len(one["body"]) > streams.MOST_IN_ITEM:
            yield from batches()
            waiting, size = [], 0
        waiting.append(one)
        last += 1
        size += len(one["body"]) + 32
    yield from batches()
    if stream:
        yield streams.head_item(stream, last, mark)
