"""What follows from what was written to the table: those who follow it are told, and what the house has to do is put
into queues. Nothing was said to anybody before it was written; nothing that was written is forgotten here, since what
fails is handed over again.

What is told of a table follows from its stream alone: what a viewer was told before these events, and what after them.
So it is the same if it is told twice, and whoever has missed something sees a gap before it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from parlour.aws.house import FunctionHouse
from parlour.aws.table_stream import AppendedEvents, Written, appended, changed, written
from parlour.core.texts import Refused
from parlour.house.club.records import CONVERSATIONS
from parlour.house.jobs import JOBS
from parlour.house.live import records as live_records
from parlour.house.live.records import (
    LOBBY_TOPIC,
    SPECTATOR,
    SUBSCRIPTIONS,
    Subscription,
    own_topic,
    table_topic,
    talk_topic,
    tournament_topic,
)
from parlour.house.mail.records import NOTICES, PUSHES
from parlour.house.moderation import records as moderation_records
from parlour.house.moderation.records import MEASURES
from parlour.house.people.records import SESSIONS
from parlour.house.ratings.eligibility import finish_of
from parlour.house.ratings.records import FINISHES, points_at
from parlour.house.ratings.team_scores import team_score_of, team_standing
from parlour.house.store import Unavailable
from parlour.house.tables.state import Table
from parlour.house.tables.summary import summary_of
from parlour.house.tournaments.repository import TOURNAMENT_STREAM
from parlour.server.http.ratings.messages import TableRatings, after_rating, before_rating, with_team
from parlour.server.http.tournaments.messages import mine
from parlour.server.http.tournaments.messages import news_after as tournament_news
from parlour.server.jobs.exports import KIND as EXPORT
from parlour.server.jobs.reviews import KIND as REVIEW
from parlour.server.live import messages
from parlour.server.live.hub import LOBBY, ListLooks
from parlour.server.live.messages import AskAgain, Barred, NewsEncoder, SeatLeft, SpectatorCount, Watch, encode
from parlour.server.live.talk_subscriptions import TalkFollower
from parlour.server.tables.service import check_seat
from parlour.server.texts import in_words

SOON = 90.0  # seconds: what is due later is found by a tick before then
WATCH = msgspec.json.Decoder(Watch)
Event = Mapping[str, Any]
Told = Callable[[Subscription, Watch], Awaitable[bytes | None]]  # None: there is nothing for this one

log = logging.getLogger("parlour.functions")


async def tell_news(house: FunctionHouse, event: Event) -> dict[str, Any]:
    """Answers from where on it is to be handed over again."""
    news = NewsTeller(house)
    some = written(event)
    by_part: dict[str, list[Written]] = {}
    for one in some:
        by_part.setdefault(one.part, []).append(one)
    for part in by_part.values():
        try:
            await news.see(part)
        except Unavailable as why:
            log.warning("news are told later: %s", why)
            return {"batchItemFailures": [{"itemIdentifier": part[0].number}]}
    return {"batchItemFailures": []}


class NewsTeller:
    def __init__(self, house: FunctionHouse) -> None:
        self._services, self._clients = house.services, house.clients
        self._store, self._time = house.services.tables.store, house.parts.time
        self._unheard: dict[str, frozenset[str]] = {}

    async def see(self, some: Sequence[Written]) -> None:
        """All that was written in one partition."""
        for one in appended(some):
            try:
                if one.stream.startswith(TOURNAMENT_STREAM):
                    await self._tournament(one)
                else:
                    await self._table(one)
            except Unavailable:
                raise
            except Refused as refusal:
                log.warning("news of %s cannot be told: %s", one.stream, refusal)
        for _, job in changed(some, JOBS):
            if job is not None and job.state == "waiting":
                what = "review" if job.id.startswith(REVIEW) else EXPORT
                await self._clients.think({what: job.id.partition(" ")[2]})
        for was, session in changed(some, SESSIONS):
            if session is None and was is not None:
                await self._session_over(was.person, was.hash)
        for _, measure in changed(some, MEASURES):
            if measure is not None:
                await self._measure(measure.person)
        for before, now in changed(some, FINISHES):
            if now is not None and now.number is not None and (before is None or before.number is None):
                await self._rated(now.table)
        for earlier, talk in changed(some, CONVERSATIONS):
            if talk is not None:
                await self._said(talk.place, 0 if earlier is None else earlier.version)
        for gone, come in changed(some, SUBSCRIPTIONS):
            await self._gallery(gone, come)
        for outbox in (NOTICES, PUSHES):
            fresh = [now for before, now in changed(some, outbox) if before is None and now is not None]
            soon = [one.due for one in fresh if self._left(one.due) < SOON]
            if soon:
                await self._clients.wake_later({"letters": outbox.name}, delay=self._left(min(soon)))

    # -- tables -----------------------------------------------------------------------------------------------

    async def _table(self, one: AppendedEvents) -> None:
        services = self._services
        before, table = await services.tables.step_by(one.stream, one.first, one.events)
        await self._call(before, table)
        encoder = NewsEncoder()

        async def news(follower: Subscription, watch: Watch) -> bytes | None:
            return await self._table_news(encoder, before, table, follower, watch)

        await self._tell(table_topic(table.id), news)
        if table.over and (before is None or not before.over or before.annulled != table.annulled):
            await self._over(table)
        for name in stale_lists(before, table):
            topic = LOBBY_TOPIC if name == LOBBY else own_topic(name)
            await self._tell(topic, lambda follower, watch: self._list(follower, watch, table.id))

    async def _table_news(
        self, encoder: NewsEncoder, before: Table | None, table: Table, follower: Subscription, watch: Watch
    ) -> bytes | None:
        viewer = watch.seat
        try:
            check_seat(table, follower.person or None, viewer)
        except Refused:  # a bot sits there now, or who looked on has sat down
            await live_records.change_subscriptions(self._store, [], [follower])
            return encode(SeatLeft(table.id, viewer))
        cursor = 0 if before is None else len(before.told[viewer])
        lines = table.told[viewer][cursor:]
        if not lines:
            return None
        said = any(line.kind == "said" for line in lines)
        return encoder.news(
            table, viewer, cursor, self._services.tables.uptimes, draw=watch.draw, view=watch.view,
            unheard=await self._not_heard_by(follower.person) if said else frozenset(), language=follower.language,
        )  # fmt: skip

    async def _over(self, table: Table) -> None:
        """What is known at once of what comes of a match; the rest is thought about."""
        if team_score_of(table) is not None:
            await self._tell_ratings(table.id, with_team(before_rating(table), await team_standing(self._store, table)))
        elif table.rules.rated and (told := before_rating(table)).settled:
            await self._tell_ratings(table.id, told)

    async def _rated(self, id: str) -> None:
        finish = finish_of(await self._services.tables.table(id))
        if finish is not None and (points := await points_at(self._store, id)):
            await self._tell_ratings(id, after_rating(finish, points))

    async def _tell_ratings(self, id: str, told: TableRatings) -> None:
        async def ratings(follower: Subscription, watch: Watch) -> bytes | None:
            shown = told
            if watch.seat is None and told.team is not None:  # how a team did before is its own business
                if not told.rated:
                    return None
                shown = msgspec.structs.replace(told, team=None)
            return encode(messages.ratings_news(id, watch.seat, shown))

        await self._tell(table_topic(id), ratings)

    async def _list(self, follower: Subscription, watch: Watch, table: str) -> bytes | None:
        if watch.topic == "lobby":
            return await self._services.lists.lobby(follower.language)
        if watch.table == table:  # its own news say it
            return None
        return await self._services.lists.mine(follower.person, follower.language)

    async def _gallery(self, gone: Subscription | None, come: Subscription | None) -> None:
        """How many look on is told to all who want to know it if it is another, and to whoever begins to."""
        one = come or gone
        if one is None or not one.topic.startswith(table_topic("")) or (gone is not None and come is not None):
            return
        there = await live_records.subscriptions_to(self._store, one.topic, self._time.now())
        watching = sum(each.seat == SPECTATOR for each in there)

        async def count(follower: Subscription, watch: Watch) -> bytes | None:
            same = one.seat != SPECTATOR and (follower.connection, follower.seat) != (one.connection, one.seat)
            return None if same or not watch.gallery else encode(SpectatorCount(watch.table, watch.seat, watching))

        await self._tell(one.topic, count, there)

    # -- tournaments and conversations ------------------------------------------------------------------------

    async def _tournament(self, one: AppendedEvents) -> None:
        tournaments = self._services.tournaments
        before, t = await tournaments.step_by(one.stream.removeprefix(TOURNAMENT_STREAM), one.first, one.events)
        await self._clients.think({"tournament": t.id})
        encoded: dict[str, bytes] = {}

        async def news(follower: Subscription, watch: Watch) -> bytes | None:
            language = follower.language
            if language not in encoded:
                encoded[language] = encode(tournament_news(before, t, self._services.tables.uptimes, language))
            return encoded[language][:-1] + b',"me":' + encode(mine(t, follower.person or None)) + b"}"

        await self._tell(tournament_topic(t.id), news)

    async def _said(self, place: str, after: int) -> None:
        subscriptions = self._services.live.talk_subscriptions

        async def news(follower: Subscription, watch: Watch) -> bytes | None:
            kept = TalkFollower(place, after, lambda _: None)
            kept.first = False
            return await subscriptions.news(kept, await self._not_heard_by(follower.person))

        await self._tell(talk_topic(place), news)

    # -- people -----------------------------------------------------------------------------------------------

    async def _session_over(self, person: str, hash: str) -> None:
        for one in await live_records.connections_of(self._store, person):
            if one.hash == hash:
                await self._dismiss(one.id, encode(AskAgain()))

    async def _measure(self, person: str) -> None:
        try:
            await self._services.moderation.check_may_enter(person)
        except Unavailable:
            raise
        except Refused as refusal:
            for one in await live_records.connections_of(self._store, person):
                await self._dismiss(one.id, encode(Barred(refusal.text.key, in_words(refusal, one.language))))

    async def _dismiss(self, connection: str, last: bytes) -> None:
        await live_records.forget_connection(self._store, connection)
        await self._clients.tell(connection, [last])
        await self._clients.close_socket(connection)

    async def _not_heard_by(self, person: str) -> frozenset[str]:
        if person and person not in self._unheard:
            blocks = await moderation_records.blocks_of(self._store, person)
            self._unheard[person] = frozenset(block.other for block in blocks)
        return self._unheard.get(person, frozenset())

    # -- what the house has to do -----------------------------------------------------------------------------

    async def _call(self, before: Table | None, table: Table) -> None:
        """Whoever thinks looks at the table as it is then; of a table that has gone on, another message speaks."""
        worker = self._services.table_worker
        if worker.leaves_to_the_house(table):
            thought: dict[str, object] = {"table": table.id, "at": table.position}
            await self._clients.think(thought, delay=worker.wait_for_device(table))
        over = table.over and (before is None or not before.over)
        if over and table.rules.tournament is not None:
            await self._clients.think({"tournament": table.rules.tournament})
        if table.over and table.rules.rated and (over or (before is not None and before.annulled != table.annulled)):
            await self._clients.think({"ratings": True})
        due = summary_of(table, self._services.tables.uptimes).due
        if due is not None and self._left(due) < SOON:
            await self._clients.wake_later({"due": table.id}, delay=self._left(due))

    def _left(self, due: int) -> float:
        """Seconds."""
        return max(0.0, (due - self._time.now()) / 1000)

    # -- telling ----------------------------------------------------------------------------------------------

    async def _tell(self, topic: str, news: Told, followers: Iterable[Subscription] | None = None) -> None:
        if followers is None:
            followers = await live_records.subscriptions_to(self._store, topic, self._time.now())
        said: list[tuple[str, bytes]] = []
        for one in followers:
            message = await news(one, WATCH.decode(one.body))
            if message is not None:
                said.append((one.connection, message))
        there = await asyncio.gather(*(self._clients.tell(connection, [message]) for connection, message in said))
        for (connection, _), is_there in zip(said, there, strict=True):
            if not is_there:
                await live_records.forget_connection(self._store, connection)


def stale_lists(before: Table | None, table: Table) -> set[str]:
    """Whose lists show something else by this; LOBBY among them, if that one does."""
    now, was = ListLooks.of(table), None if before is None else ListLooks.of(before)
    stale: set[str] = set()
    if was != now:
        stale = set(table.people) | now.asked | (frozenset() if was is None else was.asked)
    if table.rules.listed and (was is None or was.lobby != now.lobby):
        stale.add(LOBBY)
    return stale
