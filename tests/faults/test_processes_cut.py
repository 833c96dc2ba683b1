"""Three real processes, each on a port of its own behind a proxy, and one of them cut off from PostgreSQL under play,
or of another version: its people are back within seconds, at another, and nothing acknowledged is lost."""

import asyncio
import shutil
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.faults.house import PROCESSES as PROC
from tests.faults.house import Process, prepare
from tests.faults.switch import Front, Switch
from tests.faults.test_processes import (
    BACK,
    BANNED,
    BOTS,
    FLAGS,
    PROCESSES,
    SLACK,
    all_are_up,
    figures,
    flags_falling,
    latest_flag,
    latest_to_be_closed,
    patient,
    play_through,
    three,
)
from tests.faults.test_server_kill import check
from tests.server.test_cut_process import socket_of

__all__ = ["patient"]  # a fixture
pytestmark = [
    pytest.mark.anyio,
    pytest.mark.compiled,
    pytest.mark.slow,
    pytest.mark.xdist_group("postgres"),
    pytest.mark.skipif(not PROC.exists(), reason="which processes there are has to be known"),
]
STEPS, AT_ONCE = 400, 8
ROOT = Path(__file__).parents[2]
Cut = Callable[[Switch], Awaitable[None]]


async def off_and_on(switch: Switch) -> None:
    """Three times for long enough that people are sent away, and once for a moment that nobody need notice."""
    for seconds in (6.0, 0.5, 6.0, 12.0):
        await asyncio.sleep(3)
        switch.cut()
        await asyncio.sleep(seconds)
        switch.mend()
    await asyncio.sleep(3)


async def deaf(switch: Switch) -> None:
    for _ in range(3):
        await asyncio.sleep(2)
        switch.cut("parlour news")
        await asyncio.sleep(8)
        switch.mend()
    await asyncio.sleep(2)


@asynccontextmanager
async def fronted(postgres: str, places: list[tuple[Path, str, Path | None]]) -> AsyncIterator[Process]:
    """A process for each of these folders, addresses of the database, and sources; and one before them all."""
    prepare()
    processes = list[Process]()
    try:
        for folder, address, sources in places:
            folder.mkdir()
            processes.append(Process(folder, address, sources=sources))
            await processes[-1].start()
        await all_are_up(postgres)
        async with Front([each.port for each in processes]) as front:

            class Fronted(Process):
                def __init__(self) -> None:
                    self.base = front.base

            yield Fronted()
    finally:
        for each in processes:
            each.close()
    for each in processes:
        said = each.log.read_text()
        assert "Traceback" not in said, "a fault of the server's own"
        assert "damaged" not in said


@pytest.mark.parametrize("cut", [off_and_on, deaf])
async def test_one_of_three_that_is_cut_off_takes_nothing_along(cut: Cut, postgres: str, tmp_path: Path) -> None:
    async with Switch(socket_of(postgres)) as switch:
        addresses = postgres, switch.url, postgres
        places = [(tmp_path / str(number), address, None) for number, address in enumerate(addresses)]
        async with fronted(postgres, [*places]) as found, flags_falling(found.base) as flags:
            players = await play_through(found, STEPS, AT_ONCE, lambda *_: cut(switch))
    await check(postgres, players)
    away, waited = figures(players)
    assert waited < BOTS * SLACK
    assert await latest_flag(postgres, flags) < FLAGS * SLACK
    if cut is deaf:
        assert away == 0, "nobody was sent away"
        assert waited < 4 * SLACK, "a sweep every two seconds finds what was not told"
    else:
        assert away > 0, "somebody was at the process that was cut off"
        assert away < BACK * SLACK


def older_version(folder: Path) -> Path:
    """The sources as they could have been before steps said what clocks had spent, and before there was talk."""
    sources = folder / "older"
    shutil.copytree(ROOT / "src", sources, ignore=shutil.ignore_patterns("__pycache__", "page"))
    events, state = sources / "parlour/house/tables/events.py", sources / "parlour/house/tables/state.py"
    edit(
        events,
        (
            "    spent: dict[int, int] = {}  # milliseconds that each running clock has been running for\n",
            "    spent: ClassVar[dict[int, int]] = {}\n",
        ),
        ("from typing import Literal\n", "from typing import ClassVar, Literal\n"),
        ("    | Said\n", ""),
    )
    edit(state, ("steps=tuple(texts), deals=deals, spent=spent)", "steps=tuple(texts), deals=deals)"))
    return sources


def edit(path: Path, *pairs: tuple[str, str]) -> None:
    text = path.read_text()
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path.write_text(text)


async def test_an_older_version_beside_two_of_now_hands_over_what_it_does_not_know(
    postgres: str, tmp_path: Path
) -> None:
    async def wait(*_: object) -> None:
        await asyncio.sleep(10)

    older = older_version(tmp_path)
    places = [(tmp_path / str(number), postgres, sources) for number, sources in enumerate((None, older, None))]
    async with fronted(postgres, places) as found, flags_falling(found.base) as flags:
        players = await play_through(found, STEPS, AT_ONCE, wait)
    await check(postgres, players)
    away, waited = figures(players)
    assert away > 0, "somebody was handed over"
    assert away < BACK * SLACK
    assert waited < BOTS * SLACK
    assert await latest_flag(postgres, flags) < FLAGS * SLACK


def with_no_ears(folder: Path) -> Path:
    """The sources of a process that hears nothing of what others tell."""
    sources = folder / "deaf"
    shutil.copytree(ROOT / "src", sources, ignore=shutil.ignore_patterns("__pycache__", "page"))
    news = sources / "parlour/store/postgres_news.py"
    edit(
        news,
        (
            "        with suppress(msgspec.DecodeError):\n            self.take(",
            "        if False:\n            self.take(",
        ),
    )
    return sources


async def test_three_that_hear_nothing_of_each_other_find_everything_by_looking(postgres: str, tmp_path: Path) -> None:
    async def wait(*_: object) -> None:
        await asyncio.sleep(15)

    sources = with_no_ears(tmp_path)
    places = [(tmp_path / str(number), postgres, sources) for number in range(PROCESSES)]
    async with fronted(postgres, [*places]) as found, flags_falling(found.base) as flags:
        players = await play_through(found, STEPS, AT_ONCE, wait)
        late = await latest_to_be_closed(found.base, postgres, tmp_path / "here", 20)
    await check(postgres, players)
    away, waited = figures(players)
    assert away == 0, "nobody was sent away"
    assert waited < 4 * SLACK, "a sweep every two seconds finds what was not told"
    assert await latest_flag(postgres, flags) < FLAGS * SLACK
    assert late < BANNED * SLACK


def with_a_clock_that_is(seconds: int, folder: Path) -> Path:
    """The sources on a machine whose clock is wrong by so much."""
    sources = folder / f"by {seconds}"
    shutil.copytree(ROOT / "src", sources, ignore=shutil.ignore_patterns("__pycache__", "page"))
    steady = sources / "parlour/house/steady_time.py"
    wrong = f"lambda: time.time_ns() + {seconds} * 10**9"
    edit(steady, ("wall: Nanoseconds = time.time_ns,", f"wall: Nanoseconds = {wrong},"))
    return sources


async def test_processes_whose_clocks_are_half_a_minute_wrong_keep_one_time(postgres: str, tmp_path: Path) -> None:
    """Nobody's time runs out too soon or too late, and no line is older than the one before it."""

    async def wait(*_: object) -> None:
        await asyncio.sleep(15)

    sources = [with_a_clock_that_is(30, tmp_path), None, with_a_clock_that_is(-30, tmp_path)]
    places = [(tmp_path / str(number), postgres, each) for number, each in enumerate(sources)]
    began = time.time()
    async with fronted(postgres, places) as found, flags_falling(found.base) as flags:
        players = await play_through(found, STEPS, AT_ONCE, wait)
    await check(postgres, players)
    figures(players)
    assert await latest_flag(postgres, flags) < FLAGS * SLACK
    for player in players:
        at = [line["at"] / 1000 for line in player.lines]
        assert at == sorted(at)
        assert began - 1 < at[0] <= at[-1] < time.time() + 1


async def test_one_process_after_the_other_is_started_anew_under_play(postgres: str, tmp_path: Path) -> None:
    async def renew(found: Process, taken: Callable[[], int]) -> None:
        for _ in range(2):
            before = {*found.serving()}
            found.renew()
            async with asyncio.timeout(300):
                while before & {*found.serving()} or len(found.serving()) < PROCESSES:
                    await asyncio.sleep(0.2)
            await all_are_up(postgres)

    async with three(postgres, tmp_path) as found:
        players = await play_through(found, STEPS, AT_ONCE, renew)
        found.kill(signal.SIGTERM)
        assert "Traceback" not in found.log.read_text()
    await check(postgres, players)
    away, _ = figures(players)
    assert 0 < away < BACK * SLACK
