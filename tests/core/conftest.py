from pathlib import Path

import pytest

from parlour.core.game import Game
from tests.core.toys import toy


@pytest.fixture(scope="session")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The toy game."""
    home: Path = tmp_path_factory.mktemp("toy")
    return toy(home)
