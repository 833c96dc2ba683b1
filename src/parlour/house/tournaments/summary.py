"""Tournaments in lists: the summary that is kept beside a tournament's events."""

import msgspec

from parlour.house.tables.clocks import Clock
from parlour.house.tournaments.records import TournamentSummary
from parlour.house.tournaments.state import Tournament


class TournamentDetails(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a list shows of a tournament beside the summary's own fields."""

    title: str
    organiser: str  # by name
    seats: int
    clock: Clock
    entrants: int = 0
    most: int
    starts: int | None = None
    round: int = 0
    rounds: int = 0
    minutes: int = 0  # of an arena
    cancelled: bool = False
    rated: bool = False
    leaders: list[str] = []  # names of the first three, once it is over
    leading_bots: list[tuple[int, str] | None] = []  # by level and number, those of them who are: see `name_of`


def summary_of(t: Tournament, leaders: list[str], leading_bots: list[tuple[int, str] | None]) -> TournamentSummary:
    details = TournamentDetails(
        title=t.title,
        organiser=t.organiser_name,
        seats=t.rules.seats,
        clock=t.rules.clock,
        entrants=len(t.entrants),
        most=t.rules.most,
        starts=t.rules.starts,
        round=len(t.rounds) if t.rules.kind != "arena" else 0,
        rounds=t.planned,
        minutes=t.rules.minutes if t.rules.kind == "arena" else 0,
        cancelled=t.cancelled,
        rated=t.rules.rated,
        leaders=leaders,
        leading_bots=leading_bots,
    )
    return TournamentSummary(
        tournament=t.id,
        game=t.rules.game,
        kind=t.rules.kind,
        phase=t.phase,
        organiser=t.organiser,
        people=tuple(one for one, entrant in t.entrants.items() if not entrant.is_bot and one not in t.gone),
        updated=t.updated,
        body=msgspec.json.encode(details),
    )
