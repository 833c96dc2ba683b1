"""Single keys, where the terminal gives them: no Enter needed."""

import os
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager

try:
    import termios
    import tty
except ImportError:  # Windows
    termios = None  # type: ignore[assignment]

ARROWS = {
    "\x1b[C": "n",
    "\x1b[B": "n",
    "\x1b[D": "b",
    "\x1b[A": "b",
    "\x1b[H": "g",
    "\x1b[F": "G",
    " ": "n",
    "\r": "\n",
}
END_OF_INPUT = "\x04"


def available() -> bool:
    return termios is not None and sys.stdin.isatty()


@contextmanager
def single() -> Iterator[None]:
    """While this lasts, keys come at once and are not echoed; Ctrl-C still interrupts."""
    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


def read() -> str:
    """The next key, arrows as the letters they stand for."""
    key = _next()
    while key.startswith("\x1b") and not key[-1].isalpha() and pressed_within(0.01):
        key += _next()
    if key in ("", END_OF_INPUT):
        raise EOFError
    return ARROWS.get(key, key if len(key) == 1 else "")


def _next() -> str:
    return os.read(sys.stdin.fileno(), 1).decode(errors="replace")


def pressed_within(seconds: float) -> bool:
    return bool(select.select([sys.stdin], [], [], seconds)[0])
