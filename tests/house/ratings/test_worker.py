"""The rating worker: every finish once, in order, wherever it was stopped; and all counted again from the streams."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from parlour.commands import check_ratings, rebuild_ratings
from parlour.house import background
from parlour.house.people import records as people_records
from parlour.house.people import removal
from parlour.house.people.person import Person
from parlour.house.ratings import carry_over, model, worker
from parlour.house.ratings import records as rating_records
from parlour.house.ratings.model import shown
from parlour.house.ratings.rebuild import differences, rebuild, recount
from parlour.house.ratings.records import Finish, Standing, finish_changes
from parlour.house.ratings.worker import RatingWorker
from parlour.house.store import Outcome, Put, Store, Unit, keep
from parlour.house.tables import commands
from parlour.house.tables.commands import TableChange
from parlour.house.tables.new_table import NewSeat, NewTable
from parlour.house.tables.records import seat_visits
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import Table
from parlour.house.tables.visits import Visits
from parlour.store import open_store
from tests.serving import Library, SeededEntropy, TurnedTime
from tests.store.things import account, standing

pytestmark = pytest.mark.anyio
PEOPLE = [account(name, name.title()) for name in ("ann", "bob", "cid")]


class Club:
    """A house where accounts play rated matches of Connect 4 at random, one after the other."""

    def __init__(self, store: Store, seed: int = 1) -> None:
        self.time = TurnedTime()
        self.tables = TableRepository(store, Library(), self.time, SeededEntropy(seed))
        self.store, self.random = store, Random(seed)

    async def open(self) -> "Club":
        for person in PEOPLE:
            await people_records.add_person(self.store, person)
        return self

    async def sit(self, one: Person, other: Person, *, rated: bool = True) -> Table:
        new = NewTable(game="connect4", seats=[NewSeat("me"), NewSeat("open")], rated=rated)
        table = await self.tables.open(one, new)
        sitter = commands.Sitter("person", other.name, other.id)
        return await self.tables.change(table.id, lambda t, now: commands.sit(t, now, sitter, None))

    async def play(self, *, rated: bool = True) -> Table:
        one, other = self.random.sample(PEOPLE, 2)
        table = await self.sit(one, other, rated=rated)
        while not table.over:
            self.time.pass_by(1000)
            table = await self.step(table)
        return table

    async def play_bot(self) -> Table:
        """Against the strongest, for which any move is made here as well."""
        new = NewTable(game="connect4", seats=[NewSeat("me"), NewSeat("bot", level=5)], rated=True)
        table = await self.tables.open(self.random.choice(PEOPLE), new)
        while not table.over:
            self.time.pass_by(1000)
            table = await self.step(table)
        return table

    async def step(self, table: Table) -> Table:
        assert table.match is not None
        seat, rng = table.to_act[0], self.random
        texts = [rng.choice(table.match.legal(seat))]

        def command(now_at: Table, now: int) -> TableChange:
            return commands.step(now_at, now, self.tables.uptimes, seat, texts)

        return await self.tables.change(table.id, command)


async def check(store: Store) -> None:
    """What is kept is what the streams say, to the last digit and not just to nine."""
    counted, found = await differences(store)
    assert found == []
    assert [figures(one) for one in await rating_records.standings(store)] == [
        figures(one) for one in counted.standings
    ]
    points = [replace(one, generation=0) for one in await rating_records.all_points(store)]
    assert points == sorted(counted.points, key=lambda point: (point.number, point.who))


def figures(standing: Standing) -> tuple[object, ...]:
    """Whatever generation it is of, and whether or not it is ranked."""
    return standing.who, standing.game, standing.mu, standing.sigma, standing.games, standing.met, standing.recent


async def test_every_rated_match_is_rated_once_and_casual_ones_are_not(store: Store) -> None:
    club = await Club(store).open()
    tables = [(await club.play(rated=rated)).id for rated in (True, False, True, True)]
    assert [one.table for one in await rating_records.waiting_finishes(store)] == [tables[0], *tables[2:]]
    assert await RatingWorker(store).catch_up() == 3
    assert [one.table for one in await rating_records.finishes(store)] == [tables[0], *tables[2:]]
    assert await RatingWorker(store).catch_up() == 0
    assert sum(one.games for one in await rating_records.standings(store)) == 6
    await check(store)


async def test_who_came_from_one_place_is_kept_with_the_finish_and_counted_again(store: Store) -> None:
    club = await Club(store).open()
    visits = await Visits.of(store, club.time)
    ann, bob, cid = PEOPLE
    for one, other, places in (
        (ann, bob, ("home", "home")),
        (ann, cid, ("home", "away")),
        (bob, cid, ("home", "away")),
    ):
        table = await club.sit(one, other)
        for seat, place in enumerate(places):
            await visits.note(table, seat, place)
        while not table.over:
            club.time.pass_by(1000)
            table = await club.step(table)
        assert await seat_visits(store, table.id) == []
    await RatingWorker(store).catch_up()
    assert [one.households for one in await rating_records.finishes(store)] == [(0, 0), (0, 1), (0, 1)]
    met = {one.who: one.met for one in await rating_records.standings(store)}
    assert met == {"ann": ("@", "cid"), "bob": ("@", "cid"), "cid": ("ann", "bob")}
    await check(store)
    assert await rebuild(store) is not None
    assert [one.households for one in await rating_records.finishes(store)] == [(0, 0), (0, 1), (0, 1)]
    await check(store)


async def test_a_match_that_is_taken_out_of_the_ratings_leaves_them_as_if_it_had_not_been(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = await Club(store).open()
    tables = [(await club.play()).id for _ in range(6)]
    await RatingWorker(store).catch_up()
    before = [figures(one) for one in await rating_records.standings(store)]
    monkeypatch.setattr(worker, "AT_ONCE", 2)
    await club.tables.change(tables[2], commands.annul)
    tables.append((await club.play()).id)
    await RatingWorker(store).catch_up()
    await check(store)
    assert [one.number for one in await rating_records.finishes(store)] == [1, 2, 3, 4, 5, 6, 7]
    assert await rating_records.points_at(store, tables[2]) == []
    assert sum(one.games for one in await rating_records.standings(store)) == 12
    counted = await rebuild(store)
    assert counted is not None
    await check(store)
    await club.tables.change(tables[6], commands.annul)
    await club.tables.change(tables[2], commands.reinstate)
    await RatingWorker(store).catch_up()
    await check(store)
    assert [figures(one) for one in await rating_records.standings(store)] == before


async def test_the_strongest_bot_is_carried_over_once_when_it_has_become_stronger(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it won and lost before counts for who it was then, whenever it is rated or counted anew."""
    club, known = await Club(store).open(), list[tuple[str, int, float]]()

    async def gains() -> list[tuple[str, int, float]]:
        return known

    async def bot() -> Standing:
        [found] = await rating_records.standings(store, ["bot:5"], "connect4")
        return found

    monkeypatch.setattr(carry_over, "gains", gains)
    for _ in range(3):
        await club.play_bot()
    await RatingWorker(store).catch_up()
    before = await bot()
    await club.play_bot()  # still to be rated when the house is started with a new version
    known.append(("connect4", 1, 0.768))
    await RatingWorker(store).catch_up()
    after = await bot()
    assert (before.games, after.games) == (3, 4)
    assert shown(after.mu) - shown(before.mu) == pytest.approx(223, abs=120), "and what the fourth match was worth"
    assert before.sigma < after.sigma <= model.SIGMA
    await check(store)
    await RatingWorker(store).catch_up()
    assert await bot() == after, "once, however often the house is started"
    tables = [(await club.play_bot()).id for _ in range(2)]
    await RatingWorker(store).catch_up()
    await check(store)
    kept = figures(await bot())
    assert await rebuild(store) is not None
    assert figures(await bot()) == kept
    await club.tables.change(tables[0], commands.annul)
    await RatingWorker(store).catch_up()
    assert (await bot()).games == 5
    await check(store)
    known.append(("connect4", 2, 0.6))
    await RatingWorker(store).catch_up()
    assert shown((await bot()).mu) > shown(after.mu), "a second time by what it gained then"
    await check(store)


async def test_a_house_that_begins_with_the_stronger_bot_carries_nothing_over(store: Store) -> None:
    """And by all that the games of the house say, which this one reads."""
    club = await Club(store).open()
    assert await RatingWorker(store).catch_up() == 0
    await club.play_bot()
    await RatingWorker(store).catch_up()
    kept = await rating_records.standings(store)
    await RatingWorker(store).catch_up()
    assert await rating_records.standings(store) == kept
    assert {jump.after for jump in await carry_over.jumps(store)} == {0}
    assert "connect4" in {jump.game for jump in await carry_over.jumps(store)}
    await check(store)


async def test_ratings_do_not_depend_on_where_the_worker_was_stopped(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = await Club(store).open()
    monkeypatch.setattr(worker, "AT_ONCE", 2)
    for _ in range(3):
        for _ in range(3):
            await club.play()
        await RatingWorker(store).catch_up()
    monkeypatch.undo()
    await check(store)


async def test_several_workers_at_once_rate_everything_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    club = await Club(store).open()
    for _ in range(6):
        await club.play()
    monkeypatch.setattr(worker, "AT_ONCE", 1)
    await asyncio.gather(*(RatingWorker(store).catch_up() for _ in range(4)))
    assert sum(one.games for one in await rating_records.standings(store)) == 12
    await check(store)


class OvertakenStore:
    """The same store; but before it keeps anything for the first time, another worker has rated all there is."""

    def __init__(self, store: Store) -> None:
        self._store, self.overtaken = store, False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def commit(self, unit: Unit) -> Outcome:
        if not self.overtaken:
            self.overtaken = True
            assert await RatingWorker(self._store).catch_up() > 1
        return await self._store.commit(unit)


async def test_a_worker_that_is_overtaken_at_the_last_moment_keeps_nothing(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = await Club(store).open()
    for _ in range(3):
        await club.play()
    monkeypatch.setattr(worker, "AT_ONCE", 1)
    await RatingWorker(OvertakenStore(store)).catch_up()
    assert sum(one.games for one in await rating_records.standings(store)) == 6
    await check(store)


async def test_a_worker_at_work_notices_what_ends_and_goes_on_after_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store = await open_store(tmp_path / "house.db")
    club = await Club(store).open()
    at_work = RatingWorker(store)
    monkeypatch.setattr(background, "AGAIN", 0.01)
    broken = [ZeroDivisionError("once")]
    fold = model.fold

    def sometimes(standings: model.Standings, finishes: Sequence[Finish], *more: Sequence[model.Jump]) -> object:
        if broken:
            raise broken.pop()
        return fold(standings, finishes, *more)

    monkeypatch.setattr(model, "fold", sometimes)
    club.tables.listeners.append(at_work.notice)
    at_work.start()
    for played in (1, 2):
        await club.play()
        async with asyncio.timeout(60):
            while await rating_records.rated_to(store) < played:
                await asyncio.sleep(0.005)
    await at_work.stop()
    assert "the rating worker stumbled" in caplog.text
    await check(store)
    await store.close()


async def test_whoever_goes_takes_nothing_from_the_others_ratings(store: Store) -> None:
    club = await Club(store).open()
    for _ in range(6):
        await club.play()
    await RatingWorker(store).catch_up()
    before = [figures(one) for one in await rating_records.standings(store)]
    await club.tables.leave_all("ann")
    await removal.remove_person(store, "ann")
    assert "ann" not in {row.standing.who for row in await rating_records.ranking(store, "connect4")}
    assert {row.name for row in await rating_records.ranking(store, "connect4")} == {"Bob", "Cid"}
    assert await rebuild(store) is not None
    assert [figures(one) for one in await rating_records.standings(store)] == before
    assert {row.name for row in await rating_records.ranking(store, "connect4")} == {"Bob", "Cid"}


async def test_whoever_deletes_an_account_in_the_middle_of_a_match_has_lost_it(store: Store) -> None:
    club = await Club(store).open()
    await club.step(await club.sit(PEOPLE[0], PEOPLE[1]))
    await club.tables.leave_all("ann")
    await removal.remove_person(store, "ann")
    [finish] = await rating_records.waiting_finishes(store)
    assert (finish.seats, finish.places) == (("ann", "bob"), (2, 1))


async def test_a_rebuild_mends_whatever_was_changed_and_a_check_says_what(store: Store) -> None:
    club = await Club(store).open()
    for _ in range(5):
        await club.play()
    await RatingWorker(store).catch_up()
    kept, standings = await rating_records.finishes(store), await rating_records.standings(store)
    wrong = [standing("ann", 99.0, game="connect4"), *standings[1:], standing("eve", game="connect4")]
    reversed_places = [Finish(**{**one_as_dict(kept[0]), "places": kept[0].places[::-1]}), *kept[1:-1]]
    await rating_records.renumber_finishes(store, reversed_places)
    assert await rating_records.replace_ratings(store, 5, 4, wrong, (await rating_records.all_points(store))[1:])
    assert await rating_records.rated_to(store) == 4
    _, found = await differences(store)
    assert {(one.what, one.of) for one in found} >= {
        ("finish", kept[0].table), ("finish", kept[-1].table), ("standing", "ann connect4"),
        ("standing", "eve connect4"), ("point", f"{kept[0].seats[0]} 1"),
    }  # fmt: skip
    counted = await rebuild(store)
    assert counted is not None
    assert await rating_records.finishes(store) == kept
    assert [figures(one) for one in await rating_records.standings(store)] == [figures(one) for one in standings]
    await check(store)


def one_as_dict(finish: Finish) -> dict[str, object]:
    return {name: getattr(finish, name) for name in Finish.__struct_fields__}


async def test_what_was_not_rated_yet_is_no_difference_and_a_rebuild_rates_it(store: Store) -> None:
    club = await Club(store).open()
    await club.play()
    await RatingWorker(store).catch_up()
    await club.play()
    assert (await differences(store))[1] == []
    assert await rebuild(store) is not None
    assert await rating_records.rated_to(store) == 2
    assert await RatingWorker(store).catch_up() == 0
    await check(store)


async def test_a_table_whose_game_is_gone_keeps_the_finish_that_it_had(store: Store) -> None:
    club = await Club(store).open()
    await club.play()
    [finish] = await rating_records.waiting_finishes(store)
    body = (await store.streams())[0][1]
    gone = Finish(**{**one_as_dict(finish), "table": "zz", "game": "whist"})  # type: ignore[arg-type]
    opened = body.replace(b'"connect4"', b'"whist"').replace(finish.table.encode(), b"zz")
    await store.commit(Unit(stream="zz", expected=0, events=[opened], changes=await finish_changes(store, gone, False)))
    counted = await recount(store)
    assert counted.unread == ["zz"]
    assert [one.game for one in counted.finishes] == ["connect4", "whist"]


async def fill(place: str) -> None:
    store = await open_store(place)
    club = await Club(store).open()
    for _ in range(3):
        await club.play()
    await RatingWorker(store).catch_up()
    await store.close()


async def tamper(place: str) -> None:
    store = await open_store(place)
    await keep(store, Put(rating_records.STANDINGS, standing("ann", 1.0, game="connect4", games=2)))
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


async def test_who_rates_while_the_strongest_bot_is_carried_over_does_not_undo_it(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "house.db"))
    for number, places in enumerate([(1, 2), (2, 1)], 1):
        finish = Finish(table=f"t{number}", game="connect4", at=1, seats=("ann", carry_over.STRONGEST), places=places)
        await keep(store, *await finish_changes(store, finish, False))
        if number == 1:
            assert await rating_records.waiting_finishes(store) != []
            rating = RatingWorker(store)
            await rating._some()
    waiting = [replace(one, number=2) for one in await rating_records.waiting_finishes(store)]
    before = {(one.game, one.who): one for one in await rating_records.standings(store)}
    now = dict(before)
    points = model.fold(now, waiting)
    assert await carry_over.carry_over(store), "meanwhile"
    assert not await rating_records.keep_ratings(store, 1, waiting, list(now.values()), points, before)
    await RatingWorker(store).catch_up()
    should: dict[tuple[str, str], Standing] = {}
    model.fold(should, await rating_records.finishes(store), await carry_over.jumps(store))
    kept = {(one.game, one.who): one.mu for one in await rating_records.standings(store)}
    assert kept == {key: one.mu for key, one in should.items()}
    await store.close()
