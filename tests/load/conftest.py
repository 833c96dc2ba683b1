"""Houses for these tests, each with compiled code of its own, so that it can be deleted."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from parlour import bots, games
from parlour.bots import searcher
from parlour.core.compiled import jit
from tests.load.house import Process

Start = Callable[..., Process]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Start]:
    """Makes a house of some games, all of which have been compiled. It is not started yet."""
    made: list[Process] = []

    def make(*names: str, **how: int) -> Process:
        for name in names:
            bots.prepare(name)
            home = games.load(name).home
            for folder in (jit.cache_folder(home), jit.cache_folder(home, searcher.HOME)):
                shutil.copytree(folder, tmp_path / "cache" / folder.name, dirs_exist_ok=True)
        made.append(Process(tmp_path, names, cache=tmp_path / "cache", **how))
        return made[-1]

    yield make
    for process in made:
        process.close()
