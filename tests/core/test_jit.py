"""Compiled code is never stale, never mixed up between settings, and has a place to be kept."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.bots.searcher import HOME
from parlour.core.compiled import jit
from parlour.games import load

PACKAGE = Path(jit.__file__).parents[2]

PERFT = """
from parlour.games import load
from parlour.core.compiled.playouts import perft
game = load("connect4")
print(perft(game, game.new(2, {}), 7), perft(game, game.new(2, {}), 1))
"""

FINGERPRINT = "from pathlib import Path; from parlour.core.compiled.jit import fingerprint"


def run(code: str, root: Path, **env: str) -> subprocess.CompletedProcess[str]:
    # Bytecode is left out: Python checks it by time and size, and these tests keep both on purpose.
    env = {
        **os.environ,
        "PYTHONPATH": str(root),
        "PARLOUR_CACHE": str(root / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
        **env,
    }
    return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, cwd=root, check=False)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package with connect4 as its only game, to change things in."""
    skip = shutil.ignore_patterns("server", "env", "yinsh", "dance", "__pycache__")
    shutil.copytree(PACKAGE, tmp_path / "parlour", ignore=skip)
    return tmp_path


def change(path: Path, old: str, new: str) -> None:
    """Change a source and leave its size and time as they were, so that only its text tells."""
    text, times = path.read_text(), path.stat()
    assert text.count(old) >= 1
    assert len(old) == len(new)
    path.write_text(text.replace(old, new, 1))
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def test_a_changed_constant_changes_results(copy: Path) -> None:
    assert run(PERFT, copy).stdout.split() == ["823536", "7"]
    board = copy / "parlour" / "games" / "connect4" / "board.py"
    change(board, "LINE = 4", "LINE = 3")
    after_line = run(PERFT, copy).stdout.split()
    assert int(after_line[0]) < 823536
    change(board, "COLUMNS = 7", "COLUMNS = 6")
    change(copy / "parlour" / "games" / "connect4" / "notation.py", '"abcdefg"', '"abcdef" ')
    assert run(PERFT, copy).stdout.split()[1] == "6"
    change(board, "COLUMNS = 6", "COLUMNS = 7")
    change(board, "LINE = 3", "LINE = 4")
    change(copy / "parlour" / "games" / "connect4" / "notation.py", '"abcdef" ', '"abcdefg"')
    assert run(PERFT, copy).stdout.split() == ["823536", "7"]


def test_compiled_code_depends_on_the_files_that_its_constants_are_from() -> None:
    game = load("yinsh")
    rules, search = (set(jit._sources(game.home, user, None)) for user in (None, HOME))
    assert jit.CORE / "game.py" in rules  # CHANCE, OVER
    assert jit.CORE / "net.py" in search - rules  # how nets round
    assert jit.CORE / "texts.py" not in search  # which has no numbers in it


def test_a_second_run_compiles_nothing(copy: Path) -> None:
    run(PERFT, copy)
    kept = {path: path.stat().st_mtime_ns for path in (copy / "cache").rglob("*.nb?")}
    assert kept
    run(PERFT, copy)
    assert {path: path.stat().st_mtime_ns for path in (copy / "cache").rglob("*.nb?")} == kept


@pytest.mark.slow
def test_another_checkout_of_the_same_sources_compiles_nothing(copy: Path) -> None:
    count = f"{PERFT}\nfrom parlour.core.compiled.jit import compilations\nprint(compilations())"
    assert int(run(count, copy).stdout.split()[-1]) > 0
    shutil.copytree(copy / "parlour", copy / "elsewhere" / "parlour")
    for path in (copy / "elsewhere").rglob("*.py"):
        os.utime(path)
    done = run(count, copy / "elsewhere", PARLOUR_CACHE=str(copy / "cache"))
    assert done.stdout.split() == ["823536", "7", "0"], done.stderr


@pytest.mark.slow
def test_where_the_cache_cannot_be_written_another_folder_is_taken(copy: Path) -> None:
    done = run(PERFT, copy, PARLOUR_CACHE="/dev/null/no", XDG_CACHE_HOME="/dev/null/no", TMPDIR=str(copy))
    assert done.stdout.split() == ["823536", "7"], done.stderr
    assert list(copy.glob("parlour-*/connect4-*"))


PERFT_COUNTED = f"{PERFT}\nfrom parlour.core.compiled.jit import compilations\nprint(compilations())"
PLAYED = """
from parlour.bots.searcher import compile_search
from parlour.core.compiled.jit import compilations
from parlour.core.compiled.prepare import compile_game
from parlour.games import load
compile_game(load("connect4"))
compile_search(load("connect4"))
print(compilations())
"""


def everything_below(folder: Path) -> dict[Path, tuple[int, int]]:
    return {path: (path.stat().st_mtime_ns, path.stat().st_size) for path in folder.rglob("*")}


@pytest.mark.slow
def test_an_image_brings_compiled_games_along_which_are_read_at_another_place_and_never_written(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "parlour", "compile", "--for", "cpu", "connect4"]
    made = subprocess.run(
        [*command, "--to", str(tmp_path / "image"), "--processor", "x86-64-v3"],
        env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    settings = dict(line.split("=", 1) for line in made.stdout.splitlines())
    pinned = {"NUMBA_CPU_NAME": "x86-64-v3", "NUMBA_CPU_FEATURES": ""}
    assert settings == {"PARLOUR_COMPILED": str(tmp_path / "image"), **pinned}
    (tmp_path / "image").rename(tmp_path / "moved")
    before = everything_below(tmp_path / "moved")
    assert before
    there = {**pinned, "PARLOUR_COMPILED": str(tmp_path / "moved"), "PARLOUR_CACHE": str(tmp_path / "cache")}
    played = run(PLAYED, PACKAGE.parent, **there)
    assert played.stdout.split() == ["0"], played.stderr
    besides = run(PERFT_COUNTED, PACKAGE.parent, **there)  # perft is compiled when it is asked for, and kept nowhere
    assert besides.stdout.split()[:2] == ["823536", "7"], besides.stderr
    assert int(besides.stdout.split()[2]) > 0
    assert everything_below(tmp_path / "moved") == before
    assert not list(tmp_path.glob("cache/connect4*")), "nor is it kept anywhere else"
    other = run(PLAYED, PACKAGE.parent, **(there | {"NUMBA_CPU_NAME": "x86-64-v2"}))
    assert int(other.stdout.split()[0]) > 0, "what was made for another processor is left alone"


BAD_INDEX = """
import numpy as np
from parlour.core.jit import entry

@entry
def past_the_end(board, square):
    return board[square]

print(past_the_end(np.zeros(4, np.uint8), 4 + 0) >= 0)
"""


def test_an_index_out_of_bounds_is_found_when_indexes_are_checked(tmp_path: Path) -> None:
    (tmp_path / "planted.py").write_text(BAD_INDEX)
    unchecked = run("import planted", tmp_path)
    assert unchecked.stdout.strip() == "True", unchecked.stderr
    checked = run("import planted", tmp_path, NUMBA_BOUNDSCHECK="1")
    assert checked.returncode != 0
    assert "IndexError" in checked.stderr
    without = run("import planted", tmp_path, NUMBA_DISABLE_JIT="1")
    assert "IndexError" in without.stderr


@pytest.mark.parametrize("flag", ["NUMBA_BOUNDSCHECK", "NUMBA_OPT"])
def test_another_setting_is_another_folder(flag: str, tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("")
    code = f"{FINGERPRINT}; print(fingerprint(Path('.').resolve()))"
    assert run(code, tmp_path).stdout != run(code, tmp_path, **{flag: "1"}).stdout


def test_a_game_that_uses_a_built_in_game_depends_on_its_sources(copy: Path) -> None:
    home = copy / "mine"
    home.mkdir()
    (home / "rules.py").write_text("from parlour.games.connect4.board import LINE\n")
    code = f"{FINGERPRINT}; print(fingerprint(Path('mine').resolve()))"
    before = run(code, copy).stdout
    change(copy / "parlour" / "games" / "connect4" / "board.py", "LINE = 4", "LINE = 3")
    assert run(code, copy).stdout != before


COUNTED = """
import numpy as np
from parlour.core.compiled.jit import rule

@rule
def half(n):
    return n // 2

@rule
def all_sorts(small, steps):
    at = 0
    for _ in range(steps):
        at = half(at + 7)
    return at + half(3) + half(small) + half(np.int8(9))

print(all_sorts(np.int32(12), 9), len(half.overloads))
"""


@pytest.mark.compiled
def test_a_rule_is_compiled_once_for_constants_small_numbers_and_those_of_loops(tmp_path: Path) -> None:
    done = run(COUNTED, PACKAGE.parent, PARLOUR_CACHE=str(tmp_path))
    assert done.stdout.split() == ["17", "1"], done.stderr
