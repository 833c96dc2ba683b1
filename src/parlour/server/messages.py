"""Every message that goes in or out. What comes in is bounded here; what it means is for the match to judge."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from parlour.core.game import Value
from parlour.core.result import Result
from parlour.core.scene import Choice, Scene
from parlour.core.texts import Entry, Text

Name = Annotated[str, Meta(max_length=40)]
StepText = Annotated[str, Meta(max_length=200)]
SeatNumber = Annotated[int, Meta(ge=0, le=63)]


class Problem(msgspec.Struct):
    """A refusal: one sentence for the person who caused it. Nothing has changed."""

    error: str


class OptionCard(msgspec.Struct):
    """A table setting with its limits and its line of help."""

    name: str
    help: str
    default: Value
    low: int
    high: int
    step: int
    choices: tuple[Value, ...]
    by_seats: Mapping[int, Value]


class GameCard(msgspec.Struct):
    """A game as the page shows it before anybody has sat down."""

    name: str
    title: str
    about: str
    rules: str
    seats: list[int]
    options: list[OptionCard]
    cooperative: bool
    hidden: bool
    ready: bool
    status: str  # a line on how far it is


class GameTexts(msgspec.Struct):
    """A game's sentences by key; the client renders them."""

    texts: Mapping[str, Entry]


class NewSeat(msgspec.Struct, forbid_unknown_fields=True):
    kind: Literal["person", "bot"]
    name: Name = ""
    level: Annotated[int, Meta(ge=1, le=5)] = 3  # of a bot


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    game: Name
    seats: Annotated[list[NewSeat], Meta(max_length=64)]
    options: dict[Name, Value] = {}


class SeatCard(msgspec.Struct):
    name: str
    kind: str
    level: int | None = None  # of a bot


class TableCard(msgspec.Struct):
    """What never changes about a table."""

    table: str
    game: str
    options: dict[str, Value]
    seats: list[SeatCard]
    plan: str  # the plan's hash


class Opened(msgspec.Struct):
    """A new table, and the key to each person's seat; none to a bot's."""

    table: TableCard
    tokens: list[str | None]


class LogLine(msgspec.Struct):
    """A step as the viewer may know it; `by` is none for chance."""

    by: int | None
    text: str
    words: Text


class TableState(msgspec.Struct):
    """All that one viewer may know of a table now."""

    version: int  # counts what this viewer has seen, so that it tells nothing of steps it has not
    seat: int | None
    to_act: list[int]
    scene: Scene
    choices: list[Choice]
    log: list[LogLine]
    can_undo: bool
    offer: int | None
    result: Result | None


class Act(msgspec.Struct, forbid_unknown_fields=True):
    """One step, or several that are taken whole or not at all."""

    seat: SeatNumber
    step: StepText | Annotated[list[StepText], Meta(max_length=100)]


class Undo(msgspec.Struct, forbid_unknown_fields=True):
    seat: SeatNumber
