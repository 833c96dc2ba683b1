"""kill -9 of the server between others' steps and what was planned for them: each answer is played, and played once."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from parlour.core.record import seat_of
from parlour.house.tables import events as ev
from parlour.house.tables.state import Table
from parlour.store import open_store
from tests.faults.clients import PATIENCE, Person
from tests.faults.house import Process, prepare
from tests.faults.test_processes import PROCESSES, all_are_up

pytestmark = [pytest.mark.anyio, pytest.mark.compiled]

ALL = bool(os.environ.get("PARLOUR_ALL"))
TABLES, KILLS, KILLS_OF_ONE = 8, 25, 9
DEEP = 6  # moves of each side, none of which ends the match
THEIRS, OURS = "abcabc", "efgefg"
MOMENT = 0.03  # seconds, in which an answer may be on its way


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Process]:
    prepare()
    process = Process(tmp_path)
    yield process
    process.close()


async def plan_a_line(base: str, number: int) -> tuple[Person, str]:
    """Somebody sits down for days, plans a whole line and another one that never comes, and goes to sleep."""
    sleeper, other = await Person(base).come(), await Person(base).come()
    clock = {"pace": "days", "days": 3}
    table = await other.open("connect4", "mo", f"open {number}", clock=clock)
    await sleeper.ask("POST", f"/tables/{table}/seats", {}, "sit")
    line = [step for pair in zip(THEIRS, OURS, strict=True) for step in pair]
    await sleeper.ask("PUT", f"/tables/{table}/planned-lines", {"seat": 1, "lines": [line, ["d", "d"]]})
    return other, table


async def play_against(other: Person, table: str) -> None:
    """The one who is awake: moves whenever it can, and asks again with the same key until it is answered."""
    for number, step in enumerate(THEIRS):
        async with asyncio.timeout(PATIENCE):
            while (await other.ask("GET", f"/tables/{table}/events?seat=0")).json()["now"]["to_act"] != [0]:
                await asyncio.sleep(0.01)
        await other.ask("POST", f"/tables/{table}/steps", {"seat": 0, "steps": [step]}, f"step {number}")


async def kill_again_and_again(house: Process) -> None:
    rng = Random(3)
    for _ in range(KILLS):
        await asyncio.sleep(rng.uniform(0, 10 * MOMENT))
        house.kill()
        await house.start()


async def kill_in_turn(house: Process) -> None:
    """One of three, and the next when all are up again."""
    rng = Random(3)
    for _ in range(KILLS_OF_ONE):
        await asyncio.sleep(rng.uniform(0, 10 * MOMENT))
        os.kill(house.serving()[0], signal.SIGKILL)
        await all_are_up(house.database)


async def check(database: str, tables: list[str]) -> None:
    store = await open_store(database)
    for id in tables:
        table = Table.of([ev.decode(body) for body in await store.read(id)])
        assert table.match is not None
        played = [(seat_of(step), step.text) for step in table.match.steps]
        assert [text for seat, text in played if seat == 1] == list(OURS), "each answer once, in its place"
        assert len(played) == 2 * DEEP
    await store.close()


@pytest.mark.slow  # a sample of it is below
async def test_killed_and_started_again_the_house_plays_each_planned_answer_exactly_once(house: Process) -> None:
    await play_and_kill(house, kill_again_and_again)


@pytest.mark.slow
@pytest.mark.xdist_group("postgres")
async def test_three_processes_that_are_killed_in_turn_play_each_planned_answer_exactly_once(
    postgres: str, tmp_path: Path
) -> None:
    prepare()
    process = Process(tmp_path, postgres, PROCESSES)
    try:
        await play_and_kill(process, kill_in_turn)
    finally:
        process.close()


async def play_and_kill(house: Process, kill: Callable[[Process], Awaitable[None]]) -> None:
    await house.start()
    sleeping = [await plan_a_line(house.base, number) for number in range(TABLES)]
    killing = asyncio.create_task(kill(house))
    await asyncio.gather(*(play_against(other, table) for other, table in sleeping))
    await killing
    async with asyncio.timeout(PATIENCE):
        for other, table in sleeping:
            while (await other.ask("GET", f"/tables/{table}/events?seat=0")).json()["now"]["to_act"] != [0]:
                await asyncio.sleep(0.01)
    house.kill()
    assert "Traceback" not in house.log.read_text(), "a fault of the server's own"
    await check(house.database, [table for _, table in sleeping])


async def test_an_answer_that_was_due_when_the_house_was_killed_is_played_when_it_is_up_again(house: Process) -> None:
    """Every time at another moment after the step that it answers."""
    await house.start()
    other, table = await plan_a_line(house.base, 99)
    for number, step in enumerate(THEIRS if ALL else THEIRS[:1]):
        await other.ask("POST", f"/tables/{table}/steps", {"seat": 0, "steps": [step]}, f"step {number}")
        await asyncio.sleep(number * MOMENT / DEEP)
        house.kill()
        await house.start()
        async with asyncio.timeout(PATIENCE):
            while (await other.ask("GET", f"/tables/{table}/events?seat=0")).json()["now"]["to_act"] != [0]:
                await asyncio.sleep(0.01)
    lines = (await other.ask("GET", f"/tables/{table}/events?seat=0")).json()["lines"]
    mine = [line["text"] for line in lines if line["kind"] == "step" and line.get("seat") == 1]
    assert mine == list(OURS[: DEEP if ALL else 1])
