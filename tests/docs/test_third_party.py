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


RUNNER = Path(__file__).parents[1] / "machines" / "run.mjs"
# Says for playouts and for searches what differs.
COMPARE = """
import json, subprocess, sys
from pathlib import Path
import numpy as np
from parlour import games
from parlour.bots import prepare
from parlour.bots.compare import differences, playout_job, run_here, search_job
from parlour.core.compiled.frames import beside, read_description

module, runner, folder = map(Path, sys.argv[1:])
game, about = games.load("fourline"), read_description(beside(module))
prepare("fourline")
for name, job in (
    ("playouts", playout_job(game, about, 2, 200, base=about.heap)),
    ("searches", search_job(game, about, 2, 50, 24, base=about.heap)),
):
    job.image.tofile(folder / "in")
    calls = [[call.function.name, call.frame, call.lanes] for call in job.calls]
    order = {"module": str(module), "base": job.memory.base, "image": str(folder / "in"), "out": str(folder / "out")}
    (folder / "jobs.json").write_text(json.dumps([{**order, "calls": calls}]))
    subprocess.run(["node", str(runner), str(folder / "jobs.json")], check=True, stdout=subprocess.DEVNULL)
    there = np.fromfile(folder / "out", np.uint8)
    assert not np.array_equal(there, job.image), "something was done"
    print(name, differences(job, run_here(job), there))
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
def test_it_plays_and_thinks_in_a_browser_as_here(python, tmp_path):
    """200 games at random and 50 searches, in WebAssembly and on the CPU: byte for byte the same."""
    python("-m", "parlour", "compile", "--for", "wasm", "--to", str(tmp_path), "fourline")
    module = next(tmp_path.glob("*.wasm"))
    assert len(gzip.compress(module.read_bytes())) <= 20_000
    said = python("-c", COMPARE, str(module), str(RUNNER), str(tmp_path))
    assert said.split() == ["playouts", "[]", "searches", "[]"]
