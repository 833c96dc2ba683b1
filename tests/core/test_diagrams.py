"""Diagrams of a rules page: positions that play leads to, and what is tried in them."""

import shutil
from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp

import pytest

from parlour import games
from parlour.core.diagrams import diagrams_of, solution, tried
from parlour.core.game import Game
from parlour.core.laws.diagrams import diagrams_are_sound
from parlour.core.texts import Refused

BUILT_IN = ["connect4", "yinsh", "dance", "luckymoose", "command", "regatta"]
TEXTS = '[diagram.d]\nabout = "A."\ntask = "T."\nright = "R."\nwrong = "W."\n'


def with_diagrams(tmp_path: Path, toml: str, page: str = "```diagram\nd\n```\n", texts: str = TEXTS) -> Game:
    """Connect Four with diagrams of the test's own."""
    game = games.load("connect4")
    # What was read once is kept by its path, and pytest uses its paths again.
    home = Path(mkdtemp(dir=tmp_path.parent)) / "home"
    shutil.copytree(game.home / "texts", home / "texts")
    kept = (home / "texts/en.toml").read_text("utf-8").split("\n[diagram.")[0]
    (home / "texts/en.toml").write_text(f"{kept}\n{texts}", "utf-8")
    (home / "texts/de.toml").unlink()
    (home / "rules.md").write_text(f"# Game\n\n{page}", "utf-8")
    (home / "diagrams.toml").write_text(toml, "utf-8")
    return replace(game, home=home)


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_game_has_diagrams_with_three_things_to_try_and_all_are_sound(name: str) -> None:
    game = games.load(name)
    diagrams_are_sound(game)
    assert sum(diagram.goal is not None for diagram in diagrams_of(game).values()) >= 3


def test_a_diagram_is_right_as_soon_as_its_goal_is_reached(tmp_path: Path) -> None:
    game = with_diagrams(tmp_path, '[d]\nsteps = "a, b, a, b, a, b"\nseat = 0\ngoal.ending = "four in a line"\n')
    diagrams_are_sound(game)
    assert solution(game, "d") == ("a",)
    assert [tried(game, "d", [step]).outcome for step in "ab"] == ["right", "wrong"]


def test_by_a_moment_by_a_step_or_within_several_steps(tmp_path: Path) -> None:
    moment = '[d]\nsteps = "a, b, a, b, a, b"\nseat = 0\ngoal.moment = "line"\n'
    assert solution(with_diagrams(tmp_path / "1", moment), "d") == ("a",)
    step = '[d]\nsteps = ["a", "b"]\nseat = 0\ngoal.steps = ["c"]\n'
    assert solution(with_diagrams(tmp_path / "2", step), "d") == ("c",)


def test_a_likely_mistake_has_a_sentence_of_its_own(tmp_path: Path) -> None:
    """The first that fits any step of the try; what fits none is said what all others are."""
    wrong = 'wrong = { c = "near", "[ab]" = "far" }'
    toml = f'[d]\nsteps = "a, b"\nseat = 0\ngoal.steps = ["d"]\n{wrong}\n'
    game = with_diagrams(tmp_path, toml, texts=f'{TEXTS}near = "N."\nfar = "F."\n')
    diagrams_are_sound(game)
    said = {step: tried(game, "d", [step]).words for step in "abcef"}
    keys = {step: words.key.rpartition(".")[2] for step, words in said.items() if words is not None}
    assert keys == {"a": "far", "b": "far", "c": "near", "e": "wrong", "f": "wrong"}


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_game_says_of_likely_mistakes_what_is_wrong_with_them(name: str) -> None:
    """Of each game at least one exercise does: not the same sentence for whatever is tried."""
    exercises = [diagram for diagram in diagrams_of(games.load(name)).values() if diagram.goal is not None]
    assert any(diagram.wrong for diagram in exercises)
    if name != "connect4":  # whose other one asks for a line that is there or not
        assert all(diagram.wrong for diagram in exercises)


def test_what_was_tried_does_not_stay(tmp_path: Path) -> None:
    game = with_diagrams(tmp_path, '[d]\nsteps = "a, b"\nseat = 0\ngoal.steps = ["c"]\n')
    tried(game, "d", ["d"])
    assert tried(game, "d").match.step_count == 2


SLIPS = {
    '[d]\nsteps = "a, z"\n': "step 2",
    '[d]\nstep = "a"\n': "unknown field `step`",
    "[d\n": "diagrams.toml",
    '[d]\nsteps = "a"\nseat = 0\ngoal.steps = ["c"]\n': "seat 0 is not to act",
    '[d]\nsteps = "a, b"\nseat = 0\ngoal.ending = "four in a line"\n': "no solution in 1 steps",
    '[d]\nsteps = "a, b"\nseat = 0\ngoal.ending = "by magic"\n': "an ending that is none",
    '[d]\nsteps = "a, b"\ngoal.steps = ["c"]\n': "It needs a seat",
    '[d]\nsteps = "a, b"\nseat = 0\ngoal = { ending = "full board", steps = ["c"] }\n': "a goal is one of",
    '[d]\nsteps = "a, b"\nseat = 0\ngoal.steps = ["a", "b", "c", "d", "e", "f", "g"]\n': "nothing can be got wrong",
    '[d]\nsteps = "a, b"\nseat = 0\ngoal.steps = ["c"]\nwrong = { c = "wrong" }\n': "or it is right",
    '[d]\nsteps = "a, b"\nseat = 0\ngoal.steps = ["c"]\nwrong = { d = "why" }\n': "no text for diagram.d.why",
    '[d]\nsteps = "a"\n[e]\nsteps = "b"\n': "no text for diagram.e.about",
    '[d]\nsteps = "a"\nseat = 7\n': "no seat 7",
}


@pytest.mark.parametrize(("toml", "said"), SLIPS.items(), ids=SLIPS.values())
def test_a_slip_in_a_diagram_is_named(tmp_path: Path, toml: str, said: str) -> None:
    with pytest.raises(AssertionError, match=said.replace("(", r"\(")):
        diagrams_are_sound(with_diagrams(tmp_path, toml))


def test_the_page_shows_every_diagram_and_no_others(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="never shows the diagram d"):
        diagrams_are_sound(with_diagrams(tmp_path / "1", '[d]\nsteps = "a"\n', "Words.\n"))
    page = "```diagram\nd\n```\n\n```diagram\nf\n```\n"
    with pytest.raises(AssertionError, match="not there: f"):
        diagrams_are_sound(with_diagrams(tmp_path / "2", '[d]\nsteps = "a"\n', page))


def test_a_game_without_diagrams_is_a_game(tmp_path: Path) -> None:
    game = with_diagrams(tmp_path, "", "Words.\n")
    diagrams_are_sound(game)
    with pytest.raises(Refused, match="no diagram"):
        tried(game, "d")
