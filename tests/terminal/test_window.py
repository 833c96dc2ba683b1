"""A real terminal, as far as a program can tell: completion, colour, sizes."""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

COLOUR = re.compile(r"\x1b\[[\d;]+m")
RUN = (
    "import sys; from pathlib import Path; from parlour.games import load; from parlour.terminal.play import play;"
    "sys.exit(play(load({game!r}), seats=None, options={{}}, humans={humans}, record=None,"
    " save={save}, seed=1))"
)


def take_terminal() -> None:
    """Ctrl-C reaches only the program whose terminal it is, and that one even if it is ignored around these tests."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Terminal:
    """A program at a pseudo-terminal."""

    def __init__(self, game: str, humans: int = 1, save: Path | None = None, **environ: str) -> None:
        self.shown = ""
        self.decode = codecs.getincrementaldecoder("utf-8")(errors="replace").decode
        self.inner, outer = pty.openpty()
        self.resize(24, 80)
        where = "None" if save is None else f"Path({str(save)!r})"
        unset = {"NO_COLOR", "COLUMNS", "LINES", "COLORTERM"}
        inherited = {name: value for name, value in os.environ.items() if name not in unset}
        self.process = subprocess.Popen(
            [sys.executable, "-c", RUN.format(game=game, humans=humans, save=where)],
            stdin=outer, stdout=outer, stderr=outer, close_fds=True, start_new_session=True, preexec_fn=take_terminal,
            env={**inherited, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **environ},
        )  # fmt: skip
        os.close(outer)

    def resize(self, rows: int, columns: int) -> None:
        fcntl.ioctl(self.inner, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, text: str) -> None:
        os.write(self.inner, text.encode())

    def wait_for(self, text: str, seconds: float = 30) -> str:
        """What was shown up to and including this text, which is then forgotten."""
        end = time.monotonic() + seconds
        while text not in self.shown:
            assert time.monotonic() < end, f"{text!r} did not come; there was {self.shown[-2000:]!r}"
            if select.select([self.inner], [], [], 0.2)[0]:
                try:
                    self.shown += self.decode(os.read(self.inner, 65536))
                except OSError:
                    assert text in self.shown, f"it ended without {text!r}: {self.shown[-2000:]!r}"
        before, _, self.shown = self.shown.partition(text)
        return before + text

    def interrupt(self) -> None:
        """Ctrl-C, once the program waits for a key.

        An interrupt between the prompt and that wait is noticed by Python only at the next key."""
        end = time.monotonic() + 30
        while "poll" not in (at := Path(f"/proc/{self.process.pid}/wchan").read_text()) and "select" not in at:
            assert time.monotonic() < end, f"it does not wait for a key, but is in {at}"
            time.sleep(0.01)
        self.type("\x03")

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.inner)


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for each in opened:
        each.close()


def opened(terminals: list[Terminal], game: str, **given: object) -> Terminal:
    terminals.append(Terminal(game, **given))  # type: ignore[arg-type]
    return terminals[-1]


def test_tab_completes_what_can_be_played(terminals: list[Terminal]) -> None:
    pytest.importorskip("readline")
    terminal = opened(terminals, "dance")
    terminal.wait_for("Player 1 › ")
    terminal.type("say:m\t")
    terminal.wait_for("ine:")
    terminal.type("3\n")
    terminal.wait_for("has a good card")


def test_the_page_is_taken_and_given_back(terminals: list[Terminal], kept: Path) -> None:
    terminal = opened(terminals, "connect4", save=kept)
    start = terminal.wait_for("Red › ")
    assert start.startswith("\x1b[?1049h")
    assert COLOUR.search(start)
    terminal.type("\x04")  # end of input
    terminal.wait_for("\x1b[?1049l")
    terminal.wait_for(f"parlour play --continue {kept}")
    assert terminal.process.wait(10) == 0


def test_ctrl_c_leaves_cleanly(terminals: list[Terminal]) -> None:
    terminal = opened(terminals, "connect4")
    terminal.wait_for("Red › ")
    terminal.interrupt()
    shown = terminal.wait_for("Goodbye.")
    assert "Traceback" not in shown
    assert terminal.process.wait(10) == 0


def test_no_color_is_respected(terminals: list[Terminal]) -> None:
    terminal = opened(terminals, "connect4", NO_COLOR="1")
    assert not COLOUR.search(terminal.wait_for("Red › "))


def test_a_dumb_terminal_gets_plain_lines(terminals: list[Terminal]) -> None:
    terminal = opened(terminals, "connect4", TERM="dumb")
    terminal.wait_for("Choose a column")
    terminal.type("d\n")
    assert "\x1b[" not in terminal.wait_for("Yellow drops").replace("\x1b[?2004", "")


def test_a_resized_window_is_drawn_anew_at_the_next_prompt(terminals: list[Terminal]) -> None:
    terminal = opened(terminals, "yinsh")
    terminal.wait_for("White › ")
    terminal.resize(12, 60)
    terminal.type("\n")
    terminal.wait_for("60 × 12")
    terminal.wait_for("White › ")
    terminal.resize(24, 80)
    terminal.type("\n")
    terminal.wait_for("⢀")  # a line of the board, which did not fit before


def test_the_keyboard_is_handed_over_and_what_was_typed_cannot_be_called_up(terminals: list[Terminal]) -> None:
    pytest.importorskip("readline")
    terminal = opened(terminals, "dance", humans=2)
    terminal.wait_for("Press Enter when only Player 1 is looking. ")
    terminal.type("\n")
    terminal.wait_for("Player 1 › ")
    terminal.type("pass\n")
    shown = terminal.wait_for("Press Enter when only Player 2 is looking. ")
    assert "\x1b[2J" in shown, "the screen was cleared"
    terminal.type("\n")
    terminal.wait_for("Player 2 › ")
    terminal.type("\x1b[A")  # arrow up
    terminal.type("zz\n")
    terminal.wait_for("“zz”")
