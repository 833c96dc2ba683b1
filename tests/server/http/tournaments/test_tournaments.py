"""Tournaments over HTTP: made, entered, played by the organiser's task, looked at by everybody."""

import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tests.house.tournaments.ics import read
from tests.server.conftest import API, Json, Sitting, Visitor, served, wait_until_ready
from tests.serving import HouseClient, TurnedTime

CUP: Json = {
    "title": "Spring Cup", "kind": "swiss", "game": "connect4", "rounds": 2,
    "clock": {"pace": "live", "minutes": 5, "increment": 3},
}  # fmt: skip


@pytest.fixture
def olga(client: HouseClient) -> Visitor:
    return account(client, "Olga")


def account(client: HouseClient, name: str) -> Visitor:
    wait_until_ready(client, "connect4")
    visitor = Visitor(client)
    answer = visitor.post("/accounts", {"name": name, "password": "seven slow swans"})
    assert answer.status_code == 201, answer.text
    visitor.headers["Cookie"] = answer.headers["set-cookie"].partition(";")[0]
    visitor.me = answer.json()["person"]
    client.cookies.clear()
    return visitor


def ok(answer: Any, status: int = 200) -> Json:
    assert answer.status_code == status, answer.text
    told: Json = answer.json()
    return told


def problem(answer: Any, status: int, key: str) -> None:
    assert answer.status_code == status, answer.text
    assert answer.json()["key"] == key
    assert answer.json()["detail"].endswith(".")


def made(olga: Visitor, **how: object) -> str:
    id: str = ok(olga.post("/tournaments", {**CUP, **how}), 201)["tournament"]
    return id


def until(visitor: Visitor, id: str, there: Any) -> Json:
    """By asking for news of it, as the page does."""
    deadline = time.monotonic() + 60
    known = 0
    while True:
        now = ok(visitor.get(f"/tournaments/{id}", version=known, wait=0.2))
        if there(now):
            return now
        assert time.monotonic() < deadline, now
        known = now["version"]


def play(client: HouseClient, people: dict[str, Visitor], match: Json) -> None:
    """Both move once, then whoever sits second resigns."""
    for seat, step in ((0, "a"), (1, "a"), (1, "resign")):
        sitting = Sitting(people[match["seats"][seat]], match["table"])
        ok(sitting.act(seat, step))


def test_a_tournament_from_its_making_to_its_end(client: HouseClient, olga: Visitor) -> None:
    id = made(olga, seeding="hand")
    visitors = [Visitor(client) for _ in range(4)]
    people = {one.me["id"]: one for one in visitors}
    for one in visitors:
        assert ok(one.post(f"/tournaments/{id}/entrants"))["me"]["entered"]
    ok(olga.post(f"/tournaments/{id}/start", {"seeds": [visitors[2].me["id"]]}))
    for number in (1, 2):
        now = until(olga, id, lambda now, n=number: len(now["rounds"]) == n)
        matches = now["rounds"][-1]["matches"]
        assert len(matches) == 2
        for match in matches:
            until_there(visitors[0], match["table"])
            mine = ok(people[match["seats"][0]].get(f"/tournaments/{id}"))["me"]
            assert mine["table"] == match["table"]
            play(client, people, match)
    now = until(olga, id, lambda now: now["phase"] == "over")
    assert [row["points"] for row in now["standings"]] == [2.0, 1.0, 1.0, 0.0]
    assert now["scoring"][0] == "Points: 1 for a win, ½ for a draw."
    assert now["scoring"][-1].startswith("The lot")
    assert len(now["seed"]) == 64
    [line] = ok(olga.get("/tournaments", phase="over"))["tournaments"]
    assert line["about"]["leaders"][0] == people[now["standings"][0]["entrant"]].me["name"]


def until_there(visitor: Visitor, table: str) -> Json:
    """Anybody may watch a tournament's table, without its link."""
    deadline = time.monotonic() + 60
    while (answer := visitor.get(f"/tables/{table}")).status_code != 200:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    told: Json = answer.json()
    return told


def test_matches_name_their_tournament_are_in_no_lobby_and_can_be_watched(client: HouseClient, olga: Visitor) -> None:
    id = made(olga)
    for _ in range(2):
        ok(Visitor(client).post(f"/tournaments/{id}/entrants"))
    ok(olga.post(f"/tournaments/{id}/start", {}))
    [match] = until(olga, id, lambda now: now["rounds"])["rounds"][0]["matches"]
    rules = until_there(Visitor(client), match["table"])["rules"]
    assert rules["tournament"] == id
    assert rules["invite"] is None
    assert ok(olga.get("/tables"))["tables"] == []


def test_only_an_account_makes_a_tournament(client: HouseClient, visitor: Visitor) -> None:
    problem(visitor.post("/tournaments", CUP), 403, "tournament.account")


def test_what_cannot_be_played_is_a_problem_in_words(olga: Visitor) -> None:
    problem(olga.post("/tournaments", {**CUP, "clock": {}}), 422, "tournament.clock")
    wait_until_ready(olga.client, "dance")
    problem(olga.post("/tournaments", {**CUP, "game": "dance"}), 422, "tournament.cooperative")
    assert olga.post("/tournaments", {**CUP, "kind": "ladder"}).status_code == 400
    problem(olga.get("/tournaments/nowhere"), 404, "tournament.none")
    problem(olga.get("/tournaments/a:b"), 404, "tournament.none")


def test_lists_are_filtered_and_come_in_pages(client: HouseClient, olga: Visitor) -> None:
    ids = [made(olga, title=f"Cup {n}", kind="arena" if n == 2 else "robin") for n in range(3)]
    visitor = Visitor(client)
    ok(visitor.post(f"/tournaments/{ids[0]}/entrants"))

    def found(who: Visitor = visitor, **query: object) -> list[str]:
        return [line["tournament"] for line in ok(who.get("/tournaments", **query))["tournaments"]]

    assert set(found()) == set(ids)
    assert found(kind="arena") == [ids[2]]
    assert found(mine=True) == [ids[0]]
    assert found(olga, organised=True, kind="arena") == [ids[2]]
    assert found(phase="running") == found(game="yinsh") == []
    first = ok(visitor.get("/tournaments", most=2))
    rest = ok(visitor.get("/tournaments", most=2, after=first["next"]))
    assert {line["tournament"] for page in (first, rest) for line in page["tournaments"]} == set(ids)
    assert rest["next"] is None
    problem(visitor.get("/tournaments", after="x"), 422, "server.page")


def test_the_same_key_makes_one_tournament_and_signs_up_once(client: HouseClient, olga: Visitor) -> None:
    ids = {ok(olga.post("/tournaments", CUP, "once"), 201)["tournament"] for _ in range(2)}
    assert len(ids) == 1
    [id] = ids
    for _ in range(2):
        assert len(ok(olga.post(f"/tournaments/{id}/entrants", key="in"))["entrants"]) == 1
    problem(olga.post(f"/tournaments/{id}/entrants"), 409, "tournament.entered")


def test_people_go_bots_come_and_the_organiser_calls_it_off(client: HouseClient, olga: Visitor) -> None:
    id, visitor = made(olga, bots=True), Visitor(client)
    ok(visitor.post(f"/tournaments/{id}/entrants"))
    assert not ok(visitor.send("DELETE", f"/tournaments/{id}/entrants/mine"))["me"]["entered"]
    problem(visitor.post(f"/tournaments/{id}/bots", {"level": 2}), 403, "tournament.organiser-only")
    problem(olga.post(f"/tournaments/{id}/bots", {"level": 2}), 422, "tournament.no-people")
    ok(olga.post(f"/tournaments/{id}/entrants"))
    [_, bot] = ok(olga.post(f"/tournaments/{id}/bots", {"level": 2}))["entrants"]
    assert bot["name"] == "Neighbour 1"
    assert len(ok(olga.send("DELETE", f"/tournaments/{id}/entrants/{bot['entrant']}"))["entrants"]) == 1
    problem(olga.post(f"/tournaments/{id}/start", {}), 422, "tournament.too-few")
    assert ok(olga.post(f"/tournaments/{id}/cancel"))["cancelled"]
    problem(visitor.post(f"/tournaments/{id}/entrants"), 409, "tournament.over")


def test_checking_in_opens_before_the_beginning_and_it_begins_by_itself(tmp_path: Path) -> None:
    clock = TurnedTime()
    with served(tmp_path, time=clock) as client:
        olga, visitors = account(client, "Olga"), [Visitor(client) for _ in range(3)]
        id = made(olga, starts=clock.now() + 60_000 * 60, check_in=10)
        for one in visitors:
            ok(one.post(f"/tournaments/{id}/entrants"))
        problem(visitors[0].post(f"/tournaments/{id}/check-in"), 422, "tournament.check-in-early")
        clock.pass_by(60_000 * 55)
        for one in visitors[:2]:
            assert ok(one.post(f"/tournaments/{id}/check-in"))["me"]["checked"]
        clock.pass_by(60_000 * 5)
        made(olga, title="Another")  # whatever happens wakes the organiser, whose nap is by a clock that nobody turns
        now = until(olga, id, lambda now: now["phase"] == "running")
        assert {one["entrant"] for one in now["entrants"]} == {one.me["id"] for one in visitors[:2]}


def test_whoever_waits_for_news_hears_of_them_when_they_come(client: HouseClient, olga: Visitor) -> None:
    id = made(olga)
    known = ok(olga.get(f"/tournaments/{id}"))["version"]
    heard: list[Json] = []
    waiting = threading.Thread(
        target=lambda: heard.append(ok(olga.get(f"/tournaments/{id}", version=known, wait=25)))
    )  # fmt: skip
    waiting.start()
    ok(olga.post(f"/tournaments/{id}/entrants"))
    waiting.join(20)
    assert not waiting.is_alive()
    assert heard[0]["version"] > known


def test_a_calendar_of_a_tournament_and_of_ones_own_rounds(client: HouseClient, olga: Visitor) -> None:
    id = made(olga)
    ok(olga.post(f"/tournaments/{id}/entrants"))
    ok(Visitor(client).post(f"/tournaments/{id}/entrants"))
    ok(olga.post(f"/tournaments/{id}/start", {}))
    until(olga, id, lambda now: now["rounds"])
    answer = client.get(f"{API}/tournaments/{id}/calendar.ics")
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    [event] = read(answer.text)
    assert event["SUMMARY"] == "Spring Cup: round 1"
    token = ok(olga.post("/me/tokens", {"label": "Calendar", "scopes": ["calendar"]}), 201)["token"]
    [event] = read(client.get(f"{API}/calendars/{token}.ics").text)
    assert event["URL"].startswith("http://testserver.local/table/")
    bearer = {"Authorization": f"Bearer {token}"}
    assert client.get(f"{API}/me/tokens", headers=bearer).status_code == 403
    problem(client.get(f"{API}/tables", params={"mine": True}, headers=bearer), 403, "people.scope")


def test_a_link_that_may_do_more_is_no_calendar_link(client: HouseClient, olga: Visitor) -> None:
    token = ok(olga.post("/me/tokens", {"label": "Robot", "scopes": ["read", "calendar"]}), 201)["token"]
    problem(client.get(f"{API}/calendars/{token}"), 404, "tournament.link")
    problem(client.get(f"{API}/calendars/nothing.ics"), 404, "tournament.link")
