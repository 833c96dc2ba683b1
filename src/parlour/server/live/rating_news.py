"""What a match has done to ratings, or where a team stands with it, is told to those who follow its table, as soon as
it is known here.

Where the rater of another process was quicker, that one tells of it, and it is read here.
"""

import asyncio
import logging
from collections.abc import Sequence

from parlour.core.texts import Refused
from parlour.house.news import RatedNews
from parlour.house.ratings.eligibility import finish_of
from parlour.house.ratings.records import Finish, Point, points_at
from parlour.house.ratings.team_scores import team_score_of, team_standing
from parlour.house.ratings.worker import RatingWorker
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import Table
from parlour.server.http.ratings.messages import after_rating, before_rating, with_team
from parlour.server.live.hub import Hub

log = logging.getLogger("parlour.ratings")


class RatingNews:
    def __init__(self, tables: TableRepository, hub: Hub, rating_worker: RatingWorker) -> None:
        self._hub, self._store, self._tables = hub, tables.store, tables
        self._looking: set[asyncio.Task[None]] = set()  # that nobody else would hold
        tables.listeners.append(self._changed)
        rating_worker.listeners.append(self._rated)

    def _changed(self, table: Table) -> None:
        """Of some matches it is known at their end that nothing will come of them; or they are taken out later. What a
        team has come to was written with the end."""
        if not table.over or not self._hub.followers(table.id):
            return
        if team_score_of(table) is not None:
            looking = asyncio.create_task(self._tell_team(table))
            self._looking.add(looking)
            looking.add_done_callback(self._looking.discard)
        elif table.rules.rated and (told := before_rating(table)).settled:
            self._hub.tell_ratings(table.id, told)

    async def _tell_team(self, table: Table) -> None:
        try:
            standing = await team_standing(self._store, table)
        except Refused as refusal:  # the store is out of reach: the end is known, and this can be asked for
            log.info("how the team of table %s did before is not told: %s", table.id, refusal)
            return
        self._hub.tell_ratings(table.id, with_team(before_rating(table), standing))

    async def rated_elsewhere(self, id: str) -> None:
        """Another process has rated the match of a table."""
        if not self._hub.followers(id):
            return
        finish = finish_of(await self._tables.table(id))
        if finish is not None and (points := await points_at(self._store, id)):
            self._hub.tell_ratings(id, after_rating(finish, points))

    def _rated(self, finish: Finish, points: Sequence[Point]) -> None:
        if points:
            self._tables.news.tell(RatedNews(finish.table))
        if points and self._hub.followers(finish.table):
            self._hub.tell_ratings(finish.table, after_rating(finish, points))
