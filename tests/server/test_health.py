"""What monitors are told of the house."""

import asyncio
import errno
import os
import resource
import subprocess
import sys
from pathlib import Path

import apsw
import httpx
import pytest

from parlour.house.store import Appended, Unavailable, Unit
from parlour.server.health import SHARED, Health
from parlour.store import open_store, verbs
from parlour.store.sqlite import ROOM, SqliteStore
from parlour.store.sqlite_file import has_room
from tests.faults.power import Content, Disk, File
from tests.server.conftest import served

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class SmallDisk(Disk):
    """One with no more room: what is there can be written over, and no file becomes larger."""

    full = False

    def xOpen(self, name: object, flags: list[int]) -> "SmallFile":  # noqa: N802
        file = super().xOpen(name, flags)
        return SmallFile(self, file.content, file.is_log)


class SmallFile(File):
    disk: SmallDisk
    content: Content

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        if self.disk.full and offset + len(data) > len(self.content.seen):
            raise apsw.FullError("database or disk is full")
        super().xWrite(data, offset)


async def test_a_disk_that_takes_a_row_and_no_match_is_not_healthy(tmp_path: Path) -> None:
    """The log has been folded into the database and begins anew, in place: there is room in it for a pulse, and for
    nothing that is larger than it has ever been."""
    disk = SmallDisk("nearly-full")
    store = SqliteStore(tmp_path / "house.db", vfs=disk.name)
    store.start()
    assert await store.commit(Unit(stream="t", expected=0, events=[b"a" * 20_000])) == Appended(1)
    assert await store.healthy()
    store._writer.connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_RESTART)
    disk.full = True
    with pytest.raises(Unavailable, match="full"):
        await store.commit(Unit(stream="u", expected=0, events=[b"b" * 4_000_000]))
    assert await store._write(verbs.pulse), "though there is room for a row"
    assert not await store.healthy()
    disk.full = False
    store._ill_until = 0.0  # some seconds later
    assert await store.healthy()
    await store.close()
    disk.unregister()


async def test_a_disk_that_is_nearly_full_is_known_before_anything_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await open_store(tmp_path / "house.db")
    asked = []

    def full(file: int, offset: int, size: int) -> None:
        asked.append(size)
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "posix_fallocate", full)
        assert not await store.healthy()
    assert asked == [ROOM]
    assert await store.healthy()
    await store.close()


def test_room_is_what_this_process_may_write_and_looking_leaves_nothing(tmp_path: Path) -> None:
    ask = "import sys; from pathlib import Path; from parlour.store.sqlite_file import has_room\n"
    ask += "sys.exit(not has_room(Path(sys.argv[1]), 1_000_000))"

    def narrow() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    assert subprocess.run([sys.executable, "-c", ask, tmp_path], preexec_fn=narrow, check=False).returncode == 1
    assert has_room(tmp_path, 1_000_000)
    assert not has_room(tmp_path / "nowhere", 1)
    assert list(tmp_path.iterdir()) == []


def test_a_house_that_cannot_write_says_so_and_that_it_is_there(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        assert said(client.get("/healthz")) == (200, "ok")
        services = client.app.state["services"]
        services.health = Health(NoStore())  # type: ignore[arg-type]
        assert said(client.get("/healthz")) == (503, "cannot write")
        assert said(client.get("/livez")) == (200, "ok")


class NoStore:
    """One that is asked, and says no."""

    asked = 0

    async def healthy(self) -> bool:
        self.asked += 1
        return False


def said(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["status"]


async def test_all_who_ask_within_a_second_are_one_write() -> None:
    store, seconds = NoStore(), 10.0
    health = Health(store, lambda: seconds)  # type: ignore[arg-type]
    assert await asyncio.gather(*(health.can_write() for _ in range(50))) == [False] * 50
    assert store.asked == 1
    seconds += SHARED
    await health.can_write()
    assert store.asked == 2


async def test_a_store_that_does_not_answer_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stuck:
        async def healthy(self) -> bool:
            await asyncio.sleep(60)
            return True

    monkeypatch.setattr("parlour.server.health.LONGEST_LOOK", 0.01)
    assert not await Health(Stuck()).can_write()  # type: ignore[arg-type]
