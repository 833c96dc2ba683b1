"""Being told by push, over a whole server and a push service of our own that reads what it is sent as a phone would."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.house.mail.notice import UNASKED
from parlour.house.mail.notices import TURN_DELAY
from parlour.house.push.records import DELAY
from parlour.house.tables.clocks import MINUTE, SECOND
from parlour.server.push.web_push import WebPush
from tests.push_service import PushService, push_service
from tests.server.conftest import Json, Visitor, served
from tests.server.http.mail.mail_club import GOOD, Club, SentLetters, key
from tests.serving import TurnedTime

pytestmark = pytest.mark.compiled


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as service:
        yield service


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    clock, letters = TurnedTime(), SentLetters()
    with served(tmp_path, {"push": "loopback"}, sender=letters, time=clock) as client:
        yield Club(client, letters, clock)


def table_of(ada: Visitor, bo: Visitor) -> str:
    """Where it is Ada's turn."""
    table = ada.open("connect4", "mo", clock={"pace": "days", "days": 3})
    assert bo.post(f"/tables/{table.id}/seats", {}).status_code == 200
    return table.id


def later(club: Club, milliseconds: int = DELAY) -> None:
    """Devices are told before letters are written."""
    club.clock.pass_by(milliseconds)
    services = club.client.app.state["services"]
    club.client.blocking_portal.call(services.pushes.deliver_due)
    club.client.blocking_portal.call(services.delivery.deliver_due)


def add(who: Visitor, service: PushService, name: str) -> Json:
    answer = who.post("/me/push/devices", service.device(name))
    assert answer.status_code == 201, answer.text
    found: Json = answer.json()
    return found


def push(who: Visitor) -> Json:
    found: Json = who.get("/me/push").json()
    return found


def test_a_turn_is_told_on_the_device_and_then_by_no_letter(club: Club, service: PushService) -> None:
    ada, bo = club.account("Ada", "ada@example.org"), club.account("Bo")
    assert push(ada) == {"key": push(bo)["key"], "devices": [], **dict.fromkeys(UNASKED, True)}
    [device] = add(ada, service, "phone")["devices"]
    assert (device["here"], device["told"]) == (True, None)
    table = table_of(ada, bo)
    later(club, DELAY - 1)
    assert service.asked == []
    later(club, 1)
    [told] = service.taken
    assert {part: told[part] for part in ("title", "path", "language", "device")} == {
        "title": "Your turn in Connect Four", "path": f"/table/{table}", "language": "en", "device": "phone"
    }  # fmt: skip
    assert (told["by"]["aud"], told["by"]["key"]) == (service.address, push(ada)["key"])
    assert told["by"]["sub"].startswith("mailto:")
    assert club.clock.now() // 1000 < told["by"]["exp"] <= club.clock.now() // 1000 + 24 * 3600
    assert told["headers"]["content-encoding"] == "aes128gcm"
    assert 0 < int(told["headers"]["ttl"]) <= 3 * 24 * 3600
    assert "cookie" not in told["headers"]
    later(club, TURN_DELAY)
    assert (club.letters.messages, len(service.taken)) == ([], 1)
    assert push(ada)["devices"][0]["told"] is not None


def test_every_device_is_told_once_and_again_only_after_one_was_there(club: Club, service: PushService) -> None:
    ada, bo = club.account("Ada"), club.account("Bo")
    add(ada, service, "phone")
    add(ada, service, "desk")
    add(ada, service, "desk")  # the same again is the same
    table = table_of(ada, bo)
    later(club)
    later(club)
    assert sorted(one["device"] for one in service.taken) == ["desk", "phone"]
    assert len({one["tag"] for one in service.taken}) == 1
    for who, seat in ((ada, 0), (bo, 1)):
        assert who.post(f"/tables/{table}/steps", {"seat": seat, "steps": ["d"]}).status_code == 200
    later(club)
    assert len(service.taken) == 4


@pytest.mark.parametrize("there", [True, False])
def test_who_sits_at_the_table_hears_nothing_and_what_is_only_kept_is_no_visit(
    club: Club, service: PushService, there: bool
) -> None:
    ada, bo = club.account("Ada"), club.account("Bo")
    add(ada, service, "phone")
    table = table_of(ada, bo)
    club.clock.pass_by(DELAY - 1)
    for path, seat in ((f"/tables/{table}", {}), (f"/tables/{table}/events", {"seat": 0})):
        assert ada.get(path, **seat, **({} if there else {"keeping": True})).status_code == 200
    later(club, 1)
    assert len(service.taken) == (0 if there else 1)


def test_what_one_does_not_want_to_be_told_is_not_told_and_letters_are_asked_for_apart(
    club: Club, service: PushService
) -> None:
    ada, bo = club.account("Ada", "ada@example.org"), club.account("Bo")
    add(ada, service, "phone")
    for kind in UNASKED:
        assert ada.send("PATCH", "/me/push", {kind: False}).json()[kind] is False
    assert ada.get("/me/mail").json()["turn"] is True
    table_of(ada, bo)
    later(club)
    later(club, TURN_DELAY)
    assert service.asked == []
    assert club.letter().to == "ada@example.org"


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_forgotten_and_the_letter_goes(club: Club, service: PushService, status: int) -> None:
    ada, bo = club.account("Ada", "ada@example.org"), club.account("Bo")
    add(ada, service, "phone")
    table_of(ada, bo)
    service.answers = [status]
    later(club)
    assert push(ada)["devices"] == []
    later(club, TURN_DELAY)
    assert (len(service.asked), club.letter().to) == (1, "ada@example.org")


@pytest.mark.parametrize(("status", "wait"), [(500, None), (503, None), (429, "7"), (429, "Wed, 01 Jan 2031")])
def test_a_service_that_cannot_take_it_now_is_asked_again(
    club: Club, service: PushService, status: int, wait: str | None
) -> None:
    ada, bo = club.account("Ada"), club.account("Bo")
    add(ada, service, "phone")
    table_of(ada, bo)
    service.answers, service.wait = [status], wait
    later(club)
    assert (service.taken, len(push(ada)["devices"])) == ([], 1)
    later(club, MINUTE)
    assert len(service.taken) == 1


def test_a_service_that_asks_for_time_gets_it(club: Club, service: PushService) -> None:
    ada, bo = club.account("Ada"), club.account("Bo")
    add(ada, service, "phone")
    table_of(ada, bo)
    service.answers, service.wait = [429], "600"
    later(club)
    later(club, 599 * SECOND)
    assert len(service.asked) == 1
    later(club, SECOND)
    assert len(service.taken) == 1


@pytest.mark.parametrize("status", [307, 301, 400, 403, 413])
def test_what_is_refused_for_good_is_given_up_and_nobody_follows(club: Club, service: PushService, status: int) -> None:
    ada, bo = club.account("Ada"), club.account("Bo")
    add(ada, service, "phone")
    table_of(ada, bo)
    service.answers = [status]
    later(club)
    later(club, 60 * MINUTE)
    assert service.asked == ["/phone"]
    assert len(push(ada)["devices"]) == 1


def test_a_service_that_does_not_answer_holds_up_no_other_device_and_no_letter(
    club: Club, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = club.client.app.state["services"]
    web_push = services.push._services
    assert isinstance(web_push, WebPush)
    monkeypatch.setattr(web_push, "_patience", 0.3)
    ada, bo = club.account("Ada", "ada@example.org"), club.account("Bo")
    add(ada, service, "slow")
    table_of(ada, bo)
    service.answers = [1.0]
    later(club)
    assert service.taken == []
    later(club, MINUTE)
    assert len(service.taken) == 1


def test_a_device_ends_when_its_owner_says_so_and_with_the_session(club: Club, service: PushService) -> None:
    ada, bo = club.account("Ada"), club.account("Bo")
    [device] = add(ada, service, "phone")["devices"]
    assert len(bo.send("DELETE", f"/me/push/devices/{device['id']}").json()["devices"]) == 0
    assert len(push(ada)["devices"]) == 1
    assert ada.send("DELETE", f"/me/push/devices/{device['id']}").json()["devices"] == []
    add(ada, service, "phone")
    table_of(ada, bo)
    # In another browser she stays signed in; that one was never to be told.
    assert club.ask("/sessions", {"name": "Ada", "password": GOOD}).status_code == 201
    assert ada.send("DELETE", "/sessions/current").status_code == 204
    later(club)
    assert service.asked == []


def test_a_browser_with_another_person_tells_that_person_alone(club: Club, service: PushService) -> None:
    ada, bo = club.account("Ada"), club.account("Bo")
    subscription = service.device("shared")
    ada.post("/me/push/devices", subscription)
    assert len(bo.post("/me/push/devices", subscription).json()["devices"]) == 1
    assert push(ada)["devices"] == []
    table_of(ada, bo)
    later(club)
    assert service.asked == []


def test_it_goes_with_the_account(club: Club, service: PushService) -> None:
    ada, bo = club.account("Ada"), club.account("Bo")
    add(ada, service, "phone")
    table_of(ada, bo)
    assert ada.send("DELETE", "/me", {"password": GOOD}).status_code == 204
    later(club)
    assert service.asked == []


def test_ten_devices_are_enough_and_a_further_one_takes_the_oldests_place(club: Club, service: PushService) -> None:
    ada = club.account("Ada")
    for number in range(11):
        club.clock.pass_by(SECOND)
        found = add(ada, service, f"n{number}")
    assert len(found["devices"]) == 10


@pytest.mark.parametrize(
    ("endpoint", "refusal"),
    [
        ("http://push.example.org/x", "push.endpoint-https"),
        ("https://10.0.0.1/x", "push.endpoint"),
        ("https://push.example.org:22/x", "push.endpoint"),
        ("file:///etc/passwd", "push.endpoint"),
    ],
)
def test_an_endpoint_is_https_and_public(club: Club, service: PushService, endpoint: str, refusal: str) -> None:
    ada = club.account("Ada")
    given = {**service.device("phone"), "endpoint": endpoint}
    assert key(ada.post("/me/push/devices", given)) == (422, refusal)
    bad = {**service.device("phone"), "keys": {"p256dh": "AAAA", "auth": "AAAA"}}
    assert key(ada.post("/me/push/devices", bad)) == (422, "push.keys")
    assert push(ada)["devices"] == []


def test_a_house_can_tell_nobody(tmp_path: Path, service: PushService) -> None:
    with served(tmp_path, {"push": "none"}) as client:
        visitor = Visitor(client)
        assert push(visitor)["key"] is None
        assert key(visitor.post("/me/push/devices", service.device("x"))) == (422, "push.off")


def test_the_house_keeps_its_key(tmp_path: Path) -> None:
    keys = []
    for _ in range(2):
        with served(tmp_path) as client:
            keys.append(push(Visitor(client))["key"])
    assert keys[0] == keys[1]
    assert len(keys[0]) == 87
