"""All that is asked over HTTP, put together once for a process. Which house is asked is said in a request's scope."""

import logging
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from litestar import Litestar, Response, Router, get
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException, NotFoundException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.types import Scope

from parlour import __version__
from parlour.core.texts import Refused
from parlour.server.game_readiness import GameReadiness
from parlour.server.guard.auth import Auth, Caller
from parlour.server.guard.language import language_of
from parlour.server.http import page
from parlour.server.http.analysis import handlers as analysis_handlers
from parlour.server.http.club import handlers as club_handlers
from parlour.server.http.friends import handlers as friend_handlers
from parlour.server.http.games import handlers as game_handlers
from parlour.server.http.mail import handlers as mail_handlers
from parlour.server.http.moderation import blocks_and_reports as report_handlers
from parlour.server.http.moderation import console as console_handlers
from parlour.server.http.openapi import DescriptionPlugin, ReferencePlugin, reference_file
from parlour.server.http.people import exports as export_handlers
from parlour.server.http.people import handlers as people_handlers
from parlour.server.http.problems import MEDIA_TYPE, Problem, headers_of, problem, status_of
from parlour.server.http.push import handlers as push_handlers
from parlour.server.http.puzzles import handlers as puzzle_handlers
from parlour.server.http.ratings import handlers as rating_handlers
from parlour.server.http.requests import AnyRequest, StrictRequest, TheAuth, TheServices
from parlour.server.http.tables import handlers as table_handlers
from parlour.server.http.tables import match_records as record_handlers
from parlour.server.http.tournaments import handlers as tournament_handlers
from parlour.server.metrics import CONTENT_TYPE, Metrics
from parlour.server.services import Services
from parlour.server.texts import in_words, say

API = "/api/v1"
MOST_BYTES = 64 * 1024
ASKED = "parlour.asked"  # in a request's scope: the house that is asked

log = logging.getLogger("parlour")


class Asked(NamedTuple):
    """The house that a request is for."""

    services: Services
    readiness: GameReadiness
    metrics: Metrics


# -- refusals -------------------------------------------------------------------------------------------------


def refused(request: AnyRequest, refusal: Refused) -> Response[Problem]:
    said = in_words(refusal, language_of(request.scope))
    return answer(refusal.text.key, said, status_of(refusal), headers_of(refusal))


def http_problem(request: AnyRequest, error: HTTPException) -> Response[Problem]:
    language = language_of(request.scope)
    if isinstance(error, ValidationException):
        parts = [part for part in error.extra or [] if isinstance(part, dict)]
        why = "; ".join(": ".join(filter(None, (p.get("key"), p.get("message")))) for p in parts) or error.detail
        return answer("server.message", say("server.message", language=language, why=why), 400)
    if error.status_code == 413:
        return answer("server.too-big", say("server.too-big", language=language, most=MOST_BYTES // 1024), 413)
    if error.status_code == 404:
        return answer("server.nothing-here", say("server.nothing-here", language=language), 404)
    if error.status_code == 405:
        return answer("server.method", say("server.method", language=language), 405, dict(error.headers or {}))
    return answer("server.message", say("server.message", language=language, why=error.detail), error.status_code)


def too_deep(request: AnyRequest, error: RecursionError) -> Response[Problem]:
    """Brackets within brackets within brackets: msgspec stops before the stack does."""
    return answer("server.too-deep", say("server.too-deep", language=language_of(request.scope)), 400)


def trouble(request: AnyRequest, error: Exception) -> Response[Problem]:
    log.exception("%s %s", request.method, request.url.path, exc_info=error)
    return answer("server.trouble", say("server.trouble", language=language_of(request.scope)), 500)


def answer(key: str, sentence: str, status: int, headers: dict[str, str] | None = None) -> Response[Problem]:
    said = {**(headers or {}), "Cache-Control": "no-store"}
    return Response(problem(status, key, sentence), status_code=status, media_type=MEDIA_TYPE, headers=said)


# -- the application ------------------------------------------------------------------------------------------


@get("/healthz", include_in_schema=False)
async def health(services: TheServices) -> Response[dict[str, str]]:
    """Whether the house can be played in: what is not kept is not played."""
    good = await services.health.can_write()
    return Response({"status": "ok" if good else "cannot write"}, status_code=200 if good else 503)


@get("/livez", include_in_schema=False)
async def alive(services: TheServices) -> Response[dict[str, str]]:
    """Whether anybody is there at all. To start a house anew helps only if not: on a full disk it does not. Where no
    socket opens because this process is cut off from the data, the page is told so: nothing blocks sockets there."""
    return Response({"status": "away" if services.live.away else "ok"})


@get("/metrics", include_in_schema=False)
async def show_metrics(scope: Scope, auth: TheAuth, metrics: NamedDependency[Metrics]) -> Response[str]:
    """For the host alone: at a house with one table, how much is counted there tells of steps that others may not know
    of."""
    if not auth.places.is_the_hosts(scope):
        raise NotFoundException
    return Response(await metrics.page(), media_type=CONTENT_TYPE)


def the_services(scope: Scope) -> Services:
    return asked(scope).services


def the_readiness(scope: Scope) -> GameReadiness:
    return asked(scope).readiness


def the_metrics(scope: Scope) -> Metrics:
    return asked(scope).metrics


def the_auth(scope: Scope) -> Auth:
    return asked(scope).services.auth


def the_language(scope: Scope) -> str:
    return language_of(scope)


async def the_caller(scope: Scope) -> Caller:
    return await asked(scope).services.auth.ask(scope)


def asked(scope: Scope) -> Asked:
    house: Asked = scope[ASKED]  # type: ignore[literal-required]
    return house


@cache
def routes() -> Litestar:
    """To read the signatures of all handlers takes a third of a second: once is enough, however many houses a process
    has, as that of the tests."""
    routers: Sequence[Any] = [
        game_handlers.router(), analysis_handlers.router(), table_handlers.router(), record_handlers.router(),
        rating_handlers.router(), puzzle_handlers.router(), tournament_handlers.router(), friend_handlers.router(),
        report_handlers.router(), console_handlers.router(), *people_handlers.HANDLERS, *mail_handlers.HANDLERS,
        *push_handlers.HANDLERS,
        *export_handlers.HANDLERS, club_handlers.router(), reference_file,
    ]  # fmt: skip
    return Litestar(
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
            "language": Provide(the_language, sync_to_thread=False),
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
