"""How a table folds what happens to seats that are kept for somebody, or handed on in the middle of a match, and
what is done to the table as a whole."""

from typing import TYPE_CHECKING

from parlour.house import events as ev
from parlour.house.lines import news

if TYPE_CHECKING:
    from parlour.house.table import Table


def seat_kept(table: "Table", event: ev.SeatKept) -> None:
    before = table.kept.get(event.seat)
    table.kept = {seat: whose for seat, whose in table.kept.items() if seat != event.seat}
    if event.whose is not None:
        table.kept = dict(sorted({**table.kept, event.seat: event.whose}.items()))
        table.tell(news(event.at, "seat-kept", seat=event.seat, name=event.whose.name))
    elif before is not None:
        table.tell(news(event.at, "seat-free", seat=event.seat, name=before.name))


def declined(table: "Table", event: ev.Declined) -> None:
    name = table.kept[event.seat].name
    table.kept = {seat: whose for seat, whose in table.kept.items() if seat != event.seat}
    table.declined = (*table.declined, name)
    table.tell(news(event.at, "declined", seat=event.seat, name=name))


def stepped_in(table: "Table", event: ev.SteppedIn) -> None:
    assert table.match is not None, "it is being played"
    before, table.sitters[event.seat] = table.sitters[event.seat], event.sitter
    assert event.sitter.person is not None, "a person steps in"
    table.held = (*table.held, (event.seat, event.sitter.person))
    table.match.substitute(event.seat, event.sitter.name, "person")
    table.takeback = None  # whoever steps in would have to be asked, too
    if table.rules.clock.pace != "none":
        table.clocks = table.clocks.handed_on(event.seat, event.at, running=event.seat in table.to_act)
    table.tell(news(event.at, "stepped-in", seat=event.seat, name=event.sitter.name, instead=before.called))


def closed(table: "Table", event: ev.Closed) -> None:
    table.phase = "over"
    if event.by == "house":
        table.tell(news(event.at, "closed-by-house"))
    elif event.late:
        table.tell(news(event.at, "closed-late"))
    else:
        table.tell(news(event.at, "closed-declined" if table.declined else "closed"))


def annulled(table: "Table", event: ev.Annulled) -> None:
    table.annulled = not event.off
    table.tell(news(event.at, "reinstated" if event.off else "annulled"))
