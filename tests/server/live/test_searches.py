"""A live search and its page: people who close theirs at every moment, at two servers on one store. Nobody sits across
from somebody who is gone for longer than it takes to say "ready"."""

import os
from contextlib import suppress
from random import Random
from typing import Any, cast

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
from parlour.house.tables.new_table import NewSeat, NewTable
from parlour.house.tables.records import TableQuery
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import READY_PATIENCE, Table
from parlour.server.live.hub import Follower, Hub
from parlour.server.live.search_watch import SearchWatch
from parlour.server.tables.service import TableService
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
    time, began, ended, longest = TurnedTime(), 0, 0, 0
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
                longest = max(longest, check(table, pages, time.at, begun_at))
        found = await tables_of(store, time, pages)
        began += len(begun_at)
        ended += sum(table.phase == "over" for table in found)
    assert began >= ROUNDS // 4, "matches are found"
    assert ended >= ROUNDS // 2, "searches end"
    print(f"{ROUNDS} rounds: {began} matches; across from somebody gone {longest / SECOND:.0f} s at the longest")


def check(table: Table, pages: list[Page], now: int, begun_at: dict[str, int]) -> int:
    """For how long somebody sits here across from somebody who is gone."""
    longest = 0
    gone = {page.person.id: page.gone for page in pages if page.gone is not None}
    if table.phase == "open" and len(table.people) > 1:
        for person in table.people:
            alone = max(gone.get(person, now), table.seated_at)  # since when the other sits across from nobody
            longest = max(longest, now - alone)
            assert longest <= READY_PATIENCE + SLACK, (table.id, person)
    if table.phase == "playing" and table.id not in begun_at:
        begun_at[table.id] = now
        for person in table.people:
            assert gone.get(person, now) >= now - SECOND, "a clock runs against somebody who was gone before"
    return longest


WAITS = {
    "for strangers": ({"listed": True, "ready": True}, True),
    "for a friend who has the link": ({"listed": False, "ready": True}, False),
    "for days": ({"listed": True, "ready": True, "clock": Clock("days", days=3)}, False),
}


@pytest.mark.parametrize(("how", "ends"), WAITS.values(), ids=WAITS)
async def test_a_table_that_strangers_find_ends_with_its_page(store: Store, how: dict[str, Any], ends: bool) -> None:
    time, nobody = TurnedTime(), cast(Any, None)
    server = Server(store, time, 1)
    service = TableService(server.tables, nobody, nobody, nobody, nobody)
    person = Person(id="ada", name="Ada", since=1, password="hashed")
    assert await people_records.add_person(store, person)
    asked = {"clock": Clock("live", 5, 3), **how}
    table = await service.open(
        person, NewTable(game="connect4", seats=[NewSeat("me"), NewSeat("open")], **asked), None
    )  # fmt: skip
    page = Follower(table, 0, 0, lambda _: None)
    server.hub.follow(page)
    server.watch.came(table, person.id)

    async def pass_by(seconds: int) -> Table:
        for _ in range(seconds):
            await server.watch.settle()  # what a page has begun takes less than the seconds that pass here at once
            time.at += SECOND
            await server.watch.look()
        await server.watch.settle()
        return await server.tables.table(table.id)

    assert (await pass_by(60)).phase == "open", "as long as the page is there"
    server.hub.leave(page)
    assert (await pass_by(3)).phase == "open", "a page that is loaded again finds it"
    assert (await pass_by(10)).phase == ("over" if ends else "open")
    listed = await table_records.find_tables(store, TableQuery(phase="open", listed=True))
    assert bool(listed) == (asked["listed"] and not ends)


async def tables_of(store: Store, time: TurnedTime, pages: list[Page]) -> list[Table]:
    """As they are kept."""
    fresh, ids = TableRepository(store, Library(), time), set()
    for page in pages:
        ids |= {one.table for one in await table_records.find_tables(store, TableQuery(person=page.person.id))}
        if page.table is not None:
            ids.add(page.table)
    return [await fresh.table(id) for id in sorted(ids)]
