"""Players that are programs. A bot sees what its seat sees."""

import os
import subprocess
import sys
from collections.abc import Callable

from parlour import games
from parlour.core.compiled import jit


def is_ready(name: str) -> bool:
    """Whether neither the game nor its search would have to wait for the compiler."""
    from parlour.bots import searcher

    return searcher.is_ready(games.load(name))


def prepare(name: str, begun: Callable[[int], None] | None = None) -> None:
    """Compile the game and its search in a process of their own, if that has not been done. Its id, which is also that
    of its group, is told to whoever wants to know how far it is."""
    if jit.disabled() or is_ready(name):
        return
    command = [sys.executable, "-m", "parlour.bots", name]
    with subprocess.Popen(command, process_group=0 if begun is not None and os.name == "posix" else None) as process:
        if begun is not None:
            begun(process.pid)
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, command)
