"""Bots whose thinking a test decides on."""

import asyncio
from collections.abc import Callable

from parlour.core.game import Game
from parlour.core.match import Match
from parlour.house.ports import AskedFor

PATIENCE = 60.0


class QuietThinkers:
    """They say nothing and accept nothing; their steps are each test's own."""

    async def remark(self, match: Match, seat: int, level: int, key: str, asked_for: AskedFor) -> str | None:
        return None

    async def accepts_draw(self, match: Match, seat: int, level: int, key: str, asked_for: AskedFor) -> bool:
        return False

    def remarks_on(self, game: Game) -> bool:
        return False


async def until(there: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not there():
            await asyncio.sleep(0.005)
