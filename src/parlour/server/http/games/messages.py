"""Messages about games: what there is to play, its options and its sentences."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

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


class Preparing(msgspec.Struct):
    """How far a game is that is being compiled: it waits, its rules are, or its bots."""

    stage: Literal["queued", "rules", "bots"]
    share: Annotated[float, Meta(description="Of the whole, from 0 to 1.", examples=[0.4])]
    seconds: Annotated[
        int, Meta(description="Until it is ready: by the processor time that it takes, and gets.", examples=[50])
    ]


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
    preparing: Preparing | None = None  # of one that is not ready; none: it is broken


class GameTexts(msgspec.Struct):
    """A game's sentences by key; the client renders them."""

    texts: Mapping[str, Entry]
