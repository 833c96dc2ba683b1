"""The tutorial, followed to the letter."""

import ast
import json
import re
import textwrap
from pathlib import Path

import pytest

pytestmark = pytest.mark.xdist_group("tutorial")  # one worker installs and compiles it

PAGE = (Path(__file__).parents[2] / "docs" / "write-a-game.md").read_text("utf-8")


def test_the_game_takes_less_than_150_lines_of_python(tutorial_files):
    lines = {p: text.count("\n") for p, text in tutorial_files.items() if re.match(r"four_in_line/.*\.py$", p)}
    assert len(lines) == 3
    assert sum(lines.values()) < 150, lines


def test_the_files_are_those_that_the_page_announces(tutorial_files):
    tree = PAGE[PAGE.index("    four-in-line/") : PAGE.index("## The package")]
    for path in tutorial_files:
        assert path.split("/", 1)[-1].split()[0] in tree, path


@pytest.mark.parametrize("code", re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
def test_every_block_of_python_can_be_parsed(code):
    # An argument on its own, as in `options=(…)`, is an assignment to the parser.
    ast.parse(code)


@pytest.mark.parametrize("compiler", ["on", pytest.param("off", marks=pytest.mark.slow)])
def test_the_tutorials_own_tests_pass(tutorial, python, compiler):
    environment = {"NUMBA_DISABLE_JIT": "1"} if compiler == "off" else {}
    tests = str(tutorial / "tests")
    # By importlib the tests run against what was installed, not against the folder beside them.
    printed = python("-m", "pytest", "-q", "-p", "no:cacheprovider", "--import-mode=importlib", tests, **environment)
    assert "2 passed" in printed


def test_the_engine_answers_as_the_page_says(python):
    session = textwrap.dedent(PAGE[PAGE.index("    $ parlour engine") : PAGE.index("`resign`, `draw` and undo you")])
    lines = session.strip().splitlines()[1:]
    requests, replies = lines[::2], lines[1::2]
    printed = python("-m", "parlour", "engine", given="\n".join(requests) + "\n").splitlines()
    assert len(requests) == 2
    assert [json.loads(line) for line in printed] == [json.loads(line) for line in replies]
