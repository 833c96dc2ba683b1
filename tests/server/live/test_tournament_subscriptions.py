"""A tournament over the live socket: from any version, exactly what is new; and no more than that."""

from collections.abc import Iterator

import pytest

from tests.server.conftest import Json, Sitting, Visitor
from tests.server.live.real import RealHouse, Tab, real_house, wait_until

CUP = {
    "title": "Cup", "kind": "robin", "game": "connect4", "clock": {"pace": "live", "minutes": 5}, "seeding": "hand",
}  # fmt: skip


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealHouse]:
    with real_house(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture(scope="module")
def olga(house: RealHouse) -> Visitor:
    visitor = house.visitor()
    answer = visitor.post("/accounts", {"name": "Olga", "password": "seven slow swans"})
    assert answer.status_code == 201, answer.text
    visitor.headers["Cookie"] = answer.headers["set-cookie"].partition(";")[0]
    house.client.cookies.clear()
    wait_until(lambda: ready(visitor), "the game is ready")
    return visitor


def ready(visitor: Visitor) -> bool:
    return bool(next(game for game in visitor.get("/games").json() if game["name"] == "connect4")["ready"])


def ok(answer: object) -> Json:
    assert answer.status_code in (200, 201), answer.text  # type: ignore[attr-defined]
    told: Json = answer.json()  # type: ignore[attr-defined]
    return told


def watch(tab: Tab, id: str, cursor: int = 0) -> list[Json]:
    before = len(tab.told)
    tab.do("watch", topic="tournament", tournament=id, cursor=cursor)
    return tab.told[before:]


def joined(known: Json, news: Json) -> Json:
    """As a client puts news in their place."""
    assert news["after"] == known["version"]
    rounds = {one["round"]: one for one in [*known["rounds"], *news["now"]["rounds"]]}
    entrants = news["now"]["entrants"] if news["entrants"] else known["entrants"]
    return {**news["now"], "rounds": [rounds[n] for n in sorted(rounds)], "entrants": entrants, "me": news["me"]}


def test_a_follower_is_told_of_everything_and_whoever_comes_back_exactly_the_rest(
    house: RealHouse, olga: Visitor
) -> None:
    id = ok(olga.post("/tournaments", CUP))["tournament"]
    people = [house.visitor() for _ in range(3)]
    by_id = {one.me["id"]: one for one in people}
    with house.tab(people[0]) as tab:
        [first] = watch(tab, id)
        assert (first["is"], first["after"], first["now"]["phase"]) == ("tournament", 0, "open")
        known = {**first["now"], "me": first["me"]}
        states = {known["version"]: known}

        def follow(there: object) -> None:
            nonlocal known
            while not there(known):  # type: ignore[operator]
                known = joined(known, tab.until(lambda news: news["is"] == "tournament"))
                states[known["version"]] = known

        for one in people:
            ok(one.post(f"/tournaments/{id}/entrants"))
        ok(olga.send("PUT", f"/tournaments/{id}/seeds", {"seeds": [people[2].me["id"]]}))
        follow(lambda now: now["seeds"] == [people[2].me["id"]])
        assert known["me"]["entered"]
        ok(olga.post(f"/tournaments/{id}/start", {}))
        follow(lambda now: now["rounds"])
        [match] = known["rounds"][0]["matches"]
        table, (a, b) = match["table"], match["seats"]
        wait_until(lambda: by_id[a].get(f"/tables/{table}").status_code == 200, "the table is open")
        ok(Sitting(by_id[a], table).act(0, "a"))
        ok(Sitting(by_id[b], table).act(1, "resign"))
        follow(lambda now: len(now["rounds"]) == 2)
        assert known["rounds"][0]["matches"][0]["points"] == [1.0, 0.0]
        assert known == ok(people[0].get(f"/tournaments/{id}"))
        # From every version that was ever told, and from those between them.
        for cursor in range(1, known["version"]):
            [news] = watch(tab, id, cursor)
            assert news["after"] == cursor
            if cursor in states:
                assert joined(states[cursor], news) == known
        assert watch(tab, id, known["version"]) == [], "nothing is new"
        assert tab.refused("watch", topic="tournament", tournament=id, cursor=known["version"] + 1) == "server.cursor"
        assert tab.refused("watch", topic="tournament", tournament="none") == "tournament.none"
        later = states[max(version for version in states if states[version]["rounds"] == [])]
        [news] = watch(tab, id, later["version"])
        assert not news["entrants"]
        assert news["now"]["entrants"] == [], "what is known is not told again"


def test_who_no_longer_follows_is_told_nothing_and_a_socket_that_goes_leaves_nothing_behind(
    house: RealHouse, olga: Visitor
) -> None:
    id = ok(olga.post("/tournaments", CUP))["tournament"]
    stand = house.app.state["services"].live.tournament_subscriptions
    with house.tab(olga) as tab:
        watch(tab, id)
        assert tab.told[-1]["me"]["organises"]
        tab.do("unwatch", topic="tournament", tournament=id)
        ok(house.visitor().post(f"/tournaments/{id}/entrants"))
        assert [news["now"]["version"] for news in watch(tab, id)] == [2]
        assert len(tab.told) == 2
    wait_until(lambda: id not in stand._followers, "nobody follows it")
    assert id not in stand._encoded
