"""The house's `Store` in a table of DynamoDB. All reading is consistent: all see what was answered to anybody."""

import asyncio
import heapq
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from parlour.house.store import Index, Kind, Outcome, R, Scalar, Unit, check
from parlour.store.dynamo import order, streams
from parlour.store.dynamo.client import Client, NoTable
from parlour.store.dynamo.copies import copy_table
from parlour.store.dynamo.layout import ENTRIES, ROWS
from parlour.store.dynamo.rows import (
    GONE,
    LINE,
    ORDERS,
    PK,
    SK,
    Item,
    bounds,
    entry_order,
    is_gone,
    items_of,
    key_of_item,
)
from parlour.store.dynamo.units import UnitWriter
from parlour.store.texts import StoreRefused, StoreUnavailable

GOT_AT_ONCE = 100  # items that DynamoDB reads by their keys in one call
LISTED_AT_ONCE = 300  # of a list that is looked through
PULSE = key_of_item("~house", b"pulse")


class DynamoStore:
    def __init__(self, client: Client) -> None:
        self.client = client
        self._table = client.place.table
        self._writer = UnitWriter(client)

    # -- units ------------------------------------------------------------------------------------------------

    async def commit(self, unit: Unit) -> Outcome:
        check(unit)
        return await self._writer.commit(unit)

    # -- streams ----------------------------------------------------------------------------------------------

    async def known(self, stream: str, key: str) -> bool:
        return await streams.key_item(self.client, stream, key) is not None

    async def read(self, stream: str, after: int = 0) -> list[bytes]:
        events: list[bytes] = []
        low, high = streams.batch_place(after + 1), order.past(b"e")
        async for item in self.query(streams.part_of(stream), SK, low, high):
            first, some = streams.events_of(item)
            events += some[max(0, after + 1 - first) :]
        return events

    async def positions(self, streams_: Sequence[str]) -> dict[str, int]:
        keys = [key_of_item(streams.part_of(stream), streams.HEAD) for stream in dict.fromkeys(streams_)]
        return {streams.stream_of(head["pk"]["S"]): streams.last_of(head) for head in await self._got(keys)}

    async def streams(self, after: str = "", most: int = 1000) -> list[tuple[str, bytes]]:
        low = order.past(order.beginning([after])) if after else b""
        places: dict[str, Item] = {}
        async for item in self.query(streams.DIRECTORY, SK, low, b"", most):
            [stream] = order.texts_of(item[SK]["B"])
            first = streams.batch_place(streams.number(item, streams.LAST))
            places[stream] = key_of_item(streams.part_of(stream), first)
        found = {streams.stream_of(item["pk"]["S"]): item for item in await self._got([*places.values()])}
        return [(stream, streams.events_of(found[stream])[1][0]) for stream in places if stream in found]

    # -- records ----------------------------------------------------------------------------------------------

    async def get(self, kind: Kind[R], *key: Scalar) -> R | None:
        items = items_of(kind)
        answer = await self.client.ask("get_item", TableName=self._table, Key=items.key_item(key), ConsistentRead=True)
        item = answer.get("Item")
        return None if item is None or is_gone(item) else items.record(item[LINE]["S"])

    async def get_many(self, kind: Kind[R], keys: Sequence[tuple[Scalar, ...]]) -> list[R]:
        items = items_of(kind)
        got = await self._got([items.key_item(key) for key in dict.fromkeys(map(tuple, keys))])
        return [items.record(item[LINE]["S"]) for item in got if not is_gone(item)]

    async def list_by(
        self,
        kind: Kind[R],
        index: str,
        *values: Scalar,
        among: Sequence[str] | None = None,
        after: tuple[Scalar, ...] | None = None,
        upto: tuple[Scalar, ...] | None = None,
        where: Mapping[str, Scalar] | None = None,
        skip: int = 0,
        most: int = 1000,
    ) -> list[R]:
        asked = _asked(kind, index, values, among)
        if most <= 0 or not asked:
            return []
        declared = items_of(kind).table.index(index)
        if declared.each is not None:
            found = await self._by_entries(kind, index, declared, asked, after, upto)
            fitting = [one for one in found if _fits(kind, one, where)]
            return fitting[skip : skip + most]
        if len(asked) == 1:
            return [one async for one in self._listed(kind, declared, asked[0], after, upto, where, skip, most)]
        lists = [
            [one async for one in self._listed(kind, declared, one_asked, after, upto, where, 0, skip + most)]
            for one_asked in asked
        ]
        ordered = heapq.merge(*lists, key=lambda one: _place(kind, index, one))
        return list(ordered)[skip : skip + most]

    async def count(self, kind: Kind[R], index: str, *values: Scalar, upto: tuple[Scalar, ...] | None = None) -> int:
        [asked] = _asked(kind, index, values, None)
        declared = items_of(kind).table.index(index)
        if declared.each is not None:
            return len(await self._by_entries(kind, index, declared, [asked], None, upto))
        low, high = bounds(declared, asked, None, upto)
        counted = 0
        async for page in self._pages(kind.name, _order(kind, declared), low, high, None, counting=True, kind=kind):
            counted += int(page["Count"])
        return counted

    async def _listed(
        self, kind: Kind[R], index: Index, asked: Sequence[Scalar],
        after: tuple[Scalar, ...] | None, upto: tuple[Scalar, ...] | None,
        where: Mapping[str, Scalar] | None, skip: int, most: int,
    ) -> AsyncIterator[R]:  # fmt: skip
        items = items_of(kind)
        low, high = bounds(index, asked, after, upto)
        start = None
        if skip and not where:
            start = await self._passed_over(kind, index, low, high, skip)
            if start is None:
                return
            skip = 0
        given, by = 0, _order(kind, index)
        async for page in self._pages(kind.name, by, low, high, None if where else most, kind=kind, start=start):
            for item in await self._in_order(page["Items"], by, low, high):
                one = items.record(item[LINE]["S"])
                if not _fits(kind, one, where):
                    continue
                if skip:
                    skip -= 1
                    continue
                yield one
                given += 1
                if given == most:
                    return

    async def _in_order(self, listed: Sequence[Item], by: str, low: bytes, high: bytes) -> list[Item]:
        """The rows of what an index has, which is keys alone: a copy of all it says in every order would be written
        with every step. Who has moved meanwhile stands where they are now, if that is in the list."""
        found = await self._got([{PK: item[PK], SK: item[SK]} for item in listed])
        there = [item for item in found if by in item and low <= item[by]["B"] and (not high or item[by]["B"] < high)]
        return sorted((item for item in there if not is_gone(item)), key=lambda item: bytes(item[by]["B"]))

    async def _passed_over(self, kind: Kind[Any], index: Index, low: bytes, high: bytes, skip: int) -> Item | None:
        """Where to go on after so many; None: there are no more. They are counted, and not read."""
        async for page in self._pages(kind.name, _order(kind, index), low, high, skip, counting=True, kind=kind):
            skip -= int(page["Count"])
            if not skip:
                start: Item | None = page.get("LastEvaluatedKey")
                return start
        return None

    async def _by_entries(
        self, kind: Kind[R], name: str, index: Index, asked: Sequence[Sequence[Scalar]],
        after: tuple[Scalar, ...] | None, upto: tuple[Scalar, ...] | None,
    ) -> list[R]:  # fmt: skip
        """Of entries of their own, all that the texts have are read and sorted: nobody has very many."""
        items = items_of(kind)
        table, _ = items.table.entries[index.each or ""]
        by = entry_order(ENTRIES[table], index.by)
        keys: dict[tuple[Scalar, ...], None] = {}
        for values in asked:
            begins = order.beginning(values)
            async for item in self.query(table, by or SK, begins, order.past(begins)):
                keys[tuple(order.texts_of(item[SK]["B"])[1:])] = None
        found = await self.get_many(kind, [*keys])
        wanted = [one for one in found if any(_is_under(kind, name, one, values) for values in asked)]
        low, high = bounds(index._replace(by=()), (), after, upto)
        placed = sorted((_place(kind, name, one), number) for number, one in enumerate(wanted))
        return [wanted[number] for place, number in placed if place >= low and (not high or place < high)]

    # -- asking -----------------------------------------------------------------------------------------------

    async def query(self, part: str, by: str, low: bytes, high: bytes, most: int | None = None) -> AsyncIterator[Item]:
        """Items of a partition in an order, from the place `low` on and before `high`, where there are such bounds."""
        async for page in self._pages(part, by, low, high, most):
            for item in page["Items"]:
                yield item

    async def _pages(
        self, part: str, by: str, low: bytes, high: bytes, most: int | None, *,
        counting: bool = False, kind: Kind[Any] | None = None, start: Item | None = None,
    ) -> AsyncIterator[Any]:  # fmt: skip
        test, names = ["#pk = :part"], {"#pk": "pk"}
        values: Item = {":part": {"S": part}}
        if low or high:
            names["#by"] = by
        if low and high and low < high:
            test.append("#by BETWEEN :low AND :high")
            values |= {":low": {"B": low}, ":high": {"B": high}}
        elif low and high:
            return
        elif low:
            test.append("#by >= :low")
            values[":low"] = {"B": low}
        elif high:
            test.append("#by < :high")
            values[":high"] = {"B": high}
        asked: dict[str, Any] = {"TableName": self._table, "ConsistentRead": True}
        if by != SK:
            asked["IndexName"] = by
        if counting:
            asked["Select"] = "COUNT"
        if kind is not None and kind.expires is not None:
            asked["FilterExpression"] = "attribute_not_exists(#gone) OR #gone > :now"
            names["#gone"] = GONE
            values[":now"] = {"N": str(int(streams.now()))}
        asked |= {
            "KeyConditionExpression": " AND ".join(test),
            "ExpressionAttributeNames": names,
            "ExpressionAttributeValues": values,
        }
        while most is None or most > 0:
            limit = (
                {"Limit": LISTED_AT_ONCE if most is None else most}
                if most is not None or (by != SK and not counting)
                else {}
            )
            page = await self.client.ask(
                "query",
                **asked,
                **limit,
                **({"ExclusiveStartKey": start} if start else {}),
            )
            if most is not None:
                most -= int(page["Count"])
            yield page
            start = page.get("LastEvaluatedKey")
            if not start:
                return

    async def _got(self, keys: Sequence[Item]) -> list[Item]:
        """Those of these items that are there, in no order."""
        parts = [keys[first : first + GOT_AT_ONCE] for first in range(0, len(keys), GOT_AT_ONCE)]
        return [item for some in await asyncio.gather(*map(self._got_at_once, parts)) for item in some]

    async def _got_at_once(self, keys: Sequence[Item]) -> list[Item]:
        found: list[Item] = []
        left: dict[str, Any] = {self._table: {"Keys": list(keys), "ConsistentRead": True}}
        while left:
            answer = await self.client.ask("batch_get_item", RequestItems=left)
            found += answer.get("Responses", {}).get(self._table, [])
            left = answer.get("UnprocessedKeys") or {}
        return found

    # -- all of it --------------------------------------------------------------------------------------------

    async def backup(self, path: Path) -> None:
        await copy_table(self.client, path)

    async def time(self) -> int | None:
        """DynamoDB has no clock that can be asked; Amazon keeps those of its machines together."""
        return None

    async def healthy(self) -> bool:
        try:
            await self.client.ask("put_item", TableName=self._table, Item={**PULSE, "mark": {"B": b"."}})
        except (StoreRefused, StoreUnavailable, NoTable):
            return False
        return True

    async def answers(self) -> bool:
        """It is reached by one way from wherever the house is: to send people elsewhere would help nobody."""
        return True

    def be_patient(self, patient: bool) -> None: ...

    async def close(self) -> None:
        await self.client.close()


def _asked(
    kind: Kind[Any], name: str, values: Sequence[Scalar], among: Sequence[str] | None
) -> list[tuple[Scalar, ...]]:
    """The values of a list, or of several that are one; none, if nothing is asked for."""
    index = items_of(kind).table.index(name)
    wanted = len(index.by) + (index.each is not None)
    if len(values) + (among is not None) != wanted:
        raise ValueError(f"{kind.name} are listed by {wanted} values, not {len(values) + (among is not None)}")
    several = [(*values,)] if among is None else [(one, *values) for one in dict.fromkeys(among)]
    return [tuple(map(_settled, one)) for one in several if None not in one]


def _settled(value: Scalar) -> Scalar:
    return int(value) if isinstance(value, bool) else value


def _order(kind: Kind[Any], index: Index) -> str:
    return ORDERS[ROWS[kind.name].orders.index(index)]


def _place(kind: Kind[R], name: str, record: R) -> bytes:
    """Where it stands among those of a list."""
    ways = [one.startswith("-") for one in kind.indexes[name].order]
    return order.place([_settled(value) for value in kind.place_of(record, name)], ways)


def _fits(kind: Kind[R], record: R, where: Mapping[str, Scalar] | None) -> bool:
    return all(kind.value_of(record, name) == value for name, value in (where or {}).items())


def _is_under(kind: Kind[R], name: str, record: R, values: Sequence[Scalar]) -> bool:
    """Whether it still is, for its entry was read a moment before."""
    index = kind.indexes[name]
    text, *rest = values
    own = [_settled(kind.value_of(record, field)) for field in index.by]
    present = index.present is None or kind.value_of(record, index.present) is not None
    return present and text in getattr(record, index.each or "") and own == rest
