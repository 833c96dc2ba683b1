"""Analysis over HTTP: a game's code for browsers, and positions that are looked at by themselves.

Nothing is kept, and no table is asked: whoever wants to know of a position brings all of its steps along. So nothing of
a match that is played can come out here but what was brought.
"""

import asyncio
from functools import lru_cache
from pathlib import Path

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, JSONBody

from parlour import games
from parlour.bots import machines
from parlour.bots.analysis import AnalysedPosition, analysed, lines_in_words, lore_of, viewpoint
from parlour.core.compiled.frames import beside
from parlour.core.compiled.kept import Module
from parlour.core.compiled.retarget import WASM
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.record import Step
from parlour.core.texts import Refused
from parlour.server.guard.auth import Caller
from parlour.server.http.analysis.messages import AnalysisLine, AnalysisRequest, GameModule, LinesInWords, LinesToTell
from parlour.server.http.games.handlers import TheReadiness
from parlour.server.http.page import packed, takes_gzip
from parlour.server.http.requests import AnyRequest, TheCaller, TheServices, private
from parlour.server.services import Services

FOR_EVER = "public, max-age=31536000, immutable"
A_WHILE = "public, max-age=60"  # a server that is started anew may have other modules
STEPS_OF_ONE = 50  # that take as long as all else of an answer, about


# -- a game's code for browsers ----------------------------------------------------------------------------------


@get("/games/{name:str}/module", sync_to_thread=True)
def game_module(readiness: TheReadiness, name: FromPath[str]) -> Response[GameModule]:
    """The game's rules and search for a browser. Where there is none, a page does without."""
    module = the_module(readiness.take(name))
    address = f"/api/v1/games/{name}/module/{module.description.sources}"
    description = msgspec.Raw(description_of(module.path, beside(module.path).stat().st_mtime_ns))
    return Response(GameModule(address, description), headers={"Cache-Control": A_WHILE})


@get("/games/{name:str}/module/{sources:str}", media_type="application/wasm", sync_to_thread=True)
def module_code(
    request: AnyRequest, readiness: TheReadiness, name: FromPath[str], sources: FromPath[str]
) -> Response[bytes]:
    """The module itself, by the hash of what it was made from."""
    module = the_module(readiness.take(name))
    if sources != module.description.sources:
        raise Refused("server.no-such-module", game=name[:40])
    headers = {"Cache-Control": FOR_EVER, "Vary": "Accept-Encoding"}
    if not takes_gzip(request.headers.get("accept-encoding", "")):
        return Response(module.path.read_bytes(), media_type="application/wasm", headers=headers)
    data = packed(module.path, module.path.stat().st_mtime_ns)
    return Response(data, media_type="application/wasm", headers=headers | {"Content-Encoding": "gzip"})


def the_module(game: Game) -> Module:
    """One that has been made already: the server never compiles."""
    module = found_module(game.name)
    if module is None or not module.path.is_file():
        found_module.cache_clear()  # it may be made while the server runs
        raise Refused("server.no-module", game=game.title)
    return module


@lru_cache(maxsize=64)
def found_module(name: str) -> Module | None:
    """To look for it is to read all sources: once is enough."""
    return machines.module_of(games.load(name), WASM)


@lru_cache(maxsize=64)
def description_of(module: Path, _changed: int) -> bytes:
    return msgspec.json.format(beside(module).read_bytes(), indent=0)


# -- positions ---------------------------------------------------------------------------------------------------


@post("/games/{name:str}/analysis", status_code=200)
async def analyse(
    services: TheServices,
    readiness: TheReadiness,
    caller: TheCaller,
    name: FromPath[str],
    data: JSONBody[AnalysisRequest],
) -> Response[AnalysedPosition]:
    """How it stands after the steps that are sent along, what everybody could do, and what a search of it begins with.
    Where hands are hidden, with everything open or as one seat knows it. Nothing is kept."""
    count(services, caller, data)
    game = readiness.take(name)

    def work() -> AnalysedPosition:
        match = played(game, data)
        found = analysed(match, viewpoint(match, data.seat, data.known), data.told, data.skip)
        return msgspec.structs.replace(found, plan=match.plan()) if data.plan else found

    return private(await asyncio.to_thread(work))


@post("/games/{name:str}/analysis/lines", status_code=200)
async def tell_lines(
    services: TheServices, readiness: TheReadiness, caller: TheCaller, name: FromPath[str], data: JSONBody[LinesToTell]
) -> Response[LinesInWords]:
    """Lines that a search has found, in words."""
    count(services, caller, data)
    game = readiness.take(name)
    lines = [[(step.seat, int(step.action)) for step in line] for line in data.lines]

    def work() -> LinesInWords:
        match = played(game, data)
        return LinesInWords(lines_in_words(match, viewpoint(match, data.seat, data.known), lines, data.skip))

    return private(await asyncio.to_thread(work))


@post("/games/{name:str}/analysis/lore", status_code=200, media_type="application/octet-stream")
async def study(
    services: TheServices, readiness: TheReadiness, caller: TheCaller, name: FromPath[str], data: JSONBody[AnalysisLine]
) -> Response[bytes]:
    """What the game's study gives in this match: the array `lore` of its module's functions."""
    count(services, caller, data)
    game = readiness.take(name)
    lore = await asyncio.to_thread(lambda: lore_of(played(game, data)).tobytes())
    return Response(lore, media_type="application/octet-stream", headers={"Cache-Control": "no-store"})


def count(services: Services, caller: Caller, line: AnalysisLine) -> None:
    """All steps are played anew each time: a long line costs more than a short one."""
    person = None if caller.person is None else caller.person.id
    services.auth.limits.take("analyse", person or caller.address, 1 + len(line.steps) / STEPS_OF_ONE)


def played(game: Game, line: AnalysisLine) -> Match:
    """Every step is checked, as in a record."""
    match = Match(game, line.seats, line.options)
    for step in line.steps:
        match.replay(Step(step.actor, step.text))
    return match


def router() -> Router:
    return Router("", route_handlers=[game_module, module_code, analyse, tell_lines, study], tags=["analysis"])
