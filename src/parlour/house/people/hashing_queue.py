"""Who is next, where only one can be at a time: fairly by household.

What a household asks for waits behind what it has asked for before, and not behind all that others have: somebody alone
comes next, however many wait elsewhere. That is fair queueing by rounds: whatever waits has a round, one more than what
its household asked for before it, and at least the present one; the lowest is next. A round is over when as many were
done as there were households: so those who go on coming from elsewhere do not keep out who waits.
"""

import asyncio
import heapq
from collections import Counter
from itertools import count

from parlour.core.texts import Refused

MOST_WAITING = 64  # some twenty seconds' work
MOST_OF_ONE = 32  # of one household: a class that signs in at the same moment


class HashingQueue:
    """Asked and answered in one event loop."""

    def __init__(self, most: int = MOST_WAITING, most_of_one: int = MOST_OF_ONE) -> None:
        self.most, self.most_of_one = most, most_of_one
        self._heap: list[tuple[float, int, asyncio.Future[None]]] = []
        self._order = count()
        self._households: Counter[str] = Counter()  # how many of each wait or are at it
        self._next_round: dict[str, float] = {}
        self._round, self._busy = 0.0, False

    async def wait(self, household: str) -> None:
        """Until it is this one's turn; `done` ends it. Refuses at once if too many wait already."""
        if self._households.total() >= self.most:
            raise Refused("people.too-busy")
        if self._households[household] >= self.most_of_one:
            raise Refused("people.queue-full")
        self._households[household] += 1
        own_round = max(self._round, self._next_round.get(household, 0.0))
        self._next_round[household] = own_round + 1
        if not self._busy:
            self._busy = True
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._heap, (own_round, next(self._order), turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it was called in the same moment
                self.done(household)
            else:
                self._leave(household)
            raise

    def done(self, household: str) -> None:
        self._round += 1 / len(self._households)
        self._leave(household)
        while self._heap:
            _, _, turn = heapq.heappop(self._heap)
            if not turn.done():  # whoever has given up waiting is passed over
                turn.set_result(None)
                return
        self._busy, self._round = False, 0.0
        self._next_round.clear()

    def _leave(self, household: str) -> None:
        self._households[household] -= 1
        if not self._households[household]:
            del self._households[household]
