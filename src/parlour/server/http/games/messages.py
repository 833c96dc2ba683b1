"""Messages about games: what there is to play, its options and its sentences."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from parlour.core.diagrams import DiagramOutcome
from parlour.core.game import Value
from parlour.core.scene import Choice, Plan, Scene
from parlour.core.texts import Entry, Text


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
    emblem: bool = False  # it brings a picture for its card
    module: bool = False  # there is code of it for browsers, so a device can think itself


class GameTexts(msgspec.Struct):
    """A game's sentences by key; the client renders them."""

    texts: Mapping[str, Entry]


class DiagramShown(msgspec.Struct):
    """A diagram of the rules as it stands now, and what can be tried in it."""

    plan: Plan
    scene: Scene
    view: Annotated[Any, Meta(description="The same in the game's own words, for clients that know the game.")]
    seat: int | None  # whose view it is; none: a spectator's
    seats: int
    to_act: list[int]
    over: bool
    choices: list[Choice]
    outcome: Annotated[DiagramOutcome, Meta(description="`look`: there is nothing to try. `open`: it goes on.")]
    words: Text | None  # the task, or why it was right or wrong
    step: Text | None  # what was played last, in words
    look: Annotated[
        tuple[float, float, float, float] | None,
        Meta(description="The part of the plan that matters: x, y, width, height."),
    ]
