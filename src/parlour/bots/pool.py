"""Workers: bots think in processes of their own, so that a search that hangs, dies or eats memory costs no game.

Every worker has a thread here that gives it one task at a time and waits for the answer. Its process is started at once
if there are games to get ready for, otherwise with its first task. A worker that does not answer in time is killed and
replaced, and the task is given out again; a table never waits longer than PATIENCE, whatever happens: then any legal
move is made for it.
"""

import logging
import multiprocessing
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from random import Random
from typing import Any

import msgspec

from parlour import games
from parlour.bots import searcher
from parlour.bots.bot import Bot, bot_named, seed_of
from parlour.bots.situation import Situation
from parlour.core.game import Game
from parlour.core.knowledge import NONE
from parlour.core.texts import Refused

THINK = 2.0  # seconds for a move
PATIENCE = 4.5  # seconds from asking to an answer, come what may
LATE = 1.0  # seconds that a worker may be over its time before it is given up
HURRY = 0.3  # seconds to think when a move is asked for the second time
LEAST = 0.05  # seconds to think, however long the loading took
LOOK_AGAIN = 0.5  # seconds until an idle worker looks for games that have been compiled meanwhile
TRIES = 2
MOST_WAITING = 1000
KEPT_BOTS = 2  # per worker, with their trees: about 45 MB each
START_SECONDS = 60.0  # for a worker to be there; only a machine in trouble takes as long
STEP, REMARK, DRAW, CALL = "step", "remark", "draw", "call"

log = logging.getLogger(__name__)


class Task(msgspec.Struct, frozen=True):
    """What a worker is asked to do."""

    kind: str
    now: Situation | None = None
    bot: str = ""  # as `bot_named` spells it
    key: str = ""  # of the match: its bots stay where their trees are
    seed: int = 0
    seconds: float = THINK  # at most
    sent: float = 0.0  # when it went to the worker, by a clock that all processes of a machine share
    call: "tuple[Callable[..., Any], tuple[Any, ...]] | None" = None


class Busy(Refused):
    """Too much is waiting already."""

    def __init__(self) -> None:
        super().__init__("refuse.bots-busy")


class _Job:
    """A task under way."""

    def __init__(self, task: Task, low: bool, limit: float) -> None:
        self.task, self.low = task, low
        self.future: Future[Any] = Future()
        self.asked = time.monotonic()
        self.limit = limit  # seconds that one try may take
        self.tries = 0

    def hurry(self) -> None:
        """The next try must be quick."""
        if not self.low:
            self.task, self.limit = msgspec.structs.replace(self.task, seconds=HURRY), HURRY + LATE

    @property
    def left(self) -> float:
        """Seconds until somebody must have an answer; a job that nobody waits for at a table has all the time."""
        return float("inf") if self.low else self.asked + PATIENCE - time.monotonic()


class Pool:
    """So many workers. Answers are futures; ask from any thread."""

    def __init__(self, workers: int = 1, warm: tuple[str, ...] = (), most_waiting: int = MOST_WAITING) -> None:
        self.replaced = 0  # workers that died or hung
        self._warm, self._most = warm, most_waiting
        self._waiting: list[_Job] = []
        self._changed = threading.Condition()
        self._closing = False
        self._where: OrderedDict[str, int] = OrderedDict()  # which worker has a match's trees
        self.workers = [_Worker(self, number) for number in range(workers)]
        self._clock = threading.Thread(target=self._watch_the_clock, name="bots-clock", daemon=True)
        self._clock.start()

    def step(self, now: Situation, bot: str, key: str, seed: int = 0, seconds: float = THINK) -> "Future[int]":
        """A legal move for the seat: the bot's, or any if there is none in time."""
        return self._ask(_Job(Task(STEP, now, bot, key, seed, seconds), low=False, limit=seconds + LATE))

    def remark(self, now: Situation, bot: str, key: str, seed: int = 0) -> "Future[int]":
        """One of `also` worth doing, or NONE."""
        return self._ask(_Job(Task(REMARK, now, bot, key, seed), low=False, limit=HURRY + LATE))

    def accepts_draw(self, now: Situation, bot: str, key: str, seed: int = 0) -> "Future[bool]":
        """Whether the bot, which is to act, takes the draw that it was offered; no, if there is no answer in time."""
        return self._ask(_Job(Task(DRAW, now, bot, key, seed), low=False, limit=THINK + LATE))

    def call(self, function: Callable[..., Any], *arguments: Any, limit: float = 60.0) -> "Future[Any]":
        """Any function of a module, when no table waits for a bot; keep it short, for a table may come."""
        return self._ask(_Job(Task(CALL, call=(function, arguments)), low=True, limit=limit))

    def close(self) -> None:
        """Workers go; what still waits is cancelled."""
        with self._changed:
            self._closing = True
            waiting, self._waiting = self._waiting, []
            self._changed.notify_all()
        for job in waiting:
            job.future.cancel()
        for worker in self.workers:
            worker.close()

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _ask(self, job: _Job) -> "Future[Any]":
        with self._changed:
            if self._closing or len(self._waiting) >= self._most:
                raise Busy
            self._waiting.append(job)
            self._changed.notify_all()
        return job.future

    def _watch_the_clock(self) -> None:
        """What no worker had time for is answered here."""
        while True:
            with self._changed:
                if self._closing:
                    return
                late = [job for job in self._waiting if job.left <= 0]
                for job in late:
                    self._waiting.remove(job)
                if not late:
                    soonest = min((job.left for job in self._waiting), default=PATIENCE)
                    self._changed.wait(min(soonest, PATIENCE))
            for job in late:
                if job.tries or job.future.set_running_or_notify_cancel():
                    answer_anyhow(job, "no worker was free in time")

    def _next(self, worker: int) -> _Job | None:
        """A job for this worker, when there is one; None: it is to go."""
        with self._changed:
            while not self._closing:
                job = self._fitting(worker)
                if job is not None:
                    self._waiting.remove(job)
                    if job.task.key:
                        self._where[job.task.key] = worker
                        self._where.move_to_end(job.task.key)
                        while len(self._where) > KEPT_BOTS * len(self.workers):
                            self._where.popitem(last=False)
                    return job
                self._changed.wait()
        return None

    def _fitting(self, worker: int) -> _Job | None:
        """Tables before reviews; among those, a match that this worker knows, else the one that waited longest."""
        urgent = [job for job in self._waiting if not job.low]
        mine = [job for job in urgent if self._where.get(job.task.key) == worker]
        for job in (*mine, *urgent, *self._waiting):
            return job
        return None

    def _again(self, job: _Job) -> None:
        with self._changed:
            self._waiting.insert(0, job)
            self._changed.notify_all()


class _Worker:
    """A process, and the thread that talks to it."""

    def __init__(self, pool: Pool, number: int) -> None:
        self._pool, self._number = pool, number
        self.there = threading.Event()  # the process has begun to take tasks
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._thread = threading.Thread(target=self._run, name=f"bots-{number}", daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    def close(self) -> None:
        """The process is killed from here; its thread, which alone holds the pipe, sees that and cleans up."""
        while self._thread.is_alive():
            process = self._process
            if process is not None:
                process.kill()
            self._thread.join(timeout=0.1)

    def _run(self) -> None:
        if self._pool._warm:
            self._start()
        while (job := self._pool._next(self._number)) is not None:
            self._do(job)
        self._kill()

    def _do(self, job: _Job) -> None:
        if job.tries == 0 and not job.future.set_running_or_notify_cancel():
            return
        job.tries += 1
        try:
            if self._process is None or not self._process.is_alive():
                self._start()
            good, answer = self._talk(job)
        except (EOFError, OSError, TimeoutError) as fault:
            self._give_up(job, fault)
            return
        if job.future.done():
            return
        if not good:
            answer_anyhow(job, f"the bot failed: {answer}")
        elif job.task.kind == STEP and answer not in _legal(job.task):
            answer_anyhow(job, f"the bot wanted {answer}, which is not legal")
        else:
            job.future.set_result(answer)

    def _talk(self, job: _Job) -> tuple[bool, Any]:
        """The worker's answer. If the table cannot wait as long as the worker may take, the table gets another."""
        if self._pipe is None:
            raise TimeoutError
        late = time.monotonic() + job.limit
        self._pipe.send(msgspec.structs.replace(job.task, sent=time.monotonic()))
        if not self._pipe.poll(max(0.0, min(job.limit, job.left))):
            if job.left <= 0:
                answer_anyhow(job, "no answer in time")
            if not self._pipe.poll(max(0.0, late - time.monotonic())):
                raise TimeoutError
        answer: tuple[bool, Any] = self._pipe.recv()
        return answer

    def _give_up(self, job: _Job, fault: Exception) -> None:
        """The worker is beyond help; the job may be tried once more, by any worker, if there is time."""
        log.warning("a bot's worker is replaced: %s", type(fault).__name__)
        self._kill()
        if self._pool._closing:
            if not job.future.done():
                job.future.set_exception(Busy())
            return
        self._pool.replaced += 1
        if job.future.done():
            pass
        elif job.tries < TRIES and job.left > HURRY:
            job.hurry()
            self._pool._again(job)
        else:
            answer_anyhow(job, "no answer in time")
        self._start()

    def _start(self) -> None:
        if self._pool._closing:
            return
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs, self._pool._warm), daemon=True)
        process.start()
        self._process = process  # only now: one that has not begun cannot be killed, and the pool may be closing
        theirs.close()
        try:
            if not self._pipe.poll(START_SECONDS):
                raise TimeoutError
            self._pipe.recv()
            self.there.set()
        except (EOFError, OSError, TimeoutError):
            if not self._pool._closing:
                log.error("a bot's worker did not start")
            self._kill()

    def _kill(self) -> None:
        self.there.clear()
        process, pipe = self._process, self._pipe
        if process is not None and process.is_alive():
            process.kill()
            process.join(timeout=5)
        if pipe is not None:
            pipe.close()
        self._process = self._pipe = None


def answer_anyhow(job: _Job, why: str) -> None:
    """Any legal move is better than a table that waits."""
    log.warning("%s: %s", job.task.kind, why)
    if job.task.kind == STEP:
        job.future.set_result(Random(_lot(job.task)).choice(_legal(job.task)))
    elif job.task.kind == REMARK:
        job.future.set_result(NONE)
    elif job.task.kind == DRAW:
        job.future.set_result(False)
    else:
        job.future.set_exception(Refused("refuse.bots-failed", why=why))


def _legal(task: Task) -> list[int]:
    assert task.now is not None, "a step is asked for a situation"
    return task.now.load().list_legal(task.now.position(), task.now.seat)


def _lot(task: Task) -> int:
    """Another one for every move: whoever has seen one of them knows nothing of the next."""
    assert task.now is not None, "a step is asked for a situation"
    return seed_of(task.seed, task.now)


# -- in the worker's process ------------------------------------------------------------------------------


def _work(pipe: Connection, warm: tuple[str, ...]) -> None:
    """Answer tasks until the other side goes; while there are none, get ready for those to come."""
    cold = list(warm)
    bots: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()
    try:
        pipe.send("here")
        while True:
            while cold and not pipe.poll(0.0):
                if not _warm_up(cold):
                    pipe.poll(LOOK_AGAIN)
            task: Task = pipe.recv()
            try:
                pipe.send((True, _answer(task, bots)))
            except Refused as refusal:
                pipe.send((False, str(refusal)))
            except Exception as fault:  # a fault in one game's knowledge is no reason to lose the worker
                pipe.send((False, f"{type(fault).__name__}: {fault}"))
    except (EOFError, OSError, KeyboardInterrupt):
        return


def _warm_up(cold: list[str]) -> bool:
    """Load one game that has been compiled, if there is one, so that a table need not wait for it."""
    for name in cold:
        game = games.load(name)
        if searcher.is_ready(game):
            searcher.compile_search(game)
            cold.remove(name)
            return True
    return False


def _load_search(game: Game) -> None:
    """All of it, so that it is there even if the cache is deleted then. Nobody waits for a compiler at a table."""
    if not searcher.is_loaded(game):
        if not searcher.is_ready(game):
            raise Refused("refuse.bots-unready", game=game.title)
        searcher.compile_search(game)


def _answer(task: Task, bots: "OrderedDict[tuple[str, int, str], Bot]") -> Any:
    if task.call is not None:
        function, arguments = task.call
        return function(*arguments)
    now = task.now
    assert now is not None, "all else is about a situation"
    _load_search(now.load())
    key = (task.key, now.seat, task.bot)
    bot = bots.pop(key, None)
    while len(bots) >= KEPT_BOTS:  # before another is made: trees are what takes a worker's memory
        bots.popitem(last=False)
    bots[key] = bot = bot or bot_named(task.bot, now.load(), now.seats, task.seed)
    if task.kind == DRAW:
        return bot.accepts_draw(now)
    if task.kind == REMARK:
        return bot.remark(now)
    # A game met for the first time is loaded first, which can take a second: the table does not wait longer for it.
    return bot.step(now, max(LEAST, task.seconds - (time.monotonic() - task.sent)))
