"""A server in this process, whose bots answer at once and whose cards are the same every time."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from parlour import bots, games
from parlour.server.app import create_app
from parlour.server.tables import Tables

API = "/api/v1"
Json = dict[str, Any]


class Visitor:
    """Speaks to the server as a page does."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self.client = client

    def wait_until_ready(self, *games: str) -> None:
        deadline = time.monotonic() + 180
        while not all(self.client.get(f"{API}/games/{game}").json()["ready"] for game in games):
            assert time.monotonic() < deadline, f"{games} are not ready"
            time.sleep(0.05)

    def open(self, game: str, kinds: str = "pb", **options: object) -> "Sitting":
        """A table: `p` for a person and `b` for a bot, seat by seat."""
        self.wait_until_ready(game)
        seats = [{"kind": "person" if kind == "p" else "bot", "name": f"{i}"} for i, kind in enumerate(kinds)]
        answer = self.client.post(f"{API}/tables", json={"game": game, "seats": seats, "options": options})
        assert answer.status_code == 201, answer.text
        return Sitting(self.client, answer.json())


class Sitting:
    """A table with the keys to its seats."""

    def __init__(self, client: TestClient[Litestar], opened: Json) -> None:
        self.client = client
        self.tokens: list[str | None] = opened["tokens"]
        self.id: str = opened["table"]["table"]
        self.path = f"{API}/tables/{self.id}"

    def key(self, seat: int) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[seat]}"}

    def state(self, seat: int | None) -> Json:
        query = "" if seat is None else f"?seat={seat}"
        answer = self.client.get(f"{self.path}/state{query}", headers={} if seat is None else self.key(seat))
        assert answer.status_code == 200, answer.text
        state: Json = answer.json()
        return state

    def act(self, seat: int, step: str | list[str]) -> Any:
        return self.client.post(f"{self.path}/steps", json={"seat": seat, "step": step}, headers=self.key(seat))


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """Compiled once, here, so that no test waits for it and no two servers do it at the same time."""
    for name in games.names():
        bots.prepare(name)


@pytest.fixture
def client() -> Iterator[TestClient[Litestar]]:
    with TestClient(create_app(Tables(most=20, seed=3))) as client:
        yield client


@pytest.fixture
def visitor(client: TestClient[Litestar]) -> Visitor:
    return Visitor(client)
