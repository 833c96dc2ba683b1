"""Jobs and uptimes."""

import asyncio

from msgspec.structs import replace

from parlour.house import jobs, uptimes
from parlour.house.store import Store
from tests.store.things import job


class Jobs:
    async def test_a_job_comes_back_as_it_was_put_last(self, store: Store) -> None:
        assert await jobs.get_job(store, "j") is None
        await jobs.put_job(store, job("j", body=b"\0what"))
        assert await jobs.get_job(store, "j") == job("j", body=b"\0what", since=1)
        last = job("j", state="done", done=7, of=9, updated=5, body=b"result")
        await jobs.put_job(store, last)
        assert await jobs.get_job(store, "j") == replace(last, since=1), "the house knows when it began to wait"

    async def test_unfinished_jobs_are_listed_in_the_order_in_which_they_came(self, store: Store) -> None:
        for number, id in enumerate("cab"):
            await jobs.put_job(store, job(id, updated=number))
        await jobs.put_job(store, job("d", state="done", updated=9))
        await jobs.put_job(store, job("e", state="failed", updated=9))
        # Getting on does not cost a job its place.
        await jobs.put_job(store, job("c", state="running", done=1, of=2, updated=50))
        assert [each.id for each in await jobs.unfinished_jobs(store)] == ["c", "a", "b"]

    async def test_a_job_that_is_asked_for_again_waits_behind_others(self, store: Store) -> None:
        await jobs.put_job(store, job("a", state="failed", updated=1))
        await jobs.put_job(store, job("b", updated=2))
        await jobs.put_job(store, job("a", updated=3))
        assert [(each.id, each.since) for each in await jobs.unfinished_jobs(store)] == [("b", 2), ("a", 3)]

    async def test_jobs_that_ended_are_found_by_their_kind_and_can_be_forgotten(self, store: Store) -> None:
        for id, state, updated in (
            ("export a", "done", 1), ("export b", "failed", 2), ("export c", "running", 1), ("export d", "done", 9),
            ("exports e", "done", 1), ("review f", "done", 1),
        ):  # fmt: skip
            await jobs.put_job(store, job(id, state=state, updated=updated))
        assert [each.id for each in await jobs.ended_jobs(store, "export", 9)] == ["export a", "export b"]
        assert [each.id for each in await jobs.ended_jobs(store, "export", 99, most=1)] == ["export a"]
        await jobs.forget_job(store, "export a")
        await jobs.forget_job(store, "export a")
        assert await jobs.get_job(store, "export a") is None
        assert [each.id for each in await jobs.ended_jobs(store, "export", 99)] == ["export b", "export d"]


async def spans(store: Store) -> list[tuple[int, int]]:
    return uptimes.spans_of(await uptimes.uptimes(store), own=0)


class Uptimes:
    async def test_uptimes_are_from_the_begin_to_the_last_beat(self, store: Store) -> None:
        first = await uptimes.begin_uptime(store, 10)
        await uptimes.beat(store, first, 15)
        await uptimes.beat(store, first, 20)
        second = await uptimes.begin_uptime(store, 50)
        assert second != first
        await uptimes.beat(store, second, 60)
        assert await spans(store) == [(10, 20), (50, 60)]

    async def test_what_is_new_and_what_has_gone_on_is_read_again(self, store: Store) -> None:
        first = await uptimes.begin_uptime(store, 10)
        known = await uptimes.uptimes(store)
        others = [await uptimes.begin_uptime(store, 20 + i) for i in range(uptimes.MOST_AT_ONCE)]
        await uptimes.beat(store, first, 900)
        found = {one.id: one.until for one in await uptimes.changed_uptimes(store, known)}
        assert found == {first: 900, **{other: 20 + i for i, other in enumerate(others)}}

    async def test_a_late_beat_does_not_turn_time_back(self, store: Store) -> None:
        uptime = await uptimes.begin_uptime(store, 10)
        await uptimes.beat(store, uptime, 30)
        await uptimes.beat(store, uptime, 20)
        assert await spans(store) == [(10, 30)]

    async def test_houses_that_begin_at_once_have_uptimes_of_their_own(self, store: Store) -> None:
        numbers = await asyncio.gather(*(uptimes.begin_uptime(store, 10) for _ in range(8)))
        assert len(set(numbers)) == 8
