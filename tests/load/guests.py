"""Guests with live sockets, hundreds of them in one process: they sit down, look on, and play at a pace."""

import asyncio
import json
from collections.abc import Sequence
from random import Random
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

API = "/api/v1"
PATIENCE = 120.0  # seconds
KINDS = {"m": "me", "o": "open", "b": "bot"}
Json = dict[str, Any]


class Choice(msgspec.Struct):
    text: str
    also: bool = False


class Now(msgspec.Struct):
    phase: str
    to_act: list[int] = []
    choices: list[Choice] = []


class Message(msgspec.Struct):
    """Of all that comes, what a player needs to go on."""

    kind: str = msgspec.field(name="is")
    id: int | None = None
    key: str = ""
    table: str = ""
    cursor: int = 0
    now: Now | None = None


decode = msgspec.json.Decoder(Message).decode


class Guest:
    """Somebody with a cookie; all share one client, whose connections are kept."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client, self.base = client, str(client.base_url).rstrip("/")
        self.headers = {"Origin": self.base}

    async def come(self) -> "Guest":
        answer = await self.post("/guests", {})
        self.headers["Cookie"] = answer.headers["set-cookie"].partition(";")[0]
        return self

    async def post(self, path: str, body: object) -> httpx.Response:
        answer = await self.client.post(API + path, json=body, headers=self.headers)
        self.client.cookies.clear()
        assert answer.is_success, answer.text
        return answer

    async def get(self, path: str) -> httpx.Response:
        return await self.client.get(API + path, headers=self.headers)

    async def open(self, game: str, seats: str, **more: object) -> str:
        """`m` for me, `o` for an open seat, `b` for a bot."""
        body = {"game": game, "seats": [{"kind": KINDS[each], **_level(each)} for each in seats], **more}
        table: str = (await self.post("/tables", body)).json()["rules"]["table"]
        return table

    def socket(self) -> connect:
        url = self.base.replace("http", "ws") + f"{API}/live"
        return connect(
            url, additional_headers=self.headers, compression=None, max_size=None, ping_interval=None, open_timeout=60
        )


def _level(kind: str) -> Json:
    return {"level": 1} if kind == "b" else {}


class Player:
    """One guest with a seat at a table, over a socket: moves at random, some time after its turn came."""

    def __init__(self, guest: Guest, table: str, seat: int, seed: int, pause: float) -> None:
        self.guest, self.table, self.seat = guest, table, seat
        self.taken = 0  # steps that were acknowledged
        self._now = Now("open")
        self._rng, self._pause = Random(seed), pause

    @property
    def over(self) -> bool:
        return self._now.phase == "over"

    async def play(self) -> None:
        """Until it is over."""
        async with self.guest.socket() as socket:
            await _send(socket, {"do": "watch", "topic": "table", "table": self.table, "seat": self.seat})
            waiting = False  # for the answer to a step; it comes after the news of that step
            async for text in socket:
                message = decode(text)
                assert message.kind != "refused", text
                self._now = message.now or self._now
                if message.id is not None:
                    self.taken, waiting = self.taken + 1, False
                if self.over:
                    return
                if message.kind == "beat":
                    await _send(socket, {"do": "ping"})
                waiting = waiting or await self._act(socket)
        raise ConnectionError(f"the socket of seat {self.seat} at {self.table} was closed")

    async def _act(self, socket: ClientConnection) -> bool:
        moves = [choice.text for choice in self._now.choices if not choice.also]
        if self.seat not in self._now.to_act or not moves:
            return False
        await asyncio.sleep(self._rng.uniform(0, 2 * self._pause))
        act = {"do": "act", "table": self.table, "seat": self.seat, "steps": [self._rng.choice(moves)]}
        await _send(socket, {**act, "id": self.taken + 1})
        return True


async def _send(socket: ClientConnection, message: Json) -> None:
    await socket.send(json.dumps(message))


async def sit_down(client: httpx.AsyncClient, game: str, seats: str, seed: int, pause: float) -> list[Player]:
    """A table with all who play at it."""
    host = await Guest(client).come()
    table = await host.open(game, seats)
    players = [Player(host, table, seats.index("m"), seed, pause)]
    for seat, kind in enumerate(seats):
        if kind == "o":
            other = await Guest(client).come()
            await other.post(f"/tables/{table}/seats", {"seat": seat})
            players.append(Player(other, table, seat, seed + seat, pause))
    return players


class MatchLoop:
    """Matches of all games, one after another at so many tables, until somebody calls it a day."""

    def __init__(self, client: httpx.AsyncClient, games: Sequence[str], tables: int, pause: float) -> None:
        self._client, self._games, self._pause = client, games, pause
        self._players: list[Player] = []
        self.playing = [asyncio.create_task(self._table(number)) for number in range(tables)]

    @property
    def taken(self) -> int:
        """Steps in all."""
        return sum(player.taken for player in self._players)

    async def _table(self, number: int) -> None:
        """Two people, or a person and a bot."""
        game, seats = self._games[number % len(self._games)], ("mo", "mb")[number // len(self._games) % 2]
        while True:
            players = await sit_down(self._client, game, seats, len(self._players), self._pause)
            self._players += players
            await asyncio.gather(*(player.play() for player in players))

    async def until(self, steps: int) -> None:
        """So many steps have been taken in all."""
        async with asyncio.timeout(PATIENCE + steps):
            while self.taken < steps:
                for task in self.playing:
                    assert not task.done(), task.exception()
                await asyncio.sleep(0.05)

    async def end(self) -> None:
        for task in self.playing:
            task.cancel()
        await asyncio.gather(*self.playing, return_exceptions=True)
