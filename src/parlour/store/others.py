"""Scripts for jobs, uptimes and the pulse."""

from parlour.house.ports import Job
from parlour.store.script import Raced, Row, Script

JOB = "id, state, done, total, updated, body"
# A job that is asked for again after its end waits anew; one that only gets on keeps its place.
PUT_JOB = """INSERT INTO jobs (id, state, done, total, updated, body, since) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?5)
ON CONFLICT (id) DO UPDATE SET state = excluded.state, done = excluded.done, total = excluded.total,
updated = excluded.updated, body = excluded.body,
since = CASE WHEN jobs.state IN ('done', 'failed') THEN excluded.since ELSE jobs.since END"""
# A kind ends with a space in a job's id: what follows it is below the next character.
ENDED = f"""SELECT {JOB} FROM jobs WHERE id >= ?1 AND id < ?2 AND state IN ('done', 'failed') AND updated < ?3
ORDER BY id LIMIT ?4"""
UNFINISHED = f"SELECT {JOB} FROM jobs WHERE state IN ('waiting', 'running') ORDER BY since, id"
ADD_UPTIME = "INSERT INTO uptimes (id, began, until) VALUES (?1, ?2, ?2) ON CONFLICT DO NOTHING RETURNING id"
POSTPONE = "UPDATE cards SET due = due + ?1 WHERE due IS NOT NULL"
BEAT = "UPDATE uptimes SET until = ?2 WHERE id = ?1 AND until < ?2"
UPTIMES = "SELECT began, until FROM uptimes WHERE until > ?1 ORDER BY began, id"
PULSE = "INSERT INTO pulse (id, beats) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET beats = pulse.beats + 1"


def put_job(job: Job) -> Script[None]:
    yield PUT_JOB, (job.id, job.state, job.done, job.of, job.updated, job.body)


def job(id: str) -> Script[Job | None]:
    rows = yield f"SELECT {JOB} FROM jobs WHERE id = ?1", (id,)
    return _job(rows[0]) if rows else None


def unfinished_jobs() -> Script[list[Job]]:
    return [_job(row) for row in (yield UNFINISHED, ())]


def ended_jobs(kind: str, before: int, most: int) -> Script[list[Job]]:
    return [_job(row) for row in (yield ENDED, (f"{kind} ", f"{kind}!", before, most))]


def forget_job(id: str) -> Script[None]:
    yield "DELETE FROM jobs WHERE id = ?1", (id,)


def begin_uptime(now: int) -> Script[int]:
    [(last, until)] = yield "SELECT coalesce(max(id), 0), max(until) FROM uptimes", ()
    if not (yield ADD_UPTIME, (last + 1, now)):
        raise Raced
    if until is not None and until < now:
        yield POSTPONE, (now - until,)
    return int(last) + 1


def beat(uptime: int, now: int) -> Script[None]:
    yield BEAT, (uptime, now)


def uptimes(since: int) -> Script[list[tuple[int, int]]]:
    return [(began, until) for began, until in (yield UPTIMES, (since,))]


def pulse() -> Script[bool]:
    """A write, to see whether it can be done."""
    yield PULSE, ()
    return True


def _job(row: Row) -> Job:
    id, state, done, total, updated, body = row
    return Job(id=id, state=state, done=done, of=total, updated=updated, body=body)
