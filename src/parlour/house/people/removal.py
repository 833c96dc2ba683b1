"""Forgetting a person, in every room of the house. Streams keep what was played."""

from collections.abc import Sequence
from typing import Any

from parlour.house.club.records import MEMBERS, REMARKS
from parlour.house.friends.records import FOLLOWS, SEARCHES
from parlour.house.live.records import CONNECTIONS, SUBSCRIPTIONS
from parlour.house.mail.records import ADDRESSES, LINKS, NOTICES, PUSHES, SILENCED
from parlour.house.moderation.records import BLOCKS, MEASURES
from parlour.house.people.records import DEVICES, PASSKEYS, PEOPLE, SESSIONS, name_changes
from parlour.house.push.records import PUSH_DEVICES
from parlour.house.puzzles.records import PUZZLE_STANDINGS, PUZZLE_STREAKS, PUZZLE_TRIES
from parlour.house.ratings.records import unranked
from parlour.house.store import Change, Kind, Remove, Scalar, Store, keep, persist
from parlour.house.tables.records import PLANNED_LINES, TRACES

AT_ONCE = 50
# What can be so much that it does not fit into one unit, with the fields of each record's key.
MUCH: Sequence[tuple[Kind[Any], str, tuple[str, ...]]] = (
    (TRACES, "person", ("person", "stream")),
    (PLANNED_LINES, "person", ("table", "seat")),
    (NOTICES, "person", ("key",)),
    (PUSHES, "person", ("key",)),
    (PUSH_DEVICES, "person", ("id",)),
    (LINKS, "person", ("hash",)),
    (SILENCED, "who", ("who", "kind")),
    (BLOCKS, "person", ("person", "other")),
    (BLOCKS, "other", ("person", "other")),
    (FOLLOWS, "person", ("person", "other")),
    (FOLLOWS, "other", ("person", "other")),
    (SEARCHES, "person", ("table", "person", "holder")),
    (MEASURES, "person", ("id",)),
    (SESSIONS, "person", ("hash",)),
    (CONNECTIONS, "person", ("id",)),
    (SUBSCRIPTIONS, "person", ("connection", "topic", "seat")),
    (DEVICES, "person", ("hash", "person")),
    (PASSKEYS, "person", ("id",)),
    (PUZZLE_TRIES, "person", ("person", "game", "puzzle")),
    (PUZZLE_STANDINGS, "who", ("who", "game")),
    (PUZZLE_STREAKS, "person", ("person",)),
    (MEMBERS, "person", ("person",)),
    (REMARKS, "person", ("place", "number")),
)


async def remove_person(store: Store, id: str) -> None:
    """With all sessions, the address, and the notices that they were to get. First what there may be much of: if it is
    cut off on the way, the person is still there, and can be removed again."""
    for kind, index, key in MUCH:
        while some := await store.list_by(kind, index, id, most=AT_ONCE):
            await keep(store, *(Remove(kind, _key(one, key)) for one in some))

    async def changes() -> list[Change] | None:
        person = await store.get(PEOPLE, id)
        if person is None:
            return None
        late = [
            Remove(kind, _key(one, key)) for kind, index, key in MUCH for one in await store.list_by(kind, index, id)
        ]
        gone = [*late, Remove(ADDRESSES, (id,)), *await unranked(store, id), *name_changes(person, None)]
        return [*gone, Remove(PEOPLE, (id,), person)]

    await persist(store, changes)


def _key(record: object, fields: tuple[str, ...]) -> tuple[Scalar, ...]:
    return tuple(getattr(record, field) for field in fields)
