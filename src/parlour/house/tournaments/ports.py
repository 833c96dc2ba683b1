"""What tournaments need of a store beside their streams: cards, as tables have them."""

from collections.abc import Sequence
from typing import Literal, Protocol

import msgspec

TournamentPhase = Literal["open", "running", "over"]


class TournamentCard(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A tournament as lists show it, kept like a table's card."""

    tournament: str
    game: str
    kind: str
    phase: TournamentPhase
    organiser: str
    people: Sequence[str] = ()  # ids of those who take part
    updated: int
    body: bytes = b""


class WantedTournaments(msgspec.Struct, frozen=True, kw_only=True):
    """Which of them; what is None does not matter."""

    game: str | None = None
    kind: str | None = None
    phase: TournamentPhase | None = None
    organiser: str | None = None
    person: str | None = None  # who takes part
    after: tuple[int, str] | None = None  # (updated, tournament) of the last one of the page before
    most: int = 50


class Tournaments(Protocol):
    """Tournaments in lists: the latest first, then by id."""

    async def tournament_cards(self, wanted: WantedTournaments) -> list[TournamentCard]: ...
