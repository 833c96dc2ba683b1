"""Presence: which players look at a table now: they follow it over a socket, or have just asked for it over HTTP.

It is known so that nobody gets a letter about what they see, and so that a player who was written to is written to
again only after having been there.
"""

import asyncio
import logging
from collections import OrderedDict

from parlour.core.texts import Refused
from parlour.house.live import records as live_records
from parlour.house.mail import records as mail_records
from parlour.house.mail.notices import turn_thread
from parlour.house.news import LookNews
from parlour.house.tables.clocks import MINUTE
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import Table
from parlour.server.live.hub import Hub
from parlour.server.live.search_watch import SearchWatch

JUST_NOW = MINUTE  # who asked for a table that long ago still looks at it
MOST_REMEMBERED = 10_000

log = logging.getLogger("parlour.mail")


class Presence:
    def __init__(self, tables: TableRepository, hub: Hub, searches: SearchWatch, kept: bool = False) -> None:
        self._tables, self._hub, self._searches = tables, hub, searches
        self._kept = kept  # sockets are written down, and held nowhere
        self._seen: OrderedDict[tuple[str, str], int] = OrderedDict()
        self._writing: set[asyncio.Task[None]] = set()
        hub.comers.append(self._sits_there)

    async def looks(self, table: Table, person: str) -> bool:
        seen = self._seen.get((table.id, person))
        if seen is not None and self._tables.time.now() - seen < JUST_NOW:
            return True
        return await self._follows(table, person)

    async def gone(self, table: str, person: str) -> None:
        """A socket that was written down is gone, by which this person followed a table from a seat."""
        at = await self._tables.table(table)
        if not await self._follows(at, person):
            await self._searches.gone(at, person)

    async def _follows(self, table: Table, person: str) -> bool:
        seats = table.seats_of(person)
        if self._hub.is_followed(table.id, seats):
            return True
        return self._kept and await live_records.follows_from(
            self._tables.store, table.id, seats, self._tables.time.now()
        )

    def waits(self, table: Table) -> bool:
        """Whether somebody who sits at a table looks at it now, as far as this server knows."""
        return self._hub.is_followed(table.id, table.seats_with("person"))

    def came(self, table: Table, person: str | None) -> None:
        """Somebody looks at a table. It matters where they look for a match, and where letters are written about it, to
        those who sit there."""
        self._searches.came(table, person)
        told = table.rules.clock.pace == "days" or table.rules.tournament is not None
        if person is None or not told or person not in table.people:
            return
        now, before = self._tables.time.now(), self._seen.get((table.id, person))
        self.saw(table.id, person)
        if before is None or now - before >= JUST_NOW:  # else no letter can have been sent since it was written down
            self._tables.news.tell(LookNews(table.id, person))
            task = asyncio.create_task(self._write_down(turn_thread(table.id, person)))
            self._writing.add(task)
            task.add_done_callback(self._writing.discard)

    def saw(self, table: str, person: str) -> None:
        """Here, or at another process."""
        key = table, person
        self._seen[key] = self._tables.time.now()
        self._seen.move_to_end(key)
        if len(self._seen) > MOST_REMEMBERED:
            self._seen.popitem(last=False)

    async def close(self) -> None:
        await asyncio.gather(*self._writing, return_exceptions=True)

    def _sits_there(self, table: Table, seat: int) -> None:
        self.came(table, table.sitters[seat].person)

    async def _write_down(self, thread: str) -> None:
        try:
            await mail_records.been_there(self._tables.store, thread)
        except Refused as why:  # at worst a letter too many, or one too few
            log.info("that somebody was at a table could not be written down: %s", why)
