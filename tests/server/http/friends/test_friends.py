"""Friends and tables over HTTP and the live socket: quick match, challenges, following, taking over."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from parlour.server.guard.counters import Rate
from parlour.server.guard.limits import Limits
from tests.server.conftest import Json, Sitting, Visitor, served
from tests.server.live.real import RealHouse, real_house, wait_until

PASSWORD = "blue kettle 9"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealHouse]:
    with real_house(tmp_path_factory.mktemp("house")) as house:
        for game in ("connect4", "dance"):
            house.visitor().open(game, "mm")  # once it is ready
        yield house


def account(house: RealHouse, name: str) -> Visitor:
    visitor = house.visitor()
    answer = visitor.post("/accounts", {"name": name, "password": PASSWORD})
    assert answer.status_code == 201, answer.text
    visitor.me = answer.json()["person"]
    visitor.headers = {**visitor.headers, "Cookie": answer.headers["set-cookie"].partition(";")[0]}
    house.client.cookies.clear()
    return visitor


def ok(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json() if answer.content else None


def refused(answer: Any) -> tuple[int, str]:
    problem = answer.json()
    assert answer.headers["content-type"] == "application/problem+json"
    assert problem["detail"], problem
    return answer.status_code, problem["key"]


# -- quick match ----------------------------------------------------------------------------------------------


def ready(found: Any, *visitors: Visitor) -> None:
    """All say that they are there, and the clock runs."""
    for visitor in visitors:
        ok(visitor.post(f"/tables/{found['rules']['table']}/ready", {}))


def quick(visitor: Visitor, key: str | None = None, **more: Any) -> Any:
    return visitor.post("/quick-matches", {"game": "connect4", **more}, key)


def test_two_who_look_for_a_game_of_chance_both_see_its_commitment_before_they_add_their_shares(
    house: RealHouse,
) -> None:
    one, other = house.visitor(), house.visitor()
    for visitor in (one, other):
        found = ok(quick(visitor, game="dance", contribute=True))
        assert found["now"]["phase"] == "open"
        assert len(found["rules"]["commitment"]) == 64
    path = f"/tables/{found['rules']['table']}"
    for seat, visitor in enumerate((one, other)):
        ok(visitor.post(f"{path}/contributions", {"seat": seat, "text": f"share {seat}"}))
    ready(found, one, other)
    assert ok(one.get(path))["now"]["phase"] == "playing"
    assert ok(one.get(f"{path}/fairness"))["contributions"] == ["share 0", "share 1"]


def test_two_who_look_for_the_same_sit_at_one_table(house: RealHouse) -> None:
    one, other = house.visitor(), house.visitor()
    waiting = ok(quick(one))
    match = ok(quick(other))
    assert match["rules"]["table"] == waiting["rules"]["table"]
    assert (waiting["now"]["phase"], match["now"]["phase"]) == ("open", "open")
    ready(match, one, other)
    assert ok(one.get(f"/tables/{match['rules']['table']}"))["now"]["phase"] == "playing"
    assert (waiting["seats"], match["seats"]) == ([0], [1])
    assert waiting["now"]["until"] > 0


def test_a_class_that_presses_the_button_at_once_is_paired(house: RealHouse) -> None:
    pupils = [house.visitor() for _ in range(8)]
    clock = {"pace": "live", "minutes": 3, "increment": 2}
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda pupil: ok(quick(pupil, clock=clock)), pupils))
    tables = [each["rules"]["table"] for each in found]
    assert sorted(tables.count(table) for table in set(tables)) == [2, 2, 2, 2]


def test_who_stops_looking_leaves_nothing_behind_and_a_match_that_began_is_kept(house: RealHouse) -> None:
    one, other = house.visitor(), house.visitor()
    clock = {"pace": "live", "minutes": 4, "increment": 2}
    first = ok(quick(one, clock=clock))["rules"]["table"]
    ok(one.send("DELETE", f"/quick-matches/{first}"))
    second = ok(quick(one, clock=clock))["rules"]["table"]
    assert second != first
    ready(ok(quick(other, clock=clock)), one, other)
    assert refused(one.send("DELETE", f"/quick-matches/{second}")) == (409, "refuse.table-started")
    assert ok(one.get(f"/tables/{second}"))["now"]["phase"] == "playing"
    assert refused(house.visitor().send("DELETE", f"/quick-matches/{second}")) == (409, "refuse.table-started")
    assert refused(one.send("DELETE", "/quick-matches/none")) == (404, "refuse.no-table")


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"game": "nothing"}, 404),
        ({"seats": 3}, 422),
        ({"seats": 1}, 400),
        ({"options": {"x": 1}}, 422),
        ({"clock": {"pace": "days"}}, 422),
        ({"rated": True}, 422),
        ({"extra": 1}, 400),
    ],
)
def test_what_cannot_be_played_is_not_looked_for(house: RealHouse, more: Json, status: int) -> None:
    assert refused(quick(house.visitor(), **more))[0] == status


def test_nobody_in_particular_finds_nobody(house: RealHouse) -> None:
    answer = house.client.post("/api/v1/quick-matches", json={"game": "connect4"}, headers={"Origin": house.address})
    assert refused(answer) == (401, "people.sign-in")


# -- challenges -----------------------------------------------------------------------------------------------


def challenge(by: Visitor, to: Visitor, **more: Any) -> Any:
    return by.post("/challenges", {"to": to.me["id"], "game": "connect4", **more})


def test_a_challenge_arrives_live_and_is_taken_with_one_request(house: RealHouse) -> None:
    ada, bob = account(house, "Ada C"), account(house, "Bob C")
    with house.tab(bob) as tab, house.tab(ada) as hers:
        tab.do("watch", topic="me")
        at = ok(challenge(ada, bob, first="me"), 201)
        table = at["rules"]["table"]
        assert (at["now"]["phase"], at["now"]["kept"]["1"]["name"]) == ("open", "Bob C")
        told = tab.until(lambda news: news["is"] == "me" and news["challenges"])
        assert [line["table"] for line in told["challenges"]] == [table]
        hers.watch(table, 0)
        assert [line["table"] for line in ok(bob.get("/challenges"))["for_me"]] == [table]
        assert [line["table"] for line in ok(ada.get("/challenges"))["by_me"]] == [table]
        assert ok(bob.get(f"/tables/{table}"))["now"]["phase"] == "open", "no link is needed"
        assert ok(bob.post(f"/challenges/{table}/answer", {"yes": True})) == {"table": table, "sits": True}
        hers.until(lambda news: news.get("now", {}).get("phase") == "playing")
        assert tab.until(lambda news: news["is"] == "me" and not news["challenges"])["tables"][0]["table"] == table


def test_several_are_challenged_and_each_hears_of_it(house: RealHouse) -> None:
    ada, bob, cyd = account(house, "Ada Plover"), account(house, "Bob Plover"), account(house, "Cyd Plover")
    more = {"others": [cyd.me["id"]], "game": "luckymoose", "seats": 4, "bots": 1}
    table = ok(challenge(ada, bob, **more), 201)["rules"]["table"]
    for one in (bob, cyd):
        assert [line["table"] for line in ok(one.get("/challenges"))["for_me"]] == [table]
        ok(one.post(f"/challenges/{table}/answer", {"yes": True}))
    assert ok(ada.get(f"/tables/{table}"))["now"]["phase"] == "playing"
    assert refused(challenge(ada, bob, others=[bob.me["id"]], seats=3)) == (422, "challenge.twice")
    assert refused(challenge(ada, bob, others=[cyd.me["id"]])) == (422, "challenge.seats")
    assert challenge(ada, bob, bots=6).status_code == 400
    assert challenge(ada, bob, others=["x"] * 8).status_code == 400


def test_a_player_is_found_by_the_whole_name(house: RealHouse) -> None:
    ada = account(house, "Ada Wren")
    guest = house.visitor()
    assert ok(guest.get("/players", name=" ada wren "))["id"] == ada.me["id"]
    assert refused(guest.get("/players", name="Ada Wre")) == (404, "people.nobody-named")
    assert refused(guest.get("/players", name=guest.me["name"])) == (404, "people.nobody-named")
    assert refused(guest.get("/players", name="\x00")) == (404, "people.nobody-named")
    assert guest.get("/players").status_code == 400


def test_names_are_not_guessed_without_end_nor_many_people_asked(tmp_path: Path) -> None:
    with served(tmp_path, limits=Limits({"find": Rate(2, 0.01), "challenge": Rate(2, 0.01)})) as client:
        ada = Visitor(client)
        assert [ada.get("/players", name="Bob").status_code for _ in range(3)] == [404, 404, 429]
        asked = {"to": "x", "others": ["y", "z"], "game": "connect4", "seats": 2}
        assert ada.post("/challenges", asked).status_code == 429, "each of those who are asked counts"


def test_whoever_challenged_is_told_of_a_no(house: RealHouse) -> None:
    ada, bob = account(house, "Ada N"), account(house, "Bob N")
    table = ok(challenge(ada, bob, first="me"), 201)["rules"]["table"]
    with house.tab(ada) as tab:
        tab.watch(table, 0)
        assert ok(bob.post(f"/challenges/{table}/answer", {"yes": False}))["sits"] is False
        news = tab.until(lambda news: news.get("now", {}).get("phase") == "over")
        assert news["now"]["declined"] == ["Bob N"]
    assert refused(bob.post(f"/challenges/{table}/answer", {"yes": True}))[0] in (404, 409, 422)
    assert ok(ada.get("/challenges")) == {"for_me": [], "by_me": []}


def test_a_challenge_is_nobody_elses_business(house: RealHouse) -> None:
    ada, bob, eve = account(house, "Ada P"), account(house, "Bob P"), account(house, "Eve P")
    table = ok(challenge(ada, bob), 201)["rules"]["table"]
    assert refused(eve.get(f"/tables/{table}")) == (404, "refuse.no-table")
    assert refused(eve.post(f"/challenges/{table}/answer", {"yes": True})) == (404, "refuse.no-table")
    assert refused(eve.post("/challenges/none/answer", {"yes": True})) == (404, "refuse.no-table")
    assert table not in str(ok(eve.get("/tables")))


def test_who_does_not_want_challenges_gets_none(house: RealHouse) -> None:
    ada, shy = account(house, "Ada W"), account(house, "Shy W")
    assert ok(ada.get(f"/players/{shy.me['id']}/meeting"))["challenge"] is True
    ok(shy.send("PATCH", "/me", {"settings": {"challenges": "followed"}}))
    assert refused(challenge(ada, shy)) == (403, "challenge.unwanted")
    assert ok(ada.get(f"/players/{shy.me['id']}/meeting"))["challenge"] is False
    ok(shy.send("PUT", f"/me/following/{ada.me['id']}"), 204)
    assert ok(ada.get(f"/players/{shy.me['id']}/meeting"))["challenge"] is True
    ok(shy.send("PATCH", "/me", {"settings": {"challenges": "nobody"}}))
    assert refused(challenge(ada, shy)) == (403, "challenge.unwanted")
    assert refused(shy.send("PATCH", "/me", {"settings": {"challenges": "sometimes"}})) == (422, "people.wish")


def test_challenges_are_between_accounts(house: RealHouse) -> None:
    ada, guest = account(house, "Ada G"), house.visitor()
    assert refused(challenge(guest, ada)) == (403, "challenge.account")
    assert refused(challenge(ada, guest)) == (404, "people.nobody")
    assert refused(challenge(ada, ada)) == (422, "challenge.self")
    odd = ada.post("/challenges", {"to": "no\x00body", "game": "connect4"})
    assert refused(odd)[0] == 400


# -- following ------------------------------------------------------------------------------------------------


def following(visitor: Visitor) -> dict[str, Json]:
    return {each["name"]: each for each in ok(visitor.get("/me/following"))}


def test_who_follows_sees_who_is_here_and_who_plays(house: RealHouse) -> None:
    ada, bob, cyd = (account(house, f"{name} F") for name in ("Ada", "Bob", "Cyd"))
    for other in (bob, cyd):
        ok(ada.send("PUT", f"/me/following/{other.me['id']}"), 204)
    assert [(name, each["here"], each["table"]) for name, each in following(ada).items()] == [
        ("Bob F", False, None), ("Cyd F", False, None),
    ]  # fmt: skip
    table = bob.open("connect4", "mm")
    with house.tab(cyd):
        wait_until(lambda: following(ada)["Cyd F"]["here"], "Cyd is here")
        assert following(ada)["Bob F"]["table"]["table"] == table.id
        meeting = ok(ada.get(f"/players/{cyd.me['id']}/meeting"))
        assert (meeting["following"], meeting["here"]) == (True, True)
        assert ok(bob.get(f"/players/{cyd.me['id']}/meeting"))["here"] is False, "told only to those who follow"
        ok(cyd.send("PUT", f"/me/blocks/{ada.me['id']}"), 204)
        assert following(ada)["Cyd F"]["here"] is False, "nor to those whom they have blocked"
        assert ok(ada.get(f"/players/{cyd.me['id']}/meeting"))["here"] is False
        ok(cyd.send("DELETE", f"/me/blocks/{ada.me['id']}"), 204)
        assert following(ada)["Cyd F"]["here"] is True
        ok(cyd.send("PATCH", "/me", {"settings": {"here": False}}))
        assert following(ada)["Cyd F"]["here"] is False
        assert ok(ada.get(f"/players/{cyd.me['id']}/meeting"))["here"] is False
    ok(ada.send("DELETE", f"/me/following/{bob.me['id']}"), 204)
    assert list(following(ada)) == ["Cyd F"]


def test_a_private_table_is_not_shown_to_those_who_follow(house: RealHouse) -> None:
    ada, bob = account(house, "Ada V"), account(house, "Bob V")
    ok(ada.send("PUT", f"/me/following/{bob.me['id']}"), 204)
    bob.open("connect4", "mm", listed=False)
    assert following(ada)["Bob V"]["table"] is None
    assert ok(ada.get(f"/players/{bob.me['id']}/meeting"))["tables"] == []


def test_whom_somebody_follows_is_told_to_nobody_else(house: RealHouse) -> None:
    ada, bob = account(house, "Ada S"), account(house, "Bob S")
    ok(ada.send("PUT", f"/me/following/{bob.me['id']}"), 204)
    assert following(bob) == {}
    assert ok(bob.get(f"/players/{ada.me['id']}/meeting"))["following"] is False
    assert refused(house.client.get("/api/v1/me/following")) == (401, "people.sign-in")


def test_whom_one_cannot_follow(house: RealHouse) -> None:
    ada, guest = account(house, "Ada X"), house.visitor()
    assert refused(ada.send("PUT", f"/me/following/{ada.me['id']}")) == (422, "challenge.follow-self")
    assert refused(ada.send("PUT", f"/me/following/{guest.me['id']}")) == (404, "challenge.follow-whom")
    assert refused(ada.send("PUT", "/me/following/nobody")) == (404, "challenge.follow-whom")
    assert refused(ada.send("PUT", "/me/following/no%00body")) == (404, "people.nobody")
    assert refused(ada.get("/players/no%00body/meeting")) == (404, "people.nobody")
    assert refused(ada.get("/players/nobody/meeting")) == (404, "people.nobody")


# -- taking over ----------------------------------------------------------------------------------------------


def left_table(house: RealHouse, **more: Any) -> tuple[Sitting, Visitor, Visitor]:
    """The Dance for three, of whom one has left."""
    host, leaver, third = (house.visitor() for _ in range(3))
    table = host.open("dance", "moo", substitutes=True, **more)
    for each in (leaver, third):
        ok(each.post(f"{table.path}/seats", {}))
    ok(leaver.send("DELETE", f"{table.path}/seats/mine"))
    return table, leaver, third


def test_a_substitute_sits_down_with_one_request_and_sees_what_the_seat_sees(house: RealHouse) -> None:
    table, leaver, third = left_table(house)
    zoe = account(house, "Zoe T")
    [line] = [each for each in ok(zoe.get("/tables", phase="playing"))["tables"] if each["table"] == table.id]
    assert line["about"]["vacant"] == [1]
    spectator = Sitting(zoe, table.id)
    assert spectator.now(None)["vacant"] == [1]
    at = ok(zoe.post(f"{table.path}/substitutes", {}))
    assert (at["seats"], at["rules"]["substitutes"]) == ([1], True)
    now = spectator.now(1)
    assert any(piece for piece in now["scene"]["pieces"])
    assert "house.stepped-in" in [line.get("words", {}).get("key") for line in spectator.news(1)["lines"]]
    assert refused(third.post(f"{table.path}/substitutes", {})) == (422, "refuse.sits-already")
    assert refused(leaver.post(f"{table.path}/substitutes", {})) == (409, "refuse.substitute-none")
    assert refused(leaver.get(f"{table.path}/events", seat=1)) == (403, "refuse.not-your-seat")


def test_a_replay_says_who_played_from_when(house: RealHouse) -> None:
    host, leaver = house.visitor(), house.visitor()
    table = host.open("dance", "mo", substitutes=True)
    ok(leaver.post(f"{table.path}/seats", {}))
    ok(leaver.send("DELETE", f"{table.path}/seats/mine"))
    zoe = account(house, "Zoe R")
    ok(zoe.post(f"{table.path}/substitutes", {}))
    ok(host.send("DELETE", f"{table.path}/seats/mine"))
    ok(zoe.send("DELETE", f"{table.path}/seats/mine"))
    found = ok(zoe.get(f"{table.path}/replay", everything=True))
    assert [each["name"] for each in found["began"]] == [host.me["name"], leaver.me["name"]]
    assert [(each["seat"], each["who"]["kind"], each["who"]["name"]) for each in found["handed_on"]] == [
        (1, "bot", "Regular"), (1, "person", "Zoe R"), (0, "bot", "Regular"),
    ]  # fmt: skip
    after = [each["after"] for each in found["handed_on"]]
    assert after == sorted(after)
    assert 0 < after[0] <= after[-1] <= found["of"]


def test_somebody_who_may_not_take_over_is_told_why(house: RealHouse) -> None:
    table, leaver, third = left_table(house)
    ok(third.send("DELETE", f"{table.path}/seats/mine"))
    assert refused(leaver.post(f"{table.path}/substitutes", {"seat": 2})) == (403, "refuse.substitute-other")
    assert refused(house.visitor().post(f"{table.path}/substitutes", {})) == (403, "refuse.substitute-guest")
    assert ok(leaver.post(f"{table.path}/substitutes", {"seat": 1}))["seats"] == [1]
    other = house.visitor().open("connect4", "mm")
    assert refused(leaver.post(f"{other.path}/substitutes", {})) == (403, "refuse.substitute-never")


def test_a_private_table_is_taken_over_at_only_with_its_link(house: RealHouse) -> None:
    host, leaver = house.visitor(), house.visitor()
    table = host.open("dance", "mo", substitutes=True, listed=False)
    invite = ok(host.get(table.path))["rules"]["invite"]
    ok(leaver.post(f"{table.path}/seats", {}, invite=invite))
    ok(leaver.send("DELETE", f"{table.path}/seats/mine"))
    zoe = account(house, "Zoe L")
    assert refused(zoe.post(f"{table.path}/substitutes", {})) == (404, "refuse.no-table")
    assert ok(zoe.post(f"{table.path}/substitutes", {}, invite=invite))["seats"] == [1]


# -- finding somebody -----------------------------------------------------------------------------------------


def test_a_player_is_found_by_the_beginning_of_a_name(house: RealHouse) -> None:
    """Two letters at least, a word of the name, eight at most, and accounts alone."""
    asks = house.visitor()
    for number in range(10):
        account(house, f"Quentin {number}")
    late = account(house, "Old Quill")
    guest = house.visitor()
    ok(guest.send("PATCH", "/me", {"name": "Quiet"}))

    def named(beginning: str) -> list[str]:
        return [one["name"] for one in ok(asks.get("/player-names", beginning=beginning))]

    assert named("quil") == [late.me["name"]], "a word in it, in whatever case"
    found = named("Qu")
    assert len(found) == 8
    assert "Quiet" not in found
    assert named("Quiet") == [], "guests are found by nobody"
    assert named("Q") == named(" q ") == [], "the house is not leafed through"
    assert named("uentin") == []
