"""Doors for those who look after the house: close a table, and take what it came to out of the ratings, or back in."""

from parlour.core.texts import Refused
from parlour.house import counting
from parlour.house import events as ev
from parlour.house.clocks import Uptimes
from parlour.house.doors import Change, change
from parlour.house.table import Table


def close(table: Table, now: int, uptimes: Uptimes) -> Change:
    """It is broken off, and counts for nobody; also what nobody can play on, since its game has other rules by now."""
    if table.over:
        raise Refused("refuse.over")
    if table.phase == "open":
        return change(table, ev.Closed(at=now, by="house"))
    return change(table, ev.Ended(at=now, by="void", spent=table.clocks.spent(now, uptimes)))


def annul(table: Table, now: int) -> Change | None:
    """What came of it no longer counts for ratings or best scores; the match itself stays as it was played."""
    _check_counts(table)
    return None if table.annulled else change(table, ev.Annulled(at=now))


def reinstate(table: Table, now: int) -> Change | None:
    _check_counts(table)
    return change(table, ev.Annulled(at=now, off=True)) if table.annulled else None


def _check_counts(table: Table) -> None:
    if counting.finish_of(table) is None:
        raise Refused("moderation.counts-not")
