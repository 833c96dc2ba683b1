"""The tutorial's package, written out from its page and installed as any third party's would be."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
NAMED_BLOCK = re.compile(r"^\*\*`([^`]+)`\*\*\n(`{3,4})(\w+)\n(.*?)^\2$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="session")
def tutorial_files() -> dict[str, str]:
    """The files that the tutorial consists of, by their paths."""
    page = (DOCS / "write-a-game.md").read_text("utf-8")
    return {path: text for path, _, _, text in NAMED_BLOCK.findall(page)}


@pytest.fixture(scope="session")
def tutorial(tutorial_files, tmp_path_factory) -> Path:
    """The folder that a reader who follows the tutorial ends up with."""
    folder = tmp_path_factory.mktemp("four-in-line")
    for path, text in tutorial_files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    return folder


@pytest.fixture(scope="session")
def installed(tutorial, tmp_path_factory) -> Path:
    """A folder into which pip has installed the tutorial's package, and nothing else."""
    target = tmp_path_factory.mktemp("site")
    quiet = ["--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation", "--no-index"]
    command = [sys.executable, "-m", "pip", "install", *quiet, "--target", str(target), str(tutorial)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return target


@pytest.fixture(scope="session")
def python(installed, tmp_path_factory) -> Callable[..., str]:
    """Runs Python where that package is installed, with a compile cache of its own; answers what it printed."""
    cache, elsewhere = tmp_path_factory.mktemp("cache"), tmp_path_factory.mktemp("elsewhere")

    def run(*args: str, given: str = "", **environment: str) -> str:
        env = {**os.environ, "PYTHONPATH": str(installed), "PARLOUR_CACHE": str(cache), **environment}
        done = subprocess.run(
            [sys.executable, *args], input=given, env=env, cwd=elsewhere, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run
