"""How long one waits: importing the package, the first use of a game with a warm cache, and with none."""

import json
import os
import statistics
import subprocess
import sys
import tempfile

from parlour.games import BUILT_IN

ROUNDS = 5

IMPORT = "import time; t = time.perf_counter(); import parlour; print(time.perf_counter() - t)"
CORE = "import time; t = time.perf_counter(); import parlour.core.match, parlour.games; print(time.perf_counter() - t)"
# A first use as a player has it: load the game, begin a match, list what is legal, play a step, look at the view.
FIRST_USE = """
import time; wall, cpu = time.perf_counter(), time.process_time()
from parlour.games import load
from parlour.core.match import Match
from parlour.core.dealer import Dealer
game = load({name!r}); seats = game.seats[0]
match = Match(game, seats, dealer=Dealer(seats)); match.deal_all()
match.play(match.actor, match.legal(match.actor)[0]); match.view(0); match.scene(0)
print(time.perf_counter() - wall)
"""
# What `prepare` does in its own process: everything, searches' loops included.
COLD = """
import os, resource, subprocess, sys
subprocess.run([sys.executable, "-m", "parlour.games", {name!r}], check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN); print(used.ru_utime + used.ru_stime)
"""


def measure() -> list[str]:
    lines = [
        f"`import parlour`: {median(IMPORT):.3f} s; the engine's core with its compiler library: {median(CORE):.2f} s.",
        "",
        "| game | first use, warm (s) | first compile, all of it (CPU s) |",
        "|---|---|---|",
    ]
    for name in BUILT_IN:
        subprocess.run([sys.executable, "-m", "parlour.games", name], check=True)
        warm = median(FIRST_USE.format(name=name))
        with tempfile.TemporaryDirectory() as empty:
            cold = seconds(COLD.format(name=name), PARLOUR_CACHE=empty)
        lines.append(f"| {name} | {warm:.2f} | {cold:.1f} |")
    return lines


def median(code: str) -> float:
    seconds(code)
    return statistics.median(seconds(code) for _ in range(ROUNDS))


def seconds(code: str, **env: str) -> float:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ, **env}
    )
    return float(json.loads(done.stdout))
