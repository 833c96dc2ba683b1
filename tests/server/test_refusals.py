"""Whatever comes in, the answer is a sentence, and nothing has changed."""

import pytest

from tests.server.conftest import API, Visitor


def sentence(answer, status):
    assert answer.status_code == status, answer.text
    assert list(answer.json()) == ["error"]
    said = answer.json()["error"]
    assert said.strip()
    assert "Traceback" not in said
    return said


def open_request(client, **changes):
    message = {"game": "connect4", "seats": [{"kind": "person"}, {"kind": "bot"}], **changes}
    return client.post(f"{API}/tables", json=message)


def test_an_unknown_game_is_refused_with_the_names_of_those_there_are(visitor: Visitor):
    assert "connect4" in sentence(open_request(visitor.client, game="chess"), 404)


def test_an_unknown_option_is_refused(visitor: Visitor):
    visitor.wait_until_ready("connect4")
    assert "no option “speed”" in sentence(open_request(visitor.client, options={"speed": 3}), 422)


def test_a_wrong_number_of_seats_is_refused(visitor: Visitor):
    visitor.wait_until_ready("connect4")
    assert "has 2 seats" in sentence(open_request(visitor.client, seats=[{"kind": "person"}]), 422)


def test_a_table_without_a_person_is_refused(visitor: Visitor):
    visitor.wait_until_ready("connect4")
    sentence(open_request(visitor.client, seats=[{"kind": "bot"}, {"kind": "bot"}]), 422)


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b'{"game": 5, "seats": []}', b'{"game": "connect4"}', b"\xff\xfe",
     b'{"game": "connect4", "seats": [{"kind": "ghost"}]}', b'{"game": "connect4", "seats": [], "more": 1}',
     b"[" * 5000],
)  # fmt: skip
def test_a_message_that_cannot_be_read_is_refused(client, body):
    sentence(client.post(f"{API}/tables", content=body, headers={"Content-Type": "application/json"}), 400)


def test_a_message_over_64_kib_is_refused(client):
    body = b'{"game": "' + b"x" * 70_000 + b'"}'
    assert "64 KiB" in sentence(client.post(f"{API}/tables", content=body), 413)


@pytest.mark.parametrize("path", ["/tables/none", "/tables/none/state", "/tables/none/plan", "/games/none", "/none"])
def test_what_is_not_there_is_said_not_to_be(client, path):
    sentence(client.get(API + path), 404)


def test_a_wrong_method_is_refused(client):
    sentence(client.delete(f"{API}/games"), 405)


def test_an_illegal_action_is_refused_with_the_games_own_reason(visitor: Visitor):
    table = visitor.open("connect4", "pp")
    for turn in range(6):
        assert table.act(turn % 2, "a").status_code == 200
    before = table.state(0)
    assert "column a is full" in sentence(table.act(0, "a"), 422)
    assert table.state(0) == before


def test_a_step_out_of_turn_is_refused(visitor: Visitor):
    table = visitor.open("connect4", "pp")
    sentence(table.act(1, "a"), 422)
    assert table.state(1)["version"] == 0


def test_a_batch_is_taken_whole_or_not_at_all(visitor: Visitor):
    table = visitor.open("connect4", "pp")
    sentence(table.act(0, ["a", "b"]), 422)
    assert table.state(0)["version"] == 0
    assert table.act(0, ["a"]).json()["version"] == 1


def test_nothing_is_played_after_the_end(visitor: Visitor):
    table = visitor.open("connect4", "pp")
    for turn in range(7):
        answer = table.act(turn % 2, "ab"[turn % 2])
    assert answer.json()["result"]["ending"] == "four in a line"
    assert answer.json()["choices"] == []
    assert "over" in sentence(table.act(1, "c"), 422)


def test_undo_is_refused_where_there_is_nothing_to_take_back(visitor: Visitor):
    table = visitor.open("connect4", "pp")
    sentence(visitor.client.post(f"{table.path}/undo", json={"seat": 0}, headers=table.key(0)), 422)


@pytest.mark.parametrize("query", ["seat=-1", "seat=x", "seat=1e3", "seat=99999999999999999999", "after=-1", "after=x"])
def test_a_query_that_makes_no_sense_is_refused(visitor: Visitor, query):
    table = visitor.open("connect4")
    sentence(visitor.client.get(f"{table.path}/state?{query}", headers=table.key(0)), 400)


def test_a_game_that_is_not_ready_is_refused_until_it_is(visitor: Visitor, monkeypatch):
    client = visitor.client
    visitor.wait_until_ready("connect4")
    monkeypatch.setitem(client.app.state.shelf.status, "connect4", "preparing")
    assert "being made ready" in sentence(open_request(client), 503)
    card = client.get(f"{API}/games/connect4").json()
    assert (card["ready"], card["status"]) == (False, "Getting Connect Four ready …")
