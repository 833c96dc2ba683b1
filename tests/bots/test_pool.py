"""Workers answer with legal moves, and no fault of theirs costs a game or makes a table wait."""

import os
import signal
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import Future
from multiprocessing.context import SpawnProcess
from random import Random
from typing import TypeVar

import pytest

from parlour import bots
from parlour.bots import searcher
from parlour.bots.bot import Bot
from parlour.bots.pool import LEAST, PATIENCE, STEP, Busy, Pool, Task, _answer, _warm_up, _Worker
from parlour.bots.situation import Situation, situation
from parlour.core.knowledge import NONE
from parlour.core.match import Match
from parlour.core.texts import Refused
from parlour.games import load
from tests.machine import taken_away

pytestmark = pytest.mark.compiled
CONNECT4 = load("connect4")
T = TypeVar("T")
IN_TIME = 5.0  # seconds that a table may wait, whatever happens


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    bots.prepare("connect4")
    with Pool(workers=2, warm=("connect4",)) as pool:
        pool.call(os.getpid).result(timeout=60)
        yield pool


def opening() -> Situation:
    return situation(Match(CONNECT4, 2), 0)


def in_time(future: "Future[T]") -> T:
    """Its answer. What was taken away from this machine as a whole is not counted."""
    began, taken = time.monotonic(), taken_away()
    answer = future.result(timeout=60)
    assert time.monotonic() - began - (taken_away() - taken) < IN_TIME
    return answer


def ready(pool: Pool) -> list[int]:
    """When every worker is there and idle: their processes."""
    for future in [pool.call(time.sleep, 0.1) for _ in pool.workers]:
        future.result(timeout=60)
    assert all(worker.there.wait(timeout=60) for worker in pool.workers)
    return [worker.pid or 0 for worker in pool.workers]


def fill(pool: Pool, asked: "list[Future[object]]") -> None:
    for _ in range(20):
        asked.append(pool.call(time.sleep, 5))


def slow_step(pool: Pool, key: str) -> "Future[int]":
    """A search that takes a while."""
    return pool.step(opening(), "5@1500ms", key, seconds=2.0)


def test_a_match_of_two_bots_is_played_by_the_workers(pool: Pool) -> None:
    match = Match(CONNECT4, 2)
    while not match.over:
        seat = match.actors[0]
        step = in_time(pool.step(situation(match, seat), "3" if seat else "2", "a match"))
        match.play(seat, CONNECT4.text(step))
    assert match.result is not None


def test_what_is_asked_by_simulations_does_not_depend_on_the_worker(pool: Pool) -> None:
    asked = [pool.step(opening(), "5@3000", f"match {n}", seed=7) for n in range(6)]
    assert len({in_time(future) for future in asked}) == 1


def test_a_worker_that_is_killed_costs_no_move(pool: Pool) -> None:
    rng = Random(0)
    for n in range(3):
        pids, before = ready(pool), pool.replaced
        asked = [slow_step(pool, f"kill {n} {k}") for k in range(2)]
        time.sleep(0.3)
        os.kill(rng.choice(pids), signal.SIGKILL)
        for future in asked:
            assert in_time(future) in range(7)
        assert set(ready(pool)) != set(pids)
        assert pool.replaced > before


def test_a_worker_that_hangs_is_replaced_and_the_move_comes_in_time(pool: Pool) -> None:
    pids, before = ready(pool), pool.replaced
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    asked = [slow_step(pool, f"hang {k}") for k in range(4)]
    for future in asked:
        assert in_time(future) in range(7)
    assert not set(ready(pool)) & set(pids)
    assert pool.replaced >= before + 2


def test_a_bot_that_fails_plays_any_legal_move(pool: Pool) -> None:
    assert in_time(pool.step(opening(), "nobody", "a match")) in range(7)


def test_a_worker_that_answers_with_no_legal_move_is_not_believed(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    ready(pool)
    monkeypatch.setattr(_Worker, "_talk", lambda worker, job: (True, 99))
    assert in_time(pool.step(opening(), "1", "a match")) in range(7)


def test_work_that_nobody_waits_for_does_not_hold_up_a_table(pool: Pool) -> None:
    ready(pool)
    low = [pool.call(time.sleep, 0.3) for _ in range(60)]
    assert in_time(pool.step(opening(), "1", "a match")) in range(7)
    assert not all(future.done() for future in low)
    for future in low:
        future.cancel()


def test_a_call_that_takes_too_long_is_ended(pool: Pool) -> None:
    ready(pool)
    with pytest.raises(Refused, match="no answer in time"):
        pool.call(time.sleep, 600, limit=0.3).result(timeout=10)
    ready(pool)


def test_too_much_at_once_is_refused() -> None:
    with Pool(workers=1, most_waiting=3) as small:
        ready(small)
        asked = [small.call(time.sleep, 5) for _ in range(3)]
        with pytest.raises(Busy):
            fill(small, asked)


def test_a_closed_pool_takes_nothing_and_leaves_nothing_behind() -> None:
    small = Pool(workers=1)
    pids = ready(small)
    waiting = [small.call(time.sleep, 60) for _ in range(2)]
    time.sleep(0.2)
    small.close()
    with pytest.raises(Busy):
        small.call(time.sleep, 0)
    assert all(future.cancelled() or future.exception(timeout=5) for future in waiting)
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_pool_may_be_closed_while_a_worker_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, start = threading.Event(), SpawnProcess.start

    def start_slowly(process: SpawnProcess) -> None:
        begun.set()
        time.sleep(0.3)
        start(process)

    monkeypatch.setattr(SpawnProcess, "start", start_slowly)
    small = Pool(workers=1)
    small.call(time.sleep, 60)
    assert begun.wait(timeout=60)
    small.close()
    assert small.workers[0].pid is None, "nothing is left behind"


def test_patience_is_less_than_what_a_table_is_promised() -> None:
    assert PATIENCE < IN_TIME


def test_a_bot_takes_a_draw_only_when_it_stands_badly(pool: Pool) -> None:
    def asked(line: str) -> bool:
        match = Match(CONNECT4, 2)
        for column in line:
            match.play(match.actors[0], column)
        seat = match.actors[0]
        return in_time(pool.accepts_draw(situation(match, seat), "3", f"draw {line}"))

    assert asked("ccdde")  # the other has three in a row, open at both ends
    assert not asked("cdcdcd")  # one move from winning


class NotingBot:
    """A bot that notes how long it was given."""

    def __init__(self) -> None:
        self.given: list[float | None] = []

    def step(self, now: Situation, seconds: float | None = None) -> int:
        self.given.append(seconds)
        return now.load().list_legal(now.position(), now.seat)[0]

    def remark(self, now: Situation) -> int:
        return NONE

    def accepts_draw(self, now: Situation) -> bool:
        return False


def test_what_a_worker_took_to_get_ready_is_taken_off_the_time_to_think() -> None:
    now, bot = situation(Match(load("connect4"), 2), 0), NotingBot()
    bots: OrderedDict[tuple[str, int, str], Bot] = OrderedDict({("m", 0, "5"): bot})
    for sent in (time.monotonic() - 1.5, time.monotonic() - 60):
        _answer(Task(STEP, now, "5", "m", sent=sent), bots)
    some, least = bot.given
    assert some is not None
    assert LEAST < some <= 0.5
    assert least == LEAST


def test_an_idle_worker_loads_only_what_has_been_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []
    monkeypatch.setattr(searcher, "is_ready", lambda game: game.name == "yinsh")
    monkeypatch.setattr(searcher, "compile_search", lambda game: loaded.append(game.name))
    cold = ["connect4", "yinsh", "dance"]
    assert _warm_up(cold)
    assert not _warm_up(cold)
    assert (loaded, cold) == (["yinsh"], ["connect4", "dance"])


def test_a_worker_that_finds_nothing_compiled_refuses_instead_of_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the table gets some legal move at once, and the worker is there for the next."""
    monkeypatch.setattr(searcher, "is_loaded", lambda game: False)
    monkeypatch.setattr(searcher, "is_ready", lambda game: False)
    with pytest.raises(Refused) as refused:
        _answer(Task(STEP, opening(), "1", "m"), OrderedDict())
    assert refused.value.text.key == "refuse.bots-unready"
