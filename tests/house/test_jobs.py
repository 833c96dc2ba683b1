"""Jobs: whose one is, and what becomes of what a process says that was thought to be gone."""

import pytest
from msgspec.structs import replace

from parlour.house import jobs
from parlour.house.jobs import Job
from parlour.house.store import Store

pytestmark = pytest.mark.anyio
ID = "review t"


async def test_who_was_stopped_while_another_took_the_job_over_sets_nothing_back(store: Store) -> None:
    await jobs.put_job(store, Job(id=ID, state="waiting", updated=1, owner=1))
    assert await jobs.claim_job(store, ID, 1)
    stopped = Job(id=ID, state="running", updated=2, owner=1, done=5, of=8)
    assert await jobs.keep_progress(store, stopped)
    assert await jobs.claim_job(store, ID, 2)
    assert not await jobs.keep_progress(store, replace(stopped, done=6))
    done = replace(stopped, owner=2, state="done", done=8, body=b"what it came to")
    assert await jobs.keep_progress(store, done)
    for late in (replace(stopped, state="done"), replace(stopped, state="failed")):
        assert not await jobs.keep_progress(store, late)
    assert not await jobs.claim_job(store, ID, 1), "it is done"
    assert await jobs.get_job(store, ID) == replace(done, since=1)


async def test_a_job_that_is_not_wanted_any_more_does_not_come_back(store: Store) -> None:
    await jobs.put_job(store, Job(id=ID, state="running", updated=1, owner=1))
    await jobs.forget_job(store, ID)
    assert not await jobs.keep_progress(store, Job(id=ID, state="done", updated=2, owner=1))
    assert not await jobs.claim_job(store, ID, 1)
    assert await jobs.get_job(store, ID) is None
