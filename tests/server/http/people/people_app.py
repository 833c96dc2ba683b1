"""A small application with people in it and a guard around it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from litestar import Litestar, Router, WebSocket, get, post, websocket
from litestar.di import Provide
from litestar.testing import TestClient
from litestar.types import Scope

from parlour.core.texts import Refused
from parlour.house.entropy import Entropy
from parlour.house.people.accounts import Accounts
from parlour.house.people.passwords import Cost, Passwords
from parlour.house.store import Store
from parlour.server.guard.auth import Auth, Caller
from parlour.server.guard.counters import MemoryCounters, Rate
from parlour.server.guard.limits import RATES, Limits
from parlour.server.guard.middleware import guarded
from parlour.server.guard.places import Places
from parlour.server.http.people import handlers
from parlour.server.http.requests import TheCaller
from parlour.server.http.routes import refused
from parlour.store import open_store
from tests.serving import TurnedTime

API = "/api/v1"
HOME = "http://127.0.0.1:8000"
GOOD, OTHER = "blue kettle 9", "seven slow swans"
TEST_CLIENT = "192.0.2.1"  # how its name is read; trusted here, so that tests can come from anywhere
Client = TestClient[Litestar]
MakesHouses = Callable[..., "SmallApp"]
AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@post("/play")
async def play(caller: TheCaller) -> dict[str, str]:
    return {"by": caller.needs("play").name}


@get("/read")
async def read(caller: TheCaller) -> dict[str, str]:
    return {"by": caller.needs("read").name}


@get("/trouble")
async def trouble() -> None:
    raise RuntimeError("something broke")


@websocket("/live")
async def live(socket: WebSocket[Any, Any, Any], caller: TheCaller) -> None:
    await socket.accept()
    await socket.send_json({"name": caller.person.name if caller.person else None})
    await socket.close()


class SmallApp:
    """The application, and what a test wants to turn in it."""

    def __init__(
        self, store: Store, portal: BlockingPortal | None = None, rates: dict[str, Rate] | None = None, **settings: Any
    ) -> None:
        """`portal`: to the loop in which the store lives, for those who come in by a browser."""
        self.clock, self.seconds, self._portal = TurnedTime(), 0.0, portal
        self.accounts = Accounts(store, self.clock, Entropy(), Passwords(Cost(4, 8, 1)))
        self.limits = Limits(RATES if rates is None else rates, MemoryCounters(lambda: self.seconds))
        self.places = Places(**{"trusted": (TEST_CLIENT,), **settings})
        self.auth = Auth(self.accounts, self.places, self.limits)

        async def the_caller(scope: Scope) -> Caller:  # no method: Litestar copies all that one belongs to
            return await self.auth.ask(scope)

        api = Router(
            API,
            route_handlers=[*handlers.HANDLERS, play, read, trouble, live],
            dependencies={"auth": Provide(lambda: self.auth, sync_to_thread=False), "caller": Provide(the_caller)},
        )
        app = Litestar([api], exception_handlers={Refused: refused}, logging_config=None)
        self.app = guarded(app, self.places, self.limits)

    def browser(self, home: str = HOME, agent: str = AGENT, address: str = "198.51.100.1") -> Client:
        """A browser that has our page open."""
        return self._client(home, {"Origin": home, "User-Agent": agent, "X-Forwarded-For": address})

    def program(self, token: str, home: str = HOME) -> Client:
        return self._client(home, {"Authorization": f"Bearer {token}"})

    def _client(self, home: str, headers: dict[str, str]) -> Client:
        client = TestClient(self.app, base_url=home, raise_server_exceptions=False)
        assert self._portal is not None, "where the store is"
        client.blocking_portal = self._portal
        client.headers.update(headers)
        return client


@pytest.fixture
def house_with(tmp_path: Path) -> Iterator[MakesHouses]:
    """Makes small ones as a test wants them, each with a file and a loop of its own."""
    with ExitStack() as closing:

        def make(**settings: Any) -> SmallApp:
            portal = closing.enter_context(start_blocking_portal())
            store = portal.call(open_store, tmp_path / f"{len(made)}.db")
            closing.callback(portal.call, store.close)
            made.append(SmallApp(store, portal, **settings))
            return made[-1]

        made: list[SmallApp] = []
        yield make


@pytest.fixture
def small(house_with: MakesHouses) -> SmallApp:
    return house_with()
