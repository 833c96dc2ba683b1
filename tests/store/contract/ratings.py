"""Finishes: kept with the events that they follow from, numbered without gaps. Ratings: kept with how far they go."""

import asyncio

import pytest
from msgspec.structs import replace

from parlour.house.ports import Appended, Conflict, Finish, Point, Repeated, Store, Unit
from tests.store.things import account, finish, guest, point, standing

# No decimal fraction says them exactly.
MU, SIGMA = 25.0 + 1 / 3, 25.0 / 3


async def add(store: Store, *finishes: Finish) -> None:
    for each in finishes:
        assert await store.append(Unit(stream=each.table, expected=0, events=[b"e"], finish=each)) == Appended(1)


class Finishes:
    async def test_a_finish_comes_back_as_it_was_with_its_number(self, store: Store) -> None:
        whole = finish("t", game="dance", at=7, seats=("ann", "bot:3"), places=(), worth=1 / 3, score=0)
        await add(store, whole, finish("u"))
        assert await store.finishes() == [replace(whole, number=1), finish("u", number=2)]
        assert await store.finishes(after=1) == [finish("u", number=2)]
        assert await store.finishes(most=1) == [replace(whole, number=1)]

    async def test_events_that_are_not_kept_leave_no_finish(self, store: Store) -> None:
        await store.append(Unit(stream="t", expected=0, events=[b"e"], key="k"))
        late = Unit(stream="t", expected=0, events=[b"f"], finish=finish("t"))
        assert await store.append(late) == Conflict(1)
        assert await store.append(replace(late, key="k", expected=1)) == Repeated(1, 1)
        assert await store.finishes() == []

    async def test_a_table_has_one_finish(self, store: Store) -> None:
        await add(store, finish("t"))
        unit = Unit(stream="t", expected=1, events=[b"f"], finish=finish("t", at=9))
        assert await store.append(unit) == Appended(2)
        assert await store.finishes() == [finish("t", number=1)]

    async def test_finishes_at_the_same_time_have_numbers_of_their_own_without_gaps(self, store: Store) -> None:
        await asyncio.gather(*(add(store, finish(f"t{number}")) for number in range(30)))
        there = await store.finishes()
        assert [one.number for one in there] == list(range(1, 31))
        assert {one.table for one in there} == {f"t{number}" for number in range(30)}

    async def test_the_best_come_first_then_the_earliest_of_teams_of_that_size(self, store: Store) -> None:
        team = {"game": "dance", "places": ()}
        await add(
            store,
            finish("a", worth=0.5, score=20, at=5, **team),
            finish("b", worth=1.0, score=0, at=9, **team),
            finish("c", worth=0.5, score=20, at=4, **team),
            finish("d", worth=0.9, score=3, **{**team, "seats": ("ann",)}),
            finish("e", worth=0.9, score=3, **{**team, "game": "waltz"}),
            finish("f"),
        )
        assert [one.table for one in await store.best("dance", 2)] == ["b", "c", "a"]
        assert [one.table for one in await store.best("dance", 2, skip=1, most=1)] == ["c"]
        assert [one.table for one in await store.best("dance", 1)] == ["d"]
        assert await store.best("yinsh", 2) == []

    async def test_streams_are_listed_with_their_first_event(self, store: Store) -> None:
        for stream in "zaé":
            await store.append(Unit(stream=stream, expected=0, events=[stream.encode(), b"more"]))
        assert await store.streams() == [("a", b"a"), ("z", b"z"), ("é", "é".encode())]
        assert await store.streams(after="a", most=1) == [("z", b"z")]


class Ratings:
    async def test_ratings_come_back_to_the_last_digit(self, store: Store) -> None:
        assert await store.rated_to() == 0
        ann, after = standing("ann", MU, SIGMA, games=3), point(2, "ann", was=1 / 7, mu=MU, sigma=SIGMA, place=2, of=5)
        assert await store.keep_ratings(0, 2, [ann, standing("bob")], [after])
        assert await store.rated_to() == 2
        assert await store.standings(["ann"]) == [ann]
        assert await store.points("ann", "yinsh") == [after]
        assert await store.points_at("t2") == [after]
        assert await store.points_at("t3") == []

    async def test_nothing_is_kept_by_whoever_is_not_where_the_ratings_are(self, store: Store) -> None:
        assert await store.keep_ratings(0, 2, [standing("ann")], [])
        assert not await store.keep_ratings(0, 2, [standing("ann", 40.0)], [point(1, "ann")])
        assert not await store.keep_ratings(3, 4, [standing("ann", 40.0)], [point(4, "ann")])
        assert (await store.rated_to(), await store.standings()) == (2, [standing("ann")])
        assert await store.all_points() == []

    async def test_all_points_of_somebody_come_page_by_page(self, store: Store) -> None:
        mine = [point(1, "ann", game="dance"), point(3, "ann", game="dance"), point(2, "ann")]
        await store.keep_ratings(0, 3, [], [*mine, point(1, "bob")])
        assert await store.points_of("ann") == mine
        assert await store.points_of("ann", most=2) == mine[:2]
        assert await store.points_of("ann", ("dance", 1)) == mine[1:]
        assert await store.points_of("ann", ("yinsh", 2)) == []

    async def test_of_many_who_rate_the_same_one_does(self, store: Store) -> None:
        tries = [store.keep_ratings(0, 1, [standing("ann", float(mu))], [point(1, "ann")]) for mu in range(8)]
        kept = await asyncio.gather(*tries)
        assert sum(kept) == 1
        assert await store.standings() == [standing("ann", float(kept.index(True)))]

    async def test_the_latest_standing_counts_and_games_are_apart(self, store: Store) -> None:
        await store.keep_ratings(0, 1, [standing("ann"), standing("ann", 20.0, game="dance"), standing("bob")], [])
        await store.keep_ratings(1, 2, [standing("ann", 30.0, games=2)], [])
        ann, other = standing("ann", 30.0, games=2), standing("ann", 20.0, game="dance")
        assert await store.standings() == [other, ann, standing("bob")]
        assert await store.standings(["ann", "cid"]) == [other, ann]
        assert await store.standings(["ann", "bob"], "yinsh") == [ann, standing("bob")]
        assert await store.standings([]) == []

    async def test_the_latest_points_are_shown_in_order(self, store: Store) -> None:
        made = [point(number, "ann") for number in range(1, 6)]
        await store.keep_ratings(0, 5, [], [*made, point(3, "bob"), point(4, "ann", game="dance")])
        assert await store.points("ann", "yinsh") == made
        assert await store.points("ann", "yinsh", most=2) == made[-2:]
        assert await store.points_at("t3") == [point(3, "ann"), point(3, "bob")]

    async def test_a_place_is_shared_with_others_of_the_same_match_alone(self, store: Store) -> None:
        drawn = [point(1, "ann"), point(1, "bob"), point(4, "ann"), point(4, "cid")]
        won = [point(2, "ann"), point(2, "bob", place=2), point(3, "bob")]
        await store.keep_ratings(0, 5, [], [*drawn, *won, point(5, "ann", game="dance"), point(5, "bob", game="dance")])
        assert await store.shared_places("ann", "yinsh") == {1, 4}
        assert await store.shared_places("ann", "yinsh", most=1) == {4}
        assert await store.shared_places("bob", "yinsh") == {1}
        assert await store.shared_places("ann", "dance") == {5}

    @pytest.mark.parametrize("most", [1, 2, 100])
    async def test_all_points_follow_each_other_without_gaps_or_repeats(self, store: Store, most: int) -> None:
        made = [point(number, who) for number in range(1, 5) for who in ("ann", "bob", "bot:3")]
        await store.keep_ratings(0, 4, [], list(reversed(made)))
        pages: list[Point] = []
        after = (0, "")
        while page := await store.all_points(after, most):
            assert len(page) <= most
            pages += page
            after = (page[-1].number, page[-1].who)
        assert pages == made

    async def test_a_ranking_has_the_certain_first_then_the_others_the_best_of_each_first(self, store: Store) -> None:
        for id in ("ann", "bob", "cid", "dan"):
            await store.add_person(account(id, id.title()))
        unsure = [standing("cid", 40.0, 5.1), standing("dan", 45.0, 8.0)]
        certain = [standing("ann", 24.0, 5.0), standing("bob", 24.0), standing("bot:3", 30.0)]
        await store.keep_ratings(0, 1, [*unsure, *certain, standing("ann", 50.0, game="dance")], [])
        rows = await store.ranking("yinsh", 5.0)
        assert [(row.standing.who, row.name) for row in rows] == [
            ("bot:3", None), ("ann", "Ann"), ("bob", "Bob"), ("dan", "Dan"), ("cid", "Cid"),
        ]  # fmt: skip
        assert await store.ranking("yinsh", 5.0, skip=1, most=2) == rows[1:3]
        assert [await store.ahead_of(row.standing, 5.0) for row in rows[:3]] == [0, 1, 2]

    async def test_who_has_gone_is_in_no_ranking_and_keeps_a_standing_without_a_name(self, store: Store) -> None:
        await store.add_person(account("ann", "Ann"))
        await store.add_person(guest("gus"))
        await store.keep_ratings(0, 1, [standing("ann"), standing("gus"), standing("bob")], [point(1, "ann")])
        assert [row.standing.who for row in await store.ranking("yinsh", 5.0)] == ["ann"]
        assert await store.names_of(["ann", "gus", "bob"]) == {"ann": "Ann"}
        await store.remove_person("ann")
        assert await store.ranking("yinsh", 5.0) == []
        assert await store.names_of(["ann"]) == await store.names_of([]) == {}
        assert await store.standings(["ann"]) == [standing("ann")]
        assert await store.points("ann", "yinsh") == [point(1, "ann")]

    async def test_ratings_are_replaced_whole(self, store: Store) -> None:
        await add(store, finish("t"), finish("u"))
        await store.keep_ratings(0, 1, [standing("ann"), standing("bob")], [point(1, "ann")])
        anew = [finish("u", number=1), finish("t", number=2), finish("v", number=3)]
        assert await store.replace_ratings(2, anew, [standing("ann", MU)], [point(3, "ann")])
        assert await store.finishes() == anew
        assert await store.standings() == [standing("ann", MU)]
        assert await store.all_points() == [point(3, "ann")]
        assert await store.rated_to() == 3
        await add(store, finish("w"))
        assert await store.finishes(after=3) == [finish("w", number=4)]

    async def test_nothing_is_replaced_by_whoever_has_not_seen_all(self, store: Store) -> None:
        await add(store, finish("t"), finish("u"))
        await store.keep_ratings(0, 2, [standing("ann")], [])
        assert not await store.replace_ratings(1, [finish("t", number=1)], [], [])
        assert [one.table for one in await store.finishes()] == ["t", "u"]
        assert (await store.rated_to(), await store.standings()) == (2, [standing("ann")])
