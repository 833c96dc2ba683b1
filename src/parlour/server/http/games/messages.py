"""Messages about games: what there is to play, its options and its sentences."""

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

from parlour.core.game import Value
from parlour.core.texts import Entry

Name = Annotated[str, Meta(max_length=40)]
StepText = Annotated[str, Meta(max_length=200)]
SeatNumber = Annotated[int, Meta(ge=0, le=63)]


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
    ready: bool
    status: str  # a line on how far it is


class GameTexts(msgspec.Struct):
    """A game's sentences by key; the client renders them."""

    texts: Mapping[str, Entry]
