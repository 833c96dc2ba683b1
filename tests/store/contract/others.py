"""Jobs, uptimes, health and closing."""

import asyncio

import pytest

from parlour.house.ports import Appended, Store, Unavailable, Unit, Wanted
from tests.store.things import card, job


class Jobs:
    async def test_a_job_comes_back_as_it_was_put_last(self, store: Store) -> None:
        assert await store.job("j") is None
        await store.put_job(job("j", body=b"\0what"))
        assert await store.job("j") == job("j", body=b"\0what")
        last = job("j", state="done", done=7, of=9, updated=5, body=b"result")
        await store.put_job(last)
        assert await store.job("j") == last

    async def test_unfinished_jobs_are_listed_in_the_order_in_which_they_came(self, store: Store) -> None:
        for number, id in enumerate("cab"):
            await store.put_job(job(id, updated=number))
        await store.put_job(job("d", state="done", updated=9))
        await store.put_job(job("e", state="failed", updated=9))
        # Getting on does not cost a job its place.
        await store.put_job(job("c", state="running", done=1, of=2, updated=50))
        assert [each.id for each in await store.unfinished_jobs()] == ["c", "a", "b"]

    async def test_a_job_that_is_asked_for_again_waits_behind_others(self, store: Store) -> None:
        await store.put_job(job("a", state="failed", updated=1))
        await store.put_job(job("b", updated=2))
        await store.put_job(job("a", updated=3))
        assert [each.id for each in await store.unfinished_jobs()] == ["b", "a"]

    async def test_jobs_that_ended_are_found_by_their_kind_and_can_be_forgotten(self, store: Store) -> None:
        for id, state, updated in (
            ("export a", "done", 1), ("export b", "failed", 2), ("export c", "running", 1), ("export d", "done", 9),
            ("exports e", "done", 1), ("review f", "done", 1),
        ):  # fmt: skip
            await store.put_job(job(id, state=state, updated=updated))
        assert [each.id for each in await store.ended_jobs("export", 9)] == ["export a", "export b"]
        assert [each.id for each in await store.ended_jobs("export", 99, most=1)] == ["export a"]
        await store.forget_job("export a")
        await store.forget_job("export a")
        assert await store.job("export a") is None
        assert [each.id for each in await store.ended_jobs("export", 99)] == ["export b", "export d"]


class Uptimes:
    async def test_uptimes_are_from_the_begin_to_the_last_beat(self, store: Store) -> None:
        first = await store.begin_uptime(10)
        await store.beat(first, 15)
        await store.beat(first, 20)
        second = await store.begin_uptime(50)
        assert second != first
        await store.beat(second, 60)
        assert await store.uptimes(0) == [(10, 20), (50, 60)]

    async def test_only_those_that_ended_after_a_time_are_told(self, store: Store) -> None:
        first = await store.begin_uptime(10)
        await store.beat(first, 20)
        await store.begin_uptime(50)
        assert await store.uptimes(19) == [(10, 20), (50, 50)]
        assert await store.uptimes(20) == [(50, 50)]
        assert await store.uptimes(50) == []

    async def test_what_was_due_is_due_later_by_the_time_that_the_house_was_down(self, store: Store) -> None:
        await store.beat(await store.begin_uptime(10), 20)
        for table, due in (("t", 25), ("u", None)):
            await store.append(Unit(stream=table, expected=0, events=[b"a"], card=card(table, due=due)))
        await store.begin_uptime(50)
        assert await store.next_due() == 55
        there = await store.card("u")
        assert there is not None
        assert there.due is None

    async def test_a_late_beat_does_not_turn_time_back(self, store: Store) -> None:
        uptime = await store.begin_uptime(10)
        await store.beat(uptime, 30)
        await store.beat(uptime, 20)
        assert await store.uptimes(0) == [(10, 30)]

    async def test_houses_that_begin_at_once_have_uptimes_of_their_own(self, store: Store) -> None:
        numbers = await asyncio.gather(*(store.begin_uptime(10) for _ in range(8)))
        assert len(set(numbers)) == 8


class WholeStore:
    async def test_a_store_that_can_be_written_to_is_healthy(self, store: Store) -> None:
        assert await store.healthy()
        assert await store.cards(Wanted()) == []

    async def test_what_was_begun_before_closing_is_finished(self, store: Store) -> None:
        waiting = [
            asyncio.ensure_future(store.append(Unit(stream=f"t{number}", expected=0, events=[b"a"])))
            for number in range(50)
        ]
        await asyncio.sleep(0)
        await store.close()
        assert await asyncio.gather(*waiting) == [Appended(1)] * 50

    async def test_a_closed_store_says_so(self, store: Store) -> None:
        await store.close()
        await store.close()
        with pytest.raises(Unavailable, match="closed"):
            await store.read("t")
        with pytest.raises(Unavailable, match="closed"):
            await store.append(Unit(stream="t", expected=0, events=[b"a"]))
        assert not await store.healthy()
