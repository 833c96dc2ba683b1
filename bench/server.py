"""Our server against boardgame.io's: 200 matches over sockets, both sides moving as soon as they may.

Theirs plays `flip85`, keeps everything in memory and flushes nothing. Ours plays YINSH, and every step is on the disk
before anybody sees it. The players are programs and do not draw; in a further round they are sent what a page draws,
too. Latency is from sending a step to the opponent's socket having it; CPU is the server's alone.

`compare` lets this version and another one take turns, each with its own players: what is compared is the servers' CPU.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from bench.before import Before
from bench.store import flush, quantiles

HERE = Path(__file__).parent
THEIRS = HERE / "boardgameio"
MATCHES = int(os.environ.get("PARLOUR_BENCH_MATCHES", "200"))
SECONDS, WARM, ROUNDS = int(os.environ.get("PARLOUR_BENCH_SECONDS", "10")), 3, 3
PACED = 200  # steps a second, over all matches
TICKS = os.sysconf("SC_CLK_TCK")
SLICES = int(os.environ.get("PARLOUR_BENCH_SLICES", "6"))  # of each version, with and without drawing
Load = tuple[list[str], list[str]]  # a command, and what it is told besides how much to do
Server = Callable[[], "Iterator[tuple[int, int]]"]


def measure() -> list[str]:
    install()
    with tempfile.TemporaryDirectory(dir=HERE) as folder:
        flushes = flush(Path(folder))
        ours: list[Figures] = []
        drawn: list[Figures] = []
        theirs: list[Figures] = []
        for _ in range(ROUNDS):
            theirs.append(run(their_server, their_load, 0))
            ours.append(run(our_server, our_load, 0))
            drawn.append(run(our_server, our_load_drawn, 0))
        think = 1000 * MATCHES / PACED
        paced = {"boardgame.io": run(their_server, their_load, think), "Parlour": run(our_server, our_load, think)}
        flushes += flush(Path(folder))
    p99 = 1000 * quantiles(flushes)[1]
    return [
        f"{MATCHES} matches of two, {ROUNDS} rounds of {SECONDS} s in turn, medians.", "",
        "| | steps/s | server CPU µs a step | p50 ms | p99 ms | server MB |", "|---|---|---|---|---|---|",
        f"| boardgame.io 0.50.2, flip85, in memory | {median(theirs)} |",
        f"| Parlour, YINSH, durable | {median(ours)} |",
        f"| the same, with scenes to draw | {median(drawn)} |", "",
        f"CPU a step, by boardgame.io's: {median(ours).cpu / median(theirs).cpu:.2f} without scenes (wanted: at most "
        f"0.8), {median(drawn).cpu / median(theirs).cpu:.2f} with them (wanted: at most 1.1). {of_rounds(theirs)}; "
        f"{of_rounds(ours)}; {of_rounds(drawn)} µs in the rounds.", "",
        f"At a paced {PACED} steps/s:", "",
        "| | steps/s | server CPU µs a step | p50 ms | p99 ms | server MB |", "|---|---|---|---|---|---|",
        *(f"| {name} | {figures} |" for name, figures in paced.items()), "",
        f"The disk's own flush in this run: p99 {p99:.1f} ms; allowed for p99: "
        f"{paced['boardgame.io'].p99 + 2 * p99:.1f} ms.",
    ]  # fmt: skip


def compare(before: Before) -> list[str]:
    """Slices take turns, and who goes first changes: what else the machine does at a time is shared by both."""
    versions = {"before": (before.python, before.folder), "now": (sys.executable, HERE.parent)}
    lines = [
        f"{MATCHES} matches of two, YINSH, {SLICES} slices of {SECONDS} s each, in turn; medians of the slices.", "",
        "| | steps/s | server CPU µs a step | p50 ms | p99 ms | server MB | CPU of the slices |",
        "|---|---|---|---|---|---|---|",
    ]  # fmt: skip
    for name, draw in (("", "0"), (", with scenes to draw", "1")):
        found: dict[str, list[Figures]] = {version: [] for version in versions}
        for number in range(SLICES):
            for version in sorted(versions, reverse=number % 2 == 1):
                python, folder = versions[version]
                load = ([python, "-m", "bench.load_parlour"], [draw])
                found[version].append(run(partial(serving, python, folder), lambda load=load: load, 0, folder))
        for version, each in found.items():
            spent = [1e6 * one.cpu for one in each]
            lines.append(f"| {version}{name} | {median(each)} | {min(spent):.0f}–{max(spent):.0f} |")
        ratio = median(found["now"]).cpu / median(found["before"]).cpu
        lines.append(f"| now / before{name} | | {ratio:.3f} | | | | |")
    return lines


class Figures:
    def __init__(self, latencies: list[float], seconds: float, cpu: float, memory: int) -> None:
        self.rate, self.cpu, self.memory = len(latencies) / seconds, cpu / max(1, len(latencies)), memory / 2**20
        self.p50, self.p99 = quantiles(latencies)

    def __str__(self) -> str:
        return f"{self.rate:,.0f} | {1e6 * self.cpu:.0f} | {self.p50:.1f} | {self.p99:.1f} | {self.memory:.0f}"


def median(figures: list[Figures]) -> Figures:
    return sorted(figures, key=lambda each: each.cpu)[len(figures) // 2]


def of_rounds(figures: list[Figures]) -> str:
    return ", ".join(f"{1e6 * each.cpu:.0f}" for each in figures)


def run(
    server: Server,
    load: Callable[[], Load],
    think: float,
    folder: Path = HERE.parent,
    cpu: "Callable[[int], float] | None" = None,
) -> Figures:
    cpu = cpu or cpu_seconds
    with contextmanager(server)() as (port, pid):
        program, more = load()
        command = [*program, str(port), str(MATCHES), str(SECONDS), str(WARM), str(think), *more]
        client = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder)
        assert client.stderr is not None
        spent = 0.0
        for line in client.stderr:
            if line.strip() == "begin":
                spent = cpu(pid)
            elif line.strip() == "end":
                spent = cpu(pid) - spent
                memory = resident(pid)
                break
            else:
                print(line, end="", file=sys.stderr)
        out, rest = client.communicate()
        print(rest, end="", file=sys.stderr)
        told = json.loads(out)
        return Figures(told["latencies"], told["seconds"], spent, memory)


def their_load() -> Load:
    return ["node", str(THEIRS / "load.cjs")], []


def our_load() -> Load:
    return [sys.executable, "-m", "bench.load_parlour"], ["0"]


def our_load_drawn() -> Load:
    return our_load()[0], ["1"]


def their_server() -> "Iterator[tuple[int, int]]":
    port = free_port()
    environment = {**os.environ, "NODE_ENV": "production"}
    server = subprocess.Popen(
        ["node", str(THEIRS / "serve.cjs"), str(port)], stdout=subprocess.PIPE, text=True, env=environment
    )
    assert server.stdout is not None
    try:
        while "open" not in server.stdout.readline():
            pass
        yield port, server.pid
    finally:
        server.kill()
        server.wait()


def our_server() -> "Iterator[tuple[int, int]]":
    return serving(sys.executable, HERE.parent)


def serving(python: str, checkout: Path) -> "Iterator[tuple[int, int]]":
    """The server of a version, in its own folder and by its own interpreter."""
    port = free_port()
    with tempfile.TemporaryDirectory(dir=HERE) as folder:
        server = subprocess.Popen(
            [python, "-m", "bench.serve_parlour", str(port), folder], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, cwd=checkout,
        )  # fmt: skip
        try:
            wait_until_ready(port)
            yield port, server.pid
        finally:
            server.terminate()
            server.wait()


def wait_until_ready(port: int) -> None:
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/games", timeout=5) as answer:
                if all(game["ready"] for game in json.load(answer)):
                    return
        except OSError:
            pass
        time.sleep(0.2)
    raise TimeoutError("our server is not ready")


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def cpu_seconds(pid: int) -> float:
    """Of that process alone, all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def install() -> None:
    if shutil.which("node") is None:
        raise SystemExit("boardgame.io needs Node: install it, or run this measurement elsewhere")
    if not (THEIRS / "node_modules").exists():
        subprocess.run(["npm", "install", "--no-package-lock", "--no-audit", "--no-fund"], cwd=THEIRS, check=True)
