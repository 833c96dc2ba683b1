"""A game that was written for the version before goes on working: its wheel, as it was built then, and every name that
an author could import."""

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.test_third_party import PLAY

# The tutorial's game, built when the contract, the decorators and the laws were one module each.
WHEEL = Path(__file__).parent / "wheels" / "four_in_line-1.0.0-py3-none-any.whl"
LAWS = "from parlour import games; from parlour.core.conformance import check_game; check_game(games.load('fourline'))"

pytestmark = pytest.mark.xdist_group("tutorial")


@pytest.mark.parametrize("script", [PLAY, LAWS], ids=["is played to its end", "obeys the laws"])
def test_a_wheel_of_the_version_before(script: str, tmp_path: Path) -> None:
    quiet = ["--quiet", "--disable-pip-version-check", "--no-deps", "--no-index"]
    command = [sys.executable, "-m", "pip", "install", *quiet, "--target", str(tmp_path / "site"), str(WHEEL)]
    subprocess.run(command, check=True)
    env = {**os.environ, "PYTHONPATH": str(tmp_path / "site"), "PARLOUR_CACHE": str(tmp_path / "cache")}
    done = subprocess.run(
        [sys.executable, "-c", script], env=env, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("module", "names"),
    [
        (
            "game",
            "CHANCE OVER Floats Game Ints Option Options State Value View Viewer as_array blank copy_state placed",
        ),
        ("jit", "entry rule"),
        ("scene", "Choice Counter Hint Label Line Mark Piece Plan Scene Site Zone button piece site zone"),
        ("texts", "Refused Text"),
        ("match", "Match"),
        ("knowledge", "NONE Knowledge Lore"),
        ("rng", "Rng below bits new_rng"),
        ("record", "Seat from_json to_json"),
        ("conformance", "check_game check_match check_position playthrough random_match random_step state_bytes"),
    ],
)
def test_what_authors_import_is_where_it_was(module: str, names: str) -> None:
    found = importlib.import_module(f"parlour.core.{module}")
    assert [name for name in names.split() if not hasattr(found, name)] == []
