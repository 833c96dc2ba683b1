"""What a match has done to ratings is told to those who follow its table: nobody has to ask again and again."""

from collections.abc import Iterator

import pytest

from parlour.house.ratings.worker import RatingWorker
from parlour.house.store import Store
from parlour.house.tables import commands
from parlour.server.live.hub import Follower, Hub
from parlour.server.live.rating_news import RatingNews
from tests.house.ratings.test_worker import PEOPLE, Club
from tests.server.conftest import Json, Sitting, Visitor
from tests.server.live.real import RealHouse, Tab, real_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealHouse]:
    with real_house(tmp_path_factory.mktemp("house")) as house:
        yield house


def account(house: RealHouse, name: str) -> Visitor:
    visitor = house.visitor()
    answer = visitor.post("/accounts", {"name": name, "password": "blue kettle 9"})
    assert answer.status_code == 201, answer.text
    visitor.headers["Cookie"] = answer.headers["set-cookie"].partition(";")[0]
    house.client.cookies.clear()
    return visitor


def rated(one: Visitor, other: Visitor) -> Sitting:
    table = one.open("connect4", "mo", rated=True)
    assert other.post(f"{table.path}/seats", {}).status_code == 200
    return table


def ratings(tab: Tab) -> Json:
    """Told after the news of the end."""
    told = tab.until(lambda news: news["is"] == "ratings")
    ends = [news["now"]["phase"] for news in tab.told if news["is"] == "table" and "now" in news]
    assert ends[-1] == "over"
    return told


def test_those_who_follow_a_rated_match_are_told_what_it_did_to_ratings(house: RealHouse) -> None:
    anna, bob = account(house, "Anna"), account(house, "Bob")
    table, elsewhere = rated(anna, bob), anna.open("connect4", "mm")
    with house.tab(anna) as mine, house.tab(bob) as theirs, house.tab() as gallery, house.tab(anna) as other:
        tabs: list[tuple[Tab, int | None]] = [(mine, 0), (theirs, 1), (gallery, None)]
        for tab, seat in tabs:
            tab.watch(table.id, seat)
        other.watch(elsewhere.id, 0)
        table.act(0, "a")
        Sitting(bob, table.id).act(1, "resign")
        for tab, seat in tabs:
            told = ratings(tab)
            assert (told.pop("is"), told.pop("table"), told.pop("seat")) == ("ratings", table.id, seat)
            assert told == house.visitor().get(f"{table.path}/ratings").json()
            assert [change["who"] for change in told["changes"]] == [anna.me["id"], bob.me["id"]]
            assert told["settled"]
        other.do("ping")
        assert [news["is"] for news in other.told if news["is"] != "beat"] == ["table"]


def test_of_a_match_that_counts_for_nobody_that_is_told_at_its_end(house: RealHouse) -> None:
    table = rated(account(house, "Cleo"), account(house, "Dan"))
    with house.tab(table.visitor) as tab:
        tab.watch(table.id, 0)
        assert table.visitor.send("DELETE", f"{table.path}/seats/mine").status_code == 200
        told = ratings(tab)
        assert (told["counts"], told["settled"], told["changes"]) == (False, True, [])


def test_a_team_is_told_with_the_end_how_it_did_before_and_who_looks_on_is_not(house: RealHouse) -> None:
    anna = account(house, "Ella")
    for played in (1, 2):
        table = anna.open("dance", "m")
        with house.tab(anna) as tab, house.tab() as gallery:
            tab.watch(table.id, 0)
            gallery.watch(table.id)
            while (now := table.now(0))["phase"] != "over":
                table.act(0, next(choice["text"] for choice in now["choices"] if not choice.get("also")))
            told = ratings(tab)
            assert told["team"]["played"] == played
            assert (told["team"]["best"] is None) == (played == 1)
            assert told["team"] == anna.get(f"{table.path}/ratings").json()["team"]
            assert house.visitor().get(f"{table.path}/ratings").json()["team"] is None
            gallery.do("ping")
            assert "ratings" not in [news["is"] for news in gallery.told]


@pytest.mark.anyio
async def test_who_follows_a_match_that_is_taken_out_of_the_ratings_is_told_and_when_it_is_back(store: Store) -> None:
    club = await Club(store).open()
    hub, worker = Hub(club.tables), RatingWorker(store)
    RatingNews(club.tables, hub, worker)
    table = await club.sit(*PEOPLE[:2])
    woken: list[Follower] = []
    follower = Follower(table, None, 0, woken.append)
    hub.follow(follower)
    while not table.over:
        table = await club.step(table)
    assert follower.ratings is None
    await worker.catch_up()
    assert follower.ratings is not None
    assert len(follower.ratings.changes) == 2
    counted = follower.ratings
    await club.tables.change(table.id, commands.annul)
    assert (follower.ratings.counts, follower.ratings.changes) == (False, [])
    await club.tables.change(table.id, commands.reinstate)
    await worker.catch_up()
    assert follower.ratings == counted


@pytest.mark.anyio
async def test_what_another_house_has_rated_is_not_told_here(store: Store) -> None:
    club = await Club(store).open()
    hub, worker = Hub(club.tables), RatingWorker(store)
    RatingNews(club.tables, hub, worker)
    table = await club.sit(*PEOPLE[:2])
    follower = Follower(table, None, 0, lambda _: None)
    hub.follow(follower)
    while not table.over:
        table = await club.step(table)
    await RatingWorker(store).catch_up()
    await worker.catch_up()
    assert follower.ratings is None
