"""Finishes: kept with the events that they follow from, numbered without gaps as they are rated. Ratings: kept with how
far they go."""

import asyncio

import pytest
from msgspec.structs import replace

from parlour.house.cursors import CURSORS, Cursor
from parlour.house.people import records as people_records
from parlour.house.people import removal
from parlour.house.ratings import records as rating_records
from parlour.house.ratings.records import (
    GENERATION,
    POINTS,
    STANDINGS,
    Finish,
    Point,
    finish_changes,
    keep_ratings,
    replace_ratings,
)
from parlour.house.store import MOST_CHANGES, Appended, Conflict, Put, Repeated, Store, Unit, keep
from tests.store.things import account, finish, guest, point, seed_ratings, standing

# No decimal fraction says them exactly.
MU, SIGMA = 25.0 + 1 / 3, 25.0 / 3


async def add(store: Store, *finishes: Finish) -> None:
    for each in finishes:
        changes = await finish_changes(store, each, False)
        assert await store.commit(Unit(stream=each.table, expected=0, events=[b"e"], changes=changes)) == Appended(1)


async def rate(store: Store, *finishes: Finish, after: int = 0) -> list[Finish]:
    """Number these as the next ones, with no other consequences."""
    rated = [replace(one, number=number) for number, one in enumerate(finishes, after + 1)]
    assert await keep_ratings(store, after, rated, [], [])
    return rated


async def change(store: Store, finish: Finish) -> None:
    """Its outcome is another from now on."""
    changes = await finish_changes(store, finish, True)
    last = len(await store.read(finish.table))
    unit = Unit(stream=finish.table, expected=last, events=[b"f"], changes=changes)
    assert await store.commit(unit) == Appended(last + 1)


async def order(store: Store, game: str = "yinsh") -> list[str]:
    return [row.standing.who for row in await rating_records.ranking(store, game)]


class Finishes:
    async def test_a_finish_waits_and_comes_back_as_it_was(self, store: Store) -> None:
        whole = finish("t", game="dance", at=7, seats=("ann", "bot:3"), places=(2, 1), worth=1 / 3, score=0)
        await add(store, whole)
        assert await rating_records.waiting_finishes(store) == [whole]
        assert await rating_records.finishes(store) == []

    async def test_it_has_a_number_once_it_is_rated(self, store: Store) -> None:
        late, soon = finish("t", at=9), finish("u", at=5)
        await add(store, late, soon, finish("v", at=5))
        assert await rating_records.waiting_finishes(store) == [soon, finish("v", at=5), late]
        assert await rating_records.waiting_finishes(store, most=1) == [soon]
        first, second = await rate(store, soon, late)
        assert await rating_records.finishes(store) == [first, second]
        assert await rating_records.finishes(store, after=1) == [second]
        assert await rating_records.finishes(store, most=1) == [first]
        assert await rating_records.waiting_finishes(store) == [finish("v", at=5)]
        assert [one.table async for one in rating_records.all_finishes(store)] == ["u", "t", "v"]

    async def test_events_that_are_not_kept_leave_no_finish(self, store: Store) -> None:
        await store.commit(Unit(stream="t", expected=0, events=[b"e"], key="k"))
        late = Unit(stream="t", expected=0, events=[b"f"], changes=await finish_changes(store, finish("t"), False))
        assert await store.commit(late) == Conflict(1)
        assert await store.commit(replace(late, key="k", expected=1)) == Repeated(1, 1)
        assert await rating_records.waiting_finishes(store) == []

    async def test_a_table_has_one_finish(self, store: Store) -> None:
        await add(store, finish("t"))
        changes = await finish_changes(store, finish("t", at=9), False)
        assert await store.commit(Unit(stream="t", expected=1, events=[b"f"], changes=changes)) == Appended(2)
        assert await rating_records.waiting_finishes(store) == [finish("t")]

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
        assert [one.table for one in await rating_records.best(store, "dance", 2)] == ["b", "c", "a"]
        assert [one.table for one in await rating_records.best(store, "dance", 2, skip=1, most=1)] == ["c"]
        [first, *rest] = await rating_records.best(store, "dance", 2)
        after = (first.worth or 0.0, first.at, first.table)
        assert await rating_records.best(store, "dance", 2, after=after) == rest
        assert [one.table for one in await rating_records.best(store, "dance", 1)] == ["d"]
        assert await rating_records.best(store, "yinsh", 2) == []


class Rating:
    async def test_ratings_come_back_to_the_last_digit(self, store: Store) -> None:
        assert await rating_records.rated_to(store) == 0
        await add(store, finish("t2"))
        ann = standing("ann", MU, SIGMA, games=3, ranked=False)
        after = point(1, "ann", was=1 / 7, mu=MU, sigma=SIGMA, place=2, of=5, table="t2", shared=True)
        assert await keep_ratings(store, 0, [finish("t2", number=1)], [ann, standing("bot:1")], [after])
        assert await rating_records.rated_to(store) == 1
        assert await rating_records.standings(store, ["ann"]) == [ann]
        assert await rating_records.points(store, "ann", "yinsh") == [after]
        assert await rating_records.points_at(store, "t2") == [after]
        assert await rating_records.points_at(store, "t3") == []

    async def test_nothing_is_kept_by_whoever_is_not_where_the_ratings_are(self, store: Store) -> None:
        await add(store, finish("t"), finish("u"))
        await rate(store, finish("t"))
        for after in (0, 2):
            rated = [finish("u", number=after + 1)]
            assert not await keep_ratings(store, after, rated, [standing("ann")], [point(1, "ann")])
        assert (await rating_records.rated_to(store), await rating_records.standings(store)) == (1, [])
        assert await rating_records.all_points(store) == []
        assert await rating_records.waiting_finishes(store) == [finish("u")]

    async def test_nor_by_whoever_has_not_seen_a_finish_as_it_is(self, store: Store) -> None:
        await add(store, finish("t"), finish("u"))
        await rate(store, finish("t"))
        wrong = (finish("u", number=2, places=(2, 1)), finish("t", number=2), finish("none", number=2))
        for rated in wrong:
            assert not await keep_ratings(store, 1, [rated], [standing("ann")], [])
        assert (await rating_records.rated_to(store), await rating_records.standings(store)) == (1, [])

    async def test_of_many_who_rate_the_same_one_does(self, store: Store) -> None:
        await add(store, finish("t"))
        rated = [finish("t", number=1)]
        tries = [keep_ratings(store, 0, rated, [standing("bot:1", float(mu))], [point(1, "bot:1")]) for mu in range(8)]
        kept = await asyncio.gather(*tries)
        assert sum(kept) == 1
        assert await rating_records.standings(store) == [standing("bot:1", float(kept.index(True)))]

    async def test_a_match_of_very_many_is_rated_whole(self, store: Store) -> None:
        """Its points are more than fit into the unit that moves the cursor."""
        seats = tuple(f"bot:{number}" for number in range(MOST_CHANGES - 10))
        await add(store, finish("t", seats=seats, places=(1,) * len(seats)))
        rated = replace(finish("t", seats=seats, places=(1,) * len(seats)), number=1)
        told = [point(1, who) for who in seats]
        assert await keep_ratings(store, 0, [rated], [standing(who) for who in seats], told)
        assert (await rating_records.rated_to(store), len(await rating_records.standings(store))) == (1, len(seats))
        assert len(await rating_records.all_points(store)) == len(seats)

    async def test_the_latest_standing_counts_and_games_are_apart(self, store: Store) -> None:
        await seed_ratings(store, standing("ann"), standing("ann", 20.0, game="dance"), standing("bob"))
        await seed_ratings(store, standing("ann", 30.0, games=2))
        ann, other = standing("ann", 30.0, games=2), standing("ann", 20.0, game="dance")
        assert await rating_records.standings(store) == [other, ann, standing("bob")]
        assert await rating_records.standings(store, ["ann", "cid"]) == [other, ann]
        assert await rating_records.standings(store, ["bob", "ann"], "yinsh") == [ann, standing("bob")]
        assert await rating_records.standings(store, game="dance") == [other]
        assert await rating_records.standings(store, []) == []

    async def test_the_latest_points_are_shown_in_order(self, store: Store) -> None:
        made = [point(number, "ann") for number in range(1, 6)]
        await seed_ratings(store, *made, point(3, "bob"), point(4, "ann", game="dance"))
        assert await rating_records.points(store, "ann", "yinsh") == made
        assert await rating_records.points(store, "ann", "yinsh", most=2) == made[-2:]
        assert await rating_records.points_at(store, "t3") == [point(3, "ann"), point(3, "bob")]

    async def test_all_points_of_somebody_come_page_by_page(self, store: Store) -> None:
        mine = [point(1, "ann", game="dance"), point(3, "ann", game="dance"), point(2, "ann")]
        await seed_ratings(store, *mine, point(1, "bob"))
        assert await rating_records.points_of(store, "ann") == mine
        assert await rating_records.points_of(store, "ann", most=2) == mine[:2]
        assert await rating_records.points_of(store, "ann", ("dance", 1)) == mine[1:]
        assert await rating_records.points_of(store, "ann", ("yinsh", 2)) == []

    @pytest.mark.parametrize("most", [1, 2, 100])
    async def test_all_points_follow_each_other_without_gaps_or_repeats(self, store: Store, most: int) -> None:
        made = [point(number, who) for number in range(1, 5) for who in ("ann", "bob", "bot:3")]
        await seed_ratings(store, *reversed(made))
        pages: list[Point] = []
        after = (0, "")
        while page := await rating_records.all_points(store, after, most):
            assert len(page) <= most
            pages += page
            after = (page[-1].number, page[-1].who)
        assert pages == made


class Ranking:
    async def test_the_certain_come_first_then_the_others_the_best_of_each_first(self, store: Store) -> None:
        for id in ("ann", "bob", "cid", "dan"):
            await people_records.add_person(store, account(id, id.title()))
        unsure = [standing("cid", 40.0, 5.1), standing("dan", 45.0, 8.0)]
        certain = [standing("ann", 24.0, 5.0), standing("bob", 24.0), standing("bot:3", 30.0)]
        await seed_ratings(store, *unsure, *certain, standing("ann", 50.0, game="dance"))
        rows = await rating_records.ranking(store, "yinsh")
        assert [(row.standing.who, row.name) for row in rows] == [
            ("bot:3", None), ("ann", "Ann"), ("bob", "Bob"), ("dan", "Dan"), ("cid", "Cid"),
        ]  # fmt: skip
        assert await rating_records.ranking(store, "yinsh", skip=1, most=2) == rows[1:3]
        for place, row in enumerate(rows, 1):
            after = (row.standing.sigma <= rating_records.SURE, row.standing.mu, row.standing.who)
            assert await rating_records.ranking(store, "yinsh", after=after) == rows[place:]
        assert [await rating_records.ahead_of(store, row.standing) for row in rows[:3]] == [0, 1, 2]
        assert await rating_records.ahead_of(store, standing("zoe", 24.0)) == 3, "with or without a line of one's own"

    async def test_who_has_gone_is_in_no_ranking_and_keeps_a_standing_without_a_name(self, store: Store) -> None:
        await people_records.add_person(store, account("ann", "Ann"))
        await people_records.add_person(store, guest("gus"))
        await add(store, finish("t"))
        new = [standing("ann"), standing("gus"), standing("bob"), standing("bot:1", 20.0)]
        assert await keep_ratings(store, 0, [finish("t", number=1)], new, [point(1, "ann")])
        assert await order(store) == ["ann", "bot:1"]
        assert await people_records.names_of(store, ["ann", "gus", "bob"]) == {"ann": "Ann"}
        await removal.remove_person(store, "ann")
        assert await order(store) == ["bot:1"]
        assert await rating_records.ahead_of(store, standing("bot:1", 20.0)) == 0
        assert await people_records.names_of(store, ["ann"]) == await people_records.names_of(store, []) == {}
        assert await rating_records.standings(store, ["ann"]) == [standing("ann", ranked=False)]
        assert await rating_records.points(store, "ann", "yinsh") == [point(1, "ann")]

    async def test_who_leaves_while_a_match_of_theirs_is_rated_is_not_shown_without_a_name(self, store: Store) -> None:
        await seed_ratings(store, standing("gone"), standing("bot:1"))
        assert await order(store) == ["bot:1"]


class Recounting:
    async def test_a_finish_that_changes_has_all_ratings_counted_again(self, store: Store) -> None:
        await add(store, finish("a"), finish("b"), finish("c"))
        first, second = await rate(store, finish("a"), finish("b"))
        await seed_ratings(store, standing("ann"), point(1, "ann"), point(2, "ann"))
        await change(store, finish("a", places=(1, 1)))
        changed = replace(first, places=(1, 1))
        assert await rating_records.finishes(store) == [changed, second], "its number stays"
        again = await rating_records.rated_to(store)
        assert again < 0
        assert not await keep_ratings(store, 2, [finish("c", number=3)], [], []), "who had begun before is too late"
        assert await replace_ratings(store, again, 2, [standing("bot:1")], [point(2, "bot:1")])
        assert [one.who for one in await rating_records.standings(store)] == ["bot:1"]
        assert [(one.number, one.who) for one in await rating_records.all_points(store)] == [(2, "bot:1")]
        assert await rating_records.rated_to(store) == 2
        assert await keep_ratings(store, 2, [finish("c", number=3)], [standing("bot:2")], [])
        assert [one.who for one in await rating_records.standings(store)] == ["bot:1", "bot:2"]

    async def test_two_changes_are_two(self, store: Store) -> None:
        await add(store, finish("a"), finish("b"))
        await rate(store, finish("a"), finish("b"))
        seen = []
        for table in "ab":
            await change(store, finish(table, places=()))
            seen.append(await rating_records.rated_to(store))
        assert not await replace_ratings(store, seen[0], 2, [], []), "it did not know of the second"
        assert await replace_ratings(store, seen[1], 2, [], [])

    async def test_what_waits_or_never_counted_has_nothing_counted_again(self, store: Store) -> None:
        await add(store, finish("a"))
        await change(store, finish("a", places=(2, 1)))
        assert await rating_records.waiting_finishes(store) == [finish("a", places=(2, 1))]
        assert await finish_changes(store, finish("b"), True) == []
        assert await rating_records.rated_to(store) == 0

    async def test_ratings_are_replaced_whole(self, store: Store) -> None:
        await add(store, finish("t"), finish("u"))
        await rate(store, finish("t"))
        many = [standing(f"bot:{number}") for number in range(2 * MOST_CHANGES)]
        await seed_ratings(store, standing("ann"), standing("bob"), point(1, "ann"))
        told = [point(3, one.who) for one in many]
        assert await replace_ratings(store, 1, 3, many, told)
        assert await rating_records.standings(store) == [
            replace(one, generation=1) for one in sorted(many, key=lambda one: one.who)
        ]
        assert {one.who for one in await rating_records.all_points(store)} == {one.who for one in many}
        assert await rating_records.rated_to(store) == 3
        assert await left_over(store) == {1}

    async def test_nothing_is_replaced_by_whoever_has_not_seen_all(self, store: Store) -> None:
        await add(store, finish("t"))
        await rate(store, finish("t"))
        await seed_ratings(store, standing("ann"))
        assert not await replace_ratings(store, 0, 1, [standing("bot:1")], [])
        assert (await rating_records.rated_to(store), await rating_records.standings(store)) == (1, [standing("ann")])

    async def test_of_many_who_count_at_once_one_is_shown_whole_and_nothing_is_left_of_the_others(
        self, store: Store
    ) -> None:
        counts = [[standing(f"bot:{number}", float(mu)) for number in range(60)] for mu in range(6)]
        told = [point(1, f"bot:{number}") for number in range(60)]
        await keep(store, Put(CURSORS, Cursor(rating_records.RATED_TO, -1)))
        turned = await asyncio.gather(*(replace_ratings(store, -1, 1, count, told) for count in counts))
        assert sum(turned) == 1
        shown = await rating_records.standings(store)
        assert {one.mu for one in shown} == {float(turned.index(True))}
        assert (len(shown), len(await rating_records.all_points(store))) == (60, 60)
        assert await left_over(store) == {await rating_records.generation_of(store)}

    async def test_what_was_begun_and_not_brought_to_an_end_is_never_shown_and_goes(self, store: Store) -> None:
        await keep(store, Put(CURSORS, Cursor(rating_records.CLAIMED, 3)))
        await seed_ratings(store, standing("bot:1"), standing("bot:9", generation=3), point(1, "bot:9", generation=3))
        assert [one.who for one in await rating_records.standings(store)] == ["bot:1"]
        assert await rating_records.all_points(store) == []
        assert await replace_ratings(store, 0, 0, [standing("bot:2")], [])
        assert [one.who for one in await rating_records.standings(store)] == ["bot:2"]
        assert await left_over(store) == {4}

    async def test_who_rates_while_all_is_counted_anew_is_too_late_even_at_the_same_place(self, store: Store) -> None:
        """A rebuild may come to the very finish at which the ratings were."""
        await add(store, finish("t"))

        class Slow:
            """Between what is read and what is written, somebody else is done."""

            def __getattr__(self, name: str) -> object:
                return getattr(store, name)

            async def commit(self, unit: Unit) -> object:
                assert await replace_ratings(store, 0, 0, [], [])
                return await store.commit(unit)

        rated = [finish("t", number=1)]
        assert not await keep_ratings(Slow(), 0, rated, [standing("bot:1")], [])  # type: ignore[arg-type]
        assert await rating_records.waiting_finishes(store) == [finish("t")]

    async def test_finishes_are_put_in_place_of_those_that_have_a_number(self, store: Store) -> None:
        await add(store, finish("t"), finish("u"), finish("v"), finish("w"))
        await rate(store, finish("t"), finish("u"))
        wanted = [finish("u", number=1), finish("v", number=2, places=(2, 1)), finish("new", number=3)]
        assert await rating_records.renumber_finishes(store, wanted)
        assert await rating_records.finishes(store) == wanted
        assert await rating_records.waiting_finishes(store) == [finish("w")], "its match has ended meanwhile"


async def left_over(store: Store) -> set[int]:
    """The generations of which something is kept."""
    shown = await store.get(CURSORS, GENERATION)
    most = 20 + (0 if shown is None else shown.value)
    return {
        number
        for number in range(most)
        if await store.list_by(STANDINGS, "all", number) or await store.list_by(POINTS, "number", number)
    }
