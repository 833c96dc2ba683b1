"""A house with a host and a moderator, for tests of what they can do and what others can."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.server.conftest import Sitting, Visitor, served
from tests.server.http.moderation.accounts_with_roles import PASSWORD, account, account_with_role, ok
from tests.serving import HouseClient, TurnedTime

Client = HouseClient
DAY = 24 * 3600 * 1000


class Club:
    """One house for all of these, with a host and a moderator; each test brings its own people."""

    def __init__(self, client: Client, time: TurnedTime) -> None:
        self.client, self.time = client, time
        self.host = account_with_role(client, "Hanna", "host")
        self.moderator = account_with_role(client, "Moritz", "moderator")
        self._names = iter(f"{name} {number}" for number in range(1, 100) for name in ("Anna", "Bob", "Cid", "Dora"))

    def account(self) -> Visitor:
        return account(self.client, next(self._names))

    def pair(self, **how: Any) -> tuple[Visitor, Visitor, Sitting, Sitting]:
        """Two accounts at a table of Connect 4."""
        one, other = self.account(), self.account()
        table = one.open("connect4", "mo", **how)
        invite = ok(one.get(table.path))["rules"]["invite"]
        ok(other.post(f"{table.path}/seats", {}, invite=invite))
        return one, other, table, Sitting(other, table.id)

    def log(self) -> Any:
        """The latest line."""
        return ok(self.host.get("/moderation/log", most=1))["entries"][0]


@contextmanager
def opened(folder: Path) -> Iterator[Club]:
    time = TurnedTime()
    with served(folder, time=time) as client:
        yield Club(client, time)


def say(visitor: Visitor, table: Sitting, text: str, **query: Any) -> Any:
    return visitor.post(f"{table.path}/talk", {"text": text}, **query)


def said(table: Sitting, seat: int | None) -> list[str]:
    return [line.get("text", "") for line in table.news(seat)["lines"] if line["kind"] == "said"]


def line_of(table: Sitting, seat: int | None, text: str) -> int:
    lines = table.news(seat)["lines"]
    return 1 + next(number for number, line in enumerate(lines) if line.get("text") == text)


def sign_in(club: Club, visitor: Visitor) -> Any:
    newcomer = Visitor(club.client)
    return newcomer.post("/sessions", {"name": visitor.me["name"], "password": PASSWORD})
