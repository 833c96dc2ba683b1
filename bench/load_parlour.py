"""Both sides of so many YINSH matches over live sockets, each moving on receipt of its news; random moves.

Arguments: port, matches, seconds, warm, think (ms), draw (1: news come with the scene). Prints {"seconds", "latencies"}
(ms, from sending a step to the opponent's socket having it), and on standard error "begin" and "end" around what is
measured."""

import asyncio
import http.client
import itertools
import json
import random
import sys
import time
from typing import Any

import msgspec
import uvloop
from websockets.asyncio.client import connect

from tests.load.guests import Choice, decode

PORT, MATCHES = int(sys.argv[1]), int(sys.argv[2])
SECONDS, WARM, THINK = (float(each) for each in sys.argv[3:6])
DRAW = sys.argv[6] == "1"
HOME = f"http://127.0.0.1:{PORT}"


class Load:
    def __init__(self) -> None:
        self.latencies: list[float] = []
        self.measuring, self.stopped = False, False
        self.all_sit = asyncio.Event()  # before that nobody moves: those who sit down later would wait for the others


class Player:
    """A guest with a socket."""

    numbers = itertools.count()

    def __init__(self, load: Load) -> None:
        self.load, self.rng, number = load, random.Random(), next(Player.numbers)
        self._http = http.client.HTTPConnection("127.0.0.1", PORT)
        # Everybody comes from elsewhere, as a proxy on this machine says: what one address may do is not measured here.
        self.whence = {"X-Forwarded-For": f"10.9.{number >> 8}.{number & 255}"}
        self._headers = {"Origin": HOME, "Content-Type": "application/json", **self.whence}
        self._http.request("POST", "/api/v1/guests", "{}", self._headers)
        answer = self._http.getresponse()
        answer.read()
        self._headers["Cookie"] = (answer.getheader("set-cookie") or "").partition(";")[0]

    def post(self, path: str, body: object) -> Any:
        self._http.close()  # the server does not keep idle connections for long
        self._http.request("POST", "/api/v1" + path, json.dumps(body), self._headers)
        answer = self._http.getresponse()
        text = answer.read()
        assert answer.status < 300, text
        return json.loads(text)

    async def open_socket(self) -> None:
        cookie = {"Cookie": self._headers["Cookie"], **self.whence}
        self.socket = await connect(
            f"ws://127.0.0.1:{PORT}/api/v1/live", origin=HOME, additional_headers=cookie, compression=None,
            ping_interval=None, max_size=2**20,
        )  # fmt: skip


class Match:
    def __init__(self, load: Load) -> None:
        self.load, self.players, self.sent, self.number = load, [Player(load), Player(load)], 0.0, 0

    async def connect(self) -> None:
        for player in self.players:
            await player.open_socket()

    async def open(self) -> None:
        seats = [{"kind": "me"}, {"kind": "open"}]
        opened = await asyncio.to_thread(self.players[0].post, "/tables", {"game": "yinsh", "seats": seats})
        self.table: str = opened["rules"]["table"]
        await asyncio.to_thread(self.players[1].post, f"/tables/{self.table}/seats", {})
        for seat, player in enumerate(self.players):
            watch = {"do": "watch", "topic": "table", "table": self.table, "seat": seat, "draw": DRAW, "answers": True}
            await player.socket.send(json.dumps(watch))

    async def read(self, seat: int) -> None:
        player, load = self.players[seat], self.load
        async for message in player.socket:
            news = decode(message)
            if news.kind != "table" or news.table != self.table or news.now is None:
                continue
            if seat in news.now.to_act:
                if load.measuring and self.sent:
                    load.latencies.append(1000 * (time.perf_counter() - self.sent))
                if THINK:
                    asyncio.get_running_loop().call_later(
                        THINK / 1000 * (0.5 + player.rng.random()), self._later, seat, news.now.choices
                    )
                else:
                    await self.act(seat, news.now.choices)
            elif news.now.phase == "over" and seat == 0:
                self.sent = 0.0
                await self.open()

    def _later(self, seat: int, choices: list[Choice]) -> None:
        task = asyncio.ensure_future(self.act(seat, choices))
        task.add_done_callback(lambda done: done.exception())

    async def act(self, seat: int, choices: list[Choice]) -> None:
        await self.load.all_sit.wait()
        if self.load.stopped:
            return
        player = self.players[seat]
        moves = [choice.text for choice in choices if not choice.also]
        self.number += 1
        asked = {"do": "act", "table": self.table, "seat": seat, "steps": [player.rng.choice(moves)]}
        asked |= {"key": str(self.number), "id": self.number}
        self.sent = time.perf_counter()
        await player.socket.send(msgspec.json.encode(asked).decode())


async def main() -> None:
    load = Load()
    matches = [Match(load) for _ in range(MATCHES)]
    readers = []
    for match in matches:
        await match.connect()
        readers += [asyncio.ensure_future(match.read(seat)) for seat in (0, 1)]
        await match.open()
    load.all_sit.set()
    await asyncio.sleep(WARM)
    load.measuring, began = True, time.perf_counter()
    print("begin", file=sys.stderr, flush=True)
    await asyncio.sleep(SECONDS)
    print("end", file=sys.stderr, flush=True)
    load.measuring, load.stopped = False, True
    print(json.dumps({"seconds": time.perf_counter() - began, "latencies": load.latencies}))
    for reader in readers:
        reader.cancel()


uvloop.run(main())
