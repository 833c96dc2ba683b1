"""A field that the state does not have is named with its file and line."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from parlour import games
from parlour.core.fields import check_fields, misspelt_fields
from parlour.core.laws.suite import check_game


@pytest.mark.parametrize("name", ["connect4", "yinsh", "dance", "luckymoose", "command", "regatta"])
def test_our_own_games_speak_of_fields_that_are_there(name: str) -> None:
    assert list(misspelt_fields(games.load(name))) == []


def test_a_misspelt_field_is_named_with_its_line_and_what_was_meant(tmp_path: Path) -> None:
    game = games.load("connect4")
    home = tmp_path / "home"
    shutil.copytree(game.home, home)
    source = (home / "rules.py").read_text("utf-8")
    line = next(number for number, text in enumerate(source.splitlines(), 1) if "s.board[" in text)
    (home / "rules.py").write_text(source.replace("s.board[", "s.bord[", 1), "utf-8")
    slip = replace(game, home=home)
    with pytest.raises(ValueError, match=rf"rules.py, line {line}: .* no field “bord”; did you mean “board”\?"):
        check_fields(slip)
    with pytest.raises(AssertionError, match=f"line {line}"):
        check_game(slip)
