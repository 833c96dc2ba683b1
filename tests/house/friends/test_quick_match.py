"""Quick match: who looks for the same meets, at one table, in whatever order and however many at once."""

import asyncio
import os
from collections import Counter
from functools import partial
from typing import Any

import msgspec
import pytest

from parlour.core.texts import Refused
from parlour.house.friends import records as friend_records
from parlour.house.friends.quick_match import LIVE_PATIENCE, QuickMatches, QuickMatchRequest
from parlour.house.friends.searches import GRACE, LASTS, Searches
from parlour.house.people import records as people_records
from parlour.house.people.person import Person
from parlour.house.ratings import records as rating_records
from parlour.house.ratings.records import Standing
from parlour.house.store import Put, Store, keep
from parlour.house.tables import commands
from parlour.house.tables import records as table_records
from parlour.house.tables.clocks import DAY, MINUTE, Clock
from parlour.house.tables.new_table import NewSeat, NewTable
from parlour.house.tables.records import TableQuery
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import READY_PATIENCE, Table
from tests.serving import Library, SeededEntropy, TurnedTime

pytestmark = pytest.mark.anyio

ROUNDS = 50 if os.environ.get("PARLOUR_ALL") else 2
FOUR = QuickMatchRequest(game="connect4")


class Servers:
    """Several servers on one store, and people who look for a match at any of them."""

    def __init__(self, store: Store, servers: int = 1) -> None:
        self.store, self.time = store, TurnedTime()
        self.tables = [TableRepository(store, Library(), self.time, SeededEntropy(each)) for each in range(servers)]
        self.searches = Searches(self.tables[0])
        self.quick_matches = [QuickMatches(tables) for tables in self.tables]

    async def somebody(self, name: str, *, account: bool = True) -> Person:
        person = Person(id=name, name=name.title(), since=1, password="hashed" if account else None)
        await people_records.add_person(self.store, person)
        return person

    async def find(
        self, person: Person, quick: QuickMatchRequest = FOUR, server: int = 0, key: str | None = None
    ) -> Table:
        return await self.quick_matches[server].find(person, quick, key)

    async def begin(self, table: Table, server: int = 0) -> Table:
        """All who sit there say that they are ready."""
        for person in table.people:
            table = await self.tables[server].change(table.id, partial(say_ready, person))
        return table

    async def tables_of(self, people: list[Person]) -> list[Table]:
        """As they are kept: what a house holds in memory may be older than what another has done."""
        cards = [
            card for one in people for card in await table_records.find_tables(self.store, TableQuery(person=one.id))
        ]
        fresh = TableRepository(self.store, Library(), self.time)
        return [await fresh.table(id) for id in sorted({card.table for card in cards if card.phase != "over"})]


def rated(mu: float, who: str) -> Standing:
    return Standing(who=who, game="connect4", mu=mu, sigma=1.0, games=9)


async def refused(work: Any) -> str:
    with pytest.raises(Refused) as refusal:
        await work
    return refusal.value.text.key


async def test_the_first_waits_and_the_second_begins_the_match(store: Store) -> None:
    servers = Servers(store)
    ada, bob = await servers.somebody("ada"), await servers.somebody("bob", account=False)
    waiting = await servers.find(ada)
    assert (waiting.phase, waiting.people) == ("open", ["ada"])
    match = await servers.find(bob)
    assert (match.id, match.phase, match.people) == (waiting.id, "open", ["ada", "bob"])
    assert (await servers.begin(match)).phase == "playing"


@pytest.mark.parametrize(
    "other",
    [
        QuickMatchRequest(game="connect4", clock=Clock("live", 5, 5)),
        QuickMatchRequest(game="connect4", clock=Clock("days", days=2)),
        QuickMatchRequest(game="connect4", rated=True),
        QuickMatchRequest(game="dance"),
        QuickMatchRequest(game="dance", seats=3),
        QuickMatchRequest(game="dance", options={"hand": 5}),
    ],
)
async def test_only_those_meet_who_look_for_the_same(store: Store, other: QuickMatchRequest) -> None:
    servers = Servers(store)
    ada, bob, cyd = [await servers.somebody(name) for name in ("ada", "bob", "cyd")]
    here = await servers.find(ada)
    there = await servers.find(bob, other)
    assert here.id != there.id
    assert (await servers.find(cyd, other)).id == there.id


async def test_whoever_asks_again_from_another_tab_waits_at_the_same_table(store: Store) -> None:
    servers = Servers(store)
    ada, bob = await servers.somebody("ada"), await servers.somebody("bob")
    tables = await asyncio.gather(*(servers.find(ada) for _ in range(5)))
    assert len({table.id for table in tables}) == 1
    assert (await servers.find(bob)).people == ["ada", "bob"]


@pytest.mark.parametrize("processes", [1, 3])
async def test_of_many_who_ask_at_once_at_most_one_is_left_alone(store: Store, processes: int) -> None:
    servers = Servers(store, processes)
    for number in range(ROUNDS):
        count = 7 if number % 2 else 8
        quick = QuickMatchRequest(game="connect4", clock=Clock("live", 1 + number, 5))
        people = [await servers.somebody(f"p{number}x{each}") for each in range(count)]
        asked = [person for person in people for _ in range(2)]  # each with two tabs
        await asyncio.gather(*(servers.find(one, quick, each % processes) for each, one in enumerate(asked)))
        found = await servers.tables_of(people)
        sizes = Counter((table.phase, len(table.people)) for table in found)
        # Who asks twice may be given a second match once the first has been found; nobody is alone but the last.
        assert sizes[("open", 1)] <= 1, sizes
        assert all(len(set(table.people)) == 2 for table in found if not table.room)
        for table in found:
            if table.room:
                await servers.quick_matches[0].cancel(people_by_id(people)[table.people[0]], table.id)


@pytest.mark.parametrize("processes", [1, 3])
async def test_who_asks_once_each_is_paired_without_remainder(store: Store, processes: int) -> None:
    servers = Servers(store, processes)
    for number in range(ROUNDS):
        quick = QuickMatchRequest(game="connect4", clock=Clock("live", 1 + number, 0))
        people = [await servers.somebody(f"q{number}x{each}") for each in range(8)]
        await asyncio.gather(*(servers.find(one, quick, each % processes) for each, one in enumerate(people)))
        found = await servers.tables_of(people)
        assert [(await servers.begin(table)).phase for table in found] == ["playing"] * 4
        assert sorted(who for table in found for who in table.people) == sorted(one.id for one in people)


async def test_three_seats_fill_one_table_after_the_other(store: Store) -> None:
    servers = Servers(store, 2)
    quick = QuickMatchRequest(game="dance", seats=3)
    people = [await servers.somebody(f"p{each}") for each in range(7)]
    await asyncio.gather(*(servers.find(one, quick, each % 2) for each, one in enumerate(people)))
    found = await servers.tables_of(people)
    assert sorted(len(table.people) for table in found) == [1, 3, 3]


async def test_an_answer_that_was_lost_is_given_again(store: Store) -> None:
    servers = Servers(store)
    ada, bob = await servers.somebody("ada"), await servers.somebody("bob")
    assert (await servers.find(ada, key="a 1")).id == (await servers.find(ada, key="a 1")).id
    match = await servers.find(bob, key="b 1")
    assert (await servers.begin(match)).phase == "playing"
    assert (await servers.find(bob, key="b 1")).id == match.id
    assert (await servers.find(ada, key="a 1")).id == match.id
    assert (await servers.find(bob, key="b 2")).id != match.id


async def test_of_several_who_wait_the_nearest_in_strength_is_chosen(store: Store) -> None:
    servers = Servers(store)
    quick = msgspec.structs.replace(FOUR, rated=True)
    strengths = {"weak": 15.0, "even": 26.0, "strong": 40.0}
    new = NewTable(game="connect4", seats=[NewSeat("me"), NewSeat("open")], clock=quick.clock, rated=True, ready=True)
    for name in strengths:
        await servers.tables[0].open(await servers.somebody(name), new)
    strong_too, newcomer = await servers.somebody("strong too"), await servers.somebody("newcomer")
    standings = [rated(mu, who) for who, mu in (*strengths.items(), ("strong too", 41.0))]
    assert await keep(store, *(Put(rating_records.STANDINGS, one) for one in standings))
    assert (await servers.find(strong_too, quick)).people == ["strong", "strong too"]
    assert (await servers.find(newcomer, quick)).people == ["even", "newcomer"]


async def test_whoever_is_there_comes_before_whoever_has_waited_longer(store: Store) -> None:
    servers = Servers(store)
    new = NewTable(game="connect4", seats=[NewSeat("me"), NewSeat("open")], clock=FOUR.clock, ready=True)
    for name in ("gone", "there"):
        await servers.tables[0].open(await servers.somebody(name), new)
        servers.time.at += 1000
    quick_matches = QuickMatches(servers.tables[0], lambda table: "there" in table.people)
    assert (await quick_matches.find(await servers.somebody("ada"), FOUR)).people == ["there", "ada"]
    assert (await quick_matches.find(await servers.somebody("bob"), FOUR)).people == ["gone", "bob"]


async def test_guests_do_not_look_for_what_counts(store: Store) -> None:
    servers = Servers(store)
    guest = await servers.somebody("gil", account=False)
    assert await refused(servers.find(guest, msgspec.structs.replace(FOUR, rated=True))) == "refuse.rated-guest"


async def test_bots_do_not_keep_a_seat_for_those_who_look_for_people(store: Store) -> None:
    servers = Servers(store)
    new = NewTable(
        game="dance", seats=[NewSeat("me"), NewSeat("bot"), NewSeat("open")], clock=FOUR.clock, substitutes=True,
        ready=True,
    )  # fmt: skip
    with_bot = await servers.tables[0].open(await servers.somebody("ada"), new)
    assert (
        await servers.find(await servers.somebody("bob"), QuickMatchRequest(game="dance", seats=3))
    ).id != with_bot.id


async def test_who_stops_looking_closes_the_table_and_who_was_found_loses_nothing(store: Store) -> None:
    servers = Servers(store)
    ada, bob, cyd = [await servers.somebody(name) for name in ("ada", "bob", "cyd")]
    table = await servers.find(ada)
    assert (await servers.quick_matches[0].cancel(ada, table.id)).phase == "over"
    assert (await servers.find(bob)).id != table.id
    match = await servers.begin(await servers.find(cyd))
    assert await refused(servers.quick_matches[0].cancel(bob, match.id)) == "refuse.table-started"
    assert (await servers.tables[0].table(match.id)).phase == "playing"


async def test_nobody_is_brought_to_a_table_that_has_waited_too_long(store: Store) -> None:
    servers = Servers(store)
    ada, bob = await servers.somebody("ada"), await servers.somebody("bob")
    table = await servers.find(ada)
    servers.time.at += LIVE_PATIENCE + MINUTE
    assert (await servers.find(bob)).id != table.id
    assert await servers.tables[0].run_out(servers.time.now()) == 1
    assert (await servers.tables[0].table(table.id)).phase == "over"


async def test_who_asks_again_while_the_other_is_still_to_say_that_they_are_ready_stays(store: Store) -> None:
    servers = Servers(store)
    ada, bob = await servers.somebody("ada"), await servers.somebody("bob")
    await servers.find(ada)
    found = await servers.find(bob)
    assert (await servers.find(bob)).id == found.id


async def test_a_search_of_days_begins_at_once_and_needs_nobody_at_the_page(store: Store) -> None:
    servers = Servers(store)
    ada, bob = await servers.somebody("ada"), await servers.somebody("bob")
    quick = QuickMatchRequest(game="connect4", clock=Clock("days", days=2))
    waiting = await servers.find(ada, quick)
    servers.time.at += DAY
    assert await servers.searches.end_deserted() == 0
    match = await servers.find(bob, quick)
    assert (match.id, match.phase) == (waiting.id, "playing")


# -- before the clock runs ------------------------------------------------------------------------------------


async def test_no_clock_runs_before_both_have_said_that_they_are_ready(store: Store) -> None:
    servers = Servers(store)
    ada, bob = await servers.somebody("ada"), await servers.somebody("bob")
    await servers.find(ada)
    table = await servers.find(bob)
    assert (table.phase, table.unready, table.ready_due) == ("open", [0, 1], servers.time.at + READY_PATIENCE)
    table = await servers.tables[0].change(table.id, partial(say_ready, "ada"))
    assert (table.phase, table.unready) == ("open", [1])
    again = await servers.tables[0].change(table.id, partial(say_ready, "ada"))
    assert again.position == table.position
    table = await servers.tables[0].change(table.id, partial(say_ready, "bob"))
    assert (table.phase, set(table.clocks.since.values())) == ("playing", {servers.time.at})


async def test_who_is_not_ready_in_time_gets_up_and_the_other_goes_on_looking(store: Store) -> None:
    servers = Servers(store)
    ada, bob, cyd = [await servers.somebody(name) for name in ("ada", "bob", "cyd")]
    await servers.find(ada)
    table = await servers.find(bob)
    await servers.tables[0].change(table.id, partial(say_ready, "bob"))
    servers.time.at += READY_PATIENCE
    assert await refused(servers.tables[0].change(table.id, partial(say_ready, "ada"))) == "refuse.ready-late"
    assert await servers.tables[0].run_out(servers.time.now()) == 1
    after = await servers.tables[0].table(table.id)
    assert (after.phase, after.people, after.host, after.ready) == ("open", ["bob"], "bob", frozenset())
    await servers.searches.still_there(table.id, "bob", "a process")
    assert (await servers.find(cyd)).people == ["cyd", "bob"]


async def test_if_nobody_is_ready_the_table_is_closed(store: Store) -> None:
    servers = Servers(store)
    await servers.find(await servers.somebody("ada"))
    table = await servers.find(await servers.somebody("bob"))
    servers.time.at += READY_PATIENCE
    await servers.tables[0].run_out(servers.time.now())
    assert ((await servers.tables[0].table(table.id)).phase) == "over"


async def test_nobody_is_ready_before_all_have_sat_down_and_nobody_who_does_not_sit_there(store: Store) -> None:
    servers = Servers(store)
    table = await servers.find(await servers.somebody("ada"))
    assert await refused(servers.tables[0].change(table.id, partial(say_ready, "ada"))) == "refuse.ready-early"
    assert await refused(servers.tables[0].change(table.id, partial(say_ready, "bob"))) == "refuse.sits-not"


async def test_who_was_ready_and_goes_has_to_say_it_again(store: Store) -> None:
    servers = Servers(store)
    await servers.find(await servers.somebody("ada"))
    table = await servers.find(await servers.somebody("bob"))
    await servers.tables[0].change(table.id, partial(say_ready, "ada"))
    gone = await servers.tables[0].change(table.id, lambda t, now: commands.withdraw_ready(t, now, "ada"))
    assert gone.unready == [0, 1]
    assert (await servers.tables[0].change(table.id, partial(say_ready, "bob"))).phase == "open"


# -- a live search ends with its page -------------------------------------------------------------------------


async def test_a_page_that_never_comes_ends_the_search(store: Store) -> None:
    servers = Servers(store)
    table = await servers.find(await servers.somebody("ada"))
    servers.time.at += LASTS - 1
    assert await servers.searches.end_deserted() == 0
    servers.time.at += 1
    assert await servers.searches.end_deserted() == 1
    assert (await servers.tables[0].table(table.id)).phase == "over"


async def test_of_two_pages_at_two_processes_the_one_that_stays_keeps_the_search(store: Store) -> None:
    servers = Servers(store)
    table = await servers.find(await servers.somebody("ada"))
    for process in ("one", "two"):
        assert await servers.searches.still_there(table.id, "ada", process)
    await servers.searches.left(table.id, "ada", "one")
    servers.time.at += GRACE
    assert await servers.searches.end_deserted() == 0
    await servers.searches.left(table.id, "ada", "two")
    servers.time.at += GRACE
    assert await servers.searches.end_deserted() == 1
    assert (await servers.tables[0].table(table.id)).phase == "over"


async def test_nobody_is_brought_to_somebody_whose_page_is_gone(store: Store) -> None:
    servers = Servers(store)
    ada, bob = await servers.somebody("ada"), await servers.somebody("bob")
    table = await servers.find(ada)
    servers.time.at += LASTS
    assert (await servers.find(bob)).id != table.id


async def test_what_has_begun_does_not_end_with_a_page(store: Store) -> None:
    servers = Servers(store)
    await servers.find(await servers.somebody("ada"))
    table = await servers.begin(await servers.find(await servers.somebody("bob")))
    servers.time.at += LASTS
    await servers.searches.end_deserted()
    assert (await servers.tables[0].table(table.id)).phase == "playing"
    assert await friend_records.searches_at(store, table.id) == []


def say_ready(person: str, table: Table, now: int) -> Any:
    return commands.say_ready(table, now, person)


def people_by_id(people: list[Person]) -> dict[str, Person]:
    return {one.id: one for one in people}
