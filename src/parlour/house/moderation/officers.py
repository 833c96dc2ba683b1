"""Those who look after the house: hosts and moderators. Hosts are made where the house is run, never over the network;
a host may name moderators and dismiss them."""

from typing import Protocol

from parlour.core.texts import Refused, printable
from parlour.house import names
from parlour.house.house import Chances
from parlour.house.moderation.ports import ROLES, Entry, Moderation, Role, What
from parlour.house.ports import People, Person, Time

NOBODY = "nobody"  # the role of somebody dismissed, in the log


class Kept(People, Moderation, Protocol):
    """What is needed of the store."""


class Scribe:
    """Writes the lines of the log."""

    def __init__(self, time: Time, chances: Chances) -> None:
        self.time, self._chances = time, chances

    def entry(
        self, by: Person | None, what: What, about: str, *, of: str = "", detail: str = "", why: str = ""
    ) -> Entry:
        """By nobody: on the command line."""
        who, name = ("", "") if by is None else (by.id, by.name)
        return Entry(
            id=self._chances.word(), at=self.time.now(), by=who, name=name, what=what, about=about, of=of,
            detail=detail, why=why,
        )  # fmt: skip


def may(person: Person, role: Role) -> bool:
    """Whether somebody has this role, or one that may do more."""
    return person.role is not None and ROLES.index(person.role) >= ROLES.index(role)


def outranks(person: Person, other: Person) -> bool:
    """Nobody is measured by an equal: a moderator by hosts alone, a host by nobody before being dismissed."""
    if person.role is None:
        return False
    return other.role is None or ROLES.index(person.role) > ROLES.index(other.role)


async def account_named(store: Kept, name: str) -> Person:
    person = await store.account_named(names.tidy(name)) if printable(name) else None
    if person is None:
        raise Refused("officers.no-account", name=names.one_line(name)[: names.LONGEST])
    return person


async def appoint(store: Kept, scribe: Scribe, by: Person | None, person: Person, role: Role) -> None:
    """Once more is as good. Who is a host already does not become a moderator by the way: dismiss them first."""
    if person.role == role:
        return
    if may(person, role):
        raise Refused("officers.host-already", name=person.name)
    await _set(store, scribe, by, person, role)


async def dismiss(store: Kept, scribe: Scribe, by: Person | None, person: Person, role: Role) -> None:
    if person.role != role:
        raise Refused("officers.not-host" if role == "host" else "officers.not-moderator", name=person.name)
    await _set(store, scribe, by, person, None)


async def _set(store: Kept, scribe: Scribe, by: Person | None, person: Person, role: Role | None) -> None:
    entry = scribe.entry(by, "role", person.id, of=person.name, detail=role or NOBODY)
    if not await store.set_role(person.id, role, entry):
        raise Refused("officers.no-account", name=person.name)
