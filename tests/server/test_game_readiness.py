"""Games are made ready as many at once as there are cores; the one that somebody waits for comes before all others."""

import threading
from collections.abc import Callable, Iterator

import pytest

from parlour import bots, games
from parlour.server import game_readiness
from parlour.server.game_readiness import IN_BACKGROUND, STEPPED_ASIDE, GameReadiness
from tests.server.conftest import wait_for

NAMES = ["connect4", "yinsh", "dance", "command"]


class Compilers:
    """In place of processes: each is at work until it is told to be done."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.done: set[str] = set()
        self.nice: dict[str, int] = {}
        self._ends: dict[str, threading.Event] = {name: threading.Event() for name in NAMES}
        self.failing: set[str] = set()

    def prepare(self, name: str, begun: Callable[[int], None] | None = None) -> None:
        self.begun.append(name)
        if begun is not None:
            begun(-1 - NAMES.index(name))
        assert self._ends[name].wait(30)
        if name in self.failing:
            raise RuntimeError("no memory")
        self.done.add(name)

    def end(self, name: str) -> None:
        self._ends[name].set()

    def renice(self, group: int, how: int) -> None:
        self.nice[NAMES[-1 - group]] = how


@pytest.fixture
def compilers(monkeypatch: pytest.MonkeyPatch) -> Iterator[Compilers]:
    made = Compilers()
    monkeypatch.setattr(bots, "prepare", made.prepare)
    monkeypatch.setattr(bots, "is_ready", lambda name: name in made.done)
    monkeypatch.setattr(game_readiness, "compile_game", lambda game: None)
    monkeypatch.setattr(game_readiness, "_be_nice", made.renice)
    monkeypatch.setattr(games, "names", lambda: NAMES)
    yield made
    for name in NAMES:
        made.end(name)


@pytest.fixture
def readiness(compilers: Compilers) -> Iterator[GameReadiness]:
    two = GameReadiness(at_once=2)
    two.open()
    wait_for(lambda: len(compilers.begun) == 2, "two are begun")
    yield two
    two.close()


def test_what_is_soonest_done_is_begun_first_and_no_more_than_there_are_cores(
    readiness: GameReadiness, compilers: Compilers
) -> None:
    order = sorted(NAMES, key=lambda name: game_readiness.expected(games.load(name)).all)
    assert sorted(compilers.begun) == sorted(order[:2])
    assert all(compilers.nice[name] == IN_BACKGROUND for name in order[:2])
    compilers.end(order[0])
    wait_for(lambda: len(compilers.begun) == 3, "the next")
    assert compilers.begun[2] == order[2]
    wait_for(lambda: readiness.describe(order[0]).ready, "the first is ready")


def test_the_one_that_is_pressed_is_begun_at_once_and_the_others_step_aside(
    readiness: GameReadiness, compilers: Compilers
) -> None:
    waiting = next(name for name in NAMES if readiness.status[name] == "queued")
    readiness.hurry(waiting)
    readiness.hurry(waiting)
    wait_for(lambda: waiting in compilers.begun, "it is begun")
    wait_for(lambda: compilers.nice.get(waiting) is None and len(compilers.nice) == 2, "nobody waits for the others")
    assert set(compilers.nice.values()) == {STEPPED_ASIDE}
    assert compilers.begun.count(waiting) == 1
    compilers.end(waiting)
    wait_for(lambda: readiness.describe(waiting).ready, "it is ready")


def test_each_says_how_far_it_is_and_for_how_long(readiness: GameReadiness, compilers: Compilers) -> None:
    preparing = {name: readiness.describe(name).preparing for name in NAMES}
    for name, far in preparing.items():
        assert far is not None
        assert far.stage == ("queued" if readiness.status[name] == "queued" else far.stage)
        assert (far.share == 0) == (far.stage == "queued") or far.share < 0.1
        assert far.seconds >= 1
    own = {name: game_readiness.expected(games.load(name)).all for name in NAMES}
    queued = [name for name in NAMES if readiness.status[name] == "queued"]
    for name in queued:
        far = preparing[name]
        assert far is not None
        assert far.seconds > own[name], "others come first"
    compilers.end(compilers.begun[0])
    wait_for(lambda: readiness.describe(compilers.begun[0]).preparing is None, "what is ready says nothing")


def test_of_one_that_cannot_be_made_ready_nobody_is_told_to_wait(
    readiness: GameReadiness, compilers: Compilers, caplog: pytest.LogCaptureFixture
) -> None:
    name = compilers.begun[0]
    compilers.failing.add(name)
    compilers.end(name)
    wait_for(lambda: readiness.status[name] == "broken", "it is given up")
    told = readiness.describe(name)
    assert (told.ready, told.preparing) == (False, None)
