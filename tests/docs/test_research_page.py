"""What the page for researchers says of numbers and observations is so, and its example runs."""

import re

import pytest

from parlour.core.game import Game
from parlour.games import BUILT_IN, load
from tests.docs.pointers import ROOT

PAGE = (ROOT / "docs" / "research.md").read_text("utf-8")
GAMES = {load(name).title: load(name) for name in BUILT_IN}
ROWS = re.findall(r"^\| ([A-Z][\w ]+) \| (\d) \| (\d+) \| (\d+)×(\d+)×(\d+) \| (\d+) \|$", PAGE, re.MULTILINE)
CHAPTERS = {part.partition("\n")[0]: part for part in re.split(r"^### ", PAGE, flags=re.MULTILINE)[1:]}


def test_the_tables_are_those_of_the_games() -> None:
    assert {title for title, *_ in ROWS} == set(GAMES)
    for title, seats, *told in ROWS:
        game, options = GAMES[title], GAMES[title].options_for(int(seats), {})
        layout = game.observation(int(seats), options)
        assert list(map(int, told)) == [game.numbers(int(seats), options), *layout.shape, len(layout.scalars)], title


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_has_a_chapter_that_ends_with_its_last_number_and_names_its_planes(game: Game) -> None:
    seats = 2 if 2 in game.seats else game.seats[0]
    chapter = CHAPTERS[game.title]
    if not game.hidden or game.name == "command":
        last = game.numbers(seats, game.options_for(seats, {})) - 1
        assert re.search(rf"(?:^\| |–){last} \|", chapter, re.MULTILINE)
    planes = game.observation(seats, game.options_for(seats, {})).planes
    words = chapter.lower()
    unnamed = [
        plane for plane in planes if not re.match("(colour|symbol|own|could be) .$", plane) and plane not in words
    ]
    assert unnamed == []


@pytest.mark.parametrize("code", re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
def test_its_python_runs(code: str) -> None:
    shorter = code.replace('"yinsh", 256', '"connect4", 16')  # whose loop the tests have compiled already
    assert shorter != code
    exec(compile(shorter, "research.md", "exec"), {})


def test_files_that_it_names_are_there() -> None:
    for path in re.findall(r"`(parlour/[\w/]+\.py)`", PAGE):
        assert (ROOT / "src" / path).exists(), path
    for path in re.findall(r"\]\(((?:\.\./)?[\w/.-]+\.\w+)", PAGE):
        assert (ROOT / "docs" / path).exists(), path
