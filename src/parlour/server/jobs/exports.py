"""People's own data as a file to take away: a job for each, one at a time, begun anew after a restart. The file is its
owner's alone and gone after a day, or with the account."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Annotated, Literal, ParamSpec, Protocol, TypeVar

import msgspec
from msgspec import Meta

from parlour.core.texts import Refused
from parlour.house import jobs
from parlour.house.jobs import Job, JobState
from parlour.house.neighbours import Neighbours, left_to
from parlour.house.people import records as people_records
from parlour.house.people.own_data import LISTS, DataPiece, DataSources, own_data
from parlour.house.store import Put, keep
from parlour.house.tables.clocks import DAY
from parlour.server.jobs.zip_writer import ZipWriter

KIND = "export"  # in a job's id, before the person's
KEPT = DAY
AT_ONCE = 50  # pieces that are written together

TOLD_APART = 1.0  # seconds between two times that it is kept how far one is, for other processes

log = logging.getLogger("parlour.exports")
P = ParamSpec("P")
T = TypeVar("T")
Timestamp = Annotated[int, Meta(description="Milliseconds since 1970.")]


class _Removed(Exception):
    """Nobody wants it any more."""


class Made(msgspec.Struct, omit_defaults=True):
    """What a finished job has to say."""

    file: str
    size: int
    made: int


class ExportStatus(msgspec.Struct, omit_defaults=True):
    """How far a file with your data is. When it is done it can be fetched, until its time is over."""

    state: Annotated[Literal["none", "waiting", "running", "done", "failed"], Meta(examples=["running"])]
    done: Annotated[int, Meta(description="Tables that are in it.", examples=[12])] = 0
    of: Annotated[int, Meta(description="Tables there are.", examples=[40])] = 0
    size: Annotated[int, Meta(description="Of the file, in bytes.")] = 0
    made: Timestamp = 0
    until: Timestamp = 0


class ExportFiles(Protocol):
    """Where finished files are until their time is over."""

    async def keep(self, path: Path) -> None:
        """It is written, in the folder of this process."""

    async def has(self, name: str) -> bool: ...

    async def find(self, name: str) -> Path | str:
        """The file, or the address under which its owner can fetch it for some minutes."""

    async def remove(self, name: str) -> None:
        """If it is there."""


class FolderFiles:
    """They stay where they are written."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def keep(self, path: Path) -> None: ...

    async def has(self, name: str) -> bool:
        return (self._folder / name).is_file()

    async def find(self, name: str) -> Path | str:
        return self._folder / name

    async def remove(self, name: str) -> None:
        with suppress(OSError):
            await asyncio.to_thread((self._folder / name).unlink, missing_ok=True)


class Exports:
    def __init__(
        self, sources: DataSources, folder: Path, at_once: bool = True, files: ExportFiles | None = None
    ) -> None:
        self._sources, self._folder = sources, folder
        self._files = files or FolderFiles(folder)
        self._at_once = at_once  # else they wait until somebody has them made, see `do`
        self._store, self._time = sources.tables.store, sources.tables.time
        self._running: dict[str, asyncio.Task[None]] = {}
        self._far: dict[str, Job] = {}  # as far as those that are running have come
        self._caller, self._turn = asyncio.Lock(), asyncio.Lock()
        self._writing = ThreadPoolExecutor(1, "exports")
        self.neighbours: Neighbours | None = None  # other processes, which may do some

    async def start(self) -> None:
        """Go on with those that were under way when the server stopped."""
        await self.take_over()

    async def take_over(self) -> None:
        """Go on with what the process that did it has left, and keep no file that nobody can ask for."""
        await self._clear()
        for job in await jobs.unfinished_jobs(self._store):
            person = job.id.removeprefix(f"{KIND} ")
            if job.id.startswith(f"{KIND} ") and person not in self._running and left_to(job, self.neighbours):
                self._run(person)

    async def _clear(self) -> None:
        """What others are just making is theirs: a file begins with the number of its process."""
        named = {made.file for job in await self._ended() if (made := _made(job)) is not None}
        for path in self._folder.glob("*") if self._folder.is_dir() else ():
            owner, dash, _ = path.name.partition("-")
            is_theirs = dash and owner.isdigit() and self.neighbours is not None and self.neighbours.is_up(int(owner))
            if path.name not in named and not is_theirs:
                path.unlink(missing_ok=True)

    async def stop(self) -> None:
        for task in self._running.values():
            task.cancel()
        await asyncio.gather(*self._running.values(), return_exceptions=True)
        self._writing.shutdown()

    # -- for the person ---------------------------------------------------------------------------------------

    async def now(self, person: str) -> ExportStatus:
        job, far = await jobs.get_job(self._store, _id(person)), self._far.get(person)
        if job is None:
            return ExportStatus("none")
        job = far if far is not None and jobs.is_underway(job, far.owner) else job
        made = _made(job)
        if made is None:
            return ExportStatus(job.state, job.done, job.of)
        until = made.made + KEPT
        if until <= self._time.now() or not await self._files.has(made.file):
            return ExportStatus("none")
        return ExportStatus("done", job.done, job.of, made.size, made.made, until)

    def is_under_way(self, person: str) -> bool:
        return person in self._running

    async def ask(self, person: str) -> ExportStatus:
        """Begin, if one is not under way; a file from before is given up for the new one."""
        async with self._caller:
            job = await jobs.get_job(self._store, _id(person))
            if not self.is_under_way(person) and not self._is_done_elsewhere(job):
                await self._forget_file(job)
                await jobs.put_job(self._store, self._job(person, "waiting"))
                self._run(person)
        return await self.now(person)

    async def file(self, person: str) -> Path | str:
        now, job = await self.now(person), await jobs.get_job(self._store, _id(person))
        if now.state in ("waiting", "running"):
            raise Refused("server.export-early")
        made = None if job is None else _made(job)
        if now.state != "done" or made is None:
            raise Refused("server.export-none")
        return await self._files.find(made.file)

    async def remove(self, person: str) -> None:
        """Whether it is there, under way, or neither."""
        task = self._running.get(person)
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        await self._forget(person, await jobs.get_job(self._store, _id(person)))

    async def tidy_up(self) -> None:
        """From time to time: forget what is over."""
        for job in await self._ended(self._time.now() - KEPT + 1):
            await self._forget(job.id.removeprefix(f"{KIND} "), job)

    # -- inside -----------------------------------------------------------------------------------------------

    async def _ended(self, before: int = 2**62) -> list[Job]:
        return await jobs.ended_jobs(self._store, KIND, before, most=100_000)

    async def _forget(self, person: str, job: Job | None) -> None:
        await self._forget_file(job)
        await jobs.forget_job(self._store, _id(person))

    async def _forget_file(self, job: Job | None) -> None:
        made = None if job is None else _made(job)
        if made is not None:
            await self._files.remove(made.file)

    async def do(self, person: str) -> None:
        """Make the one that this person has asked for, unless it is made."""
        job = await jobs.get_job(self._store, _id(person))
        if job is not None and job.state not in jobs.ENDED:
            self._running[person] = task = asyncio.create_task(self._export(person))
            try:
                await task
            finally:
                self._running.pop(person, None)
                self._far.pop(person, None)

    def _run(self, person: str) -> None:
        if not self._at_once:
            return
        task = asyncio.create_task(self._export(person))
        self._running[person] = task
        task.add_done_callback(lambda _: (self._running.pop(person, None), self._far.pop(person, None)))

    async def _export(self, person: str) -> None:
        try:
            async with self._turn:
                if not await self._claim(person):
                    return
                self._note(person, 0, 0)
                made = await self._make(person)
            if made is None:
                await jobs.forget_job(self._store, _id(person))
                return
            far = self._far[person]
            body = msgspec.json.encode(made)
            done = msgspec.structs.replace(far, state="done", updated=made.made, body=body)
            if not await self._keep(done):
                await self._forget_file(done)
            elif await people_records.get_person(self._store, person) is None:  # who went just now leaves no file
                await self._forget(person, done)
        except asyncio.CancelledError:
            raise
        except _Removed:  # at another process, with the account or without
            log.info("an export is no longer wanted")
        except Exception:
            log.exception("an export failed")  # whose is not written down
            await jobs.keep_progress(self._store, self._job(person, "failed"))

    async def _claim(self, person: str) -> bool:
        """It is this process's from now on. False: it was removed, or another was quicker."""
        before = await jobs.get_job(self._store, _id(person))
        if before is None:
            return False
        mine = msgspec.structs.replace(before, state="running", owner=self._sources.tables.process)
        return await keep(self._store, Put(jobs.JOBS, mine, before))

    async def _keep(self, job: Job) -> bool:
        """If it is still wanted: whoever removes it, at this process or another, forgets the job."""
        before = await jobs.get_job(self._store, job.id)
        if before is None or before.owner != job.owner:
            return False
        return await keep(self._store, Put(jobs.JOBS, msgspec.structs.replace(job, since=before.since), before))

    def _note(self, person: str, done: int, of: int) -> None:
        """Where it is, for whoever looks here; after a restart it begins anew."""
        self._far[person] = msgspec.structs.replace(self._job(person, "running"), done=done, of=of)

    def _job(self, person: str, state: JobState) -> Job:
        return Job(id=_id(person), state=state, updated=self._time.now(), owner=self._sources.tables.process)

    def _is_done_elsewhere(self, job: Job | None) -> bool:
        """Whether another process is at it."""
        if job is None or job.state in jobs.ENDED or self.neighbours is None:
            return False
        return job.owner != self.neighbours.process and self.neighbours.is_up(job.owner)

    async def _make(self, id: str) -> Made | None:
        """None: there is no such person any more."""
        person = await people_records.get_person(self._store, id)
        if person is None:
            return None
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self._folder / f"{self._sources.tables.process}-{self._sources.tables.entropy.word()}.zip"
        clock = asyncio.get_running_loop().time
        told = clock()
        try:
            with ZipWriter(path, LISTS) as zipped:
                waiting: list[DataPiece] = []
                async for piece in own_data(self._sources, person, lambda done, of: self._note(id, done, of)):
                    waiting.append(piece)
                    if len(waiting) == AT_ONCE:
                        await self._write(zipped.add, waiting)
                        waiting = []
                        if clock() - told >= TOLD_APART:
                            told = clock()
                            if not await self._keep(self._far[id]):
                                raise _Removed
                await self._write(zipped.add, waiting)
                size = await self._write(zipped.close)
            await self._files.keep(path)
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        return Made(path.name, size, self._time.now())

    async def _write(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """In a thread; whoever is cancelled meanwhile waits for it, since it writes into what would be closed then."""
        writing = asyncio.get_running_loop().run_in_executor(self._writing, partial(work, *args, **kwargs))
        try:
            return await asyncio.shield(writing)
        except asyncio.CancelledError:
            await asyncio.wait([writing])
            raise


def _id(person: str) -> str:
    return f"{KIND} {person}"


def _made(job: Job) -> Made | None:
    return msgspec.json.decode(job.body, type=Made) if job.state == "done" else None
