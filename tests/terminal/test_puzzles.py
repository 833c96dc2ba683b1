"""`parlour puzzles make`: it finds, keeps, and goes on where it stopped."""

from pathlib import Path

import pytest

from parlour import games
from parlour.cli import main
from parlour.core.puzzles import PuzzleFile, read_puzzles, write_puzzles

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
    first = read_puzzles(games.load("connect4"), tmp_path / "connect4")
    assert first.matches == 1
    made(tmp_path, "--seconds", "1")
    second = read_puzzles(games.load("connect4"), tmp_path / "connect4")
    assert second.matches == 2
    assert [each.id for each in second.puzzles][: len(first.puzzles)] == [each.id for each in first.puzzles]
    assert len({each.id for each in second.puzzles}) == len(second.puzzles)


@pytest.mark.slow
def test_several_processes_find_what_one_finds(tmp_path: Path) -> None:
    made(tmp_path / "one", "--first", "40", "--seconds", "6")
    one = read_puzzles(games.load("connect4"), tmp_path / "one" / "connect4")
    made(tmp_path / "two", "--first", "40", "--seconds", "6", "--jobs", "2")
    two = read_puzzles(games.load("connect4"), tmp_path / "two" / "connect4")
    fewer = min(len(one.puzzles), len(two.puzzles))
    assert fewer > 0
    assert one.puzzles[:fewer] == two.puzzles[:fewer]
    assert two.matches > 40


def test_what_another_run_has_found_is_taken_in_once(tmp_path: Path) -> None:
    """As if one had made all of it; the match that comes next is the one after the last of either."""
    game = games.load("connect4")
    all_of_them = read_puzzles(game).puzzles
    mine, theirs = tmp_path / "mine", tmp_path / "theirs"
    parts = ((mine, all_of_them[:4], 7), (theirs, all_of_them[2:6], 105))
    for folder, puzzles, matches in parts:
        file = PuzzleFile(game.name, game.rules_version, puzzles=list(puzzles), matches=matches, looked=10, deep=3)
        write_puzzles(game, file, folder / game.name)
    for _ in range(2):
        assert made(mine, "--found", str(theirs), "--seconds", "0") == 0
        joined = read_puzzles(game, mine / game.name)
        assert joined.puzzles == all_of_them[:6]
        assert (joined.matches, joined.looked, joined.deep) == (105, 20, 6)


@pytest.mark.parametrize("wanted", [("--count", "0"), ("--count", "10001"), ("--jobs", "0"), ("--first", "-1")])
def test_what_makes_no_sense_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], wanted: tuple[str, str]
) -> None:
    assert made(tmp_path, *wanted) == 2
    assert {"--count": "10000", "--jobs": "256", "--first": "0"}[wanted[0]] in capsys.readouterr().err.replace(",", "")
