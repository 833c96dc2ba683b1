"""One source of time: a wall clock that is set costs nobody anything, and what is stored is never in the future."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

import parlour
from parlour.house.people.person import Person
from parlour.house.steady_time import SteadyTime, passed
from parlour.house.tables import commands
from parlour.house.tables import events as ev
from parlour.house.tables.clocks import Clock
from parlour.house.tables.new_table import NewSeat, NewTable
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import Table
from parlour.house.uptimes import beat, begin_uptime, last_stored_time
from parlour.store import open_store
from tests.serving import Library, SeededEntropy, SetClock, TurnedTime

HOUR = 3_600_000
ADA = Person(id="ada", name="Ada", since=1)
BOTH = NewTable(game="connect4", seats=[NewSeat("me"), NewSeat("me")], clock=Clock("live", 5))
# What may look at the wall clock: the house's time itself, the date on an exported file, the age of files in a cache;
# and a store for marks that it keeps an hour, and for what its database forgets by the clock; push services, which
# ask until when a letter of introduction holds. A training, which no house takes part in, says when it did what.
MAY_LOOK = {
    "house/steady_time.py", "commands/__init__.py", "core/compiled/jit.py",
    "store/dynamo/news.py", "store/dynamo/rows.py", "store/dynamo/streams.py", "server/push/web_push.py",
    "train/__main__.py", "train/loop.py", "train/prepare.py",
}  # fmt: skip
WALL = re.compile(r"\btime\.time(_ns)?\b|\bdatetime\.(now|utcnow|today)\b|\bdate\.today\b|\bfrom time import .*\btime")


def test_it_begins_with_the_wall_clock_and_goes_on_as_time_passes() -> None:
    clock = SetClock()
    time = SteadyTime(clock.wall, clock.passed)
    assert time.now() == clock.said
    clock.pass_by(1234)
    assert time.now() == clock.said == SetClock().said + 1234


@pytest.mark.parametrize("jump", [HOUR, -HOUR, 365 * 24 * HOUR, -60 * 365 * 24 * HOUR])
def test_a_wall_clock_that_is_set_changes_nothing(jump: int) -> None:
    clock = SetClock()
    time, began = SteadyTime(clock.wall, clock.passed), clock.said
    clock.pass_by(500)
    clock.set_by(jump)
    assert time.now() == began + 500
    clock.pass_by(500)
    assert time.now() == began + 1000
    assert time.behind_wall == jump


def test_it_goes_on_from_what_is_stored_if_the_wall_clock_is_behind_that() -> None:
    clock = SetClock()
    time = SteadyTime(clock.wall, clock.passed)
    time.not_before(clock.said - HOUR)
    assert time.now() == clock.said
    time.not_before(later := clock.said + HOUR)
    clock.pass_by(7)
    assert time.now() == later + 7


def test_what_nobody_can_set_goes_on_by_itself() -> None:
    looks = [passed() for _ in range(1000)]
    assert all(one <= other for one, other in pairwise(looks))
    assert abs(SteadyTime().behind_wall) < 1000


@pytest.mark.anyio
@pytest.mark.parametrize("last", ["a beat", "a table"])
async def test_when_something_last_happened_is_known_after_a_restart(tmp_path: Path, last: str) -> None:
    store, time = await open_store(tmp_path / "house.db"), TurnedTime()
    assert await last_stored_time(store) == 0
    tables = TableRepository(store, Library(), time, SeededEntropy(1))
    number = await begin_uptime(store, time.now())
    time.pass_by(HOUR)
    if last == "a beat":
        await beat(store, number, time.now())
    else:
        await tables.open(ADA, BOTH)
    assert await last_stored_time(store) == time.now()
    await store.close()


@pytest.mark.anyio
async def test_no_stream_goes_back_where_two_processes_have_times_of_their_own(tmp_path: Path) -> None:
    """And nobody pays for time that was never theirs."""
    store = await open_store(tmp_path / "house.db")
    ahead, behind = TurnedTime(), TurnedTime(TurnedTime().at - HOUR)
    houses = [TableRepository(store, Library(), time, SeededEntropy(1)) for time in (ahead, behind)]
    table = await houses[0].open(ADA, BOTH)
    for number, column in enumerate("abcdef"):
        house = houses[number % 2]

        def step(table: Table, now: int, seat: int = number % 2, column: str = column) -> commands.TableChange:
            return commands.act(table, now, houses[0].uptimes, "ada", seat, [column])

        table = await house.change(table.id, step)
    times = [ev.decode(body).at for body in await store.read(table.id)]
    assert times == sorted(times)
    assert min(table.clocks.left) == table.rules.clock.at_first
    await store.close()


def test_nothing_else_looks_at_the_wall_clock() -> None:
    assert set(looking_at_the_wall()) == MAY_LOOK


def looking_at_the_wall() -> Iterator[str]:
    root = Path(parlour.__file__).parent
    for file in root.rglob("*.py"):
        if WALL.search(file.read_text()):
            yield file.relative_to(root).as_posix()
