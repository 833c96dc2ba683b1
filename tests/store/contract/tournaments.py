"""Summaries of tournaments: kept with the events they follow from, found by what lists ask for."""

from typing import Any

from parlour.house.store import Conflict, Put, Store, Unit
from parlour.house.tables import records as table_records
from parlour.house.tournaments import records as tournament_records
from parlour.house.tournaments.records import TOURNAMENTS, TournamentQuery, TournamentSummary


def summary(tournament: str, **fields: Any) -> TournamentSummary:
    plain: dict[str, Any] = {"game": "yinsh", "kind": "swiss", "phase": "open", "organiser": "olga", "updated": 1}
    return TournamentSummary(tournament=tournament, **{**plain, **fields})


async def put(store: Store, *summaries: TournamentSummary) -> None:
    for each in summaries:
        stream = f"tournament:{each.tournament}"
        last = len(await store.read(stream))
        await store.commit(Unit(stream=stream, expected=last, events=[b"e"], changes=[Put(TOURNAMENTS, each)]))


async def found(store: Store, **wanted: Any) -> str:
    return "".join(
        each.tournament for each in await tournament_records.find_tournaments(store, TournamentQuery(**wanted))
    )


class Tournaments:
    async def test_a_summary_comes_back_as_it_was(self, store: Store) -> None:
        whole = summary(
            "t", game="dance", kind="arena", phase="over", people=("ann", "bob"), updated=2**45, body=b"\0b"
        )
        await put(store, whole)
        assert await tournament_records.find_tournaments(store, TournamentQuery()) == [whole]

    async def test_the_latest_summary_counts(self, store: Store) -> None:
        await put(
            store, summary("t", people=("ann", "bob")), summary("t", phase="running", people=("bob", "cid"), updated=3)
        )
        assert await tournament_records.find_tournaments(store, TournamentQuery()) == [
            summary("t", phase="running", people=("bob", "cid"), updated=3)
        ]
        assert await found(store, person="ann") == ""
        assert await found(store, person="bob") == await found(store, person="cid") == "t"

    async def test_a_summary_is_kept_only_with_its_events(self, store: Store) -> None:
        await put(store, summary("t"))
        late = Unit(
            stream="tournament:t", expected=0, events=[b"e"], changes=[Put(TOURNAMENTS, summary("t", phase="over"))]
        )
        assert await store.commit(late) == Conflict(1)
        assert await found(store, phase="over") == ""

    async def test_they_are_found_by_each_thing_and_by_all_together(self, store: Store) -> None:
        await put(
            store,
            summary("a", game="yinsh", updated=1, people=("ann",)),
            summary("b", kind="arena", updated=2, organiser="ann"),
            summary("c", phase="running", updated=3, people=("ann", "bob")),
        )
        assert await found(store) == "cba"
        assert await found(store, kind="arena") == "b"
        assert await found(store, phase="open") == "ba"
        assert await found(store, organiser="ann") == "b"
        assert await found(store, person="ann") == "ca"
        assert await found(store, game="yinsh", person="bob", phase="running", kind="swiss") == "c"
        assert await found(store, game="dance") == ""

    async def test_pages_follow_each_other_without_a_gap(self, store: Store) -> None:
        await put(store, *(summary(name, updated=5) for name in "bdac"), summary("e", updated=9))
        first = await tournament_records.find_tournaments(store, TournamentQuery(most=2))
        assert [each.tournament for each in first] == ["e", "a"]
        assert await found(store, after=(5, "a"), most=2) == "bc"
        assert await found(store, after=(5, "c")) == "d"
        assert await found(store, most=0) == ""

    async def test_a_table_and_a_tournament_of_one_name_are_two(self, store: Store) -> None:
        await put(store, summary("t"))
        await store.commit(Unit(stream="t", expected=0, events=[b"e"]))
        assert await table_records.table_summary(store, "t") is None
        assert await found(store) == "t"
