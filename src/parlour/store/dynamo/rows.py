"""A row as an item: where it stands in each order, and all that it holds as one line of JSON, as in an export.

The same row is always the same line, so that “is it still what was read” is one comparison. A column without a value is
left out, and one that is new in this version has its default where the line knows nothing of it.
"""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Generic, get_type_hints

import msgspec

from parlour.house.store import Index, Kind, R, Scalar
from parlour.store.columns import KindTable, base_type, table_of
from parlour.store.dynamo import order
from parlour.store.dynamo.layout import ENTRIES, ROWS, EntryLayout, RowLayout, downs, order_place
from parlour.store.transfer import bytes_of, text_of

# Attributes of an item, and what stands before what is no table.
PK, SK, LINE, MARK, GONE = "pk", "sk", "line", "mark", "gone"
ORDERS = ("by1", "by2", "by3", "by4", "by5")
Item = dict[str, dict[str, Any]]

# What expires is forgotten by the house, a while later in the case of some; DynamoDB does it where the house has not
# been awake to do it. Nobody is shown what it may have forgotten already.
DAY = 86_400
FORGOTTEN_AFTER = 60 * DAY  # seconds; no room of the house waits longer
LONG_AGO = 5 * 365 * DAY  # DynamoDB forgets nothing that ran out before that

_encode = msgspec.json.Encoder(order="sorted").encode
_decode = msgspec.json.Decoder(dict[str, Any]).decode


def key_of_item(part: str, place: bytes) -> Item:
    return {PK: {"S": part}, SK: {"B": place}}


def item_of(table: str, values: Mapping[str, Scalar], of_bytes: Sequence[str], mark: bytes) -> Item:
    """Of a row of a table, by the names of columns."""
    layout = ROWS[table]
    return {
        **key_of_item(table, order.place([values[name] for name in layout.key])),
        LINE: {"S": line_of(values, of_bytes)},
        MARK: {"B": mark},
        **_orders(layout.orders, values),
        **_gone(layout, values),
    }


def line_of(values: Mapping[str, Scalar], of_bytes: Sequence[str]) -> str:
    there = {name: value for name, value in values.items() if value is not None}
    there.update({name: text_of(there[name]) for name in of_bytes if name in there})
    return _encode(there).decode()


def values_of(line: str, of_bytes: Sequence[str]) -> dict[str, Any]:
    values = _decode(line)
    for name in of_bytes:
        if name in values:
            values[name] = bytes_of(values[name])
    return values


def _orders(indexes: Sequence[Index], values: Mapping[str, Scalar]) -> Item:
    places = zip(ORDERS, (order_place(index, values) for index in indexes), strict=False)
    return {name: {"B": place} for name, place in places if place is not None}


def _gone(layout: RowLayout, values: Mapping[str, Scalar]) -> Item:
    until = values.get(layout.expires or "")
    if not isinstance(until, int) or until // 1000 < time.time() - LONG_AGO:
        return {}
    return {GONE: {"N": str(until // 1000 + FORGOTTEN_AFTER)}}


def is_gone(item: Item) -> bool:
    return GONE in item and int(item[GONE]["N"]) <= time.time()


# -- entries of several texts -----------------------------------------------------------------------------------


def entry_item(table: str, text: str, key: Sequence[Scalar], of: Mapping[str, Scalar], mark: bytes) -> Item:
    """That a record is found by this text. `of` is what its row holds."""
    layout = ENTRIES[table]
    names = ROWS[layout.of].key
    line = _encode({**dict(zip(names, key, strict=True)), layout.text: text}).decode()
    own: Item = {}
    for name, by in zip(ORDERS, layout.orders, strict=False):
        values = [of.get(column) for column in by]
        if None not in values:
            own[name] = {"B": order.place([text, *values, *key])}
    return {**key_of_item(table, order.place([text, *key])), LINE: {"S": line}, MARK: {"B": mark}, **own}


# -- kinds of records -------------------------------------------------------------------------------------------


class KindItems(Generic[R]):
    """A kind of records as items."""

    def __init__(self, kind: Kind[R]) -> None:
        self.kind, self.table, self.name = kind, table_of(kind), kind.name
        table: KindTable[R] = self.table
        hints = get_type_hints(kind.record)
        real = {table.column(name) for name, hint in hints.items() if base_type(hint) is float}
        self._real = [column for column in table.written if column in real]
        self.of_bytes = _bytes_columns(table, hints)
        self._defaults = _defaults(table)

    def values(self, record: R) -> dict[str, Scalar]:
        values = dict(zip(self.table.written, self.table.values(record), strict=True))
        for name in self._real:  # 3 and 3.0 are one number
            value = values[name]
            if isinstance(value, int):
                values[name] = float(value)
        return values

    def line(self, record: R) -> str:
        return line_of(self.values(record), self.of_bytes)

    def item(self, record: R, mark: bytes) -> Item:
        return item_of(self.name, self.values(record), self.of_bytes, mark)

    def record(self, line: str) -> R:
        values = values_of(line, self.of_bytes)
        defaults = self._defaults
        made: R = self.table.record(tuple(values.get(name, defaults.get(name)) for name in self.table.columns))
        return made

    def place(self, key: Sequence[Scalar]) -> bytes:
        return order.place(list(key))

    def key_item(self, key: Sequence[Scalar]) -> Item:
        return key_of_item(self.name, self.place(key))

    def entries(self, record: R, mark: bytes) -> Iterator[Item]:
        """All that a record is found by."""
        values, key = self.values(record), self.table.key_of(record)
        for field, (table, _) in self.table.entries.items():
            for text in self.table.several(record, field):
                yield entry_item(table, text, key, values, mark)

    def touches_entries(self, only: Sequence[str]) -> bool:
        """Whether what changes may be something that entries say."""
        if not self.table.entries:
            return False
        fields = {*self.table.entries}
        columns = {column for table, _ in self.table.entries.values() for by in ENTRIES[table].orders for column in by}
        return not only or any(name in fields or self.table.column(name) in columns for name in only)


@cache
def items_of(kind: Kind[R]) -> KindItems[R]:
    return KindItems(kind)


def entry_order(layout: EntryLayout, by: tuple[str, ...]) -> str | None:
    """The order in which entries are asked for by these; None: by their text alone."""
    return ORDERS[layout.orders.index(by)] if by else None


def bounds(
    index: Index, values: Sequence[Scalar], after: Sequence[Scalar] | None, upto: Sequence[Scalar] | None
) -> tuple[bytes, bytes]:
    """The least place of such a list and the least that is past it; of either there may be none."""
    ways = downs(index)
    own = order.beginning(values, ways)
    low = order.past(own + order.beginning(after, ways[len(values) :])) if after else own
    high = order.past(own + order.beginning(upto, ways[len(values) :])) if upto else order.past(own)
    return low, high


def _bytes_columns(table: KindTable[Any], hints: Mapping[str, Any]) -> list[str]:
    own = {table.column(name) for name, hint in hints.items() if base_type(hint) is bytes}
    return [column for column in table.written if column in own or column == "body"]


def _defaults(table: KindTable[Any]) -> dict[str, Scalar]:
    """What a column holds of which a line of an older version knows nothing."""
    found: dict[str, Scalar] = {}
    for one in msgspec.structs.fields(table.kind.record):
        column = table.column(one.name)
        if column not in table.columns:
            continue
        default = (
            one.default_factory()
            if one.default is msgspec.NODEFAULT and one.default_factory is not msgspec.NODEFAULT
            else one.default
        )
        if default is msgspec.NODEFAULT or default is None:
            continue
        found[column] = default if isinstance(default, str | bytes | int | float) else json.dumps(default)
    return found
