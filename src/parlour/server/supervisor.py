"""Several processes of one house on one machine and one port: `parlour serve --processes N`.

The socket that listens is made once and given to all: whoever is free takes the next connection. The first process is
started alone, so that a house that cannot be opened says so once, and tables are brought up to date once. One that dies
is started anew. SIGHUP starts one after the other anew: with newer sources on the disk that is an upgrade under play.
"""

import logging
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from parlour.server.settings import Settings

LISTENING, LIFE, READY, FIRST, NUMBER, FOLDER = (
    f"PARLOUR_SUPERVISED_{name}" for name in ("LISTENING", "LIFE", "READY", "FIRST", "NUMBER", "FOLDER")
)
GLANCE = 0.1  # seconds between two looks at the processes
AGAIN, LONGEST_AGAIN = 0.5, 30.0  # seconds before one is started anew that has died; twice as long each time
STEADY = 60.0  # seconds after which a process counts as one that stays up
CLOSING = 15.0  # seconds that they get to close

SERVE = [sys.executable, "-m", "parlour", "serve"]

log = logging.getLogger("parlour.processes")


class Supervised:
    """This process, as the one that started it wants it: its socket, and how to say that it is open."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self.listening = socket.socket(fileno=int(environ[LISTENING]))
        self._ready, self._life = int(environ[READY]), int(environ[LIFE])
        self.first = environ.get(FIRST) == "yes"
        self.number, self.folder = int(environ[NUMBER]), Path(environ[FOLDER])  # one that all of them share
        threading.Thread(target=self._close_with_it, name="supervisor-watch", daemon=True).start()

    def is_open(self) -> None:
        with suppress(OSError):
            os.write(self._ready, b".")
            os.close(self._ready)

    def _close_with_it(self) -> None:
        """Where the one that started this one is killed, the other end of a pipe is closed by the system."""
        with suppress(OSError):
            os.read(self._life, 1)
        os.kill(os.getpid(), signal.SIGTERM)


def supervised(environ: Mapping[str, str]) -> Supervised | None:
    """None: nobody has started this process but its host."""
    return Supervised(environ) if LISTENING in environ else None


class _Child:
    def __init__(self, number: int) -> None:
        self.number, self.tries, self.since, self.due = number, 0, 0.0, 0.0
        self.process: subprocess.Popen[bytes] | None = None
        self.ready, self.opened = -1, False
        self.told_to_go = False  # to make room for one that is started anew

    def is_open(self) -> bool:
        """Whether it has said so. One that has died before it was open says nothing, and its pipe is closed."""
        if self.ready < 0:
            return self.opened
        try:
            self.opened = bool(os.read(self.ready, 1))
        except BlockingIOError:
            return False
        os.close(self.ready)
        self.ready = -1
        return self.opened


class Supervisor:
    def __init__(self, settings: Settings, listening: socket.socket, opened: Callable[[], None]) -> None:
        self._settings, self._listening, self._opened = settings, listening, opened
        self._life, self._folder = os.pipe(), tempfile.mkdtemp(prefix="parlour")
        self._children = [_Child(number) for number in range(settings.processes)]
        self._closing, self._renewing, self._asked = False, list[_Child](), 0.0

    def run(self) -> int:
        """Until it is told to close; the answer is an exit status."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self._close())
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, lambda *_: self._renew())
        try:
            status = self._open_first()
            if status is None:
                for child in self._children[1:]:
                    self._start(child)
                self._opened()
                while not self._closing:
                    self._look_after()
                    time.sleep(GLANCE)
                status = 0
        finally:
            self._end_all()
        return status

    def _open_first(self) -> int | None:
        """None once it is open; else why there is nothing to supervise."""
        first = self._children[0]
        self._start(first, first=True)
        assert first.process is not None, "it was just started"
        while not first.is_open() or first.process.poll() is not None:
            if (status := first.process.poll()) is not None:
                return status
            if self._closing:
                return 0
            time.sleep(GLANCE)
        return None

    def _start(self, child: _Child, first: bool = False) -> None:
        settings = self._settings
        each = max(1, settings.workers // settings.processes)
        ready, say_ready = os.pipe()
        os.set_blocking(ready, False)
        passed = (self._listening.fileno(), self._life[0], say_ready)
        own = dict(zip((LISTENING, LIFE, READY), map(str, passed), strict=True))
        told = msgspec.structs.replace(settings, processes=1, workers=each).environment()
        shared = {NUMBER: str(child.number), FOLDER: self._folder}
        environ = {**os.environ, **told, **own, **shared, FIRST: "yes" if first else "no"}
        child.process = subprocess.Popen(SERVE, env=environ, pass_fds=passed)
        os.close(say_ready)
        if child.ready >= 0:  # of one that has never been open
            os.close(child.ready)
        child.ready, child.since, child.told_to_go, child.opened = ready, time.monotonic(), False, False

    def _look_after(self) -> None:
        now = time.monotonic()
        for child in self._children:
            opened = child.is_open()
            if child.process is not None and child.process.poll() is not None:
                child.due = now + (0.0 if child.told_to_go else self._pause(child, child.process.returncode))
                child.process = None
            if child.process is None and now >= child.due:
                self._start(child)
            elif self._renewing and child is self._renewing[0] and opened and child.since > self._asked:
                self._renewing.pop(0)  # the new one is open
                self._renew_next()

    def _pause(self, child: _Child, status: int) -> float:
        """Before one is started anew that has ended by itself. A version that cannot be opened is tried again ever more
        rarely, and the others stay as they are."""
        steady = time.monotonic() - child.since > STEADY
        child.tries = 0 if steady else child.tries + 1
        pause = min(LONGEST_AGAIN, AGAIN * float(1 << min(child.tries, 10)))
        again = "anew " if child in self._renewing else ""
        log.warning(
            "process %d of the house has ended (%s); it is started %sin %.1f s", child.number + 1, status, again, pause
        )
        return pause

    def _renew(self) -> None:
        if self._renewing:  # what is on the disk may be newer once more: after this one, all of them
            self._renewing = [self._renewing[0], *self._children]
        else:
            self._renewing = [*self._children]
            self._renew_next()

    def _renew_next(self) -> None:
        self._asked = time.monotonic()
        if self._renewing and (child := self._renewing[0]).process is not None:
            child.told_to_go = True
            child.process.send_signal(signal.SIGTERM)

    def _close(self) -> None:
        self._closing = True

    def _end_all(self) -> None:
        running = [child.process for child in self._children if child.process is not None]
        for process in running:
            process.send_signal(signal.SIGTERM)
        late = time.monotonic() + CLOSING
        for process in running:
            try:
                process.wait(max(0.0, late - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)
