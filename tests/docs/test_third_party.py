"""A game of somebody else's, installed by pip: it is found by its entry point and works like our own."""

import gzip
import json
import os
import re
import shutil
from pathlib import Path

import pytest

from parlour.core.compiled import retarget
from parlour.games import BUILT_IN

pytestmark = pytest.mark.xdist_group("tutorial")  # one worker installs and compiles it

PLAY = """
from random import Random
from parlour import games
from parlour.core.match import Match

match, rng = Match(games.load("fourline"), 2), Random(1)
while not match.over:
    match.play(match.actor, rng.choice(match.legal(match.actor)))
print(len(match.steps), match.result.ending)
"""


CHECK = """
from parlour import games
from parlour.bots.webassembly import check_webassembly

check_webassembly(games.load("fourline"))
"""
WHERE = """
from parlour import games
from parlour.bots import machines
from parlour.core.compiled import retarget

print(machines.module_of(games.load("fourline"), retarget.WASM).path)
"""


def test_it_is_listed_after_the_built_in_games(python):
    printed = python("-c", "from parlour.games import names; print(*names())")
    assert printed.split() == [*BUILT_IN, "fourline"]


def test_it_can_be_played_to_its_end(python):
    steps, ending = re.fullmatch(r"(\d+) (.*)\n", python("-c", PLAY)).groups()
    assert 7 <= int(steps) <= 42
    assert ending in ("four in a line", "full board")


def test_it_obeys_the_laws(python):
    python(
        "-c",
        "from parlour import games; from parlour.core.conformance import check_game as c; c(games.load('fourline'))",
    )


def test_the_engine_plays_it(python):
    requests = [{"do": "new", "game": "fourline"}]
    requests += [{"do": "play", "actor": i % 2, "action": column} for i, column in enumerate("aabbccd")]
    lines = python("-m", "parlour", "engine", given="\n".join(map(json.dumps, requests))).splitlines()
    assert json.loads(lines[-1])["result"] == {"returns": [1, -1], "scores": [1, 0], "ending": "four in a line"}


def test_it_is_an_environment_too(python):
    script = "from parlour.env import env; e = env('fourline'); e.reset(); print(e.unwrapped.action_text(6))"
    assert python("-c", script) == "g\n"


def test_a_name_that_is_already_taken_stays_with_the_built_in_game(python, installed, tmp_path):
    impostor = tmp_path / "impostor-1.0.dist-info"
    impostor.mkdir()
    (impostor / "METADATA").write_text("Metadata-Version: 2.1\nName: impostor\nVersion: 1.0\n")
    (impostor / "entry_points.txt").write_text("[parlour.games]\nconnect4 = four_in_line:GAME\n")
    script = "from parlour import games; print(games.load('connect4').title, games.names().count('connect4'))"
    assert python("-c", script, PYTHONPATH=f"{tmp_path}{os.pathsep}{installed}") == "Connect Four 1\n"


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.skipif(retarget.linker() is None, reason="there is no linker for WebAssembly here (Debian: lld)")
@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node here")
def test_it_plays_and_thinks_in_a_browser_as_here(python):
    """200 games at random and 50 searches, in WebAssembly and on the CPU: byte for byte the same."""
    python("-c", CHECK)
    assert len(gzip.compress(Path(python("-c", WHERE).strip()).read_bytes())) <= 20_000
