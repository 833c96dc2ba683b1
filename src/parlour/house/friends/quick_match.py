"""Quick match: sit down with a player who looks for the same, or open a table and wait there. Both are one request, so
that two players who ask at the same time meet.

A player who waits sits at an ordinary table that everybody can see; there is no other list. A live search ends with
its page (`searches.py`), and both say that they are ready before a clock runs; one that takes days stays. The store
keeps two from opening a table each: of all who look for the same and have seen the same last table, one opens the next
(`Sought`). The others look again, and find it.
"""

from collections.abc import Callable
from typing import Annotated

import msgspec
from msgspec import Meta

from parlour.core.game import Value
from parlour.core.texts import Refused
from parlour.house.entropy import derived_id
from parlour.house.friends import records as friend_records
from parlour.house.friends.contact_rules import may_be_paired
from parlour.house.friends.records import Sought
from parlour.house.friends.searches import FIRST, Searches
from parlour.house.people.person import Person
from parlour.house.ratings import model
from parlour.house.ratings import records as rating_records
from parlour.house.store import MOST_TRIES, Change, Unavailable
from parlour.house.streams import Further
from parlour.house.tables import commands
from parlour.house.tables import events as ev
from parlour.house.tables import records as table_records
from parlour.house.tables.clocks import DAY, MINUTE, Clock
from parlour.house.tables.commands import TableChange
from parlour.house.tables.events import Sitter
from parlour.house.tables.new_table import NewSeat, NewTable
from parlour.house.tables.records import TableQuery
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import Table

# Nobody who has looked away for longer would be at the board in time.
LIVE_PATIENCE, PATIENCE = 15 * MINUTE, 3 * DAY
MOST_WAITING = 100  # tables to choose from
MOST_RECENT = 20  # own tables among which one that was found with the same key is looked for
Present = Callable[[Table], bool]


class QuickMatchRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What somebody looks for."""

    game: Annotated[str, Meta(max_length=64, examples=["yinsh"])]
    seats: Annotated[int, Meta(ge=2, le=64, description="How many play.")] = 2
    options: Annotated[dict[Annotated[str, Meta(max_length=40)], Value], Meta(max_length=64)] = {}
    clock: Clock = Clock("live", 10, 5)
    rated: Annotated[bool, Meta(description="It counts. Only accounts look for that.")] = False
    contribute: Annotated[
        bool, Meta(description="Do not begin before I have added my share to the chance, having seen the commitment.")
    ] = False


class QuickMatches:
    """`present`: whether those who wait at a table are there, as far as this server knows."""

    def __init__(self, tables: TableRepository, present: Present = lambda table: True) -> None:
        self._tables, self._present = tables, present
        self._searches = Searches(tables)

    async def find(self, person: Person, quick: QuickMatchRequest, key: str | None = None) -> Table:
        """A table with a player who looks for the same. A player who waits already goes on waiting, in any tab."""
        tables = self._tables
        if quick.rated and person.password is None:
            raise Refused("refuse.rated-guest")
        seats = [NewSeat("me"), *[NewSeat("open")] * (quick.seats - 1)]
        new = NewTable(
            game=quick.game, seats=seats, options=quick.options, clock=quick.clock, rated=quick.rated, substitutes=True,
            contribute=quick.contribute, ready=True,
        )  # fmt: skip
        rules = tables.rules_of(new)
        if key is not None and (found := await self._found_before(person, rules, key)) is not None:
            return found
        sought = sought_key(rules)
        for _ in range(MOST_TRIES):
            last = await friend_records.last_sought(tables.store, sought)
            table = await self._join(person, rules, None if last is None else last.table, key, quick.contribute)
            if table is None:
                table = await self._wait(person, new, sought, last, key)
            if table is not None:
                return table
        raise Refused("refuse.table-busy")

    async def cancel(self, person: Person, id: str, key: str | None = None) -> Table:
        """Stop looking. If somebody has come in the meantime there is a match, which nobody leaves by mistake."""

        def command(table: Table, now: int) -> TableChange:
            commands.check_open(table)
            return commands.leave(table, now, self._tables.uptimes, person.id)

        return await self._tables.change(id, command, key)

    # -- inside -----------------------------------------------------------------------------------------------

    async def _join(
        self, person: Person, rules: ev.TableRules, last: str | None, key: str | None, contributes: bool
    ) -> Table | None:
        sitter, guest = Sitter("person", person.name, person.id), person.password is None

        def command(table: Table, now: int) -> TableChange:
            return commands.sit(table, now, sitter, None, guest=guest, contributes=contributes)

        for table in await self._waiting(person, rules, last):
            if table.seats_of(person.id):
                if rules.ready:
                    await self._searches.still_there(table.id, person.id, FIRST)
                return table
            if rules.ready and await self._searches.is_deserted(table):
                continue
            if not await may_be_paired(self._tables.store, person.id, table.people):
                continue
            try:
                return await self._tables.change(table.id, command, key, self._begun(table.id, person, rules))
            except Unavailable:
                raise
            except Refused:  # somebody was quicker, or nobody waits there any more
                continue
        return None

    async def _waiting(self, person: Person, rules: ev.TableRules, last: str | None) -> list[Table]:
        """Tables at which others wait for just this: one's own first, then those where somebody is there to play, those
        of about one's own strength, those who have waited longest."""
        tables, now = self._tables, self._tables.time.now()
        wanted = TableQuery(
            game=rules.game, phase="open", listed=True, room=True, pace=rules.clock.pace, most=MOST_WAITING
        )  # fmt: skip
        ids = [summary.table for summary in await table_records.find_tables(tables.store, wanted)]
        if last is not None and last not in ids:
            ids.append(last)  # opened since, or further down the list
        fitting = []
        for id in ids:
            try:
                table = await tables.table(id)
            except Unavailable:
                raise
            except Refused:  # it cannot be read
                continue
            mine = table.phase == "open" and table.rules == rules and bool(table.seats_of(person.id))
            if mine or fits(table, rules, now):
                fitting.append(table)
        strength = await self._strengths(person, fitting, rules.game)
        own = strength[person.id]

        def order(table: Table) -> tuple[bool, bool, float, int, str]:
            theirs = [strength[other] for other in table.people]
            apart = abs(sum(theirs) / len(theirs) - own)
            return (not table.seats_of(person.id), not self._present(table), apart, table.opened_at, table.id)

        return sorted(fitting, key=order)

    async def _strengths(self, person: Person, tables: list[Table], game: str) -> dict[str, float]:
        people = sorted({person.id, *(other for table in tables for other in table.people)})
        kept = (
            {one.who: one.mu for one in await rating_records.standings(self._tables.store, people, game)}
            if tables
            else {}
        )
        return {who: kept.get(who, model.MU) for who in people}

    async def _wait(
        self, person: Person, new: NewTable, sought: str, last: Sought | None, key: str | None
    ) -> Table | None:
        """A table to wait at; None: somebody who looks for the same has just opened one."""
        patience = LIVE_PATIENCE if new.clock.pace == "live" else PATIENCE
        until = self._tables.time.now() + patience
        rules = self._tables.rules_of(new)
        return await self._tables.open_sought(
            person, new, sought, last, until, key, lambda table: self._begun_changes(table, person, rules)
        )

    def _begun(self, table: str, person: Person, rules: ev.TableRules) -> Further:
        async def changes() -> list[Change]:
            return self._begun_changes(table, person, rules)

        return changes

    def _begun_changes(self, table: str, person: Person, rules: ev.TableRules) -> list[Change]:
        """A search that takes days stays without its page."""
        return [self._searches.begun(table, person.id)] if rules.ready else []

    async def _found_before(self, person: Person, rules: ev.TableRules, key: str) -> Table | None:
        """What the same request came to before its answer was lost."""
        store = self._tables.store
        mine = await table_records.find_tables(store, TableQuery(person=person.id, game=rules.game, most=MOST_RECENT))
        for summary in mine:
            if await store.known(summary.table, key):
                return await self._tables.table(summary.table)
        return None


def fits(table: Table, rules: ev.TableRules, now: int) -> bool:
    """Whether people alone wait here for people alone, under just these rules."""
    late = table.until is not None and now >= table.until
    return (
        table.phase == "open" and table.rules == rules and bool(table.people) and bool(table.room)
        and not late and not table.seats_with("bot") and not table.kept
    )  # fmt: skip


def sought_key(rules: ev.TableRules) -> str:
    """The same for the same rules, in whatever order their options were said."""
    told = msgspec.structs.replace(rules, options=dict(sorted(rules.options.items())))
    return derived_id("quick", ev.encode_rules(told).decode())
