"""What the house keeps of tournaments beside their streams: how lists show them."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from parlour.house.store import Index, Kind, Scalar, Store
from parlour.house.tournaments.events import TournamentKind

TournamentPhase = Literal["open", "running", "over"]


class TournamentSummary(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A tournament as lists show it, kept in the same unit as the events that change it."""

    tournament: str
    game: str
    kind: TournamentKind
    phase: TournamentPhase
    organiser: str
    people: Sequence[str] = ()  # ids of those who take part
    updated: int
    body: bytes = b""


class TournamentQuery(msgspec.Struct, frozen=True, kw_only=True):
    """Which tournaments; what is None does not matter."""

    game: str | None = None
    kind: str | None = None
    phase: TournamentPhase | None = None
    organiser: str | None = None
    person: str | None = None  # who takes part
    after: tuple[int, str] | None = None  # (updated, tournament) of the last one of the page before
    most: int = 50


LATEST = ("-updated", "tournament")
TOURNAMENTS = Kind(
    "tournaments",
    TournamentSummary,
    ("tournament",),
    {
        "latest": Index(order=LATEST),
        "phase": Index(by=("phase",), order=LATEST),
        "organiser": Index(by=("organiser",), order=LATEST),
        "person": Index(each="people", order=LATEST),
    },
)


async def find_tournaments(store: Store, query: TournamentQuery) -> list[TournamentSummary]:
    """The latest first, then by id."""
    asked = {name: getattr(query, name) for name in ("person", "organiser", "phase", "game", "kind")}
    where: dict[str, Scalar] = {name: value for name, value in asked.items() if value is not None}
    index = next((name for name in ("person", "organiser", "phase") if name in where), "latest")
    values = [where.pop(index)] if index in where else []
    return await store.list_by(TOURNAMENTS, index, *values, after=query.after, where=where, most=query.most)
