"""Three real processes of one house, on one port and one PostgreSQL, killed, stopped and cut off in turn under play:
nothing acknowledged is lost, nothing happens twice, and people and bots go on."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import asyncpg
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from parlour.house.people.person import Person as KeptPerson
from tests.faults import clients
from tests.faults.clients import Person, Player
from tests.faults.house import PROCESSES as PROC
from tests.faults.house import Process, prepare
from tests.faults.test_server_kill import check, sit_down
from tests.server.test_processes import house

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.compiled,
    pytest.mark.xdist_group("postgres"),
    pytest.mark.skipif(not PROC.exists(), reason="which processes there are has to be known"),
]

ALL = bool(os.environ.get("PARLOUR_ALL"))
PROCESSES = 3
# Ten rounds of all three, each once all are up again; or two, one after the other.
KILLS, AT_ONCE, STEPS = (30, 24, 20_000) if ALL else (2, 6, 120)
BANS = 100 if ALL else 6
# Seconds, as promised, and how often as long they may be on a machine that has much else to do.
BACK, BOTS, BANNED = 3.0, 10.0, 2.0
SLACK = float(os.environ.get("PARLOUR_SLACK", "5"))
Trouble = Callable[[Process, Callable[[], int]], Awaitable[None]]


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three processes and their bots are started anew, on a machine that may have much else to do."""
    monkeypatch.setattr(clients, "PATIENCE", 900.0)


@asynccontextmanager
async def three(postgres: str, folder: Path) -> AsyncIterator[Process]:
    prepare()
    found = Process(folder, postgres, PROCESSES)
    try:
        await found.start()
        await all_are_up(postgres)
        yield found
    finally:
        found.close()


async def all_are_up(postgres: str) -> None:
    """As many as there should be have shown a sign of life from now on."""
    connection = await asyncpg.connect(postgres)
    now = await connection.fetchval("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
    async with asyncio.timeout(300):
        while await connection.fetchval("SELECT count(*) FROM parlour.uptimes WHERE until > $1", now) < PROCESSES:
            await asyncio.sleep(0.2)
    await connection.close()


async def play_through(found: Process, steps: int, at_once: int, trouble: Trouble) -> list[Player]:
    """Match after match, so many at once, until so many steps were acknowledged and the trouble is over."""
    players, numbers = list[Player](), iter(range(1_000_000))

    def taken() -> int:
        return sum(len(one.taken) for one in players)

    troubled = asyncio.create_task(trouble(found, taken))

    async def play_on() -> None:
        while taken() < steps or not troubled.done():
            some = await sit_down(found.base, next(numbers))
            players.extend(some)
            await asyncio.gather(*(player.play() for player in some))

    await asyncio.gather(*(play_on() for _ in range(at_once)))
    await troubled
    await asyncio.gather(*(player.look_again() for player in players))
    return players


def figures(players: list[Player]) -> tuple[float, float]:
    """The longest that somebody was away, and that somebody heard nothing."""
    away, waited = [each for one in players for each in one.away], [each for one in players for each in one.waited]
    steps, matches = sum(len(one.taken) for one in players), len({one.table for one in players})
    longest = max(away, default=0.0), max(waited, default=0.0)
    print(f"{steps} steps acknowledged in {matches} matches; {len(away)} came back, after {longest[0]:.2f} s at most; "
          f"nobody waited for others or a bot for more than {longest[1]:.2f} s")  # fmt: skip
    return longest


async def test_each_process_is_killed_in_turn_and_nobody_loses_a_step(postgres: str, tmp_path: Path) -> None:
    async def kill_in_turn(found: Process, taken: Callable[[], int]) -> None:
        rng = Random(5)
        for number in range(KILLS):
            while taken() < STEPS * (number + 1) // (KILLS + 2):
                await asyncio.sleep(0.02)
            await asyncio.sleep(rng.uniform(0.0, 0.3))
            os.kill(found.serving()[0], signal.SIGKILL)  # the one that has been up for longest
            if ALL:
                await all_are_up(postgres)

    async with three(postgres, tmp_path) as found:
        players = await play_through(found, STEPS, AT_ONCE, kill_in_turn)
        found.kill(signal.SIGTERM)
        assert "Traceback" not in found.log.read_text(), "a fault of the server's own"
    await check(postgres, players)
    away, waited = figures(players)
    assert away > 0, "somebody was at a process that was killed"
    assert away < BACK * SLACK
    assert waited < BOTS * SLACK


@pytest.mark.slow
async def test_a_process_that_is_stopped_for_20_seconds_takes_nothing_along(postgres: str, tmp_path: Path) -> None:
    async def stop_one(found: Process, taken: Callable[[], int]) -> None:
        await asyncio.sleep(3)
        one = found.serving()[0]
        os.kill(one, signal.SIGSTOP)
        await asyncio.sleep(20)
        os.kill(one, signal.SIGCONT)
        await asyncio.sleep(3)

    async with three(postgres, tmp_path) as found:
        players = await play_through(found, 300, 8, stop_one)
        found.kill(signal.SIGTERM)
        assert "Traceback" not in found.log.read_text()
    await check(postgres, players)
    figures(players)


@pytest.mark.slow
async def test_listeners_that_are_cut_again_and_again_cost_nothing_but_a_moment(postgres: str, tmp_path: Path) -> None:
    async def cut(found: Process, taken: Callable[[], int]) -> None:
        connection = await asyncpg.connect(postgres)
        ends = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'parlour news'"
        for _ in range(20):
            await asyncio.sleep(0.5)
            await connection.execute(ends)
        await connection.close()

    async with three(postgres, tmp_path) as found:
        players = await play_through(found, 300, 8, cut)
        found.kill(signal.SIGTERM)
        assert "Traceback" not in found.log.read_text()
    await check(postgres, players)
    _, waited = figures(players)
    assert waited < BOTS * SLACK


@pytest.mark.slow  # what the houses tell each other is looked at in tests/server/test_processes.py too
async def test_who_is_banned_or_signed_out_elsewhere_is_out_at_once(postgres: str, tmp_path: Path) -> None:
    """This process is one of the house as well, and nobody's socket is here."""
    clock = asyncio.get_running_loop().time

    async def closed(socket: ClientConnection) -> tuple[float, int | None]:
        try:
            while True:
                await socket.recv()
        except ConnectionClosed as end:
            return clock(), None if end.rcvd is None else end.rcvd.code

    async with three(postgres, tmp_path) as found, house(postgres, tmp_path / "here", 9) as here:
        people = [await Person(found.base).come() for _ in range(BANS)]
        ids = [(await person.ask("GET", "/me")).json()["person"]["id"] for person in people]
        sockets = [await person.socket() for person in people]
        ends = [asyncio.create_task(closed(socket)) for socket in sockets]
        await asyncio.sleep(0.5)
        host = KeptPerson(id="host", name="Host", since=1, role="host", password="held")
        done = list[float]()
        for number, id in enumerate(ids):
            if number % 2:
                await here.accounts.send_away(id)
            else:
                await here.moderation.measure(host, id, "ban", None, "spam")
            done.append(clock())
        found_out = await asyncio.wait_for(asyncio.gather(*ends), 60)
        late = max(end - then for (end, _), then in zip(found_out, done, strict=True))
        print(f"{BANS} banned or signed out: closed {late:.2f} s after it was kept, at most")
        assert [code for _, code in found_out] == [3000 if number % 2 else 3003 for number in range(BANS)]
        assert late < BANNED * SLACK
