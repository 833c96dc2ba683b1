"""Two processes of one house, here as two houses in one loop on one PostgreSQL: whoever plays, watches or is banned at
one of them notices nothing of there being another. `tests/faults/test_processes.py` kills real ones."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from parlour.house.jobs import Job
from parlour.house.neighbours import left_to
from parlour.house.people.person import Person
from parlour.house.steady_time import SteadyTime
from parlour.house.store import Appended, Unavailable, Unit
from parlour.house.tables.clocks import Clock
from parlour.house.tables.new_table import NewSeat, NewTable
from parlour.house.tables.state import Table
from parlour.server.app import opened
from parlour.server.guard.counters import Rate
from parlour.server.guard.limits import Limits, TooMany
from parlour.server.guard.places import LOOPBACK, Places
from parlour.server.live.hub import LOBBY, Follower
from parlour.server.services import Services
from parlour.store.postgres_news import PostgresNews
from tests import serving

pytestmark = [pytest.mark.anyio, pytest.mark.compiled, pytest.mark.xdist_group("postgres")]

WITH_A_BOT = NewTable(game="connect4", seats=[NewSeat("me"), NewSeat("bot", level=1)])
ALONE = NewTable(game="connect4", seats=[NewSeat("me"), NewSeat("me")])
SOON = 15.0  # seconds, on a machine that has much else to do


async def until(holds: Callable[[], object], seconds: float = SOON) -> None:
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.005)


@asynccontextmanager
async def house(url: str, folder: Path, seed: int, **changed: Any) -> AsyncIterator[Services]:
    settings = serving.settings_for(folder, database=url)
    parts = serving.parts(seed, **changed)
    async with opened(settings, parts, Places(None, LOOPBACK, ["testserver.local"])) as services:
        async with asyncio.timeout(60):
            while parts.readiness.status.get("connect4") != "ready":
                await asyncio.sleep(0.01)
        yield services


@pytest.fixture
async def two(emptied_postgres: str, tmp_path: Path) -> AsyncIterator[tuple[Services, Services]]:
    async with house(emptied_postgres, tmp_path, 1) as here, house(emptied_postgres, tmp_path, 2) as there:
        yield here, there


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> None:
    """No notice is ever heard."""
    monkeypatch.setattr(PostgresNews, "_take", lambda *heard: None)


async def guest(services: Services) -> Person:
    found = await services.accounts.welcome_guest(None, "test")
    person = await services.accounts.recognise(found.secret, program=False)
    assert person is not None
    return person.person


async def follow(services: Services, table: Table, viewer: int | None = None) -> Follower:
    follower = Follower(await services.tables.table(table.id), viewer, 0, lambda one: None, gallery=True)
    services.hub.follow(follower)
    return follower


async def play(services: Services, person: Person, table: Table, seat: int, step: str) -> Table:
    return await services.table_service.act(person, table.id, seat, [step], None, whence="here")


async def test_a_step_at_one_is_seen_at_the_other(two: tuple[Services, Services]) -> None:
    here, there = two
    ada = await guest(here)
    table = await here.table_service.open(ada, ALONE, None)
    follower = await follow(there, table)
    after = await play(here, ada, table, 0, "d")
    await until(lambda: follower.latest.position == after.position)
    assert follower.latest.told == after.told
    # And the other way round, on what is held from before.
    back = await follow(here, table)
    after = await play(there, ada, table, 1, "d")
    await until(lambda: back.latest.position == after.position)


@pytest.mark.usefixtures("deaf")
async def test_if_every_notice_is_lost_the_sweep_finds_it(two: tuple[Services, Services]) -> None:
    here, there = two
    ada = await guest(here)
    table = await here.table_service.open(ada, ALONE, None)
    follower, told = await follow(there, table), list[int]()
    there.hub.follow_list(LOBBY, lambda: told.append(1))
    after = await play(here, ada, table, 0, "d")
    await until(lambda: follower.latest.position == after.position)
    await until(lambda: told)


async def test_lists_spectators_and_who_waits_are_known_everywhere(two: tuple[Services, Services]) -> None:
    here, there = two
    ada, told = await guest(here), list[int]()
    there.hub.follow_list(LOBBY, lambda: told.append(1))
    table = await here.table_service.open(ada, NewTable(game="connect4", seats=[NewSeat("me"), NewSeat("open")]), None)
    await until(lambda: told)
    watcher = await follow(here, table)
    await follow(there, table)
    await until(lambda: watcher.watching == 2)
    at = await there.tables.table(table.id)
    assert not there.presence.waits(at)
    seat = await follow(here, table, 0)
    await until(lambda: there.presence.waits(at))
    here.hub.leave(seat)
    await until(lambda: not there.presence.waits(at))


async def test_who_is_sent_away_at_one_loses_what_is_open_at_the_other(
    two: tuple[Services, Services], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = two
    ada, bob = await guest(here), await guest(here)
    asked, barred = list[str](), list[tuple[str, str]]()
    monkeypatch.setattr(there.live, "has", lambda person: True)
    monkeypatch.setattr(there.live, "ask_again", asked.append)
    monkeypatch.setattr(there.live, "bar", lambda person, refusal: barred.append((person, refusal.text.key)))
    await here.accounts.send_away(ada.id)
    await until(lambda: asked == [ada.id])
    host = Person(id="host", name="Host", since=1, role="host", password="held")
    await here.moderation.measure(host, bob.id, "ban", None, "spam")
    await until(lambda: barred)
    assert {person for person, _ in barred} == {bob.id}
    assert all("ban" in key for _, key in barred)


async def test_a_bot_moves_once_and_at_one_process_alone(two: tuple[Services, Services]) -> None:
    here, there = two
    ada = await guest(here)
    table = await here.table_service.open(ada, WITH_A_BOT, None)
    follower, asked = await follow(there, table), list[int]()
    for services in two:
        heard = services.table_worker._bot_players.step  # type: ignore[attr-defined]

        async def step(*about: Any, heard: Any = heard) -> str:
            asked.append(1)
            return str(await heard(*about))

        services.table_worker._bot_players.step = step  # type: ignore[attr-defined, method-assign]
    await play(here, ada, table, 0, "d")
    await until(lambda: follower.latest.match is not None and follower.latest.match.step_count == 2)
    await asyncio.sleep(0.1)
    assert asked == [1]


async def test_limits_are_counted_for_the_house(emptied_postgres: str, tmp_path: Path) -> None:
    """Asked in turns at both, somebody gets a burst and a fifth at most, and no more by asking on."""
    rates, taken = {"say": Rate(50, 0.001)}, 0
    one, other = Limits(rates), Limits(rates)
    async with (
        house(emptied_postgres, tmp_path, 1, limits=one),
        house(emptied_postgres, tmp_path, 2, limits=other),
    ):
        await asyncio.sleep(2.5)  # each has to know of the other
        for _ in range(80):
            for limits in (one, other):
                try:
                    limits.take("say", "ada")
                    taken += 1
                except TooMany:
                    pass
            await asyncio.sleep(0.02)
    assert 50 <= taken <= 60


async def test_time_is_the_database_s(emptied_postgres: str, tmp_path: Path) -> None:
    ahead, behind = (SteadyTime(wall=lambda by=by: time.time_ns() + by * 10**9) for by in (30, -30))
    assert ahead.now() - behind.now() > 59_000
    async with (
        house(emptied_postgres, tmp_path, 1, time=ahead),
        house(emptied_postgres, tmp_path, 2, time=behind),
    ):
        assert abs(ahead.now() - behind.now()) < 500
        assert abs(ahead.now() - time.time() * 1000) < 1000


async def test_whose_time_is_up_loses_although_the_process_with_the_players_is_gone(
    emptied_postgres: str, tmp_path: Path
) -> None:
    clock = Clock("live", minutes=1)
    async with house(emptied_postgres, tmp_path, 2) as there:
        async with house(emptied_postgres, tmp_path, 1) as here:
            ada, bob = await guest(here), await guest(here)
            new = NewTable(game="connect4", seats=[NewSeat("me"), NewSeat("open")], clock=clock)
            table = await here.table_service.open(ada, new, None)
            await here.table_service.sit(bob, table.id, 1, None, None, "")
            await play(here, ada, table, 0, "d")
            await play(here, bob, table, 1, "d")
        follower = await follow(there, table)
        there.tables.time.not_before(there.tables.time.now() + 60_000)
        await until(lambda: follower.latest.over)


async def test_what_a_gone_process_left_to_do_is_done_by_another(emptied_postgres: str, tmp_path: Path) -> None:
    """Its bot never answers; when it closes, or shows no sign of life, the other's does."""

    class Asleep(serving.HereBotPlayers):
        async def step(self, *about: Any) -> str:
            await asyncio.sleep(3600)
            return ""

    async with house(emptied_postgres, tmp_path, 2) as there:
        async with house(emptied_postgres, tmp_path, 1, bot_players=Asleep()) as here:
            ada = await guest(here)
            table = await here.table_service.open(ada, WITH_A_BOT, None)
            await play(here, ada, table, 0, "d")
            follower = await follow(there, table)
        await until(lambda: follower.latest.match is not None and follower.latest.match.step_count == 2)


async def test_what_only_a_newer_version_knows_is_handed_over_and_no_damage(two: tuple[Services, Services]) -> None:
    here, there = two
    ada, handed = await guest(here), list[str]()
    table = await here.table_service.open(ada, ALONE, None)
    follower = await follow(there, table)
    there.tables.newer_listeners.append(handed.append)
    unheard_of = Unit(stream=table.id, expected=table.position, events=[b'{"is":"unheard of","at":1}'])
    assert isinstance(await here.tables.store.commit(unheard_of), Appended)
    await until(lambda: table.id in handed)  # by the sweep: nobody told of it
    with pytest.raises(Unavailable, match=r"refuse\.newer"):
        await there.tables.table(table.id)
    assert follower.latest.position == table.position, "what was known stays as it is"


async def test_jobs_and_letters_of_a_process_that_is_up_are_left_to_it(two: tuple[Services, Services]) -> None:
    here, there = two
    await until(lambda: here.neighbours.others() and there.neighbours.others())
    keys = [f"job {number}" for number in range(50)]
    assert all(here.neighbours.is_mine(key) != there.neighbours.is_mine(key) for key in keys), "one is to do it"
    assert 5 < sum(map(here.neighbours.is_mine, keys)) < 45, "and each its share"
    job = Job(id="job", state="running", updated=1, owner=here.neighbours.process)
    assert not left_to(job, there.neighbours)
    gone = replace(job, owner=987)
    assert left_to(gone, there.neighbours) != left_to(gone, here.neighbours)
