"""A unit as one transaction of DynamoDB, or as one write where it is one item.

Every item says what must be there for it. What a change does not know of what is there, because it is to be done
whatever that is, is read first where it matters, and the transaction says that it is still so: *pinned*. If it is not,
all is read again; nobody else's word was broken by that, so it is no Conflict.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from msgspec.structs import replace

from parlour.house.store import (
    ABSENT,
    ANY,
    Appended,
    Change,
    Conflict,
    Kept,
    Kind,
    Need,
    Outcome,
    Put,
    Remove,
    Scalar,
    Unit,
)
from parlour.store.dynamo import streams
from parlour.store.dynamo.client import Client, NotSo, TransactionCancelled
from parlour.store.dynamo.rows import GONE, LINE, MARK, PK, Item, is_gone, items_of
from parlour.store.texts import StoreRefused, StoreUnavailable

MOST_ITEMS = 100  # of one transaction; that is DynamoDB's bound, and so is the next
MOST_BYTES = 4_000_000
MOST_RUNS = 50  # of one unit, against others who are always in between

RecordAddress = tuple[str, tuple[Scalar, ...]]  # of a record: the name of its kind, and its key
NAMES = {"#pk": PK, "#line": LINE, "#gone": GONE}


class _NotRead:
    """What is there is not known."""


NOT_READ: Final = _NotRead()


class Mismatch(Exception):
    """A record is not what it was."""


@dataclass
class _Wanted:
    """What becomes of one record."""

    kind: Kind[Any]
    key: tuple[Scalar, ...]
    before: Any = NOT_READ  # the record that must be there: what was read, or was said; None: none must be
    after: Any = NOT_READ  # the record that will be; None: it goes
    line: str | None = None  # the line of `before`, where it was written in another way than ours
    exists: bool = False  # something must be there, whatever it is
    soft: bool = False  # if nothing is there, nothing is done, and that is as good
    pinned: bool = False  # `before` is what was read here, and not what somebody said


@dataclass
class _Findings:
    """What earlier runs of a unit have found out."""

    read: dict[RecordAddress, tuple[Any, str | None]] = field(
        default_factory=dict
    )  # records that were read, and their lines
    lines: dict[RecordAddress, str] = field(default_factory=dict)  # of records that are the same, but written otherwise
    dropped: set[RecordAddress] = field(default_factory=set)  # of soft ones: nothing is there


@dataclass
class _Step:
    """One item of the transaction."""

    action: str
    what: dict[str, Any]
    of: Any = None  # a _Wanted, or "head" or "key" of the stream


class UnitWriter:
    def __init__(self, client: Client) -> None:
        self._client, self._table = client, client.place.table

    async def commit(self, unit: Unit) -> Outcome:
        known = _Findings()
        for _ in range(MOST_RUNS):
            mark = secrets.token_bytes(12)
            try:
                wanted = await self._wanted(unit.changes, known)
            except Mismatch:
                return await self._refused(unit)
            steps = self._steps(unit, wanted, mark)
            if not steps:
                return Kept()
            try:
                await self._write(steps, mark)
            except TransactionCancelled as cancelled:
                outcome = await self._judge(unit, steps, cancelled.reasons, known)
                if outcome is not None:
                    return outcome
                continue
            return Appended(unit.expected + len(unit.events)) if unit.stream else Kept()
        raise StoreUnavailable("store.down", why="others were always first")

    # -- what is wanted ---------------------------------------------------------------------------------------

    async def _wanted(self, changes: Sequence[Change], known: _Findings) -> list[_Wanted]:
        grouped: dict[RecordAddress, list[Change]] = {}
        for change in changes:
            key = tuple(change.key) if isinstance(change, Need | Remove) else change.kind.key_of(change.record)
            grouped.setdefault((change.kind.name, key), []).append(change)
        to_read = [
            (address, some[0].kind)
            for address, some in grouped.items()
            if address not in known.read and (len(some) > 1 or _must_be_read(some[0]))
        ]
        if to_read:
            await self._read(to_read, known)
        wanted = []
        for address, some in grouped.items():
            if address in known.dropped:
                continue
            one = _played(address, some, known) if address in known.read else _said(address, some[0], known)
            if one is not None:
                wanted.append(one)
        return wanted

    async def _read(self, addresses: Sequence[tuple[RecordAddress, Kind[Any]]], known: _Findings) -> None:
        for (name, key), kind in addresses:
            answer = await self._client.ask(
                "get_item", TableName=self._table, Key=items_of(kind).key_item(key), ConsistentRead=True
            )
            item = answer.get("Item")
            line = None if item is None or is_gone(item) else item[LINE]["S"]
            known.read[name, key] = None if line is None else items_of(kind).record(line), line

    # -- the transaction --------------------------------------------------------------------------------------

    def _steps(self, unit: Unit, wanted: Sequence[_Wanted], mark: bytes) -> list[_Step]:
        steps = [_Step(action, what, of) for action, what, of in streams.writes(unit, mark)] if unit.stream else []
        for one in wanted:
            steps += self._record_steps(one, mark)
        if len(steps) > MOST_ITEMS or sum(_size(step.what) for step in steps) > MOST_BYTES:
            raise StoreRefused("dynamo.unit", items=len(steps), most=MOST_ITEMS)
        for step in steps:
            step.what["TableName"] = self._table
        return steps

    def _record_steps(self, one: _Wanted, mark: bytes) -> list[_Step]:
        items = items_of(one.kind)
        condition = _condition(one)
        key = items.key_item(one.key)
        if one.after is NOT_READ:
            return [_Step("ConditionCheck", {"Key": key, **condition}, one)] if condition else []
        if one.after is None:
            steps = [] if one.before is None else [_Step("Delete", {"Key": key, **condition}, one)]
            if one.before is None and one.pinned:  # nothing was there, and nothing will be
                return []
        else:
            steps = [_Step("Put", {"Item": items.item(one.after, mark), **condition}, one)]
        return steps + self._entry_steps(one, mark)

    def _entry_steps(self, one: _Wanted, mark: bytes) -> list[_Step]:
        """Entries as far as they are others than before. Where it is not known what was there, they stay."""
        items = items_of(one.kind)
        if not items.table.entries or one.before is NOT_READ:
            return []
        old = {_identity(item): item for item in items.entries(one.before, mark)} if one.before is not None else {}
        new = {_identity(item): item for item in items.entries(one.after, mark)} if one.after is not None else {}
        steps = [_Step("Put", {"Item": item}) for place, item in new.items() if item != old.get(place)]
        for place, item in old.items():
            if place not in new:
                steps.append(_Step("Delete", {"Key": {"pk": item["pk"], "sk": item["sk"]}}))
        return steps

    async def _write(self, steps: Sequence[_Step], mark: bytes) -> None:
        [first, *more] = steps
        if not more and first.action == "Put":
            try:
                await self._client.ask("put_item", **first.what)
            except NotSo as wrong:
                # Its answer was lost the first time, and what is there is its own.
                if wrong.item is None or wrong.item.get(MARK, {}).get("B") != mark:
                    reason = {"Code": "ConditionalCheckFailed", **({"Item": wrong.item} if wrong.item else {})}
                    raise TransactionCancelled([reason]) from None
            return
        await self._client.ask(
            "transact_write_items",
            TransactItems=[{step.action: step.what} for step in steps],
            ClientRequestToken=mark.hex(),
        )

    # -- why not ----------------------------------------------------------------------------------------------

    async def _judge(
        self, unit: Unit, steps: Sequence[_Step], reasons: Sequence[Mapping[str, Any]], known: _Findings
    ) -> Outcome | None:
        """What a unit came to whose transaction was not made; None: it is to be tried again."""
        failed = [
            (step, reason.get("Item"))
            for step, reason in zip(steps, reasons, strict=True)
            if reason.get("Code") == "ConditionalCheckFailed"
        ]
        other = {str(one.get("Code")) for one in reasons} - {"None", "ConditionalCheckFailed"}
        if not failed:
            raise StoreUnavailable("store.write", why=", ".join(sorted(other)))
        if any(step.of in ("head", "key") for step, _ in failed):
            return await self._stream_outcome(
                unit, {step.of: item for step, item in failed if step.of in ("head", "key")}
            )
        verdicts = [_verdict(step.of, item, known) for step, item in failed]
        return await self._refused(unit) if not all(verdicts) else None

    async def _stream_outcome(self, unit: Unit, failed: Mapping[str, Item | None]) -> Outcome:
        """A known key comes before a wrong expectation."""
        if (kept := failed.get("key")) is not None:
            return streams.repeated(kept)
        if unit.key is None and (head := failed.get("head")) is not None:
            return Conflict(streams.last_of(head))
        return await self._refused(unit)

    async def _refused(self, unit: Unit) -> Outcome:
        """Of a unit that cannot be. What the stream says comes before what records say."""
        if not unit.stream:
            return Conflict()
        if unit.key is not None:
            kept = await streams.key_item(self._client, unit.stream, unit.key)
            if kept is not None:
                return streams.repeated(kept)
        return Conflict(await streams.length(self._client, unit.stream))


def _must_be_read(change: Change) -> bool:
    """Its entries change, and it does not say what was there."""
    if isinstance(change, Need) or change.was is not ANY:
        return False
    items = items_of(change.kind)
    return bool(items.table.entries) if isinstance(change, Remove) else items.touches_entries(change.only)


def _said(address: RecordAddress, change: Change, known: _Findings) -> _Wanted | None:
    """As the change says it, without looking."""
    kind, key, line = change.kind, address[1], known.lines.get(address)
    if isinstance(change, Need):
        return _Wanted(kind, key, exists=True)
    before = NOT_READ if change.was is ANY else None if change.was is ABSENT else change.was
    if isinstance(change, Remove):
        if before is None:
            return _Wanted(kind, key, before=None)
        return _Wanted(kind, key, before=before, after=None, line=line)
    if not change.only:
        return _Wanted(kind, key, before=before, after=change.record, line=line)
    if before is None:  # it adds no record, and there must be none
        return _Wanted(kind, key, before=None)
    after = change.record if before is NOT_READ else _with(before, change)
    return _Wanted(kind, key, before=before, after=after, line=line, exists=True, soft=before is NOT_READ)


def _played(address: RecordAddress, changes: Sequence[Change], known: _Findings) -> _Wanted:
    """One after the other, from what was read."""
    read, line = known.read[address]
    there = read
    for change in changes:
        if isinstance(change, Need):
            if there is None:
                raise Mismatch
            continue
        if change.was is not ANY and not _same(change.kind, there, None if change.was is ABSENT else change.was):
            raise Mismatch
        if isinstance(change, Remove):
            there = None
        elif not change.only:
            there = change.record
        elif there is not None:
            there = _with(there, change)
    return _Wanted(changes[0].kind, address[1], before=read, after=there, line=line, pinned=True)


def _with(there: Any, change: Put) -> Any:
    return replace(there, **{name: getattr(change.record, name) for name in change.only})


def _same(kind: Kind[Any], one: Any, other: Any) -> bool:
    if one is None or other is None:
        return one is other
    return items_of(kind).line(one) == items_of(kind).line(other)


def _verdict(one: Any, item: Item | None, known: _Findings) -> bool:
    """Whether a record whose condition does not hold may be tried again."""
    if one is None:
        return False
    address = (one.kind.name, one.key)
    if one.pinned:
        known.read.pop(address, None)
        return True
    there = None if item is None or is_gone(item) else item[LINE]["S"]
    if there is None:
        if one.soft:
            known.dropped.add(address)
        return bool(one.soft)
    if one.before is NOT_READ or one.before is None or known.lines.get(address) == there:
        return False
    # The same record, as a version wrote it that knew other columns.
    known.lines[address] = there
    items = items_of(one.kind)
    return items.line(items.record(there)) == items.line(one.before)


def _condition(one: _Wanted) -> dict[str, Any]:
    """What must be there for a record's item. What has run out may still be there, and counts as gone."""
    expires = one.kind.expires is not None
    values: dict[str, Any] = {}
    if one.before is None:
        test = "attribute_not_exists(#pk)" + (" OR #gone <= :now" if expires else "")
        names = ["#pk"]
    elif one.before is not NOT_READ:
        test = "#line = :line" + (" AND (attribute_not_exists(#gone) OR #gone > :now)" if expires else "")
        values[":line"] = {"S": one.line or items_of(one.kind).line(one.before)}
        names = ["#line"]
    elif one.exists:
        test = "attribute_exists(#pk)" + (" AND (attribute_not_exists(#gone) OR #gone > :now)" if expires else "")
        names = ["#pk"]
    else:
        return {}
    if expires:
        values[":now"] = {"N": str(int(streams.now()))}
        names.append("#gone")
    condition: dict[str, Any] = {
        "ConditionExpression": test,
        "ExpressionAttributeNames": {name: NAMES[name] for name in names},
        "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
    }
    return {**condition, "ExpressionAttributeValues": values} if values else condition


def _identity(item: Item) -> tuple[str, bytes]:
    return item["pk"]["S"], item["sk"]["B"]


def _size(what: Mapping[str, Any]) -> int:
    """About as many bytes as it has."""
    total = 0
    for name, value in {**what.get("Item", {}), **what.get("ExpressionAttributeValues", {})}.items():
        [content] = value.values()
        total += len(name) + (len(content) if isinstance(content, str | bytes) else 8)
    return total
