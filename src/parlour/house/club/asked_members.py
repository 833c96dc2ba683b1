"""Members who like to be asked for a game are told when somebody opens a table of it and looks for players."""

import hashlib

from parlour.house.club.records import members
from parlour.house.people.records import get_person
from parlour.house.store import Store
from parlour.house.tables.state import Table

MOST_ASKED = 20  # for one table
MOST_MEMBERS = 1000  # among whom they are looked for, the latest


async def members_to_ask(store: Store, before: Table | None, after: Table) -> list[str]:
    """Once for every table: when it is opened, by somebody with an account, for everybody to see. Guests are free to be
    made, and would be a way to write to all members. Who has blocked whom is asked when the letter is written."""
    if before is not None or after.phase != "open" or not after.rules.listed or not after.seats_with("open"):
        return []
    host = await get_person(store, after.host)
    if host is None or host.password is None:
        return []
    wanted = [one.person for one in await members(store, most=MOST_MEMBERS) if after.rules.game in one.games]
    others = [person for person in wanted if person not in after.people]
    return sorted(others, key=lambda person: _lot(after.id, person))[:MOST_ASKED]


def _lot(table: str, person: str) -> bytes:
    """Where there are many, it is others every time."""
    return hashlib.blake2b(f"{table} {person}".encode(), digest_size=8).digest()
