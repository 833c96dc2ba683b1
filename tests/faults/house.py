"""A server in a process of its own, on a real port and a real store, to be killed: `python -m tests.faults.house`."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx

from parlour import bots
from parlour.server.run import listen, serve
from parlour.server.shelf import Shelf
from tests.serving import parts, settings_for

ROOT = Path(__file__).parents[2]
GAMES = ("connect4", "dance", "luckymoose", "command")


class ShortShelf(Shelf):
    """A few games, so that the house is soon up again."""

    def names(self) -> list[str]:
        return list(GAMES)


class Process:
    """The server, as often as it is started."""

    def __init__(self, folder: Path, database: str | None = None) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self.base = f"http://127.0.0.1:{self.port}"
        self.folder, self.database = folder, database or str(folder / "house.db")
        self.log = folder / "house.log"
        self._running: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        """Answers when it answers, and every game is ready."""
        command = [sys.executable, "-m", "tests.faults.house", str(self.folder), str(self.port), self.database]
        with self.log.open("ab") as log:
            self._running = subprocess.Popen(command, stdout=log, stderr=log, cwd=ROOT)
        async with httpx.AsyncClient(base_url=self.base) as client, asyncio.timeout(120):
            while not await self._ready(client):
                assert self._running.poll() is None, self.log.read_text()
                await asyncio.sleep(0.02)

    async def _ready(self, client: httpx.AsyncClient) -> bool:
        try:
            answer = await client.get("/api/v1/games")
        except httpx.TransportError:
            return False
        return all(game["ready"] for game in answer.json())

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        assert self._running is not None, "it runs"
        os.kill(self._running.pid, how)
        self._running.wait(20)

    def close(self) -> None:
        if self._running is not None and self._running.poll() is None:
            self.kill()

    @property
    def pid(self) -> int:
        assert self._running is not None, "it runs"
        return self._running.pid


def prepare() -> None:
    """Compiled beforehand: a server that is being killed would do it again and again."""
    for name in GAMES:
        bots.prepare(name)


def main(folder: str, port: str, database: str) -> int:
    settings = settings_for(Path(folder), host="127.0.0.1", port=int(port), database=database)
    # Chances are real ones: ids from a seed would come again after a restart.
    return serve(settings, listen("127.0.0.1", int(port)), parts(chances=None, shelf=ShortShelf()))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
