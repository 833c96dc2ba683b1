"""Whatever comes in, a refusal is a problem document with a sentence in it, and nothing has changed."""

from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest

from parlour.server.guard.counters import Rate
from parlour.server.guard.limits import Limits
from parlour.server.http.games.messages import Preparing
from parlour.server.http.problems import MEDIA_TYPE
from tests.server.conftest import API, BASE, Json, Sitting, Visitor, served
from tests.serving import HouseClient

SEATS = [{"kind": "me"}, {"kind": "bot"}]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseClient]:
    """One house for all of these: nothing that is refused changes it."""
    with served(tmp_path_factory.mktemp("house")) as client:
        yield client


def refusal(answer: Any, status: int) -> Json:
    """The problem document, which is whole."""
    assert answer.status_code == status, answer.text
    assert answer.headers["Content-Type"] == MEDIA_TYPE
    assert answer.headers["Cache-Control"] == "no-store"
    problem: Json = answer.json()
    assert list(problem) == ["status", "title", "detail", "key", "type"]
    assert (problem["status"], problem["title"]) == (status, HTTPStatus(status).phrase)
    assert problem["detail"].strip()
    assert problem["detail"] != problem["key"]
    assert "Traceback" not in problem["detail"]
    return problem


def key(answer: Any, status: int) -> str:
    said: str = refusal(answer, status)["key"]
    return said


def table_of(visitor: Visitor) -> Sitting:
    return visitor.open("connect4", "mm")


def opened(visitor: Visitor, **changes: object) -> Any:
    return visitor.post("/tables", {"game": "connect4", "seats": SEATS, **changes})


# -- what cannot be read --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b'{"game": 5, "seats": []}', b'{"game": "connect4"}', b"\xff\xfe",
     b'{"game": "connect4", "seats": [{"kind": "ghost"}]}', b'{"game": "connect4", "seats": []}',
     b'{"game": "connect4", "seats": [{"kind": "me"}], "more": 1}',
     b'{"game": "connect4", "seats": [{"kind": "me", "colour": 1}]}', b"[" * 5000,
     b'{"game": "connect4", "seats": [{"kind": "me", "level": 1e400}]}', b'{"game": "\\ud800", "seats": SEATS}'],
)  # fmt: skip
def test_a_message_that_cannot_be_read_is_refused(visitor: Visitor, body: bytes) -> None:
    headers = {**visitor.headers, "Content-Type": "application/json"}
    refusal(visitor.client.post(f"{API}/tables", content=body, headers=headers), 400)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/steps", {"seat": 0, "steps": ["a"], "more": 1}),
        ("POST", "/talk", {"text": "hello", "more": 1}),
        ("POST", "/seats", {"chair": 1}),
        ("PUT", "/seats/1/bot", {"level": 3, "more": 1}),
        ("POST", "/contributions", {"seat": 0, "text": "x", "more": 1}),
        ("POST", "/takeback", {"seat": 0, "more": 1}),
        ("POST", "/takeback/answer", {"seat": 0, "yes": True, "more": 1}),
        ("POST", "/takeback/answer", {"seat": 0, "yes": "perhaps"}),
        ("POST", "/steps", {"seat": 0, "steps": ["a"] * 101}),
        ("POST", "/steps", {"seat": 0, "steps": ["x" * 201]}),
        ("POST", "/steps", {"seat": -1, "steps": ["a"]}),
    ],
)
def test_a_field_that_nobody_knows_or_that_is_out_of_bounds_is_refused(
    visitor: Visitor, method: str, path: str, body: object
) -> None:
    table = table_of(visitor)
    refusal(visitor.send(method, table.path + path, body), 400)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/steps", {"seat": "0", "steps": ["d"]}),
        ("/steps", {"seat": False, "steps": ["d"]}),
        ("/steps", {"seat": 0.5, "steps": ["d"]}),
        ("/steps", {"seat": 2**64, "steps": ["d"]}),
        ("/steps", {"seat": 0, "steps": "d"}),
        ("/steps", {"seat": 0, "steps": [4]}),
        ("/steps", {"seat": 0, "steps": {"d": 1}}),
        ("/steps", {"seat": None, "steps": ["d"]}),
        ("/talk", {"text": 5}),
        ("/talk", {"text": True}),
        ("/takeback/answer", {"seat": 0, "yes": 1}),
        ("/takeback/answer", {"seat": 0, "yes": "true"}),
    ],
)
def test_what_is_nearly_of_the_right_kind_is_refused(visitor: Visitor, path: str, body: object) -> None:
    assert key(visitor.post(table_of(visitor).path + path, body), 400) == "server.message"


@pytest.mark.parametrize(
    "changes",
    [
        {"listed": 1}, {"listed": "yes"}, {"delay": "3"}, {"delay": 3.5},
        {"clock": {"pace": "live", "minutes": "5"}},
        {"clock": {"pace": "live", "minutes": 10**400}}, {"clock": {"pace": "days", "days": 10**30}},
        {"seats": [{"kind": "me"}, {"kind": "bot", "level": "3"}]}, {"seats": "mb"}, {"options": []},
    ],
)  # fmt: skip
def test_a_table_is_opened_by_what_was_said_and_not_by_what_may_have_been_meant(
    visitor: Visitor, changes: Json
) -> None:
    refusal(opened(visitor, **changes), 400)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/guests", {"name": 7}),
        ("POST", "/accounts", {"name": "Anna", "password": 12345678}),
        ("POST", "/sessions", {"name": "Anna", "password": None}),
        ("PATCH", "/me", {"settings": [["dark", True]]}),
        ("PATCH", "/me", {"settings": {"dark": {"deep": 1}}}),
        ("POST", "/me/tokens", {"label": "mine", "scopes": "play"}),
        ("POST", "/me/password", {"old": "a", "new": "b", "tokens": "no"}),
        ("DELETE", "/me", {"password": 5}),
    ],
)
def test_the_same_goes_for_what_is_said_about_people(visitor: Visitor, method: str, path: str, body: object) -> None:
    refusal(visitor.send(method, path, body), 400)


@pytest.mark.parametrize(
    "query",
    ["seat=-1", "seat=x", "seat=1e3", "seat=99999999999999999999", "after=-1", "after=x", "wait=-1", "wait=26",
     "wait=nan", "wait=inf", "wait=x"],
)  # fmt: skip
def test_a_query_that_makes_no_sense_is_refused(visitor: Visitor, query: str) -> None:
    table = table_of(visitor)
    refusal(visitor.client.get(f"{API}{table.path}/events?{query}", headers=visitor.headers), 400)


def test_a_message_over_64_kib_is_refused(visitor: Visitor) -> None:
    body = b'{"game": "' + b"x" * 70_000 + b'"}'
    assert (
        "64 KiB" in refusal(visitor.client.post(f"{API}/tables", content=body, headers=visitor.headers), 413)["detail"]
    )


@pytest.mark.parametrize("bad", ["", "x" * 65])
def test_a_key_has_a_length(visitor: Visitor, bad: str) -> None:
    refusal(table_of(visitor).act(0, "a", key=bad), 400)


def test_a_key_is_made_of_plain_characters(visitor: Visitor) -> None:
    table = table_of(visitor)
    headers = {**{name: value.encode() for name, value in visitor.headers.items()}, "Idempotency-Key": b"\xe9"}
    answer = visitor.client.post(f"{API}{table.path}/steps", json={"seat": 0, "steps": ["a"]}, headers=headers)
    assert key(answer, 422) == "server.key"


# -- what is not there ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    ["/tables/none", "/tables/none/events", "/tables/none/plan", "/tables/none/record", "/games/none",
     "/games/none/texts", "/players/none", "/players/%00", "/tables/%00", "/tables/%F0%9F%8E%B2", "/none", "/"],
)  # fmt: skip
def test_what_is_not_there_is_said_not_to_be(client: HouseClient, path: str) -> None:
    refusal(client.get(API + path), 404)


def test_a_wrong_method_is_refused_with_those_that_are_taken(client: HouseClient) -> None:
    answer = client.delete(f"{API}/games", headers={"Origin": BASE})
    assert key(answer, 405) == "server.method"
    assert "GET" in answer.headers["Allow"]


def test_an_unknown_game_is_refused_with_the_names_of_those_there_are(visitor: Visitor) -> None:
    assert "connect4" in refusal(opened(visitor, game="chess"), 404)["detail"]


# -- who may ------------------------------------------------------------------------------------------------


def test_nobody_in_particular_cannot_play(client: HouseClient) -> None:
    body = {"game": "connect4", "seats": SEATS}
    assert key(client.post(f"{API}/tables", json=body, headers={"Origin": BASE}), 401) == "people.sign-in"
    assert key(client.get(f"{API}/tables?mine=true"), 401) == "people.sign-in"


def test_a_wrong_token_is_refused_wherever_it_is_shown(client: HouseClient) -> None:
    answer = client.get(f"{API}/me", headers={"Authorization": "Bearer wrong"})
    assert key(answer, 401) == "people.token-unknown"
    assert "invalid_token" in answer.headers["WWW-Authenticate"]


@pytest.mark.parametrize("origin", [{}, {"Origin": "null"}, {"Origin": "http://elsewhere.example"}])
def test_what_another_page_sends_is_refused(visitor: Visitor, origin: dict[str, str]) -> None:
    headers = {"Cookie": visitor.headers["Cookie"], **origin}
    answer = visitor.client.post(f"{API}/tables", json={"game": "connect4", "seats": SEATS}, headers=headers)
    assert key(answer, 403) == "safety.origin"


def test_a_house_goes_by_its_own_names_alone(client: HouseClient) -> None:
    assert key(client.get(f"{API}/games", headers={"Host": "rebound.example.com"}), 421) == "safety.host"


def test_another_persons_seat_and_the_hosts_rights_are_theirs(client: HouseClient) -> None:
    one, other = Visitor(client), Visitor(client)
    table = one.open("connect4", "mo")
    assert key(other.post(f"{table.path}/steps", {"seat": 0, "steps": ["a"]}), 403) == "refuse.not-your-seat"
    assert key(other.post(f"{table.path}/start"), 403) == "refuse.host-only"
    assert key(other.send("DELETE", f"{table.path}/seats/mine"), 403) == "refuse.sits-not"
    assert key(one.get(f"{table.path}/events", seat=9), 404) == "refuse.no-such-seat"


# -- what is not possible now -----------------------------------------------------------------------------------


def test_an_illegal_step_is_refused_with_the_games_own_reason(visitor: Visitor) -> None:
    table = table_of(visitor)
    for turn in range(6):
        assert table.act(turn % 2, "a").status_code == 200
    before = table.news(0)
    assert "column a is full" in refusal(table.act(0, "a"), 422)["detail"].lower()
    assert key(table.act(1, "b"), 422) == "refuse.not-your-turn"
    refusal(table.act(0, "b", "c"), 422)
    refusal(table.act(0, "undo-everything"), 422)
    assert table.news(0) == before


def test_nothing_is_played_after_the_end(visitor: Visitor) -> None:
    table = table_of(visitor)
    for turn in range(7):
        assert table.act(turn % 2, "ab"[turn % 2]).status_code == 200
    assert table.now(0)["result"]["ending"] == "four in a line"
    assert "over" in refusal(table.act(1, "c"), 422)["detail"]


def test_what_comes_too_late_or_too_early_is_a_conflict(client: HouseClient) -> None:
    one, other = Visitor(client), Visitor(client)
    table = one.open("connect4", "mm")
    assert key(one.get(f"{table.path}/record"), 409) == "server.record-early"
    assert key(other.post(f"{table.path}/seats", {}), 409) == "refuse.table-started"
    waiting = one.open("connect4", "mo")
    assert key(other.post(f"{waiting.path}/seats", {"seat": 0}), 409) == "refuse.seat-taken"


@pytest.mark.parametrize(
    "changes",
    [{"options": {"speed": 3}}, {"seats": [{"kind": "me"}]}, {"seats": [{"kind": "bot"}, {"kind": "bot"}]},
     {"clock": {"pace": "live"}}, {"clock": {"pace": "none", "days": 1}}],
)  # fmt: skip
def test_a_table_that_nobody_could_play_at_is_refused(visitor: Visitor, changes: Json) -> None:
    visitor.open("connect4")
    refusal(opened(visitor, **changes), 422)


# -- not now --------------------------------------------------------------------------------------------------


def test_a_game_that_is_not_ready_is_refused_until_it_is(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    table_of(visitor)
    readiness = visitor.client.app.state["readiness"]  # type: ignore[attr-defined]
    monkeypatch.setitem(readiness.status, "connect4", "preparing")
    monkeypatch.setattr(readiness, "preparing", lambda name: Preparing("rules", 0.2, 47))
    answer = opened(visitor)
    assert key(answer, 503) == "server.not-ready"
    assert answer.json()["detail"] == "Connect Four is being made ready, as it has to be once: about 47 s more."
    visitor.client.headers["Accept-Language"] = "de"
    assert opened(visitor).json()["detail"].endswith("noch etwa 47 s.")
    visitor.client.headers["Accept-Language"] = "en"
    assert int(answer.headers["Retry-After"]) > 0
    card = visitor.get("/games/connect4").json()
    assert (card["ready"], card["status"]) == (False, "Getting Connect Four ready …")
    monkeypatch.setitem(readiness.status, "connect4", "broken")
    assert key(opened(visitor), 503) == "server.broken"


def test_too_much_at_once_is_told_when_to_come_again(tmp_path: Path) -> None:
    limits = Limits({"request": Rate(3, 1)})
    with served(tmp_path, limits=limits) as client:
        answers = [client.get(f"{API}/games") for _ in range(5)]
    assert key(answers[-1], 429) == "safety.too-many"
    assert int(answers[-1].headers["Retry-After"]) >= 1


def test_a_fault_of_the_house_is_a_sentence_and_its_cause_stays_in_the_log(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = table_of(visitor)
    services = visitor.client.app.state["services"]  # type: ignore[attr-defined]

    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a secret detail")

    monkeypatch.setattr(services.table_service, "say", broken)
    answer = visitor.post(f"{table.path}/talk", {"text": "hello"})
    assert key(answer, 500) == "server.trouble"
    assert "secret" not in answer.text
    assert "a secret detail" in caplog.text


def test_a_store_that_cannot_write_is_not_the_players_fault(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    from parlour.house.store import Unavailable

    table = table_of(visitor)
    store = visitor.client.app.state["services"].tables.store  # type: ignore[attr-defined]

    async def full(*_: object) -> None:
        raise Unavailable("store.busy")

    monkeypatch.setattr(store, "commit", full, raising=False)
    answer = table.act(0, "a", key="k")
    assert key(answer, 503) == "store.busy"
    assert "Retry-After" in answer.headers
    monkeypatch.undo()
    assert table.act(0, "a", key="k").status_code == 200
