"""The house of functions in the place of a server: whoever asks it as a server is asked sees what API Gateway's events
and the handlers make of it. So what is tried on a server, who may do what, what nobody may know, what nobody should
send, is tried on functions by the same tests.

On SQLite nothing is told of what was written, and what is to be thought about is done at once. On what stands in for
DynamoDB the table's stream is handed over whenever somebody has done something.
"""

import time
from base64 import b64decode
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote

import msgspec

from parlour.aws.frames import framed
from parlour.aws.house import FunctionHouse
from parlour.aws.http import answer_request
from parlour.aws.kept_sockets import KeptSockets
from parlour.aws.news import tell_news
from parlour.aws.readiness import LoadedWhenWanted
from parlour.aws.settings import FunctionSettings
from parlour.aws.socket import answer_socket
from parlour.aws.think import think
from parlour.house import jobs
from parlour.house.tables.state import Table
from parlour.server.app import Application, Parts
from parlour.server.jobs.exports import KIND as EXPORT
from parlour.server.settings import Settings
from tests.aws.cloud import Json, TableStream, queue_event
from tests.aws.events import http_event, socket_event
from tests.faults.worlds import HOST, World
from tests.server.matrix.role_holders import Club

NOW = int(time.time()) * 1000  # of all worlds alike: a table forgets what has long run out
ASLEEP: Mapping[str, Any] = {"asleep": True, "sockets": KeptSockets}
PLACE: Mapping[str, Any] = {"public_url": f"http://{HOST}"}
PATH = "/:@!$&'()*+,;=~%"  # stays as it is


class FunctionApplication(Application):
    """One instance, which is asked by way of its handlers and by no other."""

    def __init__(self, settings: Settings, parts: Parts) -> None:
        self.house = FunctionHouse(settings, FunctionSettings(), parts)
        self.house._loop.close()  # the test has its own
        self.house.clients = Handed(self)  # type: ignore[assignment]
        self.state = self.house.app.state
        self.open: dict[str, Any] = {}  # connections, and how each is written to
        self.thoughts: list[Json] = []
        self.stream: TableStream | None = None
        self.connections = 0

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        async with self.house.app.lifespan():
            self.house._open = True
            yield

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self.house._wake()
        await (self._socket if scope["type"] == "websocket" else self._request)(scope, receive, send)

    async def _request(self, scope: Any, receive: Any, send: Any) -> None:
        body = (await receive())["body"]
        event = http_event(
            scope["method"], quote(scope["path"], safe=PATH, errors="surrogatepass"), body=body,
            query=scope["query_string"].decode(), headers=_headers(scope), source=scope["client"][0],
        )  # fmt: skip
        answer = msgspec.json.decode(msgspec.json.encode(await answer_request(self.house, event)))
        content = answer["body"]
        raw = b64decode(content) if answer["isBase64Encoded"] else content.encode()
        headers = [(name.encode(), value.encode("latin-1")) for name, value in answer["headers"].items()]
        headers += [(b"set-cookie", cookie.encode()) for cookie in answer["cookies"]]
        await send({"type": "http.response.start", "status": answer["statusCode"], "headers": headers})
        await send({"type": "http.response.body", "body": raw})
        if self.stream is None:
            await self._do_jobs()

    async def _socket(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        self.connections += 1
        id = f"connection-{self.connections}"
        self.open[id] = send
        event = socket_event("CONNECT", id, headers=_headers(scope), source=scope["client"][0])
        status = (await answer_socket(self.house, event))["statusCode"]
        if status != 200:
            del self.open[id]
            await send({"type": "websocket.close", "reason": str(status)})
            return
        await send({"type": "websocket.accept"})
        while id in self.open:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                break
            await self.house._wake()
            await answer_socket(self.house, socket_event("MESSAGE", id, body=message["text"]))
        self.open.pop(id, None)
        await answer_socket(self.house, socket_event("DISCONNECT", id))

    async def pump(self) -> None:
        """Until nothing follows from what was written."""
        while self.stream is not None:
            await self.house._wake()
            if records := self.stream.records():
                assert await tell_news(self.house, {"Records": records}) == {"batchItemFailures": []}
            elif self.thoughts:
                assert await think(self.house, queue_event(self.thoughts.pop(0))) == {"batchItemFailures": []}
            else:
                return

    async def _do_jobs(self) -> None:
        for job in await jobs.unfinished_jobs(self.house.services.tables.store):
            if job.id.startswith(EXPORT):
                await self.house.services.exports.do(job.id.partition(" ")[2])


class Handed:
    """In the place of API Gateway's management API and of queues."""

    def __init__(self, app: FunctionApplication) -> None:
        self._app = app

    async def tell(self, connection: str, messages: Iterable[bytes]) -> bool:
        send = self._app.open.get(connection)
        for frame in (frame for message in messages for frame in framed(message)) if send is not None else ():
            await send({"type": "websocket.send", "text": frame.decode()})
        return send is not None

    async def close_socket(self, connection: str) -> None:
        send = self._app.open.pop(connection, None)
        if send is not None:
            await send({"type": "websocket.close", "reason": ""})

    async def think(self, *thoughts: Any, delay: float = 0) -> None:
        self._app.thoughts += [msgspec.json.decode(msgspec.json.encode(one)) for one in thoughts]

    async def wake_later(self, *due: Any, delay: float = 0) -> None:
        """Nothing in these matches is due before it ends."""


def _headers(scope: Any) -> dict[str, str]:
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}


class FunctionWorld(World):
    """A world of `tests/faults/worlds.py` on a table of its own."""

    make_app = FunctionApplication

    def __init__(self, folder: Path, database: str | None = None, processes: int = 1, **changed: Any) -> None:
        assert processes == 1
        usual = {**ASLEEP, "readiness": LoadedWhenWanted(), "settings": PLACE, **changed}
        super().__init__(folder, database, **usual)
        self.time.at, self._database = NOW, database

    @property
    def function(self) -> FunctionApplication:
        [app] = self._apps
        assert isinstance(app, FunctionApplication)
        return app

    @asynccontextmanager
    async def open(self, game: str) -> AsyncIterator[None]:
        async with super().open(game):
            if self._database is not None:
                asked = dict(parse_qsl(self._database.partition("?")[2]))
                name = self._database.removeprefix("dynamodb://").partition("?")[0]
                self.function.stream = TableStream(asked["endpoint"], name)
            yield

    async def calm(self) -> None:
        await self.function.pump()

    def table_now(self) -> Table:
        """The only instance has made every change: what it doubts whenever it wakes is how it is."""
        [one] = self.processes
        known = one.tables._held[self.table].known
        assert known is not None, "it has looked at it"
        return known


class FunctionClub(Club):
    """The house with somebody for every role, on SQLite: by whom something may be done is no matter of the store."""

    make_app = FunctionApplication

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, **ASLEEP, readiness=LoadedWhenWanted(), settings=PLACE)
