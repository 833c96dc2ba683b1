"""People at a server that comes and goes: each keeps a cursor, asks again with the same key, and writes all down."""

import asyncio
import itertools
import json
import os
from collections.abc import Callable
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

Json = dict[str, Any]
API = "/api/v1"
PASSING = (
    "server.not-ready",
    "store.busy",
    "store.down",
    "store.write",
    "store.read",
    "store.closed",
    "safety.too-many",
    "refuse.newer",  # a process of an older version hands over
)  # refusals to come again after
GONE = (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, TimeoutError, httpx.TransportError)
PATIENCE = (
    900.0 if os.environ.get("PARLOUR_ALL") else 120.0
)  # seconds for a whole match, whatever happens to the server

TALK, TALKATIVE = ("good luck", "well played", "hm"), 0.05


class Person:
    """Somebody with a cookie, who comes from another address each time, as a phone on its way does: what is limited by
    address is not what is tried here."""

    _addresses = itertools.count(1)

    def __init__(self, base: str) -> None:
        self.base, self._headers = base, {"Origin": base}

    @property
    def headers(self) -> dict[str, str]:
        number = next(Person._addresses)
        return {**self._headers, "X-Forwarded-For": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"}

    def at(self, base: str) -> "Person":
        """The same one at another port, by which cookies are named."""
        twin, (mine, other) = Person(base), (each.rpartition(":")[2] for each in (self.base, base))
        twin._headers["Cookie"] = self._headers["Cookie"].replace(mine, other, 1)
        return twin

    def client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=self.base, timeout=20)

    async def come(self) -> "Person":
        answer = await self.ask("POST", "/guests", {})
        self._headers["Cookie"] = answer.headers["set-cookie"].partition(";")[0]
        return self

    async def ask(self, method: str, path: str, body: object = None, key: str | None = None) -> httpx.Response:
        """Again and again until it is answered."""
        keys = {} if key is None else {"Idempotency-Key": key}
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    async with self.client() as client:
                        answer = await client.request(method, API + path, json=body, headers={**self.headers, **keys})
                except httpx.TransportError:
                    await asyncio.sleep(0.02)
                    continue
                if answer.status_code not in (429, 502, 503):
                    assert answer.is_success, answer.text
                    return answer
                await asyncio.sleep(0.02)

    async def open(self, game: str, seats: str, key: str, **more: object) -> str:
        kinds = {"m": "me", "o": "open", "b": "bot"}
        body = {"game": game, "seats": [{"kind": kinds[each]} for each in seats], **more}
        table: str = (await self.ask("POST", "/tables", body, key)).json()["rules"]["table"]
        return table

    def socket(self) -> connect:
        url = self.base.replace("http", "ws") + f"{API}/live"
        return connect(url, additional_headers=self.headers, compression=None, max_size=None, ping_interval=None)


class Player:
    """One seat of a table, or a spectator, over the live socket."""

    def __init__(self, person: Person, table: str, seat: int | None, rng: Random, most: int) -> None:
        self.person, self.table, self.seat, self._rng = person, table, seat, rng
        self.lines: list[Json] = []
        self.now: Json = {}
        self.taken: list[str] = []  # steps that were acknowledged
        self.said: list[str] = []  # and talk that was
        self.heard = 0  # messages
        self.away: list[float] = []  # seconds from each loss of the socket until it was told again how things stand
        self.waited: list[float] = []  # and from a step of its own to the next news
        self._most, self._keys = most, itertools.count()
        self._pending: Json | None = None  # what nobody has answered yet

    @property
    def done(self) -> bool:
        return self.now.get("phase") == "over" and self._pending is None

    def own(self, kind: str) -> list[str]:
        """What the table has heard from this seat."""
        return [line["text"] for line in self.lines if line["kind"] == kind and line.get("seat") == self.seat]

    async def play(self, told: Callable[[], None] = lambda: None) -> None:
        """Until the match is over; after enough steps, whoever can resigns."""
        async with asyncio.timeout(PATIENCE):
            clock, lost = asyncio.get_running_loop().time, None
            while not self.done:
                try:
                    async with self.person.socket() as socket:
                        await self.watch(socket)
                        if lost is not None:
                            self.away.append(clock() - lost)
                            lost = None
                        await self._sit(socket, told)
                except GONE:
                    lost = clock() if lost is None else lost
                    await asyncio.sleep(0.01)

    async def look_again(self) -> None:
        """What has come since; not every process may be able to say."""
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    async with self.person.socket() as socket:
                        return await self.watch(socket)
                except GONE:
                    await asyncio.sleep(0.01)

    async def _sit(self, socket: ClientConnection, told: Callable[[], None]) -> None:
        while not self.done:
            wanted = self._pending or self._next()
            if wanted is None:
                since = asyncio.get_running_loop().time()
                await self.hear(socket)
                self.waited.append(asyncio.get_running_loop().time() - since)
            else:
                await self._do(socket, wanted, told)

    async def watch(self, socket: ClientConnection) -> None:
        """From the cursor on: a first look and a return are the same."""
        topic = {"do": "watch", "topic": "table", "table": self.table, "seat": self.seat}
        await self._request(socket, {**topic, "cursor": len(self.lines)})

    def _next(self) -> Json | None:
        """A step, or now and then a word; with a key, to be asked again with until somebody answers."""
        if self.seat is None or self.seat not in self.now.get("to_act", []):
            return None
        told = {"table": self.table, "key": f"s{self.seat}.{next(self._keys)}"}
        if self._rng.random() < TALKATIVE:
            return {"do": "say", "text": self._rng.choice(TALK), **told}
        return {"do": "act", "seat": self.seat, "steps": [self._step()], **told}

    def _step(self) -> str:
        if len(self.taken) >= self._most and any(choice["text"] == "resign" for choice in self.now["choices"]):
            return "resign"
        moves = [choice["text"] for choice in self.now["choices"] if not choice.get("also")]
        return self._rng.choice(moves)

    async def _do(self, socket: ClientConnection, wanted: Json, told: Callable[[], None]) -> None:
        self._pending = wanted
        if await self._request(socket, wanted):
            if wanted["do"] == "act":
                self.taken += wanted["steps"]
            else:
                self.said.append(wanted["text"])
        self._pending = None
        told()

    async def _request(self, socket: ClientConnection, message: Json) -> bool:
        """False: it was too late, another has ended the match."""
        await socket.send(json.dumps(message))
        while True:
            answer = await self.hear(socket)
            if answer["is"] == "done":
                return True
            if answer["is"] == "refused":
                if answer["key"] == "refuse.over":
                    return False
                assert answer["key"] in PASSING, (message, answer)
                raise TimeoutError(answer["key"])

    async def hear(self, socket: ClientConnection) -> Json:
        """One message; what it says of the table is exactly what follows the cursor."""
        message: Json = json.loads(await socket.recv())
        if message["is"] == "table":
            self.heard += 1
            assert message["cursor"] == len(self.lines) + len(message["lines"]), "nothing is missed or told twice"
            self.lines += message["lines"]
            self.now = message.get("now") or self.now
        return message
