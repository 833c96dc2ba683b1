"""Those without an account, where the host has decided what they may do."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from parlour.server.app import create_app
from tests.server.conftest import API, BASE, Sitting, Visitor
from tests.server.http.moderation.accounts_with_roles import PASSWORD, account, ok, refused, take_cookie
from tests.serving import HouseClient, parts, settings_for

pytestmark = pytest.mark.compiled
SIGN_UP = {"name": "Gudrun", "password": PASSWORD}


@contextmanager
def house(folder: Path, guests: str, seed: int = 1) -> Iterator[Any]:
    with HouseClient(create_app(settings_for(folder, guests=guests), parts(seed)), base_url=BASE) as client:
        yield client


def come(client: Any, **body: Any) -> Any:
    return client.post(f"{API}/guests", json=body, headers={"Origin": BASE, "Cookie": ""})


def test_silent_guests_play_and_write_nothing_that_others_read(tmp_path: Path) -> None:
    with house(tmp_path, "silent") as client:
        assert refused(come(client, name="Loud one"), 403) == "guests.named"
        guest, anna = Visitor(client), account(client, "Anna")
        assert ok(guest.get("/me"))["guests"] == "silent"
        table = anna.open("connect4", "mo")
        ok(guest.post(f"{table.path}/seats", {}))
        mine = Sitting(guest, table.id)
        ok(table.act(0, "a"))
        ok(mine.act(1, "a"))
        answer = guest.post(f"{table.path}/talk", {"text": "hello"})
        assert refused(answer, 403) == "guests.silent"
        assert "Sign up" in answer.json()["detail"]
        assert refused(guest.send("PATCH", "/me", {"name": "Loud one"}), 403) == "guests.silent"
        ok(guest.send("PATCH", "/me", {"settings": {"dark": True}}))
        seats = [{"kind": "me", "name": "Loud"}, {"kind": "me", "name": "Louder"}]
        assert refused(guest.post("/tables", {"game": "connect4", "seats": seats}), 403) == "guests.silent"
        ok(guest.post("/tables", {"game": "connect4", "seats": seats, "listed": False}), 201)
        report = {"kind": "person", "person": anna.me["id"], "reason": "spam", "words": "They write too much."}
        ok(guest.post("/reports", report), 201)
        take_cookie(guest, guest.post("/accounts", SIGN_UP))
        ok(guest.post(f"{table.path}/talk", {"text": "hello"}))
        assert [line["text"] for line in table.news(0)["lines"] if line["kind"] == "said"] == ["hello"]


def test_where_guests_are_not_let_in_they_are_shown_the_way_to_an_account(tmp_path: Path) -> None:
    with house(tmp_path, "welcome") as client:
        before = Visitor(client)
        table = before.open("connect4", "mm")
        assert ok(before.get("/me"))["guests"] == "welcome"
    with house(tmp_path, "none", seed=2) as client:
        answer = come(client)
        assert refused(answer, 403) == "guests.none"
        assert "Sign up" in answer.json()["detail"]
        assert "set-cookie" not in answer.headers
        nobody = client.post(f"{API}/tables", json={"game": "connect4", "seats": [{}]}, headers={"Origin": BASE})
        assert refused(nobody, 401) == "guests.sign-in"
        before.client, mine = client, Sitting(before, table.id)
        known = ok(before.get("/me"))
        assert (known["guests"], known["scopes"]) == ("none", ["own", "read"])
        assert mine.now(0)["phase"] == "playing", "what was played can be looked at"
        for refusal in (mine.act(0, "a"), before.post(f"{table.path}/talk", {"text": "x"})):
            assert refused(refusal, 403) == "guests.keep"
        with client.websocket_connect(f"{API}/live", headers=before.headers) as socket:
            socket.send_json({"do": "act", "id": 1, "table": table.id, "seat": 0, "steps": ["a"]})
            told = socket.receive_json()
            assert (told["is"], told["key"]) == ("refused", "guests.keep")
        take_cookie(before, before.post("/accounts", SIGN_UP))
        ok(mine.act(0, "a"))
        stranger = client.post(
            f"{API}/accounts", json={**SIGN_UP, "name": "Stella"}, headers={"Origin": BASE, "Cookie": ""}
        )
        assert stranger.status_code == 201, stranger.text
