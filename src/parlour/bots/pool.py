"""Workers: bots think in processes of their own, so that a search that hangs, dies or eats memory costs no game.

Every worker has a thread here that gives it one task at a time and waits for the answer. Its process is started at once
if there are games to get ready for, otherwise with its first task. A worker that does not answer in time is killed and
replaced, and the task is given out again.

Thinking is asked for on somebody's account and shared by account (`fair_queue.py`). Where much waits a search has less
time, and no move is ever made at random because of that.
"""

import itertools
import logging
import multiprocessing
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from random import Random
from typing import Any

import msgspec

from parlour import games
from parlour.bots import fair_queue, searcher
from parlour.bots.bot import Bot, bot_named, seed_of
from parlour.bots.fair_queue import FairQueue, Full, Serving
from parlour.bots.searcher import Stopped, never
from parlour.bots.situation import Situation
from parlour.core.game import Game
from parlour.core.knowledge import NONE
from parlour.core.texts import Refused

THINK = 2.0  # seconds for a move
LATE = 2.0  # seconds that a worker may be over its time before it is given up
LOAD_SECONDS = 60.0  # that a worker may take over a game which it meets for the first time
HURRY = 0.3  # seconds to think when a move is asked for the second time
LEAST = 0.05  # seconds to think, however long the loading took
LOOK_AGAIN = 0.5  # seconds until an idle worker looks for games that have been compiled meanwhile
TRIES = 2
MOST_WAITING = 1000
KEPT_BOTS = 2  # per worker, with their trees: about 45 MB each
START_SECONDS = 60.0  # for a worker to be there; only a machine in trouble takes as long
HOUSE = ""  # the account of what nobody asked for
STEP, REMARK, DRAW, CALL = "step", "remark", "draw", "call"
NUMBER_BYTES = 8  # of a task that is to go no further: written and read whole

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
    number: int = 0  # by which it can be stopped
    call: "tuple[Callable[..., Any], tuple[Any, ...]] | None" = None


class Thought(msgspec.Struct, frozen=True):
    """What went into an answer."""

    simulations: int
    seconds: float


class Busy(Refused):
    """Too much is waiting already."""

    def __init__(self) -> None:
        super().__init__("refuse.bots-busy")


class SearchFailed(Refused):
    """Workers died or hung over it, or the bot has a fault."""

    def __init__(self, why: str) -> None:
        super().__init__("refuse.bots-failed", why=why)


class _Answer(Future[Any]):
    """A job's answer. Once it is cancelled nobody thinks about it any longer."""

    def __init__(self, cancelled: Callable[[], None]) -> None:
        super().__init__()
        self._was_cancelled = cancelled

    def cancel(self) -> bool:
        gone = super().cancel()
        if gone or not self.done():
            self._was_cancelled()
        return gone


class _Job:
    """A task under way."""

    def __init__(self, pool: "Pool", task: Task, urgent: bool, limit: float, at_random: bool) -> None:
        self.task, self.urgent = task, urgent
        self.future = _Answer(lambda: pool._stop(self))
        self.limit = limit  # seconds that one try may take
        self.at_random = at_random  # any legal move will do if the search fails
        self.tries = 0
        self.stopped = False  # nobody wants it any more

    def hurry(self) -> None:
        """The next try must be quick."""
        if self.urgent:
            self.task = msgspec.structs.replace(self.task, seconds=HURRY)


class Pool:
    """So many workers. Answers are futures; ask from any thread."""

    def __init__(
        self,
        workers: int = 1,
        warm: tuple[str, ...] = (),
        most_waiting: int = MOST_WAITING,
        most_of_one: int = fair_queue.MOST_WAITING,
    ) -> None:
        self.replaced = 0  # workers that died or hung
        self.cut_short = 0  # searches that had less time than they asked for
        self.made_at_random = 0  # moves, because a search failed
        self.listeners: list[Callable[[Task, Thought], None]] = []  # told of every search, in a worker's thread
        self._warm, self._most = warm, most_waiting
        self._queue: FairQueue[_Job] = FairQueue(workers, THINK, most_of_one)
        self._changed = threading.Condition()
        self._closing = False
        self._numbers = itertools.count(1)
        self._where: OrderedDict[str, int] = OrderedDict()  # which worker has a match's trees
        self.workers = [_Worker(self, number) for number in range(workers)]

    @property
    def waiting(self) -> int:
        """Jobs that no worker has yet."""
        with self._changed:
            return len(self._queue)

    @property
    def accounts(self) -> int:
        """For how many something waits or is being thought about."""
        with self._changed:
            return self._queue.accounts

    def least_used(self, accounts: "tuple[str, ...]") -> str:
        """On whose account to ask for what several want."""
        with self._changed:
            return self._queue.least_used(accounts or (HOUSE,))

    def step(
        self,
        now: Situation,
        bot: str,
        key: str,
        seed: int = 0,
        seconds: float = THINK,
        *,
        account: str = HOUSE,
        at_random: bool = True,
    ) -> "Future[int]":
        """A legal move for the seat, the bot's. If it fails again and again: any, or without `at_random` none."""
        return self._ask(Task(STEP, now, bot, key, seed, seconds), account, at_random=at_random)

    def remark(self, now: Situation, bot: str, key: str, seed: int = 0, *, account: str = HOUSE) -> "Future[int]":
        """One of `also` worth doing, or NONE."""
        return self._ask(Task(REMARK, now, bot, key, seed), account)

    def accepts_draw(
        self, now: Situation, bot: str, key: str, seed: int = 0, *, account: str = HOUSE
    ) -> "Future[bool]":
        """Whether the bot, which is to act, takes the draw that it was offered; no, if it fails."""
        return self._ask(Task(DRAW, now, bot, key, seed), account)

    def call(
        self, function: Callable[..., Any], *arguments: Any, limit: float = 60.0, account: str = HOUSE
    ) -> "Future[Any]":
        """Any function of a module, when no table waits for a bot; keep it short, for a table may come."""
        return self._ask(Task(CALL, call=(function, arguments)), account, urgent=False, limit=limit)

    def close(self) -> None:
        """Workers go; what still waits is cancelled."""
        with self._changed:
            self._closing = True
            waiting = self._queue.clear()
            self._changed.notify_all()
        for job in waiting:
            job.future.cancel()
        for worker in self.workers:
            worker.close()

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _ask(
        self, task: Task, account: str, urgent: bool = True, limit: float = THINK + LATE, at_random: bool = True
    ) -> "Future[Any]":
        task = msgspec.structs.replace(task, number=next(self._numbers))
        job = _Job(self, task, urgent, limit, at_random)
        with self._changed:
            if self._closing or len(self._queue) >= self._most:
                raise Busy
            try:
                self._queue.put(job, account, urgent)
            except Full:
                raise Busy from None
            self._changed.notify_all()
        return job.future

    def _stop(self, job: _Job) -> None:
        """Nobody wants this any more: it is not begun, or goes no further."""
        with self._changed:
            job.stopped = True
            self._queue.discard(job)
        for worker in self.workers:
            worker.stop(job)

    def _next(self, worker: int) -> Serving[_Job] | None:
        """A job for this worker, when there is one; None: it is to go."""
        with self._changed:
            while not self._closing:
                turn = self._queue.take(lambda job: self._where.get(job.task.key) == worker)
                if turn is not None:
                    self._begin(turn, worker)
                    return turn
                self._changed.wait()
        return None

    def _begin(self, turn: Serving[_Job], worker: int) -> None:
        """How long it may think depends on what else waits; and its trees will be with this worker."""
        job = turn.item
        if turn.seconds < job.task.seconds:
            self.cut_short += job.task.kind == STEP
            job.task = msgspec.structs.replace(job.task, seconds=turn.seconds)
        if job.task.key:
            self._where[job.task.key] = worker
            self._where.move_to_end(job.task.key)
            while len(self._where) > KEPT_BOTS * len(self.workers):
                self._where.popitem(last=False)

    def _done(self, turn: Serving[_Job], again: bool = False) -> None:
        with self._changed:
            if again and not self._closing:
                self._queue.again(turn)
            else:
                self._queue.done(turn)
            self._changed.notify_all()


class _Worker:
    """A process, and the thread that talks to it."""

    def __init__(self, pool: Pool, number: int) -> None:
        self._pool, self._number = pool, number
        self.there = threading.Event()  # the process has begun to take tasks
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._job: _Job | None = None  # that it is at, or was last
        self._met: set[str] = set()  # games that the process has loaded
        self._stops: Connection | None = None  # by which the process is told what is to go no further
        self._stopping = threading.Lock()  # whoever holds it, has `_stops` open
        self._stopped = 0  # the number of the last task that the process was told of so
        self._thread = threading.Thread(target=self._run, name=f"bots-{number}", daemon=True)
        self._thread.start()

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    def stop(self, job: _Job) -> None:
        """If this worker thinks about it, it answers what it has, at once."""
        number = job.task.number
        if self._job is not job:
            return
        with self._stopping:
            if self._stops is not None and self._stopped != number:
                self._stopped = number
                with suppress(OSError):  # the process is gone, and with it what it thought
                    os.write(self._stops.fileno(), number.to_bytes(NUMBER_BYTES))

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
        while (turn := self._pool._next(self._number)) is not None:
            again = self._do(turn.item)
            self._pool._done(turn, again)
        self._kill()

    def _do(self, job: _Job) -> bool:
        """Answer a job; True: it has to be tried once more, by any worker."""
        self._job = job
        if job.tries == 0 and not job.future.set_running_or_notify_cancel():
            return False
        job.tries += 1
        try:
            if self._process is None or not self._process.is_alive():
                self._start()
            good, answer, thought = self._talk(job)
        except (EOFError, OSError, TimeoutError) as fault:
            return self._give_up(job, fault)
        if thought is not None:
            for listener in self._pool.listeners:
                listener(job.task, thought)
        if not good:
            return self._fail(job, f"the bot failed: {answer}")
        if job.task.kind == STEP and answer not in _legal(job.task):
            return self._fail(job, f"the bot wanted {answer}, which is not legal")
        job.future.set_result(answer)
        return False

    def _talk(self, job: _Job) -> tuple[bool, Any, Thought | None]:
        if self._pipe is None:
            raise TimeoutError
        if job.stopped:  # before this process was there to be told
            self.stop(job)
        self._pipe.send(msgspec.structs.replace(job.task, sent=time.monotonic()))
        game = "" if job.task.now is None else job.task.now.game
        # Else, on a machine where loading takes long, one worker after the other would be given up over it.
        loading = LOAD_SECONDS if game and game not in self._met else 0.0
        if not self._pipe.poll(job.limit + loading):
            raise TimeoutError
        answer: tuple[bool, Any, Thought | None] = self._pipe.recv()
        self._met.add(game)
        return answer

    def _give_up(self, job: _Job, fault: Exception) -> bool:
        """The worker is beyond help."""
        log.warning("a bot's worker is replaced: %s", type(fault).__name__)
        self._kill()
        if self._pool._closing:
            job.future.set_exception(Busy())
            return False
        self._pool.replaced += 1
        again = self._fail(job, "no answer in time", crashed=True)
        self._start()
        return again

    def _fail(self, job: _Job, why: str, crashed: bool = False) -> bool:
        """It may be tried once more, with a short search; else it is answered without one."""
        if job.stopped:
            job.future.set_exception(SearchFailed(why))
        elif job.tries < TRIES and (job.urgent or crashed):
            job.hurry()
            return True
        else:
            self._pool.made_at_random += answer_anyhow(job, why)
        return False

    def _start(self) -> None:
        if self._pool._closing:
            return
        try:
            self._begin_process()
        except OSError:
            log.exception("a bot's worker could not be started")
            self._kill()
            return
        assert self._pipe is not None
        try:
            if not self._pipe.poll(START_SECONDS):
                raise TimeoutError
            self._pipe.recv()
            self.there.set()
        except (EOFError, OSError, TimeoutError):
            if not self._pool._closing:
                log.error("a bot's worker did not start")
            self._kill()

    def _begin_process(self) -> None:
        """With nothing between the two but pipes: where functions run there is no memory to share, and no semaphore."""
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        told, stops = context.Pipe(duplex=False)
        with self._stopping:
            self._stops, self._stopped = stops, 0
        self._met = set()
        process = context.Process(target=_work, args=(theirs, self._pool._warm, told), daemon=True)
        try:
            process.start()
            self._process = process  # only now: one that has not begun cannot be killed, and the pool may be closing
        finally:
            theirs.close()
            told.close()

    def _kill(self) -> None:
        self.there.clear()
        with self._stopping:
            if self._stops is not None:
                self._stops.close()
            self._stops = None
        process, pipe = self._process, self._pipe
        if process is not None and process.is_alive():
            process.kill()
            process.join(timeout=5)
        if pipe is not None:
            pipe.close()
        self._process = self._pipe = None


def answer_anyhow(job: _Job, why: str) -> bool:
    """A search has failed for good. Where nothing depends on it, any legal move is better than a table that waits for
    ever; answers whether one was made."""
    log.warning("%s: %s", job.task.kind, why)
    if job.task.kind == STEP and job.at_random:
        job.future.set_result(Random(_lot(job.task)).choice(_legal(job.task)))
        return True
    if job.task.kind == REMARK:
        job.future.set_result(NONE)
    elif job.task.kind == DRAW:
        job.future.set_result(False)
    else:
        job.future.set_exception(SearchFailed(why))
    return False


def _legal(task: Task) -> list[int]:
    assert task.now is not None, "a step is asked for a situation"
    return task.now.load().list_legal(task.now.position(), task.now.seat)


def _lot(task: Task) -> int:
    """Another one for every move: whoever has seen one of them knows nothing of the next."""
    assert task.now is not None, "a step is asked for a situation"
    return seed_of(task.seed, task.now)


# -- in the worker's process ------------------------------------------------------------------------------


class _Stops:
    """What the process is told while it thinks."""

    def __init__(self, told: Connection) -> None:
        os.set_blocking(told.fileno(), False)
        self._told, self._latest = told, 0

    def has(self, number: int) -> bool:
        """Whether that task is to go no further. Tasks are numbered as they are asked for."""
        with suppress(BlockingIOError):
            if not (said := os.read(self._told.fileno(), 100 * NUMBER_BYTES)):
                return True  # nobody is there any more
            self._latest = int.from_bytes(said[-NUMBER_BYTES:])
        return self._latest == number


def _work(pipe: Connection, warm: tuple[str, ...], told: Connection) -> None:
    """Answer tasks until the other side goes; while there are none, get ready for those to come."""
    cold, stops = list(warm), _Stops(told)
    bots: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()
    try:
        pipe.send("here")
        while True:
            while cold and not pipe.poll(0.0):
                if not _warm_up(cold):
                    pipe.poll(LOOK_AGAIN)
            task: Task = pipe.recv()
            try:
                pipe.send((True, *_answer(task, bots, partial(stops.has, task.number))))
            except Refused as refusal:
                pipe.send((False, str(refusal), None))
            except Exception as fault:  # a fault in one game's knowledge is no reason to lose the worker
                pipe.send((False, f"{type(fault).__name__}: {fault}", None))
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


def _answer(
    task: Task, bots: "OrderedDict[tuple[str, int, str], Bot]", stopped: Stopped = never
) -> tuple[Any, Thought | None]:
    if task.call is not None:
        function, arguments = task.call
        return function(*arguments), None
    now = task.now
    assert now is not None, "all else is about a situation"
    _load_search(now.load())
    key = (task.key, now.seat, task.bot)
    bot = bots.pop(key, None)
    while len(bots) >= KEPT_BOTS:  # before another is made: trees are what takes a worker's memory
        bots.popitem(last=False)
    bots[key] = bot = bot or bot_named(task.bot, now.load(), now.seats, task.seed)
    if task.kind == REMARK:
        return bot.remark(now), None
    # A game met for the first time is loaded first, which can take a second: the table does not wait longer for it.
    seconds = max(LEAST, task.seconds - (time.monotonic() - task.sent))
    bot.found = None
    answer = bot.accepts_draw(now, seconds, stopped) if task.kind == DRAW else bot.step(now, seconds, stopped)
    return answer, None if bot.found is None else Thought(bot.found.simulations, bot.found.seconds)
