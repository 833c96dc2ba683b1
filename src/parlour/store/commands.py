"""`parlour backup` and `parlour restore`."""

import asyncio
from pathlib import Path

from parlour import store
from parlour.store.address import shown
from parlour.store.texts import say


def backup(place: str, path: Path) -> int:
    """Copy a house into a file; it may be open."""
    asyncio.run(store.backup(place, path))
    print(say("done.backup", place=shown(place), path=str(path)))
    return 0


def restore(path: Path, place: str, force: bool) -> int:
    """Put a copy in place; the house must be closed."""
    asyncio.run(store.restore(path, place, force=force))
    print(say("done.restore", place=shown(place), path=str(path)))
    return 0
