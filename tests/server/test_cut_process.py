"""A process that is cut off from the house's data while others are not: its people go to those, and it takes nobody
until it has caught up. Real ones are cut off in `tests/faults/test_processes_cut.py`."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlparse

import pytest

from parlour.house.store import Unavailable
from parlour.server.guard.auth import Caller
from parlour.server.live.endpoint import LiveEndpoint
from parlour.server.services import Services
from parlour.store import postgres
from tests.faults.switch import Switch
from tests.server.test_processes import ALONE, SOON, follow, guest, house, play, until

pytestmark = [pytest.mark.anyio, pytest.mark.compiled, pytest.mark.xdist_group("postgres")]


class Here:
    """Two processes, one of them behind a switch, and a socket there."""

    def __init__(self, switch: Switch, cut: Services, other: Services) -> None:
        self.switch, self.cut, self.other = switch, cut, other
        self.sent: list[dict[str, Any]] = []

    async def socket(self) -> None:
        """Until it is closed."""
        asked = asyncio.Queue[dict[str, Any]]()
        asked.put_nowait({"type": "websocket.connect"})

        async def send(message: dict[str, Any]) -> None:
            self.sent.append(message)

        place = self.cut.auth.places.place(scope())
        caller = Caller(None, None, frozenset(), "nobody", place, "127.0.0.1")
        await self.cut.live.serve(caller, self.cut.auth.allowance(caller), asked.get, send)

    async def handshake(self) -> list[dict[str, Any]]:
        sent = list[dict[str, Any]]()

        async def receive() -> dict[str, Any]:
            return {"type": "websocket.connect"}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        await LiveEndpoint(None, "/api/v1/live", lambda: self.cut)(scope(), receive, send)
        return sent


def scope() -> dict[str, Any]:
    return {
        "type": "websocket", "path": "/api/v1/live", "scheme": "ws", "client": ("127.0.0.1", 9),
        "headers": [(b"host", b"127.0.0.1:1")], "server": ("127.0.0.1", 1), "query_string": b"",
        "extensions": {"websocket.http.response": {}},
    }  # fmt: skip


def socket_of(url: str) -> Path:
    parsed = urlparse(url)
    return Path(parse_qs(parsed.query)["host"][0]) / ".s.PGSQL.5432"


@asynccontextmanager
async def switched(url: str, folder: Path) -> AsyncIterator[Here]:
    async with (
        Switch(socket_of(url), urlparse(url).path[1:]) as switch,
        house(switch.url, folder, 1) as cut,
        house(url, folder, 2) as other,
    ):
        await until(lambda: cut.neighbours.others() and other.neighbours.others())
        yield Here(switch, cut, other)
        switch.mend()


async def test_a_process_that_is_cut_off_sends_its_people_away_and_takes_none_until_it_has_caught_up(
    emptied_postgres: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "PATIENCE", 3600.0)  # nobody is held for as long as a database may take to come back
    async with switched(emptied_postgres, tmp_path) as here:
        ada = await guest(here.other)
        table = await here.other.table_service.open(ada, ALONE, None)
        follower = await follow(here.cut, table)
        socket = asyncio.create_task(here.socket())
        await until(lambda: here.cut.live.sockets)
        here.switch.cut()
        acting = asyncio.create_task(play(here.cut, ada, table, 0, "a"))
        with pytest.raises(Unavailable, match="out of reach"):
            await asyncio.wait_for(acting, SOON)
        await asyncio.wait_for(socket, SOON)
        assert here.sent[-1] == {"type": "websocket.close", "code": 1012}
        [start, _] = await here.handshake()
        assert (start["type"], start["status"]) == ("websocket.http.response.start", 503)
        after = await play(here.other, ada, table, 0, "d")
        assert follower.latest.position < after.position
        here.switch.mend()
        await until(lambda: not here.cut.live.away)
        assert follower.latest.position == after.position, "nobody is shown what is old"
        await play(here.cut, ada, table, 1, "d")


async def test_a_process_whose_news_alone_are_cut_off_keeps_its_people(emptied_postgres: str, tmp_path: Path) -> None:
    async with switched(emptied_postgres, tmp_path) as here:
        ada = await guest(here.other)
        table = await here.other.table_service.open(ada, ALONE, None)
        follower = await follow(here.cut, table)
        here.switch.cut("parlour news")
        for number, (process, column) in enumerate(((here.other, "d"), (here.cut, "d"), (here.other, "e"))):
            after = await play(process, ada, table, number % 2, column)
            await until(lambda after=after: follower.latest.position == after.position)
        assert not here.cut.live.away


async def test_a_process_without_others_waits_for_the_database_with_its_people(
    emptied_postgres: str, tmp_path: Path
) -> None:
    url = emptied_postgres
    async with (
        Switch(socket_of(url), urlparse(url).path[1:]) as switch,
        house(switch.url, tmp_path, 1) as alone,
    ):
        ada = await guest(alone)
        table = await alone.table_service.open(ada, ALONE, None)
        switch.cut()
        acting = asyncio.create_task(play(alone, ada, table, 0, "d"))
        await asyncio.sleep(2.5)
        assert not acting.done()
        assert not alone.live.away
        switch.mend()
        await acting
