"""What the house keeps about people: persons, the names that are taken, sessions, known devices and passkeys."""

import asyncio
from collections.abc import Sequence
from unicodedata import normalize

import msgspec

from parlour.house.cursors import CURSORS, Cursor
from parlour.house.people.person import Person, Session
from parlour.house.store import (
    ABSENT,
    Change,
    Index,
    Kind,
    Need,
    Put,
    Remove,
    Store,
    keep,
    keep_in_parts,
    pages,
    persist,
)

LONGEST_PART = 24  # of a name, by which it is found
AT_ONCE = 100
NAMES_FILLED = "name-parts"  # a cursor: all have theirs


class AccountName(msgspec.Struct, frozen=True, gc=False):
    """An account has this name, whatever its case: no other can."""

    folded: str
    person: str


class NamePart(msgspec.Struct, frozen=True, gc=False):
    """Somebody's name from the beginning of one of its words on, so that it is found by that."""

    part: str
    person: str


class Device(msgspec.Struct, frozen=True, kw_only=True):
    """A browser in which somebody has signed in before. Only the hash of its secret is kept, and that opens nothing."""

    hash: str
    person: str
    since: int
    until: int


class Passkey(msgspec.Struct, frozen=True, kw_only=True):
    """A key pair whose private half is in somebody's device. It works at one name of the house alone."""

    id: str  # as the device calls it
    person: str
    label: str
    place: str  # the name of the house that it was made for
    public_key: bytes
    count: int  # how often the device says that it was used; 0, if it does not count
    since: int
    used: int


class PasskeyChallenge(msgspec.Struct, frozen=True, kw_only=True):
    """What a device is to sign, once and soon. For what and by whom goes into the hash."""

    hash: str
    until: int


def folded(name: str) -> str:
    """What two spellings of an account's name have in common: neither case nor the way an accent is typed counts."""
    return normalize("NFKC", normalize("NFKC", name).casefold())


PEOPLE = Kind(
    "people",
    Person,
    ("id",),
    {
        "account": Index(by=("account",), order=("since", "id")),
        "role": Index(order=("role", "folded", "id"), present="role"),
    },
    computed={"folded": lambda one: folded(one.name), "account": lambda one: one.password is not None},
)
ACCOUNT_NAMES = Kind("account_names", AccountName, ("folded",))
NAME_PARTS = Kind("name_parts", NamePart, ("part", "person"), {"part": Index(order=("part", "person"))})
SESSIONS = Kind(
    "sessions",
    Session,
    ("hash",),
    {
        "person": Index(by=("person",), order=("-seen", "hash")),
        "until": Index(order=("until", "hash")),
    },
    expires="until",
)
DEVICES = Kind(
    "devices",
    Device,
    ("hash", "person"),
    {
        "person": Index(by=("person",), order=("-until", "hash")),
        "until": Index(order=("until", "hash", "person")),
    },
    expires="until",
)
PASSKEYS = Kind("passkeys", Passkey, ("id",), {"person": Index(by=("person",), order=("since", "id"))})
PASSKEY_CHALLENGES = Kind(
    "passkey_challenges", PasskeyChallenge, ("hash",), {"until": Index(order=("until", "hash"))}, expires="until"
)


# -- people ---------------------------------------------------------------------------------------------------


async def add_person(store: Store, person: Person) -> bool:
    """False: an account has this name, or somebody this id, already. Nobody comes in with a role."""
    person = msgspec.structs.replace(person, role=None)
    return await keep(store, Put(PEOPLE, person, ABSENT), *name_changes(None, person))


async def get_person(store: Store, id: str) -> Person | None:
    return await store.get(PEOPLE, id)


async def account_named(store: Store, name: str) -> Person | None:
    """Accounts' names are unique whatever their case; guests' need not be, and are never found by name."""
    taken = await store.get(ACCOUNT_NAMES, folded(name))
    return None if taken is None else await store.get(PEOPLE, taken.person)


async def change_person(store: Store, person: Person, also: Sequence[Change] = ()) -> bool:
    """Keep it as version + 1, and in the same unit what else follows from it; False if it has another version by now,
    is gone, or its name is taken. A role is changed by `moderation` alone."""
    before = await store.get(PEOPLE, person.id)
    if before is None or before.version != person.version:
        return False
    after = msgspec.structs.replace(person, version=person.version + 1, role=before.role)
    return await keep(store, Put(PEOPLE, after, before), *name_changes(before, after), *also)


def name_changes(before: Person | None, after: Person | None) -> list[Change]:
    """What a new, another or a gone name means for those that are taken, and for those that are found."""
    had, has = _account_name(before), _account_name(after)
    changes: list[Change] = []
    if had is not None and had != has:
        changes.append(Remove(ACCOUNT_NAMES, (had.folded,)))
    if has is not None and had != has:
        changes.append(Put(ACCOUNT_NAMES, has, ABSENT))
    was, will = _parts(before), _parts(after)
    changes += [Remove(NAME_PARTS, (one.part, one.person)) for one in sorted(was - will, key=_by_part)]
    return changes + [Put(NAME_PARTS, one) for one in sorted(will - was, key=_by_part)]


def _account_name(person: Person | None) -> AccountName | None:
    return None if person is None or person.password is None else AccountName(folded(person.name), person.id)


def _parts(person: Person | None) -> set[NamePart]:
    if person is None:
        return set()
    words = folded(person.name).split(" ")
    return {NamePart(" ".join(words[start:])[:LONGEST_PART], person.id) for start in range(len(words))}


def _by_part(one: NamePart) -> str:
    return one.part


async def find_people(store: Store, text: str, most: int = 20) -> list[Person]:
    """Those in whose name a word begins like this, whatever its case, or whose id it is: accounts first."""
    if not text:
        return []
    start = folded(text)[:LONGEST_PART]
    first, last = (start, ""), (start + "\U0010ffff",)
    parts = await store.list_by(NAME_PARTS, "part", after=first, upto=last, most=10 * most)
    ids = list(dict.fromkeys([text, *(one.person for one in parts)]))
    people = await store.get_many(PEOPLE, [(id,) for id in ids])
    return sorted(people, key=lambda one: (one.password is None, folded(one.name), one.id))[:most]


async def fill_name_parts(store: Store) -> None:
    """People from before there were parts of names get theirs, once in the life of a house. Nobody waits for it."""
    if await store.get(CURSORS, NAMES_FILLED) is not None:
        return
    for account in (True, False):
        async for some in pages(store, PEOPLE, "account", account, most=AT_ONCE):
            await asyncio.gather(*(_fill_parts(store, one.id) for one in some))
    await keep(store, Put(CURSORS, Cursor(NAMES_FILLED, 1)))


async def _fill_parts(store: Store, id: str) -> None:
    async def changes() -> list[Change] | None:
        person = await store.get(PEOPLE, id)
        if person is None:
            return None
        # Somebody may be given another name at this moment: the same person has to be there at the end.
        parts = [Put(NAME_PARTS, one) for one in sorted(_parts(person), key=_by_part)]
        return [Put(PEOPLE, person, person), *parts]

    await persist(store, changes)


async def people(store: Store, ids: Sequence[str]) -> list[Person]:
    """Those of them who are there, in no particular order."""
    return await store.get_many(PEOPLE, [(id,) for id in dict.fromkeys(ids)])


async def names_of(store: Store, ids: Sequence[str]) -> dict[str, str]:
    """Of those among them who have an account."""
    people = await store.get_many(PEOPLE, [(id,) for id in dict.fromkeys(ids)])
    return {one.id: one.name for one in people if one.password is not None}


async def lost_guests(store: Store, before: int, most: int) -> list[str]:
    """Guests from before that time who have no session, and so cannot come back; the oldest first."""
    found: list[str] = []
    async for guests in pages(store, PEOPLE, "account", False, upto=(before - 1,), most=AT_ONCE):
        ids = [guest.id for guest in guests]
        sessions = await store.list_by(SESSIONS, "person", among=ids, most=100 * AT_ONCE)
        held = {session.person for session in sessions}
        found += [id for id in ids if id not in held]
        if len(found) >= most:
            break
    return found[:most]


# -- sessions -------------------------------------------------------------------------------------------------


async def add_session(store: Store, session: Session) -> bool:
    """False: there is no such person, or no longer."""
    return await keep(store, Need(PEOPLE, (session.person,)), Put(SESSIONS, session))


async def get_session(store: Store, hash: str) -> Session | None:
    return await store.get(SESSIONS, hash)


async def sessions_of(store: Store, person: str) -> list[Session]:
    """The latest seen first."""
    return await store.list_by(SESSIONS, "person", person)


async def touch_session(store: Store, session: Session, seen: int, until: int) -> Session:
    """It goes on. One that has been ended meanwhile stays so."""
    touched = msgspec.structs.replace(session, seen=seen, until=until)
    await keep(store, Put(SESSIONS, touched, session, ("seen", "until")))
    return touched


async def mark_session(store: Store, session: Session) -> None:
    """A passkey was shown in it. One that has been ended meanwhile stays so."""
    await keep(store, Put(SESSIONS, msgspec.structs.replace(session, passkey=True), session, ("passkey",)))


async def end_session(store: Store, hash: str) -> None:
    await keep(store, Remove(SESSIONS, (hash,)))


async def end_sessions(store: Store, person: str, *, but: str | None = None, labelled: bool = False) -> None:
    """Browsers', all of them or all but one; with `labelled` programs' tokens too."""
    ended = [
        Remove(SESSIONS, (one.hash,))
        for one in await sessions_of(store, person)
        if one.hash != but and (labelled or one.label is None)
    ]
    await keep_in_parts(store, ended)


# -- devices --------------------------------------------------------------------------------------------------


async def get_device(store: Store, hash: str, person: str) -> Device | None:
    return await store.get(DEVICES, hash, person)


async def devices_of(store: Store, person: str) -> list[Device]:
    """The latest used first."""
    return await store.list_by(DEVICES, "person", person)


async def put_device(store: Store, device: Device) -> None:
    await keep(store, Need(PEOPLE, (device.person,)), Put(DEVICES, device))


async def forget_devices(store: Store, person: str, hashes: Sequence[str]) -> None:
    await keep_in_parts(store, [Remove(DEVICES, (hash, person)) for hash in hashes])


# -- passkeys -------------------------------------------------------------------------------------------------


async def get_passkey(store: Store, id: str) -> Passkey | None:
    return await store.get(PASSKEYS, id)


async def passkeys_of(store: Store, person: str) -> list[Passkey]:
    """The oldest first."""
    return await store.list_by(PASSKEYS, "person", person)


async def add_passkey(store: Store, passkey: Passkey) -> bool:
    """False: it is there already, whoever's it is, or the person is gone."""
    return await keep(store, Need(PEOPLE, (passkey.person,)), Put(PASSKEYS, passkey, ABSENT))


async def use_passkey(store: Store, passkey: Passkey, count: int, now: int) -> bool:
    """False: it was used or removed at this very moment."""
    used = msgspec.structs.replace(passkey, count=count, used=now)
    return await keep(store, Put(PASSKEYS, used, passkey, ("count", "used")))


async def remove_passkeys(store: Store, passkeys: Sequence[Passkey]) -> None:
    await keep_in_parts(store, [Remove(PASSKEYS, (one.id,)) for one in passkeys])


async def add_challenge(store: Store, challenge: PasskeyChallenge) -> None:
    await keep(store, Put(PASSKEY_CHALLENGES, challenge, ABSENT))


async def take_challenge(store: Store, hash: str, now: int) -> bool:
    """Whether it was still to be used; it is not any more."""
    kept = await store.get(PASSKEY_CHALLENGES, hash)
    return kept is not None and await keep(store, Remove(PASSKEY_CHALLENGES, (hash,), kept)) and kept.until > now
