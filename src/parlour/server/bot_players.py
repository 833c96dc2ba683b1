"""Bots at tables: the house's port on the pool of workers."""

import asyncio
import hashlib

from parlour.bots.pool import Pool
from parlour.bots.situation import situation
from parlour.core.game import Game
from parlour.core.knowledge import NONE, nothing_to_do
from parlour.core.match import Match


class PoolBotPlayers:
    """`key` is the table's: it decides which worker has the trees, and with it a bot plays the same again."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def step(self, match: Match, seat: int, level: int, key: str) -> str:
        answer = self._pool.step(situation(match, seat), str(level), key, _seed(key))
        return match.game.text(await asyncio.wrap_future(answer))

    async def remark(self, match: Match, seat: int, level: int, key: str) -> str | None:
        answer = await asyncio.wrap_future(self._pool.remark(situation(match, seat), str(level), key, _seed(key)))
        return match.game.text(answer) if answer != NONE and answer in match.game.list_also(match.state, seat) else None

    async def accepts_draw(self, match: Match, seat: int, level: int, key: str) -> bool:
        return await asyncio.wrap_future(self._pool.accepts_draw(situation(match, seat), str(level), key, _seed(key)))

    def remarks_on(self, game: Game) -> bool:
        return game.knowledge.remark is not nothing_to_do


def _seed(key: str) -> int:
    return int.from_bytes(hashlib.blake2b(key.encode(), digest_size=5).digest())
