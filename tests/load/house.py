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
from parlour.server.run import listen, serve
from parlour.server.safety.limits import Limits
from parlour.server.shelf import Shelf
from tests.load.metrics import Page, read
from tests.load.watched import WatchedMetrics
from tests.serving import settings_for

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0  # seconds for what takes seconds, on a machine that has much else to do


class ShortShelf(Shelf):
    """Some of the games."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self._short = list(names)

    def names(self) -> list[str]:
        return self._short


class Process:
    """The server. All that it needs to be found again is in its folder."""

    def __init__(self, folder: Path, games: Sequence[str], *, workers: int = 1, cache: Path | None = None) -> None:
        self.folder, self.games, self.workers = folder, games, workers
        self._environment = {**os.environ, **({} if cache is None else {"PARLOUR_CACHE": str(cache)})}
        self._listening = listen("127.0.0.1", 0)
        self.port: int = self._listening.getsockname()[1]
        self._listening.close()
        self.base = f"http://127.0.0.1:{self.port}"
        self._running: subprocess.Popen[bytes] | None = None
        self.began = 0.0  # when it was last started, by the clock of `time.monotonic`

    def start(self) -> None:
        """Answers at once; `wait` for what is to be waited for."""
        command = [sys.executable, "-m", "tests.load.house", str(self.folder), str(self.port), str(self.workers)]
        with (self.folder / "house.log").open("ab") as log:
            self.began = time.monotonic()
            self._running = subprocess.Popen(
                [*command, ",".join(self.games)], stdout=log, stderr=log, cwd=ROOT, env=self._environment
            )

    async def until(self, path: str, good: Callable[[httpx.Response], bool]) -> None:
        """Until what is asked for at `path` is answered so."""
        async with httpx.AsyncClient(base_url=self.base) as client, asyncio.timeout(PATIENCE):
            while not await _answers(client, path, good):
                assert self._running is not None
                assert self._running.poll() is None, self.log
                await asyncio.sleep(0.02)

    async def ready(self) -> None:
        """Until all games are."""
        await self.until("/api/v1/games", lambda answer: all(game["ready"] for game in answer.json()))

    async def metrics(self) -> Page:
        async with httpx.AsyncClient(base_url=self.base, timeout=PATIENCE) as client:
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
    """Bytes in memory."""
    status = Path(f"/proc/{pid}/status").read_text()
    return 1024 * int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))


def children(pid: int) -> list[int]:
    """The processes that it has started, and that still run."""
    return [
        int(each) for task in Path(f"/proc/{pid}/task").iterdir() for each in (task / "children").read_text().split()
    ]


def main(folder: str, port: str, workers: str, games: str) -> int:
    settings = settings_for(Path(folder), host="127.0.0.1", port=int(port), workers=int(workers))
    parts = Parts(limits=Limits({}), shelf=ShortShelf(games.split(",")))  # one machine plays hundreds of people here
    parts.metrics = WatchedMetrics()
    return serve(settings, listen("127.0.0.1", int(port)), parts)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
