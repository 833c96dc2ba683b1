"""The rater brings ratings up to date with what was played, one finish after the other, each exactly once.

How far it has come is kept in the same unit as what it came to. So it can be stopped at any moment, and several of them
on one store do no harm: of two who would fold the same finishes, one is too late and looks again.
"""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress

from parlour.house import rating
from parlour.house.ports import Finish, Point, Ratings, Standing
from parlour.house.table import Table

AT_ONCE = 200  # finishes in one unit
LONGEST_NAP = 60.0  # seconds between two looks: another house on the same store may have written a finish
AGAIN = 1.0  # seconds before something is tried again that could not be done

log = logging.getLogger("parlour.rater")


class Rater:
    """At work while the server is up; or asked to `catch_up` by whoever wants that once."""

    def __init__(self, store: Ratings) -> None:
        self._store = store
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def notice(self, table: Table) -> None:
        """To be told of every change."""
        if table.over and table.rules.rated:
            self._news.set()

    def start(self) -> None:
        self._task = asyncio.create_task(self._work())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def catch_up(self) -> int:
        """Until nothing is left to fold; answers how many finishes were."""
        folded = 0
        while some := await self._some():
            folded += some
        return folded

    async def _some(self) -> int:
        after = await self._store.rated_to()
        anew = after < 0  # a match was taken out of the ratings, or back in
        finishes = await self._store.finishes(max(after, 0), AT_ONCE)
        if not finishes and not anew:
            return 0
        standings, points = await self._folded(finishes, anew)
        to = finishes[-1].number if finishes else 0
        kept = await self._store.keep_ratings(after, to, standings, points)
        if not kept:
            log.info("somebody else has rated the finishes after %d", after)
        return len(finishes)

    async def _folded(self, finishes: Sequence[Finish], anew: bool) -> tuple[list[Standing], list[Point]]:
        who = [] if anew else sorted({each for finish in finishes for each in finish.seats})
        before = {(one.game, one.who): one for one in await self._store.standings(who)}
        standings = dict(before)
        points = await asyncio.to_thread(rating.fold, standings, finishes)
        return [now for key, now in sorted(standings.items()) if now != before.get(key)], points

    async def _work(self) -> None:
        while True:
            self._news.clear()
            try:
                await self.catch_up()
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("the rater stumbled")
                await asyncio.sleep(AGAIN)
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout(LONGEST_NAP):
                    await self._news.wait()
