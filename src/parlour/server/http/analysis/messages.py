"""Messages about positions that are looked at by themselves."""

from typing import Annotated

import msgspec
from msgspec import Meta

from parlour.bots.analysis import LONGEST_LINE, MOST_LINES, AnalysedStep
from parlour.bots.review import FoundStep
from parlour.core.game import Value
from parlour.core.record import Actor
from parlour.server.http.tables.messages import SeatNumber, StepText

MOST_STEPS = 2000
OptionName = Annotated[str, Meta(max_length=64)]


class LineStep(msgspec.Struct):
    """A step as records have it."""

    actor: Actor
    text: StepText


class AnalysisLine(msgspec.Struct):
    """A line of play from the first step on, and from where it is looked at."""

    seats: Annotated[int, Meta(ge=1, le=64)]
    options: dict[OptionName, Value] = {}
    steps: Annotated[list[LineStep], Meta(max_length=MOST_STEPS)] = []
    seat: SeatNumber | None = None
    known: Annotated[bool, Meta(description="Where hands are hidden: as `seat` knows it. Else everything is open.")] = (
        False
    )
    skip: Annotated[bool, Meta(description="As if whoever is to act had done nothing.")] = False


class AnalysisRequest(AnalysisLine):
    """Which position is wanted, and how much is known of it already."""

    told: Annotated[int, Meta(ge=0, le=MOST_STEPS, description="Steps whose words are known already.")] = 0
    plan: Annotated[bool, Meta(description="Whether the board's plan is wanted, too.")] = False


class LinesToTell(AnalysisLine, kw_only=True):
    """Lines that a search has found from this position on."""

    lines: Annotated[list[Annotated[list[FoundStep], Meta(max_length=LONGEST_LINE)]], Meta(max_length=MOST_LINES)]


class LinesInWords(msgspec.Struct):
    """The same lines in words, each as far as it can be played."""

    lines: list[list[AnalysedStep]]


class GameNet(msgspec.Struct):
    """A net by which the strongest bot judges: its parts lie one after the other, in the sizes that are called as in
    the module's description. It is asked in matches of so many seats alone."""

    address: str
    parts: list[str]
    seats: int
    cutoff: int  # steps of a playout before it judges
    size: Annotated[int, Meta(description="Bytes on the way, packed.")]
    sizes: dict[str, int]


class GameModule(msgspec.Struct):
    """A game's code for browsers: where it is, and all there is to know of it (docs/modules.md)."""

    address: str
    description: msgspec.Raw
    net: GameNet | None = None
