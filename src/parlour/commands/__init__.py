"""What a host does with a house on the command line: `parlour backup`, `restore`, `export`, `import`, `ratings`,
`host`, `moderator`, `let-in` and `healthcheck`."""

import asyncio
import http.client
import os
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import TypeVar

from parlour import store
from parlour.core.languages import language_of_machine
from parlour.core.record import Record
from parlour.core.texts import Refused, Text, catalogue
from parlour.games import all_games
from parlour.house.entropy import Entropy
from parlour.house.mail.links import make_link
from parlour.house.mail.notices import RESET_MINUTES
from parlour.house.moderation import records as moderation_records
from parlour.house.moderation import roles
from parlour.house.people.person import Person, Role
from parlour.house.ratings.rebuild import Rebuild, differences, rebuild
from parlour.house.steady_time import SteadyTime
from parlour.house.store import Store
from parlour.house.tables.public_matches import public_matches
from parlour.store.address import shown
from parlour.store.transfer import TransferSummary

TEXTS = Path(__file__).parent / "texts"
T = TypeVar("T")
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # what listens everywhere is asked here
ALL_GAMES = "all"
HEALTH_SECONDS = 4.0  # to answer in; less than a container's health check waits
ADDED: Mapping[Role, str] = {"host": "done.host-add", "moderator": "done.moderator-add"}
REMOVED: Mapping[Role, str] = {"host": "done.host-remove", "moderator": "done.moderator-remove"}


def say(key: str, /, **args: str | int | Text) -> str:
    """In the language of the machine: nobody else hears it."""
    return catalogue(TEXTS, language_of_machine(os.environ)).render(Text(key, args))


class CommandRefused(Refused):
    """What a host asked for cannot be done now."""

    texts = TEXTS


def healthcheck(host: str, port: int) -> int:
    """Ask the house at this address whether it is open and can write: 0 if so. For monitors without a client of their
    own, such as a container's health check."""
    connection = http.client.HTTPConnection(EVERYWHERE.get(host, host), port, timeout=HEALTH_SECONDS)
    try:
        connection.request("GET", "/healthz")
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException):
        print(say("health.none", host=host, port=str(port)))
        return 1
    finally:
        connection.close()
    if status != http.client.OK:
        print(say("health.bad", status=status))
        return 1
    print(say("health.good"))
    return 0


def backup(place: str, path: Path) -> int:
    """Copy a house into a file; it may be open."""
    asyncio.run(store.backup(place, path))
    print(say("done.backup", place=shown(place), path=str(path)))
    return 0


def restore(path: Path, place: str, force: bool) -> int:
    """Put a copy in place; the house must be closed."""
    asyncio.run(store.restore(path, place, force=force))
    print(say("done.restore", place=shown(place), path=str(path)))
    return 0


def export(place: str, path: Path, schema: int | None) -> int:
    """Put a house into a file for another machine, or for an older version of Parlour; it may be open."""
    carried = asyncio.run(store.export_house(place, path, time.time_ns() // 1_000_000, schema))
    print(say("done.export", place=shown(place), path=str(path), what=contents(carried)))
    return 0


def import_(path: Path, place: str) -> int:
    """Put such a house in place; there must be none yet."""
    carried = asyncio.run(store.import_house(path, place))
    print(say("done.import", place=shown(place), path=str(path), what=contents(carried)))
    return 0


def contents(carried: TransferSummary) -> Text:
    people, tables = (Text(f"moved.{what}", {"count": carried.rows[what]}) for what in ("people", "cards"))
    return Text("moved.all", {"people": people, "tables": tables, "sha256": carried.sha256})


def rebuild_ratings(place: str) -> int:
    """Count all ratings again, from the matches themselves, and keep that."""
    counted = _in_house(place, rebuild, beside=False)
    if counted is None:
        raise CommandRefused("ratings.rebuild")
    _say_unread(counted)
    print(say("done.ratings", count=len(counted.finishes)))
    return 0


def check_ratings(place: str) -> int:
    """Say where ratings are not what they should be; 1 if there is such a place."""
    counted, found = _in_house(place, differences, beside=False)
    _say_unread(counted)
    for one in found:
        print(say(f"ratings.{one.what}", of=one.of, kept=one.kept, should=one.should))
    print(say("ratings.differ", count=len(found)) if found else say("ratings.same", count=len(counted.finishes)))
    return 1 if found else 0


def give_role(place: str, role: Role, name: str) -> int:
    """Give somebody with an account a role; the house may be open."""

    async def go(house: Store) -> Person:
        person = await roles.account_named(house, name)
        await roles.appoint(house, roles.AuditWriter(SteadyTime(), Entropy()), None, person, role)
        return person

    print(say(ADDED[role], name=_in_house(place, go).name))
    return 0


def take_role(place: str, role: Role, name: str) -> int:
    async def go(house: Store) -> Person:
        person = await roles.account_named(house, name)
        await roles.dismiss(house, roles.AuditWriter(SteadyTime(), Entropy()), None, person, role)
        return person

    print(say(REMOVED[role], name=_in_house(place, go).name))
    return 0


def let_in(place: str, base: str, name: str) -> int:
    """Print a link by which somebody with an account chooses a new password, who has lost every way in; passkeys are
    forgotten when it is used, and not before. The house may be open."""

    async def go(house: Store) -> tuple[Person, str]:
        person = await roles.account_named(house, name)
        until = SteadyTime().now() + RESET_MINUTES * 60_000
        link = await make_link(house, Entropy(), base, "let-in", person.id, until)
        audit = roles.AuditWriter(SteadyTime(), Entropy())
        await moderation_records.add_entry(house, audit.entry(None, "let-in", person.id, of=person.name))
        return person, link

    person, link = _in_house(place, go)
    print(say("done.let-in", name=person.name, minutes=RESET_MINUTES))
    print(link)
    return 0


def public_records(place: str, name: str) -> list[Record]:
    """The finished matches of a game, or of all, that everybody could watch: without names, the latest first. The house
    may be open."""
    rules = {each.name: each.rules_version for each in all_games() if name in (each.name, ALL_GAMES)}

    async def go(house: Store) -> list[Record]:
        return [record async for record in public_matches(house, rules)]

    return _in_house(place, go)


def list_role_holders(place: str, role: Role) -> int:
    found = [person for person in _in_house(place, moderation_records.people_with_roles) if person.role == role]
    for person in found:
        since = time.strftime("%Y-%m-%d", time.gmtime(person.since / 1000))
        print(say("roles.line", name=person.name, since=since))
    if not found:
        print(say("roles.none"))
    return 0


def _in_house(place: str, work: Callable[[Store], Awaitable[T]], *, beside: bool = True) -> T:
    """Do something in a house that is there; with `beside`, also while it is open."""

    async def go() -> T:
        house = await store.open_store(place, beside=beside, make=False)
        try:
            return await work(house)
        finally:
            await house.close()

    return asyncio.run(go())


def _say_unread(counted: Rebuild) -> None:
    for table in counted.unread:
        print(say("ratings.unread", table=table))
