"""After a match: another of the same. These are commands of a table, too."""

from msgspec.structs import replace

from parlour.core.texts import Refused
from parlour.house.ratings import eligibility
from parlour.house.tables import events as ev
from parlour.house.tables.commands import TableChange, change, open_table
from parlour.house.tables.state import Table


def want_rematch(table: Table, now: int, person: str, contributes: bool = False) -> TableChange:
    """Another match of the same; it is opened when all people who sat here at the end want it. Who `contributes` sees
    its commitment before it begins."""
    seats = table.seats_of(person)
    if not seats:
        raise Refused("refuse.sits-not")
    if table.match is None or not table.over:
        raise Refused("refuse.rematch-early")
    wanted = [
        ev.RematchWanted(at=now, seat=seat, contributes=contributes and seat == seats[0])
        for seat in seats
        if seat not in table.rematch
    ]
    if not wanted:
        raise Refused("refuse.rematch-wanted")
    return change(table, *wanted)


def rematch_is_wanted(table: Table) -> bool:
    return bool(table.rematch) and table.rematch_table is None and table.rematch >= set(table.seats_with("person"))


def open_rematch(table: Table, now: int, id: str, invite: str, secret: str) -> TableChange:
    """The new table: the same rules and people, everybody one seat further. It counts as the last one did, if it
    can."""
    sitters = [*table.sitters[-1:], *table.sitters[:-1]]
    # What follows a match of a tournament is no part of it.
    rated = table.rules.rated and eligibility.may_sit(table.rules, sitters)
    rules = replace(table.rules, rated=rated, tournament=None)
    opened = ev.Opened(
        at=now, table=id, host=table.host, rules=rules, invite=invite, secret=secret, rematch_of=table.id
    )  # fmt: skip
    awaited = [(seat + 1) % table.rules.seats for seat in table.rematch_awaits]
    return open_table(opened, sitters, now, awaited)


def link_rematch(table: Table, now: int, id: str) -> TableChange:
    """Say where it is; of two that were opened at the same time, only one is linked."""
    if not rematch_is_wanted(table):
        raise Refused("refuse.rematch-there" if table.rematch_table else "refuse.rematch-early")
    return change(table, ev.RematchOpened(at=now, table=id))
