"""Tables in lists: the summary that is kept beside a table's events, and what the house has to do there by itself."""

from typing import Literal

import msgspec

from parlour.core.game import Value
from parlour.core.record import Ending
from parlour.house.ports import AskedFor
from parlour.house.tables.clocks import ALWAYS_UP, Uptimes
from parlour.house.tables.events import Invitee, Sitter
from parlour.house.tables.records import TableSummary
from parlour.house.tables.rematch import rematch_is_wanted
from parlour.house.tables.state import Table


class TableDetails(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a list shows of a table beside the summary's own fields."""

    host: str
    seats: list[Sitter]
    options: dict[str, Value]
    minutes: float = 0.0
    increment: int = 0
    days: int = 0
    opened: int
    start: Literal["full", "host"] = "full"
    delay: int = 0
    rated: bool = False
    kept: dict[int, Invitee] = {}  # for whom seats are kept
    vacant: list[int] = []  # seats that somebody may take over
    until: int | None = None  # if it has not begun by then, it is closed
    ending: Ending | None = None
    returns: list[float] = []
    scores: list[int] = []


class KeptDetails(TableDetails, frozen=True, omit_defaults=True, kw_only=True):
    """As they are kept: with how the table looks to those who are some steps behind, if to them it looks different."""

    behind: TableDetails | None = None

    def for_list(self, own: bool) -> TableDetails:
        """As those who sit there see it in their `own` list, or as everybody does."""
        if own or self.behind is None:
            return msgspec.structs.replace(self, behind=None)
        return self.behind


def summary_of(table: Table, uptimes: Uptimes = ALWAYS_UP) -> TableSummary:
    live, shown = _details(table), _details(table.seen_by(None))
    shown = msgspec.structs.replace(shown, delay=table.rules.delay)
    details = KeptDetails(**msgspec.structs.asdict(live), behind=None if shown == live else shown)
    return TableSummary(
        table=table.id,
        game=table.rules.game,
        phase=table.phase,
        listed=table.rules.listed,
        room=table.phase == "open" and bool(table.room),
        pace=table.rules.clock.pace,
        people=tuple(table.people),
        turn=_turn(table),
        asked=tuple(dict.fromkeys(whose.person for whose in table.kept.values())) if table.phase == "open" else (),
        updated=_updated(table),
        due=table.waits_until if table.phase == "open" else _due(table, uptimes),
        resume=waits_for_the_house(table),
        rated=table.rules.rated,
        body=msgspec.json.encode(details),
    )


def _details(table: Table) -> TableDetails:
    result, clock = None if table.match is None else table.match.result, table.rules.clock
    return TableDetails(
        host=table.host,
        seats=table.sitters,
        options=dict(table.rules.options),
        minutes=float(clock.minutes),  # 1 and 1.0 are one clock, and one summary
        increment=clock.increment,
        days=clock.days,
        opened=table.opened_at,
        start=table.rules.start,
        delay=table.rules.delay,
        rated=table.rules.rated,
        kept=dict(table.kept),
        vacant=table.vacant,
        until=table.until if table.phase == "open" else None,
        ending=None if table.match is None else table.match.ended,
        returns=[] if result is None else result.returns,
        scores=[] if result is None else result.scores,
    )


def only_turns(before: Table, after: Table) -> bool:
    """Whether nothing that a summary shows can be another than what `turned` looks at."""
    if before.phase != "playing" or after.phase != "playing":
        return False
    return _sitting(before) == _sitting(after) and _sitting(before.seen_by(None)) == _sitting(after.seen_by(None))


def _sitting(table: Table) -> tuple[str, list[Sitter], list[int]]:
    return table.host, table.sitters, table.vacant


def turned(summary: TableSummary, table: Table, uptimes: Uptimes = ALWAYS_UP) -> TableSummary:
    """The summary of a table that is played and that has gone on by a step: what that changes is `records.TURNING`."""
    return msgspec.structs.replace(
        summary,
        turn=_turn(table),
        updated=_updated(table),
        due=_due(table, uptimes),
        resume=waits_for_the_house(table),
    )


def _updated(table: Table) -> int:
    """When something last happened that everybody may know of by now. Lists have one order, and whoever looks on from
    some steps behind must not learn from it when the others moved."""
    return table.seen_by(None).updated


def _turn(table: Table) -> tuple[str, ...]:
    to_act = [table.sitters[seat].person for seat in table.to_act]
    return tuple(dict.fromkeys(person for person in to_act if person is not None))


def _due(table: Table, uptimes: Uptimes) -> int | None:
    return table.clocks.due(uptimes) if table.phase == "playing" else None


def waits_for_the_house(table: Table) -> bool:
    """Whether a bot is to act or to answer, or a rematch is to be opened."""
    return bool(bots_to_act(table)) or bot_to_answer(table) is not None or rematch_is_wanted(table)


def bots_to_act(table: Table) -> list[int]:
    return [seat for seat in table.to_act if table.sitters[seat].kind == "bot"]


def asked_for(table: Table) -> AskedFor:
    """On whose account bots think here: those who sit at the table, and where bots sit alone, whoever had it opened."""
    return AskedFor(tuple(table.people) or (table.host,), table.rules.matters)


def people_are_still_to_begin(table: Table) -> bool:
    """Bots alone have acted so far, as far as everybody knows, and somebody has sat down to play. What people have done
    in secret does not count: a bot's pace would tell of it."""
    match, people = table.match, table.seats_with("person")
    if match is None or match.turn > len(table.sitters):
        return False
    return bool(people) and {str(seat) for seat in people}.isdisjoint(line.by for line in match.told(None))


def bot_to_answer(table: Table) -> int | None:
    """A bot who has been offered a draw."""
    offer = None if table.match is None or table.over else table.match.offer_by()
    return None if offer is None else next((seat for seat in table.seats_with("bot") if seat != offer), None)
