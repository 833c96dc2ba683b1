"""The outbox, addresses, links that work once, and what somebody does not want."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from parlour.house.mail import records as mail_records
from parlour.house.mail.notice import Notice
from parlour.house.mail.records import Address, Link, OutboxStatus, notice_changes
from parlour.house.people import records as people_records
from parlour.house.people import removal
from parlour.house.store import Appended, Conflict, Put, Repeated, Store, Unit, forget_expired
from parlour.house.tables.records import TABLES
from tests.store.things import account, summary


def notice(key: str, **fields: Any) -> Notice:
    plain: dict[str, Any] = {"kind": "turn", "at": 1, "due": 5, "until": 1000, "body": b"what"}
    return Notice(key=key, **{**plain, **fields})


def link(hash: str, **fields: Any) -> Link:
    return Link(hash=hash, **{"kind": "reset", "person": "ada", "until": 100, **fields})


async def with_ada(store: Store, address: str = "Ada@example.org") -> None:
    """An account with a confirmed address."""
    await people_records.add_person(store, account("ada", "Ada"))
    await mail_records.want_address(store, "ada", address)
    await mail_records.add_link(store, link("h", kind="confirm", address=address))
    assert await mail_records.take_link(store, "h", 1) is not None


async def drained(store: Store) -> list[str]:
    keys = []
    while (waits := await mail_records.due_notice(store, 10**6)) is not None:
        keys.append(waits.key)
        await mail_records.end_notice(store, waits.key, "sent", 1)
    return keys


class Outbox:
    async def test_a_notice_is_kept_with_the_event_that_it_tells_of_or_not_at_all(self, store: Store) -> None:
        unit = Unit(
            stream="t",
            expected=0,
            events=[b"a"],
            key="k",
            changes=[Put(TABLES, summary("t")), *await notice_changes(store, [notice("n", due=7)])],
        )
        assert await store.commit(unit) == Appended(1)
        assert await mail_records.due_notice(store, 6) is None
        assert await mail_records.due_notice(store, 7) == notice("n", due=7)
        late = Unit(stream="t", expected=0, events=[b"b"], changes=await notice_changes(store, [notice("lost", due=1)]))
        assert await store.commit(late) == Conflict(1)
        again = Unit(
            stream="t",
            expected=1,
            events=[b"b"],
            key="k",
            changes=await notice_changes(store, [notice("again", due=1)]),
        )
        assert await store.commit(again) == Repeated(1, 1)
        assert await mail_records.due_notice(store, 7) == notice("n", due=7)

    async def test_how_much_waits_and_since_when(self, store: Store) -> None:
        assert await mail_records.outbox_status(store) == OutboxStatus(0, None)
        for key, at in (("a", 7), ("b", 3), ("c", 5)):
            await mail_records.put_notice(store, notice(key, at=at))
        await mail_records.begin_sending(store, "c")
        assert await mail_records.outbox_status(store) == OutboxStatus(3, 3)
        await mail_records.end_notice(store, "b", "sent", 9)
        assert await mail_records.outbox_status(store) == OutboxStatus(2, 5)

    async def test_who_has_another_address_or_password_is_told_in_the_same_unit_or_not_at_all(
        self, store: Store
    ) -> None:
        await with_ada(store)
        await mail_records.want_address(store, "ada", "new@example.org")
        await mail_records.add_link(store, link("n", kind="confirm", address="new@example.org"))
        assert await mail_records.take_link(store, "n", 100, notice("late")) is None
        await mail_records.add_link(store, link("m", kind="confirm", address="other@example.org"))
        assert await mail_records.take_link(store, "m", 1, notice("another")) is None
        await mail_records.add_link(store, link("n", kind="confirm", address="new@example.org"))
        assert await mail_records.take_link(store, "n", 1, notice("changed", due=1)) is not None
        ada = await people_records.get_person(store, "ada")
        assert ada is not None
        stale, told = [await notice_changes(store, [notice(key, due=2)]) for key in ("stale", "password")]
        assert not await people_records.change_person(store, replace(ada, version=9), stale)
        assert await people_records.change_person(store, replace(ada, password="new"), told)
        await mail_records.forget_address(store, "ada", notice("gone", due=3))
        assert await drained(store) == ["changed", "password", "gone"]

    async def test_of_one_key_there_is_one(self, store: Store) -> None:
        assert await mail_records.put_notice(store, notice("n", body=b"first"))
        assert not await mail_records.put_notice(store, notice("n", body=b"second", due=1))
        await store.commit(
            Unit(
                stream="t",
                expected=0,
                events=[b"a"],
                changes=await notice_changes(store, [notice("n", body=b"third", due=1)]),
            )
        )
        kept = await mail_records.due_notice(store, 9)
        assert kept is not None
        assert kept.body == b"first"
        await mail_records.end_notice(store, "n", "sent", 10)
        assert not await mail_records.put_notice(store, notice("n"))

    async def test_to_a_person_without_a_confirmed_address_nothing_is_kept(self, store: Store) -> None:
        await people_records.add_person(store, account("ada", "Ada"))
        assert not await mail_records.put_notice(store, notice("n", person="ada"))
        await mail_records.want_address(store, "ada", "ada@example.org")
        assert not await mail_records.put_notice(store, notice("n", person="ada"))
        await mail_records.add_link(store, link("h", kind="confirm", address="ada@example.org"))
        await mail_records.take_link(store, "h", 1)
        assert await mail_records.put_notice(store, notice("n", person="ada"))

    async def test_what_has_been_due_for_longest_comes_first(self, store: Store) -> None:
        for key, due in (("c", 3), ("a", 1), ("b", 2)):
            await mail_records.put_notice(store, notice(key, due=due))
        assert await mail_records.next_notice(store) == 1
        assert [await self.take(store, 9) for _ in range(4)] == ["a", "b", "c", None]
        assert await mail_records.next_notice(store) is None

    async def take(self, store: Store, now: int) -> str | None:
        found = await mail_records.due_notice(store, now)
        if found is not None:
            assert await mail_records.begin_sending(store, found.key)
        return None if found is None else found.key

    async def test_of_many_who_begin_to_send_one_does(self, store: Store) -> None:
        await mail_records.put_notice(store, notice("n"))
        begun = await asyncio.gather(*(mail_records.begin_sending(store, "n") for _ in range(8)))
        assert sorted(begun) == [False] * 7 + [True]
        assert [each.key for each in await mail_records.left_sending(store)] == ["n"]
        assert await mail_records.due_notice(store, 99) is None

    async def test_what_is_put_off_waits_again_and_remembers_how_often(self, store: Store) -> None:
        await mail_records.put_notice(store, notice("n"))
        await mail_records.begin_sending(store, "n")
        await mail_records.put_off(store, "n", 50, 3, 1)
        assert await mail_records.left_sending(store) == []
        assert await mail_records.due_notice(store, 49) is None
        assert await mail_records.due_notice(store, 50) == notice("n", due=50, tries=3, doubts=1)

    @pytest.mark.parametrize("end", ["sent", "dropped", "failed", "unsure"])
    async def test_what_has_ended_stays_so_and_is_forgotten_after_a_while(self, store: Store, end: Any) -> None:
        await mail_records.put_notice(store, notice("n"))
        await mail_records.begin_sending(store, "n")
        await mail_records.end_notice(store, "n", end, 20)
        await mail_records.put_off(store, "n", 1, 1, 0)
        assert not await mail_records.begin_sending(store, "n")
        assert await mail_records.due_notice(store, 99) is None
        assert await mail_records.left_sending(store) == []
        assert await forget_expired(store, mail_records.NOTICES, 20) == 0
        assert await forget_expired(store, mail_records.NOTICES, 21) == 1

    async def test_somebody_is_told_of_all_that_is_for_them_page_by_page(self, store: Store) -> None:
        await with_ada(store)
        for key, at in (("b", 1), ("a", 1), ("c", 0)):
            await mail_records.put_notice(store, notice(key, person="ada", at=at))
        await mail_records.put_notice(store, notice("another's", at=0))
        await mail_records.begin_sending(store, "a")
        await mail_records.end_notice(store, "a", "sent", 7)
        first = await mail_records.notices_to(store, "ada", most=2)
        assert [(each.key, each.state, each.ended) for each in first] == [("c", "waiting", None), ("a", "sent", 7)]
        assert [each.key for each in await mail_records.notices_to(store, "ada", (1, "a"))] == ["b"]

    async def test_what_waits_is_not_forgotten(self, store: Store) -> None:
        await mail_records.put_notice(store, notice("n"))
        assert await forget_expired(store, mail_records.NOTICES, 10**9) == 0
        assert await mail_records.due_notice(store, 9) is not None

    async def test_who_was_told_is_known_until_they_have_been_there(self, store: Store) -> None:
        await mail_records.put_notice(store, notice("n", thread="t"))
        assert await mail_records.last_told(store, "t") is None
        await mail_records.end_notice(store, "n", "sent", 20)
        assert await mail_records.last_told(store, "t") == 20
        assert await mail_records.last_told(store, "u") is None
        await mail_records.been_there(store, "t")
        assert await mail_records.last_told(store, "t") is None

    async def test_whoever_has_been_there_need_not_be_told(self, store: Store) -> None:
        await mail_records.put_notice(store, notice("n", thread="t"))
        await mail_records.put_notice(store, notice("other", thread="u"))
        await mail_records.been_there(store, "t")
        found = await mail_records.due_notice(store, 9)
        assert found is not None
        assert found.key == "other"

    async def test_what_a_person_was_to_be_told_goes_with_them(self, store: Store) -> None:
        await with_ada(store)
        await mail_records.put_notice(store, notice("n", person="ada"))
        await mail_records.add_link(store, link("r"))
        await mail_records.silence(store, "ada", "turn", True)
        await removal.remove_person(store, "ada")
        assert await mail_records.due_notice(store, 9) is None
        assert await mail_records.address_of(store, "ada") is None
        assert await mail_records.get_link(store, "r") is None
        assert await mail_records.silenced(store, "ada") == []


class Addresses:
    async def test_an_address_is_theirs_once_the_link_was_used(self, store: Store) -> None:
        await people_records.add_person(store, account("ada", "Ada"))
        assert await mail_records.address_of(store, "ada") is None
        assert await mail_records.want_address(store, "ada", "ada@example.org")
        await mail_records.add_link(store, link("h", kind="confirm", address="ada@example.org"))
        assert await mail_records.address_of(store, "ada") == Address(person="ada", wanted="ada@example.org")
        assert await mail_records.people_at(store, "ada@example.org") == []
        assert await mail_records.take_link(store, "h", 1) == link("h", kind="confirm", address="ada@example.org")
        assert await mail_records.address_of(store, "ada") == Address(person="ada", address="ada@example.org")

    async def test_a_new_address_takes_the_place_of_the_old_one_only_when_it_is_confirmed(self, store: Store) -> None:
        await with_ada(store, "old@example.org")
        await mail_records.want_address(store, "ada", "new@example.org")
        assert await mail_records.address_of(store, "ada") == Address(
            person="ada", address="old@example.org", wanted="new@example.org"
        )

    async def test_a_link_for_an_address_that_is_no_longer_wanted_confirms_nothing(self, store: Store) -> None:
        await people_records.add_person(store, account("ada", "Ada"))
        await mail_records.want_address(store, "ada", "wrong@example.org")
        await mail_records.add_link(store, link("h", kind="confirm", address="wrong@example.org"))
        await mail_records.want_address(store, "ada", "right@example.org")
        assert await mail_records.take_link(store, "h", 1) is None
        assert await mail_records.address_of(store, "ada") == Address(person="ada", wanted="right@example.org")

    async def test_nobody_who_is_not_there_has_an_address_or_a_link(self, store: Store) -> None:
        assert not await mail_records.want_address(store, "nobody", "a@example.org")
        assert not await mail_records.add_link(store, link("h", person="nobody"))

    async def test_people_are_found_by_their_address_whatever_its_case(self, store: Store) -> None:
        await with_ada(store, "Ada@example.org")
        await people_records.add_person(store, account("bo", "Bo", since=2))
        await mail_records.want_address(store, "bo", "ADA@example.org")
        await mail_records.add_link(store, link("b", kind="confirm", person="bo", address="ADA@example.org"))
        await mail_records.take_link(store, "b", 1)
        assert await mail_records.people_at(store, "ada@EXAMPLE.org") == ["ada", "bo"]
        assert await mail_records.people_at(store, "ada@example.org", 1) == ["ada"]

    async def test_a_forgotten_address_leaves_no_link_behind(self, store: Store) -> None:
        await with_ada(store)
        await mail_records.add_link(store, link("r"))
        await mail_records.forget_address(store, "ada")
        assert await mail_records.address_of(store, "ada") is None
        assert await mail_records.get_link(store, "r") is None

    async def test_a_link_works_once_and_so_do_all_of_its_kind(self, store: Store) -> None:
        await people_records.add_person(store, account("ada", "Ada"))
        for hash in ("one", "two"):
            await mail_records.add_link(store, link(hash))
        assert await mail_records.get_link(store, "one") == link("one")
        taken = await asyncio.gather(*(mail_records.take_link(store, "one", 1) for _ in range(4)))
        assert sorted(each is not None for each in taken) == [False] * 3 + [True]
        assert await mail_records.take_link(store, "two", 1) is None

    async def test_a_link_works_until_its_time_is_over(self, store: Store) -> None:
        await people_records.add_person(store, account("ada", "Ada"))
        await mail_records.add_link(store, link("h", until=100))
        assert await mail_records.take_link(store, "h", 100) is None
        await mail_records.add_link(store, link("g", until=100))
        assert await forget_expired(store, mail_records.LINKS, 100) == 0
        assert await forget_expired(store, mail_records.LINKS, 101) == 1

    async def test_what_is_not_wanted_is_remembered_for_each_and_can_be_wanted_again(self, store: Store) -> None:
        for _ in range(2):
            await mail_records.silence(store, "ada", "turn", True)
        await mail_records.silence(store, "@stranger", "invitation", True)
        assert await mail_records.silenced(store, "ada") == ["turn"]
        assert await mail_records.silenced(store, "@stranger") == ["invitation"]
        await mail_records.silence(store, "ada", "turn", False)
        assert await mail_records.silenced(store, "ada") == []

    async def test_a_secret_is_made_once(self, store: Store) -> None:
        kept = await asyncio.gather(*(mail_records.keep_secret(store, "s", bytes([number]) * 4) for number in range(5)))
        assert len(set(kept)) == 1
        assert await mail_records.keep_secret(store, "other", b"x") == b"x"
