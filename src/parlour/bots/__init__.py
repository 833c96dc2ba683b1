"""Players that are programs. A bot sees what its seat sees."""

import subprocess
import sys

from parlour import games
from parlour.core.compiled import jit


def is_ready(name: str) -> bool:
    """Whether neither the game nor its search would have to wait for the compiler."""
    from parlour.bots import searcher

    return searcher.is_ready(games.load(name))


def prepare(name: str) -> None:
    """Compile the game and its search in a process of their own, if that has not been done."""
    if not jit.disabled() and not is_ready(name):
        subprocess.run([sys.executable, "-m", "parlour.bots", name], check=True)
