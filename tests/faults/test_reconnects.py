"""Sockets that are cut, between any two messages or all at once: whoever comes back with its cursor misses nothing."""

import asyncio
import os
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from websockets.asyncio.client import ClientConnection

from tests.faults.clients import GONE, Json, Person, Player
from tests.faults.house import Process, prepare

pytestmark = [pytest.mark.anyio, pytest.mark.compiled]

ALL = bool(os.environ.get("PARLOUR_ALL"))
MATCHES, SOCKETS = (50, 300) if ALL else (2, 30)
GAMES = ("connect4", "command", "dance") if ALL else ("connect4", "command")
TABS = 3  # sockets of one person
SOON = 5.0  # seconds from the cut until all are back and know everything
STEPS = 8  # of a seat; then whoever can resigns


class CutOffPlayer(Player):
    """Who plays; the line is cut after one message, then after two, and so on up to six, and again: before and after
    the news of one's own step, and before and after the answer to it."""

    cuts = 0

    def __init__(self, person: Person, table: str, seat: int | None, rng: Random) -> None:
        super().__init__(person, table, seat, rng, STEPS)
        self.left = rng.randrange(1, 7)

    async def hear(self, socket: ClientConnection) -> Json:
        message = await super().hear(socket)
        self.left -= 1
        if self.left == 0:
            self.left = 1 + self.cuts % 6
            self._cut(socket)
        return message

    def _cut(self, socket: ClientConnection) -> None:
        self.cuts += 1
        socket.transport.abort()
        raise TimeoutError("cut")


class CutOffSpectator(CutOffPlayer):
    """Who only looks, from a seat or from beside; the line is cut after every single message with news, and after every
    other one without any: each time, and nobody would ever hear of what happens next."""

    looks = 0  # messages without news

    def _next(self) -> Json | None:
        return None

    async def hear(self, socket: ClientConnection) -> Json:
        before = len(self.lines)
        message = await Player.hear(self, socket)
        if message["is"] == "table":
            self.looks += len(self.lines) == before
            if len(self.lines) > before or self.looks % 2:
                self._cut(socket)
        return message


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Process]:
    prepare()
    process = Process(tmp_path)
    yield process
    process.close()


async def told_by_http(player: Player) -> tuple[list[Json], Json]:
    seat = "" if player.seat is None else f"&seat={player.seat}"
    answer = await player.person.ask("GET", f"/tables/{player.table}/events?after=0{seat}")
    return answer.json()["lines"], answer.json()["now"]


async def sit_down(base: str, number: int) -> list[CutOffPlayer]:
    """Two play, and each has another tab open; somebody looks on."""
    one, other, looking = [await Person(base).come() for _ in range(3)]
    table = await one.open(GAMES[number % len(GAMES)], "mo", "open")
    await other.ask("POST", f"/tables/{table}/seats", {}, "sit")
    playing = [CutOffPlayer(person, table, seat, Random(10 * number + seat)) for person, seat in ((one, 0), (other, 1))]
    seen = ((one, 0), (other, 1), (looking, None))
    return playing + [CutOffSpectator(person, table, seat, Random(number)) for person, seat in seen]


async def test_sockets_that_are_cut_after_any_message_miss_nothing(house: Process) -> None:
    await house.start()
    players = [player for number in range(MATCHES) for player in await sit_down(house.base, number)]
    await asyncio.gather(*(player.play() for player in players))
    for player in players:
        await player.look_again()  # somebody may have said something when the match was over for them
        assert (player.lines, player.now) == await told_by_http(player)
        assert isinstance(player, CutOffSpectator) or player.own("step") == player.taken
        assert player.cuts > 1
    heard, cuts = sum(player.heard for player in players), sum(player.cuts for player in players)
    print(f"{MATCHES} matches, {len(players)} sockets cut {cuts} times, after {heard} messages about tables")


async def come_back(player: Player) -> ClientConnection:
    """As often as it takes."""
    while True:
        try:
            socket = await player.person.socket()
            await player.watch(socket)
        except GONE:
            await asyncio.sleep(0.01)
        else:
            return socket


async def test_many_sockets_that_are_cut_at_once_are_soon_back_and_exact(house: Process) -> None:
    await house.start()
    host = await Person(house.base).come()
    table = await host.open("connect4", "mm", "open")
    people = [await Person(house.base).come() for _ in range(SOCKETS // TABS)]
    watching = [Player(people[number // TABS], table, None, Random(0), 0) for number in range(SOCKETS)]
    begun = time.monotonic()
    sockets = await asyncio.gather(*map(come_back, watching))
    soon = max(SOON, 5 * (time.monotonic() - begun))  # where all takes long, this does
    for number, column in enumerate("abc"):
        cut = time.monotonic()
        for socket in sockets:
            socket.transport.abort()
        await host.ask("POST", f"/tables/{table}/steps", {"seat": number % 2, "steps": [column]}, column)
        sockets = await asyncio.gather(*map(come_back, watching))
        back = time.monotonic() - cut
        print(f"{SOCKETS} sockets are back {back:.2f} s after the cut")
        expected = await told_by_http(watching[0])
        assert all((player.lines, player.now) == expected for player in watching)
        assert back < soon
    for socket in sockets:
        socket.transport.abort()
