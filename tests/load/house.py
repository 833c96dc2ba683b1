"""The real server in a process of its own, bots' workers and all, with its cache in a folder that a test may delete:
`python -m tests.load.house`."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import httpx

from parlour.server.app import Parts
from parlour.server.game_readiness import GameReadiness
from parlour.server.guard.limits import Limits
from parlour.server.run import listen, serve
from tests.load.metrics import Page, read
from tests.load.watched import WatchedMetrics
from tests.serving import settings_for

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0  # seconds for what takes seconds, on a machine that has much else to do


class FewGames(GameReadiness):
    """Some of the games."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self._names = list(names)

    def names(self) -> list[str]:
        return self._names


class Process:
    """The server. All that it needs to be found again is in its folder."""

    def __init__(self, folder: Path, games: Sequence[str], *, workers: int = 1, cache: Path | None = None) -> None:
        self.folder, self.games, self.workers = folder, games, workers
        self.cache = cache or Path(os.devnull)
        self._environment = {**os.environ, **({} if cache is None else {"PARLOUR_CACHE": str(cache)})}
        self._listening = listen("127.0.0.1", 0)
        self.port: int = self._listening.getsockname()[1]
        self._listening.close()
        self.base = f"http://127.0.0.1:{self.port}"
        self._running: subprocess.Popen[bytes] | None = None
        self.began = 0.0  # when it was last started, by the clock of `time.monotonic`

    def start(self, stall: float = 0.0) -> None:
        """Answers at once: what is to be waited for is waited for below. `stall`: every second nothing goes on for so
        long."""
        settings = [str(self.folder), str(self.port), str(self.workers), ",".join(self.games), str(stall)]
        with (self.folder / "house.log").open("ab") as log:
            self.began = time.monotonic()
            self._running = subprocess.Popen(
                [sys.executable, "-m", "tests.load.house", *settings], stdout=log, stderr=log, cwd=ROOT,
                env=self._environment,
            )  # fmt: skip

    async def until(
        self, path: str, good: Callable[[httpx.Response], bool], headers: dict[str, str] | None = None
    ) -> None:
        """Until what is asked for at `path` is answered so."""
        async with httpx.AsyncClient(base_url=self.base, headers=headers) as client, asyncio.timeout(PATIENCE):
            while not await _answers(client, path, good):
                assert self._running is not None
                assert self._running.poll() is None, self.log
                await asyncio.sleep(0.02)

    async def ready(self) -> None:
        """Until all games are."""
        await self.until("/api/v1/games", lambda answer: all(game["ready"] for game in answer.json()))

    def client(self) -> httpx.AsyncClient:
        """One that keeps no connection: the server closes idle ones, perhaps just when they are used again."""
        limits = httpx.Limits(max_connections=10, max_keepalive_connections=0)
        return httpx.AsyncClient(base_url=self.base, timeout=PATIENCE, limits=limits)

    async def metrics(self) -> Page:
        async with self.client() as client:
            return read((await client.get("/metrics")).text)

    @property
    def log(self) -> str:
        return (self.folder / "house.log").read_text()

    @property
    def pid(self) -> int:
        assert self._running is not None, "it was started"
        return self._running.pid

    def kill(self) -> None:
        """As a power cut would."""
        self._end(signal.SIGKILL)

    def close(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._running is not None and self._running.poll() is None:
            self._running.send_signal(how)
            self._running.wait(30)


async def _answers(client: httpx.AsyncClient, path: str, good: Callable[[httpx.Response], bool]) -> bool:
    try:
        answer = await client.get(path)
    except httpx.TransportError:
        return False
    return answer.status_code == 200 and good(answer)


def resident(pid: int) -> int:
    """Bytes in memory now."""
    return _status(pid, "VmRSS")


def largest(pid: int) -> int:
    """The most bytes that it had in memory."""
    return _status(pid, "VmHWM")


def _status(pid: int, name: str) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return 1024 * int(next(line.split()[1] for line in status.splitlines() if line.startswith(name)))


def waited_for_a_processor(pid: int) -> float:
    """Seconds that the main thread, which is the loop's, was ready to run and did not."""
    return int(Path(f"/proc/{pid}/task/{pid}/schedstat").read_text().split()[1]) / 1e9


def children(pid: int) -> list[int]:
    """The processes that it has started, and that still run."""
    return [
        int(each) for task in Path(f"/proc/{pid}/task").iterdir() for each in (task / "children").read_text().split()
    ]


def workers_of(pid: int) -> list[int]:
    """Of its children, those that think; multiprocessing has another."""
    return [each for each in children(pid) if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes()]


def main(folder: str, port: str, workers: str, games: str, stall: str) -> int:
    settings = settings_for(Path(folder), host="127.0.0.1", port=int(port), workers=int(workers))
    parts = Parts(limits=Limits({}), readiness=FewGames(games.split(",")))  # one machine plays hundreds of people here
    parts.metrics = WatchedMetrics(float(stall))
    return serve(settings, listen("127.0.0.1", int(port)), parts)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
