"""Quick match: sit down with somebody who looks for the same, or open a table and wait for them. One door, so that two
who ask at the same time meet.

Who waits sits at an ordinary table that everybody can see; there is no other list. What keeps two from opening a table
each is the store: of all who look for the same and have seen the same last table, one opens the next (`Sought`). The
others look again, and find it.
"""

from collections.abc import Callable
from typing import Annotated

import msgspec
from msgspec import Meta

from parlour.core.game import Value
from parlour.core.texts import Refused
from parlour.house import doors, rating
from parlour.house import events as ev
from parlour.house.clocks import DAY, MINUTE, Clock
from parlour.house.doors import Change
from parlour.house.events import Sitter
from parlour.house.friends_ports import Sought
from parlour.house.house import MOST_TRIES, House, NewSeat, NewTable, derived
from parlour.house.ports import Person, Unavailable, Wanted
from parlour.house.reach import get_along
from parlour.house.table import Table

# Nobody who has looked away for longer would be at the board in time.
LIVE_PATIENCE, PATIENCE = 15 * MINUTE, 3 * DAY
MOST_WAITING = 100  # tables to choose from
MOST_RECENT = 20  # own tables among which one that was found with the same key is looked for
Present = Callable[[Table], bool]


class QuickMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What somebody looks for."""

    game: Annotated[str, Meta(max_length=64, examples=["yinsh"])]
    seats: Annotated[int, Meta(ge=2, le=64, description="How many play.")] = 2
    options: Annotated[dict[Annotated[str, Meta(max_length=40)], Value], Meta(max_length=64)] = {}
    clock: Clock = Clock("live", 10, 5)
    rated: Annotated[bool, Meta(description="It counts. Only accounts look for that.")] = False


class Seeking:
    """`present`: whether those who wait at a table are there, as far as this server knows."""

    def __init__(self, house: House, present: Present = lambda table: True) -> None:
        self._house, self._present = house, present

    async def find(self, person: Person, quick: QuickMatch, key: str | None = None) -> Table:
        """A table with whoever looks for the same. Who waits already goes on waiting, whichever tab it is that asks."""
        house = self._house
        if quick.rated and person.password is None:
            raise Refused("refuse.rated-guest")
        seats = [NewSeat("me"), *[NewSeat("open")] * (quick.seats - 1)]
        new = NewTable(
            game=quick.game, seats=seats, options=quick.options, clock=quick.clock, rated=quick.rated, substitutes=True
        )  # fmt: skip
        rules = house.rules_of(new)
        if key is not None and (found := await self._found_before(person, rules, key)) is not None:
            return found
        wish = wish_of(rules)
        for _ in range(MOST_TRIES):
            last = await house.store.sought(wish)
            table = await self._join(person, rules, last, key)
            if table is None:
                table = await self._wait(person, new, Sought(wish=wish, before=last), key)
            if table is not None:
                return table
        raise Refused("refuse.table-busy")

    async def cancel(self, person: Person, id: str, key: str | None = None) -> Table:
        """Stop looking. If somebody has come in the meantime there is a match, which nobody leaves by mistake."""

        def door(table: Table, now: int) -> Change:
            doors.check_open(table)
            return doors.leave(table, now, self._house.uptimes, person.id)

        return await self._house.change(id, door, key)

    # -- inside -----------------------------------------------------------------------------------------------

    async def _join(self, person: Person, rules: ev.Rules, last: str | None, key: str | None) -> Table | None:
        sitter, guest = Sitter("person", person.name, person.id), person.password is None

        def door(table: Table, now: int) -> Change:
            return doors.sit(table, now, sitter, None, guest=guest)

        for table in await self._waiting(person, rules, last):
            if table.seats_of(person.id):
                return table
            if not await get_along(self._house.store, person.id, table.people):
                continue
            try:
                return await self._house.change(table.id, door, key)
            except Unavailable:
                raise
            except Refused:  # somebody was quicker, or nobody waits there any more
                continue
        return None

    async def _waiting(self, person: Person, rules: ev.Rules, last: str | None) -> list[Table]:
        """Tables at which others wait for just this: one's own first, then those where somebody is there to play, those
        of about one's own strength, those who have waited longest."""
        house, now = self._house, self._house.time.now()
        wanted = Wanted(
            game=rules.game, phase="open", listed=True, room=True, pace=rules.clock.pace, most=MOST_WAITING
        )  # fmt: skip
        ids = [card.table for card in await house.store.cards(wanted)]
        if last is not None and last not in ids:
            ids.append(last)  # opened since, or further down the list
        tables = []
        for id in ids:
            try:
                table = await house.table(id)
            except Unavailable:
                raise
            except Refused:  # it cannot be read
                continue
            if fits(table, rules, now):
                tables.append(table)
        strength = await self._strengths(person, tables, rules.game)
        own = strength[person.id]

        def order(table: Table) -> tuple[bool, bool, float, int, str]:
            theirs = [strength[other] for other in table.people]
            apart = abs(sum(theirs) / len(theirs) - own)
            return (not table.seats_of(person.id), not self._present(table), apart, table.opened_at, table.id)

        return sorted(tables, key=order)

    async def _strengths(self, person: Person, tables: list[Table], game: str) -> dict[str, float]:
        people = sorted({person.id, *(other for table in tables for other in table.people)})
        kept = {one.who: one.mu for one in await self._house.store.standings(people, game)} if tables else {}
        return {who: kept.get(who, rating.MU) for who in people}

    async def _wait(self, person: Person, new: NewTable, sought: Sought, key: str | None) -> Table | None:
        """A table to wait at; None: somebody who looks for the same has just opened one."""
        patience = LIVE_PATIENCE if new.clock.pace == "live" else PATIENCE
        until = self._house.time.now() + patience
        return await self._house.open_sought(person, new, sought, until, key)

    async def _found_before(self, person: Person, rules: ev.Rules, key: str) -> Table | None:
        """What the same request came to before its answer was lost."""
        store = self._house.store
        mine = await store.cards(Wanted(person=person.id, game=rules.game, most=MOST_RECENT))
        for card in mine:
            if await store.known(card.table, key):
                return await self._house.table(card.table)
        return None


def fits(table: Table, rules: ev.Rules, now: int) -> bool:
    """Whether people alone wait here for people alone, under just these rules."""
    late = table.until is not None and now >= table.until
    return (
        table.phase == "open" and table.rules == rules and bool(table.people) and bool(table.room)
        and not late and not table.seats_with("bot") and not table.kept
    )  # fmt: skip


def wish_of(rules: ev.Rules) -> str:
    """The same for the same rules, in whatever order their options were said."""
    told = msgspec.structs.replace(rules, options=dict(sorted(rules.options.items())))
    return derived("quick", ev.encode_rules(told).decode())
