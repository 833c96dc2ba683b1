"""A third store: the port in memory, with nothing but the port. It shows how little a store has to be, and that what
the house asks needs no SQL. Nothing waits inside a commit, so that no two are in each other's way."""

import pickle
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

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
    R,
    Remove,
    Repeated,
    Scalar,
    Unit,
    check,
)
from parlour.store.texts import StoreUnavailable

Records = dict[tuple[Scalar, ...], Any]


class MemoryStore:
    def __init__(self) -> None:
        self._streams: dict[str, list[bytes]] = {}
        self._keys: dict[tuple[str, str], Repeated] = {}
        self._kinds: dict[str, Records] = {}
        self._closed = False

    # -- units ------------------------------------------------------------------------------------------------

    async def commit(self, unit: Unit) -> Outcome:
        check(unit)
        self._check_open()
        last = len(self._streams.get(unit.stream, ()))
        if unit.stream:
            if unit.key is not None and (unit.stream, unit.key) in self._keys:
                return self._keys[unit.stream, unit.key]
            if last != unit.expected:
                return Conflict(last)
        before: list[tuple[Records, tuple[Scalar, ...], Any]] = []  # what was there, to be put back
        for change in unit.changes:
            if not self._change(change, before):
                for records, key, was in reversed(before):
                    _set(records, key, was)
                return Conflict(last)
        if not unit.stream:
            return Kept()
        self._streams.setdefault(unit.stream, []).extend(unit.events)
        if unit.key is not None:
            self._keys[unit.stream, unit.key] = Repeated(last + 1, last + len(unit.events))
        return Appended(last + len(unit.events))

    def _change(self, change: Change, before: list[tuple[Records, tuple[Scalar, ...], Any]]) -> bool:
        kind, records = change.kind, self._records(change.kind)
        key = tuple(change.key) if isinstance(change, Need | Remove) else kind.key_of(change.record)
        there = records.get(key)
        if isinstance(change, Need):
            return there is not None
        if change.was is not ANY and there != (None if change.was is ABSENT else _settled(change.was)):
            return False
        after = None
        if not isinstance(change, Remove):
            after = _settled(change.record)
            if change.only:
                new = {name: getattr(after, name) for name in change.only}
                after = None if there is None else msgspec.structs.replace(there, **new)
        before.append((records, key, there))
        _set(records, key, after)
        return True

    # -- streams ----------------------------------------------------------------------------------------------

    async def known(self, stream: str, key: str) -> bool:
        self._check_open()
        return (stream, key) in self._keys

    async def read(self, stream: str, after: int = 0) -> list[bytes]:
        self._check_open()
        return self._streams.get(stream, [])[after:]

    async def positions(self, streams: Sequence[str]) -> dict[str, int]:
        self._check_open()
        return {stream: len(self._streams[stream]) for stream in streams if stream in self._streams}

    async def time(self) -> int | None:
        return None

    async def streams(self, after: str = "", most: int = 1000) -> list[tuple[str, bytes]]:
        self._check_open()
        return [(stream, events[0]) for stream, events in sorted(self._streams.items()) if stream > after][:most]

    # -- records ----------------------------------------------------------------------------------------------

    async def get(self, kind: Kind[R], *key: Scalar) -> R | None:
        return self._records(kind).get(key)

    async def get_many(self, kind: Kind[R], keys: Sequence[tuple[Scalar, ...]]) -> list[R]:
        records = self._records(kind)
        return [records[key] for key in dict.fromkeys(map(tuple, keys)) if key in records]

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
        asked: list[set[Any]] = [{value} for value in values]
        if among is not None:
            asked.insert(0, {*among})
        _check_asked(kind, index, len(asked))
        found: list[Any] = [
            one
            for one in self._records(kind).values()
            if _is_listed(kind, index, one, asked)
            and all(kind.value_of(one, name) == value for name, value in (where or {}).items())
            and (not after or _side(kind, index, one, after) > 0)
            and (not upto or _side(kind, index, one, upto) <= 0)
        ]
        for name in reversed(kind.indexes[index].order):
            value_of: Callable[[Any], Any] = partial(kind.value_of, name=name.removeprefix("-"))
            found.sort(key=value_of, reverse=name.startswith("-"))
        return found[skip : skip + max(0, most)]

    async def count(self, kind: Kind[R], index: str, *values: Scalar, upto: tuple[Scalar, ...] | None = None) -> int:
        return len(await self.list_by(kind, index, *values, upto=upto, most=len(self._records(kind))))

    # -- all of it --------------------------------------------------------------------------------------------

    async def backup(self, path: Path) -> None:
        self._check_open()
        with path.open("xb") as file:
            pickle.dump((self._streams, self._keys, self._kinds), file)

    async def healthy(self) -> bool:
        return not self._closed

    async def answers(self) -> bool:
        return not self._closed

    def be_patient(self, patient: bool) -> None: ...

    async def close(self) -> None:
        self._closed = True

    def _check_open(self) -> None:
        if self._closed:
            raise StoreUnavailable("store.closed")

    def _records(self, kind: Kind[Any]) -> Records:
        self._check_open()
        return self._kinds.setdefault(kind.name, {})


def _set(records: Records, key: tuple[Scalar, ...], record: Any) -> None:
    if record is None:
        records.pop(key, None)
    else:
        records[key] = record


def _settled(record: R) -> R:
    """What is kept does not change: sequences are tuples."""
    values = msgspec.structs.asdict(record)
    lists = {name: tuple(value) for name, value in values.items() if isinstance(value, list)}
    return msgspec.structs.replace(record, **lists) if lists else record


def _check_asked(kind: Kind[Any], name: str, asked: int) -> None:
    wanted = len(kind.indexes[name].by) + (kind.indexes[name].each is not None)
    if asked != wanted:
        raise ValueError(f"{kind.name} are listed by {wanted} values, not {asked}")


def _is_listed(kind: Kind[R], name: str, record: R, asked: Sequence[set[Any]]) -> bool:
    """Whether it is among those of the index with these values; nothing is under None."""
    index = kind.indexes[name]
    own = [{kind.value_of(record, field)} for field in index.by]
    if index.each is not None:
        own.insert(0, {*getattr(record, index.each)})
    present = index.present is None or kind.value_of(record, index.present) is not None
    return present and all((has & wanted) - {None} for has, wanted in zip(own, asked, strict=True))


def _side(kind: Kind[R], index: str, record: R, bound: tuple[Any, ...]) -> int:
    """1: past all that begin like the bound in the index's order; 0: one of those; -1: before them."""
    for name, value, limit in zip(kind.indexes[index].order, kind.place_of(record, index), bound, strict=False):
        own: Any = value
        if own != limit:
            return 1 if (own < limit) == name.startswith("-") else -1
    return 0
