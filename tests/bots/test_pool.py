"""Workers answer with legal moves, and no fault of theirs costs a game or makes a table wait."""

import os
import signal
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from multiprocessing.context import SpawnProcess
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest

from parlour import bots
from parlour.bots import searcher
from parlour.bots.bot import Bot
from parlour.bots.pool import LEAST, STEP, THINK, Busy, Pool, SearchFailed, Task, Thought, _answer, _warm_up, _Worker
from parlour.bots.searcher import SearchResult, Stopped, never
from parlour.bots.situation import Situation, situation
from parlour.core.knowledge import NONE
from parlour.core.match import Match
from parlour.core.texts import Refused
from parlour.games import load

pytestmark = pytest.mark.compiled
CONNECT4 = load("connect4")
T = TypeVar("T")
IN_TIME = 120.0  # seconds


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    bots.prepare("connect4")
    with Pool(workers=2, warm=("connect4",)) as pool:
        pool.call(os.getpid).result(timeout=IN_TIME)
        yield pool


def opening() -> Situation:
    return situation(Match(CONNECT4, 2), 0)


def in_time(future: "Future[T]") -> T:
    """Its answer: it comes, whatever happens to workers. A process that takes the place of one may take its time."""
    return future.result(timeout=IN_TIME)


def ready(pool: Pool) -> list[int]:
    """When every worker is there and idle: their processes."""
    for future in [pool.call(time.sleep, 0.1, account=f"account {n}") for n, _ in enumerate(pool.workers)]:
        future.result(timeout=IN_TIME)
    assert all(worker.there.wait(timeout=IN_TIME) for worker in pool.workers)
    return [worker.pid or 0 for worker in pool.workers]


def acquainted(pool: Pool) -> list[int]:
    """When every worker has met the game, too: one that may still be loading it is given a minute more."""
    while not all("connect4" in worker._met for worker in pool.workers):
        ready(pool)
        for future in [pool.step(opening(), "5@300ms", f"meet {n}", account=f"meet {n}") for n in range(2)]:
            in_time(future)
    return ready(pool)


def fill(pool: Pool, asked: "list[Future[object]]") -> None:
    for n in range(20):
        asked.append(pool.call(time.sleep, 5, account=f"another {n}"))


class Gate:
    """Whoever reads it waits until it is opened, in whatever process."""

    def __init__(self, folder: Path) -> None:
        self._pipe = folder / "gate"
        os.mkfifo(self._pipe)

    def wait(self, pool: Pool, account: str) -> "Future[object]":
        """A worker that has nothing else to do."""
        return pool.call(Path.read_bytes, self._pipe, limit=IN_TIME, account=account)

    def open(self) -> None:
        """For the one that waits now."""
        self._pipe.write_bytes(b"")


def until(holds: Callable[[], object]) -> None:
    deadline = time.monotonic() + IN_TIME
    while not holds():
        assert time.monotonic() < deadline, "it does not come"
        time.sleep(0.01)


def slow_step(pool: Pool, key: str) -> "Future[int]":
    """A search that takes a while."""
    return pool.step(opening(), "5@1500ms", key, account=key)


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
    pids, before = acquainted(pool), pool.replaced
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    asked = [slow_step(pool, f"hang {k}") for k in range(4)]
    for future in asked:
        assert in_time(future) in range(7)
    assert not set(ready(pool)) & set(pids)
    assert pool.replaced >= before + 2


def test_a_bot_that_fails_again_and_again_plays_any_legal_move(pool: Pool) -> None:
    before = pool.made_at_random
    assert in_time(pool.step(opening(), "nobody", "a match")) in range(7)
    assert pool.made_at_random == before + 1


def test_a_bot_that_fails_where_it_matters_plays_nothing(pool: Pool) -> None:
    before = pool.made_at_random
    with pytest.raises(SearchFailed):
        in_time(pool.step(opening(), "nobody", "a match", at_random=False))
    assert pool.made_at_random == before


def test_no_move_is_made_at_random_because_much_is_asked_for() -> None:
    """A minute of thinking may be asked for at once of one worker: searches have less time, and all are searches."""
    searched: list[tuple[Task, Thought]] = []
    with Pool(workers=1, warm=("connect4",)) as small:
        ready(small)
        small.listeners.append(lambda task, thought: searched.append((task, thought)))
        asked = [small.step(opening(), "5@3000", f"match {n}", account=f"person {n}") for n in range(30)]
        assert {future.result(timeout=IN_TIME) for future in asked} <= set(range(7))
        assert (small.made_at_random, len(searched)) == (0, 30)
        assert small.cut_short >= 20
        assert sum(task.seconds for task, _ in searched) < 30 * THINK / 2
        assert min(thought.simulations for _, thought in searched) > 100


def test_what_is_cancelled_is_not_begun(tmp_path: Path) -> None:
    searched: list[str] = []
    gate = Gate(tmp_path)
    with Pool(workers=1, warm=("connect4",)) as small:
        ready(small)
        small.listeners.append(lambda task, thought: searched.append(task.key))
        at_work = gate.wait(small, "another")
        until(at_work.running)
        waiting = slow_step(small, "waiting")
        assert (small.waiting, small.accounts) == (1, 2)
        assert waiting.cancel()
        assert (small.waiting, small.accounts) == (0, 1)
        gate.open()
        in_time(at_work)
        in_time(small.step(opening(), "1", "next"))
    assert searched == ["next"]


def test_a_search_that_is_cancelled_frees_its_worker_at_once() -> None:
    searched: list[Thought] = []
    with Pool(workers=1, warm=("connect4",)) as small:
        ready(small)
        in_time(small.step(opening(), "1", "met before"))
        small.listeners.append(lambda task, thought: searched.append(thought))
        slow = small.step(opening(), "5@2000ms", "slow", account="ada")
        until(slow.running)
        assert not slow.cancel()
        in_time(small.step(opening(), "1", "next", account="ben"))
    assert len(searched) == 2
    assert searched[0].seconds < THINK / 2, "it did not go on to its end"


def test_of_one_account_only_so_much_waits() -> None:
    with Pool(workers=1, most_of_one=3) as small:
        ready(small)
        asked = [small.call(time.sleep, 5, account="ada")]
        while small.waiting:
            time.sleep(0.01)
        asked += [small.call(time.sleep, 5, account="ada") for _ in range(3)]
        with pytest.raises(Busy):
            small.call(time.sleep, 5, account="ada")
        asked.append(small.call(time.sleep, 5, account="ben"))
        assert small.waiting == 4


def test_one_account_never_has_all_workers(pool: Pool, tmp_path: Path) -> None:
    ready(pool)
    gate = Gate(tmp_path)
    held = [gate.wait(pool, "guest") for _ in range(6)]
    until(held[0].running)
    in_time(pool.step(opening(), "1", "a table", account="stranger"))
    assert not any(future.done() for future in held), "it waited for none of them"
    assert [future.cancel() for future in held] == [False] + [True] * 5
    gate.open()
    in_time(held[0])


def test_a_worker_that_answers_with_no_legal_move_is_not_believed(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    ready(pool)
    monkeypatch.setattr(_Worker, "_talk", lambda worker, job: (True, 99, None))
    assert in_time(pool.step(opening(), "1", "a match")) in range(7)


def test_work_that_nobody_waits_for_does_not_hold_up_a_table(pool: Pool) -> None:
    ready(pool)
    low = [pool.call(time.sleep, 0.3, account=f"person {n}") for n in range(60)]
    assert in_time(pool.step(opening(), "1", "a match")) in range(7)
    assert not all(future.done() for future in low)
    for future in low:
        future.cancel()


def test_a_call_that_takes_too_long_is_ended(pool: Pool) -> None:
    ready(pool)
    with pytest.raises(Refused, match="no answer in time"):
        pool.call(time.sleep, 600, limit=0.3).result(timeout=IN_TIME)
    ready(pool)


def test_too_much_at_once_is_refused() -> None:
    with Pool(workers=1, most_waiting=3) as small:
        ready(small)
        asked = [small.call(time.sleep, 5, account=f"person {n}") for n in range(3)]
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
    assert begun.wait(timeout=IN_TIME)
    small.close()
    assert small.workers[0].pid is None, "nothing is left behind"


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
        self.found: SearchResult | None = None

    def step(self, now: Situation, seconds: float | None = None, stopped: Stopped = never) -> int:
        self.given.append(seconds)
        return now.load().list_legal(now.position(), now.seat)[0]

    def remark(self, now: Situation) -> int:
        return NONE

    def accepts_draw(self, now: Situation, seconds: float | None = None, stopped: Stopped = never) -> bool:
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
