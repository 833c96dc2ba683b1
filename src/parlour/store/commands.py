"""`parlour backup` and `parlour restore`."""

import asyncio
from pathlib import Path

from parlour import store
from parlour.store.address import shown
from parlour.store.texts import say


def backup(place: str | None, path: Path) -> int:
    """Copy a house into a file; it may be open."""
    where = place or store.default_place()
    asyncio.run(store.backup(where, path))
    print(say("done.backup", place=shown(where), path=str(path)))
    return 0


def restore(path: Path, place: str | None, force: bool) -> int:
    """Put a copy in place; the house must be closed."""
    where = place or store.default_place()
    asyncio.run(store.restore(path, where, force=force))
    print(say("done.restore", place=shown(where), path=str(path)))
    return 0
