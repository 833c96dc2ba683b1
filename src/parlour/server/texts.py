"""The server's own sentences, beside those of the game that is spoken of."""

from functools import cache
from pathlib import Path

from parlour.core.game import Game
from parlour.core.texts import Catalogue, Text, catalogue

TEXTS = Path(__file__).parent / "texts"


@cache
def sentences(game: Game | None) -> Catalogue:
    own = catalogue(TEXTS).entries
    return Catalogue({**own, **game.catalogue().entries} if game else own)


def say(key: str, /, game: Game | None = None, **args: str | int | Text) -> str:
    return sentences(game).render(Text(key, args))
