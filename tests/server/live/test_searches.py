"""A live search and its page: people who close theirs at every moment, at two servers on one store. Nobody sits across
from somebody who is gone for longer than it takes to say "ready"."""

import os
from contextlib import suppress
from random import Random

import pytest

from parlour.core.texts import Refused
from parlour.house.friends.quick_match import QuickMatches, QuickMatchRequest
from parlour.house.friends.searches import Searches
from parlour.house.people import records as people_records
from parlour.house.people.person import Person
from parlour.house.store import Store
from parlour.house.tables import commands
from parlour.house.tables import records as table_records
from parlour.house.tables.clocks import SECOND, Clock
from parlour.house.tables.records import TableQuery
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import READY_PATIENCE, Table
from parlour.server.live.hub import Follower, Hub
from parlour.server.live.search_watch import SearchWatch
from tests.serving import Library, SeededEntropy, TurnedTime

pytestmark = pytest.mark.anyio

ROUNDS = 50 if os.environ.get("PARLOUR_ALL") else 4
PEOPLE = 6
SECONDS = 60
SLACK = 3 * SECOND  # between two looks of the house


class Server:
    def __init__(self, store: Store, time: TurnedTime, number: int) -> None:
        self.tables = TableRepository(store, Library(), time, SeededEntropy(number))
        self.hub = Hub(self.tables)
        self.watch = SearchWatch(self.tables, self.hub, Searches(self.tables))
        self.quick_matches = QuickMatches(self.tables)

    def forget(self) -> None:
        """As if news of what the other has written had come."""
        self.tables._held.clear()


class Page:
    """Somebody who looks for a match, and does what the page does; closed at a second that is drawn."""

    def __init__(self, person: Person, server: Server, lot: Random) -> None:
        self.person, self.server = person, server
        self.asks_at = lot.randrange(20)
        self.slow = lot.randrange(5)  # seconds to reach the button
        self.closes_at = lot.choice([self.asks_at, self.asks_at + lot.randrange(30), self.asks_at + 2, 10**6])
        self.reloads_at = lot.choice([self.asks_at + 1, self.asks_at + lot.randrange(30), 10**6])
        self.table: str | None = None
        self.asked_since: int | None = None
        self.follower: Follower | None = None
        self.gone: int | None = None  # since when

    async def live(self, second: int, now: int, quick: QuickMatchRequest) -> None:
        if self.gone is not None:
            return
        if second == self.asks_at:
            self.table = (await self.server.quick_matches.find(self.person, quick)).id
        if second >= self.closes_at:
            self.gone = now
            self._close()
            return
        if self.table is None:
            return
        if second == self.reloads_at:
            self._close()
            return
        table = await self.server.tables.table(self.table)
        seats = table.seats_of(self.person.id)
        if self.follower is None and seats:
            self.follower = Follower(table, seats[0], 0, lambda _: None)
            self.server.hub.follow(self.follower)
            self.server.watch.came(table, self.person.id)
        if not seats or seats[0] not in table.unready:
            self.asked_since = None
        elif self.asked_since is None:
            self.asked_since = second
        elif second - self.asked_since >= self.slow:
            with suppress(Refused):
                await self.server.tables.change(table.id, lambda t, at: commands.say_ready(t, at, self.person.id))

    def _close(self) -> None:
        if self.follower is not None:
            self.server.hub.leave(self.follower)
            self.follower = None


async def test_nobody_sits_across_from_somebody_who_is_gone(store: Store) -> None:
    time, began, ended = TurnedTime(), 0, 0
    for number in range(ROUNDS):
        lot = Random(number)
        servers = [Server(store, time, 10 * number + each) for each in range(2)]
        quick = QuickMatchRequest(game="connect4", clock=Clock("live", 1 + number, 5))
        pages = []
        for each in range(PEOPLE):
            person = Person(id=f"p{number}x{each}", name=f"P{number}x{each}", since=1, password="hashed")
            assert await people_records.add_person(store, person)
            pages.append(Page(person, lot.choice(servers), lot))
        begun_at: dict[str, int] = {}
        for second in range(SECONDS):
            time.at += SECOND
            for page in lot.sample(pages, len(pages)):
                await page.live(second, time.at, quick)
                for server in servers:
                    await server.watch.settle()
            for server in servers:
                server.forget()
                await server.watch.look()
                await server.tables.run_out(time.now())
            for table in await tables_of(store, time, pages):
                check(table, pages, time.at, begun_at)
        found = await tables_of(store, time, pages)
        began += len(begun_at)
        ended += sum(table.phase == "over" for table in found)
    assert began >= ROUNDS // 4, "matches are found"
    assert ended >= ROUNDS // 2, "searches end"


def check(table: Table, pages: list[Page], now: int, begun_at: dict[str, int]) -> None:
    gone = {page.person.id: page.gone for page in pages if page.gone is not None}
    if table.phase == "open" and len(table.people) > 1:
        for person in table.people:
            alone = max(gone.get(person, now), table.seated_at)  # since when the other sits across from nobody
            assert now - alone <= READY_PATIENCE + SLACK, (table.id, person)
    if table.phase == "playing" and table.id not in begun_at:
        begun_at[table.id] = now
        for person in table.people:
            assert gone.get(person, now) >= now - SECOND, "a clock runs against somebody who was gone before"


async def tables_of(store: Store, time: TurnedTime, pages: list[Page]) -> list[Table]:
    """As they are kept."""
    fresh, ids = TableRepository(store, Library(), time), set()
    for page in pages:
        ids |= {one.table for one in await table_records.find_tables(store, TableQuery(person=page.person.id))}
        if page.table is not None:
            ids.add(page.table)
    return [await fresh.table(id) for id in sorted(ids)]
