"""A real server on a real port, in a thread of this process, and browsers' live sockets to it."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from parlour.house.people.passwords import Cost, Passwords
from parlour.server.app import create_app
from parlour.server.guard.places import LOOPBACK
from parlour.server.run import HttpServer, config_for, listen
from tests.server.conftest import API, Json, Visitor
from tests.server.described import fits_message
from tests.serving import parts, settings_for

PATIENCE = 60.0  # seconds, on a machine that has much else to do


class RealHouse:
    """As `parlour serve` has it, but for its bots, cards and limits, which are a test's."""

    def __init__(self, folder: Path, trusted: Sequence[str] = LOOPBACK, **changed: Any) -> None:
        self._listening = listen("127.0.0.1", 0)
        port = self._listening.getsockname()[1]
        self.address, self.at = f"http://127.0.0.1:{port}", ("127.0.0.1", port)
        settings = settings_for(folder, host="127.0.0.1", port=port, trusted_proxies=tuple(trusted))
        self.app = create_app(settings, parts(**{"passwords": Passwords(Cost(4, 8, 1)), **changed}))
        self.server = HttpServer(config_for(self.app))
        self._thread = threading.Thread(target=self.server.run, args=([self._listening],), daemon=True)
        self.client = httpx.Client(base_url=self.address, timeout=PATIENCE)

    def open(self) -> None:
        self._thread.start()
        wait_until(lambda: self.server.started or not self._thread.is_alive(), "the server starts")
        assert self.server.started

    def close(self) -> None:
        self.server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server ends"
        self._listening.close()
        self.client.close()

    def narrow(self) -> None:
        """Connections from now on have room for a few KiB on the way, and not for the megabytes that Linux gives."""
        self._listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)

    def visitor(self) -> Visitor:
        return Visitor(self.client, self.address)

    @property
    def sockets(self) -> int:
        return len(self.app.state["services"].live.sockets)

    @contextmanager
    def tab(self, visitor: Visitor | None = None, language: str = "", **headers: str) -> Iterator["Tab"]:
        """A browser's tab, or with other headers something else."""
        said = headers or (visitor.headers if visitor else {"Origin": self.address})
        with connect(
            f"ws://127.0.0.1:{self.at[1]}{API}/live{'?language=' if language else ''}{language}",
            additional_headers=said, open_timeout=PATIENCE, compression=None, proxy=None, max_size=None,
        ) as socket:  # fmt: skip
            yield Tab(socket)


@contextmanager
def real_house(folder: Path, **changed: Any) -> Iterator[RealHouse]:
    house = RealHouse(folder, **changed)
    house.open()
    try:
        yield house
    finally:
        house.close()


class Tab:
    """One live socket. `told` is all that was said to it besides answers, in order."""

    def __init__(self, socket: Any) -> None:
        self.socket, self.told, self._asked = socket, list[Json](), 0

    def send(self, message: object) -> None:
        self.socket.send(json.dumps(message))

    def hear(self) -> Json:
        message: Json = json.loads(self.socket.recv(timeout=PATIENCE))
        fits_message(message)
        return message

    def ask(self, do: str, **message: object) -> Json:
        """Say something and wait for the answer to it, which may be part of the news."""
        self._asked += 1
        self.send({"do": do, "id": self._asked, **message})
        while True:
            heard = self.hear()
            if heard["is"] in ("done", "refused"):
                assert heard["id"] == self._asked
                return heard
            self.told.append(heard)
            if self._asked in heard.get("done", ()):
                return {"is": "done", "id": self._asked}

    def do(self, do: str, **message: object) -> None:
        answer = self.ask(do, **message)
        assert answer["is"] == "done", answer

    def refused(self, do: str, **message: object) -> str:
        """The key of a refusal, which has a sentence too."""
        answer = self.ask(do, **message)
        assert answer["is"] == "refused", answer
        assert answer["error"].strip().endswith((".", "?"))
        key: str = answer["key"]
        return key

    def watch(self, table: str, seat: int | None = None, **more: object) -> Json:
        """Follow a table; what is told first."""
        before = len(self.told)
        self.do("watch", topic="table", table=table, seat=seat, **more)
        first = self.told[before]
        assert (first["is"], first["table"], first["seat"]) == ("table", table, seat)
        return first

    def until(self, wanted: Callable[[Json], bool]) -> Json:
        """The next message of that kind."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            self.told.append(self.hear())
            if wanted(self.told[-1]):
                return self.told[-1]
        raise TimeoutError

    def lines(self, table: str, seat: int | None = None) -> list[Json]:
        """All lines about a table that have come, after seeing that their cursors leave no gap."""
        lines: list[Json] = []
        for news in self.told:
            if news["is"] == "table" and (news["table"], news["seat"]) == (table, seat):
                came = news.get("lines", [])
                assert news["cursor"] - len(came) <= len(lines) <= news["cursor"], "dense"
                lines = lines[: news["cursor"] - len(came)] + came
        return lines

    def closed(self) -> int:
        """The code with which the other side closes, once it does."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                self.told.append(self.hear())
            except ConnectionClosed as end:
                return code_of(end)
        raise TimeoutError


def code_of(end: ConnectionClosed) -> int:
    """With which the other side closed; 1006 if it just broke off."""
    return 1006 if end.rcvd is None else int(end.rcvd.code)


def wait_until(there: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < deadline, what
        time.sleep(0.01)
