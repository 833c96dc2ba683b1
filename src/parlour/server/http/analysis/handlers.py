"""Analysis over HTTP: a game's code for browsers, and positions that are looked at by themselves.

Nothing is kept, and no table is asked: whoever wants to know of a position brings all of its steps along. So nothing of
a match that is played can come out here but what was brought.
"""

import asyncio
import gzip
from functools import lru_cache
from pathlib import Path

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, JSONBody

from parlour import games
from parlour.bots import machines
from parlour.bots.analysis import AnalysedPosition, analysed, lines_in_words, lore_of, viewpoint
from parlour.bots.searcher import packed_for, shipped_net
from parlour.core.compiled.frames import beside
from parlour.core.compiled.kept import Module
from parlour.core.compiled.retarget import WASM
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.record import Step
from parlour.core.texts import Refused
from parlour.server.guard.auth import Caller
from parlour.server.http.analysis.messages import (
    AnalysisLine,
    AnalysisRequest,
    GameModule,
    GameNet,
    LinesInWords,
    LinesToTell,
)
from parlour.server.http.games.handlers import TheReadiness
from parlour.server.http.page import packed, takes_gzip
from parlour.server.http.requests import AnyRequest, TheCaller, TheServices, private
from parlour.server.services import Services

FOR_EVER = "public, max-age=31536000, immutable"
NAMED = 20  # digits of a hash by which something is called
A_WHILE = "public, max-age=60"  # a server that is started anew may have other modules
QUICK = 5  # how hard gzip tries
STEPS_OF_ONE = 50  # that take as long as all else of an answer, about


# -- a game's code for browsers ----------------------------------------------------------------------------------


@get("/games/{name:str}/module", sync_to_thread=True)
def game_module(readiness: TheReadiness, name: FromPath[str]) -> Response[GameModule]:
    """The game's rules and search for a browser. Where there is none, a page does without."""
    module = the_module(readiness.take(name))
    address = f"/api/v1/games/{name}/module/{module.description.sources}"
    description = msgspec.Raw(description_of(module.path, beside(module.path).stat().st_mtime_ns))
    return Response(GameModule(address, description, net_of(name)), headers={"Cache-Control": A_WHILE})


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


@get("/games/{name:str}/net/{digest:str}", media_type="application/octet-stream", sync_to_thread=True)
def net_weights(
    request: AnyRequest, readiness: TheReadiness, name: FromPath[str], digest: FromPath[str]
) -> Response[bytes]:
    """What Master judges by in this game: the parts of a net one after the other, laid out as its search takes them."""
    game = readiness.take(name)
    net = shipped_net(game)
    if net is None or digest != net.digest[:NAMED]:
        raise Refused("server.no-such-module", game=name[:40])
    headers = {"Cache-Control": FOR_EVER, "Vary": "Accept-Encoding"}
    data = packed_weights(name)
    if takes_gzip(request.headers.get("accept-encoding", "")):
        headers["Content-Encoding"] = "gzip"
    else:
        data = gzip.decompress(data)
    return Response(data, media_type="application/octet-stream", headers=headers)


@lru_cache(maxsize=8)
def packed_weights(name: str) -> bytes:
    game = games.load(name)
    net = shipped_net(game)
    packed, parts = packed_for(game, net), () if net is None else net.parts
    return gzip.compress(b"".join(getattr(packed, part).tobytes() for part in parts), QUICK, mtime=0)


def net_of(name: str) -> GameNet | None:
    game = games.load(name)
    net = shipped_net(game)
    if net is None:
        return None
    address = f"/api/v1/games/{name}/net/{net.digest[:NAMED]}"
    size = len(packed_weights(name))
    return GameNet(address, list(net.parts), net.seats, net.cutoff, size, machines.net_sizes(game, net))


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
    request: AnyRequest,
    services: TheServices,
    readiness: TheReadiness,
    caller: TheCaller,
    name: FromPath[str],
    data: JSONBody[AnalysisLine],
) -> Response[bytes]:
    """What the game's study gives in this match: the array `lore` of its module's functions."""
    count(services, caller, data)
    game = readiness.take(name)

    def work() -> bytes:
        match = played(game, data)
        at = viewpoint(match, data.seat, data.known)
        return lore_of(match, at.seat if at.known else None).tobytes()

    return packed_bytes(request, await asyncio.to_thread(work))


def packed_bytes(request: AnyRequest, data: bytes) -> Response[bytes]:
    """What is long and says the same again and again."""
    headers = {"Cache-Control": "no-store", "Vary": "Accept-Encoding"}
    if takes_gzip(request.headers.get("accept-encoding", "")):
        data, headers["Content-Encoding"] = gzip.compress(data, QUICK, mtime=0), "gzip"
    return Response(data, media_type="application/octet-stream", headers=headers)


def count(services: Services, caller: Caller, line: AnalysisLine) -> None:
    count_steps(services, caller, len(line.steps))


def count_steps(services: Services, caller: Caller, steps: int) -> None:
    """All steps are played anew each time: a long line costs more than a short one."""
    person = None if caller.person is None else caller.person.id
    services.auth.limits.take("analyse", person or caller.address, 1 + steps / STEPS_OF_ONE)


def played(game: Game, line: AnalysisLine) -> Match:
    """Every step is checked, as in a record."""
    match = Match(game, line.seats, line.options)
    for step in line.steps:
        match.replay(Step(step.actor, step.text))
    return match


def router() -> Router:
    return Router(
        "", route_handlers=[game_module, module_code, net_weights, analyse, tell_lines, study], tags=["analysis"]
    )
