"""News between processes by PostgreSQL's LISTEN and NOTIFY, on a connection of its own.

NOTIFY takes a lock of the whole server until its transaction is kept. So it is never part of a unit: what is told waits
here for the connection, and goes as one transaction with all else that waits. A connection that is cut is made anew;
what was told meanwhile is told then, and all are told that they may have missed something.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress

import asyncpg
import msgspec

from parlour.house.news import AnyNews, Hear, NewsBatch, decode
from parlour.store.postgres import AWAY, CONNECT_SECONDS, SETTINGS

CHANNEL = "parlour_news"
LARGEST = 7000  # bytes in a notice; PostgreSQL takes just under 8,000
MOST_WAITING = 20_000  # of what is told; more is not worth telling one by one
SHORTEST_PAUSE, LONGEST_PAUSE = 0.1, 2.0  # seconds between tries to connect
SAY_SECONDS = 5.0
SILENCE = 5.0  # seconds after which it is looked whether the connection is still one
NOTIFY = "SELECT pg_notify($1, told) FROM unnest($2::text[]) AS told"
# Whether a notice outlives a power cut does not matter: nobody would be there to hear it.
OWN_SETTINGS = {**SETTINGS, "application_name": "parlour news", "synchronous_commit": "off"}

log = logging.getLogger("parlour.news")


class PostgresNews:
    alone = False
    carries = 3000  # a step has some hundred
    looks = 0.8  # somebody who is banned has a loss, a sign of life and a look to go, in two seconds

    def __init__(self, url: str) -> None:
        self._url, self._process = url, 0
        self._hear: list[Hear] = []
        self._miss: list[Callable[[], None]] = []
        self._waiting: deque[AnyNews] = deque(maxlen=MOST_WAITING)
        self._called, self._closing = asyncio.Event(), False
        self._told = 0
        self._unsaid: list[str] = []  # that may not have been said before a cut
        self._heard: dict[int, int] = {}
        self._task: asyncio.Task[None] | None = None

    async def open(self, process: int) -> None:
        self._process = process
        connection = await self._connect()
        self._task = asyncio.create_task(self._run(connection))

    def tell(self, news: AnyNews) -> None:
        self._waiting.append(news)
        self._called.set()

    def hear(self, hear: Hear) -> None:
        self._hear.append(hear)

    def miss(self, missed: Callable[[], None]) -> None:
        self._miss.append(missed)

    @property
    def told(self) -> int:
        return self._told

    def heard(self, process: int) -> int | None:
        return self._heard.get(process)

    async def close(self) -> None:
        self._closing = True
        self._called.set()
        if self._task is not None:
            await asyncio.wait([self._task], timeout=1)
            self._task.cancel()
            await asyncio.wait([self._task])

    # -- inside -----------------------------------------------------------------------------------------------

    async def _connect(self) -> asyncpg.Connection:
        connection = await asyncpg.connect(
            self._url, timeout=CONNECT_SECONDS, command_timeout=SAY_SECONDS, server_settings=OWN_SETTINGS
        )
        await connection.add_listener(CHANNEL, self._take)
        connection.add_termination_listener(lambda _: self._called.set())
        return connection

    async def _run(self, connection: asyncpg.Connection) -> None:
        """Tell what waits, over one connection after the other."""
        while True:
            try:
                await self._tell_all(connection)
            except (*AWAY, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                log.info("news of other processes is cut off: %s", error or type(error).__name__)
            finally:
                connection.terminate()
            if self._closing:
                return
            connection = await self._connect_again()
            for missed in self._miss:
                missed()

    async def _connect_again(self) -> asyncpg.Connection:
        pause = SHORTEST_PAUSE
        while True:
            try:
                return await self._connect()
            except (*AWAY, asyncpg.PostgresError, asyncpg.InterfaceError):
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    async def _tell_all(self, connection: asyncpg.Connection) -> None:
        while not connection.is_closed():
            if not self._unsaid:
                self._called.clear()
                self._unsaid = self._batches()
            if self._unsaid:
                await connection.execute(NOTIFY, CHANNEL, self._unsaid)
                self._unsaid = []
            elif self._closing:
                return
            elif not await self._is_called():
                await connection.execute("SELECT 1")  # a connection that is dead at the other end tells nobody

    async def _is_called(self) -> bool:
        """False: for a while nobody had anything to tell."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SILENCE):
                return await self._called.wait()
        return False

    def _batches(self) -> list[str]:
        """All that waits, in as many notices as it takes."""
        told = [msgspec.json.encode(self._waiting.popleft()) for _ in range(len(self._waiting))]
        told = list(dict.fromkeys(reversed(told)))[::-1]  # the last of the same holds: somebody went, and came again
        batches: list[str] = []
        while told:
            size, some = 0, list[msgspec.Raw]()
            while told and (not some or size + len(told[0]) < LARGEST):
                size += len(told[0]) + 1
                some.append(msgspec.Raw(told.pop(0)))
            self._told += 1
            batches.append(msgspec.json.encode(NewsBatch(self._process, self._told, tuple(some))).decode())
        return batches

    def _take(self, connection: object, pid: int, channel: str, payload: object) -> None:
        with suppress(msgspec.DecodeError):
            self.take(msgspec.json.decode(str(payload), type=NewsBatch))

    def take(self, batch: NewsBatch) -> None:
        """A batch that was heard."""
        if batch.process == self._process:
            return
        before = self._heard.get(batch.process)
        self._heard[batch.process] = max(before or 0, batch.number)
        for raw in batch.news:
            if (news := decode(raw)) is not None:
                for hear in self._hear:
                    try:
                        hear(batch.process, news)
                    except Exception:
                        log.exception("news could not be taken in")
        if before is not None and batch.number > before + 1:
            for missed in self._miss:
                missed()
