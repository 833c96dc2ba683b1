"""News go out without a task being woken for them, where the connection takes them; in the same order as ever."""

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from parlour.house.tables.new_table import NewSeat, NewTable
from parlour.server.app import opened
from parlour.server.guard.auth import Caller
from parlour.server.guard.places import LOOPBACK, Places
from parlour.server.live import sockets
from parlour.server.services import Services
from tests import serving

pytestmark = [pytest.mark.anyio, pytest.mark.compiled]
SCOPE = {"type": "websocket", "scheme": "ws", "headers": [(b"host", b"127.0.0.1:1")], "client": ("127.0.0.1", 9)}


class Tab:
    """A socket whose connection takes a message at once, or does not, in turns; and all that came, by either way."""

    def __init__(self, services: Services, takes: Iterable[bool]) -> None:
        self._takes, self.asked = iter(takes), asyncio.Queue[dict[str, Any]]()
        self.told: list[dict[str, Any]] = []
        self.ways: list[str] = []
        self.code: int | None = None
        self.say({"type": "websocket.connect"})
        caller = Caller(None, None, frozenset(), "nobody", services.auth.places.place(SCOPE), "127.0.0.1")
        allowance = services.auth.allowance(caller)
        serving = services.live.serve(caller, allowance, self.asked.get, self._send, self._send_at_once)
        self.served = asyncio.create_task(serving)

    def say(self, message: dict[str, Any]) -> None:
        self.asked.put_nowait(message)

    def ask(self, **request: Any) -> None:
        self.say({"type": "websocket.receive", "text": json.dumps(request)})

    async def _send(self, message: dict[str, Any]) -> None:
        await asyncio.sleep(0)
        if message["type"] == "websocket.send":
            self._note(message["text"], "after a while")
        elif message["type"] == "websocket.close":
            self.code = message["code"]

    def _send_at_once(self, message: bytes) -> bool:
        if not next(self._takes):
            return False
        self._note(message.decode(), "at once")
        return True

    def _note(self, text: str, way: str) -> None:
        self.told.append(json.loads(text))
        self.ways.append(way)

    async def until_done(self, id: int) -> None:
        async with asyncio.timeout(30):
            while not any(one == {"is": "done", "id": id} for one in self.told):
                await asyncio.sleep(0)


@asynccontextmanager
async def house(folder: Path) -> AsyncIterator[Services]:
    parts = serving.parts()
    async with opened(serving.settings_for(folder), parts, Places(None, LOOPBACK, ["testserver.local"])) as services:
        async with asyncio.timeout(60):
            while parts.readiness.status.get("connect4") != "ready":
                await asyncio.sleep(0.01)
        yield services


@pytest.mark.parametrize("takes", [(True,), (False,), (True, False), (False, False, True)], ids=str)
async def test_whether_or_not_a_connection_takes_a_message_at_once_all_come_once_and_in_order(
    tmp_path: Path, takes: tuple[bool, ...]
) -> None:
    async with house(tmp_path) as services:
        found = await services.accounts.welcome_guest(None, "test")
        ada = await services.accounts.recognise(found.secret, program=False)
        assert ada is not None
        alone = NewTable(game="connect4", seats=[NewSeat("me"), NewSeat("me")])
        table = await services.table_service.open(ada.person, alone, None)
        tab = Tab(services, itertools.cycle(takes))
        tab.ask(do="watch", topic="table", table=table.id, invite=table.invite, id=1)
        await tab.until_done(1)
        for number, column in enumerate("dedeab"):
            await services.table_service.act(ada.person, table.id, number % 2, [column], None, whence="here")
            tab.ask(do="ping", id=number + 2)
            if number % 2:
                tab.ask(do="watch", topic="lobby", id=100 + number)
        await tab.until_done(105)
        await tab.until_done(7)
        tab.say({"type": "websocket.disconnect"})
        await tab.served
    cursor = 0
    for news in (one for one in tab.told if one["is"] == "table"):
        assert news["cursor"] == cursor + len(news["lines"])
        cursor = news["cursor"]
    steps = [
        line["text"] for one in tab.told if one["is"] == "table" for line in one["lines"] if line["kind"] == "step"
    ]
    assert steps == [*"dedeab"]
    pings = [one["id"] for one in tab.told if one["is"] == "done" and one["id"] < 100]
    assert pings == [*range(1, 8)]
    assert all(takes) <= ("at once" in tab.ways) <= any(takes)


async def test_a_fault_in_news_that_go_out_at_once_closes_the_socket(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with house(tmp_path) as services:
        tab = Tab(services, itertools.repeat(True))
        tab.ask(do="ping", id=1)
        await tab.until_done(1)

        def broken(*_: object) -> bytes:
            raise RuntimeError("a fault")

        monkeypatch.setattr(sockets.LiveSocket, "_reply_in_turn", broken)
        tab.ask(do="ping", id=2)
        async with asyncio.timeout(30):
            await tab.served
    assert tab.code == sockets.TROUBLE
    assert "a socket is closed" in caplog.text
