"""How long compiling takes: what it took here before, or what it took where this was written; and how far one is.

What counts is the processor's time: on a machine that has much else to do, compiling takes longer, but not more of it.
"""

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal, NamedTuple

from parlour.core.compiled import jit
from parlour.core.game import Game

Stage = Literal["rules", "bots"]
STAGES: tuple[Stage, ...] = ("rules", "bots")
FILE = "compile-times.json"

# Seconds of one core, measured on a server of 2026 that had much else to do.
SHIPPED: dict[str, tuple[float, float]] = {
    "connect4": (4, 16),
    "yinsh": (8, 19),
    "dance": (7, 36),
    "luckymoose": (14, 29),
    "command": (9, 20),
    "regatta": (11, 26),
}
USUAL = (15.0, 20.0)  # of a game that nobody has compiled yet


class Expected(NamedTuple):
    """Seconds of one core."""

    rules: float
    bots: float

    @property
    def all(self) -> float:
        return self.rules + self.bots


def expected(game: Game) -> Expected:
    """What compiling a game will take."""
    shipped, took = SHIPPED.get(game.name, USUAL), _kept(game).get(game.name, {})
    return Expected(*(took.get(stage, usual) for stage, usual in zip(STAGES, shipped, strict=True)))


@contextmanager
def measured(game: Game, stage: Stage) -> Iterator[None]:
    """Keep what is done in here as what this stage takes on this machine."""
    before = time.process_time()
    yield
    took = time.process_time() - before
    with suppress(OSError):  # then the next one is told what is usual
        kept = _kept(game)
        kept.setdefault(game.name, {})[stage] = round(took, 1)
        path = _file(game)
        new = path.with_suffix(f".{os.getpid()}")
        new.write_text(json.dumps(kept), "utf-8")
        new.replace(path)


def _file(game: Game) -> Path:
    """Beside the folders of what was compiled."""
    return jit.cache_folder(game.home).parent / FILE


def _kept(game: Game) -> dict[str, dict[str, float]]:
    """Whatever is wrong with the file, it is only an estimate."""
    try:
        kept = json.loads(_file(game).read_text("utf-8"))
        return {
            str(name): {str(stage): float(took) for stage, took in stages.items() if 0 < float(took) < 3600}
            for name, stages in kept.items()
        }
    except (OSError, ValueError, AttributeError, TypeError):
        return {}


def processor_seconds(pid: int) -> float | None:
    """What a process and those that it has started have used so far; None where that cannot be known."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    except (OSError, ValueError):
        return None
    used = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")  # its own, and that of those which have ended
    return used + sum(processor_seconds(int(child)) or 0.0 for child in children)


class CompileProgress(NamedTuple):
    """How far one is with a game."""

    stage: Stage
    share: float  # from 0 to 1, of the whole
    seconds: int  # until it is ready, as far as one can tell


BEGIN = 3.0  # seconds of processor time before its pace is taken for that of the whole
SLOWEST = 0.1  # of a core: whoever gets less hears a number that is too small for a while


def progress(game: Game, rules_done: bool, used: float | None, elapsed: float) -> CompileProgress:
    """`used` are seconds of a core, and `elapsed` by the clock, since it was begun."""
    whole = expected(game)
    done = elapsed if used is None else used
    # A stage that takes longer than expected is nearly done for as long as it takes.
    done = max(done, whole.rules) if rules_done else min(done, 0.97 * whole.rules)
    done = min(done, 0.98 * whole.all)
    pace = 1.0 if used is None or used < BEGIN or elapsed <= 0 else max(SLOWEST, min(1.0, used / elapsed))
    left = max(1.0, (whole.all - done) / pace)
    return CompileProgress("bots" if rules_done else "rules", round(done / whole.all, 3), round(left))


MEMORY = 700 * 2**20  # bytes that one compiler may need


def compilers_at_once() -> int:
    """As many as there are cores for this process, and as fit into the memory that is free."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        free = os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        lines = Path("/proc/meminfo").read_text("ascii").splitlines()
        free = next((int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:")), free)
    except (OSError, ValueError, AttributeError):  # not told here
        return cores
    return max(1, min(cores, free // MEMORY))
