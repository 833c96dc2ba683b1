"""Taking over from a bot that sits in for whoever left: a door of a table, too.

What the seat knows goes with the seat. So nobody steps in who has had another seat of the same match. Who has only
looked on may: a spectator is shown nothing that any seat is not. Where something is hidden it takes an account, since
whoever has left could come back as another guest.
"""

from parlour.core.texts import Refused
from parlour.house import events as ev
from parlour.house.clocks import Uptimes
from parlour.house.doors import Change, check_playing, check_seat, in_time
from parlour.house.events import Sitter
from parlour.house.table import Table


def step_in(table: Table, now: int, uptimes: Uptimes, sitter: Sitter, seat: int | None, guest: bool) -> Change:
    """In the first vacant seat, if no other is named. Who left may come back to the seat that was theirs."""
    check_playing(table)
    person = sitter.person
    assert person is not None, "a person steps in"
    if not table.rules.substitutes:
        raise Refused("refuse.substitute-never")
    if table.seats_of(person):
        raise Refused("refuse.sits-already")
    if not table.vacant:
        raise Refused("refuse.substitute-none")
    seat = table.vacant[0] if seat is None else seat
    check_seat(table, seat)
    if seat not in table.vacant:
        raise Refused("refuse.seat-taken", seat=seat + 1)
    _check_may(table, person, seat, guest)
    table, happened = in_time(table, now, uptimes, seat)
    event = ev.SteppedIn(at=now, seat=seat, sitter=sitter)
    return Change(table.after([event]), [*happened, event])


def _check_may(table: Table, person: str, seat: int, guest: bool) -> None:
    had = {each for each, who in table.held if who == person}
    if had - {seat}:
        raise Refused("refuse.substitute-other")
    if guest and table.rules.rated:
        raise Refused("refuse.rated-guest")
    if guest and table.game.hidden and seat not in had:
        raise Refused("refuse.substitute-guest")
