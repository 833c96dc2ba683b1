"""The rater: every finish once, in order, wherever it was stopped; and all of it counted again from the streams."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from parlour.house import closing, doors, rater, rating
from parlour.house.doors import Change
from parlour.house.house import House, NewSeat, NewTable
from parlour.house.ports import Finish, Person, Store, Unit
from parlour.house.rater import Rater
from parlour.house.recount import differences, rebuild, recount
from parlour.house.table import Table
from parlour.store import open_store
from parlour.store.commands import check_ratings, rebuild_ratings
from tests.serving import Library, SeededChances, TurnedTime
from tests.store.things import account, standing

pytestmark = pytest.mark.anyio
PEOPLE = [account(name, name.title()) for name in ("ann", "bob", "cid")]


class Club:
    """A house where accounts play rated matches of Connect 4 at random, one after the other."""

    def __init__(self, store: Store, seed: int = 1) -> None:
        self.time = TurnedTime()
        self.house = House(store, Library(), self.time, SeededChances(seed))
        self.store, self.random = store, Random(seed)

    async def open(self) -> "Club":
        for person in PEOPLE:
            await self.store.add_person(person)
        return self

    async def sit(self, one: Person, other: Person, *, rated: bool = True) -> Table:
        new = NewTable(game="connect4", seats=[NewSeat("me"), NewSeat("open")], rated=rated)
        table = await self.house.open(one, new)
        sitter = doors.Sitter("person", other.name, other.id)
        return await self.house.change(table.id, lambda t, now: doors.sit(t, now, sitter, None))

    async def play(self, *, rated: bool = True) -> Table:
        one, other = self.random.sample(PEOPLE, 2)
        table = await self.sit(one, other, rated=rated)
        while not table.over:
            self.time.pass_by(1000)
            table = await self.step(table)
        return table

    async def step(self, table: Table) -> Table:
        assert table.match is not None
        seat, rng = table.to_act[0], self.random
        texts = [rng.choice(table.match.legal(seat))]

        def door(now_at: Table, now: int) -> Change:
            return doors.step(now_at, now, self.house.uptimes, seat, texts)

        return await self.house.change(table.id, door)


async def check(store: Store) -> None:
    """What is kept is what the streams say, to the last digit and not just to nine."""
    counted, found = await differences(store)
    assert found == []
    assert await store.standings() == counted.standings
    assert await store.all_points() == sorted(counted.points, key=lambda point: (point.number, point.who))


async def test_every_rated_match_is_rated_once_and_casual_ones_are_not(store: Store) -> None:
    club = await Club(store).open()
    tables = [(await club.play(rated=rated)).id for rated in (True, False, True, True)]
    assert [one.table for one in await store.finishes()] == [tables[0], *tables[2:]]
    assert await Rater(store).catch_up() == 3
    assert await Rater(store).catch_up() == 0
    assert sum(one.games for one in await store.standings()) == 6
    await check(store)


async def test_a_match_that_is_taken_out_of_the_ratings_leaves_them_as_if_it_had_not_been(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = await Club(store).open()
    tables = [(await club.play()).id for _ in range(6)]
    await Rater(store).catch_up()
    before = await store.standings()
    monkeypatch.setattr(rater, "AT_ONCE", 2)  # it is not all counted again in one go
    await club.house.change(tables[2], closing.annul)
    tables.append((await club.play()).id)
    await Rater(store).catch_up()
    await check(store)
    assert [one.number for one in await store.finishes()] == [1, 2, 3, 4, 5, 6, 7]
    assert await store.points_at(tables[2]) == []
    assert sum(one.games for one in await store.standings()) == 12
    counted = await rebuild(store)
    assert counted is not None
    await check(store)
    await club.house.change(tables[6], closing.annul)
    await club.house.change(tables[2], closing.reinstate)
    await Rater(store).catch_up()
    await check(store)
    assert await store.standings() == before


async def test_ratings_do_not_depend_on_where_the_rater_was_stopped(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = await Club(store).open()
    monkeypatch.setattr(rater, "AT_ONCE", 2)
    for _ in range(3):
        for _ in range(3):
            await club.play()
        await Rater(store).catch_up()
    monkeypatch.undo()
    await check(store)


async def test_several_raters_at_once_rate_everything_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    club = await Club(store).open()
    for _ in range(6):
        await club.play()
    monkeypatch.setattr(rater, "AT_ONCE", 1)
    await asyncio.gather(*(Rater(store).catch_up() for _ in range(4)))
    assert sum(one.games for one in await store.standings()) == 12
    await check(store)


async def test_a_rater_at_work_notices_what_ends_and_goes_on_after_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store = await open_store(tmp_path / "house.db")
    club = await Club(store).open()
    at_work = Rater(store)
    monkeypatch.setattr(rater, "AGAIN", 0.01)
    broken = [ZeroDivisionError("once")]
    fold = rating.fold

    def sometimes(standings: rating.Standings, finishes: Sequence[Finish]) -> object:
        if broken:
            raise broken.pop()
        return fold(standings, finishes)

    monkeypatch.setattr(rating, "fold", sometimes)
    club.house.listeners.append(at_work.notice)
    at_work.start()
    for played in (1, 2):
        await club.play()
        async with asyncio.timeout(60):
            while await store.rated_to() < played:
                await asyncio.sleep(0.005)
    await at_work.stop()
    assert "the rater stumbled" in caplog.text
    await check(store)
    await store.close()


async def test_whoever_goes_takes_nothing_from_the_others_ratings(store: Store) -> None:
    club = await Club(store).open()
    for _ in range(6):
        await club.play()
    await Rater(store).catch_up()
    before = await store.standings()
    await club.house.leave_all("ann")
    await store.remove_person("ann")
    assert "ann" not in {row.standing.who for row in await store.ranking("connect4", 5.0)}
    assert {row.name for row in await store.ranking("connect4", 5.0)} == {"Bob", "Cid"}
    assert await rebuild(store) is not None
    assert await store.standings() == before


async def test_whoever_deletes_an_account_in_the_middle_of_a_match_has_lost_it(store: Store) -> None:
    club = await Club(store).open()
    await club.step(await club.sit(PEOPLE[0], PEOPLE[1]))
    await club.house.leave_all("ann")
    await store.remove_person("ann")
    [finish] = await store.finishes()
    assert (finish.seats, finish.places) == (("ann", "bob"), (2, 1))


async def test_a_rebuild_mends_whatever_was_changed_and_a_check_says_what(store: Store) -> None:
    club = await Club(store).open()
    for _ in range(5):
        await club.play()
    await Rater(store).catch_up()
    kept, standings = await store.finishes(), await store.standings()
    wrong = [standing("ann", 99.0, game="connect4"), *standings[1:], standing("eve", game="connect4")]
    reversed_places = [Finish(**{**one_as_dict(kept[0]), "places": kept[0].places[::-1]}), *kept[1:-1]]
    assert await store.replace_ratings(5, reversed_places, wrong, (await store.all_points())[1:])
    assert await store.rated_to() == 4
    _, found = await differences(store)
    assert {(one.what, one.of) for one in found} >= {
        ("finish", kept[0].table), ("finish", kept[-1].table), ("standing", "ann connect4"),
        ("standing", "eve connect4"), ("point", f"{kept[0].seats[0]} 1"),
    }  # fmt: skip
    counted = await rebuild(store)
    assert counted is not None
    assert (await store.finishes(), await store.standings()) == (kept, standings)
    await check(store)


def one_as_dict(finish: Finish) -> dict[str, object]:
    return {name: getattr(finish, name) for name in Finish.__struct_fields__}


async def test_what_was_not_rated_yet_is_no_difference_and_a_rebuild_rates_it(store: Store) -> None:
    club = await Club(store).open()
    await club.play()
    await Rater(store).catch_up()
    await club.play()
    assert (await differences(store))[1] == []
    assert await rebuild(store) is not None
    assert await store.rated_to() == 2
    assert await Rater(store).catch_up() == 0
    await check(store)


async def test_a_table_whose_game_is_gone_keeps_the_finish_that_it_had(store: Store) -> None:
    club = await Club(store).open()
    await club.play()
    [finish] = await store.finishes()
    body = (await store.streams())[0][1]
    gone = Finish(**{**one_as_dict(finish), "table": "zz", "game": "whist"})  # type: ignore[arg-type]
    opened = body.replace(b'"connect4"', b'"whist"').replace(finish.table.encode(), b"zz")
    await store.append(Unit(stream="zz", expected=0, events=[opened], finish=gone))
    counted = await recount(store)
    assert counted.unread == ["zz"]
    assert [one.game for one in counted.finishes] == ["connect4", "whist"]


async def fill(place: str) -> None:
    store = await open_store(place)
    club = await Club(store).open()
    for _ in range(3):
        await club.play()
    await Rater(store).catch_up()
    await store.close()


async def tamper(place: str) -> None:
    store = await open_store(place)
    await store.keep_ratings(3, 3, [standing("ann", 1.0, game="connect4", games=2)], [])
    await store.close()


def test_the_commands_say_what_differs_and_put_it_right(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = str(tmp_path / "house.db")
    asyncio.run(fill(place))
    assert check_ratings(place) == 0
    assert "All ratings are what the 3 matches that count make them." in capsys.readouterr().out
    asyncio.run(tamper(place))
    assert check_ratings(place) == 1
    said = capsys.readouterr().out
    assert "Rating ann connect4:" in said
    assert "One thing is not what it should be." in said
    assert rebuild_ratings(place) == 0
    assert "All 3 matches that count have been counted again." in capsys.readouterr().out
    assert check_ratings(place) == 0
