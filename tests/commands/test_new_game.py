"""`parlour new-game`: what it makes is installed, obeys the laws and can be played."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from parlour.cli import main
from parlour.commands.new_game import template_files
from parlour.core.languages import FALLBACK, languages

PLAY = """
from parlour import games
from parlour.core.match import Match
match = Match(games.load("pebbles"), 2)
while not match.over:
    match.play(match.actor, match.legal(match.actor)[0])
print(match.result.ending)
"""


def ran(*command: str, **environment: str) -> str:
    env = {**os.environ, **environment}
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, check=False, env=env)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_new_game_is_installed_obeys_the_laws_and_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-game", "pebbles", "--in", str(tmp_path)]) == 0
    assert "pebbles" in capsys.readouterr().out
    folder, site = tmp_path / "pebbles", tmp_path / "site"
    quiet = ["--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation", "--no-index"]
    ran("-m", "pip", "install", *quiet, "--target", str(site), str(folder))
    where = {"PYTHONPATH": str(site), "NUMBA_DISABLE_JIT": "1", "PARLOUR_CACHE": str(tmp_path / "cache")}
    assert ran("-c", PLAY, **where) == "last stone\n"
    tests = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "--import-mode=importlib", str(folder / "tests"))
    assert "2 passed" in ran(*tests, **where)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        *[(name, "cannot be") for name in ("Pebbles", "x", "../up", "class", "chess-4", "a" * 31)],
        ("yinsh", "already"),
        ("json", "Python has"),
    ],
)
def test_a_name_that_cannot_be_is_refused_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "C")
    assert main(["new-game", name, "--in", str(tmp_path)]) == 2
    assert said in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "pebbles").mkdir()
    assert main(["new-game", "pebbles", "--in", str(tmp_path)]) == 2
    assert list((tmp_path / "pebbles").iterdir()) == []


def test_nothing_of_the_template_is_left_in_a_new_game() -> None:
    files = template_files("two_words")
    assert {"pyproject.toml", "two_words/rules.py", "two_words/texts/en.toml", "tests/test_two_words.py"} <= set(files)
    for path, text in files.items():
        assert not any(word in text for word in ("NAME", "TITLE")), path
    assert "# Two Words\n" in files["two_words/rules.md"]


def test_a_new_game_speaks_all_languages_that_parlour_speaks() -> None:
    files = template_files("pebbles")
    english = tomllib.loads(files["pebbles/texts/en.toml"])
    for language in languages():
        said = tomllib.loads(files[f"pebbles/texts/{language}.toml"])
        assert keys(said) == keys(english), language
        rules = "pebbles/rules.md" if language == FALLBACK else f"pebbles/rules.{language}.md"
        assert re.findall(r"```diagram\n(.*?)\n```", files[rules]) == ["win"]


def keys(entries: dict[str, Any], before: str = "") -> list[str]:
    found = []
    for name, entry in entries.items():
        found += keys(entry, f"{before}{name}.") if isinstance(entry, dict) else [f"{before}{name}"]
    return found
