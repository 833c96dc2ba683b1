"""A disk whose power can be cut: what was written but not flushed may then be there, be missing, or be there in part.

SQLite sees it as a file system of its own. Everything is in memory; `survivors` tells what a real disk might hold
afterwards. A write is torn at sectors, and any of its sectors may be lost, whatever came later.
"""

from pathlib import Path
from random import Random
from typing import Any

import apsw

SECTOR = 512
Lost = apsw.IOError


class Content:
    """A file: what is safe, what is seen, and what lies between them, in order."""

    def __init__(self) -> None:
        self.safe: bytearray | None = None  # None: not even its name is on the disk
        self.seen = bytearray()
        self.loose: list[tuple[int, bytes | None]] = []  # (offset, what was written), or (size, None): cut to it

    def write(self, offset: int, data: bytes) -> None:
        put(self.seen, offset, data)
        self.loose.append((offset, data))

    def truncate(self, size: int) -> None:
        put(self.seen, size, None)
        self.loose.append((size, None))

    def flush(self) -> None:
        self.safe = bytearray(self.seen)
        self.loose.clear()

    def survivor(self, rng: Random, kept: float) -> bytearray | None:
        """What is left when every loose sector stays with this likelihood."""
        if self.safe is None and rng.random() >= kept:
            return None
        left = bytearray(self.safe or b"")
        for offset, data in self.loose:
            if data is None:
                if rng.random() < kept:
                    put(left, offset, None)
                continue
            for start in range(0, len(data), SECTOR):
                if rng.random() < kept:
                    put(left, offset + start, data[start : start + SECTOR])
        return left


def put(content: bytearray, offset: int, data: bytes | None) -> None:
    """Write, or cut off what lies behind; a gap is filled with zeros."""
    if data is None:
        del content[offset:]
    content.extend(bytes(max(0, offset - len(content))))
    if data is not None:
        content[offset : offset + len(data)] = data


class Disk(apsw.VFS):
    """`cut_at`: the power fails with that write, cut or flush, from 1 on. `failing`: flushes fail and do nothing."""

    def __init__(self, name: str, cut_at: int | None = None) -> None:
        super().__init__(name, base="", maxpathname=1000)
        self.name = name
        self.files: dict[str, Content] = {}
        self.deleted: dict[str, Content] = {}  # but the folder has not been flushed since
        self.cut_at, self.steps, self.off = cut_at, 0, False
        self.failing = False

    def step(self) -> None:
        """Before something happens on the disk; with the last step it happens still, or begins to."""
        if self.off:
            raise Lost("the power is off")
        self.steps += 1
        self.off = self.steps == self.cut_at

    def check(self) -> None:
        """After it: whether anybody was there to be told."""
        if self.off:
            raise Lost("the power is off")

    def survivors(self, rng: Random) -> dict[str, bytes]:
        """The files as they may be found when the power is back."""
        kept = rng.choice([0.0, 0.5, 0.9, 1.0])
        found = {}
        for files, likely in ((self.deleted, rng.random() < 0.5), (self.files, True)):
            for name, content in files.items():
                left = content.survivor(rng, kept) if likely else None
                if left is not None:
                    found[name] = bytes(left)
        return found

    # -- what SQLite asks of a file system --

    def xOpen(self, name: Any, flags: list[int]) -> Any:  # noqa: N802
        path = name if isinstance(name, str) or name is None else name.filename()
        self.check()
        content = Content() if path is None else self.files.setdefault(path, Content())
        flags[1] = flags[0]
        return File(self, content, is_log=bool(flags[0] & (apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_MAIN_JOURNAL)))

    def xDelete(self, name: str, sync_folder: bool) -> None:  # noqa: N802
        self.step()
        self.check()
        content = self.files.pop(name, None)
        if sync_folder:
            self.deleted.clear()
        elif content is not None:
            self.deleted[name] = content

    def xAccess(self, name: str, flags: int) -> bool:  # noqa: N802
        return name in self.files

    def xFullPathname(self, name: str) -> str:  # noqa: N802
        return str(Path(name).absolute())


class File:
    """An open file on such a disk, for one connection: nobody else is there to be locked out."""

    def __init__(self, disk: Disk, content: Content, is_log: bool) -> None:
        self.disk, self.content, self.is_log = disk, content, is_log

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        return bytes(self.content.seen[offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self.disk.step()
        self.content.write(offset, bytes(data))
        self.disk.check()

    def xTruncate(self, size: int) -> None:  # noqa: N802
        self.disk.step()
        self.content.truncate(size)
        self.disk.check()

    def xSync(self, flags: int) -> None:  # noqa: N802
        self.disk.step()
        self.disk.check()
        if self.disk.failing:
            raise Lost("the disk does not answer")
        if self.content.safe is None and self.is_log:
            self.disk.deleted.clear()  # the first flush of a new log flushes its folder too, as on the machine's disk
        self.content.flush()

    def xFileSize(self) -> int:  # noqa: N802
        return len(self.content.seen)

    def xLock(self, level: int) -> None: ...  # noqa: N802

    def xUnlock(self, level: int) -> None: ...  # noqa: N802

    def xCheckReservedLock(self) -> bool:  # noqa: N802
        return False

    def xFileControl(self, operation: int, pointer: int) -> bool:  # noqa: N802
        return False

    def xSectorSize(self) -> int:  # noqa: N802
        return SECTOR

    def xDeviceCharacteristics(self) -> int:  # noqa: N802
        return apsw.SQLITE_IOCAP_POWERSAFE_OVERWRITE

    def xClose(self) -> None: ...  # noqa: N802
