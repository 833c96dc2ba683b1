"""Messages about what a match has done to ratings: asked for over HTTP, and told to those who follow its table."""

from collections.abc import Iterable
from typing import Annotated

import msgspec
from msgspec import Meta

from parlour.house.ratings import eligibility, model
from parlour.house.ratings.records import Finish, Point
from parlour.house.tables.state import Table

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


class TableRatings(msgspec.Struct):
    """`counts`: not known before the end. A match that counts is rated a moment later; then there is a change for every
    seat, but none where all play together."""

    rated: bool
    counts: bool | None
    settled: Annotated[bool, Meta(description="Nothing more will come of it.")]
    changes: list[RatingChange]


def before_rating(table: Table) -> TableRatings:
    """What the table itself says of it. Where that is not settled, the rest is a matter of the points it came to."""
    if not table.over:
        return TableRatings(table.rules.rated, None if table.rules.rated else False, not table.rules.rated, [])
    finish = eligibility.finish_of(table)
    if finish is None or not finish.places:
        return TableRatings(table.rules.rated, finish is not None and not table.annulled, True, [])
    return TableRatings(True, True, len(set(finish.seats)) == 1, [])  # one bot against itself is not rated


def after_rating(finish: Finish, points: Iterable[Point]) -> TableRatings:
    """What came of a match that counts; not settled, as long as there are no points."""
    by = {point.who: point for point in points}
    changes = [change_of(by[who]) for who in finish.seats if who in by]
    return TableRatings(True, True, bool(changes), changes)


def change_of(point: Point) -> RatingChange:
    was, now = model.shown(point.was), model.shown(point.mu)
    return RatingChange(point.who, was, now, now - was, model.provisional(point.sigma))
