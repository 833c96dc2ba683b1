"""What the house keeps for friends: who follows whom, and the table at which players meet who look for the same."""

import msgspec

from parlour.house.people.records import PEOPLE, folded
from parlour.house.store import ABSENT, Change, Index, Kind, Need, Put, Remove, Store, keep


class Follow(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    person: str
    other: str
    since: int


class Followed(msgspec.Struct, frozen=True, kw_only=True):
    """A player who is followed. The body is that player's own, with what they prefer."""

    person: str
    name: str
    since: int  # when it began
    body: bytes = b""


class Sought(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The last table that was opened for a wish. Of all players who look for the same and know of the same table, one
    opens the next. The others get a Conflict, and look again."""

    wish: str  # what is looked for; the same for all who can play with each other
    table: str


class Search(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Somebody who looks for a live match is at the table where they wait: see `searches.py`."""

    table: str
    person: str
    holder: str  # the process that says so; empty, before any has seen the page
    until: int


FOLLOWS = Kind(
    "follows",
    Follow,
    ("person", "other"),
    {"person": Index(by=("person",), order=("other",)), "other": Index(by=("other",), order=("person",))},
)
SOUGHT = Kind("sought", Sought, ("wish",))
SEARCHES = Kind(
    "searches",
    Search,
    ("table", "person", "holder"),
    {
        "table": Index(by=("table",), order=("person", "holder")),
        "person": Index(by=("person",), order=("table", "holder")),
        "until": Index(order=("until", "table", "person", "holder")),
    },
)


async def follow(store: Store, person: str, other: str, now: int, most: int) -> bool:
    """Whoever is followed already stays so. False: there is no such account, or there would be too many."""
    followed = await store.get(PEOPLE, other)
    if followed is None or followed.password is None:
        return False
    if await store.get(FOLLOWS, person, other) is not None:
        return True
    if await store.count(FOLLOWS, "person", person) >= most:  # two tabs at once may get one past it: no harm
        return False
    new = Follow(person=person, other=other, since=now)
    return await keep(store, Need(PEOPLE, (person,)), Need(PEOPLE, (other,)), Put(FOLLOWS, new))


async def unfollow(store: Store, person: str, other: str) -> None:
    await keep(store, Remove(FOLLOWS, (person, other)))


async def follows(store: Store, person: str, other: str) -> bool:
    return await store.get(FOLLOWS, person, other) is not None


async def followed_by(store: Store, person: str) -> list[Followed]:
    """By name, whatever its case."""
    since = {one.other: one.since for one in await store.list_by(FOLLOWS, "person", person)}
    people = await store.get_many(PEOPLE, [(other,) for other in since])
    found = [Followed(person=one.id, name=one.name, since=since[one.id], body=one.body) for one in people]
    return sorted(found, key=lambda one: (folded(one.name), one.person))


async def last_sought(store: Store, wish: str) -> Sought | None:
    """The last table that was opened for this wish."""
    return await store.get(SOUGHT, wish)


async def searches_at(store: Store, table: str) -> list[Search]:
    """By person."""
    return await store.list_by(SEARCHES, "table", table)


async def searches_of(store: Store, person: str) -> list[Search]:
    return await store.list_by(SEARCHES, "person", person)


async def searches_until(store: Store, time: int) -> list[Search]:
    """Those that have run out by then, the oldest first."""
    return await store.list_by(SEARCHES, "until", upto=(time,))


def sought_change(wish: str, table: str, before: Sought | None) -> Change:
    return Put(SOUGHT, Sought(wish=wish, table=table), ABSENT if before is None else before)
