"""Cards: kept with the events they follow from, found by what lists ask for."""

from typing import Any

import pytest
from msgspec.structs import replace

from parlour.house.ports import Card, Store, Turned, Unit, Wanted
from tests.store.things import card


async def put(store: Store, *cards: Card) -> None:
    """Each as the card of one more event in its table's stream."""
    for each in cards:
        last = len(await store.read(each.table))
        await store.append(Unit(stream=each.table, expected=last, events=[b"e"], card=each))


async def found(store: Store, **wanted: Any) -> str:
    return "".join(each.table for each in await store.cards(Wanted(**wanted)))


class Cards:
    async def test_a_card_comes_back_as_it_was(self, store: Store) -> None:
        whole = card(
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
        assert await store.card("t") == whole
        assert await store.cards(Wanted()) == [whole]
        assert await store.card("u") is None

    async def test_an_append_without_a_card_leaves_it_as_it_is(self, store: Store) -> None:
        await put(store, card("t", body=b"before"))
        await store.append(Unit(stream="t", expected=1, events=[b"chat"]))
        assert await store.card("t") == card("t", body=b"before")

    async def test_the_latest_card_counts(self, store: Store) -> None:
        await put(store, card("t", people=("ann", "bob"), turn=("ann",)))
        await put(store, card("t", phase="over", people=("ann", "cid"), turn=("cid",), due=7))
        assert await store.card("t") == card("t", phase="over", people=("ann", "cid"), turn=("cid",), due=7)
        assert await found(store, person="bob") == ""
        assert await found(store, person="cid") == "t"
        assert await found(store, turn="ann") == ""
        assert await found(store, turn="cid") == "t"

    async def test_tables_are_found_by_whom_they_keep_a_seat_for(self, store: Store) -> None:
        await put(store, card("t", phase="open", people=("ann",), asked=("bob", "cid")), card("u", people=("bob",)))
        assert await found(store, asked="bob") == "t"
        await put(store, card("t", phase="open", people=("ann",), asked=("cid",)))
        assert (await found(store, asked="bob"), await found(store, asked="cid")) == ("", "t")
        assert await found(store, person="ann") == "t"

    async def test_a_card_that_is_turned_is_the_same_but_for_that(self, store: Store) -> None:
        before = card("t", people=("ann", "a_n", "bob"), turn=("ann",), updated=5, due=7, resume=True, body=b"b")
        await put(store, before)
        turned = Turned(turn=("a_n", "bob"), updated=6, due=None, resume=False)
        await store.append(Unit(stream="t", expected=1, events=[b"e"], card=turned))
        assert await store.card("t") == replace(before, turn=("a_n", "bob"), updated=6, due=None, resume=False)
        assert await found(store, turn="ann") == ""
        assert await found(store, turn="a_n") == "t"
        assert await found(store, turn="bob") == "t"
        assert await found(store, person="ann") == "t"
        assert await store.to_resume() == []

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
            ({"person": "bob", "phase": "over"}, ""),
            ({"person": "an"}, ""),
            ({"phase": "open", "listed": True, "room": False}, "b"),
        ],
    )
    async def test_cards_are_found_by_what_is_asked_for(
        self, store: Store, wanted: dict[str, Any], tables: str
    ) -> None:
        await put(
            store,
            card("a", pace="days", people=("ann", "bob"), turn=("ann",)),
            card("b", game="dance", phase="open", people=("bob",)),
            card("c", phase="open", listed=False, room=True, rated=True),
            card("d", phase="over", listed=False, people=("ann",)),
        )
        assert await found(store, **wanted) == tables
        assert await store.count_cards(Wanted(**wanted)) == len(tables)

    async def test_the_latest_come_first_then_by_id(self, store: Store) -> None:
        await put(store, *(card(table, updated=time) for table, time in [("b", 1), ("a", 1), ("c", 3), ("d", 2)]))
        assert await found(store) == "cdab"

    async def test_ids_are_ordered_by_their_bytes(self, store: Store) -> None:
        await put(store, *(card(table) for table in "zZaAé_9"))
        assert await found(store) == "9AZ_azé"

    @pytest.mark.parametrize("most", [1, 2, 3, 7])
    async def test_pages_follow_each_other_without_gaps_or_repeats(self, store: Store, most: int) -> None:
        tables = [(f"{number:02}", number // 4) for number in range(13)]
        await put(store, *(card(table, updated=time, people=("ann",)) for table, time in tables))
        everything = await store.cards(Wanted(person="ann"))
        pages: list[Card] = []
        after = None
        while page := await store.cards(Wanted(person="ann", after=after, most=most)):
            assert len(page) <= most
            pages += page
            after = (page[-1].updated, page[-1].table)
        assert pages == everything
        assert len(pages) == 13

    async def test_a_page_has_fifty_cards_unless_told(self, store: Store) -> None:
        await put(store, *(card(f"{number:02}") for number in range(51)))
        assert len(await store.cards(Wanted())) == 50
        assert await store.cards(Wanted(most=0)) == []

    async def test_counting_does_not_mind_pages(self, store: Store) -> None:
        await put(store, *(card(table) for table in "abc"))
        assert await store.count_cards(Wanted(after=(0, "a"), most=1)) == 3

    async def test_tables_are_due_when_their_time_has_come_the_longest_first(self, store: Store) -> None:
        await put(
            store,
            card("late", due=10),
            card("later", due=20),
            card("latest", due=30),
            card("open", due=15, phase="open"),
            card("over", due=5, phase="over"),
            card("never"),
        )
        assert await store.due_by(9) == []
        assert await store.due_by(20) == ["late", "open", "later"]
        assert await store.due_by(99, most=2) == ["late", "open"]
        assert await store.next_due() == 10

    async def test_nothing_is_due_where_nothing_is(self, store: Store) -> None:
        assert await store.next_due() is None
        await put(store, card("t", due=10))
        await put(store, card("t", due=None))
        assert await store.next_due() is None
        assert await store.due_by(99) == []

    async def test_tables_that_wait_for_the_house_are_found(self, store: Store) -> None:
        await put(store, card("b", resume=True), card("a", resume=True, phase="open"), card("c"))
        assert sorted(await store.to_resume()) == ["a", "b"]
        await put(store, card("b"))
        assert await store.to_resume() == ["a"]
