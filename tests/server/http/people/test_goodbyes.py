"""People who go for good, and what is forgotten of those who do not come back."""

import asyncio
import time
from pathlib import Path

import pytest

from parlour.house.people import records as people_records
from parlour.house.people.accounts import DAY
from parlour.house.people.person import Person, Session
from parlour.house.tables import worker
from parlour.store import open_store
from tests.server.conftest import API, Visitor, served
from tests.serving import HouseClient, TurnedTime

NOW = 1_700_000_000_000


def sit_down(visitor: Visitor, table: str) -> None:
    answer = visitor.post(f"/tables/{table}/seats", {})
    assert answer.status_code == 200, answer.text


def say_goodbye(visitor: Visitor) -> None:
    answer = visitor.send("DELETE", "/me", {})
    assert answer.status_code == 204, answer.text


def test_whoever_goes_for_good_gives_their_seat_free_at_tables_that_have_not_begun(
    client: HouseClient,
) -> None:
    host, guest = Visitor(client), Visitor(client)
    table = host.open("dance", "moo")
    sit_down(guest, table.id)
    say_goodbye(host)
    now = client.get(f"{API}{table.path}").json()["now"]
    assert (now["phase"], now["host"]) == ("open", guest.me["id"])
    assert [seat["kind"] for seat in now["seats"] if seat] == ["person"]
    say_goodbye(guest)
    assert client.get(f"{API}{table.path}").json()["now"]["phase"] == "over"


def test_whoever_goes_for_good_loses_to_an_opponent_and_leaves_a_bot_to_the_others(
    client: HouseClient,
) -> None:
    gone, stays, third = Visitor(client), Visitor(client), Visitor(client)
    duel, round = gone.open("connect4", "mo"), gone.open("dance", "moo")
    sit_down(stays, duel.id)
    sit_down(stays, round.id)
    sit_down(third, round.id)
    say_goodbye(gone)
    ended = stays.get(f"{duel.path}/record").json()
    assert ended["ending"] == {"by": "abandoned", "seat": 0}
    now = stays.get(round.path).json()["now"]
    assert (now["phase"], now["host"]) == ("playing", stays.me["id"])
    assert [seat["kind"] for seat in now["seats"]] == ["bot", "person", "person"]


def test_a_house_that_is_open_forgets_visits_that_are_over_and_guests_without_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def before() -> None:
        store = await open_store(str(tmp_path / "house.db"))
        for name, until in (("gone", NOW - 1), ("here", NOW + DAY)):
            await people_records.add_person(store, Person(id=name, name="Anna", since=NOW - 9 * DAY))
            await people_records.add_session(store, Session(hash=name, person=name, since=1, seen=1, until=until))
        await store.close()

    asyncio.run(before())
    monkeypatch.setattr(worker, "HOUR", 0.01)
    now = TurnedTime(NOW)
    with served(tmp_path, time=now) as client:
        until_forgotten(client, "gone")
        assert client.get(f"{API}/players/here").status_code == 200
        now.at += 2 * DAY  # and every hour again
        until_forgotten(client, "here")


def test_nobody_waits_for_a_guest_who_cannot_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "HOUR", 0.01)
    now = TurnedTime(NOW)
    with served(tmp_path, time=now) as client:
        lost, stays = Visitor(client), Visitor(client)
        duel = lost.open("connect4", "mo")
        sit_down(stays, duel.id)
        assert lost.send("DELETE", "/sessions/current", {}).status_code == 204
        now.at += 2 * DAY
        until_forgotten(client, lost.me["id"])
        assert client.get(f"{API}{duel.path}").json()["now"]["phase"] == "over"


def until_forgotten(client: HouseClient, person: str) -> None:
    deadline = time.monotonic() + 60
    while client.get(f"{API}/players/{person}").status_code != 404:
        assert time.monotonic() < deadline, "it is forgotten"
        time.sleep(0.01)
