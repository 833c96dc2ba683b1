"""Sockets that are cut, between any two messages or all at once: whoever comes back with its cursor misses nothing."""

import asyncio
import os
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from websockets.asyncio.client import ClientConnection

from tests.faults.clients import Json, Person, Player
from tests.faults.house import Process, prepare

pytestmark = [pytest.mark.anyio, pytest.mark.compiled]

ALL = bool(os.environ.get("PARLOUR_ALL"))
MATCHES, SOCKETS = (50, 300) if ALL else (2, 60)
GAMES = ("connect4", "command", "dance") if ALL else ("connect4", "command")
SOON = 5.0  # seconds
STEPS = 8  # of a seat; then whoever can resigns


class Fickle(Player):
    """Its line is cut after one message, then after two, and so on up to six, and again."""

    cuts, left = 0, 1

    async def hear(self, socket: ClientConnection) -> Json:
        message = await super().hear(socket)
        self.left -= 1
        if self.left == 0:
            self.cuts += 1
            self.left = 1 + self.cuts % 6
            socket.transport.abort()
            raise TimeoutError("cut")
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


async def test_sockets_that_are_cut_after_any_message_miss_nothing(house: Process) -> None:
    await house.start()
    players = []
    for number in range(MATCHES):
        one, other = await Person(house.base).come(), await Person(house.base).come()
        table = await one.open(GAMES[number % len(GAMES)], "mo", "open")
        await other.ask("POST", f"/tables/{table}/seats", {}, "sit")
        looking = await Person(house.base).come()
        seated = ((one, 0), (other, 1), (looking, None))
        players += [Fickle(person, table, seat, Random(number), STEPS) for person, seat in seated]
    await asyncio.gather(*(player.play() for player in players))
    assert min(player.cuts for player in players) > 1
    for player in players:
        assert (player.lines, player.now) == await told_by_http(player)
        own = [line["text"] for line in player.lines if line["kind"] == "step" and line.get("seat") == player.seat]
        assert player.seat is None or own == player.taken


async def test_many_sockets_that_are_cut_at_once_are_soon_back_and_exact(house: Process) -> None:
    await house.start()
    host, guest = await Person(house.base).come(), await Person(house.base).come()
    table = await host.open("connect4", "mm", "open")
    watching = [Player(guest, table, None, Random(0), 0) for _ in range(SOCKETS)]

    async def come(player: Player) -> ClientConnection:
        socket = await player.person.socket()
        await player.watch(socket)
        return socket

    sockets = await asyncio.gather(*map(come, watching))
    for number, column in enumerate("abc"):
        for socket in sockets:
            socket.transport.abort()
        await host.ask("POST", f"/tables/{table}/steps", {"seat": number % 2, "steps": [column]}, column)
        began = time.monotonic()
        sockets = await asyncio.gather(*map(come, watching))
        assert time.monotonic() - began < SOON
        expected = await told_by_http(watching[0])
        assert all((player.lines, player.now) == expected for player in watching)
    for socket in sockets:
        socket.transport.abort()
