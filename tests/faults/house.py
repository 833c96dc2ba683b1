"""The server as a host starts it, in a process of its own on a real port and a real store, to be killed."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx

from parlour import bots

GAMES = ("connect4", "dance", "luckymoose", "command")
PROCESSES = Path("/proc")
START = 120.0  # seconds for the server to answer, on a machine that has much else to do


class Process:
    """`parlour serve`, as often as it is started."""

    def __init__(
        self,
        folder: Path,
        database: str | None = None,
        processes: int = 1,
        sources: Path | None = None,
        bot_pause: float = 0,
        public_url: str | None = None,
    ) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self.base = f"http://127.0.0.1:{self.port}"
        self.folder, self.database = folder, database or str(folder / "house.db")
        self.processes, self._sources = processes, sources  # in another folder than those that are tested
        self.bot_pause, self._public_url = bot_pause, public_url
        self.log = folder / "house.log"
        self.workers: set[int] = set()  # processes of all bots that were ever seen at work
        self._running: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        """Answers when it answers; its games may still be on their way, which players hear of and come again."""
        settings = {"host": "127.0.0.1", "port": self.port, "data": self.folder, "database": self.database,
                    "workers": 1, "bot-pause": self.bot_pause, "processes": self.processes}  # fmt: skip
        if self._public_url is not None:
            settings["public-url"] = self._public_url
        arguments = [part for name, value in settings.items() for part in (f"--{name}", str(value))]
        with self.log.open("ab") as log:
            self._running = subprocess.Popen(
                [sys.executable, "-m", "parlour", "serve", *arguments], stdout=log, stderr=log, env=self._environment()
            )
        async with httpx.AsyncClient(base_url=self.base) as client, asyncio.timeout(START):
            while not await self._answers(client):
                assert self._running.poll() is None, self.log.read_text()[-5000:]
                await asyncio.sleep(0.02)

    def _environment(self) -> dict[str, str]:
        return {**os.environ, **({} if self._sources is None else {"PYTHONPATH": str(self._sources)})}

    def halt(self, on: bool) -> None:
        """Stopped, it does nothing and knows nothing of it; until it goes on."""
        assert self._running is not None, "it runs"
        self._running.send_signal(signal.SIGSTOP if on else signal.SIGCONT)

    def renew(self) -> None:
        """One process after the other."""
        assert self._running is not None, "it runs"
        self._running.send_signal(signal.SIGHUP)

    async def _answers(self, client: httpx.AsyncClient) -> bool:
        try:
            return (await client.get("/healthz")).is_success
        except httpx.TransportError:
            return False

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        assert self._running is not None, "it runs"
        self.workers |= set(children(self._running.pid))
        os.kill(self._running.pid, how)
        self._running.wait(20)

    def serving(self) -> list[int]:
        """The processes that serve, where there are several."""
        assert self._running is not None, "it runs"
        return [pid for pid in children(self._running.pid) if b"serve" in command_of(pid)]

    def close(self) -> None:
        if self._running is not None and self._running.poll() is None:
            self.kill()

    async def workers_are_gone(self) -> None:
        """Nobody else ends them: they notice by themselves that their server is no more."""
        assert self.workers or not PROCESSES.exists(), "there were some"
        async with asyncio.timeout(30):
            while any(map(runs, self.workers)):
                await asyncio.sleep(0.05)


def children(pid: int) -> list[int]:
    """Where the system says so."""
    tasks = (PROCESSES / str(pid) / "task").glob("*/children")
    return [int(each) for task in tasks for each in task.read_text().split()]


def command_of(pid: int) -> bytes:
    try:
        return (PROCESSES / str(pid) / "cmdline").read_bytes()
    except OSError:
        return b""


def runs(pid: int) -> bool:
    """Whether it is there and one of ours: numbers of processes are given out again."""
    return b"multiprocessing" in command_of(pid)


def prepare() -> None:
    """Compiled beforehand: a server that is being killed would do it again and again."""
    for name in GAMES:
        bots.prepare(name)
