"""What the house keeps of itself: how it is called and looks, what is said in its conversations, who is a member."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from parlour.house.people.records import PEOPLE
from parlour.house.store import ABSENT, Change, Index, Kind, Need, Put, Remove, Store, keep, persist

THE_HOUSE = "house"  # there is one
HOUSE_TALK = "house"  # the place of the common room's conversation; a tournament's is its id, which is longer

Accent = Literal["", "brick", "moss", "sea", "plum", "slate", "ochre", "rose", "ink"]
EmblemKind = Literal["svg", "png"]


class Club(msgspec.Struct, frozen=True, kw_only=True):
    """What a host has said of the house. Whatever is empty is as with every Parlour."""

    id: str = THE_HOUSE
    name: str = ""
    short: str = ""  # for phones
    accent: Accent = ""
    emblem: str = ""  # of which one is shown
    notice: str = ""
    signed: str = ""  # by whom the notice is, as they were called then
    noticed: int = 0  # since when it is there
    common_room: bool = True  # there is one
    changed: int = 0


class Emblem(msgspec.Struct, frozen=True, kw_only=True):
    """A picture, known by what is in it."""

    hash: str
    kind: EmblemKind
    body: bytes


class Conversation(msgspec.Struct, frozen=True, gc=False):
    """How far one has come: so many things were said or taken away."""

    place: str
    version: int


class Remark(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Something that was said. Its number stays; its version is that of what last became of it."""

    place: str
    number: int
    version: int
    at: int
    person: str
    name: str  # as they were called then
    text: str  # none: those who look after the house have taken it away
    key: str = ""  # of the request, so that asking again does not say it twice
    until: int


class Member(msgspec.Struct, frozen=True, kw_only=True):
    """An account that wishes to be listed, with the games for which they like to be asked."""

    person: str
    since: int
    games: Sequence[str] = ()


CLUB = Kind("club", Club, ("id",))
EMBLEMS = Kind("emblems", Emblem, ("hash",))
CONVERSATIONS = Kind("conversations", Conversation, ("place",))
REMARKS = Kind(
    "remarks",
    Remark,
    ("place", "number"),
    {
        "latest": Index(by=("place",), order=("-number",)),
        "version": Index(by=("place",), order=("version", "number")),
        "person": Index(by=("person",), order=("place", "number")),
        "until": Index(order=("until", "place", "number")),
    },
    expires="until",
)
MEMBERS = Kind(
    "members",
    Member,
    ("person",),
    {"latest": Index(order=("-since", "person")), "person": Index(by=("person",), order=("person",))},
)


async def the_club(store: Store) -> Club:
    return await store.get(CLUB, THE_HOUSE) or Club()


async def emblem(store: Store, hash: str) -> Emblem | None:
    return await store.get(EMBLEMS, hash)


async def version_of(store: Store, place: str) -> int:
    found = await store.get(CONVERSATIONS, place)
    return 0 if found is None else found.version


async def latest_remarks(store: Store, place: str, most: int) -> list[Remark]:
    """In the order in which they were made."""
    return (await store.list_by(REMARKS, "latest", place, most=most))[::-1]


async def earlier_remarks(store: Store, place: str, before: int, most: int) -> list[Remark]:
    """Those that were made before that one, in their order."""
    return (await store.list_by(REMARKS, "latest", place, after=(before,), most=most))[::-1]


async def changed_remarks(store: Store, place: str, after: int, most: int) -> list[Remark]:
    """Those of which something became after that version, by version."""
    return await store.list_by(REMARKS, "version", place, after=(after,), most=most)


async def remark(store: Store, place: str, number: int) -> Remark | None:
    return await store.get(REMARKS, place, number)


async def remarks_of(store: Store, person: str, after: tuple[str, int] | None, most: int) -> list[Remark]:
    """By place and number."""
    return await store.list_by(REMARKS, "person", person, after=after, most=most)


async def members(store: Store, after: tuple[int, str] | None = None, most: int = 50) -> list[Member]:
    """The latest first."""
    return await store.list_by(MEMBERS, "latest", after=after, most=most)


async def count_members(store: Store) -> int:
    return await store.count(MEMBERS, "latest")


async def member(store: Store, person: str) -> Member | None:
    return await store.get(MEMBERS, person)


async def put_member(store: Store, new: Member) -> bool:
    """Whoever is one already stays so since then. False: there is no such person."""

    async def changes() -> list[Change] | None:
        if await store.get(PEOPLE, new.person) is None:
            return None
        before = await store.get(MEMBERS, new.person)
        kept = new if before is None else msgspec.structs.replace(new, since=before.since)
        return [Need(PEOPLE, (new.person,)), Put(MEMBERS, kept, ABSENT if before is None else before)]

    return await persist(store, changes)


async def remove_member(store: Store, person: str) -> None:
    await keep(store, Remove(MEMBERS, (person,)))
