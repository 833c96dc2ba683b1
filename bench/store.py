"""Appends to the store: on SQLite in groups, against one COMMIT each, against the disk's own flush, in the same run; on
PostgreSQL in one round trip, against a statement after the other."""

import asyncio
import os
import statistics
import tempfile
import time
from pathlib import Path

from bench.postgres import begin_anew, postgres
from parlour.house.store import Appended, Outcome, Put, Store, Unit
from parlour.house.tables.records import TABLES, TableSummary
from parlour.store import open_store, verbs
from parlour.store.postgres import PostgresStore
from parlour.store.sqlite import SqliteStore
from parlour.store.work_queue import WorkQueue

SECONDS = float(os.environ.get("PARLOUR_BENCH_SECONDS", "4"))
WRITERS = 200
POSTGRES_WRITERS, ROUNDS = 16, 3
BODY = b"e" * 120
FLUSHES = 300


def measure() -> list[str]:
    # Where the sources are: a temporary folder may be in memory, where flushing costs nothing.
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent) as folder:
        flushes = flush(Path(folder))
        alone = asyncio.run(appends(Path(folder) / "alone.db", largest_group=1, whole=False))
        grouped = asyncio.run(appends(Path(folder) / "grouped.db", largest_group=None, whole=False))
        whole = asyncio.run(appends(Path(folder) / "whole.db", largest_group=None, whole=True))
        flushes_after = flush(Path(folder))
    p50, p99 = quantiles([*flushes, *flushes_after])
    return [
        f"{WRITERS} writers at tables of their own, one event of {len(BODY)} bytes a unit, SQLite, synchronous=FULL.",
        "",
        "| | appends/s | CPU µs an append | p50 ms | p99 ms |",
        "|---|---|---|---|---|",
        f"| one COMMIT an append | {alone} |",
        f"| one COMMIT a group | {grouped} |",
        f"| the same with a key and a card, as at a table | {whole} |",
        "",
        f"{grouped.rate / alone.rate:.0f} times as many in groups. The disk's own flush of 4 KiB, before and after: "
        f"p50 {1000 * p50:.2f} ms, p99 {1000 * p99:.2f} ms.",
        "",
        *on_postgres(),
    ]


def on_postgres() -> list[str]:
    """Both ways take turns; all that is written at a table goes with each append."""
    found: dict[str, list[Figures]] = {"one round trip": [], "a statement after the other": []}
    with postgres() as url:
        for _ in range(ROUNDS):
            for name, each in found.items():
                each.append(asyncio.run(postgres_appends(url, one_by_one=name != "one round trip")))
    once, apart = (sorted(each, key=lambda one: one.rate)[len(each) // 2] for each in found.values())
    return [
        f"PostgreSQL, its own flushes included: {POSTGRES_WRITERS} writers, {ROUNDS} rounds in turn, medians. CPU is "
        "this process's, not the server's.",
        "",
        "| | appends/s | CPU µs an append | p50 ms | p99 ms |",
        "|---|---|---|---|---|",
        *(f"| {name}, with a key and a card | {one} |" for name, one in zip(found, (once, apart), strict=True)),
        "",
        f"In one round trip {once.rate / apart.rate:.1f} times as many, for {once.cpu / apart.cpu:.2f} of the CPU.",
    ]


class OneByOne(PostgresStore):
    """As it was before there was a function for it: a transaction of several statements, each awaited."""

    async def _commit(self, unit: Unit) -> Outcome:
        return await self._write(verbs.commit, unit)


async def postgres_appends(url: str, one_by_one: bool) -> "Figures":
    await begin_anew(url)
    store = await open_store(url)
    assert isinstance(store, PostgresStore)
    if one_by_one:
        store.__class__ = OneByOne
    return await written(store, POSTGRES_WRITERS, whole=True)


class Figures:
    def __init__(self, latencies: list[float], wall: float, cpu: float) -> None:
        self.rate, self.cpu = len(latencies) / wall, cpu / len(latencies)
        self.p50, self.p99 = quantiles(latencies)

    def __str__(self) -> str:
        return f"{self.rate:,.0f} | {1e6 * self.cpu:.0f} | {1000 * self.p50:.1f} | {1000 * self.p99:.1f}"


async def appends(path: Path, largest_group: int | None, whole: bool) -> Figures:
    """For some seconds, from many writers who each wait for an answer before they go on. CPU is the whole process's,
    the writers' own share included."""
    store = SqliteStore(path)
    store.start()
    if largest_group is not None:
        await store._writes.close()
        store._writes = WorkQueue("store-writer", [store._writer], largest_group=largest_group)
    return await written(store, WRITERS, whole)


async def written(store: Store, writers: int, whole: bool) -> Figures:
    latencies: list[float] = []
    wall, cpu = time.perf_counter(), time.process_time()
    end = wall + SECONDS

    async def write(stream: str) -> None:
        last = 0
        while (begun := time.perf_counter()) < end:
            outcome = await store.commit(unit(stream, last, whole))
            latencies.append(time.perf_counter() - begun)
            assert isinstance(outcome, Appended)
            last = outcome.last

    await asyncio.gather(*(write(f"table{number}") for number in range(writers)))
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    await store.close()
    return Figures(latencies, wall, cpu)


def unit(stream: str, last: int, whole: bool) -> Unit:
    if not whole:
        return Unit(stream=stream, expected=last, events=[BODY])
    people = (f"{stream}.a", f"{stream}.b")
    card = TableSummary(
        table=stream,
        game="yinsh",
        phase="playing",
        listed=True,
        room=False,
        pace="live",
        people=people,
        turn=(people[last % 2],),
        updated=last,
        due=last,
        body=BODY,
    )
    return Unit(stream=stream, expected=last, events=[BODY], key=f"key{last}", changes=[Put(TABLES, card)])


def flush(folder: Path) -> list[float]:
    """Seconds that the disk takes to have a page, written over others in a file of some size, as SQLite's log is."""
    sync, took = getattr(os, "fdatasync", os.fsync), []
    with (folder / "flush").open("w+b", buffering=0) as file:
        file.write(bytes(4096 * FLUSHES))
        os.fsync(file.fileno())
        for page in range(FLUSHES):
            file.seek(4096 * page)
            file.write(os.urandom(4096))
            begun = time.perf_counter()
            sync(file.fileno())
            took.append(time.perf_counter() - begun)
    return took


def quantiles(values: list[float]) -> tuple[float, float]:
    """The middle one, and the one that 99 of 100 do not exceed."""
    return statistics.median(values), statistics.quantiles(values, n=100)[98]
