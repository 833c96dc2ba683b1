"""The server, put together: the house behind HTTP and the live socket, guarded."""

import argparse
import asyncio
import logging
import os
import platform
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from traceback import format_exc
from typing import Any

from parlour.bots.levels import longest_thought
from parlour.bots.pool import Pool
from parlour.core.compiled import jit
from parlour.core.texts import Refused
from parlour.house.entropy import Entropy
from parlour.house.friends.challenges import Challenges
from parlour.house.friends.quick_match import QuickMatches
from parlour.house.friends.searches import Searches
from parlour.house.mail.delivery import Delivery
from parlour.house.mail.letter_template import Unsubscribing
from parlour.house.mail.letters import LetterWriter
from parlour.house.mail.sender import Sender
from parlour.house.mail.service import MailService
from parlour.house.moderation.blocks_and_reports import BlocksAndReports
from parlour.house.moderation.service import ModerationService
from parlour.house.neighbours import Neighbours
from parlour.house.news import PersonNews
from parlour.house.people.accounts import Accounts
from parlour.house.people.own_data import DataSources
from parlour.house.people.passwords import Passwords
from parlour.house.people.records import fill_name_parts
from parlour.house.ports import BotPlayers, Time
from parlour.house.ratings.team_scores import forget_old_scores
from parlour.house.ratings.worker import RatingWorker
from parlour.house.steady_time import FAR_APART, SteadyTime
from parlour.house.store import Store
from parlour.house.tables.coach import Coach
from parlour.house.tables.planning import Planning
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.visits import Visits
from parlour.house.tables.worker import TableWorker
from parlour.house.tournaments.repository import TournamentRepository
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
from parlour.server.http.routes import API, ASKED, Asked, routes
from parlour.server.jobs.exports import Exports
from parlour.server.jobs.reviews import Reviews
from parlour.server.live.endpoint import LiveEndpoint
from parlour.server.live.hub import Hub
from parlour.server.live.presence import Presence
from parlour.server.live.process_news import ProcessNews
from parlour.server.live.rating_news import RatingNews
from parlour.server.live.search_watch import SearchWatch
from parlour.server.live.sockets import LiveSockets
from parlour.server.live.tournament_subscriptions import TournamentSubscriptions
from parlour.server.mail.destination import sender_for
from parlour.server.metrics import Counted, CountedTableService, Metrics, TimedBotPlayers, timed
from parlour.server.services import Services
from parlour.server.settings import Settings, settings_from
from parlour.server.tables.lists import TableLists
from parlour.server.texts import in_words
from parlour.store import open_news, open_store

CONNECTIONS = "connections"  # in the state of an application: those that are open, for whoever serves it
REFUSED = "refused"  # in the state of an application that could not be opened: why
MAIL_FOLDER, EXPORT_FOLDER = "mail", "exports"  # within the data folder

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
        sender: Sender | None = None,
    ) -> None:
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
        news = open_news(settings.database)
        await steer(parts.time, store, begin=True)
        parts.time.not_before(await last_stored_time(store))
        await tell_of_wall_clock(parts.time)
        metrics.watch_tables(store)
        metrics.watch_games(parts.readiness.ready_count)
        jit.wake_up()
        parts.readiness.open()
        closing.callback(parts.readiness.close)
        pool = Pool(settings.workers, warm=() if parts.bot_players else tuple(parts.readiness.names()))
        closing.callback(pool.close)
        metrics.watch_workers(pool)
        lag = asyncio.create_task(metrics.watch_loop())
        closing.callback(lag.cancel)
        closing.callback(parts.passwords.close)
        tables = TableRepository(store, parts.readiness, parts.time, parts.entropy, news)
        neighbours = Neighbours(tables, news)
        lists = TableLists(store)
        tables.listeners.append(lists.changed)  # before the hub, which has others look again
        hub = Hub(tables)
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
        search_watch = SearchWatch(tables, hub, Searches(tables))
        presence = Presence(tables, hub, search_watch)
        closing.push_async_callback(presence.close)
        delivery, mail = await mail_services(settings, parts, tournaments, accounts, presence)
        metrics.watch_letters(store, parts.time, delivery)
        tournaments.own_listeners.append(lambda t: delivery.call())
        accounts.listeners.append(lambda person: delivery.call())
        exports = Exports(DataSources(tables, tournaments, accounts, mail, in_words), settings.data / EXPORT_FOLDER)
        accounts.before_goodbye += [tournaments.leave_all, tables.leave_all, exports.remove]
        hourly_tasks = [accounts.tidy_up, mail.tidy_up, exports.tidy_up, moderation.tidy_up, visits.tidy_up]
        hourly_tasks.append(partial(tell_of_wall_clock, parts.time))
        hourly_tasks.append(partial(forget_old_scores, store, parts.time))
        hourly_tasks.append(partial(fill_name_parts, store))  # at the first opening of an older house
        table_worker = TableWorker(tables, bot_players, settings.bot_pause, hourly_tasks, longest_thought, planning)
        reviews = Reviews(tables, pool)
        coach = Coach(tables, bots)  # what it shows is no move, and not counted as one
        live = LiveSockets(
            tables, hub, table_service, lists, TournamentSubscriptions(tournaments), blocks_and_reports, parts.bounds
        )
        tables.newer_listeners.append(live.hand_over)
        tournaments.newer_listeners.append(live.hand_over)
        accounts.listeners += [live.ask_again, lambda person: news.tell(PersonNews(person, "sessions"))]
        moderation.barring.append(live.bar)
        moderation.leaving += [tournaments.leave_all, tables.leave_all]
        rating_worker = RatingWorker(store)
        tables.own_listeners.append(rating_worker.notice)
        rating_news = RatingNews(tables, hub, rating_worker)
        process_news = ProcessNews(
            tournaments, neighbours, hub, lists, live, presence, rating_news, moderation, parts.limits
        )
        neighbours.sweeps += [partial(steer, parts.time, store), table_worker.take_over_late]
        neighbours.left += [table_worker.take_over, tournament_worker.take_over, rating_worker.look_again]
        neighbours.left += [delivery.settle, reviews.start, exports.take_over]
        delivery.neighbours = reviews.neighbours = exports.neighbours = neighbours
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
        await tournament_worker.start()  # after the table worker, which says that the house is up
        closing.push_async_callback(tournament_worker.stop)
        await search_watch.start()
        closing.push_async_callback(search_watch.stop)
        await reviews.start()
        closing.push_async_callback(reviews.stop)
        await exports.start()
        closing.push_async_callback(exports.stop)
        closing.push_async_callback(live.close)
        await delivery.start()
        closing.push_async_callback(delivery.stop)
        auth = Auth(accounts, places, parts.limits)
        quick_matches, challenges = QuickMatches(tables, presence.waits), Challenges(tables)
        yield Services(
            tables, table_worker, table_service, coach, hub, lists, live, reviews, accounts, auth, mail, delivery,
            presence, tournaments, quick_matches, challenges, exports, moderation, blocks_and_reports, Health(store),
            neighbours,
        )  # fmt: skip


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
) -> tuple[Delivery, MailService]:
    """Who writes letters, who sends them, and who is asked for that."""
    tables, time, entropy = tournaments.tables, parts.time, parts.entropy
    store = tables.store
    off = await Unsubscribing.of(store)
    writer = LetterWriter(
        store, tables, time, entropy, off, base=address_of(settings), sender=settings.sender, looking=presence.looks,
        tournaments=tournaments,
    )  # fmt: skip
    folder = settings.data / MAIL_FOLDER
    sender = parts.sender or sender_for(settings.mail, folder, settings.mail_password_file, os.environ)
    delivery = Delivery(store, writer.compose, sender, time)
    return delivery, MailService(store, accounts, delivery, off, time, entropy)


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
