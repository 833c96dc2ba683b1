"""Whose page is at the table where they look for a match, as this process sees it."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from parlour.core.texts import Refused
from parlour.house import background
from parlour.house.friends.searches import LASTS, RENEWED, Searches
from parlour.house.tables import commands
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import Table
from parlour.server.live.hub import Follower, Hub

LOOKS = 2.0  # seconds between two looks for searches whose pages are gone

log = logging.getLogger("parlour.friends")


class SearchWatch:
    def __init__(
        self, tables: TableRepository, hub: Hub, searches: Searches, holder: str = "", lasts: int = LASTS
    ) -> None:
        self._tables, self._hub, self._searches = tables, hub, searches
        self._holder = holder or tables.entropy.word()  # this process, or all that keep their sockets in one place
        self._lasts = lasts  # since a page was last heard of
        self._seen: dict[tuple[str, str], int] = {}  # table and person: when the store was last told
        self._work: set[asyncio.Task[None]] = set()
        self._task: asyncio.Task[None] | None = None
        self._since = 0
        hub.leavers.append(self._left)

    async def start(self) -> None:
        self._since = self._tables.time.now()
        self._task = asyncio.create_task(background.forever(self._look, log, "the search watch"))

    async def stop(self) -> None:
        await background.cancel(self._task, *self._work)

    def came(self, table: Table, person: str | None) -> None:
        """Somebody looks at a table, by socket or by HTTP."""
        if person is not None and is_asked(table) and person in table.people:
            now, key = self._tables.time.now(), (table.id, person)
            if now - self._seen.get(key, 0) >= RENEWED:
                self._seen[key] = now
                self._do(self._renew(*key))

    async def look(self) -> None:
        """Say of those who are here that they are, and end what nobody is at any more."""
        now = self._tables.time.now()
        for key, said in tuple(self._seen.items()):
            if now - said < RENEWED:
                continue
            table, person = await self._tables.table(key[0]), key[1]
            if is_asked(table) and person in table.people and self._is_here(table, person):
                self._seen[key] = now
                await self._renew(*key)
            else:
                self._seen.pop(key, None)
        if now - self._since >= LASTS:  # after a restart pages need a moment to come back
            await self._searches.end_deserted()

    async def gone(self, table: Table, person: str) -> None:
        """The last page is gone that this person had at a table."""
        if is_asked(table) and person in table.people:
            self._seen.pop((table.id, person), None)
            await self._attempt(self._gone(table.id, person))

    async def settle(self) -> None:
        """Until all that was begun is done."""
        while self._work:
            await asyncio.gather(*self._work, return_exceptions=True)

    async def _look(self) -> None:
        await self.look()
        await asyncio.sleep(LOOKS)

    def _left(self, follower: Follower) -> None:
        table, seat = follower.latest, follower.viewer
        if seat is None or not is_asked(table):
            return
        person = table.sitters[seat].person
        if person is not None and not self._is_here(table, person):
            self._seen.pop((table.id, person), None)
            self._do(self._gone(table.id, person))

    def _is_here(self, table: Table, person: str) -> bool:
        return self._hub.is_followed(table.id, table.seats_of(person))

    async def _renew(self, table: str, person: str) -> None:
        if not await self._searches.still_there(table, person, self._holder, self._lasts):
            self._seen.pop((table, person), None)

    async def _gone(self, table: str, person: str) -> None:
        """Who has said that they are ready, and goes, is not: nobody's clock begins to run against an empty chair."""
        await self._searches.left(table, person, self._holder)
        await self._tables.change(table, lambda at, now: commands.withdraw_ready(at, now, person))

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(self._attempt(work))
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def _attempt(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Refused as refusal:  # what was not written down runs out by itself
            log.info("that somebody is at a table could not be written down: %s", refusal)


def is_asked(table: Table) -> bool:
    """Whether it matters who is there: people are to say that they are ready before it begins."""
    return table.phase == "open" and table.rules.ready
