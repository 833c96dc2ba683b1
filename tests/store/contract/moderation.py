"""Those who look after the house, and the log of what they do."""

import asyncio
from typing import Any

from msgspec.structs import replace

from parlour.house.moderation.ports import Block, Entry, Measure, Quote, Report, Word
from parlour.house.ports import Appended, Conflict, Store, Unit
from tests.store.things import account, finish, guest, point, standing


def entry(id: str, **fields: Any) -> Entry:
    return Entry(id=id, **{"at": 1, "by": "host", "what": "role", "about": "p1", **fields})


class Officers:
    async def test_somebody_with_an_account_can_have_a_role_and_lose_it(self, store: Store) -> None:
        await store.add_person(account("p1", "Ann"))
        assert await store.set_role("p1", "moderator", entry("a"))
        assert await store.person("p1") == account("p1", "Ann", role="moderator")
        assert await store.account_named("ann") == account("p1", "Ann", role="moderator")
        assert await store.set_role("p1", None, entry("b"))
        assert await store.person("p1") == account("p1", "Ann")
        assert [each.id for each in await store.entries()] == ["b", "a"]

    async def test_nobody_else_can_and_nothing_is_logged(self, store: Store) -> None:
        await store.add_person(guest("p1"))
        assert not await store.set_role("p1", "host", entry("a"))
        assert not await store.set_role("p2", "host", entry("b"))
        assert await store.entries() == []
        assert await store.officers() == []

    async def test_a_change_of_the_person_leaves_the_role_alone(self, store: Store) -> None:
        await store.add_person(account("p1", "Ann", role="host"))
        assert (await store.officers()) == [], "nobody comes in with one"
        await store.set_role("p1", "host", entry("a"))
        assert await store.change_person(account("p1", "Anna"))
        assert await store.person("p1") == account("p1", "Anna", version=2, role="host")

    async def test_they_are_listed_hosts_first_then_by_name(self, store: Store) -> None:
        for id, name, role in (("1", "zoe", "host"), ("2", "Bob", "moderator"), ("3", "ann", "moderator")):
            await store.add_person(account(id, name))
            await store.set_role(id, role, entry(id))  # type: ignore[arg-type]
        await store.add_person(account("4", "Cid"))
        assert [person.name for person in await store.officers()] == ["zoe", "ann", "Bob"]

    async def test_who_is_removed_has_no_role_any_more(self, store: Store) -> None:
        await store.add_person(account("p1", "Ann"))
        await store.set_role("p1", "host", entry("a"))
        await store.remove_person("p1")
        assert await store.officers() == []
        assert [each.id for each in await store.entries()] == ["a"]


class Log:
    async def test_a_line_comes_back_as_it_was(self, store: Store) -> None:
        whole = entry("a", at=2**45, by="p9", name="Ånn", about="t", of="A table", detail="x", why="Because.\n")
        await store.add_entry(whole)
        assert await store.entries() == [replace(whole, number=1)]

    async def test_a_line_is_added_once(self, store: Store) -> None:
        await store.add_entry(entry("a"))
        await store.add_entry(entry("a", why="again"))
        assert [each.why for each in await store.entries()] == [""]

    async def test_many_who_write_at_once_leave_no_gap(self, store: Store) -> None:
        await asyncio.gather(*(store.add_entry(entry(f"e{number}")) for number in range(20)))
        found = await store.entries()
        assert [each.number for each in found] == list(range(20, 0, -1))
        assert len({each.id for each in found}) == 20

    async def test_pages_follow_each_other_the_latest_first(self, store: Store) -> None:
        for number in range(1, 6):
            await store.add_entry(entry(f"e{number}", about="p1" if number % 2 else "p2"))
        assert [each.id for each in await store.entries(most=2)] == ["e5", "e4"]
        assert [each.id for each in await store.entries(before=4, most=2)] == ["e3", "e2"]
        assert [each.id for each in await store.entries(about="p2")] == ["e4", "e2"]
        assert [each.id for each in await store.entries(before=4, about="p2")] == ["e2"]

    async def test_a_line_is_written_with_the_events_it_is_about_or_not_at_all(self, store: Store) -> None:
        assert await store.append(Unit(stream="t", expected=0, events=[b"a"], entry=entry("a"))) == Appended(1)
        assert await store.append(Unit(stream="t", expected=0, events=[b"b"], entry=entry("b"))) == Conflict(1)
        assert [each.id for each in await store.entries()] == ["a"]


class Blocks:
    async def test_a_block_is_kept_once_and_removed(self, store: Store) -> None:
        first = Block(person="ann", other="bob", since=1)
        await store.add_block(first)
        await store.add_block(replace(first, since=9))
        await store.add_block(Block(person="ann", other="cid", since=5))
        assert await store.blocks_of("ann") == [Block(person="ann", other="cid", since=5), first]
        assert await store.blocks_of("bob") == []
        await store.remove_block("ann", "bob")
        await store.remove_block("ann", "bob")
        assert [block.other for block in await store.blocks_of("ann")] == ["cid"]

    async def test_it_is_found_who_of_several_has_blocked_somebody(self, store: Store) -> None:
        await store.add_block(Block(person="ann", other="bob", since=1))
        assert await store.is_blocked("bob", ["cid", "ann"])
        assert not await store.is_blocked("bob", ["cid"])
        assert not await store.is_blocked("ann", ["bob"])
        assert not await store.is_blocked("bob", [])

    async def test_who_is_removed_blocks_nobody_and_is_blocked_by_nobody(self, store: Store) -> None:
        await store.add_person(guest("ann"))
        await store.add_block(Block(person="ann", other="bob", since=1))
        await store.add_block(Block(person="bob", other="ann", since=1))
        await store.remove_person("ann")
        assert await store.blocks_of("ann") == await store.blocks_of("bob") == []


def report(id: str, **fields: Any) -> Report:
    plain: dict[str, Any] = {"at": 1, "by": "ann", "name": "Ann", "kind": "person", "person": "bob", "of": "Bob"}
    return Report(id=id, **{**plain, "reason": "insult", **fields})


class Reports:
    async def test_a_report_comes_back_as_it_was(self, store: Store) -> None:
        said = (Quote(at=3, person="bob", name="Bob", text="Fie\u200d", channel="gallery"),)
        whole = report("r", kind="talk", table="t", game="yinsh", words="Ouch.", quotes=said)
        assert await store.add_report(whole) == "r"
        assert await store.report("r") == whole
        assert await store.report("s") is None

    async def test_the_same_complaint_is_one_while_it_is_open(self, store: Store) -> None:
        assert await store.add_report(report("a")) == "a"
        assert await store.add_report(report("b", at=2, words="more")) == "a"
        assert await store.add_report(report("c", by="cid")) == "c"
        assert await store.add_report(report("d", person="dan")) == "d"
        assert await store.settle_report(report("a", state="settled"), entry("e"))
        assert await store.add_report(report("f")) == "f"

    async def test_of_many_who_complain_at_once_of_one_thing_one_is_kept(self, store: Store) -> None:
        ids = await asyncio.gather(*(store.add_report(report(f"r{number}")) for number in range(8)))
        assert len(set(ids)) == 1
        assert await store.count_reports("open") == 1

    async def test_it_is_settled_once_with_a_line_in_the_log(self, store: Store) -> None:
        await store.add_report(report("a"))
        settled = report("a", state="settled", settled=5, settler="Mod", outcome="acted", note="Muted.")
        assert await store.settle_report(settled, entry("x"))
        assert not await store.settle_report(replace(settled, note="again"), entry("y"))
        assert await store.report("a") == settled
        assert [each.id for each in await store.entries()] == ["x"]
        assert (await store.count_reports("open"), await store.count_reports("settled")) == (0, 1)

    async def test_what_was_settled_long_ago_is_forgotten_and_nothing_else(self, store: Store) -> None:
        for id, settled in (("long ago", 40), ("just then", 50), ("late", 99)):
            await store.add_report(report(id, at=10, by=id))
            await store.settle_report(report(id, at=10, by=id, state="settled", settled=settled), entry(id))
        await store.add_report(report("open", at=10))
        assert await store.forget_reports(50) == 1
        assert await store.report("long ago") is None
        assert [each.id for each in await store.reports("settled")] == ["just then", "late"]
        assert [each.id for each in await store.reports("open")] == ["open"]
        assert len(await store.entries()) == 3, "the log stays"
        assert await store.forget_reports(50) == 0

    async def test_pages_follow_each_other_the_latest_first(self, store: Store) -> None:
        for number, who in enumerate("abcde"):
            await store.add_report(report(who, by=who, at=5 if number < 3 else 9, person="bob" if number else "dan"))
        assert [each.id for each in await store.reports("open", most=3)] == ["d", "e", "a"]
        assert [each.id for each in await store.reports("open", after=(5, "a"))] == ["b", "c"]
        assert [each.id for each in await store.reports(about="dan")] == ["a"]
        assert [each.id for each in await store.reports(by="a")] == ["a"]
        assert await store.reports("settled") == []
        assert await store.count_reports("open", "a") == 1


def measure(id: str, **fields: Any) -> Measure:
    plain: dict[str, Any] = {"person": "p1", "kind": "mute", "since": 1, "until": 100, "why": "Loud.", "by": "h"}
    return Measure(id=id, **{**plain, "name": "Hanna", **fields})


class Measures:
    async def test_a_measure_is_kept_with_its_line_and_lifted_once(self, store: Store) -> None:
        await store.add_person(guest("p1"))
        assert await store.add_measure(measure("m"), entry("a"))
        assert await store.measure("m") == measure("m")
        assert await store.lift_measure("m", 7, entry("b"))
        assert not await store.lift_measure("m", 8, entry("c"))
        assert not await store.lift_measure("none", 8, entry("d"))
        assert await store.measures_of("p1") == [measure("m", lifted=7)]
        assert [each.id for each in await store.entries()] == ["b", "a"]

    async def test_there_is_none_against_nobody(self, store: Store) -> None:
        assert not await store.add_measure(measure("m"), entry("a"))
        assert await store.measure("m") is None
        assert await store.entries() == []

    async def test_those_that_hold_are_listed(self, store: Store) -> None:
        for person in ("p1", "p2"):
            await store.add_person(guest(person))
        for one in (measure("a"), measure("b", until=None, since=2, person="p2"), measure("c", until=10, since=3)):
            await store.add_measure(one, entry(one.id))
        assert [one.id for one in await store.measures_now(9)] == ["c", "b", "a"]
        assert [one.id for one in await store.measures_now(10)] == ["b", "a"]
        assert [one.id for one in await store.measures_now(100)] == ["b"]
        assert [one.id for one in await store.measures_of("p1")] == ["c", "a"]
        await store.lift_measure("b", 5, entry("x"))
        assert await store.measures_now(100) == []


class Words:
    async def test_the_list_is_replaced_as_a_whole(self, store: Store) -> None:
        await store.put_words([Word("b", "refuse"), Word("a*")], entry("x"))
        assert await store.words() == [Word("a*", "mask"), Word("b", "refuse")]
        await store.put_words([Word("c")], entry("y"))
        assert await store.words() == [Word("c")]
        assert len(await store.entries()) == 2


class Finding:
    async def test_people_are_found_by_a_part_of_their_name_or_their_id(self, store: Store) -> None:
        await store.add_person(account("p1", "Marianne"))
        await store.add_person(guest("p2", name="Ann%"))
        await store.add_person(account("p3", "Bob"))
        assert [person.id for person in await store.find_people("ANN")] == ["p1", "p2"]
        assert [person.id for person in await store.find_people("%")] == ["p2"]
        assert [person.id for person in await store.find_people("p3")] == ["p3"]
        assert [person.id for person in await store.find_people("n", most=1)] == ["p1"]
        assert await store.find_people("zoe") == await store.find_people("") == []


class Recounting:
    async def test_a_finish_that_changes_has_all_ratings_counted_again(self, store: Store) -> None:
        for table in "ab":
            await store.append(Unit(stream=table, expected=0, events=[b"e"], finish=finish(table)))
        assert await store.keep_ratings(0, 2, [standing("ann")], [point(1, "ann"), point(2, "ann")])
        changed = finish("a", places=())
        await store.append(Unit(stream="a", expected=1, events=[b"f"], finish=changed, recount=True))
        assert await store.finishes() == [replace(changed, number=1), finish("b", number=2)]
        again = await store.rated_to()
        assert again < 0
        assert not await store.keep_ratings(2, 3, [], []), "who had begun before is too late"
        assert await store.keep_ratings(again, 2, [standing("bob")], [point(2, "bob")])
        assert [one.who for one in await store.standings()] == ["bob"]
        assert [(one.number, one.who) for one in await store.all_points()] == [(2, "bob")]
        assert await store.rated_to() == 2

    async def test_two_changes_are_two(self, store: Store) -> None:
        for table in "ab":
            await store.append(Unit(stream=table, expected=0, events=[b"e"], finish=finish(table)))
        marks = []
        for table in "ab":
            await store.append(
                Unit(stream=table, expected=1, events=[b"f"], finish=finish(table, places=()), recount=True)
            )
            marks.append(await store.rated_to())
        assert not await store.keep_ratings(marks[0], 2, [], []), "it did not know of the second"
        assert await store.keep_ratings(marks[1], 2, [], [])
