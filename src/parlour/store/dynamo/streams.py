"""Streams as items. A stream is a partition: its head says how many events it has, its keys are one item each, and the
events of one append are together in one item, or in as few as hold them, by the position of their last. So what comes
after a position is a range, and a batch that reaches over it is in it."""

import time
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from parlour.house.store import Repeated, Unit
from parlour.store.dynamo import order
from parlour.store.dynamo.client import Client
from parlour.store.dynamo.rows import MARK, Item, key_of_item
from parlour.store.texts import StoreRefused

DIRECTORY = "~streams"  # the partition that has every stream
HEAD = b"h"
LAST, FIRST, EVENTS = "last", "first", "events"
MOST_IN_ITEM = 350_000  # bytes of events; an item has 400 KB

_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder(list[bytes]).decode


def now() -> float:
    return time.time()


def part_of(stream: str) -> str:
    return f"~stream {stream}"


def key_place(key: str) -> bytes:
    return b"k" + key.encode()


def batch_place(last: int) -> bytes:
    return b"e" + order.beginning([last])


def number(item: Item, name: str) -> int:
    return int(item[name]["N"])


def last_of(head: Item) -> int:
    return number(head, LAST)


def repeated(item: Item) -> Repeated:
    return Repeated(number(item, FIRST), number(item, LAST))


def writes(unit: Unit, mark: bytes) -> Iterator[tuple[str, dict[str, Any], str | None]]:
    """What appends a unit's events: an action, what it does, and which of the two it is that others may be first at."""
    part, last = part_of(unit.stream), unit.expected + len(unit.events)
    head = {"Item": head_item(unit.stream, last, mark), **_stands_at(unit.expected)}
    yield "Put", head, "head"
    if unit.key is not None:
        item = key_entry(unit.stream, unit.key, unit.expected + 1, last, mark)
        yield "Put", {"Item": item, **_not_there()}, "key"
    batches = list(batched(unit.events))
    position = unit.expected
    for batch in batches:
        yield "Put", {"Item": batch_item(part, position, batch, mark)}, None
        position += len(batch)
    if unit.expected == 0:
        yield "Put", {"Item": directory_item(unit.stream, len(batches[0]), mark)}, None


def head_item(stream: str, last: int, mark: bytes) -> Item:
    return {**key_of_item(part_of(stream), HEAD), LAST: {"N": str(last)}, MARK: {"B": mark}}


def key_entry(stream: str, key: str, first: int, last: int, mark: bytes) -> Item:
    numbers = {FIRST: {"N": str(first)}, LAST: {"N": str(last)}}
    return {**key_of_item(part_of(stream), key_place(key)), **numbers, MARK: {"B": mark}}


def batch_item(part: str, after: int, events: Sequence[bytes], mark: bytes) -> Item:
    place = key_of_item(part, batch_place(after + len(events)))
    return {**place, FIRST: {"N": str(after + 1)}, EVENTS: {"B": _pack(list(events))}, MARK: {"B": mark}}


def directory_item(stream: str, last_of_first: int, mark: bytes) -> Item:
    """With the place of the batch that has its first event."""
    return {**key_of_item(DIRECTORY, order.place([stream])), LAST: {"N": str(last_of_first)}, MARK: {"B": mark}}


def stream_of(part: str) -> str:
    return part.removeprefix(part_of(""))


def batched(events: Sequence[bytes]) -> Iterator[list[bytes]]:
    some, size = list[bytes](), 0
    for event in events:
        if len(event) > MOST_IN_ITEM:
            raise StoreRefused("dynamo.event", most=MOST_IN_ITEM)
        if some and size + len(event) > MOST_IN_ITEM:
            yield some
            some, size = [], 0
        some.append(event)
        size += len(event) + 5
    yield some


def events_of(item: Item) -> tuple[int, list[bytes]]:
    """The position of the first, and all of them."""
    return number(item, FIRST), _unpack(item[EVENTS]["B"])


def _stands_at(expected: int) -> dict[str, Any]:
    if not expected:
        return _not_there()
    return {
        "ConditionExpression": "#last = :expected",
        "ExpressionAttributeNames": {"#last": LAST},
        "ExpressionAttributeValues": {":expected": {"N": str(expected)}},
        "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
    }


def _not_there() -> dict[str, Any]:
    return {
        "ConditionExpression": "attribute_not_exists(#pk)",
        "ExpressionAttributeNames": {"#pk": "pk"},
        "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
    }


async def key_item(client: Client, stream: str, key: str) -> Item | None:
    return await _item(client, part_of(stream), key_place(key))


async def length(client: Client, stream: str) -> int:
    head = await _item(client, part_of(stream), HEAD)
    return 0 if head is None else last_of(head)


async def _item(client: Client, part: str, place: bytes) -> Item | None:
    answer = await client.ask(
        "get_item", TableName=client.place.table, Key=key_of_item(part, place), ConsistentRead=True
    )
    item: Item | None = answer.get("Item")
    return item
