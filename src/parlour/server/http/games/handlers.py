"""Games over HTTP: what there is to play, what is said in it, and pictures of it."""

from typing import Annotated

import msgspec
from litestar import Response, Router, get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from parlour import games
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.scene import Plan, Scene
from parlour.core.texts import Refused
from parlour.house.texts import sentences
from parlour.server import qr
from parlour.server.game_readiness import GameReadiness
from parlour.server.http.games.messages import GameInfo, GameTexts
from parlour.server.http.requests import TheLanguage

TheReadiness = NamedDependency[GameReadiness]
KEEP = {"Cache-Control": "public, max-age=300"}
MOST_STEPS = 200


class Pictured(msgspec.Struct):
    """A board to look at: nobody sits at it."""

    plan: Plan
    scene: Scene
    to_act: list[int]


@get("/games", sync_to_thread=False)
def list_games(readiness: TheReadiness, language: TheLanguage) -> list[GameInfo]:
    """All games, and how far each is: one that is not ready cannot be played yet."""
    return [readiness.describe(name, language) for name in readiness.names()]


@get("/games/{name:str}", sync_to_thread=False)
def one_game(readiness: TheReadiness, name: FromPath[str], language: TheLanguage) -> GameInfo:
    """A game; to ask for one that is not ready is to want it next."""
    game = readiness.describe(name, language)
    if not game.ready:
        readiness.hurry(name)
    return game


@get("/games/{name:str}/texts", sync_to_thread=False)
def game_texts(readiness: TheReadiness, name: FromPath[str], language: TheLanguage) -> Response[GameTexts]:
    """Every sentence that can be said at a table of this game, by key."""
    readiness.describe(name)
    said = {**KEEP, "Vary": "Accept-Language"}
    return Response(GameTexts(sentences(games.load(name), language).entries), headers=said)


@get("/games/{name:str}/position", sync_to_thread=True)
def picture(
    readiness: TheReadiness,
    name: FromPath[str],
    seats: Annotated[int | None, QueryParameter(ge=1, le=64, description="Left out: as few as can play.")] = None,
    steps: Annotated[
        str,
        QueryParameter(max_length=2000, description="Separated by spaces, chance's too, by whoever is to act."),
    ] = "",
    seat: Annotated[int | None, QueryParameter(ge=0, le=63)] = None,
) -> Response[Pictured]:
    """How a board looks at the beginning, or after some steps: for rules that show what they say."""
    return Response(pictured(readiness.take(name), seats, steps.split(), seat), headers=KEEP)


def pictured(game: Game, seats: int | None, steps: list[str], viewer: int | None) -> Pictured:
    match = Match(game, min(game.seats) if seats is None else seats)
    if viewer is not None and viewer >= len(match.seats):
        raise Refused("refuse.no-such-seat", seat=viewer)
    if len(steps) > MOST_STEPS:
        raise Refused("refuse.record-long", most=MOST_STEPS)
    for step in steps:
        if match.over:
            raise Refused("refuse.over")
        match.play(match.actors[0], step)
    return Pictured(match.plan(), match.scene(viewer), [each for each in match.actors if each >= 0])


@get("/qr", media_type="image/svg+xml", sync_to_thread=False)
def qr_code(text: Annotated[str, QueryParameter(min_length=1, max_length=200)]) -> Response[str]:
    """A QR code as a picture, so that a link goes from one screen to another phone."""
    return Response(qr.as_svg(text), media_type="image/svg+xml", headers=KEEP)


def router() -> Router:
    return Router("", route_handlers=[list_games, one_game, game_texts, picture, qr_code], tags=["games"])
