"""Conversations over the live socket: from any version what was said since, and what was taken away."""

from collections.abc import Iterator

import pytest

from tests.server.conftest import Json, Visitor
from tests.server.live.real import RealHouse, Tab, real_house, wait_until


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealHouse]:
    with real_house(tmp_path_factory.mktemp("house")) as house:
        yield house


def watch(tab: Tab, cursor: int = 0, place: str = "house") -> list[Json]:
    before = len(tab.told)
    tab.do("watch", topic="talk", place=place, cursor=cursor)
    return tab.told[before:]


def say(visitor: Visitor, text: str) -> Json:
    answer = visitor.post("/talk/house", {"text": text})
    assert answer.status_code == 201, answer.text
    said: Json = answer.json()
    return said


def test_who_follows_hears_what_is_said_and_who_comes_back_exactly_the_rest(house: RealHouse) -> None:
    ada, bo = house.visitor(), house.visitor()
    with house.tab(ada) as tab:
        [first] = watch(tab)
        assert (first["is"], first["place"]) == ("talk", "house")
        lines = [say(bo, text) for text in ("One", "Two", "Three")]
        heard = list(first["remarks"])
        while len(heard) < len(first["remarks"]) + 3:
            heard += tab.until(lambda news: news["is"] == "talk")["remarks"]
        assert heard[-3:] == lines
        [rest] = watch(tab, lines[0]["number"])
        assert rest["remarks"] == lines[1:]
        assert tab.refused("watch", topic="talk", place="none") == "tournament.none"
        tab.do("unwatch", topic="talk", place="house")
        before = len(tab.told)
        say(bo, "Four")
        tab.do("ping")
        assert tab.told[before:] == []


def test_a_socket_that_goes_leaves_nothing_behind(house: RealHouse) -> None:
    talks = house.app.state["services"].live.talk_subscriptions
    with house.tab(house.visitor()) as tab:
        watch(tab)
        assert talks._followers
    wait_until(lambda: not talks._followers, "nobody follows any more")


def test_what_somebody_says_who_was_blocked_meanwhile_is_not_heard(house: RealHouse) -> None:
    ada, bo = house.visitor(), house.visitor()
    with house.tab(ada) as tab:
        watch(tab)
        assert ada.send("PUT", f"/me/blocks/{bo.me['id']}").status_code == 204
        line = say(bo, "Can you hear me?")
        news = tab.until(lambda news: news["is"] == "talk" and news["remarks"])
        assert [(one["number"], one.get("text", "")) for one in news["remarks"]][-1] == (line["number"], "")


def test_who_has_the_common_rooms_page_open_is_said_to_be_there(house: RealHouse) -> None:
    ada, bo = house.visitor(), house.visitor()
    account = ada.post("/accounts", {"name": "Ada in the room", "password": "seven slow swans"})
    ada.headers["Cookie"] = account.headers["set-cookie"].partition(";")[0]
    assert ada.send("PUT", "/me/membership", {"games": []}).status_code == 204

    def said() -> tuple[bool, bool]:
        members = bo.get("/members").json()["members"]
        return next((one["here"], one["in_room"]) for one in members if one["person"]["id"] == ada.me["id"])

    with house.tab(ada) as tab:
        watch(tab)
        assert said() == (True, False), "the first page shows the last remarks, too"
        tab.do("watch", topic="talk", place="house", cursor=0, present=True)
        assert said() == (True, True)
        ada.send("PATCH", "/me", {"settings": {"here": False}})
        assert said() == (False, False), "who does not show that they are here is nowhere"
        ada.send("PATCH", "/me", {"settings": {"here": True}})
        tab.do("unwatch", topic="talk", place="house")
        assert said() == (True, False)
        tab.do("watch", topic="talk", place="house", cursor=0, present=True)
    wait_until(lambda: said() == (False, False), "who has closed the tab has gone")
