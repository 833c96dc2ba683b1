"""Nothing that the server does holds up everybody: while people play over live sockets and against bots in workers, its
loop is never late by 100 ms through a fault of its own, and it compiles nothing, even if its cache is deleted."""

import asyncio
import os
import shutil
import signal

import pytest

from parlour import games
from tests.load.conftest import Start
from tests.load.guests import MatchLoop, sit_down
from tests.load.house import PATIENCE, Process, workers_of
from tests.load.watched import OWN_LAG

pytestmark = [pytest.mark.anyio, pytest.mark.compiled]

ALL = bool(os.environ.get("PARLOUR_ALL"))
GAMES = games.BUILT_IN if ALL else ("connect4", "luckymoose")
MATCHES, STEPS = (40, 500) if ALL else (8, 60)
PAUSE = 0.3  # seconds that a player thinks, about
STALL = 0.1


async def report(house: Process, when: str) -> None:
    page = await house.metrics()
    print(
        f"{when}: longest own {page['own_loop_lag_longest_seconds']:.3f} s, own over 50/100 ms"
        f" {page.stalls(0.05, OWN_LAG)}/{page.stalls(0.1, OWN_LAG)} of {page.looks(OWN_LAG)},"
        f" in all over 100 ms {page.stalls(STALL)} of {page.looks()}"
    )


@pytest.mark.slow
async def test_a_cache_that_is_deleted_under_load_holds_nobody_up(house: Start) -> None:
    process = house(*GAMES, workers=2 if ALL else 1)
    process.start()
    await process.ready()
    await report(process, "all games are ready")
    async with process.client() as client:
        evening = MatchLoop(client, GAMES, MATCHES, PAUSE)
        await evening.until(STEPS)
        await report(process, "played")
        shutil.rmtree(process.cache)
        await evening.until(2 * STEPS)
        await report(process, "played on without a cache")
        # A worker that is replaced finds nothing compiled: its bots make some legal move, and no table waits for more.
        os.kill(workers_of(process.pid)[0], signal.SIGKILL)
        await evening.until(3 * STEPS)
        await report(process, "played on with a new worker")
        await evening.end()
    page = await process.metrics()
    assert page["parlour_compiled_total"] == 0
    assert page["own_loads_total"] == 0, process.log
    assert page.looks(OWN_LAG) > 100
    assert page.stalls(STALL, OWN_LAG) == 0


async def test_a_stall_that_is_made_on_purpose_is_seen(house: Start) -> None:
    """So that the test above could fail."""
    process = house("connect4")
    process.start(stall=0.3)
    await process.ready()
    async with asyncio.timeout(PATIENCE):
        while (await process.metrics()).stalls(STALL, OWN_LAG) == 0:
            await asyncio.sleep(0.02)
    assert (await process.metrics()).stalls(STALL) > 0


@pytest.mark.slow
async def test_a_cache_that_was_deleted_is_made_again_while_people_play(house: Start) -> None:
    process = house("connect4")
    process.start()
    await process.ready()
    shutil.rmtree(process.cache)
    async with process.client() as client, asyncio.timeout(900):
        players = await sit_down(client, "connect4", "mb", 0, 0.0)
        await asyncio.gather(*(player.play() for player in players))
        assert all(player.over for player in players)
        while len(list(process.cache.glob("connect4*/ready"))) < 2:
            await asyncio.sleep(0.1)
    assert (await process.metrics())["parlour_compiled_total"] == 0
