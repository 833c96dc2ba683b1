"""What the same people have come to together: “the best you three have had”.

Every match of a game that is played together counts that was played to its end by those with whom it began, rated or
not. Only games by the same options are compared: with more cards in hand it is easier.
"""

import hashlib
from collections.abc import Sequence

import msgspec

from parlour.core.result import HOUSE_ENDINGS
from parlour.house.ports import Time
from parlour.house.ratings.eligibility import identity
from parlour.house.ratings.records import TEAM_SCORES, TeamScore
from parlour.house.store import Change, Put, Remove, Store, forget_expired
from parlour.house.tables.clocks import DAY
from parlour.house.tables.events import Sitter
from parlour.house.tables.state import Table

REMEMBERED = 3 * 365 * DAY


class TeamStanding(msgspec.Struct, frozen=True):
    """How a match came out beside the others of the same people."""

    place: int  # among them, 1 for the best; equals have the same
    played: int  # how many there are, with this one
    best: int | None  # the score of the best of the others; None: it is their first
    best_at: int | None


def team_score_of(table: Table) -> TeamScore | None:
    """What a match adds, once it is over; None if it is not comparable."""
    match = table.match
    if not table.game.cooperative or match is None or match.ended is None or match.result is None:
        return None
    if match.ended.by in HOUSE_ENDINGS or table.gone or table.annulled or not any(one.person for one in table.began):
        return None
    assert table.ended_at is not None, "it is over"
    return TeamScore(
        team=team_of(table), table=table.id, at=table.ended_at, worth=match.result.returns[0],
        score=match.result.scores[0], until=table.ended_at + REMEMBERED,
    )  # fmt: skip


def team_of(table: Table) -> str:
    """Whoever sits in which seat, they are the same team."""
    facts = [table.rules.game, sorted(table.rules.options.items()), sorted(_names_apart(table.began))]
    return hashlib.blake2b(msgspec.json.encode(facts), digest_size=16).hexdigest()


def _names_apart(sitters: Sequence[Sitter]) -> list[str]:
    """Several who share a device share an account, too: they are told apart by what they are called."""
    who = [identity(sitter) for sitter in sitters]
    return [
        f"{one} {sitter.name.casefold()}" if sitter.person and who.count(one) > 1 else one
        for one, sitter in zip(who, sitters, strict=True)
    ]


def team_changes(before: Table | None, after: Table) -> list[Change]:
    """What the unit has to write that ends a match, or takes it out of the house's lists, or back in."""
    now, was = team_score_of(after), None if before is None else team_score_of(before)
    if now == was:
        return []
    if now is not None:
        return [Put(TEAM_SCORES, now)]
    assert was is not None, "one of them is there"
    return [Remove(TEAM_SCORES, (was.team, was.table))]


async def team_standing(store: Store, table: Table) -> TeamStanding | None:
    """None: it is not over, or not comparable."""
    own = team_score_of(table)
    if own is None:
        return None
    first = await store.list_by(TEAM_SCORES, "best", own.team, most=2)
    best = next((one for one in first if one.table != own.table), None)
    played = await store.count(TEAM_SCORES, "best", own.team)
    # Up to the first of those who are worth as much: no match ended before 1970.
    ahead = await store.count(TEAM_SCORES, "best", own.team, upto=(own.worth, -1, ""))
    return TeamStanding(1 + ahead, played, None if best is None else best.score, None if best is None else best.at)


async def forget_old_scores(store: Store, time: Time) -> None:
    await forget_expired(store, TEAM_SCORES, time.now())
