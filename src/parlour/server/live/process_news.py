"""What other processes of the house tell is handed to those whom it concerns here; and what was not heard is made up
for."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from parlour.core.texts import Refused
from parlour.house import background
from parlour.house.club.conversations import Conversations
from parlour.house.moderation import records as moderation_records
from parlour.house.moderation.service import ModerationService
from parlour.house.neighbours import Neighbours
from parlour.house.news import (
    AnyNews,
    AskNews,
    FollowNews,
    HereNews,
    ListNews,
    LookNews,
    PersonNews,
    RatedNews,
    StreamNews,
    TakenNews,
    TalkNews,
)
from parlour.house.people import records as people_records
from parlour.house.people.secret_hashes import handle_of
from parlour.house.store import Unavailable
from parlour.house.tournaments.repository import TOURNAMENT_STREAM, TournamentRepository
from parlour.server.guard.counters import Taken
from parlour.server.guard.limits import Limits
from parlour.server.live.hub import Hub
from parlour.server.live.presence import Presence
from parlour.server.live.rating_news import RatingNews
from parlour.server.live.sockets import LiveSockets
from parlour.server.tables.lists import TableLists

WORTH_TELLING = 0.05  # of a burst: so much may have been counted here and be unknown elsewhere
RETELL = 5  # sweeps between two times that all are told who follows what

log = logging.getLogger("parlour.processes")


class ProcessNews:
    def __init__(
        self,
        tournaments: TournamentRepository,
        neighbours: Neighbours,
        hub: Hub,
        lists: TableLists,
        live: LiveSockets,
        presence: Presence,
        ratings: RatingNews,
        moderation: ModerationService,
        limits: Limits,
        conversations: Conversations,
    ) -> None:
        self._tables, self._tournaments, self._neighbours = tournaments.tables, tournaments, neighbours
        self._hub, self._lists, self._live, self._presence = hub, lists, live, presence
        self._ratings, self._moderation, self._limits = ratings, moderation, limits
        self._conversations = conversations
        self._news, self._store = self._tables.news, self._tables.store
        self._doing: set[asyncio.Task[None]] = set()
        self._exchange: asyncio.Task[None] | None = None
        self._full = asyncio.Event()
        self._sweeps = 0
        self._news.hear(self._hear)
        neighbours.sweeps += [self._sweep, self._follow, self._forget_gone]
        neighbours.missed += [self._sweep, self._look_at_people, self._look_at_lists]
        neighbours.missed.append(self._ask)
        # One that is new asks by itself. One that was only thought to be gone does not, and is asked.
        neighbours.came += [self._follow_anew, self._ask]
        neighbours.left.append(self._forget_gone)  # besides the sweeps: it may be gone before it was ever seen here

    def start(self) -> None:
        if not self._news.alone:
            self._limits.counters.watch(WORTH_TELLING, self._full.set)
            work = background.forever(self._tell_taken, log, "the exchange of counts")
            self._exchange = asyncio.create_task(work)
            self._news.tell(AskNews())

    async def stop(self) -> None:
        await background.cancel(self._exchange, *self._doing)

    # -- what is heard ----------------------------------------------------------------------------------------

    def _hear(self, process: int, news: AnyNews) -> None:
        if isinstance(news, StreamNews):
            self._hear_stream(news)
        elif isinstance(news, PersonNews):
            if self._live.has(news.person):
                self._do(self._unhear(news.person) if news.what == "blocks" else self._ask_again(news.person))
        elif isinstance(news, ListNews):
            self._lists.look_again()
            self._hub.lists_changed(news.name, news.tables)
        elif isinstance(news, RatedNews):
            self._do(self._ratings.rated_elsewhere(news.table))
        elif isinstance(news, LookNews):
            self._presence.saw(news.table, news.person)
        elif isinstance(news, FollowNews):
            self._hub.followed_elsewhere(process, news)
        elif isinstance(news, HereNews):
            there = self._live.in_the_room if news.where == "room" else self._live.who_is_here
            there.heard(process, news)
        elif isinstance(news, AskNews):
            self._hub.tell_how_followed()
            self._live.who_is_here.tell_anew()
            self._live.in_the_room.tell_anew()
        elif isinstance(news, TalkNews):
            self._conversations.heard(news.place)
        elif isinstance(news, TakenNews) and news.kind in self._limits.rates:
            taken = Taken(news.kind, news.key, news.amount)
            self._limits.counters.taken_elsewhere([taken], self._limits.rates)

    def _hear_stream(self, news: StreamNews) -> None:
        if news.stream.startswith(TOURNAMENT_STREAM):
            id = news.stream.removeprefix(TOURNAMENT_STREAM)
            if self._tournaments.concerns(id, news.position):
                self._do(self._tournaments.hear(id, news.position, [*map(bytes, news.events)]))
        elif self._tables.concerns(news.stream, news.position):
            self._do(self._tables.hear(news.stream, news.position, [*map(bytes, news.events)]))

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(self._calmly(work))
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)

    async def _calmly(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Refused as refusal:  # the next sweep looks again
            log.info("what another process told could not be looked at: %s", refusal)
        except Exception:
            log.exception("what another process told could not be looked at")

    async def _ask_again(self, person: str) -> None:
        """Who is banned is told why."""
        try:
            await self._moderation.check_may_enter(person)
        except Unavailable:
            self._live.ask_again(person)
        except Refused as refusal:
            self._live.bar(person, refusal)
        else:
            self._live.ask_again(person)

    async def _unhear(self, person: str) -> None:
        blocked = await moderation_records.blocks_of(self._store, person)
        self._live.hear_no_more(person, frozenset(block.other for block in blocked))

    # -- what was not heard -----------------------------------------------------------------------------------

    async def _sweep(self) -> None:
        await self._tables.sweep(self._hub.followed())
        await self._tournaments.sweep(self._live.tournament_subscriptions.followed())
        await self._live.talk_subscriptions.look_again()

    async def _follow(self) -> None:
        self._sweeps += 1
        if self._sweeps % RETELL == 0:
            self._hub.tell_how_followed()

    async def _follow_anew(self) -> None:
        self._hub.tell_how_followed()

    async def _ask(self) -> None:
        """Who looks on, who waits and who is there elsewhere is nowhere but in news."""
        self._news.tell(AskNews())

    async def _forget_gone(self) -> None:
        self._hub.keep_only(self._neighbours.is_up)
        self._live.who_is_here.keep_only(self._neighbours.is_up)
        self._live.in_the_room.keep_only(self._neighbours.is_up)

    async def _look_at_people(self) -> None:
        """Whether those who have sockets here are still signed in, and under the same name."""
        for person, sockets in self._live.signed_in().items():
            kept = await people_records.get_person(self._store, person)
            handles = {handle_of(one.hash) for one in await people_records.sessions_of(self._store, person)}
            callers = [socket.caller for socket in sockets]
            ended = any(one.session is not None and one.session.handle not in handles for one in callers)
            if kept is None or ended or any(one.person is not None and one.person.name != kept.name for one in callers):
                await self._ask_again(person)
            else:
                await self._unhear(person)

    async def _look_at_lists(self) -> None:
        self._lists.look_again()
        self._hub.look_at_all_lists()

    # -- limits -----------------------------------------------------------------------------------------------

    async def _tell_taken(self) -> None:
        """At once: somebody who asks all processes as fast as they answer gets a burst, and not one of each."""
        await self._full.wait()
        self._full.clear()
        full = self._limits.counters.taken()
        if self._neighbours.others():
            for kind, key, amount in full:
                self._news.tell(TakenNews(kind, key, round(amount, 3)))
