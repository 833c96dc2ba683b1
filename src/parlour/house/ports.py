"""What the house needs of the world beside a store (`store.py`): a clock, games that are ready, and bots."""

from typing import Protocol

import msgspec

from parlour.core.game import Game
from parlour.core.match import Match


class Time(Protocol):
    """The one source of time for all that the house does: injected, so that tests can turn it. It never goes back."""

    def now(self) -> int: ...

    def not_before(self, at: int) -> None:
        """Something is stored that happened then: it is no earlier now."""


class GameLibrary(Protocol):
    """Games that are ready to be played."""

    def take(self, name: str) -> Game:
        """The game, or a refusal: there is none, or (`Unavailable`) it is not ready yet."""


class AskedFor(msgspec.Struct, frozen=True):
    """For whom a bot thinks."""

    people: tuple[str, ...]  # on whose account; the house shares its bots' time fairly by person
    matters: bool = False  # others go by how the match comes out: it waits rather than be played at random


class BotPlayers(Protocol):
    """Bots. They are shown the match and must look at it only as their seat may; answers are the spelling of steps.

    `key` is the table's. Asking takes as long as it takes, longer for who asks for much than for who asks for little.
    Once asking is cancelled, no bot thinks about it any longer."""

    async def step(self, match: Match, seat: int, level: int, key: str, asked_for: AskedFor) -> str:
        """A legal move."""

    async def remark(self, match: Match, seat: int, level: int, key: str, asked_for: AskedFor) -> str | None:
        """Something worth saying besides, if there is such a thing."""

    async def accepts_draw(self, match: Match, seat: int, level: int, key: str, asked_for: AskedFor) -> bool: ...

    def remarks_on(self, game: Game) -> bool:
        """Whether bots ever have something to say besides in this game."""
