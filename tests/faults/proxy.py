"""A stand-in for the network before PostgreSQL, which cuts connections around a COMMIT, the worst moment, or at any."""

import asyncio
import re
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

# Before the server hears of the COMMIT; after it has, but before it answers; when its answer is on the way; and so that
# the server hears of it only when the client has long begun again.
CUTS = ("unheard", "unanswered", "answer lost", "heard late")
PREPARED = re.compile(rb"P....(__asyncpg_stmt_\w+__)\0[^\0]*commit_unit\(", re.DOTALL)
LATE = 0.05  # seconds


class Proxy:
    def __init__(
        self, socket: Path, rng: Random, share: float, cuts: tuple[str, ...] = CUTS, anywhere: float = 0.0
    ) -> None:
        """`share` of all COMMITs are cut, in one of these ways, and of everything that is said `anywhere`."""
        self.made: Counter[str] = Counter()
        self._socket, self._rng, self._share, self._cuts = socket, rng, share, cuts
        self._anywhere = anywhere
        self._links: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> "Proxy":
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        self.url = f"postgresql://postgres@127.0.0.1:{port}/postgres?sslmode=disable"
        return self

    async def __aexit__(self, *error: object) -> None:
        self._server.close()
        await asyncio.gather(*self._links)

    def _serve(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        link = asyncio.ensure_future(self._link(client, to_client))
        self._links.add(link)
        link.add_done_callback(self._links.discard)

    async def _link(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        server, to_server = await asyncio.open_unix_connection(self._socket)
        answers = Answers(server, to_client)
        forwarding = asyncio.ensure_future(answers.forward())
        with suppress(OSError):
            committing = re.compile(b"COMMIT")
            while asked := await client.read(65536):
                if named := PREPARED.search(asked):  # from then on it is called by that name
                    committing = re.compile(b"COMMIT|B....\0" + re.escape(named[1]) + b"\0", re.DOTALL)
                share = self._share if committing.search(asked) else self._anywhere
                if self._rng.random() < share:
                    await self._cut(asked, answers, to_server, to_client)
                    break
                to_server.write(asked)
        to_client.close()
        to_server.close()
        await forwarding

    async def _cut(
        self, asked: bytes, answers: "Answers", to_server: asyncio.StreamWriter, to_client: asyncio.StreamWriter
    ) -> None:
        cut = self._rng.choice(self._cuts)
        self.made[cut] += 1
        answers.silent = True
        if cut == "unheard":
            return
        if cut == "heard late":
            to_client.transport.abort()
            await asyncio.sleep(LATE)
        to_server.write(asked)
        await to_server.drain()
        if cut != "unanswered":
            await answers.withheld.wait()


class Answers:
    """What the server says, on its way to the client, until it is to be silent."""

    def __init__(self, server: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        self.silent, self.withheld = False, asyncio.Event()
        self._server, self._to_client = server, to_client

    async def forward(self) -> None:
        with suppress(OSError):
            while answer := await self._server.read(65536):
                if self.silent:
                    self.withheld.set()
                else:
                    self._to_client.write(answer)
        self.withheld.set()
        self._to_client.close()
