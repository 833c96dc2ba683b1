"""A server of its own in this process, with a table, a neighbouring one, and everybody who sits there or looks on. Or
several servers of one house, and everybody is at another one.

It is asked as uvicorn asks it, so that what it answers is known to the byte, and all happens on one loop: nothing that
is compared depends on who was quicker."""

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, NamedTuple, get_args
from urllib.parse import urlencode

from parlour.core.match import Match
from parlour.core.position import TAKEBACK
from parlour.house.news import AskNews
from parlour.house.people.passwords import Cost, Passwords
from parlour.house.tables.state import Table
from parlour.server.app import Application, Parts, create_app
from parlour.server.guard import logs
from parlour.server.http.routes import API, routes
from parlour.server.live import messages
from parlour.server.live.process_news import ProcessNews
from parlour.server.services import Services
from parlour.server.settings import Settings
from parlour.store.postgres_news import PostgresNews
from tests.serving import TurnedTime, parts, settings_for

HOST = "testserver.local"
FAR, AWAY = "203.0.113.9", "203.0.113.77"  # nobody of the house
FROM = "from"  # among headers: another address than FAR, from which they come
COLUMNS, NEXT_DOOR = "abcdefg", 21  # moves by which nobody has won yet
PATIENCE = 60.0  # seconds
PONG = '"so far"'
BEAT = '{"is":"beat"}'  # comes when it is time, whatever happens
MESSAGES = [str(kind.__struct_config__.tag) for kind in get_args(messages.SocketRequest)]

Headers = dict[str, str]
NOBODY: Headers = {}


class Answer(NamedTuple):
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class World:
    """What its dealer draws is decided beforehand. With a database, `processes` serve it."""

    make_app: Callable[[Settings, Parts], Application] = staticmethod(create_app)

    def __init__(
        self,
        folder: Path,
        database: str | None = None,
        processes: int = 1,
        settings: Mapping[str, Any] | None = None,
        **changed: Any,
    ) -> None:
        folder.mkdir(parents=True)
        self.time = TurnedTime()
        usual = {"time": self.time, "passwords": Passwords(Cost(4, 8, 1)), **changed}
        self._parts = [parts(3 + number, **usual) for number in range(processes)]  # each makes ids of its own
        stored = {} if database is None else {"database": database}
        told = settings_for(folder, workers=0, **stored, **(settings or {}))
        self._apps = [self.make_app(told, each) for each in self._parts]
        self.log = Log(self)
        self.draws: list[int] = []
        self.people: list[Headers] = []  # the cookies of who sits, then of who looks on
        self.host = self.table = self._beside = ""
        self._moves = 0
        self.settle: Callable[[], Awaitable[None]] = nothing  # after everything that anybody does
        self.said: set[str] = set()  # by sockets: kinds of messages, and topics

    @asynccontextmanager
    async def open(self, game: str) -> AsyncIterator[None]:
        with self.log.open():
            async with AsyncExitStack() as closing:
                for app, each in zip(self._apps, self._parts, strict=True):
                    await closing.enter_async_context(app.lifespan())
                    # Tables that are read anew are folded in a thread, which has a context of its own.
                    app.state["services"].tables._folding.submit(in_world.set, self)
                    async with asyncio.timeout(PATIENCE):
                        while any(each.readiness.status.get(name) != "ready" for name in (game, "connect4")):
                            await asyncio.sleep(0.05)
                await self._know_each_other()
                self.log.lines.clear()  # which of them was there first
                yield

    @property
    def app(self) -> Application:
        """The one that serves it, where one does."""
        [app] = self._apps
        return app

    @property
    def processes(self) -> list[Services]:
        return [app.state["services"] for app in self._apps]

    async def _know_each_other(self) -> None:
        if len(self._apps) > 1:
            for one in self.processes:
                await one.tables.look_at_uptimes()
                one.tables.news.tell(AskNews())  # from here on what was told and what was heard can be compared
            await self.calm()

    async def calm(self) -> None:
        """Until every process has heard what the others have told, and has done what it does then."""
        if len(self._apps) == 1:
            return
        quiet = 0
        async with asyncio.timeout(PATIENCE):
            while quiet < 3:
                await asyncio.sleep(0.002)
                quiet = quiet + 1 if self._is_calm() else 0

    def _is_calm(self) -> bool:
        everybody = [one.tables.news for one in self.processes]
        for one in everybody:
            assert isinstance(one, PostgresNews), "several processes share one PostgreSQL"
            if one._waiting or one._unsaid or any(hear.__self__._doing for hear in one._hear if _is_told(hear)):
                return False
            if any(other.heard(one._process) != one.told for other in everybody if other is not one):
                return False
        return not any(
            one.hub._resting or one.hub._following or one.live.who_is_here._resting for one in self.processes
        )

    # -- asking -----------------------------------------------------------------------------------------------

    async def ask(self, method: str, path: str, who: Headers = NOBODY, body: object = None, /, **query: Any) -> Answer:
        sent = b"" if body is None else json.dumps(body).encode()
        said = {"content-type": "application/json", "content-length": str(len(sent)), **who}
        scope = {**self.scope("http", path, said, query), "method": method}
        answer: list[dict[str, Any]] = []
        read, answered = asyncio.Event(), asyncio.Event()

        async def receive() -> dict[str, Any]:
            """The body, and then nothing before the answer is whole."""
            if read.is_set():
                await answered.wait()
                return {"type": "http.disconnect"}
            read.set()
            return {"type": "http.request", "body": sent, "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            answer.append(message)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                answered.set()

        await self._process_of(who)(scope, receive, send)
        start, *rest = answer
        whole = b"".join(part.get("body", b"") for part in rest)
        return Answer(start["status"], sorted(start["headers"]), whole)

    async def get(self, path: str, who: Headers = NOBODY, /, **query: Any) -> Answer:
        return await self.ask("GET", API + path, who, **query)

    async def do(self, who: Headers, method: str, path: str, body: object = None) -> Answer:
        """What must be possible."""
        answer = await self.ask(method, API + path, who, body)
        assert answer.status in (200, 201), answer
        await self.settle()
        return answer

    @asynccontextmanager
    async def socket(self, who: Headers) -> AsyncIterator["Socket"]:
        socket = Socket(self.said)
        scope = self.scope("websocket", f"{API}/live", who, {})
        serving = asyncio.create_task(self._process_of(who)(scope, socket.receive, socket.send))
        await socket.accepted.wait()
        try:
            yield socket
        finally:
            socket.asked.put_nowait({"type": "websocket.disconnect", "code": 1000})
            await serving

    def _process_of(self, who: Headers) -> Application:
        """Those who sit side by side are at different ones."""
        cookies = [person["cookie"] for person in self.people]
        number = cookies.index(who["cookie"]) if who.get("cookie") in cookies else 0
        return self._apps[number % len(self._apps)]

    def scope(self, type: str, path: str, who: Headers, query: dict[str, Any]) -> Any:
        said = {"host": HOST, "origin": f"http://{HOST}", **who}
        address = said.pop(FROM, FAR)
        return {
            "type": type, "asgi": {"version": "3.0"}, "http_version": "1.1", "root_path": "", "path": path,
            "scheme": "http" if type == "http" else "ws", "raw_path": path.encode(), "state": {}, "extensions": {},
            "query_string": urlencode(query, errors="surrogatepass").encode(),
            "client": (address, 40000), "server": (HOST, 80), "subprotocols": [],
            "headers": [(name.encode(), value.encode()) for name, value in said.items()],
        }  # fmt: skip

    # -- the tables -------------------------------------------------------------------------------------------

    async def sit_down(self, game: str, seats: int, **more: Any) -> None:
        self.people = [await self._somebody() for _ in range(seats + 1)]
        self._neighbour = await self._somebody()
        self._beside = await self._open(self._neighbour, "connect4", "mm")
        self.table = await self._open(self.people[0], game, "m" + "o" * (seats - 1), **more)
        for person in self.people[1:seats]:
            await self.do(person, "POST", f"/tables/{self.table}/seats", {"contribution": "a share"})

    async def _somebody(self) -> Headers:
        answer = await self.do(NOBODY, "POST", "/guests", {})
        self.host = self.host or answer.json()["person"]["id"]
        return {"cookie": dict(answer.headers)[b"set-cookie"].decode().partition(";")[0]}

    async def _open(self, who: Headers, game: str, seats: str, **more: Any) -> str:
        kinds = {"m": "me", "o": "open"}
        body = {"game": game, "seats": [{"kind": kinds[each]} for each in seats], **more}
        table: str = (await self.do(who, "POST", "/tables", body)).json()["rules"]["table"]
        return table

    async def hand_on(self, seat: int) -> Answer:
        """Whoever sits there leaves, and somebody who has never been at the table takes over; what they are told."""
        await self.do(self.people[seat], "DELETE", f"/tables/{self.table}/seats/mine")
        guest = await self._somebody()
        answer = await self.do(guest, "POST", "/accounts", {"name": "Zoe", "password": "blue kettle 9"})
        self.people[seat] = {"cookie": dict(answer.headers)[b"set-cookie"].decode().partition(";")[0], FROM: AWAY}
        return await self.do(self.people[seat], "POST", f"/tables/{self.table}/substitutes", {"seat": seat})

    def table_now(self) -> Table:
        """As it is kept; nobody else looks at it from outside. Who has last changed it holds it."""
        held = [one.tables.held(self.table) for one in self.processes]
        return max((each for each in held if each is not None), key=lambda each: each.position)

    def may_ask_takeback(self, seat: int) -> bool:
        return self.table_now().takeback is None and self.table_now().can_take_back(seat)

    def followers(self) -> int:
        return sum(one.hub.followers(self.table) for one in self.processes)

    def match(self) -> Match:
        match = self.table_now().match
        assert match is not None, "it is being played"
        return match

    async def act(self, seat: int, steps: list[str]) -> None:
        path = f"/tables/{self.table}"
        if steps != [TAKEBACK]:
            await self.do(self.people[seat], "POST", f"{path}/steps", {"seat": seat, "steps": steps})
            return
        await self.do(self.people[seat], "POST", f"{path}/takeback", {"seat": seat})
        for other, person in enumerate(self.people[:-1]):
            if other != seat:
                await self.do(person, "POST", f"{path}/takeback/answer", {"seat": other, "yes": True})

    async def say(self, who: int, text: str) -> None:
        await self.do(self.people[who], "POST", f"/tables/{self.table}/talk", {"text": text})

    async def move_next_door(self) -> None:
        """Something happens at the other table, too: lists have an order."""
        if self._moves < NEXT_DOOR:
            steps = {"seat": self._moves % 2, "steps": [COLUMNS[self._moves % 7]]}
            await self.do(self._neighbour, "POST", f"/tables/{self._beside}/steps", steps)
            self._moves += 1
            self.time.at += 50

    def routes(self) -> set[str]:
        """All that can be asked for."""
        return {
            f"{method} {route.path_format}" for route in routes().routes for method in getattr(route, "methods", ())
        }

    def not_said(self) -> set[str]:
        """Messages and topics that no socket has said."""
        return {*MESSAGES, *(f"watch {topic}" for topic in get_args(messages.Topic))} - self.said

    def asked(self) -> set[str]:
        """All that has been."""
        families = (family for each in self._parts for family in each.metrics.requests.collect())
        counted = (sample for family in families for sample in family.samples)
        return {f"{sample.labels['method']} {sample.labels['route']}" for sample in counted}


async def nothing() -> None:
    return


def _is_told(hear: Any) -> bool:
    return isinstance(getattr(hear, "__self__", None), ProcessNews)


class Socket:
    """A live socket's other end."""

    def __init__(self, said: set[str] | None = None) -> None:
        self._said = set() if said is None else said
        self.asked: asyncio.Queue[Any] = asyncio.Queue()
        self.asked.put_nowait({"type": "websocket.connect"})
        self.accepted = asyncio.Event()
        self.receive = self.asked.get
        self._told: asyncio.Queue[str] = asyncio.Queue()

    async def send(self, message: Any) -> None:
        if message["type"] == "websocket.accept":
            self.accepted.set()
        elif message["type"] == "websocket.send":
            self._told.put_nowait(message["text"])

    def say(self, message: dict[str, Any]) -> None:
        self._said |= {message["do"], f"{message['do']} {message.get('topic', '')}"}
        self.asked.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    def mumble(self, text: str) -> None:
        """What is no message."""
        self.asked.put_nowait({"type": "websocket.receive", "text": text})

    async def so_far(self) -> list[str]:
        """Everything that has come since the last time: news go before answers."""
        self._said.add("ping")
        self.asked.put_nowait({"type": "websocket.receive", "text": f'{{"do": "ping", "id": {PONG}}}'})
        messages: list[str] = []
        async with asyncio.timeout(PATIENCE):
            while PONG not in (message := await self._told.get()):
                if message != BEAT:
                    messages.append(message)
        return messages


in_world: ContextVar[World] = ContextVar("in_world")


class Log(logging.Handler):
    """All that one of the servers writes down, as programs get it, but for when it was and how long it took."""

    def __init__(self, world: World) -> None:
        super().__init__(logging.DEBUG)
        self._world, self.lines = world, list[str]()
        self.addFilter(logs.Discreet())
        self.setFormatter(logs.JsonLines())

    @contextmanager
    def open(self) -> Iterator[None]:
        logger = logging.getLogger("parlour")
        before = logger.level, logger.propagate
        logger.setLevel(logging.DEBUG)
        logger.propagate = False
        logger.addHandler(self)
        try:
            yield
        finally:
            logger.removeHandler(self)
            logger.setLevel(before[0])
            logger.propagate = before[1]

    def emit(self, record: logging.LogRecord) -> None:
        if in_world.get(None) is self._world:  # tasks and threads of a server know whose they are
            line = json.loads(self.format(record))
            said = {name: value for name, value in line.items() if name not in ("at", "ms")}
            self.lines.append(re.sub(r"\b\d+ ms", "", json.dumps(said)))

    @contextmanager
    def once(self) -> Iterator[None]:
        """What others ask for several times shows in a host's log, and in nothing that a player sees."""
        before = len(self.lines)
        yield
        self.lines[before:] = dict.fromkeys(self.lines[before:])
