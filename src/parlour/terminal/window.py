"""The window: where lines go, how large it is, and what is asked there. Nothing else of the terminal does output."""

import contextlib
import io
import os
import sys
from collections.abc import Sequence

from rich.console import Console, RenderableType
from rich.text import Text as Ink

from parlour.terminal import prompt
from parlour.terminal.style import YOU

ENTER_PAGE, LEAVE_PAGE = "\x1b[?1049h", "\x1b[?1049l"  # a page of its own, without the shell's history
HOME, CLEAR_LINE, CLEAR_BELOW, CLEAR_ALL = "\x1b[H", "\x1b[K", "\x1b[J", "\x1b[H\x1b[2J\x1b[3J"
PLAIN_WIDTH, PLAIN_GAP = 80, 40


class Quit(Exception):
    """A person wants to leave."""


class Window:
    """A full page where the terminal can do it; else lines below each other."""

    def __init__(self) -> None:
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")  # an old encoding shows ? for a glyph rather than failing
        coloured = not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb" and sys.stdout.isatty()
        self.console = Console(file=sys.stdout, color_system="auto" if coloured else None, highlight=False)
        self.typed_by_person = prompt.at_terminal()
        self.full = self.typed_by_person and os.environ.get("TERM", "dumb") != "dumb" and os.name != "nt"
        self.open = False

    def __enter__(self) -> "Window":
        if self.full:
            self._write(ENTER_PAGE + CLEAR_ALL)
        self.open = True
        return self

    def __exit__(self, *error: object) -> None:
        self.open = False
        if self.full:
            self._write(LEAVE_PAGE)

    @property
    def width(self) -> int:
        return self._size()[0] if sys.stdout.isatty() else PLAIN_WIDTH

    @property
    def height(self) -> int | None:
        """Rows, or None where lines just follow each other."""
        return self._size()[1] if self.full and self.open else None

    def show(self, lines: Sequence[Ink]) -> None:
        """Replace what the window shows; written at once and over the old, so that nothing flickers."""
        if not (self.full and self.open):
            self.say(*lines)
            return
        drawn = "".join(f"{self.coloured(line)}{CLEAR_LINE}\n" for line in lines)
        self._write(HOME + drawn + CLEAR_BELOW)

    def say(self, *lines: Ink | str) -> None:
        """Lines below what is there."""
        for line in lines:
            self._write(self.coloured(Ink(line) if isinstance(line, str) else line).rstrip() + "\n")

    def clear(self) -> None:
        """Away with what was shown, also from the memory of the terminal."""
        self._write(CLEAR_ALL if self.full else "\n" * PLAIN_GAP if self.typed_by_person else "\n")

    def ask(self, question: str, completions: Sequence[str] = ()) -> str:
        start, _, end = self.coloured(Ink("\0", YOU)).partition("\0")
        return prompt.ask(question, completions, start, end)

    def wait(self, question: str) -> str:
        """Until the person has pressed Enter; where nobody is at the keyboard, no time at all."""
        return self.ask(question) if self.typed_by_person else ""

    def page(self, content: Sequence[Ink] | RenderableType, more: str, back: str) -> None:
        """Something long to read, a windowful at a time."""
        lines = self.rendered(content)
        height = self.height
        if height is None:
            self._write("\n".join(lines) + "\n")
            return
        step = max(1, height - 2)
        for start in range(0, max(len(lines), 1), step):
            part = lines[start : start + step]
            self._write(HOME + "".join(f"{line}{CLEAR_LINE}\n" for line in part) + CLEAR_BELOW)
            last = start + step >= len(lines)
            with contextlib.suppress(EOFError):
                if self.ask(back if last else more).strip().lower().startswith("q"):
                    return

    def rendered(self, content: Sequence[Ink] | RenderableType) -> list[str]:
        if isinstance(content, Sequence) and not isinstance(content, str):
            return [self.coloured(line) for line in content]
        with self.console.capture() as captured:
            self.console.print(content, width=min(self.width - 1, 100))
        return captured.get().rstrip("\n").split("\n")

    def coloured(self, line: Ink) -> str:
        with self.console.capture() as captured:
            self.console.print(line, end="", no_wrap=True, overflow="ignore", crop=False, highlight=False)
        return captured.get()

    def _size(self) -> tuple[int, int]:
        try:
            size = os.get_terminal_size(sys.stdout.fileno())
        except (OSError, ValueError):
            return self.console.width, self.console.height
        return size.columns or PLAIN_WIDTH, size.lines or 24

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()
