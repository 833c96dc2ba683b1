"""Summaries of tables: kept with the events they follow from, found by what lists ask for."""

from typing import Any

import pytest
from msgspec.structs import replace

from parlour.house.people import removal
from parlour.house.store import Conflict, Put, Store, Unit
from parlour.house.tables import records as table_records
from parlour.house.tables.records import TABLES, TURNING, TableQuery, TableSummary, trace_changes
from tests.store.things import summary


async def put(store: Store, *summaries: TableSummary) -> None:
    """Each as the summary after one more event in its table's stream."""
    for each in summaries:
        last = len(await store.read(each.table))
        await store.commit(Unit(stream=each.table, expected=last, events=[b"e"], changes=[Put(TABLES, each)]))


async def found(store: Store, **wanted: Any) -> str:
    return "".join(each.table for each in await table_records.find_tables(store, TableQuery(**wanted)))


class Tables:
    async def test_a_summary_comes_back_as_it_was(self, store: Store) -> None:
        whole = summary(
            "t",
            game="dance",
            phase="open",
            listed=False,
            room=True,
            pace="days",
            people=("ann", "bob", "ann"),
            turn=("bob",),
            asked=("cid", "dan"),
            updated=5,
            due=2**45,
            resume=True,
            body=b"\0body",
        )
        await put(store, whole)
        assert await table_records.table_summary(store, "t") == whole
        assert await table_records.find_tables(store, TableQuery()) == [whole]
        assert await table_records.table_summary(store, "u") is None

    async def test_an_append_without_a_summary_leaves_it_as_it_is(self, store: Store) -> None:
        await put(store, summary("t", body=b"before"))
        await store.commit(Unit(stream="t", expected=1, events=[b"chat"]))
        assert await table_records.table_summary(store, "t") == summary("t", body=b"before")

    async def test_the_latest_summary_counts(self, store: Store) -> None:
        await put(store, summary("t", people=("ann", "bob"), turn=("ann",)))
        latest = summary("t", people=("ann", "cid"), turn=("cid",), due=7, body=b"new")
        await put(store, latest)
        assert await table_records.table_summary(store, "t") == latest
        assert await found(store, person="bob") == ""
        assert await found(store, person="cid") == "t"
        assert await found(store, turn="ann") == ""
        assert await found(store, turn="cid") == "t"

    async def test_tables_are_found_by_whom_they_keep_a_seat_for(self, store: Store) -> None:
        await put(
            store, summary("t", phase="open", people=("ann",), asked=("bob", "cid")), summary("u", people=("bob",))
        )
        assert await found(store, asked="bob") == "t"
        await put(store, summary("t", phase="open", people=("ann",), asked=("cid",)))
        assert (await found(store, asked="bob"), await found(store, asked="cid")) == ("", "t")
        assert await found(store, person="ann") == "t"

    async def test_a_summary_that_is_turned_is_the_same_but_for_that(self, store: Store) -> None:
        before = summary("t", people=("ann", "a_n", "bob"), turn=("ann",), updated=5, due=7, resume=True, body=b"b")
        await put(store, before)
        turned = replace(before, turn=("a_n", "bob"), updated=6, due=None, resume=False)
        change = Put(TABLES, turned, only=TURNING)
        await store.commit(Unit(stream="t", expected=1, events=[b"e"], changes=[change]))
        assert await table_records.table_summary(store, "t") == turned
        assert await found(store, turn="ann") == ""
        assert await found(store, turn="a_n") == "t"
        assert await found(store, turn="bob") == "t"
        assert await found(store, person="ann") == "t"
        assert await table_records.tables_to_resume(store) == []

    @pytest.mark.parametrize(
        ("wanted", "tables"),
        [
            ({}, "abcd"),
            ({"game": "dance"}, "b"),
            ({"phase": "open"}, "bc"),
            ({"phase": "over"}, "d"),
            ({"listed": True}, "ab"),
            ({"listed": False}, "cd"),
            ({"room": True}, "c"),
            ({"room": False}, "abd"),
            ({"pace": "days"}, "a"),
            ({"rated": True}, "c"),
            ({"rated": False}, "abd"),
            ({"person": "ann"}, "ad"),
            ({"turn": "ann"}, "a"),
            ({"person": "bob", "turn": "ann"}, "a"),
            ({"person": "cid", "turn": "ann"}, ""),
            ({"turn": "ann", "phase": "over"}, ""),
            ({"turn": "ann", "pace": "days", "listed": True}, "a"),
            ({"turn": "ann", "pace": "live"}, ""),
            ({"asked": "cid"}, "bc"),
            ({"asked": "cid", "person": "bob"}, "b"),
            ({"asked": "cid", "phase": "open", "rated": True}, "c"),
            ({"person": "bob", "phase": "over"}, ""),
            ({"person": "an"}, ""),
            ({"phase": "open", "listed": True, "room": False}, "b"),
        ],
    )
    async def test_tables_are_found_by_what_is_asked_for(
        self, store: Store, wanted: dict[str, Any], tables: str
    ) -> None:
        await put(
            store,
            summary("a", pace="days", people=("ann", "bob"), turn=("ann",)),
            summary("b", game="dance", phase="open", people=("bob",), asked=("cid",)),
            summary("c", phase="open", listed=False, room=True, rated=True, asked=("cid", "dan")),
            summary("d", phase="over", listed=False, people=("ann",)),
        )
        assert await found(store, **wanted) == tables
        assert await found(store, **wanted, most=1) == tables[:1], "however much is looked through for it"

    async def test_the_latest_come_first_then_by_id(self, store: Store) -> None:
        await put(store, *(summary(table, updated=time) for table, time in [("b", 1), ("a", 1), ("c", 3), ("d", 2)]))
        assert await found(store) == "cdab"

    async def test_ids_are_ordered_by_their_bytes(self, store: Store) -> None:
        await put(store, *(summary(table) for table in "zZaAé_9"))
        assert await found(store) == "9AZ_azé"

    @pytest.mark.parametrize("most", [1, 2, 3, 7])
    async def test_pages_follow_each_other_without_gaps_or_repeats(self, store: Store, most: int) -> None:
        tables = [(f"{number:02}", number // 4) for number in range(13)]
        await put(store, *(summary(table, updated=time, people=("ann",)) for table, time in tables))
        everything = await table_records.find_tables(store, TableQuery(person="ann"))
        pages: list[TableSummary] = []
        after = None
        while page := await table_records.find_tables(store, TableQuery(person="ann", after=after, most=most)):
            assert len(page) <= most
            pages += page
            after = (page[-1].updated, page[-1].table)
        assert pages == everything
        assert len(pages) == 13

    async def test_a_page_has_fifty_tables_unless_told(self, store: Store) -> None:
        await put(store, *(summary(f"{number:02}") for number in range(51)))
        assert len(await table_records.find_tables(store, TableQuery())) == 50
        assert await table_records.find_tables(store, TableQuery(most=0)) == []

    async def test_they_are_counted_by_phase_and_by_who_sits_there(self, store: Store) -> None:
        await put(
            store,
            summary("a", people=("ann", "bob", "ann")),
            summary("b", listed=False, people=("ann",)),
            summary("c", phase="over", people=("ann",)),
        )
        assert [await table_records.count_tables(store, phase) for phase in table_records.PHASES] == [0, 2, 1]
        assert await table_records.count_tables_of(store, "ann", "playing") == 2
        assert await table_records.count_tables_of(store, "ann", "over") == 1
        assert await table_records.count_tables_of(store, "bob", "over") == 0

    async def test_tables_are_due_when_their_time_has_come_the_longest_first(self, store: Store) -> None:
        await put(
            store,
            summary("late", due=10),
            summary("later", due=20),
            summary("latest", due=30),
            summary("open", due=15, phase="open"),
            summary("never"),
        )
        assert await table_records.due_tables(store, 9) == []
        assert await table_records.due_tables(store, 20) == ["late", "open", "later"]
        assert await table_records.due_tables(store, 99, most=2) == ["late", "open"]
        assert await table_records.next_due(store) == 10

    async def test_nothing_is_due_where_nothing_is(self, store: Store) -> None:
        assert await table_records.next_due(store) is None
        await put(store, summary("t", due=10))
        await put(store, summary("t", due=None))
        assert await table_records.next_due(store) is None
        assert await table_records.due_tables(store, 99) == []

    async def test_tables_that_wait_for_the_house_are_found(self, store: Store) -> None:
        await put(store, summary("b", resume=True), summary("a", resume=True, phase="open"), summary("c"))
        assert sorted(one.table for one in await table_records.tables_to_resume(store)) == ["a", "b"]
        await put(store, summary("b"))
        assert [one.table for one in await table_records.tables_to_resume(store)] == ["a"]

    async def test_where_somebody_left_something_is_found_until_they_are_gone(self, store: Store) -> None:
        for stream, people in (("b", ["ann", "bob"]), ("a", ["ann"]), ("c", ["bob"])):
            await store.commit(Unit(stream=stream, expected=0, events=[b"a"], changes=trace_changes(stream, people)))
        await store.commit(Unit(stream="b", expected=1, events=[b"b"], changes=trace_changes("b", ["ann"])))
        late = Unit(stream="c", expected=0, events=[b"b"], changes=trace_changes("c", ["ann"]))
        assert await store.commit(late) == Conflict(1)
        assert await table_records.traces(store, "ann") == ["a", "b"]
        assert await table_records.traces(store, "ann", after="a", most=1) == ["b"]
        await removal.remove_person(store, "ann")
        assert await table_records.traces(store, "ann") == []
        assert await table_records.traces(store, "bob") == ["b", "c"]
