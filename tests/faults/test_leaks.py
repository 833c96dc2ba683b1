"""What a viewer may not know changes no byte that it gets, however it asks: matches that differ in that alone are
played on two servers, side by side. Then leaks are made on purpose, each of which must be found."""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from parlour import games
from parlour.aws import house as function_house
from parlour.core.game import Value
from parlour.house.store import Put, keep
from parlour.house.tables import repository
from parlour.house.tables.records import PLANNED_LINES, PlannedLines
from parlour.server.live import hub, who_is_here
from parlour.server.push.encryption import Vapid
from parlour.store.postgres_news import PostgresNews
from tests.aws.function_worlds import FunctionWorld
from tests.aws_server import address
from tests.faults.house import prepare
from tests.faults.planted import CONTROLS, FUNCTION_LEAKS, LEAKS, SPREAD_LEAKS, Leak, with_a_coach
from tests.faults.twins import DAYS, LIVE, NO_CLOCK, Setting, Twins
from tests.faults.viewer_traffic import ViewerTraffic
from tests.faults.worlds import in_world
from tests.places import DYNAMO, TABLES
from tests.places import execute as run_sql

pytestmark = [pytest.mark.anyio, pytest.mark.compiled]

ALL = bool(os.environ.get("PARLOUR_ALL"))
GAMES = ("command", "dance", "luckymoose")
MATCHES, STEPS, LOOKS = (100, 60, 15) if ALL else (4, 12, 12)  # a look at everything after so many steps
DELAY = 4
OPTIONS: dict[str, dict[str, Value]] = {
    "command": {"declared": True},
    "dance": {"minimum": 1},
    "luckymoose": {"score_new_lines": True, "bonus": "highest"},
}
CHAT = ("good luck", "hm", "well played")
REQUESTS = 15  # for steps, whenever everything is looked at; and one after every step


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    prepare()


class Played(NamedTuple):
    steps: int
    apart: int  # steps after which the worlds differed
    facts: int  # in so much, at most
    bytes: int
    leaks: list[str]
    not_asked: set[str]
    hints: int  # by a coach
    shown: int  # moves, by a coach
    handed_on: bool  # as the setting says
    refused: int  # of the viewer's own requests for steps
    taken: int


PROCESSES, TWINS = 3, ("twin_one", "twin_other")
SPREAD = 8 if ALL else 1  # matches whose players are at different processes
THROUGH_FUNCTIONS, FUNCTION_STEPS = (8, 24) if ALL else (1, 4)
FOR_EVER = 10**6  # seconds
PUSH_KEY = Vapid.fresh()  # both houses introduce themselves to push services alike


async def play(
    folder: Path,
    patch: pytest.MonkeyPatch,
    setting: Setting,
    seed: int,
    steps: int,
    looks: int,
    sends: bool = False,
    databases: Sequence[str] = (),
    functions: bool = False,
) -> Played:
    """A match as far as it can be made to look the same; with a delay the worlds go their own ways in the end. `sends`:
    all that the API takes, too. With a database for each world, three processes serve it, or functions."""
    rng = Random(seed)
    patch.setattr(hub, "LOBBY_REST", 0.0)  # lists are told at once: how often must not depend on the time it takes
    patch.setattr(hub, "FOLLOWING_REST", 0.0)
    patch.setattr(who_is_here, "REST", 0.0)
    patch.setattr(PostgresNews, "looks", FOR_EVER)  # nor on when a process looks for what it has not heard
    patch.setattr(repository, "GONE_AFTER", 1000 * FOR_EVER)  # and nobody shows signs of life in a time that is turned
    patch.setattr(Vapid, "fresh", lambda: PUSH_KEY)
    patch.setattr(function_house, "LOOK_AT_UPTIMES", FOR_EVER)
    on: dict[str, Any] = {"databases": databases} if databases else {}
    on |= {"world": FunctionWorld} if functions else {"processes": PROCESSES} if databases else {}
    twins, handed_on = Twins(folder, patch, setting, rng, **on), not setting.substituted
    async with twins.open(), ViewerTraffic(twins, rng).open() as traffic:
        for freely, most in ((False, steps - setting.delay), (True, setting.delay)):
            for _ in range(most):
                async with traffic.waiting() if rng.random() < 0.2 else nullcontext():
                    advanced = await twins.advance(freely)
                if not advanced:
                    break
                await go_on_beside(twins, rng)
                handed_on = handed_on or (twins.steps >= steps // 3 and await traffic.hand_on())
                if not freely:
                    await traffic.ask_for_steps(1)
                if twins.steps % looks == 0:
                    await traffic.ask_everything()
                    await traffic.come_again()
        await traffic.ask_for_steps(REQUESTS)
        if twins.steps % looks:
            await traffic.ask_everything()
            await traffic.come_again()
        await traffic.take_away()
        await traffic.ask_as_nobody()
        if sends:
            await traffic.send_everything()
        leaks, compared = traffic.leaks(), traffic.bytes
        if sends:
            leaks += await traffic.part()
        return Played(
            twins.steps, twins.apart, twins.facts, compared, leaks, traffic.not_asked(),
            traffic.count(b'"guide":'), traffic.count(b'"words":', "/hint"), handed_on, traffic.refused, traffic.taken,
        )  # fmt: skip


async def go_on_beside(twins: Twins, rng: Random) -> None:
    """What happens besides, and is the same in both worlds."""
    who, text = rng.randrange(twins.setting.seats + 1), rng.choice(CHAT)
    for world in twins.each():
        if twins.steps % 3 == 0:
            await world.move_next_door()
        if twins.steps % 5 == 0:
            await world.say(who, text)
    await plan_in_one_world(twins, rng)


async def plan_in_one_world(twins: Twins, rng: Random) -> None:
    """Where turns take days, everybody but the viewer has plans in one of the worlds, and nobody has in the other."""
    setting = twins.setting
    if setting.clock is not DAYS:
        return
    [world, _] = twins.each()
    in_world.set(world)
    services = world.processes[0]
    for seat in range(setting.seats):
        person = world.table_now().sitters[seat].person
        if seat == setting.viewer or person is None:
            continue
        # What nobody can play: that something comes of a plan is to be seen.
        line = [[setting.seats - 1 - seat, "nothing"], [seat, f"a secret of {rng.randrange(10)}"]]
        planned = PlannedLines(world.table, seat, person, world.match().step_count, 1, json.dumps([line]).encode())
        await keep(services.tables.store, Put(PLANNED_LINES, planned))
        services.table_worker._planned(world.table)
    await world.settle()


def some_of(all: Sequence[Any], every: int) -> list[Any]:
    """As a parameter: one of so many in the ordinary run, all with --all."""
    return [one if number % every == 0 else pytest.param(one, marks=pytest.mark.slow) for number, one in enumerate(all)]


def settings(game: str) -> Iterator[Setting]:
    """Every seat in turn, a spectator, and one who is behind; with and without clocks, at tables of every size."""
    sizes = [size for size in games.load(game).seats if size > 1]
    for number in count():
        seats = sizes[number // 5 % len(sizes)]
        clock = (NO_CLOCK, LIVE, DAYS)[number % 3]
        kind = number % 4
        viewer = None if kind > 1 else (number // 4 * 2 + kind) % seats
        options = OPTIONS[game] if number // 2 % 3 == 2 else {}
        yield Setting(game, seats, viewer, DELAY if kind == 3 else 0, clock, options)


@pytest.mark.parametrize("game", GAMES)
async def test_what_a_viewer_may_not_know_changes_no_byte_that_it_gets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    matches = []
    for seed, setting in zip(range(MATCHES), settings(game), strict=False):
        with monkeypatch.context() as patch:
            played = await play(tmp_path / str(seed), patch, setting, seed, STEPS, LOOKS, sends=True)
        assert played.leaks == [], (seed, setting)
        assert played.facts > 0, (seed, setting)
        assert played.apart >= 5, (seed, setting, played)
        assert played.not_asked == set()
        assert played.refused >= REQUESTS // 2, (seed, setting, played)
        matches.append(played)
    steps, apart, facts, compared = (sum(each) for each in list(zip(*matches, strict=True))[:4])
    print(
        f"{game}: {len(matches)} matches, {steps} steps, after {apart} of which the worlds differed, "
        f"in {facts / len(matches):.0f} hidden facts a match at most; {compared:,} bytes compared, no difference"
    )
    assert steps > MATCHES * STEPS / 2


async def two_databases(server: str) -> list[str]:
    """For a house each, with nothing in it."""
    for name in TWINS:
        await run_sql(server, f"DROP DATABASE IF EXISTS {name}", f"CREATE DATABASE {name} TEMPLATE furnished")
    return [server.replace("/postgres?", f"/{name}?") for name in TWINS]


@pytest.mark.usefixtures("emptied_postgres")
@pytest.mark.xdist_group("postgres")
@pytest.mark.parametrize("game", [pytest.param(game, marks=[pytest.mark.slow] * (game != "command")) for game in GAMES])
async def test_nor_does_it_where_everybody_is_at_another_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, postgres_server: str
) -> None:
    """What processes tell each other comes to nobody's page in another way than what happens at one's own."""
    for seed, setting in zip(range(SPREAD), settings(game), strict=False):
        databases = await two_databases(postgres_server)
        with monkeypatch.context() as patch:
            folder = tmp_path / str(seed)
            played = await play(folder, patch, setting, seed, 12, 12, databases=databases)
        assert played.leaks == [], (seed, setting)
        assert played.facts > 0, (seed, setting)
        assert played.apart >= 5, (seed, setting, played)


@DYNAMO
@pytest.mark.parametrize("game", [pytest.param(game, marks=[pytest.mark.slow] * (game != "command")) for game in GAMES])
async def test_nor_does_it_where_functions_answer_and_tell_what_was_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, aws: str
) -> None:
    """Through the handlers, on tables whose streams wake those who tell sockets."""
    for seed, setting in zip(range(THROUGH_FUNCTIONS), settings(game), strict=False):
        with monkeypatch.context() as patch:
            played = await play(
                tmp_path / str(seed), patch, setting, seed, FUNCTION_STEPS, FUNCTION_STEPS, sends=ALL,
                databases=two_tables(aws), functions=True,
            )  # fmt: skip
        assert played.leaks == [], (seed, setting)
        assert played.facts > 0, (seed, setting)
        assert played.apart >= FUNCTION_STEPS // 2, (seed, setting, played)
        assert played.not_asked == set() or not ALL


def two_tables(aws: str) -> list[str]:
    """For a house each, which are not there yet."""
    return [address(aws, f"twins-{next(TABLES)}") for _ in TWINS]


@DYNAMO
@pytest.mark.slow
@pytest.mark.parametrize("leak", FUNCTION_LEAKS, ids=lambda leak: leak.plant.__name__)
async def test_a_leak_of_functions_made_on_purpose_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: Leak, aws: str
) -> None:
    leak.plant(monkeypatch)
    databases = two_tables(aws)
    played = await play(
        tmp_path, monkeypatch, leak.setting, 1, leak.steps, looks=FOR_EVER, databases=databases, functions=True
    )
    assert any(leak.place in place for place in played.leaks), played.leaks


@pytest.mark.parametrize("viewer", [1] if not ALL else [0, 1, 2])
async def test_whoever_takes_over_a_seat_learns_what_the_seat_may_know_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, viewer: int
) -> None:
    setting = Setting("luckymoose", 3, viewer, substituted=True)
    played = await play(tmp_path, monkeypatch, setting, 4, STEPS if ALL else 18, looks=6)
    assert played.handed_on
    assert played.leaks == []
    assert played.facts > 0


@pytest.mark.parametrize("game", [pytest.param(game, marks=[pytest.mark.slow] * (game != "command")) for game in GAMES])
async def test_a_coach_says_and_shows_the_same_whatever_is_hidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    with_a_coach(monkeypatch, 0)
    played = await play(tmp_path, monkeypatch, Setting(game, 2, 0), 2, STEPS if ALL else 8, looks=4)
    assert played.leaks == []
    assert played.facts > 0
    assert played.hints > 0
    assert played.shown > 0


# -- leaks that are made on purpose ---------------------------------------------------------------------------


@pytest.mark.parametrize("setting", some_of(CONTROLS, 3), ids=str)
async def test_with_nothing_planted_nothing_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setting: Setting
) -> None:
    """In the matches in which leaks are found below, however often one looks there."""
    looks = min(leak.looks for leak in LEAKS if leak.setting == setting)
    sends = any(leak.sends for leak in LEAKS if leak.setting == setting)
    steps = max(leak.steps for leak in LEAKS if leak.setting == setting)
    played = await play(tmp_path, monkeypatch, setting, 1, steps, looks=looks, sends=sends)
    assert played.leaks == []
    assert played.facts > 0


@pytest.mark.parametrize("leak", some_of(LEAKS, 8), ids=lambda leak: leak.plant.__name__)
async def test_a_leak_made_on_purpose_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: Leak) -> None:
    leak.plant(monkeypatch)
    played = await play(tmp_path, monkeypatch, leak.setting, 1, leak.steps, looks=leak.looks, sends=leak.sends)
    assert any(leak.place in place for place in played.leaks), played.leaks


@pytest.mark.xdist_group("postgres")
@pytest.mark.usefixtures("emptied_postgres")
@pytest.mark.parametrize("leak", some_of(SPREAD_LEAKS, 2), ids=lambda leak: leak.plant.__name__)
async def test_a_leak_between_processes_made_on_purpose_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: Leak, postgres_server: str
) -> None:
    leak.plant(monkeypatch)
    databases = await two_databases(postgres_server)
    played = await play(tmp_path, monkeypatch, leak.setting, 1, leak.steps, looks=leak.looks, databases=databases)
    assert any(leak.place in place for place in played.leaks), played.leaks
