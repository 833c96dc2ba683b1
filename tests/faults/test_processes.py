"""Three real processes of one house, on one port and one PostgreSQL, killed, stopped and cut off in turn under play:
nothing acknowledged is lost, nothing happens twice, and people and bots go on."""

import asyncio
import os
import signal
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from random import Random

import asyncpg
import httpx
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from parlour.house.people.person import Person as KeptPerson
from parlour.house.tables import events as ev
from parlour.house.tables.state import Table
from parlour.house.tables.summary import summary_of
from parlour.store import open_store
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
BANS, SOME_BANS = 100, 6
# Seconds, as promised, and how often as long they may be on a machine that has much else to do.
BACK, BOTS, BANNED, FLAGS = 3.0, 10.0, 2.0, 2.0
MINUTES = 0.2
STOPPED = 20.0
SHORT = {"pace": "live", "minutes": MINUTES}
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
    a_few = asyncio.Semaphore(50)  # thousands at once would wait for each other longer than they are willing to

    async def look_again(player: Player) -> None:
        async with a_few:
            await player.look_again()

    await asyncio.gather(*map(look_again, players))
    return players


def figures(players: list[Player]) -> tuple[float, float]:
    """The longest that somebody was away, and that somebody heard nothing."""
    away, waited = [each for one in players for each in one.away], [each for one in players for each in one.waited]
    steps, matches = sum(len(one.taken) for one in players), len({one.table for one in players})
    longest = max(away, default=0.0), max(waited, default=0.0)
    print(f"{steps} steps acknowledged in {matches} matches; {len(away)} came back, after {longest[0]:.2f} s at most; "
          f"nobody waited for others or a bot for more than {longest[1]:.2f} s")  # fmt: skip
    return longest


@asynccontextmanager
async def flags_falling(base: str) -> AsyncIterator[list[str]]:
    """A table each second at which nobody ever moves; at the end the time of all of them is up."""
    ends, tables = asyncio.Event(), list[str]()

    async def sit_and_wait() -> None:
        while not ends.is_set():
            host, other = await Person(base).come(), await Person(base).come()
            table = await host.open("connect4", "mo", "sit", clock=SHORT)
            await other.ask("POST", f"/tables/{table}/seats", {}, "sit")
            tables.append(table)
            await asyncio.sleep(1)

    sitting = asyncio.create_task(sit_and_wait())
    yield tables
    ends.set()
    await sitting
    await asyncio.sleep(60 * MINUTES + FLAGS * SLACK)


async def latest_flag(postgres: str, tables: list[str]) -> float:
    """Seconds from when somebody's time was up until that was written down, at most."""
    store, late = await open_store(postgres), list[int]()
    for id in tables:
        *before, last = [ev.decode(body) for body in await store.read(id)]
        due = summary_of(Table.of(before)).due
        assert isinstance(last, ev.MatchEnded)
        assert last.by == "time"
        assert due is not None
        late.append(last.at - due)
    await store.close()
    print(f"{len(tables)} flags fell, {max(late)} ms late at most")
    assert min(late) >= 0, "nobody loses before their time is up"
    return max(late) / 1000


async def test_each_process_is_killed_in_turn_and_nobody_loses_a_step(postgres: str, tmp_path: Path) -> None:
    flags = list[str]()

    async def kill_in_turn(found: Process, taken: Callable[[], int]) -> None:
        rng = Random(5)
        for number in range(KILLS):
            while taken() < STEPS * (number + 1) // (KILLS + 2):
                await asyncio.sleep(0.02)
            await asyncio.sleep(rng.uniform(0.0, 0.3))
            os.kill(found.serving()[0], signal.SIGKILL)  # the one that has been up for longest
            if ALL:
                await all_are_up(postgres)
        if not ALL:  # of what only `--all` does for long
            await all_are_up(postgres)  # and none of them is one that has just been killed
            one = found.serving()[0]
            os.kill(one, signal.SIGSTOP)
            await asyncio.sleep(2)
            os.kill(one, signal.SIGCONT)

    async with three(postgres, tmp_path) as found:
        async with flags_falling(found.base) if ALL else nullcontext(flags) as flags:
            players = await play_through(found, STEPS, AT_ONCE, kill_in_turn)
        banned = 0.0 if ALL else await latest_to_be_closed(found.base, postgres, tmp_path / "here", SOME_BANS)
        await all_are_up(postgres)
        async with httpx.AsyncClient(base_url=found.base) as client:
            numbers = (await client.get("/metrics")).text
        for number in range(1, PROCESSES + 1):
            assert f'parlour_info{{process="{number}",' in numbers, "whichever is asked answers for all"
        found.kill(signal.SIGTERM)
        assert "Traceback" not in found.log.read_text(), "a fault of the server's own"
    await check(postgres, players)
    away, waited = figures(players)
    assert away > 0, "somebody was at a process that was killed"
    assert away < BACK * SLACK
    assert waited < BOTS * SLACK
    assert banned < BANNED * SLACK
    if flags:
        assert await latest_flag(postgres, flags) < FLAGS * SLACK


@pytest.mark.slow
async def test_a_process_that_is_stopped_for_20_seconds_takes_nothing_along(postgres: str, tmp_path: Path) -> None:
    """Whoever is at it is held up for as long as it is, since nobody closes their sockets; all others are not."""

    async def stop_one(found: Process, taken: Callable[[], int]) -> None:
        await asyncio.sleep(3)
        one = found.serving()[0]
        os.kill(one, signal.SIGSTOP)
        before = taken()
        await asyncio.sleep(STOPPED)
        print(f"{taken() - before} steps acknowledged while one of three was stopped")
        assert taken() > before, "at the others they play on"
        os.kill(one, signal.SIGCONT)
        await asyncio.sleep(3)

    async with three(postgres, tmp_path) as found:
        async with flags_falling(found.base) as flags:
            players = await play_through(found, 300, 8, stop_one)
        found.kill(signal.SIGTERM)
        assert "Traceback" not in found.log.read_text()
    await check(postgres, players)
    away, waited = figures(players)
    assert away < BACK * SLACK, "who comes meanwhile comes to another"
    assert waited < STOPPED + BACK * SLACK
    sitting = Counter(one.table for one in players if one.seat is not None)
    for_bots = [each for one in players if sitting[one.table] == 1 for each in one.waited]
    others = [each for each in for_bots if each < STOPPED - 1]
    print(f"whoever was at another waited for a bot for {max(others):.2f} s at most")
    assert max(others) < BOTS * SLACK
    assert await latest_flag(postgres, flags) < FLAGS * SLACK


async def turn_of(person: Person, table: str) -> list[int]:
    seats: list[int] = (await person.ask("GET", f"/tables/{table}/events?seat=0")).json()["now"]["to_act"]
    return seats


@pytest.mark.slow
async def test_what_a_stopped_process_had_begun_is_done_by_others_and_done_once(postgres: str, tmp_path: Path) -> None:
    """Its bots were about to move, a review was being made, somebody's data were being packed."""
    prepare()
    clock, tables = asyncio.get_running_loop().time, 10
    halted, *others = found = [Process(tmp_path, postgres, bot_pause=pause) for pause in (3, 0, 0)]
    try:
        for process in found:
            await process.start()
        await all_are_up(postgres)
        person = await Person(halted.base).come()
        there = person.at(others[0].base)
        over = await person.open("connect4", "mm", "both sides")
        for number, column in enumerate("dedeeded"):
            await person.ask("POST", f"/tables/{over}/steps", {"seat": number % 2, "steps": [column]})
        await person.ask("POST", f"/tables/{over}/steps", {"seat": 0, "steps": ["resign"]})
        with_bots = [await person.open("connect4", "mb", f"bot {number}") for number in range(tables)]
        for table in with_bots:
            await person.ask("POST", f"/tables/{table}/steps", {"seat": 0, "steps": ["d"]}, "step")
        await person.ask("POST", f"/tables/{over}/review", {})
        await person.ask("POST", "/me/export", {})
        halted.halt(on=True)
        since = clock()
        async with asyncio.timeout(BOTS * SLACK):
            for table in with_bots:
                while await turn_of(there, table) != [0]:
                    await asyncio.sleep(0.05)
        moved = clock() - since
        done = dict[str, float]()
        async with asyncio.timeout(60 * SLACK):
            for path in (f"/tables/{over}/review", "/me/export"):
                while (await there.ask("GET", path)).json()["state"] != "done":
                    await asyncio.sleep(0.05)
                done[path[-6:]] = clock() - since
        print(f"stopped: {tables} bots had moved after {moved:.1f} s, the rest was done after {done}")
        await asyncio.sleep(max(0.0, since + 20 - clock()))
        halted.halt(on=False)
        await all_are_up(postgres)
        await asyncio.sleep(5)  # what it had begun it would go on with
        for path in (f"/tables/{over}/review", "/me/export"):
            assert (await person.ask("GET", path)).json() == (await there.ask("GET", path)).json()
        assert (await there.ask("GET", "/me/export/file")).content[:2] == b"PK"
        for table in with_bots:
            for one in (person, there):
                lines = (await one.ask("GET", f"/tables/{table}/events?seat=0")).json()["lines"]
                assert [line["seat"] for line in lines if line["kind"] == "step"] == [0, 1], "once"
        assert "Traceback" not in halted.log.read_text()
    finally:
        for process in found:
            process.close()
    assert moved < BOTS * SLACK


@pytest.mark.slow
@pytest.mark.parametrize("which", ["parlour news", "parlour"])
async def test_connections_that_are_cut_again_and_again_cost_nothing_but_a_moment(
    which: str, postgres: str, tmp_path: Path
) -> None:
    """Only those on which processes listen, or those to all that is kept."""

    async def cut(found: Process, taken: Callable[[], int]) -> None:
        connection = await asyncpg.connect(postgres)
        ends = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1"
        for _ in range(20):
            await asyncio.sleep(0.5)
            await connection.execute(ends, which)
        await connection.close()

    async with three(postgres, tmp_path) as found:
        players = await play_through(found, 300, 8, cut)
        found.kill(signal.SIGTERM)
        assert "Traceback" not in found.log.read_text()
    await check(postgres, players)
    _, waited = figures(players)
    assert waited < BOTS * SLACK


async def latest_to_be_closed(base: str, postgres: str, folder: Path, count: int) -> float:
    """Seconds from when a ban or the end of all sessions was kept until the socket was closed, at most. This process is
    one of the house as well, and nobody's socket is here."""
    clock = asyncio.get_running_loop().time

    async def closed(socket: ClientConnection) -> tuple[float, int | None]:
        try:
            while True:
                await socket.recv()
        except ConnectionClosed as end:
            return clock(), None if end.rcvd is None else end.rcvd.code

    async with house(postgres, folder, 9) as here:
        people = [await Person(base).come() for _ in range(count)]
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
    print(f"{count} banned or signed out: closed {late:.2f} s after it was kept, at most")
    assert [code for _, code in found_out] == [3000 if number % 2 else 3003 for number in range(count)]
    return late


@pytest.mark.slow
async def test_who_is_banned_or_signed_out_elsewhere_is_out_at_once(postgres: str, tmp_path: Path) -> None:
    async with three(postgres, tmp_path) as found:
        late = await latest_to_be_closed(found.base, postgres, tmp_path / "here", BANS)
    assert late < BANNED * SLACK
