"""Work that takes a while, such as a review, kept so that a restart goes on with it."""

from typing import Literal

import msgspec

from parlour.house.store import ABSENT, Change, Index, Kind, Put, Remove, Store, keep, listed, persist

JobState = Literal["waiting", "running", "done", "failed"]
ENDED: tuple[JobState, JobState] = ("done", "failed")


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """Its id is a kind, a space, and what it is about."""

    id: str
    state: JobState
    done: int = 0
    of: int = 0
    updated: int
    body: bytes = b""  # what it needs, then what it came to
    since: int = 0  # when it began to wait: `put_job` knows
    owner: int = 0  # the process that does it


JOBS = Kind(
    "jobs",
    Job,
    ("id",),
    {"state": Index(by=("state",), order=("since", "id")), "updated": Index(by=("state",), order=("updated", "id"))},
)


async def put_job(store: Store, job: Job) -> None:
    """Add it, or put it in place of the one with its id. One that is asked for again after its end waits anew; one that
    only gets on keeps its place."""

    async def changes() -> list[Change]:
        before = await store.get(JOBS, job.id)
        goes_on = before is not None and before.state not in ENDED
        since = before.since if before is not None and goes_on else job.updated
        return [Put(JOBS, msgspec.structs.replace(job, since=since), ABSENT if before is None else before)]

    await persist(store, changes)


async def claim_job(store: Store, id: str, owner: int) -> bool:
    """This process does it from now on. False: it is not wanted any more, or done."""

    async def changes() -> list[Change] | None:
        before = await store.get(JOBS, id)
        if before is None or before.state in ENDED:
            return None
        return [Put(JOBS, msgspec.structs.replace(before, state="running", owner=owner), before)]

    return await persist(store, changes)


async def keep_progress(store: Store, job: Job) -> bool:
    """How far it is, or that it is done, as its owner says. False: it is not the owner's any more. A process that was
    stopped for a while does not know that others have taken it over, and perhaps done it."""

    async def changes() -> list[Change] | None:
        before = await store.get(JOBS, job.id)
        if before is None or not is_underway(before, job.owner):
            return None
        return [Put(JOBS, msgspec.structs.replace(job, since=before.since), before)]

    return await persist(store, changes)


def is_underway(job: Job, owner: int) -> bool:
    """At this process."""
    return job.owner == owner and job.state not in ENDED


async def get_job(store: Store, id: str) -> Job | None:
    return await store.get(JOBS, id)


async def unfinished_jobs(store: Store) -> list[Job]:
    """Those that wait or run, in the order in which they came."""
    found = [one for state in ("waiting", "running") for one in await store.list_by(JOBS, "state", state)]
    return sorted(found, key=lambda one: (one.since, one.id))


async def ended_jobs(store: Store, kind: str, before: int, most: int = 1000) -> list[Job]:
    """Those of this kind that came to an end, good or bad, before that time; by id."""
    found: list[Job] = []
    for state in ENDED:
        found += await listed(
            store, JOBS, "updated", state, where=lambda one: one.id.startswith(f"{kind} ") and one.updated < before,
            most=most,
        )  # fmt: skip
    return sorted(found, key=lambda one: one.id)[:most]


async def forget_job(store: Store, id: str) -> None:
    await keep(store, Remove(JOBS, (id,)))
