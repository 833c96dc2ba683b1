"""Finished matches that everybody could watch, without anybody's name: what may be searched for puzzles."""

from collections.abc import AsyncIterator, Mapping

import msgspec

from parlour.core.record import Record, Seat
from parlour.core.texts import Refused
from parlour.house.store import Store, pages
from parlour.house.tables import events as ev
from parlour.house.tables.records import TABLES
from parlour.house.tables.state import Table

VOID = "void"  # the ending of what was closed, and came to nothing


async def public_matches(store: Store, rules: Mapping[str, int]) -> AsyncIterator[Record]:
    """The latest first, of these games by these versions of their rules. A private match is its players' own business,
    whether or not it was rated; one that began from a position somebody had put together is nobody's play."""
    async for some in pages(store, TABLES, "lobby", True, "over"):
        for one in some:
            if one.game not in rules:
                continue
            found = _record([ev.decode(body) for body in await store.read(one.table)], rules[one.game])
            if found is not None:
                yield found


def _record(stream: list[ev.AnyTableEvent], rules_version: int) -> Record | None:
    opened = stream[0] if stream else None
    if not isinstance(opened, ev.Opened) or opened.rules.begins:
        return None
    if opened.rules.rules_version != rules_version:
        return None
    try:
        match = Table.of(stream).match
    except Refused:  # it was played by rules that are not here any more
        return None
    if match is None or match.ended is None or match.ended.by == VOID:
        return None
    return nameless(match.record())


def nameless(record: Record) -> Record:
    """Moves and how it ended: no names, no times, nothing of how its cards were dealt."""
    steps = [msgspec.structs.replace(step, time=None, extra={}) for step in record.steps]
    return Record(
        record.format, record.game, record.rules_version, record.options, [Seat("") for _ in record.seats], steps,
        ending=record.ending,
    )  # fmt: skip
