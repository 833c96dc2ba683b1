"""Several processes under one: those that end are started anew, and SIGHUP renews one after the other."""

import logging
import os
import socket
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from parlour.server import supervisor as supervising
from parlour.server.supervisor import READY, Supervisor
from tests.serving import settings_for

# A process that writes its number down, says that it is open and stays; or one that cannot be opened.
SERVE = f"""
import os, signal, sys, time
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
with open(sys.argv[1] + "/started", "a") as started:
    started.write(f"{{os.getpid()}}\\n")
if os.path.exists(sys.argv[1] + "/broken"):
    sys.exit(2)
os.write(int(os.environ[{READY!r}]), b".")
time.sleep(60)
"""


class Three:
    def __init__(self, folder: Path, supervisor: Supervisor) -> None:
        self.folder, self.supervisor = folder, supervisor

    def started(self) -> list[int]:
        return [int(each) for each in (self.folder / "started").read_text().split()]

    def running(self) -> list[int]:
        return [child.process.pid for child in self.supervisor._children if child.process is not None]

    def until(self, holds: Callable[[], bool], seconds: float = 20.0) -> None:
        late = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < late, "it does not come about"
            self.supervisor._look_after()
            time.sleep(0.01)


@pytest.fixture
def three(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Three]:
    monkeypatch.setattr(supervising, "SERVE", [sys.executable, "-c", SERVE, str(tmp_path)])
    monkeypatch.setattr(supervising, "GLANCE", 0.01)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        supervisor = Supervisor(settings_for(tmp_path, processes=3), listening, lambda: None)
        assert supervisor._open_first() is None
        for child in supervisor._children[1:]:
            supervisor._start(child)
        found = Three(tmp_path, supervisor)
        found.until(lambda: len(found.started()) == 3 and all(child.is_open() for child in supervisor._children))
        yield found
        supervisor._end_all()


def test_all_are_renewed_and_never_more_than_one_is_away(three: Three) -> None:
    before = three.running()
    three.supervisor._renew()

    def is_done() -> bool:
        assert len(three.running()) >= 2
        return not three.supervisor._renewing

    three.until(is_done)
    assert not {*before} & {*three.running()}
    assert len(three.started()) == 6, "each once"


def test_who_asks_again_while_they_are_renewed_has_all_of_them_renewed_after_that(three: Three) -> None:
    three.supervisor._renew()
    three.until(lambda: len(three.started()) == 4)
    three.supervisor._renew()
    three.supervisor._renew()
    three.until(lambda: not three.supervisor._renewing)
    assert len(three.started()) == 7, "the first twice"


def test_what_cannot_be_opened_anew_is_tried_ever_more_rarely_and_said_and_the_others_stay(
    three: Three, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = [time.monotonic()]

    def ticks() -> float:
        now[0] += 1e-6
        return now[0]

    monkeypatch.setattr(supervising, "time", SimpleNamespace(monotonic=ticks, sleep=time.sleep))
    caplog.set_level(logging.WARNING)
    before = three.running()
    (three.folder / "broken").touch()
    three.supervisor._renew()
    for tries, pause in enumerate((1.0, 2.0, 4.0, 8.0), start=1):
        said = f"process 1 of the house has ended (2); it is started anew in {pause} s"
        three.until(lambda said=said: said in caplog.messages)
        assert len(three.started()) - 3 == tries
        now[0] += pause - 0.01
        three.supervisor._look_after()
        assert len(three.running()) == 2, "not before the pause is over"
        now[0] += 0.02
    assert [*before[1:]] == three.running()[-2:], "who can play plays on"
    (three.folder / "broken").unlink()
    three.until(lambda: not three.supervisor._renewing)
    assert not {*before} & {*three.running()}


def test_one_that_dies_is_started_anew(three: Three, caplog: pytest.LogCaptureFixture) -> None:
    first = three.running()[0]
    os.kill(first, 9)
    three.until(lambda: len(three.running()) == 3 and first not in three.running())
    assert "process 1 of the house has ended (-9)" in caplog.text
