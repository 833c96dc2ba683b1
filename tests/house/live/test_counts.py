"""Counts that are kept in a store agree with those in a process's memory."""

import asyncio
from random import Random

import pytest

from parlour.house.live import counts
from parlour.house.live.counts import REQUEST_COUNTS, Rate
from parlour.server.guard.counters import MemoryCounters
from tests.store.memory_store import MemoryStore

pytestmark = pytest.mark.anyio
NOW = 1_700_000_000_000


@pytest.mark.parametrize("rate", [Rate(3, 0.5), Rate(10, 1 / 60), Rate(40, 1 / 4), Rate(1, 1 / 3600)])
async def test_they_let_through_what_counters_in_memory_let_through(rate: Rate) -> None:
    rng, store, now = Random(f"counts {rate}"), MemoryStore(), NOW
    memory = MemoryCounters(lambda: now / 1000)
    refused = 0
    for _ in range(800):
        now += rng.choice([*[0] * 14, round(500 / rate.second), round(3000 / rate.second)])
        key = rng.choice("ab")
        if rng.random() < 0.1:
            await counts.give_back(store, "knock", key, rate, now)
            memory.give_back("knock", key, rate)
            continue
        wait = await counts.take(store, "knock", key, rate, now)
        assert wait == pytest.approx(memory.take("knock", key, rate), abs=0.01)
        refused += wait > 0
    assert refused > 10


async def test_of_many_at_once_as_many_are_let_through_as_one_after_the_other() -> None:
    store, rate = MemoryStore(), Rate(5, 1 / 60)
    waits = await asyncio.gather(*(counts.take(store, "knock", "a", rate, NOW) for _ in range(12)))
    assert sum(wait == 0 for wait in waits) == 5


async def test_what_is_empty_again_is_forgotten_and_nobody_is_named() -> None:
    store, rate = MemoryStore(), Rate(2, 1 / 60)
    await counts.take(store, "knock", "ada@example.org", rate, NOW)
    [kept] = await store.list_by(REQUEST_COUNTS, "until")
    assert "ada" not in repr(kept)
    await counts.forget_old_counts(store, NOW + 59_000)
    assert len(await store.list_by(REQUEST_COUNTS, "until")) == 1
    await counts.forget_old_counts(store, NOW + 61_000)
    assert await store.list_by(REQUEST_COUNTS, "until") == []
