"""Games over HTTP: what there is to play, what is said in it, and pictures of it, some of them to try."""

from functools import lru_cache
from typing import Annotated

import msgspec
from litestar import Response, Router, get
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from msgspec import Meta

from parlour import games
from parlour.core.diagrams import MOST_MOVES, diagrams_of, solution, tried
from parlour.core.game import Game
from parlour.core.match import Match
from parlour.core.puzzles import shown
from parlour.core.reasons import LONGEST_PATH, LONGEST_THING
from parlour.core.scene import Plan, Scene
from parlour.core.texts import Refused
from parlour.house.puzzles.collection import collection_of
from parlour.house.texts import sentences
from parlour.server import qr
from parlour.server.game_readiness import GameReadiness, emblem_of
from parlour.server.http.games.messages import DiagramShown, GameInfo, GameTexts
from parlour.server.http.preview_picture import drawn
from parlour.server.http.requests import TheLanguage
from parlour.server.http.tables.messages import TouchAnswer

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


@get("/games/{name:str}/preview.png", media_type="image/png", sync_to_thread=True)
def game_preview(readiness: TheReadiness, name: FromPath[str]) -> Response[bytes]:
    """A picture of the game, for those who show where a link leads."""
    return Response(picture_of_game(readiness.take(name).name), media_type="image/png", headers=KEEP)


@lru_cache(maxsize=64)
def picture_of_game(name: str) -> bytes:
    """Its board in play, from its first puzzle; without one, at the beginning. It never changes."""
    game = games.load(name)
    puzzles = collection_of(game).ordered
    if not puzzles:
        match = Match(game, min(game.seats))
        return drawn(match.plan(), match.scene(None))
    stands = shown(game, puzzles[0])
    return drawn(stands.match.plan(), stands.match.scene(stands.puzzle.seat))


PlayedQuery = Annotated[
    list[Annotated[str, Meta(min_length=1, max_length=200)]] | None,
    QueryParameter(max_items=MOST_MOVES, description="What was tried so far, step by step."),
]


@get("/games/{name:str}/diagrams/{diagram:str}", sync_to_thread=True)
def show_diagram(
    readiness: TheReadiness,
    name: FromPath[str],
    diagram: FromPath[str],
    played: PlayedQuery = None,
    solved: Annotated[bool, QueryParameter(description="As it stands when it is got right, for paper.")] = False,
) -> Response[DiagramShown]:
    """A diagram of the rules, or what came of a try in it. Nothing is kept: whoever tries says all that was tried."""
    game = readiness.take(name)
    now = tried(game, diagram, shortest_way(game, diagram) if solved else played or ())
    match, seat = now.match, now.seat
    shown = DiagramShown(
        match.plan(), match.scene(seat), match.view(seat), seat, len(match.seats), [a for a in match.actors if a >= 0],
        match.over, now.choices(), now.outcome, now.words, now.step, now.look,
    )  # fmt: skip
    return Response(shown, headers=KEEP)


def shortest_way(game: Game, diagram: str) -> tuple[str, ...]:
    """Nothing, where there is nothing to try."""
    return (diagrams_of(game).get(diagram) and solution(game, diagram)) or ()


@get("/games/{name:str}/diagrams/{diagram:str}/why-not", sync_to_thread=True)
def why_not_in_diagram(
    readiness: TheReadiness,
    name: FromPath[str],
    diagram: FromPath[str],
    touched: Annotated[
        list[Annotated[str, Meta(min_length=1, max_length=LONGEST_THING)]],
        QueryParameter(
            min_items=1, max_items=LONGEST_PATH, description="What is in hand, in order, and what was touched then."
        ),
    ],
    played: PlayedQuery = None,
) -> Response[TouchAnswer]:
    """Why touching something in a diagram does nothing, as at a table."""
    now = tried(readiness.take(name), diagram, played or [])
    return Response(TouchAnswer(now.match.why_not_touch(now.seat, touched)), headers=KEEP)


@get("/qr", media_type="image/svg+xml", sync_to_thread=False)
def qr_code(text: Annotated[str, QueryParameter(min_length=1, max_length=200)]) -> Response[str]:
    """A QR code as a picture, so that a link goes from one screen to another phone."""
    return Response(qr.as_svg(text), media_type="image/svg+xml", headers=KEEP)


@get("/games/{name:str}/emblem", media_type="image/svg+xml", sync_to_thread=True)
def game_emblem(readiness: TheReadiness, name: FromPath[str]) -> Response[str]:
    """The picture on a game's card, where the game brings one: `emblem.svg` beside its rules."""
    readiness.describe(name)
    drawn = emblem_of(games.load(name))
    if drawn is None:
        raise Refused("refuse.no-emblem", game=name)
    return Response(drawn, media_type="image/svg+xml", headers=KEEP)


HANDLERS = [
    list_games, one_game, game_texts, picture, game_preview, show_diagram, why_not_in_diagram, game_emblem, qr_code,
]  # fmt: skip


def router() -> Router:
    return Router("", route_handlers=HANDLERS, tags=["games"])
