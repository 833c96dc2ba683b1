"""Neighbours: the other processes that serve this house, as far as this one can know of them.

Each writes down every two seconds that it is up, and how many batches of news it has told, and soon after it has told
some. So it is found out here who
is gone, that news was lost, and who is to go on with what a gone process did. Nothing of this decides what is right:
two who do the same do no harm, since the one who appends first wins.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from hashlib import blake2b

from parlour.core.texts import Refused
from parlour.house import background
from parlour.house.jobs import Job
from parlour.house.news import AnyNews, GoneNews, News
from parlour.house.tables.repository import TableRepository
from parlour.house.uptimes import GONE_AFTER, Uptime

SWEEP = 2.0  # seconds between two looks at what others have done
ON_ITS_WAY = 0.3  # seconds that news may take
SOON_AFTER = 0.7  # seconds for which those who are not first leave a thing to the one who is

log = logging.getLogger("parlour.processes")
Work = Callable[[], Awaitable[object]]


class Neighbours:
    def __init__(self, tables: TableRepository, news: News) -> None:
        self._tables, self._news = tables, news
        self.sweeps: list[Work] = []  # what to look at every two seconds: each notices what news did not tell
        self.missed: list[Work] = []  # what to look at when news was lost
        self.left: list[Work] = []  # what to do when a process is gone
        self.came: list[Work] = []  # what to do when there is a new one
        self._known_gone: set[int] = set()
        self._seen: set[int] = set()
        self._swept = -SWEEP  # when, by the loop's clock
        self._reckoned: dict[int, int] = {}  # batches of others that need not be heard any more
        self._miss, self._look = asyncio.Event(), asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        news.hear(self._hear)
        news.miss(self._miss.set)

    async def start(self) -> None:
        if self._news.alone:
            return
        await self._news.open(self._tables.process)
        self._seen = {one.id for one in self.others()}
        work = ((self._go_round, "the look at other processes"), (self._make_up, "making up for lost news"))
        self._tasks = [asyncio.create_task(background.forever(each, log, name)) for each, name in work]

    async def stop(self) -> None:
        if not self._news.alone:
            self._news.tell(GoneNews())
        await background.cancel(*self._tasks)
        await self._news.close()

    # -- who is there -----------------------------------------------------------------------------------------

    @property
    def process(self) -> int:
        """This one's number."""
        return self._tables.process

    @property
    def alone(self) -> bool:
        """There can be no other."""
        return self._news.alone

    def others(self) -> list[Uptime]:
        """The other processes that are up."""
        return [one for one in self._tables.neighbours() if one.id not in self._known_gone]

    def is_up(self, process: int) -> bool:
        """Whether a process still does what it has begun."""
        return process == self._tables.process or any(one.id == process for one in self.others())

    def is_mine(self, key: str) -> bool:
        """Whether this process is the one, of all that are up, to take over what has this key: all agree on that, and
        share it evenly."""
        processes = [self._tables.process, *(one.id for one in self.others())]
        return max(processes, key=lambda one: _weight(one, key)) == self._tables.process

    def patience(self) -> float:
        """Seconds by which to leave what is due to the process that has been up for longest."""
        return SOON_AFTER if any(one.id < self._tables.process for one in self.others()) else 0.0

    # -- inside -----------------------------------------------------------------------------------------------

    def _hear(self, process: int, news: AnyNews) -> None:
        if isinstance(news, GoneNews):
            self._known_gone.add(process)
            self._look.set()

    async def _go_round(self) -> None:
        self._look.clear()
        await self._tables.look_at_uptimes()
        up = {one.id: one for one in self.others()}
        gone, new, self._seen = self._seen - up.keys(), up.keys() - self._seen, set(up)
        if gone:
            log.info("%d other process(es) of this house are gone", len(gone))
            self._miss.set()  # what they told last may not have been heard
            await _all(self.left)
        if new:
            await _all(self.came)
        if any(self._owed(one) for one in up.values()):
            await asyncio.sleep(ON_ITS_WAY)
            owed = [one for one in up.values() if self._owed(one)]
            for one in owed:
                self._reckoned[one.id] = one.told
            if owed:
                self._miss.set()
        now = asyncio.get_running_loop().time()
        if now - self._swept >= SWEEP - self._news.looks / 2:
            self._swept = now
            await _all(self.sweeps)
        await background.nap(self._look, self._news.looks)

    def _owed(self, one: Uptime) -> bool:
        """Whether that process has told more than was heard here. Of what it told before this one listened, nothing."""
        heard = self._news.heard(one.id)
        reckoned = self._reckoned.setdefault(one.id, one.told if heard is None else 0)
        return one.told > max(heard or 0, reckoned)

    async def catch_up(self) -> bool:
        """Look at all that others may have done. False: not everything could be looked at."""
        return await _all([self._tables.look_at_uptimes, *self.sweeps, *self.missed])

    async def _make_up(self) -> None:
        await self._miss.wait()
        self._miss.clear()
        await _all(self.missed)


def left_to(job: Job, neighbours: Neighbours | None) -> bool:
    """Whether a job that is not done is this process's to go on with: the one that had it is gone."""
    return neighbours is None or (not neighbours.is_up(job.owner) and neighbours.is_mine(job.id))


async def _all(work: list[Work]) -> bool:
    all_done = True
    for each in work:
        try:
            await each()
        except Refused as refusal:  # the store is out of reach, say: the next time
            log.info("not all that other processes did could be looked at: %s", refusal)
            all_done = False
    return all_done


def _weight(process: int, key: str) -> bytes:
    return blake2b(f"{process} {key}".encode(), digest_size=8).digest()


assert GONE_AFTER > 2 * SWEEP * 1000, "one late sign of life is none"
