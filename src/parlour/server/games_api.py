"""Games over HTTP: what there is to play, and what is said in it."""

from litestar import Response, Router, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from parlour import games
from parlour.house.sentences import sentences
from parlour.server.messages import GameCard, GameTexts
from parlour.server.shelf import Shelf

TheShelf = NamedDependency[Shelf]


@get("/games", sync_to_thread=False)
def list_games(shelf: TheShelf) -> list[GameCard]:
    """All games, and how far each is: one that is not ready cannot be played yet."""
    return [shelf.card(name) for name in shelf.names()]


@get("/games/{name:str}", sync_to_thread=False)
def one_game(shelf: TheShelf, name: FromPath[str]) -> GameCard:
    """A game; to ask for one that is not ready is to want it next."""
    card = shelf.card(name)
    if not card.ready:
        shelf.hurry(name)
    return card


@get("/games/{name:str}/texts", sync_to_thread=False)
def game_texts(shelf: TheShelf, name: FromPath[str]) -> Response[GameTexts]:
    """Every sentence that can be said at a table of this game, by key."""
    shelf.card(name)
    return Response(GameTexts(sentences(games.load(name)).entries), headers={"Cache-Control": "public, max-age=300"})


def router() -> Router:
    return Router("", route_handlers=[list_games, one_game, game_texts], tags=["games"])
