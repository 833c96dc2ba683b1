"""The server's own sentences, beside those of the house, the store and the game that is spoken of."""

from functools import cache
from pathlib import Path

from parlour import games
from parlour.core.game import Game
from parlour.core.languages import FALLBACK
from parlour.core.texts import Catalogue, Refused, Text, catalogue
from parlour.house.texts import sentences as house_sentences
from parlour.store.texts import TEXTS as STORE_TEXTS

TEXTS = Path(__file__).parent / "texts"


@cache
def sentences(game: Game | None, language: str = FALLBACK) -> Catalogue:
    own = catalogue(TEXTS, language).entries, catalogue(STORE_TEXTS, language).entries
    return Catalogue({**own[0], **own[1], **house_sentences(game, language).entries}, language)


def in_words(refusal: Refused, language: str) -> str:
    """In the words of the game that it is about, if it is about one."""
    return sentences(games.load(refusal.game) if refusal.game else None, language).render(refusal.text)


def say(key: str, /, game: Game | None = None, *, language: str, **args: str | int | Text) -> str:
    return sentences(game, language).render(Text(key, args))
