"""What a house for a million players would need: a model of one shard, checked against what was measured here.

    python -m bench.scale            the tables of docs/scale.md

A *shard* is one database and the processes that serve its tables. A process is an event loop, which does one thing at a
time, and a writer, which keeps whatever has come up to now with one flush. A step waits for the loop, the flush, and
the loop again, which tells the opponent; if that one is connected elsewhere, also for the news between processes.
Everything is drawn from a fixed seed: the same tables each time.
"""

import hashlib
import heapq
import math
import random
import statistics
from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

MOVES = 100_000  # a second, over the whole house
PLAYERS = 1_000_000
BUSIEST = 0.6  # of a loop, planned for: what is left is for peaks and for a neighbour that died


class Costs(NamedTuple):
    """Of one step, in seconds, as `./dev bench server` and the store's own measurements found them on one core here."""

    take: float = 425e-6  # the loop: read, check, play, encode for the store
    tell: float = 345e-6  # the loop: encode for two viewers, send
    flush: float = 500e-6  # one COMMIT, however many are in it
    append: float = 290e-6  # each of them: 3,400 a second and connection (PostgreSQL, one function an append)
    hop: float = 2e-3  # news between processes go out in batches this far apart


class Shard(NamedTuple):
    processes: int
    matches: int
    think: float  # seconds, on average, between hearing of a step and answering it; 0: at once
    apart: float = 0.0  # the part of matches whose players are connected to different processes


class Figures(NamedTuple):
    rate: float  # steps a second
    busiest: float  # the busiest loop's share of the time
    p50: float  # seconds from sending a step until the opponent has it
    p99: float


class _Process:
    """A loop with things to do, in order, and a writer that takes all that waits as one group."""

    def __init__(self) -> None:
        self.waiting: deque[tuple[float, Callable[[float], None]]] = deque()
        self.working, self.writing = False, False
        self.group: list[Callable[[float], None]] = []
        self.busy = 0.0


class Simulation:
    def __init__(self, shard: Shard, costs: Costs, seconds: float, seed: int = 1) -> None:
        self.shard, self.costs, self.end = shard, costs, seconds
        self.rng = random.Random(seed)
        self.now = 0.0
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0
        self.processes = [_Process() for _ in range(shard.processes)]
        self.latencies: list[float] = []
        self.warm = seconds / 5

    def run(self) -> Figures:
        for match in range(self.shard.matches):
            self._think(match, 0)
        while self._events and self.now < self.end:
            self.now, _, happen = heapq.heappop(self._events)
            happen()
        measured = self.end - self.warm
        latencies = sorted(self.latencies)
        p50, p99 = (latencies[math.ceil(part * len(latencies)) - 1] for part in (0.5, 0.99))
        busiest = max(process.busy for process in self.processes) / measured
        return Figures(len(latencies) / measured, busiest, p50, p99)

    # -- a step ------------------------------------------------------------------------------------------------

    def _think(self, match: int, seat: int) -> None:
        pause = self.rng.expovariate(1 / self.shard.think) if self.shard.think else self.rng.random() * 1e-3
        self._in(pause, lambda: self._send(match, seat))

    def _send(self, match: int, seat: int) -> None:
        """A step arrives at the process where its author is connected, which takes it, keeps it and tells of it."""
        sent, here = self.now, self._process_of(match, seat)
        there = self._process_of(match, 1 - seat)

        def taken() -> None:
            self._write(here, kept)

        def kept(_: float) -> None:
            if there is here:
                self._work(here, self.costs.tell, told)
            else:  # half of the telling is done here, for who took the step; the rest where the opponent is
                self._work(here, self.costs.tell / 2, lambda: None)
                wait = self.costs.hop * self.rng.random()
                self._in(wait, lambda: self._work(there, self.costs.tell / 2 + self.costs.take / 2, told))

        def told() -> None:
            if sent >= self.warm:
                self.latencies.append(self.now - sent)
            self._think(match, 1 - seat)

        self._work(here, self.costs.take, taken)

    def _process_of(self, match: int, seat: int) -> _Process:
        first = match % len(self.processes)
        apart = seat == 1 and (match * 0.6180339887) % 1 < self.shard.apart
        return self.processes[(first + 1) % len(self.processes) if apart else first]

    # -- loops and writers -------------------------------------------------------------------------------------

    def _in(self, seconds: float, happen: Callable[[], None]) -> None:
        self._count += 1
        heapq.heappush(self._events, (self.now + seconds, self._count, happen))

    def _work(self, process: _Process, seconds: float, then: Callable[[], None]) -> None:
        process.waiting.append((seconds, lambda _: then()))
        self._go_on(process)

    def _go_on(self, process: _Process) -> None:
        if process.working or not process.waiting:
            return
        process.working = True
        seconds, then = process.waiting.popleft()
        if self.now >= self.warm:
            process.busy += seconds

        def done() -> None:
            process.working = False
            then(self.now)
            self._go_on(process)

        self._in(seconds, done)

    def _write(self, process: _Process, then: Callable[[float], None]) -> None:
        process.group.append(then)
        self._flush(process)

    def _flush(self, process: _Process) -> None:
        if process.writing or not process.group:
            return
        group, process.group, process.writing = process.group, [], True

        def done() -> None:
            process.writing = False
            for then in group:
                then(self.now)
            self._flush(process)

        self._in(self.costs.flush + len(group) * self.costs.append, done)


# -- which shard has a table ------------------------------------------------------------------------------------


def home_of(table: str, shards: Sequence[str]) -> str:
    """The shard with the highest number for this table: when one comes or goes, only its own tables move."""
    return max(shards, key=lambda shard: hashlib.blake2b(f"{shard} {table}".encode(), digest_size=8).digest())


def spread(shards: int, tables: int, seed: int = 1) -> tuple[float, float]:
    """The busiest shard's load as a multiple of the mean, where tables differ much in how quickly they are played; and
    the part of tables that move when a shard is added."""
    rng = random.Random(seed)
    names = [f"shard-{number}" for number in range(shards)]
    load, moved = dict.fromkeys(names, 0.0), 0
    for number in range(tables):
        home = home_of(f"table-{number}", names)
        load[home] += rng.lognormvariate(0, 1.2)
        moved += home_of(f"table-{number}", [*names, "another"]) != home
    return max(load.values()) / statistics.mean(load.values()), moved / tables


# -- what is said -----------------------------------------------------------------------------------------------


def row(name: str, found: Figures, beside: str = "") -> str:
    return (
        f"| {name} | {found.rate:,.0f} | {found.busiest:.2f} | {1e3 * found.p50:.1f} | {1e3 * found.p99:.1f} |{beside}"
    )


def checked() -> list[str]:
    """The model where it can be compared with what was measured."""
    # One process on SQLite: the writer's part of an append is a tenth of PostgreSQL's.
    here = Costs(append=30e-6)
    full = Simulation(Shard(1, 200, 0), here, 20).run()
    paced = Simulation(Shard(1, 200, 1.0), here._replace(take=800e-6, tell=600e-6), 40).run()
    return [
        "| one process, 200 matches | steps/s | busiest loop | p50 ms | p99 ms | measured: steps/s | p50 ms | p99 ms |",
        "|---|---|---|---|---|---|---|---|",
        row("both sides at once", full, " 1,287 | 145.8 | 191.7 |"),
        row("200 steps/s", paced, " 199 | 2.2 | 5.8 |"),
    ]


def shards() -> list[str]:
    lines = [
        "| a shard of | steps/s | busiest loop | p50 ms | p99 ms | shards for the house |",
        "|---|---|---|---|---|---|",
    ]
    for processes in (1, 2, 4):
        moves = processes * BUSIEST / (Costs().take + Costs().tell)
        think = 10.0
        shard = Shard(processes, round(moves * think), think, apart=0.0)
        name = f"{processes} process{'es' if processes > 1 else ''}, players together"
        lines.append(row(name, Simulation(shard, Costs(), 12).run(), f" {math.ceil(MOVES / moves)} |"))
        if processes > 1:  # what telling elsewhere costs is taken from what the shard can do
            extra = (1 - 1 / processes) * Costs().take / 2
            fewer = processes * BUSIEST / (Costs().take + Costs().tell + extra)
            apart = Shard(processes, round(fewer * think), think, apart=1 - 1 / processes)
            name = f"{processes} processes, wherever they came in"
            lines.append(row(name, Simulation(apart, Costs(), 12).run(), f" {math.ceil(MOVES / fewer)} |"))
    return lines


def spreads() -> list[str]:
    lines = ["| shards | tables | busiest shard / mean | move when one is added |", "|---|---|---|---|"]
    for count, tables in ((16, 20_000), (33, 20_000)):
        busiest, moved = spread(count, tables)
        lines.append(
            f"| {count} | {tables:,} | {busiest:.2f} | {100 * moved:.1f} % (fair: {100 / (count + 1):.1f} %) |"
        )
    return lines


def main() -> None:
    for part in (checked, shards, spreads):
        print("\n".join([*part(), ""]))


if __name__ == "__main__":
    main()
