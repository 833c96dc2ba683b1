"""The server's own sentences, beside those of the house, the store and the game that is spoken of."""

from functools import cache
from pathlib import Path

from parlour import games
from parlour.core.game import Game
from parlour.core.texts import Catalogue, Refused, Text, catalogue
from parlour.house.texts import sentences as house_sentences
from parlour.store.texts import TEXTS as STORE_TEXTS

TEXTS = Path(__file__).parent / "texts"


@cache
def sentences(game: Game | None) -> Catalogue:
    return Catalogue({**catalogue(TEXTS).entries, **catalogue(STORE_TEXTS).entries, **house_sentences(game).entries})


def in_words(refusal: Refused) -> str:
    """In the words of the game that it is about, if it is about one."""
    return sentences(games.load(refusal.game) if refusal.game else None).render(refusal.text)


def say(key: str, /, game: Game | None = None, **args: str | int | Text) -> str:
    return sentences(game).render(Text(key, args))
