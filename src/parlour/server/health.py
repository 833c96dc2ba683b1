"""Whether the house does what it is there for, in a word, for monitors and load balancers."""

import asyncio
import time
from collections.abc import Callable

from parlour.house.store import Store

SHARED = 1.0  # seconds
LONGEST_LOOK = 5.0  # seconds; a store that takes longer to write a row is as good as none


class Health:
    """To find out takes a write, and anybody may ask: all who ask within a second are told the same."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store, self._clock = store, clock
        self._looking: asyncio.Task[bool] | None = None
        self._looked = 0.0

    async def can_write(self) -> bool:
        if self._looking is None or self._clock() - self._looked >= SHARED:
            self._looked = self._clock()
            self._looking = asyncio.create_task(self._look())
        return await asyncio.shield(self._looking)

    async def _look(self) -> bool:
        try:
            async with asyncio.timeout(LONGEST_LOOK):
                return await self._store.healthy()
        except TimeoutError:
            return False
