"""The server, put together: the house behind HTTP and the live socket, guarded."""

import argparse
import asyncio
import logging
import os
import platform
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from traceback import format_exc
from typing import Any

from parlour.bots.levels import longest_thought
from parlour.bots.pool import Pool
from parlour.core.compiled import jit
from parlour.core.texts import Refused
from parlour.house.club.conversations import Conversations
from parlour.house.club.profile import ClubProfile
from parlour.house.entropy import Entropy
from parlour.house.friends.challenges import Challenges
from parlour.house.friends.quick_match import QuickMatches
from parlour.house.friends.searches import Searches
from parlour.house.mail import records as mail_records
from parlour.house.mail.delivery import Delivery
from parlour.house.mail.letter_template import Readers, Unsubscribing
from parlour.house.mail.letters import LetterWriter
from parlour.house.mail.records import PUSHES
from parlour.house.mail.returned import came_back
from parlour.house.mail.sender import Message, Sender
from parlour.house.mail.service import MailService
from parlour.house.moderation.blocks_and_reports import BlocksAndReports
from parlour.house.moderation.service import ModerationService
from parlour.house.neighbours import Neighbours
from parlour.house.news import Alone, News, PersonNews
from parlour.house.people.accounts import Accounts
from parlour.house.people.own_data import DataSources
from parlour.house.people.passwords import Passwords
from parlour.house.people.records import fill_name_parts
from parlour.house.ports import BotPlayers, Time
from parlour.house.push.messages import DeviceReaders, PushSender, PushWriter
from parlour.house.push.port import PushMessage
from parlour.house.push.service import PushSettings
from parlour.house.puzzles.collection import PuzzleCollections
from parlour.house.ratings.team_scores import forget_old_scores
from parlour.house.ratings.worker import RatingWorker
from parlour.house.steady_time import FAR_APART, SteadyTime
from parlour.house.store import Store
from parlour.house.tables.clocks import MINUTE, SECOND
from parlour.house.tables.coach import Coach
from parlour.house.tables.planning import Planning
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import Table
from parlour.house.tables.visits import Visits
from parlour.house.tables.worker import TableWorker
from parlour.house.tournaments.repository import TournamentRepository
from parlour.house.tournaments.weekly import WeeklyTournaments
from parlour.house.tournaments.worker import TournamentWorker
from parlour.house.uptimes import last_stored_time
from parlour.server import lan
from parlour.server.bot_players import PoolBotPlayers
from parlour.server.game_readiness import GameReadiness
from parlour.server.guard.auth import Auth
from parlour.server.guard.connections import BOUNDS, Bounds, Connections, within_files
from parlour.server.guard.limits import Limits
from parlour.server.guard.middleware import Guard
from parlour.server.guard.places import Places
from parlour.server.health import Health
from parlour.server.http.club.handlers import check_reads
from parlour.server.http.routes import API, ASKED, Asked, routes
from parlour.server.jobs.exports import ExportFiles, Exports
from parlour.server.jobs.reviews import Reviews
from parlour.server.live.endpoint import LiveEndpoint
from parlour.server.live.hub import Hub
from parlour.server.live.presence import Presence
from parlour.server.live.process_news import ProcessNews
from parlour.server.live.rating_news import RatingNews
from parlour.server.live.search_watch import SearchWatch
from parlour.server.live.sockets import LiveSockets
from parlour.server.live.store_watch import StoreWatch
from parlour.server.live.talk_subscriptions import TalkSubscriptions
from parlour.server.live.tournament_subscriptions import TournamentSubscriptions
from parlour.server.mail.destination import sender_for
from parlour.server.metrics import Counted, CountedTableService, Metrics, TimedBotPlayers, timed
from parlour.server.push.encryption import Vapid
from parlour.server.push.web_push import WebPush
from parlour.server.services import Services
from parlour.server.settings import Settings, settings_from
from parlour.server.tables.lists import TableLists
from parlour.server.texts import in_words
from parlour.store import open_news, open_store

CONNECTIONS = "connections"  # in the state of an application: those that are open, for whoever serves it
REFUSED = "refused"  # in the state of an application that could not be opened: why
KEPT = "kept"  # as whose the pages count whose sockets are written down
KEPT_LASTS = 150 * SECOND  # since such a page was last heard of: two of its pings, and a while
MAIL_FOLDER, EXPORT_FOLDER, PUZZLE_FOLDER = "mail", "exports", "puzzles"  # within the data folder

VAPID = "vapid"  # the name of the house's key in the store
PUSHES_AT_ONCE = 16
CLAIM = 15 * MINUTE  # what is woken for an event lives no longer
Letters = Callable[[Readers | None], LetterWriter]
log = logging.getLogger("parlour")


class Parts:
    """What tests put in place of the real thing, or leave."""

    def __init__(
        self,
        *,
        time: Time | None = None,
        entropy: Entropy | None = None,
        readiness: GameReadiness | None = None,
        limits: Limits | None = None,
        bounds: Bounds = BOUNDS,
        bot_players: BotPlayers | None = None,
        passwords: Passwords | None = None,
        sender: Sender[Message] | None = None,
        asleep: bool = False,
        sockets: type[LiveSockets] = LiveSockets,
        export_files: ExportFiles | None = None,
    ) -> None:
        self.sockets, self.export_files = sockets, export_files
        # The house does nothing by itself: whoever wakes it says what is to be done, and what was done by another.
        self.asleep = asleep
        self.time, self.entropy = time or SteadyTime(), entropy or Entropy()
        self.readiness, self.limits = readiness or GameReadiness(), limits or Limits()
        self.bot_players, self.passwords = bot_players, passwords or Passwords()
        self.sender, self.bounds = sender, bounds
        self.metrics = Metrics()


# -- the application ------------------------------------------------------------------------------------------


@asynccontextmanager
async def opened(settings: Settings, parts: Parts, places: Places) -> AsyncIterator[Services]:
    """All parts of a running server, from the store to the workers; closed again in the other order."""
    async with AsyncExitStack() as closing:
        metrics = parts.metrics
        store = timed(await open_store(settings.database), metrics)
        closing.push_async_callback(store.close)
        news: News = Alone() if parts.asleep else open_news(settings.database)
        await steer(parts.time, store, begin=True)
        parts.time.not_before(await last_stored_time(store))
        await tell_of_wall_clock(parts.time)
        metrics.watch_tables(store)
        metrics.watch_games(parts.readiness.ready_count)
        jit.wake_up()
        parts.readiness.open()
        closing.callback(parts.readiness.close)
        cold = parts.bot_players is not None or parts.asleep
        pool = Pool(settings.workers, warm=() if cold else tuple(parts.readiness.names()))
        closing.callback(pool.close)
        metrics.watch_workers(pool)
        if not parts.asleep:
            lag = asyncio.create_task(metrics.watch_loop())
            closing.callback(lag.cancel)
        closing.callback(parts.passwords.close)
        tables = TableRepository(store, parts.readiness, parts.time, parts.entropy, news)
        neighbours = Neighbours(tables, news)
        lists = TableLists(store)
        tables.listeners.append(lists.changed)  # before the hub, which has others look again
        hub = Hub(tables)
        hub.counts_galleries = not parts.asleep
        bots = parts.bot_players or PoolBotPlayers(pool)
        bot_players = TimedBotPlayers(bots, metrics)
        accounts = Accounts(store, parts.time, parts.entropy, parts.passwords, settings.guests, settings.team_passkeys)
        moderation = ModerationService(store, tables, accounts, parts.entropy)
        blocks_and_reports = BlocksAndReports(store, parts.time, parts.entropy)
        visits = await Visits.of(store, parts.time)
        planning = Planning(tables)
        table_service = CountedTableService(tables, moderation, blocks_and_reports, visits, planning, metrics)
        tournaments = TournamentRepository(tables)
        tournament_worker = TournamentWorker(tournaments)
        searches = Searches(tables)
        search_watch = SearchWatch(tables, hub, searches, *((KEPT, KEPT_LASTS) if parts.asleep else ()))
        presence = Presence(tables, hub, search_watch, parts.asleep)
        closing.push_async_callback(presence.close)
        delivery, mail, letters = await mail_services(settings, parts, tournaments, accounts, presence)
        pushes, push = await push_services(settings, parts, tournaments, letters)
        metrics.watch_letters(store, parts.time, delivery)

        def tell(_: object) -> None:
            delivery.call()
            pushes.call()

        def tell_of(table: Table) -> None:
            if table.rules.clock.pace == "days":
                pushes.call()
            if table.phase == "open" and table.rules.listed:  # members who like to be asked may be told of it
                tell(table)

        tables.own_listeners.append(tell_of)
        tournaments.own_listeners.append(tell)
        accounts.listeners.append(tell)
        sources = DataSources(tables, tournaments, accounts, mail, in_words)
        exports = Exports(sources, settings.data / EXPORT_FOLDER, not parts.asleep, parts.export_files)
        accounts.before_goodbye += [tournaments.leave_all, tables.leave_all, exports.remove]
        hourly_tasks = [
            accounts.tidy_up,
            mail.tidy_up,
            pushes.forget,
            exports.tidy_up,
            moderation.tidy_up,
            visits.tidy_up,
        ]
        hourly_tasks.append(partial(tell_of_wall_clock, parts.time))
        hourly_tasks.append(partial(forget_old_scores, store, parts.time))
        hourly_tasks.append(partial(fill_name_parts, store))  # at the first opening of an older house
        table_worker = TableWorker(
            tables, bot_players, settings.bot_pause, hourly_tasks, longest_thought, planning, asleep=parts.asleep
        )
        reviews = Reviews(tables, pool, at_once=not parts.asleep)
        coach = Coach(tables, bots)  # what it shows is no move, and not counted as one
        conversations = Conversations(store, parts.time, news)
        hourly_tasks.append(conversations.tidy_up)
        club, weekly = ClubProfile(store, moderation.audit), WeeklyTournaments(tournaments, moderation.audit)
        live = parts.sockets(
            tables, hub, table_service, lists, TournamentSubscriptions(tournaments),
            TalkSubscriptions(store, conversations), blocks_and_reports, parts.bounds,
        )  # fmt: skip
        tables.newer_listeners.append(live.hand_over)
        tournaments.newer_listeners.append(live.hand_over)
        accounts.listeners += [live.ask_again, lambda person: news.tell(PersonNews(person, "sessions"))]
        moderation.barring.append(live.bar)
        moderation.leaving += [tournaments.leave_all, tables.leave_all]
        rating_worker = RatingWorker(store)
        tables.own_listeners.append(rating_worker.notice)
        rating_news = RatingNews(tables, hub, rating_worker)
        process_news = ProcessNews(
            tournaments, neighbours, hub, lists, live, presence, rating_news, moderation, parts.limits, conversations
        )
        neighbours.sweeps += [partial(steer, parts.time, store), table_worker.take_over_late]
        neighbours.left += [table_worker.take_over, tournament_worker.take_over, rating_worker.look_again]
        neighbours.left += [delivery.settle, pushes.settle, reviews.start, exports.take_over]
        delivery.neighbours = pushes.neighbours = reviews.neighbours = exports.neighbours = neighbours
        if not parts.asleep:
            rating_worker.start()
            closing.push_async_callback(rating_worker.stop)
            table_worker.place = f"{platform.node()} {os.getpid()}"
            table_worker.neighbours = None if news.alone else neighbours
            await table_worker.start()
            closing.push_async_callback(table_worker.stop)
            await neighbours.start()
            closing.push_async_callback(neighbours.stop)
            process_news.start()
            closing.push_async_callback(process_news.stop)
            store_watch = StoreWatch(store, neighbours, live)
            store_watch.start()
            closing.push_async_callback(store_watch.stop)
            await tournament_worker.start()  # after the table worker, which says that the house is up
            closing.push_async_callback(tournament_worker.stop)
            await weekly.start()
            closing.push_async_callback(weekly.stop)
            await search_watch.start()
            closing.push_async_callback(search_watch.stop)
            await reviews.start()
            closing.push_async_callback(reviews.stop)
            await exports.start()
            closing.push_async_callback(exports.stop)
            closing.push_async_callback(live.close)
            await delivery.start()
            closing.push_async_callback(delivery.stop)
            await pushes.start()
            closing.push_async_callback(pushes.stop)
        auth, puzzles = Auth(accounts, places, parts.limits), PuzzleCollections(settings.data / PUZZLE_FOLDER)
        quick_matches, challenges = QuickMatches(tables, presence.waits), Challenges(tables)
        services = Services(
            tables, table_worker, table_service, coach, hub, lists, live, reviews, accounts, auth, mail, delivery,
            push, pushes, presence, tournaments, quick_matches, challenges, exports, moderation, blocks_and_reports,
            Health(store), neighbours, club, puzzles, conversations, weekly, tournament_worker, rating_worker,
            searches, hourly_tasks,
        )  # fmt: skip
        live.may_follow_talk = partial(check_reads, services)
        yield services


async def steer(time: Time, store: Store, begin: bool = False) -> None:
    """By the store's clock, if it has one: it is the same for all processes of the house."""
    if isinstance(time, SteadyTime) and (now := await store.time()) is not None:
        if begin:
            time.begin_at(now)
        else:
            time.steer(now)


async def tell_of_wall_clock(time: Time) -> None:
    """The house does not follow it. Where the two are far apart, one of them has been wrong."""
    apart = time.behind_wall if isinstance(time, SteadyTime) else 0
    if abs(apart) > FAR_APART:
        way = "ahead of" if apart > 0 else "behind"
        log.warning("the wall clock is %d s %s the house's time, which goes on steadily", abs(apart) // 1000, way)


async def mail_services(
    settings: Settings, parts: Parts, tournaments: TournamentRepository, accounts: Accounts, presence: Presence
) -> tuple[Delivery[Message], MailService, Letters]:
    """Who sends letters, who is asked for that, and what it takes to write them."""
    tables, time, entropy = tournaments.tables, parts.time, parts.entropy
    store = tables.store
    off = await Unsubscribing.of(store)

    def letters(readers: Readers | None) -> LetterWriter:
        return LetterWriter(
            store, tables, time, entropy, off, base=address_of(settings), sender=settings.sender,
            looking=presence.looks, tournaments=tournaments, readers=readers,
        )  # fmt: skip

    folder = settings.data / MAIL_FOLDER
    sender = parts.sender or sender_for(settings.mail, folder, settings.mail_password_file, os.environ)

    async def unreachable(letter: Message) -> None:
        await came_back(store, off, letter.to, "bounced")

    delivery = Delivery(
        store, letters(None).compose, sender, time, unreachable=unreachable, claim=CLAIM if parts.asleep else None
    )
    return delivery, MailService(store, accounts, delivery, off, time, entropy), letters


async def push_services(
    settings: Settings, parts: Parts, tournaments: TournamentRepository, letters: Letters
) -> tuple[Delivery[PushMessage], PushSettings]:
    """Who tells people's devices, and who is asked for that. The house's key is made at its first start: devices know
    it by that key from then on."""
    store, time = tournaments.tables.store, parts.time
    base, off = address_of(settings), await Unsubscribing.of(store)
    vapid = Vapid(await mail_records.keep_secret(store, VAPID, Vapid.fresh()), contact_of(settings))
    services = WebPush(vapid, "loopback" if settings.push == "loopback" else "public", now=lambda: time.now() / 1000)
    writer = PushWriter(store, letters(DeviceReaders(store, off, base)), off, base, time)
    sender = PushSender(store, services, time)
    delivery = Delivery(
        store,
        writer.compose,
        sender,
        time,
        outbox=PUSHES,
        at_once=PUSHES_AT_ONCE,
        claim=CLAIM if parts.asleep else None,
    )
    return delivery, PushSettings(store, None if settings.push == "none" else services, time)


def contact_of(settings: Settings) -> str:
    """Whom a push service can write to about this house."""
    url = settings.public_url or ""
    return url if url.startswith("https://") else f"mailto:{settings.sender}"


def address_of(settings: Settings) -> str:
    """Where people find this house."""
    found = lan.addresses() if settings.lan and settings.public_url is None else []
    name = found[0] if found else f"[{settings.host}]" if ":" in settings.host else settings.host
    return settings.public_url or lan.url(name, settings.port)


class Application:
    """An ASGI application: a house, open from its startup to its shutdown, behind its guard and the routes."""

    def __init__(self, settings: Settings, parts: Parts) -> None:
        places = Places(settings.public_url, settings.trusted_proxies, [settings.host])
        connections = Connections(within_files(parts.bounds), places.is_trusted)
        self.state: dict[str, Any] = {"readiness": parts.readiness, CONNECTIONS: connections}
        self._settings, self._parts, self._places = settings, parts, places
        entrance = LiveEndpoint(self._route, f"{API}/live", self._services)
        self.handler = Counted(Guard(entrance, places, parts.limits), parts.metrics)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            await self.handler(scope, receive, send)

    async def _route(self, scope: Any, receive: Any, send: Any) -> None:
        scope[ASKED] = Asked(self._services(), self._parts.readiness, self._parts.metrics)
        await routes()(scope, receive, send)

    def _services(self) -> Services:
        services: Services = self.state["services"]
        return services

    @asynccontextmanager
    async def lifespan(self) -> AsyncIterator[None]:
        """The house is open."""
        try:
            async with opened(self._settings, self._parts, self._places) as services:
                self.state["services"] = services
                if not self._parts.asleep:
                    routes()  # nobody's first request waits for it
                yield
        except Refused as refusal:
            self.state[REFUSED] = refusal
            raise

    async def _live(self, receive: Any, send: Any) -> None:
        """What a server asks of an application: to open, to say how that went, and to close when it is told to."""
        await receive()
        stage = "startup"
        try:
            async with self.lifespan():
                await send({"type": "lifespan.startup.complete"})
                stage = "shutdown"
                await receive()
        except BaseException:
            await send({"type": f"lifespan.{stage}.failed", "message": format_exc()})
            raise
        await send({"type": "lifespan.shutdown.complete"})


def create_app(settings: Settings, parts: Parts | None = None) -> Application:
    return Application(settings, parts or Parts())


def from_environment() -> Application:
    """For a server that reloads itself: whoever started it has put its settings into the environment."""
    return create_app(settings_from(argparse.Namespace(), os.environ))
