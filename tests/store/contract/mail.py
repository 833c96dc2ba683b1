"""The outbox, addresses, links that work once, and what somebody does not want."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from parlour.house.mail_ports import Address, Link, Notice, Waiting
from parlour.house.ports import Appended, Conflict, Repeated, Store, Unit
from tests.store.things import account, card


def notice(key: str, **fields: Any) -> Notice:
    plain: dict[str, Any] = {"kind": "turn", "at": 1, "due": 5, "until": 1000, "body": b"what"}
    return Notice(key=key, **{**plain, **fields})


def link(hash: str, **fields: Any) -> Link:
    return Link(hash=hash, **{"kind": "reset", "person": "ada", "until": 100, **fields})


async def with_ada(store: Store, address: str = "Ada@example.org") -> None:
    """An account with a confirmed address."""
    await store.add_person(account("ada", "Ada"))
    await store.want_address("ada", address)
    await store.add_link(link("h", kind="confirm", address=address))
    assert await store.take_link("h", 1) is not None


async def drained(store: Store) -> list[str]:
    keys = []
    while (waits := await store.due_notice(10**6)) is not None:
        keys.append(waits.key)
        await store.end_notice(waits.key, "sent", 1)
    return keys


class Outbox:
    async def test_a_notice_is_kept_with_the_event_that_it_tells_of_or_not_at_all(self, store: Store) -> None:
        unit = Unit(stream="t", expected=0, events=[b"a"], key="k", card=card("t"), notices=[notice("n", due=7)])
        assert await store.append(unit) == Appended(1)
        assert await store.due_notice(6) is None
        assert await store.due_notice(7) == notice("n", due=7)
        late = Unit(stream="t", expected=0, events=[b"b"], notices=[notice("lost", due=1)])
        assert await store.append(late) == Conflict(1)
        again = Unit(stream="t", expected=1, events=[b"b"], key="k", notices=[notice("again", due=1)])
        assert await store.append(again) == Repeated(1, 1)
        assert await store.due_notice(7) == notice("n", due=7)

    async def test_how_much_waits_and_since_when(self, store: Store) -> None:
        assert await store.outbox() == Waiting(0, None)
        for key, at in (("a", 7), ("b", 3), ("c", 5)):
            await store.put_notice(notice(key, at=at))
        await store.begin_sending("c")
        assert await store.outbox() == Waiting(3, 3)
        await store.end_notice("b", "sent", 9)
        assert await store.outbox() == Waiting(2, 5)

    async def test_who_has_another_address_or_password_is_told_in_the_same_unit_or_not_at_all(
        self, store: Store
    ) -> None:
        await with_ada(store)
        await store.want_address("ada", "new@example.org")
        await store.add_link(link("n", kind="confirm", address="new@example.org"))
        assert await store.take_link("n", 100, notice("late")) is None
        await store.add_link(link("m", kind="confirm", address="other@example.org"))
        assert await store.take_link("m", 1, notice("another")) is None
        await store.add_link(link("n", kind="confirm", address="new@example.org"))
        assert await store.take_link("n", 1, notice("changed", due=1)) is not None
        ada = await store.person("ada")
        assert ada is not None
        assert not await store.change_person(replace(ada, version=9), notice("stale"))
        assert await store.change_person(replace(ada, password="new"), notice("password", due=2))
        await store.forget_address("ada", notice("gone", due=3))
        assert await drained(store) == ["changed", "password", "gone"]

    async def test_of_one_key_there_is_one(self, store: Store) -> None:
        assert await store.put_notice(notice("n", body=b"first"))
        assert not await store.put_notice(notice("n", body=b"second", due=1))
        await store.append(Unit(stream="t", expected=0, events=[b"a"], notices=[notice("n", body=b"third", due=1)]))
        kept = await store.due_notice(9)
        assert kept is not None
        assert kept.body == b"first"
        await store.end_notice("n", "sent", 10)
        assert not await store.put_notice(notice("n"))

    async def test_to_a_person_without_a_confirmed_address_nothing_is_kept(self, store: Store) -> None:
        await store.add_person(account("ada", "Ada"))
        assert not await store.put_notice(notice("n", person="ada"))
        await store.want_address("ada", "ada@example.org")
        assert not await store.put_notice(notice("n", person="ada"))
        await store.add_link(link("h", kind="confirm", address="ada@example.org"))
        await store.take_link("h", 1)
        assert await store.put_notice(notice("n", person="ada"))

    async def test_what_has_been_due_for_longest_comes_first(self, store: Store) -> None:
        for key, due in (("c", 3), ("a", 1), ("b", 2)):
            await store.put_notice(notice(key, due=due))
        assert await store.next_notice() == 1
        assert [await self.take(store, 9) for _ in range(4)] == ["a", "b", "c", None]
        assert await store.next_notice() is None

    async def take(self, store: Store, now: int) -> str | None:
        found = await store.due_notice(now)
        if found is not None:
            assert await store.begin_sending(found.key)
        return None if found is None else found.key

    async def test_of_many_who_begin_to_send_one_does(self, store: Store) -> None:
        await store.put_notice(notice("n"))
        begun = await asyncio.gather(*(store.begin_sending("n") for _ in range(8)))
        assert sorted(begun) == [False] * 7 + [True]
        assert [each.key for each in await store.left_sending()] == ["n"]
        assert await store.due_notice(99) is None

    async def test_what_is_put_off_waits_again_and_remembers_how_often(self, store: Store) -> None:
        await store.put_notice(notice("n"))
        await store.begin_sending("n")
        await store.put_off("n", 50, 3, 1)
        assert await store.left_sending() == []
        assert await store.due_notice(49) is None
        assert await store.due_notice(50) == notice("n", due=50, tries=3, doubts=1)

    @pytest.mark.parametrize("end", ["sent", "dropped", "failed", "unsure"])
    async def test_what_has_ended_stays_so_and_is_forgotten_after_a_while(self, store: Store, end: Any) -> None:
        await store.put_notice(notice("n"))
        await store.begin_sending("n")
        await store.end_notice("n", end, 20)
        await store.put_off("n", 1, 1, 0)
        assert not await store.begin_sending("n")
        assert await store.due_notice(99) is None
        assert await store.left_sending() == []
        assert await store.forget_notices(20) == 0
        assert await store.forget_notices(21) == 1

    async def test_somebody_is_told_of_all_that_is_for_them_page_by_page(self, store: Store) -> None:
        await with_ada(store)
        for key, at in (("b", 1), ("a", 1), ("c", 0)):
            await store.put_notice(notice(key, person="ada", at=at))
        await store.put_notice(notice("another's", at=0))
        await store.begin_sending("a")
        await store.end_notice("a", "sent", 7)
        first = await store.notices_to("ada", most=2)
        assert [(each.key, each.state, each.ended) for each in first] == [("c", "waiting", None), ("a", "sent", 7)]
        assert [each.key for each in await store.notices_to("ada", (1, "a"))] == ["b"]

    async def test_what_waits_is_not_forgotten(self, store: Store) -> None:
        await store.put_notice(notice("n"))
        assert await store.forget_notices(10**9) == 0
        assert await store.due_notice(9) is not None

    async def test_who_was_told_is_known_until_they_have_been_there(self, store: Store) -> None:
        await store.put_notice(notice("n", thread="t"))
        assert await store.told("t") is None
        await store.end_notice("n", "sent", 20)
        assert await store.told("t") == 20
        assert await store.told("u") is None
        await store.been_there("t")
        assert await store.told("t") is None

    async def test_whoever_has_been_there_need_not_be_told(self, store: Store) -> None:
        await store.put_notice(notice("n", thread="t"))
        await store.put_notice(notice("other", thread="u"))
        await store.been_there("t")
        found = await store.due_notice(9)
        assert found is not None
        assert found.key == "other"

    async def test_what_a_person_was_to_be_told_goes_with_them(self, store: Store) -> None:
        await with_ada(store)
        await store.put_notice(notice("n", person="ada"))
        await store.add_link(link("r"))
        await store.silence("ada", "turn", True)
        await store.remove_person("ada")
        assert await store.due_notice(9) is None
        assert await store.address_of("ada") is None
        assert await store.link("r") is None
        assert await store.silenced("ada") == []


class Addresses:
    async def test_an_address_is_theirs_once_the_link_was_used(self, store: Store) -> None:
        await store.add_person(account("ada", "Ada"))
        assert await store.address_of("ada") is None
        assert await store.want_address("ada", "ada@example.org")
        await store.add_link(link("h", kind="confirm", address="ada@example.org"))
        assert await store.address_of("ada") == Address(person="ada", wanted="ada@example.org")
        assert await store.people_at("ada@example.org") == []
        assert await store.take_link("h", 1) == link("h", kind="confirm", address="ada@example.org")
        assert await store.address_of("ada") == Address(person="ada", address="ada@example.org")

    async def test_a_new_address_takes_the_place_of_the_old_one_only_when_it_is_confirmed(self, store: Store) -> None:
        await with_ada(store, "old@example.org")
        await store.want_address("ada", "new@example.org")
        assert await store.address_of("ada") == Address(
            person="ada", address="old@example.org", wanted="new@example.org"
        )

    async def test_a_link_for_an_address_that_is_no_longer_wanted_confirms_nothing(self, store: Store) -> None:
        await store.add_person(account("ada", "Ada"))
        await store.want_address("ada", "wrong@example.org")
        await store.add_link(link("h", kind="confirm", address="wrong@example.org"))
        await store.want_address("ada", "right@example.org")
        assert await store.take_link("h", 1) is None
        assert await store.address_of("ada") == Address(person="ada", wanted="right@example.org")

    async def test_nobody_who_is_not_there_has_an_address_or_a_link(self, store: Store) -> None:
        assert not await store.want_address("nobody", "a@example.org")
        assert not await store.add_link(link("h", person="nobody"))

    async def test_people_are_found_by_their_address_whatever_its_case(self, store: Store) -> None:
        await with_ada(store, "Ada@example.org")
        await store.add_person(account("bo", "Bo", since=2))
        await store.want_address("bo", "ADA@example.org")
        await store.add_link(link("b", kind="confirm", person="bo", address="ADA@example.org"))
        await store.take_link("b", 1)
        assert await store.people_at("ada@EXAMPLE.org") == ["ada", "bo"]
        assert await store.people_at("ada@example.org", 1) == ["ada"]

    async def test_a_forgotten_address_leaves_no_link_behind(self, store: Store) -> None:
        await with_ada(store)
        await store.add_link(link("r"))
        await store.forget_address("ada")
        assert await store.address_of("ada") is None
        assert await store.link("r") is None

    async def test_a_link_works_once_and_so_do_all_of_its_kind(self, store: Store) -> None:
        await store.add_person(account("ada", "Ada"))
        for hash in ("one", "two"):
            await store.add_link(link(hash))
        assert await store.link("one") == link("one")
        taken = await asyncio.gather(*(store.take_link("one", 1) for _ in range(4)))
        assert sorted(each is not None for each in taken) == [False] * 3 + [True]
        assert await store.take_link("two", 1) is None

    async def test_a_link_works_until_its_time_is_over(self, store: Store) -> None:
        await store.add_person(account("ada", "Ada"))
        await store.add_link(link("h", until=100))
        assert await store.take_link("h", 100) is None
        await store.add_link(link("g", until=100))
        assert await store.forget_links(100) == 0
        assert await store.forget_links(101) == 1

    async def test_what_is_not_wanted_is_remembered_for_each_and_can_be_wanted_again(self, store: Store) -> None:
        for _ in range(2):
            await store.silence("ada", "turn", True)
        await store.silence("@stranger", "invitation", True)
        assert await store.silenced("ada") == ["turn"]
        assert await store.silenced("@stranger") == ["invitation"]
        await store.silence("ada", "turn", False)
        assert await store.silenced("ada") == []

    async def test_a_secret_is_made_once(self, store: Store) -> None:
        kept = await asyncio.gather(*(store.keep_secret("s", bytes([number]) * 4) for number in range(5)))
        assert len(set(kept)) == 1
        assert await store.keep_secret("other", b"x") == b"x"
