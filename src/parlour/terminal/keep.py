"""The file of a match: written whole or not at all, and enough to go on from."""

import contextlib
import os
import tempfile
from pathlib import Path

from parlour.core.match import Match
from parlour.core.record import to_json


def write(match: Match, path: Path) -> None:
    """Replace the file in one step, so that a crash leaves the old one or the new one. OSError if it cannot be."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(to_json(match.record(secret=True)))  # whoever keeps this file deals from it
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, permissions(path))
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def permissions(path: Path) -> int:
    """Those of the file that is there; a new one is its owner's alone, for it holds hands and the dealer's secret."""
    try:
        return path.stat().st_mode & 0o777
    except OSError:
        return 0o600
