"""Bots at tables: the house's port on the pool of workers."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import TypeVar
from weakref import WeakValueDictionary

from parlour.bots.fair_queue import MOST_WAITING
from parlour.bots.pool import HURRY, THINK, Pool, SearchFailed
from parlour.bots.situation import Situation, situation
from parlour.core.game import Game
from parlour.core.knowledge import NONE, nothing_to_do
from parlour.core.match import Match
from parlour.house import background
from parlour.house.ports import AskedFor

log = logging.getLogger("parlour.bots")
T = TypeVar("T")


class PoolBotPlayers:
    """`key` is the table's: it decides which worker has the trees. A bot's lots come from the match's own secret:
    what a client knows or chooses, such as the table's id, predicts none of its moves.

    Of one account the pool has only so much at once. What is beyond that waits here, in the order of asking."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        # By account, for as long as somebody asks on it.
        self._places: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def step(self, match: Match, seat: int, level: int, key: str, asked_for: AskedFor) -> str:
        asked, seconds = _asked(match, seat, level, key), THINK
        while True:
            ask = partial(self._pool.step, *asked, seconds, at_random=not asked_for.matters)
            try:
                return match.game.text(await self._answer(asked_for, ask))
            except SearchFailed as failure:  # where it matters: the match waits, and the next search is a short one
                log.error("a bot of %s could not be had for a match that matters: %s", match.game.name, failure)
            await asyncio.sleep(background.AGAIN)
            seconds = HURRY

    async def remark(self, match: Match, seat: int, level: int, key: str, asked_for: AskedFor) -> str | None:
        answer = await self._answer(asked_for, partial(self._pool.remark, *_asked(match, seat, level, key)))
        return match.game.text(answer) if answer != NONE and answer in match.game.list_also(match.state, seat) else None

    async def accepts_draw(self, match: Match, seat: int, level: int, key: str, asked_for: AskedFor) -> bool:
        return await self._answer(asked_for, partial(self._pool.accepts_draw, *_asked(match, seat, level, key)))

    def remarks_on(self, game: Game) -> bool:
        return game.knowledge.remark is not nothing_to_do

    async def _answer(self, asked_for: AskedFor, ask: "Callable[..., Future[T]]") -> T:
        """On the account of whoever at the table has had least: nobody waits for whom they play with."""
        account = self._pool.least_used(asked_for.people)
        places = self._places.setdefault(account, asyncio.Semaphore(MOST_WAITING))
        async with places:
            return await asyncio.wrap_future(ask(account=account))


def _asked(match: Match, seat: int, level: int, key: str) -> tuple[Situation, str, str, int]:
    assert match.dealer is not None, "a table has one, whether its game has chance or not"
    return situation(match, seat), str(level), key, match.dealer.bot_seed(seat, key)
