"""A house for tests: cards, ids and bots that are the same every time, and a clock that can be turned."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

from litestar.testing import TestClient

from parlour import games
from parlour.bots.bot import Bot, bot_named
from parlour.bots.situation import situation
from parlour.core.dealer import SECRET_BYTES
from parlour.core.game import Game
from parlour.core.knowledge import NONE, nothing_to_do
from parlour.core.match import Match
from parlour.house.entropy import Entropy
from parlour.house.people.passwords import Cost, Passwords
from parlour.house.ports import AskedFor
from parlour.house.store import Unavailable
from parlour.server.app import Application, Parts
from parlour.server.guard.limits import Limits
from parlour.server.guard.places import LOOPBACK
from parlour.server.settings import Settings

LIGHT = Cost(4, 8, 1)  # of hashing a password: what it costs in earnest is a third of a second each time
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


class SeededEntropy(Entropy):
    """Ids and secrets from a seed, one after the other."""

    def __init__(self, seed: int | str) -> None:
        self._rng = Random(seed)

    def reseed(self, seed: int | str) -> None:
        """From here on as if it had been made with this seed."""
        self._rng.seed(seed)

    def word(self) -> str:
        return "".join(self._rng.choices(LETTERS, k=16))

    def secret(self) -> bytes:
        return self._rng.randbytes(SECRET_BYTES)


class HereBotPlayers:
    """Bots that think in this process, by simulations alone; a table's bots are the same every time."""

    def __init__(self, most: str = "2@8") -> None:
        self._bot = most
        self._players: dict[tuple[str, int], Bot] = {}

    def _player(self, match: Match, seat: int, key: str) -> Bot:
        if (key, seat) not in self._players:
            self._players[key, seat] = bot_named(self._bot, match.game, len(match.seats), seat)
        return self._players[key, seat]

    async def step(self, match: Match, seat: int, level: int, key: str, asked_for: AskedFor) -> str:
        await asyncio.sleep(0)
        return match.game.text(self._player(match, seat, key).step(situation(match, seat)))

    async def remark(self, match: Match, seat: int, level: int, key: str, asked_for: AskedFor) -> str | None:
        answer = self._player(match, seat, key).remark(situation(match, seat))
        return match.game.text(answer) if answer != NONE and answer in match.game.list_also(match.state, seat) else None

    async def accepts_draw(self, match: Match, seat: int, level: int, key: str, asked_for: AskedFor) -> bool:
        return False

    def remarks_on(self, game: Game) -> bool:
        return game.knowledge.remark is not nothing_to_do


class TurnedTime:
    """Milliseconds that go on only when somebody turns them."""

    def __init__(self, now: int = 1_700_000_000_000) -> None:
        self.at = now

    def now(self) -> int:
        return self.at

    def not_before(self, at: int) -> None:
        self.at = max(self.at, at)

    def pass_by(self, milliseconds: int) -> None:
        self.at += milliseconds


class SetClock:
    """A machine's clocks: one on the wall that somebody sets, and what really passes; in nanoseconds."""

    def __init__(self, said: int = 1_700_000_000_000) -> None:
        self._wall, self._passed = said * 1_000_000, 12_345_678_901

    @property
    def said(self) -> int:
        """On the wall, in milliseconds."""
        return self._wall // 1_000_000

    def wall(self) -> int:
        return self._wall

    def passed(self) -> int:
        return self._passed

    def pass_by(self, milliseconds: int) -> None:
        self._wall += milliseconds * 1_000_000
        self._passed += milliseconds * 1_000_000

    def set_by(self, milliseconds: int) -> None:
        self._wall += milliseconds * 1_000_000


class Library:
    """All games are ready, but those that are said not to be."""

    def __init__(self) -> None:
        self.unready: set[str] = set()

    def take(self, name: str) -> Game:
        if name in self.unready:
            raise Unavailable("server.not-ready", game=name, seconds=50)
        return games.load(name)


class HouseClient(TestClient[Application]):
    """Asks a house in this process, and knows it: Litestar's own client shows no other application than Litestar's."""

    def __init__(self, app: Application, **more: Any) -> None:
        super().__init__(app, **more)
        self.app = app


def settings_for(folder: Path, **changed: Any) -> Settings:
    usual: dict[str, Any] = {
        "data": folder,
        "database": str(folder / "house.db"),
        "host": "testserver.local",
        "port": 0,
        "lan": False,
        "public_url": None,
        "workers": 1,
        "trusted_proxies": LOOPBACK,
        "log": "plain",
        "bot_pause": 0.0,
        "origins": {},
    }
    return Settings(**{**usual, **changed})


def parts(seed: int = 3, **changed: Any) -> Parts:
    usual: dict[str, Any] = {
        "entropy": SeededEntropy(seed),
        "bot_players": HereBotPlayers(),
        "limits": Limits({}),
        "passwords": Passwords(LIGHT),
    }
    return Parts(**{**usual, **changed})
