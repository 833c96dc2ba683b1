"""Tables for tests: opened with a line, and looked at whole."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from parlour.core.game import Value, Viewer
from parlour.core.record import Actor, to_json
from parlour.core.texts import Refused
from parlour.house.ratings.eligibility import finish_of
from parlour.house.tables import events as ev
from parlour.house.tables.clocks import SECOND, Clock, Uptimes
from parlour.house.tables.commands import TableChange, bot_sitter, check_rules, open_table
from parlour.house.tables.events import Sitter, TableRules
from parlour.house.tables.log import LogLine
from parlour.house.tables.snapshot import snapshot_for
from parlour.house.tables.state import Table
from parlour.house.tables.summary import summary_of

START = 1_700_000_000_000
SECRET = "5e" * 32
UP = Uptimes()  # the house was never down
LIVE = Clock("live", minutes=1, increment=5)
DAYS = Clock("days", days=2)
OPEN = Sitter()
BOT = bot_sitter(1)


def person(name: str) -> Sitter:
    return Sitter("person", name.title(), name)


def opened(
    game: str,
    sitters: Sequence[Sitter | str],
    *,
    clock: Clock | None = None,
    delay: int = 0,
    start: Any = "full",
    options: dict[str, Value] | None = None,
    secret: str = SECRET,
    awaited: Sequence[int] = (),
    rated: bool = False,
    guided: bool = False,
    substitutes: bool = False,
    until: int | None = None,
    kept: dict[int, ev.Invitee] | None = None,
    tournament: str | None = None,
    on_device: bool = False,
    begins: Sequence[tuple[Actor, str]] = (),
) -> TableChange:
    """A table whose host is the first person; a name stands for a person."""
    sitting = [person(one) if isinstance(one, str) else one for one in sitters]
    host = next((sitter.person for sitter in sitting if sitter.person is not None), "olga")
    rules = check_rules(
        TableRules(
            game=game, rules_version=1, options=options or {}, seats=len(sitting), clock=clock or Clock(),
            delay=delay, start=start, rated=rated, guided=guided, substitutes=substitutes, tournament=tournament,
            on_device=on_device, begins=tuple(ev.GivenStep(*step) for step in begins),
        )
    )  # fmt: skip
    opening = ev.Opened(at=START, table="t1", host=host, rules=rules, invite="letmein", secret=secret, until=until)
    return open_table(opening, sitting, START, awaited, kept or {})


def table_of(game: str, sitters: Sequence[Sitter | str], **how: Any) -> Table:
    return opened(game, sitters, **how).table


class TimedTable:
    """A table in play with a clock in the hand: each command is given at the time that it shows."""

    def __init__(self, change: TableChange, uptimes: Uptimes = UP) -> None:
        self.table, self.events = change
        self.events = [*self.events]
        self.now, self.uptimes = START, uptimes

    def wait(self, seconds: float) -> "TimedTable":
        self.now += round(seconds * SECOND)
        return self

    def do(self, command: Callable[..., TableChange | None], *args: Any, **more: Any) -> "TimedTable":
        """Through one that asks for the time alone."""
        return self._became(command(self.table, self.now, *args, **more))

    def play(self, command: Callable[..., TableChange | None], *args: Any) -> "TimedTable":
        """Through one that asks how long the house was up, too."""
        return self._became(command(self.table, self.now, self.uptimes, *args))

    def _became(self, change: TableChange | None) -> "TimedTable":
        if change is not None:
            self.table = change.table
            self.events += change.events
        return self


def evening(game: str, sitters: Sequence[Sitter | str], **how: Any) -> TimedTable:
    uptimes = how.pop("uptimes", UP)
    return TimedTable(opened(game, sitters, **how), uptimes)


def refusal(command: Callable[..., Any], *args: Any, **more: Any) -> str:
    """The key of the sentence with which it is refused."""
    with pytest.raises(Refused) as refused:
        command(*args, **more)
    return refused.value.text.key


def replayed(events: Sequence[ev.AnyTableEvent]) -> Table:
    """The table of what was kept of it."""
    return Table.of([ev.decode(ev.encode(event)) for event in events])


def look(table: Table, viewer: Viewer) -> bytes:
    """All that a viewer is shown now, as it goes over the wire."""
    return msgspec.json.encode(snapshot_for(table, viewer))


def looks(table: Table) -> dict[Viewer, bytes]:
    return {viewer: look(table, viewer) for viewer in table.viewers}


def portrait(table: Table) -> dict[str, Any]:
    """All there is to a table, for comparing."""
    match = table.match
    return {
        "looks": looks(table),
        "lines": msgspec.json.encode([table.told[viewer][:] for viewer in table.viewers]),
        "card": summary_of(table),
        "clocks": table.clocks,
        "at": (table.position, table.updated, table.phase, table.host, table.takeback, table.rematch),
        "counts": (table.began, table.came, table.gone, table.ended_at, finish_of(table)),
        "kept": (table.kept, table.declined, table.until, table.held),
        "awaited": (table.awaited, table.rematch_awaits),
        "dealer": (table.dealer.contributions[:], table.dealer.drawn),
        "match": None if match is None else (to_json(match.record(secret=True)), match.state.tobytes()),
        "held": [*table._held],
        "behind": None if table.behind is None else portrait(table.behind),
    }


def keys(lines: Sequence[LogLine]) -> list[str]:
    """What the lines are about, for short: the key of news, the text of the rest."""
    return [line.words.key if line.kind == "news" and line.words else line.text for line in lines]
