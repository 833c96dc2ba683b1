"""Whom people follow, and the tables at which those meet who look for the same."""

import asyncio

from parlour.house.friends import records as friend_records
from parlour.house.friends.records import Sought, sought_change
from parlour.house.people import records as people_records
from parlour.house.people import removal
from parlour.house.store import Appended, Conflict, Outcome, Put, Store, Unit
from parlour.house.tables import records as table_records
from parlour.house.tables.records import TABLES
from tests.store.contract.tables import found, put
from tests.store.things import account, guest, summary


async def names(store: Store, person: str) -> list[str]:
    return [one.name for one in await friend_records.followed_by(store, person)]


async def some_people(store: Store) -> None:
    for each in (account("ann", "Ann"), account("bob", "bob"), account("cid", "Cid"), guest("gil")):
        await people_records.add_person(store, each)


class Following:
    async def test_a_list_is_ones_own_and_in_the_order_of_names(self, store: Store) -> None:
        await some_people(store)
        for other in ("cid", "ann", "bob"):
            assert await friend_records.follow(store, "gil", other, 5, 9)
        assert await names(store, "gil") == ["Ann", "bob", "Cid"]
        assert await names(store, "ann") == []
        assert (
            await friend_records.follows(store, "gil", "ann"),
            await friend_records.follows(store, "ann", "gil"),
        ) == (True, False)
        assert (await friend_records.followed_by(store, "gil"))[0].since == 5

    async def test_only_accounts_are_followed_and_nobody_who_is_not_there(self, store: Store) -> None:
        await some_people(store)
        assert not await friend_records.follow(store, "ann", "gil", 1, 9)
        assert not await friend_records.follow(store, "ann", "zoe", 1, 9)
        assert not await friend_records.follow(store, "zoe", "ann", 1, 9)

    async def test_there_is_a_limit_and_following_again_changes_nothing(self, store: Store) -> None:
        await some_people(store)
        assert await friend_records.follow(store, "ann", "bob", 1, 1)
        assert await friend_records.follow(store, "ann", "bob", 7, 1)
        assert not await friend_records.follow(store, "ann", "cid", 1, 1)
        assert [one.since for one in await friend_records.followed_by(store, "ann")] == [1]
        await friend_records.unfollow(store, "ann", "bob")
        assert await friend_records.follow(store, "ann", "cid", 1, 1)
        assert await names(store, "ann") == ["Cid"]

    async def test_who_goes_is_followed_by_nobody_and_follows_nobody(self, store: Store) -> None:
        await some_people(store)
        await friend_records.follow(store, "ann", "bob", 1, 9)
        await friend_records.follow(store, "bob", "cid", 1, 9)
        await removal.remove_person(store, "bob")
        assert await people_records.get_person(store, "bob") is None
        assert (await names(store, "ann"), await names(store, "bob")) == ([], [])

    async def test_tables_are_found_by_who_follows_those_who_sit_there(self, store: Store) -> None:
        await some_people(store)
        await friend_records.follow(store, "ann", "bob", 1, 9)
        for table, people in (("t", ("bob", "cid")), ("u", ("ann",)), ("v", ("cid",)), ("w", ("bob", "cid", "dan"))):
            await put(store, summary(table, people=people, phase="over" if table == "w" else "playing"))
        assert await found(store, followed_by="ann") == "tw"
        assert await found(store, followed_by="ann", phase="playing") == "t"
        assert await found(store, followed_by="ann", person="dan") == "w"
        assert await found(store, followed_by="bob") == await found(store, followed_by="bob", person="cid") == ""
        await friend_records.follow(store, "ann", "cid", 1, 9)
        assert await found(store, followed_by="ann", most=2) == "tv", "a table of two whom one follows is there once"


def opening(table: str, before: str | None, wish: str = "four") -> Unit:
    last = None if before is None else Sought(wish=wish, table=before)
    changes = [Put(TABLES, summary(table, phase="open")), sought_change(wish, table, last)]
    return Unit(stream=table, expected=0, events=[b"opened"], changes=changes)


async def last(store: Store, wish: str) -> str | None:
    sought = await friend_records.last_sought(store, wish)
    return None if sought is None else sought.table


class QuickMatch:
    async def test_a_table_that_is_looked_for_is_the_last_that_was_opened(self, store: Store) -> None:
        assert await last(store, "four") is None
        assert await store.commit(opening("t", None)) == Appended(1)
        assert (await last(store, "four"), await last(store, "five")) == ("t", None)
        assert await store.commit(opening("u", "t")) == Appended(1)
        assert await last(store, "four") == "u"

    async def test_who_does_not_know_the_last_one_opens_none(self, store: Store) -> None:
        await store.commit(opening("t", None))
        for before in (None, "s"):
            assert await store.commit(opening("u", before)) == Conflict(0)
        assert (
            await store.read("u"),
            await table_records.table_summary(store, "u"),
            await last(store, "four"),
        ) == ([], None, "t")

    async def test_of_many_who_open_at_once_exactly_one_does(self, store: Store) -> None:
        before: str | None = None
        for number in range(10):
            units = [opening(f"t{number}x{each}", before) for each in range(12)]
            outcomes: list[Outcome] = await asyncio.gather(*map(store.commit, units))
            [winner] = [unit.stream for unit, one in zip(units, outcomes, strict=True) if one == Appended(1)]
            assert outcomes.count(Conflict(0)) == len(units) - 1
            before = await last(store, "four")
            assert before == winner
            assert [bool(await store.read(unit.stream)) for unit in units].count(True) == 1
