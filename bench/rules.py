"""Random playouts inside compiled code, against OpenSpiel's `connect_four` driven through its Python API.

Both are measured in moves per CPU second, one thread, in slices that take turns, so that a machine that slows down
slows both; the figure is the median of the ratios of neighbouring slices.
"""

import json
import statistics
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from parlour.core.compiled.playouts import playouts
from parlour.games import BUILT_IN, load

ROUNDS = 9
SLICE = 0.6  # CPU seconds
OPEN_SPIEL = "open_spiel==2.0.2"
ENVIRONMENT = Path(__file__).parents[1] / ".venv-bench"


def measure() -> list[str]:
    lines = ["| random playouts, moves per CPU second | ours | OpenSpiel connect_four = 1 |", "|---|---|---|"]
    with Yardstick() as yardstick:
        for name in BUILT_IN:
            for seats in seat_counts(name):
                lines.append(row(name, seats, yardstick))
    return [*lines, "", *two_threads()]


def seat_counts(name: str) -> list[int]:
    seats = load(name).seats
    return sorted({seats[0], seats[-1], min(max(2, seats[0]), seats[-1])})


def row(name: str, seats: int, yardstick: "Yardstick") -> str:
    own(name, seats, SLICE / 4)  # load the compiled code
    ours, ratios = [], []
    for seed in range(ROUNDS):
        theirs = yardstick.slice(SLICE)
        mine = own(name, seats, SLICE, seed)
        ours.append(mine)
        ratios.append(mine / theirs)
    spread = f"{min(ratios):.2f}–{max(ratios):.2f}"
    return f"| {name}, {seats} seats | {statistics.median(ours):,.0f} | {statistics.median(ratios):.2f} ({spread}) |"


def own(name: str, seats: int, seconds: float, seed: int = 0) -> float:
    """Steps per CPU second of random games of ours."""
    game = load(name)
    start = game.new(seats, game.options_for(seats, {}))
    steps, games, begun = 0, 200, time.thread_time()
    while time.thread_time() - begun < seconds:
        seed += 1000
        steps += playouts(game, start, seats, games, seed).steps
    return steps / (time.thread_time() - begun)


class Yardstick:
    """OpenSpiel in an environment and a process of its own: it brings SciPy, which would slow our own start."""

    def __enter__(self) -> "Yardstick":
        python = ENVIRONMENT / "bin" / "python"
        if not python.exists():
            print(f"› installing {OPEN_SPIEL} into {ENVIRONMENT.name}", flush=True)
            subprocess.run([sys.executable, "-m", "venv", ENVIRONMENT], check=True)
            subprocess.run([python, "-m", "pip", "install", "-q", OPEN_SPIEL], check=True)
        script = Path(__file__).parent / "openspiel_slices.py"
        self.process = subprocess.Popen([python, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.slice(SLICE / 4)
        return self

    def __exit__(self, *error: object) -> None:
        self.process.communicate()

    def slice(self, seconds: float, **more: object) -> float:
        """OpenSpiel's moves, or with `lines` its simulations, per CPU second over the next so many."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"seconds": seconds, **more}) + "\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())


def two_threads() -> list[str]:
    """Compiled code releases the interpreter's lock: two threads against two processes, by the clock on the wall."""
    rates: dict[str, list[float]] = {"threads": [], "processes": []}
    spawn = get_context("spawn")
    with ThreadPoolExecutor(2) as threads, ProcessPoolExecutor(2, mp_context=spawn) as processes:
        for pool in (threads, processes):
            list(pool.map(chunk, (1, 2)))
        for seed in range(ROUNDS):
            for name, pool in (("threads", threads), ("processes", processes)):
                begun = time.perf_counter()
                steps = sum(pool.map(chunk, (seed, seed + 100)))
                rates[name].append(steps / (time.perf_counter() - begun))
    ratio = statistics.median(a / b for a, b in zip(rates["threads"], rates["processes"], strict=True))
    return [f"Two threads of YINSH playouts reach {ratio:.2f} of two processes."]


def chunk(seed: int) -> int:
    game = load("yinsh")
    return playouts(game, game.new(2, game.options_for(2, {})), 2, 8000, seed).steps
