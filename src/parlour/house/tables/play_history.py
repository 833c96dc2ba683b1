"""What somebody has played lately: when, which games, and how it came out, from the summaries of their tables."""

import msgspec

from parlour.house.store import Store, pages
from parlour.house.tables.records import TABLES, TableSummary
from parlour.house.tables.summary import KeptDetails

DAY = 24 * 3600 * 1000
HALF_A_YEAR = 27 * 7 * DAY  # a calendar of 26 weeks, and the one that has begun
MOST_LOOKED_AT = 3000  # tables of one person: whoever plays more has the last of them counted


class GamePlayed(msgspec.Struct, kw_only=True):
    """One game of somebody's. `ended`: when each match did, in seconds since 1970, the latest first."""

    game: str
    won: int
    even: int
    lost: int
    ended: list[int]


async def play_history(store: Store, person: str, now: int, *, own: bool) -> list[GamePlayed]:
    """The game that is played most comes first. Of others' matches those are counted that everybody could have seen, or
    that count for ratings: that two meet at a private table is their own business."""
    found: dict[str, GamePlayed] = {}
    looked_at = 0
    async for some in pages(store, TABLES, "person_phase", person, "over", most=500):
        for one in some:
            if one.updated < now - HALF_A_YEAR:
                break
            if own or one.listed or one.rated:
                _count(found, one, person)
        looked_at += len(some)
        if some[-1].updated < now - HALF_A_YEAR or looked_at >= MOST_LOOKED_AT:
            break
    return sorted(found.values(), key=lambda one: (-len(one.ended), one.game))


def _count(found: dict[str, GamePlayed], one: TableSummary, person: str) -> None:
    details = msgspec.json.decode(one.body, type=KeptDetails)
    seats = [seat for seat, sitter in enumerate(details.seats) if sitter.person == person]
    if not seats or len(details.returns) <= seats[0] or (details.ending is not None and details.ending.by == "void"):
        return  # it was closed, or never began
    played = found.setdefault(one.game, GamePlayed(game=one.game, won=0, even=0, lost=0, ended=[]))
    played.ended.append(one.updated // 1000)
    came_to = details.returns[seats[0]]
    if len(seats) > 1 or came_to == 0:  # both sides of a board at one device are nobody's win
        played.even += 1
    elif came_to > 0:
        played.won += 1
    else:
        played.lost += 1
