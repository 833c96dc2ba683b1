"""Bots at tables: the house's port on the pool of workers."""

import asyncio

from parlour.bots.pool import Pool
from parlour.bots.situation import Situation, situation
from parlour.core.game import Game
from parlour.core.knowledge import NONE, nothing_to_do
from parlour.core.match import Match


class PoolBotPlayers:
    """`key` is the table's: it decides which worker has the trees. A bot's lots come from the match's own secret:
    what a client knows or chooses, such as the table's id, predicts none of its moves."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def step(self, match: Match, seat: int, level: int, key: str) -> str:
        answer = self._pool.step(*_asked(match, seat, level, key))
        return match.game.text(await asyncio.wrap_future(answer))

    async def remark(self, match: Match, seat: int, level: int, key: str) -> str | None:
        answer = await asyncio.wrap_future(self._pool.remark(*_asked(match, seat, level, key)))
        return match.game.text(answer) if answer != NONE and answer in match.game.list_also(match.state, seat) else None

    async def accepts_draw(self, match: Match, seat: int, level: int, key: str) -> bool:
        return await asyncio.wrap_future(self._pool.accepts_draw(*_asked(match, seat, level, key)))

    def remarks_on(self, game: Game) -> bool:
        return game.knowledge.remark is not nothing_to_do


def _asked(match: Match, seat: int, level: int, key: str) -> tuple[Situation, str, str, int]:
    assert match.dealer is not None, "a table has one, whether its game has chance or not"
    return situation(match, seat), str(level), key, match.dealer.bot_seed(seat, key)
