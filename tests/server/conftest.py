"""A server in this process, whose bots answer at once and whose cards are the same every time."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from parlour import bots, games
from parlour.server.app import create_app
from tests.server.described import fits_answer
from tests.server.http.people.people_app import house_with, small  # noqa: F401 they are fixtures
from tests.serving import HouseClient, parts, settings_for

BASE = "http://testserver.local"
API = "/api/v1"
Json = dict[str, Any]


def checked(answer: httpx.Response) -> httpx.Response:
    """The answer, which is as the API's description says."""
    if answer.headers.get("Content-Type", "").endswith("json"):
        fits_answer(answer.request.method, answer.request.url.path, answer.status_code, answer.json())
    return answer


class Visitor:
    """Somebody with a browser of their own: a cookie, and an Origin on what they send."""

    def __init__(self, client: httpx.Client, base: str = BASE) -> None:
        self.client = client
        answer = client.post(f"{API}/guests", json={}, headers={"Origin": base, "Cookie": ""})
        assert answer.status_code == 201, answer.text
        self.me: Json = answer.json()["person"]
        self.headers = {"Origin": base, "Cookie": answer.headers["set-cookie"].partition(";")[0]}
        client.cookies.clear()

    def get(self, path: str, **query: Any) -> Any:
        return checked(self.client.get(API + path, params=query, headers=self.headers))

    def send(self, method: str, path: str, body: object = None, key: str | None = None, **query: Any) -> Any:
        headers = self.headers if key is None else {**self.headers, "Idempotency-Key": key}
        return checked(self.client.request(method, API + path, json=body, params=query, headers=headers))

    def post(self, path: str, body: object = None, key: str | None = None, **query: Any) -> Any:
        return self.send("POST", path, body, key, **query)

    def open(self, game: str, seats: str = "mb", **more: object) -> "Sitting":
        """A table: `m` for me, `o` for an open seat, `b` for a bot."""
        kinds = {"m": "me", "o": "open", "b": "bot"}
        wait_until_ready(self.client, game)
        body = {"game": game, "seats": [{"kind": kinds[each]} for each in seats], **more}
        answer = self.post("/tables", body)
        assert answer.status_code == 201, answer.text
        return Sitting(self, answer.json()["rules"]["table"])


class Sitting:
    """A table as one person goes about it."""

    def __init__(self, visitor: Visitor, id: str) -> None:
        self.visitor, self.id, self.path = visitor, id, f"/tables/{id}"

    def news(self, seat: int | None, after: int = 0, **query: Any) -> Json:
        seats = {} if seat is None else {"seat": seat}
        answer = self.visitor.get(f"{self.path}/events", after=after, **seats, **query)
        assert answer.status_code == 200, answer.text
        news: Json = answer.json()
        return news

    def now(self, seat: int | None) -> Json:
        now: Json = self.news(seat)["now"]
        return now

    def act(self, seat: int, *steps: str, key: str | None = None) -> Any:
        return self.visitor.post(f"{self.path}/steps", {"seat": seat, "steps": list(steps)}, key)

    def wait_for_turn(self, seat: int) -> Json:
        """Until this seat is to act or all is over; bots may have to move first."""
        deadline = time.monotonic() + 60
        while True:
            now = self.now(seat)
            if seat in now.get("to_act", []) or now["phase"] == "over":
                return now
            assert time.monotonic() < deadline, f"seat {seat} is never to act"
            time.sleep(0.005)


def wait_until_ready(client: httpx.Client, *names: str) -> None:
    wait_for(lambda: all(client.get(f"{API}/games/{name}").json()["ready"] for name in names), f"{names} are not ready")


def wait_for(there: Callable[[], bool], otherwise: str) -> None:
    deadline = time.monotonic() + 180
    while not there():
        assert time.monotonic() < deadline, otherwise
        time.sleep(0.005)


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """Compiled once, here, so that no test waits for it and no two servers do it at the same time."""
    for name in games.names():
        bots.prepare(name)


@contextmanager
def served(folder: Path, settings: Json | None = None, **changed: Any) -> Iterator[HouseClient]:
    inside = parts(**changed)
    with HouseClient(create_app(settings_for(folder, **(settings or {})), inside), base_url=BASE) as client:
        # A table that is opened at once would be refused on a slow machine, and rightly.
        wait_for(lambda: inside.readiness.ready_count() == len(games.names()), "some games are not ready")
        yield client


@pytest.fixture
def client(tmp_path: Path) -> Iterator[HouseClient]:
    with served(tmp_path) as client:
        yield client


@pytest.fixture
def visitor(client: HouseClient) -> Visitor:
    return Visitor(client)
