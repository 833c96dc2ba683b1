"""The house's own sentences, over the core's and under those of the game that is played."""

from functools import cache
from pathlib import Path

from parlour.core.game import Game
from parlour.core.languages import FALLBACK
from parlour.core.texts import Catalogue, Text, catalogue

TEXTS = Path(__file__).parent / "texts"


@cache
def sentences(game: Game | None = None, language: str = FALLBACK) -> Catalogue:
    """All that is said at a table of this game."""
    own, core = catalogue(TEXTS, language).entries, catalogue(None, language).entries
    # A game's catalogue has the core's sentences too, which must not hide the house's.
    games = game.catalogue(language).entries if game is not None else {}
    said = {**own, **{key: entry for key, entry in games.items() if entry != core.get(key)}}
    return Catalogue(said, language)


def say(key: str, /, game: Game | None = None, *, language: str = FALLBACK, **args: str | int | Text) -> str:
    return sentences(game, language).render(Text(key, args))
