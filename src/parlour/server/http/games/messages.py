"""Messages about games: what there is to play, its options and its sentences."""

from collections.abc import Mapping

import msgspec

from parlour.core.game import Value
from parlour.core.texts import Entry


class OptionInfo(msgspec.Struct):
    """A table setting with its limits and its line of help."""

    name: str
    help: str
    default: Value
    low: int
    high: int
    step: int
    choices: tuple[Value, ...]
    by_seats: Mapping[int, Value]


class GameInfo(msgspec.Struct):
    """A game as the page shows it before anybody has sat down."""

    name: str
    title: str
    about: str
    rules: str
    seats: list[int]
    options: list[OptionInfo]
    cooperative: bool
    hidden: bool
    chance: bool  # something in it is drawn
    ready: bool
    status: str  # a line on how far it is


class GameTexts(msgspec.Struct):
    """A game's sentences by key; the client renders them."""

    texts: Mapping[str, Entry]
