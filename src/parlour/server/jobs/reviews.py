"""Reviews of finished matches, as jobs: in the pool when no table waits for a bot, and after a restart too."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Literal

import msgspec

from parlour.bots.pool import HOUSE, Busy, Pool
from parlour.bots.review import Review, StepReview, choices_of, conclude, effort, review_step
from parlour.core import record as records
from parlour.core.record import Record
from parlour.core.texts import Refused
from parlour.house import jobs
from parlour.house.background import AGAIN
from parlour.house.jobs import Job, JobState
from parlour.house.neighbours import Neighbours, left_to
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import Table

KIND = "review "  # in a job's id, before the table's
EVERY = 5  # steps between two times that progress is kept

log = logging.getLogger("parlour.reviews")


class ReviewStatus(msgspec.Struct, omit_defaults=True):
    """How far a review is, and when it is done what it came to."""

    state: Literal["none"] | JobState
    done: int
    of: int
    review: Review | None = None


class Reviews:
    def __init__(self, tables: TableRepository, pool: Pool, at_once: bool = True) -> None:
        self._tables, self._pool = tables, pool
        self._at_once = at_once  # else they wait until somebody has them done, see `do`
        self._running: dict[str, asyncio.Task[None]] = {}
        self._far: dict[str, Job] = {}  # as far as those that are running have come
        self.neighbours: Neighbours | None = None  # other processes, which may do some

    async def start(self) -> None:
        """Go on with those that were under way when the server stopped, or another process that did them."""
        for job in await jobs.unfinished_jobs(self._tables.store):
            if job.id.startswith(KIND) and left_to(job, self.neighbours):
                self._run(job.id.removeprefix(KIND), HOUSE)  # who asked for it is not kept

    async def stop(self) -> None:
        for task in self._running.values():
            task.cancel()
        await asyncio.gather(*self._running.values(), return_exceptions=True)

    async def ask(self, table: Table, person: str, count: Callable[[], Awaitable[None]] | None = None) -> ReviewStatus:
        """Begin on this person's account, if that has not been done. `count` is told before one begins, and may
        refuse."""
        finished(table)
        now = await self.now(table)
        if now.state not in ("none", "failed"):
            return now
        if count is not None:
            await count()
        job = Job(id=KIND + table.id, state="waiting", updated=self._tables.time.now(), owner=self._owner)
        await jobs.put_job(self._tables.store, job)
        self._run(table.id, person)
        return await self.now(table)

    async def now(self, table: Table) -> ReviewStatus:
        job, far = await jobs.get_job(self._tables.store, KIND + table.id), self._far.get(table.id)
        if job is None:
            return ReviewStatus("none", 0, 0)
        job = far if far is not None and jobs.is_underway(job, self._owner) else job
        review = msgspec.json.decode(job.body, type=Review) if job.state == "done" else None
        return ReviewStatus(job.state, job.done, job.of, review)

    @property
    def _owner(self) -> int:
        return self._tables.process

    async def do(self, table: str) -> None:
        """The review that somebody has asked for, unless it is done. Two who do it come to the same."""
        job = await jobs.get_job(self._tables.store, KIND + table)
        if job is not None and job.state not in jobs.ENDED:
            await self._review(table, HOUSE)

    def _run(self, table: str, account: str) -> None:
        if self._at_once and table not in self._running:
            task = asyncio.create_task(self._review(table, account))
            self._running[table] = task
            task.add_done_callback(lambda _: (self._running.pop(table, None), self._far.pop(table, None)))

    async def _review(self, id: str, account: str) -> None:
        job = Job(id=KIND + id, state="running", updated=self._tables.time.now(), owner=self._owner)
        if not await jobs.claim_job(self._tables.store, job.id, job.owner):
            return
        try:
            while True:
                try:
                    table = await self._tables.table(id)
                    break
                except Refused as refusal:
                    if refusal.text.key != "server.not-ready":
                        raise
                    await asyncio.sleep(1)
            record = finished(table)
            chosen = await asyncio.to_thread(choices_of, record)
            data, simulations = records.to_json(record), effort(table.game, len(chosen))
            looked: list[StepReview] = []
            for number in chosen:
                looked.append(await self._step(account, data, number, simulations))
                job = msgspec.structs.replace(job, done=len(looked), of=len(chosen), updated=self._tables.time.now())
                self._far[id] = job
                if len(looked) % EVERY == 0 and not await jobs.keep_progress(self._tables.store, job):
                    return
            whole = msgspec.json.encode(conclude(record, looked))
            await jobs.keep_progress(self._tables.store, msgspec.structs.replace(job, state="done", body=whole))
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("a review of table %s failed", id)
            await jobs.keep_progress(self._tables.store, msgspec.structs.replace(job, state="failed"))

    async def _step(self, account: str, data: bytes, number: int, simulations: int) -> StepReview:
        """One step looked at, as soon as the pool takes it: there may be much on this account already."""
        while True:
            try:
                answer = self._pool.call(review_step, data, number, simulations, account=account)
            except Busy:
                await asyncio.sleep(AGAIN)
                continue
            step: StepReview = await asyncio.wrap_future(answer)
            return step


def finished(table: Table) -> Record:
    """The record of a match that is over; of one that is not, nothing is given out."""
    if table.match is None or not table.over:
        raise Refused("server.record-early")
    return table.match.record()
