"""Texts that PostgreSQL cannot hold or be asked for: they are refused or kept, and are no fault of the house."""

from pathlib import Path
from typing import Any

from parlour.house.people.passwords import Cost, Passwords
from parlour.server.app import create_app
from tests.server.conftest import API, BASE, Visitor
from tests.serving import HouseClient, parts, settings_for

AWKWARD = ["\0", "a\0b", "\u202e", "🎲", "\ufffe", "'", "%", "x" * 3000]


def test_no_text_is_too_awkward_for_postgresql(postgres: str, tmp_path: Path) -> None:
    hashing = Passwords(Cost(4, 8, 1))
    app = create_app(settings_for(tmp_path, database=postgres), parts(passwords=hashing))
    with HouseClient(app, base_url=BASE, raise_server_exceptions=False) as client:
        visitor = Visitor(client)
        table = visitor.open("dance", "mo")
        found: dict[str, Any] = {}
        for text in AWKWARD:
            quoted = "".join(f"%{byte:02x}" for byte in text.encode())
            for path in (f"/tables/{quoted}", f"/players/{quoted}", f"/games/{quoted}", f"/tables?game={quoted}",
                         f"/tables?after={quoted}", f"/tables?after=1.{quoted}",
                         f"{table.path}/events?invite={quoted}"):  # fmt: skip
                found[f"GET {path[:40]}"] = client.get(API + path, headers=visitor.headers)
            for path in (f"/sessions/{quoted}", f"/me/tokens/{quoted}"):
                found[f"DELETE {path[:40]}"] = visitor.send("DELETE", path)
            bodies: list[tuple[str, str, object]] = [
                ("POST", f"{table.path}/talk", {"text": text}),
                ("POST", f"{table.path}/contributions", {"seat": 0, "text": text}),
                ("POST", f"{table.path}/steps", {"seat": 0, "steps": [text]}),
                ("PATCH", "/me", {"name": text}),
                ("PATCH", "/me", {"settings": {"x": text}}),
                ("PATCH", "/me", {"settings": {text: "x"}}),
                ("POST", "/guests", {"name": text}),
                ("POST", "/sessions", {"name": text, "password": text}),
                ("POST", "/accounts", {"name": text, "password": text}),
                ("POST", "/me/tokens", {"label": text, "scopes": ["play"]}),
                ("POST", "/tables", {"game": "dance", "seats": [{"kind": "me"}, {"kind": "me", "name": text}]}),
                ("POST", "/tables", {"game": text, "seats": [{"kind": "me"}]}),
                ("POST", "/tables", {"game": "dance", "seats": [{"kind": "me"}] * 2, "options": {text: text}}),
            ]
            for method, path, body in bodies:
                found[f"{method} {path} {str(body)[:40]}"] = visitor.send(method, path, body)
        assert {asked: answer.text for asked, answer in found.items() if answer.status_code >= 500} == {}
        assert visitor.get(table.path).status_code == 200
