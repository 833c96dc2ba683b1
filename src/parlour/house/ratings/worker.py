"""The rating worker brings ratings up to date with what was played, one finish after the other, each exactly once.

How far it has come is kept in the same unit as what it came to. So it can be stopped at any moment, and several of them
on one store do no harm: of two who would fold the same finishes, one is too late and looks again.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from parlour.house import background
from parlour.house.ratings import model
from parlour.house.ratings.carry_over import carry_over, jumps
from parlour.house.ratings.model import Jump, Standings
from parlour.house.ratings.records import (
    Finish,
    Point,
    all_finishes,
    keep_ratings,
    rated_to,
    replace_ratings,
    standings,
    waiting_finishes,
)
from parlour.house.store import Store
from parlour.house.tables.state import Table

AT_ONCE = 7  # finishes in one unit: with six seats each, as many changes as a unit takes

log = logging.getLogger("parlour.ratings")
Listener = Callable[[Finish, Sequence[Point]], None]


class RatingWorker:
    """At work while the server is up; or asked to `catch_up` once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.listeners: list[Listener] = []  # told what every finish came to, once it is on the disk
        self._news = asyncio.Event()
        self._carried = False  # whether bots that became stronger have been looked for
        self._task: asyncio.Task[None] | None = None

    def notice(self, table: Table) -> None:
        """To be told of every change."""
        if table.over and table.rules.rated:
            self._news.set()

    async def look_again(self) -> None:
        """Another process is gone, which may have left something to fold."""
        self._news.set()

    def start(self) -> None:
        self._task = asyncio.create_task(background.forever(self._work, log, "the rating worker"))

    async def stop(self) -> None:
        await background.cancel(self._task)

    async def catch_up(self) -> int:
        """Until nothing is left to fold; answers how many finishes were. Then bots that became stronger since are
        carried over: what was played until now was played by who they were."""
        folded = 0
        while True:
            while some := await self._some():
                folded += some
            if self._carried:
                return folded
            self._carried = await carry_over(self._store)

    async def _some(self) -> int:
        after = await rated_to(self._store)
        if after < 0:  # a match was taken out of the ratings, or back in
            return await self._all_anew(after)
        waiting = await waiting_finishes(self._store, AT_ONCE)
        rated = [replace(one, number=after + number) for number, one in enumerate(waiting, 1)]
        if not rated:
            return 0
        who = sorted({each for finish in rated for each in finish.seats})
        before = {(one.game, one.who): one for one in await standings(self._store, who)}
        now, points = await self._folded(before, rated)
        changed = [one for key, one in sorted(now.items()) if one != before.get(key)]
        if await keep_ratings(self._store, after, rated, changed, points, before):
            self._tell(rated, points)
        else:
            log.info("somebody else has rated the finishes after %d", after)
        return len(rated)

    async def _all_anew(self, after: int) -> int:
        finishes = [one async for one in all_finishes(self._store) if one.number is not None]
        now, points = await self._folded({}, finishes, await jumps(self._store))
        to = finishes[-1].number or 0 if finishes else 0
        if await replace_ratings(self._store, after, to, [now[key] for key in sorted(now)], points):
            self._tell(finishes, points)
        else:
            log.info("somebody else has counted the ratings anew")
        return max(1, len(finishes))

    def _tell(self, finishes: Sequence[Finish], points: Sequence[Point]) -> None:
        came_to: dict[int | None, list[Point]] = {finish.number: [] for finish in finishes}
        for point in points:
            came_to[point.number].append(point)
        for listener in self.listeners:
            for finish in finishes:
                listener(finish, came_to[finish.number])

    async def _folded(
        self, before: Standings, finishes: Sequence[Finish], made: Sequence[Jump] = ()
    ) -> tuple[Standings, list[Point]]:
        now = dict(before)
        points = await asyncio.to_thread(model.fold, now, finishes, made)
        return now, points

    async def _work(self) -> None:
        self._news.clear()
        await self.catch_up()
        await background.nap(self._news)
