"""`parlour puzzles make`: it finds, keeps, and goes on where it stopped."""

from pathlib import Path

import pytest

from parlour import games
from parlour.bots.puzzles import read_puzzles
from parlour.cli import main

pytestmark = pytest.mark.compiled


def made(folder: Path, *more: str) -> int:
    return main(["puzzles", "make", "connect4", "--to", str(folder), *more])


def test_a_run_of_no_seconds_makes_nothing_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert made(tmp_path, "--seconds", "0") == 0
    assert "Connect Four" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_it_goes_on_where_it_stopped(tmp_path: Path) -> None:
    made(tmp_path, "--seconds", "1")
    first = read_puzzles(tmp_path, games.load("connect4"))
    assert first.matches == 1
    made(tmp_path, "--seconds", "1")
    second = read_puzzles(tmp_path, games.load("connect4"))
    assert second.matches == 2
    assert [each.id for each in second.puzzles][: len(first.puzzles)] == [each.id for each in first.puzzles]
    assert len({each.id for each in second.puzzles}) == len(second.puzzles)


@pytest.mark.parametrize("count", ["0", "10001"])
def test_too_few_or_too_many_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], count: str) -> None:
    assert made(tmp_path, "--count", count) == 2
    assert "10" in capsys.readouterr().err
