"""Whom people follow, and the tables at which those meet who look for the same."""

import asyncio

from parlour.house.friends_ports import Sought
from parlour.house.ports import Appended, Conflict, Outcome, Store, Unit, Wanted
from tests.store.contract.cards import put
from tests.store.things import account, card, guest


async def names(store: Store, person: str) -> list[str]:
    return [one.name for one in await store.followed_by(person)]


async def some_people(store: Store) -> None:
    for each in (account("ann", "Ann"), account("bob", "bob"), account("cid", "Cid"), guest("gil")):
        await store.add_person(each)


class Following:
    async def test_a_list_is_ones_own_and_in_the_order_of_names(self, store: Store) -> None:
        await some_people(store)
        for other in ("cid", "ann", "bob"):
            assert await store.follow("gil", other, 5, 9)
        assert await names(store, "gil") == ["Ann", "bob", "Cid"]
        assert await names(store, "ann") == []
        assert (await store.follows("gil", "ann"), await store.follows("ann", "gil")) == (True, False)
        assert (await store.followed_by("gil"))[0].since == 5

    async def test_only_accounts_are_followed_and_nobody_who_is_not_there(self, store: Store) -> None:
        await some_people(store)
        assert not await store.follow("ann", "gil", 1, 9)
        assert not await store.follow("ann", "zoe", 1, 9)
        assert not await store.follow("zoe", "ann", 1, 9)

    async def test_there_is_a_limit_and_following_again_changes_nothing(self, store: Store) -> None:
        await some_people(store)
        assert await store.follow("ann", "bob", 1, 1)
        assert await store.follow("ann", "bob", 7, 1)
        assert not await store.follow("ann", "cid", 1, 1)
        assert [one.since for one in await store.followed_by("ann")] == [1]
        await store.unfollow("ann", "bob")
        assert await store.follow("ann", "cid", 1, 1)
        assert await names(store, "ann") == ["Cid"]

    async def test_who_goes_is_followed_by_nobody_and_follows_nobody(self, store: Store) -> None:
        await some_people(store)
        await store.follow("ann", "bob", 1, 9)
        await store.follow("bob", "cid", 1, 9)
        await store.remove_person("bob")
        assert await store.person("bob") is None
        assert (await names(store, "ann"), await names(store, "bob")) == ([], [])

    async def test_tables_are_found_by_who_follows_those_who_sit_there(self, store: Store) -> None:
        await some_people(store)
        await store.follow("ann", "bob", 1, 9)
        await put(store, card("t", people=("bob", "cid")), card("u", people=("ann",)), card("v", people=("cid",)))
        assert [each.table for each in await store.cards(Wanted(followed_by="ann"))] == ["t"]
        assert await store.cards(Wanted(followed_by="bob")) == []


def opening(table: str, before: str | None, wish: str = "four") -> Unit:
    sought = Sought(wish=wish, before=before)
    return Unit(stream=table, expected=0, events=[b"opened"], card=card(table, phase="open"), sought=sought)


class Seeking:
    async def test_a_table_that_is_looked_for_is_the_last_that_was_opened(self, store: Store) -> None:
        assert await store.sought("four") is None
        assert await store.append(opening("t", None)) == Appended(1)
        assert (await store.sought("four"), await store.sought("five")) == ("t", None)
        assert await store.append(opening("u", "t")) == Appended(1)
        assert await store.sought("four") == "u"

    async def test_who_does_not_know_the_last_one_opens_none(self, store: Store) -> None:
        await store.append(opening("t", None))
        for before in (None, "s"):
            assert await store.append(opening("u", before)) == Conflict(0)
        assert (await store.read("u"), await store.card("u"), await store.sought("four")) == ([], None, "t")

    async def test_of_many_who_open_at_once_exactly_one_does(self, store: Store) -> None:
        last: str | None = None
        for number in range(10):
            units = [opening(f"t{number}x{each}", last) for each in range(12)]
            outcomes: list[Outcome] = await asyncio.gather(*map(store.append, units))
            [winner] = [unit.stream for unit, one in zip(units, outcomes, strict=True) if one == Appended(1)]
            assert outcomes.count(Conflict(0)) == len(units) - 1
            last = await store.sought("four")
            assert last == winner
            assert [bool(await store.read(unit.stream)) for unit in units].count(True) == 1
