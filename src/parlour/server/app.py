"""The server, put together: the house behind HTTP and the live socket, guarded."""

import argparse
import asyncio
import logging
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Any

from litestar import Litestar, Response, Router, get
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException, NotFoundException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.types import Scope

from parlour import __version__
from parlour.bots.levels import longest_thought
from parlour.bots.pool import Pool
from parlour.core.compiled import jit
from parlour.core.texts import Refused
from parlour.house.entropy import Entropy
from parlour.house.friends.challenges import Challenges
from parlour.house.friends.quick_match import QuickMatches
from parlour.house.mail.delivery import Delivery
from parlour.house.mail.letter_template import Unsubscribing
from parlour.house.mail.letters import LetterWriter
from parlour.house.mail.sender import Sender
from parlour.house.mail.service import MailService
from parlour.house.moderation.blocks_and_reports import BlocksAndReports
from parlour.house.moderation.service import ModerationService
from parlour.house.people.accounts import Accounts
from parlour.house.people.own_data import DataSources
from parlour.house.people.passwords import Passwords
from parlour.house.people.records import fill_name_parts
from parlour.house.ports import BotPlayers, Time
from parlour.house.ratings.worker import RatingWorker
from parlour.house.steady_time import FAR_APART, SteadyTime
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
from parlour.server.guard.auth import Auth, Caller
from parlour.server.guard.connections import BOUNDS, Bounds, Connections, within_files
from parlour.server.guard.limits import Limits
from parlour.server.guard.middleware import Guard
from parlour.server.guard.places import Places
from parlour.server.health import Health
from parlour.server.http import page
from parlour.server.http.friends import handlers as friend_handlers
from parlour.server.http.games import handlers as game_handlers
from parlour.server.http.mail import handlers as mail_handlers
from parlour.server.http.moderation import blocks_and_reports as report_handlers
from parlour.server.http.moderation import console as console_handlers
from parlour.server.http.openapi import DescriptionPlugin, ReferencePlugin, reference_file
from parlour.server.http.people import exports as export_handlers
from parlour.server.http.people import handlers as people_handlers
from parlour.server.http.problems import MEDIA_TYPE, Problem, headers_of, problem, status_of
from parlour.server.http.ratings import handlers as rating_handlers
from parlour.server.http.requests import AnyRequest, StrictRequest, TheAuth, TheServices
from parlour.server.http.tables import handlers as table_handlers
from parlour.server.http.tables import match_records as record_handlers
from parlour.server.http.tournaments import handlers as tournament_handlers
from parlour.server.jobs.exports import Exports
from parlour.server.jobs.reviews import Reviews
from parlour.server.live.endpoint import LiveEndpoint
from parlour.server.live.hub import Hub
from parlour.server.live.presence import Presence
from parlour.server.live.rating_news import RatingNews
from parlour.server.live.sockets import LiveSockets
from parlour.server.live.tournament_subscriptions import TournamentSubscriptions
from parlour.server.mail.destination import sender_for
from parlour.server.metrics import CONTENT_TYPE, Counted, CountedTableService, Metrics, TimedBotPlayers, timed
from parlour.server.services import Services
from parlour.server.settings import Settings, settings_from
from parlour.server.tables.lists import TableLists
from parlour.server.texts import in_words, say
from parlour.store import open_store

API = "/api/v1"
CONNECTIONS = "connections"  # in the state of an application: those that are open, for whoever serves it
REFUSED = "refused"  # in the state of an application that could not be opened: why
MOST_BYTES = 64 * 1024
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


# -- refusals -------------------------------------------------------------------------------------------------


def refused(request: AnyRequest, refusal: Refused) -> Response[Problem]:
    return answer(refusal.text.key, in_words(refusal), status_of(refusal), headers_of(refusal))


def http_problem(request: AnyRequest, error: HTTPException) -> Response[Problem]:
    if isinstance(error, ValidationException):
        parts = [part for part in error.extra or [] if isinstance(part, dict)]
        why = "; ".join(": ".join(filter(None, (p.get("key"), p.get("message")))) for p in parts) or error.detail
        return answer("server.message", say("server.message", why=why), 400)
    if error.status_code == 413:
        return answer("server.too-big", say("server.too-big", most=MOST_BYTES // 1024), 413)
    if error.status_code == 404:
        return answer("server.nothing-here", say("server.nothing-here"), 404)
    if error.status_code == 405:
        return answer("server.method", say("server.method"), 405, dict(error.headers or {}))
    return answer("server.message", say("server.message", why=error.detail), error.status_code)


def too_deep(request: AnyRequest, error: RecursionError) -> Response[Problem]:
    """Brackets within brackets within brackets: msgspec stops before the stack does."""
    return answer("server.too-deep", say("server.too-deep"), 400)


def trouble(request: AnyRequest, error: Exception) -> Response[Problem]:
    log.exception("%s %s", request.method, request.url.path, exc_info=error)
    return answer("server.trouble", say("server.trouble"), 500)


def answer(key: str, sentence: str, status: int, headers: dict[str, str] | None = None) -> Response[Problem]:
    said = {**(headers or {}), "Cache-Control": "no-store"}
    return Response(problem(status, key, sentence), status_code=status, media_type=MEDIA_TYPE, headers=said)


# -- the application ------------------------------------------------------------------------------------------


@asynccontextmanager
async def opened(settings: Settings, parts: Parts, places: Places) -> AsyncIterator[Services]:
    """All parts of a running server, from the store to the workers; closed again in the other order."""
    async with AsyncExitStack() as closing:
        metrics = parts.metrics
        store = timed(await open_store(settings.database), metrics)
        closing.push_async_callback(store.close)
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
        tables = TableRepository(store, parts.readiness, parts.time, parts.entropy)
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
        presence = Presence(tables, hub)
        closing.push_async_callback(presence.close)
        delivery, mail = await mail_services(settings, parts, tournaments, accounts, presence)
        metrics.watch_letters(store, parts.time, delivery)
        tournaments.listeners.append(lambda t: delivery.call())
        accounts.listeners.append(lambda person: delivery.call())
        exports = Exports(DataSources(tables, tournaments, accounts, mail, in_words), settings.data / EXPORT_FOLDER)
        accounts.before_goodbye += [tournaments.leave_all, tables.leave_all, exports.remove]
        hourly_tasks = [accounts.tidy_up, mail.tidy_up, exports.tidy_up, moderation.tidy_up, visits.tidy_up]
        hourly_tasks.append(partial(tell_of_wall_clock, parts.time))
        hourly_tasks.append(partial(fill_name_parts, store))  # at the first opening of an older house
        table_worker = TableWorker(tables, bot_players, settings.bot_pause, hourly_tasks, longest_thought, planning)
        reviews = Reviews(tables, pool)
        coach = Coach(tables, bots)  # what it shows is no move, and not counted as one
        live = LiveSockets(
            tables, hub, table_service, lists, TournamentSubscriptions(tournaments), blocks_and_reports, parts.bounds
        )
        accounts.listeners.append(live.ask_again)
        moderation.barring.append(live.bar)
        moderation.leaving += [tournaments.leave_all, tables.leave_all]
        rating_worker = RatingWorker(store)
        tables.listeners.append(rating_worker.notice)
        RatingNews(tables, hub, rating_worker)
        rating_worker.start()
        closing.push_async_callback(rating_worker.stop)
        await table_worker.start()
        closing.push_async_callback(table_worker.stop)
        await tournament_worker.start()  # after the table worker, which says that the house is up
        closing.push_async_callback(tournament_worker.stop)
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
        )  # fmt: skip


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


@get("/healthz", include_in_schema=False)
async def health(services: TheServices) -> Response[dict[str, str]]:
    """Whether the house can be played in: what is not kept is not played."""
    good = await services.health.can_write()
    return Response({"status": "ok" if good else "cannot write"}, status_code=200 if good else 503)


@get("/livez", include_in_schema=False)
async def alive() -> Response[dict[str, str]]:
    """Whether anybody is there at all. To start a house anew helps only if not: on a full disk it does not."""
    return Response({"status": "ok"})


@get("/metrics", include_in_schema=False)
async def show_metrics(scope: Scope, auth: TheAuth, metrics: NamedDependency[Metrics]) -> Response[str]:
    """For the host alone: at a house with one table, how much is counted there tells of steps that others may not know
    of."""
    if not auth.places.is_the_hosts(scope):
        raise NotFoundException
    return Response(await metrics.text(), media_type=CONTENT_TYPE)


def create_app(settings: Settings, parts: Parts | None = None) -> Litestar:
    parts = parts or Parts()
    places = Places(settings.public_url, settings.trusted_proxies, [settings.host])
    connections = Connections(within_files(parts.bounds), places.is_trusted)
    there: list[Services] = []

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with AsyncExitStack() as closing:
            try:
                services = await closing.enter_async_context(opened(settings, parts, places))
            except Refused as refusal:
                app.state[REFUSED] = refusal
                raise
            there.append(services)
            app.state["services"] = services
            yield
            there.clear()

    def the_services() -> Services:
        return there[0]

    def the_readiness() -> GameReadiness:
        return parts.readiness

    def the_metrics() -> Metrics:
        return parts.metrics

    def the_auth() -> Auth:
        return there[0].auth

    async def the_caller(scope: Scope) -> Caller:
        return await there[0].auth.ask(scope)

    routers: Sequence[Any] = [
        game_handlers.router(), table_handlers.router(), record_handlers.router(), rating_handlers.router(),
        tournament_handlers.router(), friend_handlers.router(), report_handlers.router(), console_handlers.router(),
        *people_handlers.HANDLERS, *mail_handlers.HANDLERS, *export_handlers.HANDLERS, reference_file,
    ]  # fmt: skip
    app = Litestar(
        [
            Router(API, route_handlers=routers),
            health,
            alive,
            show_metrics,
            mail_handlers.one_click,
            mail_handlers.unsubscribe_page,
            page.index,
            page.file,
        ],
        dependencies={
            "services": Provide(the_services, sync_to_thread=False),
            "readiness": Provide(the_readiness, sync_to_thread=False),
            "metrics": Provide(the_metrics, sync_to_thread=False),
            "auth": Provide(the_auth, sync_to_thread=False),
            "caller": Provide(the_caller),
        },
        exception_handlers={
            Refused: refused,
            HTTPException: http_problem,
            RecursionError: too_deep,
            Exception: trouble,
        },
        request_class=StrictRequest,
        request_max_body_size=MOST_BYTES,
        lifespan=[lifespan],
        state=State({"readiness": parts.readiness, CONNECTIONS: connections}),
        openapi_config=OpenAPIConfig(
            "Parlour",
            __version__,
            path=f"{API}/schema",
            use_handler_docstrings=True,
            render_plugins=[ReferencePlugin(path="/"), DescriptionPlugin(path="/openapi.json")],
        ),
        logging_config=None,  # whoever runs the server says where its log goes
        debug=False,
    )
    entrance = LiveEndpoint(app.asgi_handler, f"{API}/live", the_services)
    app.asgi_handler = Counted(Guard(entrance, places, parts.limits), parts.metrics)
    return app


def from_environment() -> Litestar:
    """For a server that reloads itself: whoever started it has put its settings into the environment."""
    return create_app(settings_from(argparse.Namespace(), os.environ))
