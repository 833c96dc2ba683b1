"""Messages about what a match has done to ratings: asked for over HTTP, and told to those who follow its table."""

from collections.abc import Iterable
from typing import Annotated

import msgspec
from msgspec import Meta

from parlour.house.ratings import eligibility, model
from parlour.house.ratings.records import Finish, Point
from parlour.house.ratings.team_scores import TeamStanding
from parlour.house.tables.state import Table
from parlour.server.http.people.messages import Timestamp

Who = Annotated[
    str, Meta(description="A person's id, or `bot:` and a level from 1 to 5.", examples=["hX2pQmZr0aBcDeFg", "bot:3"])
]
Shown = Annotated[
    int, Meta(description="1500 for a newcomer; 200 more mean about three wins of four.", examples=[1612])
]
Provisional = Annotated[bool, Meta(description="Whether it may still be far off: there are too few matches yet.")]


class RatingChange(msgspec.Struct):
    """What a match has done to the rating of whoever sat in a seat when it began."""

    who: Who
    was: Shown
    rating: Shown
    change: Annotated[int, Meta(examples=[14, -9])]
    provisional: Provisional


class TeamPlace(msgspec.Struct):
    """Where a match stands among all that the same people have played together by the same options."""

    place: Annotated[int, Meta(description="1 for the best; equals have the same.", examples=[5])]
    played: Annotated[int, Meta(description="How many there are, with this one.", examples=[9])]
    best: Annotated[
        int | None, Meta(description="The best of the others, in the game's own count; none: it is the first.")
    ]
    best_at: Timestamp | None


class TableRatings(msgspec.Struct):
    """`counts`: not known before the end. A match that counts is rated a moment later; then there is a change for every
    seat, but none where all play together. `team` is for those alone who have a seat there: their private matches are
    among those that are compared."""

    rated: bool
    counts: bool | None
    settled: Annotated[bool, Meta(description="Nothing more will come of it.")]
    changes: list[RatingChange]
    team: TeamPlace | None = None


def before_rating(table: Table) -> TableRatings:
    """What the table itself says of it. Where that is not settled, the rest is a matter of the points it came to."""
    if not table.over:
        return TableRatings(table.rules.rated, None if table.rules.rated else False, not table.rules.rated, [])
    finish = eligibility.finish_of(table)
    if finish is None or not finish.places:
        return TableRatings(table.rules.rated, finish is not None and not table.annulled, True, [])
    return TableRatings(True, True, len(set(finish.seats)) == 1, [])  # one bot against itself is not rated


def with_team(told: TableRatings, standing: TeamStanding | None) -> TableRatings:
    place = None if standing is None else TeamPlace(**msgspec.structs.asdict(standing))
    return msgspec.structs.replace(told, team=place)


def after_rating(finish: Finish, points: Iterable[Point]) -> TableRatings:
    """What came of a match that counts; not settled, as long as there are no points."""
    by = {point.who: point for point in points}
    changes = [change_of(by[who]) for who in finish.seats if who in by]
    return TableRatings(True, True, bool(changes), changes)


def change_of(point: Point) -> RatingChange:
    was, now = model.shown(point.was), model.shown(point.mu)
    return RatingChange(point.who, was, now, now - was, model.provisional(point.sigma))
