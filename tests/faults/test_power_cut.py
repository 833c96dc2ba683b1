"""A power cut at any moment: what was acknowledged is there, in order, and the file is sound."""

import asyncio
import os
from contextlib import closing
from pathlib import Path
from random import Random

import apsw

from parlour.core.texts import Refused
from parlour.house.store import Appended, Put, Unavailable, Unit
from parlour.house.tables import records as table_records
from parlour.house.tables.records import TABLES
from parlour.store import open_store
from parlour.store.sqlite import SqliteStore
from tests.faults.power import Disk
from tests.store.things import summary

CUTS = 1000 if os.environ.get("PARLOUR_ALL") else 60
WRITERS = 6
OFTEN, NEVER = 20, 0  # pages of the log after which it is folded into the database; the folding is cut short, too

Kept = dict[str, list[bytes]]


async def write_until_dark(
    disk: Disk, path: Path, seed: int, synchronous: str, folded_after: int, cut_after: int | None
) -> Kept:
    """Several writers at their own tables, until the power fails; answers what was acknowledged. A log of more pages
    than `folded_after` is folded into the database, and flushed for that, whatever `synchronous` says. With `cut_after`
    the power fails so many steps after the file was made."""
    kept: Kept = {f"t{writer}": [] for writer in range(WRITERS)}
    try:
        store = SqliteStore(path, vfs=disk.name, synchronous=synchronous)
    except Refused:
        return kept  # it failed while the file was made
    store._writer.connection.wal_autocheckpoint(folded_after)
    if cut_after is not None:
        disk.cut_at = disk.steps + cut_after
    store.start()

    async def write(stream: str) -> None:
        rng = Random(f"{seed} {stream}")
        events = kept[stream]
        while True:
            new = [rng.randbytes(rng.randrange(1, 3000)) for _ in range(rng.randrange(1, 4))]
            at = summary(stream, updated=len(events) + len(new))
            unit = Unit(
                stream=stream, expected=len(events), events=new, key=f"k{len(events)}", changes=[Put(TABLES, at)]
            )
            assert await store.commit(unit) == Appended(len(events) + len(new))
            events += new
            for _ in range(rng.randrange(3)):
                await asyncio.sleep(0)

    outcomes = await asyncio.gather(*map(write, kept), return_exceptions=True)
    assert all(isinstance(outcome, Unavailable) for outcome in outcomes), outcomes
    await store.close()
    return kept


async def lost(found: dict[str, bytes], folder: Path, kept: Kept) -> int:
    """How many acknowledged events are missing from the files that were found. All else must be in order."""
    for name, content in found.items():
        (folder / Path(name).name).write_bytes(content)
    store = await open_store(folder / "house.db")
    missing = 0
    for stream, events in kept.items():
        there = await store.read(stream)
        assert there[: len(events)] == events[: len(there)]
        missing += max(0, len(events) - len(there))
        at = await table_records.table_summary(store, stream)
        assert (at.updated if at else 0) == len(there)
        assert await store.commit(Unit(stream=stream, expected=len(there), events=[b"on"])) == Appended(len(there) + 1)
    await store.close()
    with closing(apsw.Connection(str(folder / "house.db"))) as file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        [(gaps,)] = file.execute(
            "SELECT count(*) FROM (SELECT max(position) - count(*) AS gap FROM events GROUP BY stream) WHERE gap <> 0"
        )
        assert gaps == 0
    return missing


async def cut_and_count(seed: int, tmp_path: Path, synchronous: str, folded_after: int) -> tuple[int, int]:
    """One life of a house, and how many of how many acknowledged events it lost."""
    rng = Random(seed)
    folder = tmp_path / f"{synchronous}{seed}"
    folder.mkdir()
    disk, steps = Disk(f"power-{synchronous}-{seed}"), int(10 ** rng.uniform(0.5, 3.3))
    # Making the file takes about a thousand steps: half of the cuts are counted from its end.
    at_once, later = (steps, None) if seed % 2 else (None, steps)
    disk.cut_at = at_once
    try:
        kept = await write_until_dark(disk, folder / "house.db", seed, synchronous, folded_after, later)
    finally:
        disk.unregister()
    found = disk.survivors(rng)
    return await lost(found, folder, kept), sum(map(len, kept.values()))


def test_nothing_acknowledged_is_lost_whenever_the_power_fails(tmp_path: Path) -> None:
    acknowledged = 0
    for seed in range(CUTS):
        missing, events = asyncio.run(cut_and_count(seed, tmp_path, "FULL", OFTEN))
        assert missing == 0, f"seed {seed}"
        acknowledged += events
    assert acknowledged > 10 * CUTS  # it was not dark before anything began


def test_this_would_notice_a_commit_that_does_not_wait_for_the_disk(tmp_path: Path) -> None:
    """The test of the test: with synchronous=NORMAL the same cuts lose something that was acknowledged. The log is not
    folded meanwhile: a group that is larger than the log may be is flushed with it, so that nothing would be loose."""
    assert any(asyncio.run(cut_and_count(seed, tmp_path, "NORMAL", NEVER))[0] for seed in range(CUTS))


def test_a_disk_that_fails_for_a_while_fails_those_who_wait_and_nobody_else(tmp_path: Path) -> None:
    """A group whose COMMIT fails is told so and has left nothing; the store goes on."""

    async def go() -> None:
        store = SqliteStore(tmp_path / "house.db", vfs=disk.name)
        store.start()
        assert await store.commit(Unit(stream="t", expected=0, events=[b"a"])) == Appended(1)
        disk.failing = True
        units = [Unit(stream=f"u{number}", expected=0, events=[b"x"], key="k") for number in range(20)]
        outcomes = await asyncio.gather(*map(store.commit, units), return_exceptions=True)
        assert all(isinstance(outcome, Unavailable) for outcome in outcomes)
        assert "could not write" in str(outcomes[0])
        assert not await store.healthy()
        disk.failing = False
        assert not await store.healthy(), "a moment ago writes were refused"
        store._ill_until = 0.0  # some seconds later
        assert await store.healthy()
        assert await store.read("u0") == []
        assert await asyncio.gather(*map(store.commit, units)) == [Appended(1)] * 20
        assert await store.read("t") == [b"a"]
        await store.close()

    disk = Disk("fails-for-a-while")
    asyncio.run(go())
    disk.unregister()
