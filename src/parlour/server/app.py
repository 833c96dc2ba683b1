"""The server, put together: the house behind HTTP and the live socket, guarded."""

import argparse
import asyncio
import logging
import os
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from litestar import Litestar, Response, Router, get
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException, NotFoundException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.types import Scope

from parlour import __version__
from parlour.bots.pool import Pool
from parlour.core import jit
from parlour.core.texts import Refused
from parlour.house.challenges import Challenges
from parlour.house.coach import Coach
from parlour.house.house import Chances, House
from parlour.house.letters import Writer
from parlour.house.mail_ports import Sender
from parlour.house.moderation.neighbours import Neighbours
from parlour.house.moderation.warden import Warden
from parlour.house.own_data import Sources
from parlour.house.passwords import Passwords
from parlour.house.people import Doorkeeper
from parlour.house.ports import Thinkers, Time
from parlour.house.post import Post
from parlour.house.postman import Postman
from parlour.house.rater import Rater
from parlour.house.seeking import Seeking
from parlour.house.stationery import Unsubscribing
from parlour.house.steward import Steward
from parlour.house.tournaments.hall import Hall
from parlour.house.tournaments.organiser import Organiser
from parlour.server import (
    console_api,
    exports_api,
    friends_api,
    games_api,
    lan,
    mail_api,
    neighbours_api,
    page,
    people_api,
    ratings_api,
    records_api,
    tables_api,
    tournaments_api,
)
from parlour.server.asking import AnyRequest, StrictRequest, ThePremises
from parlour.server.description import DescriptionPlugin, ReferencePlugin, reference_file
from parlour.server.entrance import Entrance
from parlour.server.exports import Exports
from parlour.server.exposition import CONTENT_TYPE
from parlour.server.hub import Hub
from parlour.server.lists import Lists
from parlour.server.live import Live
from parlour.server.mail.place import sender_for
from parlour.server.metrics import Counted, CountedDesk, Metrics, TimedThinkers, timed
from parlour.server.premises import Premises
from parlour.server.presence import Presence
from parlour.server.problems import MEDIA_TYPE, Problem, headers_of, problem, status_of
from parlour.server.reviews import Reviews
from parlour.server.safety.guard import Guard
from parlour.server.safety.limits import Limits
from parlour.server.safety.places import Places
from parlour.server.safety.whom import Asking, Whom
from parlour.server.settings import Settings, settings_from
from parlour.server.shelf import Shelf
from parlour.server.stand import Stand
from parlour.server.texts import in_words, say
from parlour.server.thinkers import PoolThinkers
from parlour.store import open_store

API = "/api/v1"
REFUSED = "refused"  # in the state of an application that could not be opened: why
MOST_BYTES = 64 * 1024
MAIL_FOLDER, EXPORT_FOLDER = "mail", "exports"  # within the data folder

log = logging.getLogger("parlour")


class SystemTime:
    def now(self) -> int:
        return time.time_ns() // 1_000_000


class Parts:
    """What tests put in place of the real thing, or leave."""

    def __init__(
        self,
        *,
        time: Time | None = None,
        chances: Chances | None = None,
        shelf: Shelf | None = None,
        limits: Limits | None = None,
        thinkers: Thinkers | None = None,
        passwords: Passwords | None = None,
        sender: Sender | None = None,
    ) -> None:
        self.time, self.chances = time or SystemTime(), chances or Chances()
        self.shelf, self.limits = shelf or Shelf(), limits or Limits()
        self.thinkers, self.passwords = thinkers, passwords or Passwords()
        self.sender = sender
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
async def opened(settings: Settings, parts: Parts, places: Places) -> AsyncIterator[Premises]:
    """Everything behind the door, from the store to the steward; closed again in the other order."""
    async with AsyncExitStack() as closing:
        metrics = parts.metrics
        store = timed(await open_store(settings.database), metrics)
        closing.push_async_callback(store.close)
        metrics.watch_tables(store)
        metrics.watch_games(parts.shelf.ready_count)
        jit.wake_up()
        parts.shelf.open()
        closing.callback(parts.shelf.close)
        pool = Pool(settings.workers, warm=() if parts.thinkers else tuple(parts.shelf.names()))
        closing.callback(pool.close)
        metrics.watch_workers(lambda: pool.replaced)
        lag = asyncio.create_task(metrics.watch_loop())
        closing.callback(lag.cancel)
        closing.callback(parts.passwords.close)
        house = House(store, parts.shelf, parts.time, parts.chances)
        lists = Lists(store)
        house.listeners.append(lists.changed)  # before the hub, which has others look again
        hub = Hub(house)
        bots = parts.thinkers or PoolThinkers(pool)
        thinkers = TimedThinkers(bots, metrics)
        keeper = Doorkeeper(store, parts.time, parts.chances, parts.passwords, settings.guests)
        warden = Warden(store, house, keeper, parts.chances)
        neighbours = Neighbours(store, parts.time, parts.chances)
        desk = CountedDesk(house, warden, neighbours, metrics)
        hall = Hall(house)
        organiser = Organiser(hall)
        presence = Presence(house, hub)
        closing.push_async_callback(presence.close)
        postman, post = await post_office(settings, parts, hall, keeper, presence)
        metrics.watch_letters(store, parts.time, postman)
        hall.listeners.append(lambda t: postman.call())
        keeper.listeners.append(lambda person: postman.call())
        exports = Exports(Sources(house, hall, keeper, post, in_words), settings.data / EXPORT_FOLDER)
        keeper.before_goodbye += [hall.leave_all, house.leave_all, exports.remove]
        chores = [keeper.tidy_up, post.tidy_up, exports.tidy_up, warden.tidy_up]
        steward = Steward(house, thinkers, settings.bot_pause, chores)
        reviews = Reviews(house, pool)
        coach = Coach(house, bots)  # what it shows is no move, and not counted as one
        live = Live(house, hub, desk, lists, Stand(hall), neighbours)
        keeper.listeners.append(live.ask_again)
        warden.barring.append(live.bar)
        warden.leaving += [hall.leave_all, house.leave_all]
        rater = Rater(store)
        house.listeners.append(rater.notice)
        rater.start()
        closing.push_async_callback(rater.stop)
        await steward.start()
        closing.push_async_callback(steward.stop)
        await organiser.start()  # after the steward, who says that the house is up
        closing.push_async_callback(organiser.stop)
        await reviews.start()
        closing.push_async_callback(reviews.stop)
        await exports.start()
        closing.push_async_callback(exports.stop)
        closing.push_async_callback(live.close)
        await postman.start()
        closing.push_async_callback(postman.stop)
        whom = Whom(keeper, places, parts.limits)
        seeking, challenges = Seeking(house, presence.waits), Challenges(house)
        yield Premises(
            house, steward, desk, coach, hub, lists, live, reviews, keeper, whom, post, postman, presence, hall,
            seeking, challenges, exports, warden, neighbours,
        )  # fmt: skip


async def post_office(
    settings: Settings, parts: Parts, hall: Hall, keeper: Doorkeeper, presence: Presence
) -> tuple[Postman, Post]:
    """Who writes letters, who carries them away, and who is asked for that."""
    house, time, chances = hall.house, parts.time, parts.chances
    store = house.store
    off = await Unsubscribing.of(store)
    writer = Writer(
        store, house, time, chances, off, base=address_of(settings), sender=settings.sender, looking=presence.looks,
        halls=hall,
    )  # fmt: skip
    folder = settings.data / MAIL_FOLDER
    sender = parts.sender or sender_for(settings.mail, folder, settings.mail_password_file, os.environ, time)
    postman = Postman(store, writer.compose, sender, time)
    return postman, Post(store, keeper, postman, off, time, chances)


def address_of(settings: Settings) -> str:
    """Where people find this house."""
    found = lan.addresses() if settings.lan and settings.public_url is None else []
    name = found[0] if found else f"[{settings.host}]" if ":" in settings.host else settings.host
    return settings.public_url or lan.url(name, settings.port)


@get("/healthz", include_in_schema=False)
async def health(premises: ThePremises) -> Response[dict[str, str]]:
    good = await premises.house.store.healthy()
    return Response({"status": "ok" if good else "store"}, status_code=200 if good else 503)


@get("/metrics", include_in_schema=False)
async def show_metrics(scope: Scope, whom: NamedDependency[Whom], metrics: NamedDependency[Metrics]) -> Response[str]:
    """For the host alone: at a house with one table, how much is counted there tells of steps that others may not know
    of."""
    if not whom.places.is_the_hosts(scope):
        raise NotFoundException
    return Response(await metrics.text(), media_type=CONTENT_TYPE)


def create_app(settings: Settings, parts: Parts | None = None) -> Litestar:
    parts = parts or Parts()
    places = Places(settings.public_url, settings.trusted_proxies, [settings.host])
    there: list[Premises] = []

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with AsyncExitStack() as closing:
            try:
                premises = await closing.enter_async_context(opened(settings, parts, places))
            except Refused as refusal:
                app.state[REFUSED] = refusal
                raise
            there.append(premises)
            app.state["premises"] = premises
            yield
            there.clear()

    def the_premises() -> Premises:
        return there[0]

    def the_shelf() -> Shelf:
        return parts.shelf

    def the_metrics() -> Metrics:
        return parts.metrics

    def the_whom() -> Whom:
        return there[0].whom

    async def who_asks(scope: Scope) -> Asking:
        return await there[0].whom.ask(scope)

    routers: Sequence[Any] = [
        games_api.router(), tables_api.router(), records_api.router(), ratings_api.router(), tournaments_api.router(),
        friends_api.router(), neighbours_api.router(), console_api.router(), *people_api.HANDLERS, *mail_api.HANDLERS,
        *exports_api.HANDLERS, reference_file,
    ]  # fmt: skip
    app = Litestar(
        [
            Router(API, route_handlers=routers),
            health,
            show_metrics,
            mail_api.one_click,
            mail_api.unsubscribe_page,
            page.index,
            page.file,
        ],
        dependencies={
            "premises": Provide(the_premises, sync_to_thread=False),
            "shelf": Provide(the_shelf, sync_to_thread=False),
            "metrics": Provide(the_metrics, sync_to_thread=False),
            "whom": Provide(the_whom, sync_to_thread=False),
            "asking": Provide(who_asks),
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
        state=State({"shelf": parts.shelf}),
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
    entrance = Entrance(app.asgi_handler, f"{API}/live", the_premises)
    app.asgi_handler = Counted(Guard(entrance, places, parts.limits), parts.metrics)
    return app


def from_environment() -> Litestar:
    """For a server that reloads itself: whoever started it has put its settings into the environment."""
    return create_app(settings_from(argparse.Namespace(), os.environ))
