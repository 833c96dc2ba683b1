"""A zip file as it is filled: whole files at once, lists as their entries come. Nothing of it is held in memory."""

import os
import shutil
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO

import msgspec

from parlour.house.people.own_data import DataFile, DataItem, DataPiece

EPOCH = (1980, 1, 1, 0, 0, 0)  # of zip files: the same data are the same file
AT_ONCE = 64 * 1024


class ZipWriter:
    """For its owner alone, and named at the end. Work for a thread."""

    def __init__(self, path: Path, lists: Sequence[str]) -> None:
        self._path, self._part = path, path.with_suffix(".part")
        opened = os.open(self._part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
        self._file = os.fdopen(opened, "wb")
        self._zip = zipfile.ZipFile(self._file, "w", zipfile.ZIP_DEFLATED)
        # Files without a name, gone with this process however it ends.
        self._lists: dict[str, IO[bytes]] = {
            name: tempfile.TemporaryFile(dir=path.parent)  # noqa: SIM115 closed at the end
            for name in lists
        }

    def add(self, pieces: Sequence[DataPiece]) -> None:
        for piece in pieces:
            if isinstance(piece, DataFile):
                self._zip.writestr(_named(piece.name), piece.data)
            else:
                self._enter(piece)

    def _enter(self, entry: DataItem) -> None:
        file = self._lists[entry.list]
        file.write(b",\n  " if file.tell() else b"[\n  ")
        file.write(msgspec.json.format(msgspec.json.encode(entry.about), indent=2).replace(b"\n", b"\n  "))

    def close(self) -> int:
        """All is in it; answers how large it is."""
        for name, file in self._lists.items():
            file.write(b"\n]\n" if file.tell() else b"[]\n")
            file.seek(0)
            with self._zip.open(_named(f"{name}.json"), "w", force_zip64=True) as place:
                shutil.copyfileobj(file, place, AT_ONCE)
        self._zip.close()
        self._file.flush()
        os.fsync(self._file.fileno())
        size = self._file.tell()
        self._file.close()
        self._part.replace(self._path)
        return size

    def __enter__(self) -> "ZipWriter":
        return self

    def __exit__(self, *fault: object) -> None:
        """What was not closed is gone."""
        for file in self._lists.values():
            file.close()
        if not self._file.closed:
            self._file.close()
            self._part.unlink(missing_ok=True)


def _named(name: str) -> zipfile.ZipInfo:
    about = zipfile.ZipInfo(name, EPOCH)
    about.compress_type = zipfile.ZIP_DEFLATED
    about.external_attr = 0o600 << 16
    about.create_system = 3  # as under Unix, wherever it is made
    return about
