"""The server: parse, check the key to the seat, ask the match, answer."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from litestar import Litestar, MediaType, Request, Response, Router, get, post
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath, JSONBody, QueryParameter

from parlour import __version__, games
from parlour.bots.pool import Pool
from parlour.core.game import Game
from parlour.core.scene import Plan
from parlour.core.texts import Refused
from parlour.server import page
from parlour.server.messages import (
    Act,
    GameCard,
    GameTexts,
    NewTable,
    Opened,
    Problem,
    TableCard,
    TableState,
    Undo,
)
from parlour.server.shelf import Shelf
from parlour.server.tables import Table, Tables
from parlour.server.texts import say, sentences

API = "/api/v1"
MOST_BYTES = 64 * 1024
BOT_PAUSE = 0.8  # seconds: a person's tempo, for bots that would be too quick to follow
BOT_WORKERS = 1
BEARER = "Bearer "

log = logging.getLogger("parlour")
AnyRequest = Request[Any, Any, State]
TheShelf = NamedDependency[Shelf]
TheTables = NamedDependency[Tables]
TheTable = NamedDependency[Table]
Version = Annotated[int | None, QueryParameter(ge=0, le=10**9)]
Viewer = Annotated[int | None, QueryParameter(ge=0, le=63)]

STATUS = {
    "refuse.no-such-game": 404,
    "server.no-table": 404,
    "server.no-seat": 404,
    "server.no-token": 401,
    "server.wrong-token": 403,
    "server.not-ready": 503,
    "server.broken": 503,
}
REFUSED = 422  # understood, and not possible


@get("/games", sync_to_thread=False)
def list_games(shelf: TheShelf) -> list[GameCard]:
    return [shelf.card(name) for name in shelf.names()]


@get("/games/{name:str}", sync_to_thread=False)
def one_game(shelf: TheShelf, name: FromPath[str]) -> GameCard:
    """A game; to ask for one that is not ready is to want it next."""
    card = shelf.card(name)
    if not card.ready:
        shelf.hurry(name)
    return card


@get("/games/{name:str}/texts", sync_to_thread=False)
def game_texts(shelf: TheShelf, name: FromPath[str]) -> GameTexts:
    shelf.card(name)
    return GameTexts(games.load(name).catalogue().entries)


@post("/tables", sync_to_thread=False)
def open_table(shelf: TheShelf, tables: TheTables, data: JSONBody[NewTable]) -> Opened:
    table = tables.open(shelf.take(data.game), data)
    return Opened(table.card(), table.tokens)


@get("/tables/{table:str}", sync_to_thread=False)
def table_card(at: TheTable) -> TableCard:
    return at.card()


@get("/tables/{table:str}/plan", sync_to_thread=False)
def table_plan(request: AnyRequest, at: TheTable) -> Response[Plan | None]:
    tag = f'"{at.plan.hash()}"'
    headers = {"ETag": tag, "Cache-Control": "private, max-age=86400"}
    if request.headers.get("if-none-match") == tag:
        return Response(None, status_code=304, headers=headers)
    return Response(at.plan, headers=headers)


@get("/tables/{table:str}/state")
async def table_state(
    request: AnyRequest, at: TheTable, seat: Viewer = None, after: Version = None
) -> Response[TableState]:
    """What the holder of that seat's key, or without a seat anybody, may know. With `after`, waits for news."""
    if seat is not None:
        at.check_token(seat, token_of(request))
    state = at.state(seat) if after is None else await at.state_after(seat, after)
    return private(state)


@post("/tables/{table:str}/steps", status_code=200, sync_to_thread=False)
def act(request: AnyRequest, at: TheTable, data: JSONBody[Act]) -> Response[TableState]:
    at.check_token(data.seat, token_of(request))
    at.act(data.seat, data.step)
    return private(at.state(data.seat))


@post("/tables/{table:str}/undo", status_code=200, sync_to_thread=False)
def undo(request: AnyRequest, at: TheTable, data: JSONBody[Undo]) -> Response[TableState]:
    at.check_token(data.seat, token_of(request))
    at.undo(data.seat)
    return private(at.state(data.seat))


def token_of(request: AnyRequest) -> str | None:
    given = request.headers.get("authorization", "")
    return given[len(BEARER) :] if given.startswith(BEARER) else None


def private(state: TableState) -> Response[TableState]:
    return Response(state, headers={"Cache-Control": "no-store"})


# -- refusals -------------------------------------------------------------------------------------------------


def refused(request: AnyRequest, refusal: Refused) -> Response[Problem]:
    sentence = sentences(game_spoken_of(request)).render(refusal.text)
    return problem(sentence, STATUS.get(refusal.text.key, REFUSED))


def http_problem(request: AnyRequest, error: HTTPException) -> Response[Problem]:
    if isinstance(error, ValidationException):
        parts = [part for part in error.extra or [] if isinstance(part, dict)]
        why = "; ".join(": ".join(filter(None, (p.get("key"), p.get("message")))) for p in parts) or error.detail
        return problem(say("server.message", why=why), 400)
    if error.status_code == 413:
        return problem(say("server.too-big", most=MOST_BYTES // 1024), 413)
    if error.status_code == 404:
        return problem(say("server.nothing-here"), 404)
    if error.status_code == 405:
        return problem(say("server.method"), 405)
    return problem(say("server.message", why=error.detail), error.status_code)


def too_deep(request: AnyRequest, error: RecursionError) -> Response[Problem]:
    """Brackets within brackets within brackets: msgspec stops before the stack does."""
    return problem(say("server.too-deep"), 400)


def trouble(request: AnyRequest, error: Exception) -> Response[Problem]:
    log.exception("%s %s", request.method, request.url.path, exc_info=error)
    return problem(say("server.trouble"), 500)


def problem(sentence: str, status: int) -> Response[Problem]:
    return Response(Problem(sentence), status_code=status, media_type=MediaType.JSON, headers=page.HEADERS)


def game_spoken_of(request: AnyRequest) -> Game | None:
    id = request.path_params.get("table")
    try:
        return request.app.state.tables.find(id).game if isinstance(id, str) else None
    except Refused:
        return None


# -- the application ------------------------------------------------------------------------------------------


def create_app(
    tables: Tables | None = None, shelf: Shelf | None = None, pause: float = BOT_PAUSE, seed: int | None = None
) -> Litestar:
    """The whole server. With a `seed` cards and bots are the same every time, which only tests want."""
    pool = Pool(BOT_WORKERS) if tables is None and seed is None else None
    all_tables, all_games = tables or Tables(pause=pause, seed=seed, pool=pool), shelf or Shelf()

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        all_games.open()
        yield
        all_tables.close()
        if pool is not None:
            pool.close()
        all_games.close()

    api = Router(
        API,
        route_handlers=[list_games, one_game, game_texts, open_table, table_card, table_plan, table_state, act, undo],
    )

    def the_shelf() -> Shelf:
        return all_games

    def the_tables() -> Tables:
        return all_tables

    def the_table(table: FromPath[str]) -> Table:
        return all_tables.find(table)

    return Litestar(
        [api, page.index, page.file],
        dependencies={
            "shelf": Provide(the_shelf, sync_to_thread=False),
            "tables": Provide(the_tables, sync_to_thread=False),
            "at": Provide(the_table, sync_to_thread=False),
        },
        exception_handlers={
            Refused: refused,
            HTTPException: http_problem,
            RecursionError: too_deep,
            Exception: trouble,
        },
        request_max_body_size=MOST_BYTES,
        response_headers=page.HEADERS,
        lifespan=[lifespan],
        state=State({"tables": all_tables, "shelf": all_games}),
        openapi_config=OpenAPIConfig(
            "Parlour", __version__, path=f"{API}/schema", render_plugins=[JsonRenderPlugin(path="/openapi.json")]
        ),
        logging_config=None,  # whoever runs the server says where its log goes
        debug=False,
    )
