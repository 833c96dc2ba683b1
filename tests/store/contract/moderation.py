"""Those who look after the house, and the log of what they do."""

import asyncio
from typing import Any

from msgspec.structs import replace

from parlour.house.moderation import records as moderation_records
from parlour.house.moderation.records import AuditEntry, Block, Measure, Quote, Report, Word, audit_change
from parlour.house.people import records as people_records
from parlour.house.people import removal
from parlour.house.store import Appended, Conflict, Store, Unit
from tests.store.things import account, guest


def entry(id: str, **fields: Any) -> AuditEntry:
    return AuditEntry(id=id, **{"at": 1, "by": "host", "what": "role", "about": "p1", **fields})


class Roles:
    async def test_somebody_with_an_account_can_have_a_role_and_lose_it(self, store: Store) -> None:
        await people_records.add_person(store, account("p1", "Ann"))
        assert await moderation_records.set_role(store, "p1", "moderator", entry("a"))
        assert await people_records.get_person(store, "p1") == account("p1", "Ann", role="moderator")
        assert await people_records.account_named(store, "ann") == account("p1", "Ann", role="moderator")
        assert await moderation_records.set_role(store, "p1", None, entry("b"))
        assert await people_records.get_person(store, "p1") == account("p1", "Ann")
        assert [each.id for each in await moderation_records.entries(store)] == ["b", "a"]

    async def test_nobody_else_can_and_nothing_is_logged(self, store: Store) -> None:
        await people_records.add_person(store, guest("p1"))
        assert not await moderation_records.set_role(store, "p1", "host", entry("a"))
        assert not await moderation_records.set_role(store, "p2", "host", entry("b"))
        assert await moderation_records.entries(store) == []
        assert await moderation_records.people_with_roles(store) == []

    async def test_a_change_of_the_person_leaves_the_role_alone(self, store: Store) -> None:
        await people_records.add_person(store, account("p1", "Ann", role="host"))
        assert (await moderation_records.people_with_roles(store)) == [], "nobody comes in with one"
        await moderation_records.set_role(store, "p1", "host", entry("a"))
        assert await people_records.change_person(store, account("p1", "Anna"))
        assert await people_records.get_person(store, "p1") == account("p1", "Anna", version=2, role="host")

    async def test_they_are_listed_hosts_first_then_by_name(self, store: Store) -> None:
        for id, name, role in (("1", "zoe", "host"), ("2", "Bob", "moderator"), ("3", "ann", "moderator")):
            await people_records.add_person(store, account(id, name))
            await moderation_records.set_role(store, id, role, entry(id))  # type: ignore[arg-type]
        await people_records.add_person(store, account("4", "Cid"))
        assert [person.name for person in await moderation_records.people_with_roles(store)] == ["zoe", "ann", "Bob"]

    async def test_who_is_removed_has_no_role_any_more(self, store: Store) -> None:
        await people_records.add_person(store, account("p1", "Ann"))
        await moderation_records.set_role(store, "p1", "host", entry("a"))
        await removal.remove_person(store, "p1")
        assert await moderation_records.people_with_roles(store) == []
        assert [each.id for each in await moderation_records.entries(store)] == ["a"]


class Log:
    async def test_a_line_comes_back_as_it_was(self, store: Store) -> None:
        whole = entry("a", at=2**45, by="p9", name="Ånn", about="t", of="A table", detail="x", why="Because.\n")
        await moderation_records.add_entry(store, whole)
        assert await moderation_records.entries(store) == [replace(whole, number=1)]

    async def test_a_line_is_added_once(self, store: Store) -> None:
        await moderation_records.add_entry(store, entry("a"))
        await moderation_records.add_entry(store, entry("a", why="again"))
        assert [each.why for each in await moderation_records.entries(store)] == [""]

    async def test_many_who_write_at_once_leave_no_gap(self, store: Store) -> None:
        await asyncio.gather(*(moderation_records.add_entry(store, entry(f"e{number}")) for number in range(20)))
        found = await moderation_records.entries(store)
        assert [each.number for each in found] == list(range(20, 0, -1))
        assert len({each.id for each in found}) == 20

    async def test_pages_follow_each_other_the_latest_first(self, store: Store) -> None:
        for number in range(1, 6):
            await moderation_records.add_entry(store, entry(f"e{number}", about="p1" if number % 2 else "p2"))
        assert [each.id for each in await moderation_records.entries(store, most=2)] == ["e5", "e4"]
        assert [each.id for each in await moderation_records.entries(store, before=4, most=2)] == ["e3", "e2"]
        assert [each.id for each in await moderation_records.entries(store, about="p2")] == ["e4", "e2"]
        assert [each.id for each in await moderation_records.entries(store, before=4, about="p2")] == ["e2"]

    async def test_a_line_is_written_with_the_events_it_is_about_or_not_at_all(self, store: Store) -> None:
        assert await store.commit(
            Unit(stream="t", expected=0, events=[b"a"], changes=[await audit_change(store, entry("a"))])
        ) == Appended(1)
        assert await store.commit(
            Unit(stream="t", expected=0, events=[b"b"], changes=[await audit_change(store, entry("b"))])
        ) == Conflict(1)
        assert [each.id for each in await moderation_records.entries(store)] == ["a"]


class Blocks:
    async def test_a_block_is_kept_once_and_removed(self, store: Store) -> None:
        first = Block(person="ann", other="bob", since=1)
        await moderation_records.add_block(store, first)
        await moderation_records.add_block(store, replace(first, since=9))
        await moderation_records.add_block(store, Block(person="ann", other="cid", since=5))
        assert await moderation_records.blocks_of(store, "ann") == [Block(person="ann", other="cid", since=5), first]
        assert await moderation_records.blocks_of(store, "bob") == []
        await moderation_records.remove_block(store, "ann", "bob")
        await moderation_records.remove_block(store, "ann", "bob")
        assert [block.other for block in await moderation_records.blocks_of(store, "ann")] == ["cid"]

    async def test_it_is_found_who_of_several_has_blocked_somebody(self, store: Store) -> None:
        await moderation_records.add_block(store, Block(person="ann", other="bob", since=1))
        assert await moderation_records.is_blocked(store, "bob", ["cid", "ann"])
        assert not await moderation_records.is_blocked(store, "bob", ["cid"])
        assert not await moderation_records.is_blocked(store, "ann", ["bob"])
        assert not await moderation_records.is_blocked(store, "bob", [])

    async def test_who_is_removed_blocks_nobody_and_is_blocked_by_nobody(self, store: Store) -> None:
        await people_records.add_person(store, guest("ann"))
        await moderation_records.add_block(store, Block(person="ann", other="bob", since=1))
        await moderation_records.add_block(store, Block(person="bob", other="ann", since=1))
        await removal.remove_person(store, "ann")
        assert (
            await moderation_records.blocks_of(store, "ann") == await moderation_records.blocks_of(store, "bob") == []
        )


def report(id: str, **fields: Any) -> Report:
    plain: dict[str, Any] = {"at": 1, "by": "ann", "name": "Ann", "kind": "person", "person": "bob", "of": "Bob"}
    return Report(id=id, **{**plain, "reason": "insult", **fields})


class Reports:
    async def test_a_report_comes_back_as_it_was(self, store: Store) -> None:
        said = (Quote(at=3, person="bob", name="Bob", text="Fie\u200d", channel="gallery"),)
        whole = report("r", kind="talk", table="t", game="yinsh", words="Ouch.", quotes=said)
        assert await moderation_records.add_report(store, whole) == "r"
        assert await moderation_records.get_report(store, "r") == whole
        assert await moderation_records.get_report(store, "s") is None

    async def test_the_same_complaint_is_one_while_it_is_open(self, store: Store) -> None:
        assert await moderation_records.add_report(store, report("a")) == "a"
        assert await moderation_records.add_report(store, report("b", at=2, words="more")) == "a"
        assert await moderation_records.add_report(store, report("c", by="cid")) == "c"
        assert await moderation_records.add_report(store, report("d", person="dan")) == "d"
        assert await moderation_records.settle_report(store, report("a", state="settled"), entry("e"))
        assert await moderation_records.add_report(store, report("f")) == "f"

    async def test_of_many_who_complain_at_once_of_one_thing_one_is_kept(self, store: Store) -> None:
        ids = await asyncio.gather(*(moderation_records.add_report(store, report(f"r{number}")) for number in range(8)))
        assert len(set(ids)) == 1
        assert await moderation_records.count_reports(store, "open") == 1

    async def test_it_is_settled_once_with_a_line_in_the_log(self, store: Store) -> None:
        await moderation_records.add_report(store, report("a"))
        settled = report("a", state="settled", settled=5, settler="Mod", outcome="acted", note="Muted.")
        assert await moderation_records.settle_report(store, settled, entry("x"))
        assert not await moderation_records.settle_report(store, replace(settled, note="again"), entry("y"))
        assert await moderation_records.get_report(store, "a") == settled
        assert [each.id for each in await moderation_records.entries(store)] == ["x"]
        assert (
            await moderation_records.count_reports(store, "open"),
            await moderation_records.count_reports(store, "settled"),
        ) == (0, 1)

    async def test_what_was_settled_long_ago_is_forgotten_and_nothing_else(self, store: Store) -> None:
        for id, settled in (("long ago", 40), ("just then", 50), ("late", 99)):
            await moderation_records.add_report(store, report(id, at=10, by=id))
            await moderation_records.settle_report(
                store, report(id, at=10, by=id, state="settled", settled=settled), entry(id)
            )
        await moderation_records.add_report(store, report("open", at=10))
        assert await moderation_records.forget_reports(store, 50) == 1
        assert await moderation_records.get_report(store, "long ago") is None
        assert [each.id for each in await moderation_records.reports(store, "settled")] == ["just then", "late"]
        assert [each.id for each in await moderation_records.reports(store, "open")] == ["open"]
        assert len(await moderation_records.entries(store)) == 3, "the log stays"
        assert await moderation_records.forget_reports(store, 50) == 0

    async def test_pages_follow_each_other_the_latest_first(self, store: Store) -> None:
        for number, who in enumerate("abcde"):
            await moderation_records.add_report(
                store, report(who, by=who, at=5 if number < 3 else 9, person="bob" if number else "dan")
            )
        assert [each.id for each in await moderation_records.reports(store, "open", most=3)] == ["d", "e", "a"]
        assert [each.id for each in await moderation_records.reports(store, "open", after=(5, "a"))] == ["b", "c"]
        assert [each.id for each in await moderation_records.reports(store, about="dan")] == ["a"]
        assert [each.id for each in await moderation_records.reports(store, by="a")] == ["a"]
        assert await moderation_records.reports(store, "settled") == []
        assert await moderation_records.count_reports(store, "open", "a") == 1


def measure(id: str, **fields: Any) -> Measure:
    plain: dict[str, Any] = {"person": "p1", "kind": "mute", "since": 1, "until": 100, "why": "Loud.", "by": "h"}
    return Measure(id=id, **{**plain, "name": "Hanna", **fields})


class Measures:
    async def test_a_measure_is_kept_with_its_line_and_lifted_once(self, store: Store) -> None:
        await people_records.add_person(store, guest("p1"))
        assert await moderation_records.add_measure(store, measure("m"), entry("a"))
        assert await moderation_records.get_measure(store, "m") == measure("m")
        assert await moderation_records.lift_measure(store, "m", 7, entry("b"))
        assert not await moderation_records.lift_measure(store, "m", 8, entry("c"))
        assert not await moderation_records.lift_measure(store, "none", 8, entry("d"))
        assert await moderation_records.measures_of(store, "p1") == [measure("m", lifted=7)]
        assert [each.id for each in await moderation_records.entries(store)] == ["b", "a"]

    async def test_there_is_none_against_nobody(self, store: Store) -> None:
        assert not await moderation_records.add_measure(store, measure("m"), entry("a"))
        assert await moderation_records.get_measure(store, "m") is None
        assert await moderation_records.entries(store) == []

    async def test_those_that_hold_are_listed(self, store: Store) -> None:
        for person in ("p1", "p2"):
            await people_records.add_person(store, guest(person))
        for one in (measure("a"), measure("b", until=None, since=2, person="p2"), measure("c", until=10, since=3)):
            await moderation_records.add_measure(store, one, entry(one.id))
        assert [one.id for one in await moderation_records.measures_now(store, 9)] == ["c", "b", "a"]
        assert [one.id for one in await moderation_records.measures_now(store, 10)] == ["b", "a"]
        assert [one.id for one in await moderation_records.measures_now(store, 100)] == ["b"]
        assert [one.id for one in await moderation_records.measures_of(store, "p1")] == ["c", "a"]
        await moderation_records.lift_measure(store, "b", 5, entry("x"))
        assert await moderation_records.measures_now(store, 100) == []


class Words:
    async def test_the_list_is_replaced_as_a_whole(self, store: Store) -> None:
        await moderation_records.put_words(store, [Word("b", "refuse"), Word("a*")], entry("x"))
        assert await moderation_records.words(store) == [Word("a*", "mask"), Word("b", "refuse")]
        await moderation_records.put_words(store, [Word("c")], entry("y"))
        assert await moderation_records.words(store) == [Word("c")]
        assert len(await moderation_records.entries(store)) == 2
