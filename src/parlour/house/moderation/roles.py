"""Roles: hosts and moderators. Hosts are made where the house is run, never over the network. A host may name
moderators and dismiss them."""

from parlour.core.texts import Refused, printable
from parlour.house.entropy import Entropy
from parlour.house.moderation import records as moderation_records
from parlour.house.moderation.records import AuditEntry, What
from parlour.house.people import names
from parlour.house.people import records as people_records
from parlour.house.people.person import ROLES, Person, Role
from parlour.house.ports import Time
from parlour.house.store import Store

NOBODY = "nobody"  # the role of somebody dismissed, in the log


class AuditWriter:
    """Writes the lines of the log."""

    def __init__(self, time: Time, entropy: Entropy) -> None:
        self.time, self._entropy = time, entropy

    def entry(
        self, by: Person | None, what: What, about: str, *, of: str = "", detail: str = "", why: str = ""
    ) -> AuditEntry:
        """By nobody: on the command line."""
        who, name = ("", "") if by is None else (by.id, by.name)
        return AuditEntry(
            id=self._entropy.word(), at=self.time.now(), by=who, name=name, what=what, about=about, of=of,
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


async def account_named(store: Store, name: str) -> Person:
    person = await people_records.account_named(store, names.tidy(name)) if printable(name) else None
    if person is None:
        raise Refused("officers.no-account", name=names.one_line(name)[: names.LONGEST])
    return person


async def appoint(store: Store, audit: AuditWriter, by: Person | None, person: Person, role: Role) -> None:
    """Once more is as good. Who is a host already does not become a moderator by the way: dismiss them first."""
    if person.role == role:
        return
    if may(person, role):
        raise Refused("officers.host-already", name=person.name)
    await _set(store, audit, by, person, role)


async def dismiss(store: Store, audit: AuditWriter, by: Person | None, person: Person, role: Role) -> None:
    if person.role != role:
        raise Refused("officers.not-host" if role == "host" else "officers.not-moderator", name=person.name)
    await _set(store, audit, by, person, None)


async def _set(store: Store, audit: AuditWriter, by: Person | None, person: Person, role: Role | None) -> None:
    entry = audit.entry(by, "role", person.id, of=person.name, detail=role or NOBODY)
    if not await moderation_records.set_role(store, person.id, role, entry):
        raise Refused("officers.no-account", name=person.name)
