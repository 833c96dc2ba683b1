"""Whether this process reaches the house's data, where there are other processes: people are sent to one that does."""

import asyncio
import logging

from parlour.house import background
from parlour.house.neighbours import Neighbours
from parlour.house.store import Store, Unavailable
from parlour.server.live.sockets import LiveSockets

LOOKS = 0.3  # seconds between two looks
AWAY_AFTER = 1.0  # seconds without an answer; a database that is started anew is quicker than that

log = logging.getLogger("parlour.processes")


class StoreWatch:
    """Two looks in a row have to fail: one may fail because this process was held up itself. A process without others
    keeps its people: there is nowhere to go, and they wait for the database as it does."""

    def __init__(self, store: Store, neighbours: Neighbours, live: LiveSockets) -> None:
        self._store, self._neighbours, self._live = store, neighbours, live
        self._missing_since: float | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        if not self._neighbours.alone:
            self._task = asyncio.create_task(background.forever(self._look, log, "the look at the store"))

    async def stop(self) -> None:
        await background.cancel(self._task)

    async def _look(self) -> None:
        now = asyncio.get_running_loop().time()
        if await self._store.answers():
            self._missing_since = None
            if self._live.away:
                await self._come_back()
        elif self._missing_since is None:
            self._missing_since = now
        elif not self._live.away and asyncio.get_running_loop().time() - self._missing_since >= AWAY_AFTER:
            await self._send_away()
        if self._missing_since is None or self._live.away:
            await asyncio.sleep(LOOKS)
        else:  # what fails at once is asked again soon
            await asyncio.sleep(LOOKS / 3)

    async def _send_away(self) -> None:
        if not self._neighbours.others():
            return
        log.warning("this process cannot reach the house's data: its people are sent to others")
        self._live.away = True
        self._store.be_patient(False)
        await self._live.close()

    async def _come_back(self) -> None:
        """After a look at all that has happened meanwhile: nobody is to see what is old."""
        self._store.be_patient(True)
        try:
            if not await self._neighbours.catch_up():
                raise Unavailable("refuse.away")
        except Unavailable:
            self._store.be_patient(False)
            return
        self._live.away = False
        log.warning("this process reaches the house's data again")
