"""Playing through standard input, as a pipe would."""

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from parlour.core.game import Game
from parlour.games import load
from parlour.terminal.play import play

Session = Callable[..., tuple[int, str]]


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Session:
    """Plays a game with these lines typed; answers the exit code and all that was shown."""

    def run(game: str | Game, typed: str, **given: object) -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        told: dict[str, object] = {"seats": None, "options": {}, "humans": 1, "record": None, "save": None, "seed": 1}
        code = play(load(game) if isinstance(game, str) else game, **{**told, **given})  # type: ignore[arg-type]
        captured = capsys.readouterr()
        return code, captured.out + captured.err

    return run


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "match.json"
