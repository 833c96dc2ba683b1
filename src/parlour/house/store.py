"""The port to a store: a handful of verbs over *streams* of events and *kinds* of records.

A stream is the whole life of a table or a tournament. A kind of records is declared once, beside the feature that it
belongs to; what the house asks of its records are plain functions there, in `records.py` of each room. A store knows
the verbs and no feature: `tests/store` says what they promise, in the form of tests that every store passes.

A *unit* is the only way to write: an append, changes of records, or both, all of it or nothing. Nothing is locked. Who
read something and writes what follows from it says what it has read (`was`); if that is another by now, the unit is a
Conflict, and its author reads again.

Times are milliseconds since 1970. Ids are short texts that the house makes; bodies are bytes that a store does not look
into. No text has a NUL or half of a character in it: not every store keeps them. Sequences come back as tuples.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from parlour.core.texts import Refused

R = TypeVar("R", bound=msgspec.Struct)
Scalar = str | int | float | bytes | bool | None

MOST_CHANGES = 100  # in one unit: some stores take no more
MOST_TRIES = 20  # at one change, against others who are always first


class Unavailable(Refused):
    """It cannot be done now: a store is full, out of reach or has too much waiting, a game is not ready yet. Whether it
    was done may be unknown; asking again with the same key is safe."""


# -- kinds ----------------------------------------------------------------------------------------------------


class Index(NamedTuple):
    """How records of a kind are listed: those in which the fields `by` have given values, in the order of the fields
    `order`, which together tell any two apart. One with a minus sign counts down."""

    by: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    each: str | None = None  # a field of several texts; a record is listed under each, which is asked for first
    present: str | None = None  # only records with a value here are listed


@dataclass(frozen=True, eq=False)
class Kind(Generic[R]):
    """A kind of records: how they are known, listed and forgotten."""

    name: str
    record: type[R]
    key: tuple[str, ...]  # fields by which a record is known
    indexes: Mapping[str, Index] = field(default_factory=dict)
    computed: Mapping[str, Callable[[R], Scalar]] = field(default_factory=dict)  # what indexes use like fields
    expires: str | None = None  # the field that says when a record may be forgotten; an index of that name is by it

    def key_of(self, record: R) -> tuple[Scalar, ...]:
        return tuple(getattr(record, name) for name in self.key)

    def place_of(self, record: R, index: str) -> tuple[Scalar, ...]:
        """Where it stands in the order of an index: with it `list_by` goes on after this record."""
        return tuple(self.value_of(record, name.removeprefix("-")) for name in self.indexes[index].order)

    def value_of(self, record: R, name: str) -> Scalar:
        """Of a field, or computed."""
        value: Scalar = self.computed[name](record) if name in self.computed else getattr(record, name)
        return value


class _Any:
    """Whatever is there."""

    def __repr__(self) -> str:
        return "ANY"


class _Absent:
    """Nothing is there."""

    def __repr__(self) -> str:
        return "ABSENT"


ANY: Final = _Any()
ABSENT: Final = _Absent()


class Put(msgspec.Struct, frozen=True, gc=False):
    """Keep a record, if what is there under its key is what it `was`: a record that was read, ABSENT, or ANY. With
    `only`, nothing but these fields and what follows from them can be new: a store may leave the others alone, and
    adds no record. Where none is there, that is a Conflict only if it is said what it `was`."""

    kind: Kind[Any]
    record: Any
    was: Any = ANY
    only: tuple[str, ...] = ()


class Remove(msgspec.Struct, frozen=True, gc=False):
    """Forget a record. What is not there is as good, unless it is said what it `was`."""

    kind: Kind[Any]
    key: tuple[Scalar, ...]
    was: Any = ANY


class Need(msgspec.Struct, frozen=True, gc=False):
    """The unit is for nothing unless there is a record with this key, until the unit is kept."""

    kind: Kind[Any]
    key: tuple[Scalar, ...]


Change = Put | Remove | Need


# -- units ----------------------------------------------------------------------------------------------------


class Unit(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Events to append to a stream, changes of records, or both. One with neither, or with more than MOST_CHANGES, is a
    mistake: ValueError. Changes are made in their order."""

    stream: str = ""
    expected: int = 0  # how many events the stream has, as far as the writer knows
    events: Sequence[bytes] = ()  # at least one, if there is a stream
    key: str | None = None  # one per thing that somebody wants done, so that asking again does not do it twice
    changes: Sequence[Change] = ()


def check(unit: Unit) -> None:
    """A mistake of the house's own, which no store should find out later."""
    if bool(unit.stream) != bool(unit.events) or unit.expected < 0 or not (unit.events or unit.changes):
        raise ValueError("a unit has changes, or at least one event at a place that can be")
    if len(unit.changes) > MOST_CHANGES:
        raise ValueError(f"a unit has at most {MOST_CHANGES} changes, not {len(unit.changes)}")


class Appended(msgspec.Struct, frozen=True, gc=False):
    """It is on the disk, and would be there after a power cut."""

    last: int  # how many events the stream has now


class Kept(msgspec.Struct, frozen=True, gc=False):
    """The same, of a unit without a stream."""


class Conflict(msgspec.Struct, frozen=True):
    """Somebody else was first: nothing was written. Either the stream has another length than was expected, or a record
    is not what it was."""

    last: int = 0  # how many events the stream has


class Repeated(msgspec.Struct, frozen=True):
    """The same key was used before on this stream: nothing was written now, and what was written then is there."""

    first: int  # the first event of then, counted from 1
    last: int  # the last one


Outcome = Appended | Kept | Conflict | Repeated


class Store(Protocol):
    """Whatever a method answers has been made durable before."""

    async def commit(self, unit: Unit) -> Outcome:
        """Of any number of writers who expect the same, exactly one is Appended, or Kept. A known key comes before a
        wrong expectation: Repeated, whatever was expected."""

    async def known(self, stream: str, key: str) -> bool:
        """Whether something was appended with this key."""

    async def read(self, stream: str, after: int = 0) -> list[bytes]:
        """All events after the first `after`, in order; none for a stream that is not there."""

    async def positions(self, streams: Sequence[str]) -> dict[str, int]:
        """How many events each of these has; those that are not there are left out."""

    async def streams(self, after: str = "", most: int = 1000) -> list[tuple[str, bytes]]:
        """Every stream with its first event, by id, those after that one."""

    async def get(self, kind: Kind[R], *key: Scalar) -> R | None:
        """With the values of its key, in their order."""

    async def get_many(self, kind: Kind[R], keys: Sequence[tuple[Scalar, ...]]) -> list[R]:
        """Those that are there, in no particular order."""

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
        """The records of an index with these values, in its order, each once. With `among`, which comes in place of the
        first value, that is any of those. No record is listed under None.
        `after` and `upto` are values of its order's first fields: past all that begin so, and no further than those.
        `where` says what else fields have to be; a store looks through the index for that.
        `skip` passes over so many, which takes a store as long as to count them: pages go on `after` the last one."""

    async def count(self, kind: Kind[R], index: str, *values: Scalar, upto: tuple[Scalar, ...] | None = None) -> int:
        """How many `list_by` would answer with a `most` that is no bound."""

    async def backup(self, path: Path) -> None:
        """A copy of all that is there at one moment, while others go on writing. Refuses a path that exists."""

    async def time(self) -> int | None:
        """By the store's own clock, which is one for all who use it; None: it has none but this machine's."""

    async def healthy(self) -> bool:
        """Whether it can be written to."""

    async def answers(self) -> bool:
        """Whether it can be asked anything at all: a look of less than a second, without another try."""

    def be_patient(self, patient: bool) -> None:
        """Whether what is asked while it is out of reach waits for it, as it does at first, or is refused at once. What
        waits already is refused then, too: whoever has asked can go to another process."""

    async def close(self) -> None:
        """Finish what was begun."""


# -- what follows from the verbs ------------------------------------------------------------------------------


async def keep(store: Store, *changes: Change) -> bool:
    """Write these records; False: something is not what it was, and nothing was written."""
    return isinstance(await store.commit(Unit(changes=changes)), Kept)


async def persist(store: Store, changes: Callable[[], Awaitable[Sequence[Change] | None]]) -> bool:
    """Write what follows from what is read, again and again until nobody was in between. False: None followed."""
    for _ in range(MOST_TRIES):
        wanted = await changes()
        if wanted is None:
            return False
        if not wanted or await keep(store, *wanted):
            return True
    raise Unavailable("refuse.busy")


async def keep_in_parts(store: Store, changes: Sequence[Change]) -> bool:
    """As many units as it takes. False: something was not what it was, and what comes after it is not written."""
    for start in range(0, len(changes), MOST_CHANGES):
        if not await keep(store, *changes[start : start + MOST_CHANGES]):
            return False
    return True


async def pages(
    store: Store, kind: Kind[R], index: str, *values: Scalar,
    after: tuple[Scalar, ...] | None = None, upto: tuple[Scalar, ...] | None = None, most: int = 1000,
) -> AsyncIterator[list[R]]:  # fmt: skip
    """All records of an index with these values, so many at a time."""
    while some := await store.list_by(kind, index, *values, after=after, upto=upto, most=most):
        yield some
        if len(some) < most:
            return
        after = kind.place_of(some[-1], index)


async def listed(
    store: Store, kind: Kind[R], index: str, *values: Scalar, where: Callable[[R], bool], most: int,
    after: tuple[Scalar, ...] | None = None,
) -> list[R]:  # fmt: skip
    """The first records of an index for which something more holds."""
    found: list[R] = []
    async for some in pages(store, kind, index, *values, after=after, most=min(1000, max(50, 2 * most))):
        found += [one for one in some if where(one)]
        if len(found) >= most:
            break
    return found[:most]


async def forget_expired(store: Store, kind: Kind[R], before: int) -> int:
    """Forget the records of a kind that ran out before that time; answers how many."""
    gone = 0
    assert kind.expires is not None, f"{kind.name} stay for ever"
    while some := await store.list_by(kind, kind.expires, upto=(before - 1,), most=MOST_CHANGES):
        await keep(store, *(Remove(kind, kind.key_of(one)) for one in some))
        gone += len(some)
    return gone
