"""What is due: clocks, letters, tournaments, and all that was to be done and was not, as whoever was to do it is gone.

A schedule wakes this every minute. What is due between two ticks is woken by a message that a queue keeps back until
then. Either may come twice or late: what is due is looked up.
"""

import logging
from collections.abc import Mapping
from functools import partial
from typing import Any

from parlour.aws.feedback import take_returned
from parlour.aws.house import FunctionHouse
from parlour.aws.queues import Event, each
from parlour.core.texts import Refused
from parlour.house import jobs
from parlour.house.live import counts
from parlour.house.live import records as live_records
from parlour.house.store import Unavailable
from parlour.house.tables import records as table_records
from parlour.house.tables.clocks import MINUTE, SECOND
from parlour.house.tables.worker import HourlyTask
from parlour.server.jobs.exports import KIND as EXPORT
from parlour.server.jobs.reviews import KIND as REVIEW

AHEAD = 90 * SECOND  # what is due by then is woken in time; a tick may come late
LEFT_ALONE = 20 * SECOND  # what waits for the house and was not seen to by then, is thought about again
JOB_LEFT_ALONE = 10 * MINUTE
HOUR = 60  # ticks

log = logging.getLogger("parlour.functions")


async def tick(house: FunctionHouse, event: Event) -> dict[str, Any]:
    records = event.get("Records") or ()
    if records and records[0].get("eventSource") == "aws:sqs":
        return await each(records, partial(_wake, house))
    if records and records[0].get("EventSource") == "aws:sns":
        await take_returned(event, house.services.tables.store)
        return {}
    await look_round(house)
    return {}


async def _wake(house: FunctionHouse, asked: Mapping[str, Any]) -> None:
    if "due" in asked:
        await run_out(house)
    elif "letters" in asked:
        await deliver(house)
    elif "tournament" in asked:
        await look_after_tournament(house, asked["tournament"])


async def look_round(house: FunctionHouse) -> None:
    """Each by itself: what cannot be done holds nothing else up."""
    await house.beat()
    work: list[HourlyTask] = [partial(each_work, house) for each_work in DUE]
    if (house.parts.time.now() // MINUTE) % HOUR == 0:
        work += [*house.services.hourly_tasks, partial(forget_sockets, house), partial(forget_counts, house)]
    for task in work:
        try:
            await task()
        except Refused as why:
            log.warning("something that is due waits: %s", why)
        except Exception:
            log.exception("something that is due cannot be done")


async def run_out(house: FunctionHouse) -> None:
    await house.services.tables.run_out(house.parts.time.now())


async def wake_in_time(house: FunctionHouse) -> None:
    """Whose time runs out before the next tick."""
    now, store = house.parts.time.now(), house.services.tables.store
    for id, due in await table_records.due_until(store, now + AHEAD):
        await house.clients.wake_later({"due": id}, delay=max(0.0, (due - now) / 1000))


async def think_of_what_waits(house: FunctionHouse) -> None:
    late = house.parts.time.now() - LEFT_ALONE
    for one in await table_records.tables_to_resume(house.services.tables.store):
        if one.updated < late:
            await house.clients.think({"table": one.table})


async def finish_jobs(house: FunctionHouse) -> None:
    """A job that has not got on for long has lost whoever did it."""
    late = house.parts.time.now() - JOB_LEFT_ALONE
    for job in await jobs.unfinished_jobs(house.services.tables.store):
        if job.updated < late:
            what = "review" if job.id.startswith(REVIEW) else EXPORT
            await house.clients.think({what: job.id.partition(" ")[2]})


async def look_after_tournaments(house: FunctionHouse) -> None:
    for id in await house.services.tournaments.unfinished():
        await look_after_tournament(house, id)


async def look_after_tournament(house: FunctionHouse, id: str) -> None:
    due, now = await house.services.tournament_worker.look_after(id), house.parts.time.now()
    if due is not None and due - now < AHEAD:
        await house.clients.wake_later({"tournament": id}, delay=max(1.0, (due - now) / 1000))


async def announce(house: FunctionHouse) -> None:
    await house.services.weekly.announce_due()


async def end_searches(house: FunctionHouse) -> None:
    await house.services.searches.end_deserted()


async def deliver(house: FunctionHouse) -> None:
    """Two who deliver at once send nothing twice: each letter is claimed before it goes."""
    for delivery in (house.services.delivery, house.services.pushes):
        try:
            await delivery.settle()
            await delivery.deliver_due()
        except Unavailable as why:
            log.warning("letters wait: %s", why)


async def forget_sockets(house: FunctionHouse) -> None:
    await live_records.forget_old(house.services.tables.store, house.parts.time.now())


async def forget_counts(house: FunctionHouse) -> None:
    await counts.forget_old_counts(house.services.tables.store, house.parts.time.now())


DUE = (run_out, wake_in_time, think_of_what_waits, finish_jobs, look_after_tournaments, announce, end_searches, deliver)
