"""A full house: a thousand tabs that only look on, and two hundred matches. The server stays small."""

import asyncio
import json
import os
import resource
from contextlib import AsyncExitStack

import httpx
import pytest
from websockets.asyncio.client import ClientConnection

from parlour import games
from tests.load.conftest import Start
from tests.load.guests import Guest, MatchLoop
from tests.load.house import PATIENCE, largest, resident, workers_of

pytestmark = [pytest.mark.anyio, pytest.mark.compiled]

ALL = bool(os.environ.get("PARLOUR_ALL"))
GAMES = games.BUILT_IN if ALL else ("connect4", "dance")
IDLE, MATCHES, STEPS = (1000, 200, 10) if ALL else (40, 8, 5)  # steps for each match
PAUSE = 1.0 if ALL else 0.1
MOST_BYTES = 500 * 2**20


@pytest.fixture(autouse=True)
def files() -> None:
    """Each socket is a file, on both sides."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def look_on(client: httpx.AsyncClient, tabs: AsyncExitStack) -> None:
    """A tab that follows the lobby and its guest's own tables, and hears of both; then it only shows signs of life."""
    guest = await Guest(client).come()
    socket = await tabs.enter_async_context(guest.socket())
    for topic in ("lobby", "me"):
        await socket.send(json.dumps({"do": "watch", "topic": topic}))
    heard: set[str] = set()
    while not {"lobby", "me"} <= heard:
        heard.add(json.loads(await socket.recv())["is"])
    living = asyncio.create_task(stay(socket))
    tabs.callback(living.cancel)


async def stay(socket: ClientConnection) -> None:
    async for message in socket:
        if message == '{"is":"beat"}':
            await socket.send('{"do":"ping"}')


@pytest.mark.slow
async def test_a_full_house_is_less_than_500_mb(house: Start) -> None:
    process = house(*GAMES)
    process.start()
    await process.ready()
    begun = resident(process.pid)
    async with AsyncExitStack() as tabs:
        client = await tabs.enter_async_context(process.client())
        for _ in range(IDLE // 10):
            await asyncio.gather(*(look_on(client, tabs) for _ in range(10)))
        evening = MatchLoop(client, GAMES, MATCHES, PAUSE)
        await evening.until(STEPS * MATCHES)
        page = await process.metrics()
        await evening.end()
        async with asyncio.timeout(PATIENCE):  # players' sockets are closed soon, the others' are not
            while (in_the_end := await process.metrics())["parlour_live_sockets"] > IDLE:
                await asyncio.sleep(0.05)
        print(
            f"{int(page['parlour_live_sockets'])} sockets; the server at first {begun >> 20} MB,"
            f" now {resident(process.pid) >> 20}, at most {largest(process.pid) >> 20};"
            f" workers {[resident(each) >> 20 for each in workers_of(process.pid)]}"
        )
        assert page["parlour_live_sockets"] >= IDLE + MATCHES
        assert in_the_end["parlour_live_sockets"] == IDLE, "nobody who looked on was let go"
        assert largest(process.pid) < MOST_BYTES
