"""A live search ends with its page. As long as somebody who looks for a match is at the table where they wait, a
process of the house says so, in a record that runs out: a page that is closed, a lost line and a process that was
killed are one case. What counts is what the store has; no process asks another.
"""

import logging

from parlour.core.texts import Refused
from parlour.house.friends import records as friend_records
from parlour.house.friends.records import SEARCHES, Search
from parlour.house.store import Change, Put, Remove, keep
from parlour.house.tables import commands
from parlour.house.tables.clocks import SECOND
from parlour.house.tables.commands import TableChange
from parlour.house.tables.events import TableRules
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import Table

LASTS = 30 * SECOND  # since it was last said, by a process that may have been killed since
RENEWED = 10 * SECOND  # how often it is
GRACE = 6 * SECOND  # for a page that is loaded again
FIRST = ""  # whoever has just begun to look: no process has seen the page yet

log = logging.getLogger("parlour.friends")


class Searches:
    def __init__(self, tables: TableRepository) -> None:
        self._tables = tables

    def begun(self, table: str, person: str) -> Change:
        """To be kept with the seat: the page is about to come."""
        return Put(SEARCHES, self._search(table, person, FIRST, LASTS))

    def begun_at(self, table: str, rules: TableRules, person: str) -> list[Change]:
        """The same for whoever opens a table that strangers find, or sits down at it, other than by quick match: it is
        not listed for longer than its page is open. A private one waits for whom its link was sent to; one that takes
        days waits, too."""
        return [self.begun(table, person)] if rules.ready and rules.listed else []

    async def still_there(self, table: str, person: str, holder: str, lasts: int = LASTS) -> bool:
        """A process knows that the page is there. False: this person looks for nothing at this table."""
        known = await self._of(table, person)
        if not known:
            return False
        first = [Remove(SEARCHES, (table, person, FIRST))] if holder != FIRST else []
        return await keep(self._tables.store, *first, Put(SEARCHES, self._search(table, person, holder, lasts)))

    async def left(self, table: str, person: str, holder: str) -> None:
        """The page is gone, as far as this process knows; it may come back in a moment."""
        for known in await self._of(table, person):
            if known.holder == holder:
                await keep(
                    self._tables.store, Put(SEARCHES, self._search(table, person, holder, GRACE), known)
                )  # fmt: skip

    async def is_deserted(self, table: Table) -> bool:
        """Whether somebody who looked for a match here is gone."""
        now = self._tables.time.now()
        searches = await friend_records.searches_at(self._tables.store, table.id)
        here = {one.person for one in searches if one.until > now}
        return any(one.person not in here for one in searches if one.person in table.people)

    async def end_deserted(self) -> int:
        """End the searches whose pages are gone; answers how many. Harmless if several processes do it at once."""
        now, ended = self._tables.time.now(), 0
        for search in await friend_records.searches_until(self._tables.store, now):
            others = await self._of(search.table, search.person)
            if any(one.until > now for one in others):
                await keep(self._tables.store, Remove(SEARCHES, SEARCHES.key_of(search), search))
                continue
            try:
                await self._end(search)
            except Refused as refusal:  # its game is not ready yet: the search is looked at again
                log.info("the search at table %s cannot be ended: %s", search.table, refusal)
                continue
            ended += await keep(self._tables.store, Remove(SEARCHES, SEARCHES.key_of(search), search))
        return ended

    async def _end(self, search: Search) -> None:
        def leave(table: Table, now: int) -> TableChange | None:
            if table.phase != "open" or not table.seats_of(search.person):
                return None  # it has begun, or they have got up themselves
            return commands.leave(table, now, self._tables.uptimes, search.person)

        await self._tables.change(search.table, leave)

    async def _of(self, table: str, person: str) -> list[Search]:
        return [one for one in await friend_records.searches_at(self._tables.store, table) if one.person == person]

    def _search(self, table: str, person: str, holder: str, lasts: int) -> Search:
        return Search(table=table, person=person, holder=holder, until=self._tables.time.now() + lasts)
