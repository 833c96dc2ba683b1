"""`parlour serve --processes 3` against `--processes 1`, on one PostgreSQL, in turns: what it costs to be several.

Both are the servers that a host starts, with all limits. Matches are paced; the players of each come to whichever
process takes their connection, so that most steps have to be told to another process. Latency is from sending a step to
the opponent's socket having it; CPU is that of all processes that serve, without PostgreSQL's own and bots' workers.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import asyncpg

from bench.postgres import begin_anew, postgres
from bench.server import (
    HERE,
    MATCHES,
    PACED,
    ROUNDS,
    SECONDS,
    Figures,
    cpu_seconds,
    free_port,
    median,
    run,
    wait_until_ready,
)
from bench.server import our_load as load

SEVERAL = 3
MOST_LATER, MOST_CPU = 10.0, 1.15  # milliseconds of p99, and times as much: what is wanted
START = 300.0  # seconds for all processes to be up
ESTABLISHED = "01"  # in /proc/net/tcp


def measure() -> list[str]:
    found: dict[int, list[Figures]] = {1: [], SEVERAL: []}
    spread: dict[int, list[int]] = {}  # by the first process: connections of each
    with postgres() as url:
        for number in range(ROUNDS):
            for processes in sorted(found, reverse=number % 2 == 1):
                found[processes].append(
                    run(
                        partial(serving, url, processes),
                        load,
                        1000 * MATCHES / PACED,
                        cpu=partial(cpu_of_all, spread=spread),
                    )
                )
    one, several = median(found[1]), median(found[SEVERAL])
    later, ratio = several.p99 - one.p99, several.cpu / one.cpu
    return [
        f"{MATCHES} matches of two at {PACED} steps/s, YINSH on PostgreSQL, {ROUNDS} rounds of {SECONDS} s in turn, "
        "medians by CPU.", "",
        "| processes | steps/s | their CPU µs a step | p50 ms | p99 ms | MB of the first | CPU of the rounds |",
        "|---|---|---|---|---|---|---|",
        *(
            f"| {processes} | {median(each)} | {', '.join(f'{1e6 * figures.cpu:.0f}' for figures in each)} |"
            for processes, each in found.items()
        ), "",
        f"With {SEVERAL}: p99 {later:+.1f} ms (wanted: at most {MOST_LATER:+.0f}), CPU a step × {ratio:.2f} "
        f"(wanted: at most {MOST_CPU}). Connections at each of them: "
        f"{'; '.join(str(each[1:]) for each in spread.values() if len(each) > 1)}.",
    ]  # fmt: skip


def serving(url: str, processes: int) -> "Iterator[tuple[int, int]]":
    """A new house, as a host starts it."""
    asyncio.run(begin_anew(url))
    port = free_port()
    with tempfile.TemporaryDirectory(dir=HERE) as folder:
        settings = {"port": port, "data": folder, "database": url, "workers": 1, "processes": processes}
        arguments = [part for name, value in settings.items() for part in (f"--{name}", str(value))]
        log = Path(folder) / "server.log"
        with log.open("wb") as said:
            server = subprocess.Popen(
                [sys.executable, "-m", "parlour", "serve", *arguments], stdout=said, stderr=said, cwd=HERE.parent
            )
        try:
            wait_until_ready(port)
            asyncio.run(all_are_up(url, processes))
            yield port, server.pid
        except BaseException:
            print(log.read_text("utf-8")[-5000:], file=sys.stderr)
            raise
        finally:
            server.terminate()
            server.wait()


async def all_are_up(url: str, processes: int) -> None:
    """As many have shown a sign of life by now."""
    connection, late = await asyncpg.connect(url), time.monotonic() + START
    while await connection.fetchval("SELECT count(*) FROM parlour.uptimes") < processes:
        if time.monotonic() > late:
            raise TimeoutError("not all processes are up")
        await asyncio.sleep(0.2)
    await connection.close()


def cpu_of_all(pid: int, spread: dict[int, list[int]]) -> float:
    pids = serving_pids(pid)
    spread.setdefault(pid, [connections_of(each) for each in pids])  # when it begins, and all are there
    return sum(map(cpu_seconds, pids))


def serving_pids(pid: int) -> list[int]:
    """The process, and those that it has started to serve; bots' workers are none of them."""
    found = [pid]
    for each in children(pid):
        if b"serve" in Path(f"/proc/{each}/cmdline").read_bytes().split(b"\0"):
            found += serving_pids(each)
    return found


def children(pid: int) -> list[int]:
    return [int(each) for task in Path(f"/proc/{pid}/task").glob("*/children") for each in task.read_text().split()]


def connections_of(pid: int) -> int:
    """Of clients: what a process is connected with by TCP; PostgreSQL is reached by a socket that is a file."""
    own = {os.readlink(each) for each in Path(f"/proc/{pid}/fd").iterdir() if each.is_symlink()}
    rows = [line.split() for line in Path("/proc/net/tcp").read_text("ascii").splitlines()[1:]]
    return sum(row[3] == ESTABLISHED and f"socket:[{row[9]}]" in own for row in rows)
