"""A person's own data, as the file is being made: one at a time, through restarts and full disks, in little memory."""

import asyncio
import io
import tracemalloc
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from parlour.house import jobs
from parlour.house.jobs import Job
from parlour.house.people.own_data import DataFile, DataItem
from parlour.house.people.passwords import Cost, Passwords
from parlour.server.guard.limits import RATES, Limits
from parlour.server.jobs.exports import Exports
from parlour.server.jobs.zip_writer import ZipWriter
from parlour.store import open_store
from tests.server.conftest import served
from tests.server.http.mail.mail_club import Club, SentLetters, key, open_club
from tests.server.http.people.own_file import fetched, files, give_up, made, now, ok, read, taken
from tests.serving import TurnedTime


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with open_club(tmp_path) as club:
        yield club


def test_one_is_made_at_a_time_and_it_can_be_stopped(tmp_path: Path) -> None:
    with open_club(tmp_path, limits=Limits({"export": RATES["export"]})) as club:
        ada, bo = club.account("Ada"), club.account("Bo")
        exports = club.client.app.state["services"].exports
        club.client.blocking_portal.call(exports._turn.acquire)  # as if another's were being made
        for _ in range(9):  # asking again is no second one, and costs nothing
            assert ok(ada.post("/me/export"))["state"] == "waiting"
        ok(bo.post("/me/export"))
        assert key(ada.get("/me/export/file")) == (409, "server.export-early")
        assert ada.send("DELETE", "/me/export").status_code == 204
        assert now(ada) == {"state": "none"}
        club.client.blocking_portal.call(release, exports._turn)
        assert made(bo)["state"] == "done"
        assert now(ada) == {"state": "none"}
        for _ in range(RATES["export"].burst - 1):
            taken(ada)
        refused = ada.post("/me/export")
        assert key(refused) == (429, "safety.too-many")
        assert int(refused.headers["Retry-After"]) > 0
        fetched(ada)  # what there is stays


async def release(lock: asyncio.Lock) -> None:
    lock.release()


def test_after_a_restart_it_is_made_all_the_same(tmp_path: Path) -> None:
    with open_club(tmp_path) as club:
        ada = club.account("Ada")
        give_up(ada, ada.open("connect4", "mb"))
        exports = club.client.app.state["services"].exports
        club.client.blocking_portal.call(exports._turn.acquire)
        ok(ada.post("/me/export"))
        taken_before = ada.headers
    (tmp_path / "exports").mkdir(exist_ok=True)
    (tmp_path / "exports" / "half.part").write_text("half of a file")
    with served_again(tmp_path) as club:
        ada.client, ada.headers = club.client, taken_before
        assert made(ada)["state"] == "done"
        assert [name for name in zipfile.ZipFile(io.BytesIO(fetched(ada))).namelist() if "records" in name] != []
        assert len(files(tmp_path)) == 1
    with served_again(tmp_path) as club:
        ada.client = club.client
        assert now(ada)["state"] == "done", "a file that was made survives a restart, too"
        fetched(ada)


def test_what_another_process_removes_while_it_is_made_is_not_there_in_the_end(club: Club, tmp_path: Path) -> None:
    ada = club.account("Ada")
    exports = club.client.app.state["services"].exports
    call = club.client.blocking_portal.call
    call(exports._turn.acquire)
    ok(ada.post("/me/export"))
    [id] = [job.id for job in call(jobs.unfinished_jobs, exports._store)]
    call(jobs.forget_job, exports._store, id)
    call(release, exports._turn)
    call(ended, exports)
    assert now(ada) == {"state": "none"}
    assert not (tmp_path / "exports").is_dir() or files(tmp_path) == []


async def ended(exports: Exports) -> None:
    while exports._running:
        await asyncio.sleep(0.01)


def test_what_a_gone_process_had_begun_is_cleared_away_while_others_are_up(club: Club, tmp_path: Path) -> None:
    exports = club.client.app.state["services"].exports
    folder = tmp_path / "exports"
    folder.mkdir(exist_ok=True)
    for name in ("7-abc.part", "8-abc.part", "abc.part"):
        (folder / name).write_text("half of a file")
    exports.neighbours = SimpleNamespace(is_up=lambda process: process == 8)
    club.client.blocking_portal.call(exports._clear)
    assert [path.name for path in folder.iterdir()] == ["8-abc.part"]


@contextmanager
def served_again(folder: Path) -> Iterator[Club]:
    """The same house, opened once more; other words come to it by chance."""
    clock, letters = TurnedTime(), SentLetters()
    with served(folder, seed=4, sender=letters, time=clock, passwords=Passwords(Cost(4, 8, 1))) as client:
        yield Club(client, letters, clock)


def test_a_file_of_another_machine_is_not_promised(tmp_path: Path) -> None:
    """A house that was moved has the job, and not the file."""

    async def before() -> None:
        store = await open_store(tmp_path / "house.db")
        body = b'{"file": "elsewhere.zip", "size": 9, "made": 1700000000000}'
        await jobs.put_job(store, Job(id="export ada", state="done", updated=1_700_000_000_000, body=body))
        await store.close()

    asyncio.run(before())
    with served_again(tmp_path) as club:
        exports = club.client.app.state["services"].exports
        assert club.client.blocking_portal.call(exports.now, "ada").state == "none"


def test_a_disk_that_is_full_is_a_failure_that_can_be_tried_again(club: Club, tmp_path: Path) -> None:
    ada = club.account("Ada")
    (tmp_path / "exports").write_text("a file where a folder should be")
    ok(ada.post("/me/export"))
    assert made(ada)["state"] == "failed"
    assert key(ada.get("/me/export/file")) == (404, "server.export-none")
    (tmp_path / "exports").unlink()
    taken(ada)


def test_a_long_life_is_not_held_in_memory(tmp_path: Path) -> None:
    with ZipWriter(tmp_path / "long.zip", ["chat"]) as zipped:
        zipped.add([DataItem("chat", {"text": "x" * 1000})])
        tracemalloc.start()
        for number in range(40):
            zipped.add([DataItem("chat", {"text": "x" * 1000})] * 500)
            zipped.add([DataFile(f"records/{number}", b"r" * 500_000)])
        zipped.close()
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert peak < 4_000_000, "of 40 MB"
    assert len(read(zipfile.ZipFile(tmp_path / "long.zip"), "chat.json")) == 20_001
