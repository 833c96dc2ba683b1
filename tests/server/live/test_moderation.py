"""Moderation at once: open sockets are told of a ban and closed, and no longer hear who was blocked."""

from collections.abc import Iterator

import pytest

from parlour.server.live.sockets import ASK_AGAIN, BARRED
from tests.server.conftest import Sitting
from tests.server.http.moderation.accounts_with_roles import PASSWORD, appoint, ok, take_cookie
from tests.server.live.real import RealHouse, real_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealHouse]:
    with real_house(tmp_path_factory.mktemp("house")) as house:
        yield house


def test_whoever_is_banned_is_told_why_and_cut_off_and_others_are_not(house: RealHouse) -> None:
    host, bob = house.visitor(), house.visitor()
    take_cookie(host, host.post("/accounts", {"name": "Hanna", "password": PASSWORD}))
    appoint(house.app, "Hanna", "host")
    with house.tab(bob) as tab, house.tab(bob) as second, house.tab(host) as other:
        tab.do("ping")
        second.do("ping")
        ok(host.post(f"/moderation/people/{bob.me['id']}/measures", {"kind": "ban", "why": "Cheats."}), 201)
        for each in (tab, second):
            assert each.closed() == BARRED
            assert each.told[-1] == {
                "is": "barred", "key": "moderation.banned-for-good", "error": "You cannot come in any more: Cheats.",
            }  # fmt: skip
        other.do("ping")


def test_a_socket_that_is_open_no_longer_hears_whom_one_blocks(house: RealHouse) -> None:
    one, other, third = house.visitor(), house.visitor(), house.visitor()
    table = third.open("connect4", "mo")
    with house.tab(one) as tab, house.tab(third) as plain:
        tab.watch(table.id)
        plain.watch(table.id, 0)

        def says(text: str) -> list[str]:
            ok(other.post(f"{table.path}/talk", {"text": text}))
            tab.until(lambda news: news["is"] == "table")
            return [line.get("text", "") for line in tab.lines(table.id) if line["kind"] == "said"]

        assert says("one") == ["one"]
        ok(one.send("PUT", f"/me/blocks/{other.me['id']}"), 204)
        assert says("two") == ["one", ""]
        ok(one.send("DELETE", f"/me/blocks/{other.me['id']}"), 204)
        assert says("three") == ["one", "", "three"]
        again = tab.watch(table.id, cursor=0)
        assert [line["text"] for line in again["lines"] if line["kind"] == "said"] == ["one", "two", "three"]


def test_who_is_given_another_name_speaks_under_it_at_once(house: RealHouse) -> None:
    bob, table = house.visitor(), house.visitor().open("connect4", "mo")
    with house.tab(bob) as tab:
        tab.do("ping")
        ok(bob.send("PATCH", "/me", {"name": "Berta"}))
        assert tab.closed() == ASK_AGAIN
    with house.tab(bob) as again:
        again.do("say", table=table.id, text="hello")
    assert [line["name"] for line in Sitting(bob, table.id).news(None)["lines"] if line["kind"] == "said"] == ["Berta"]
