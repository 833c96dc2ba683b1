"""What a match has done to ratings is told to those who follow its table, as soon as it is known here.

Where the rater of another server was quicker, nothing is told: whoever wants to know asks.
"""

from collections.abc import Sequence

from parlour.house.ratings.records import Finish, Point
from parlour.house.ratings.worker import RatingWorker
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import Table
from parlour.server.http.ratings.messages import after_rating, before_rating
from parlour.server.live.hub import Hub


class RatingNews:
    def __init__(self, tables: TableRepository, hub: Hub, rating_worker: RatingWorker) -> None:
        self._hub = hub
        tables.listeners.append(self._changed)
        rating_worker.listeners.append(self._rated)

    def _changed(self, table: Table) -> None:
        """Of some matches it is known at their end that nothing will come of them; or they are taken out later."""
        if table.over and table.rules.rated and self._hub.followers(table.id):
            told = before_rating(table)
            if told.settled:
                self._hub.tell_ratings(table.id, told)

    def _rated(self, finish: Finish, points: Sequence[Point]) -> None:
        if points and self._hub.followers(finish.table):
            self._hub.tell_ratings(finish.table, after_rating(finish, points))
