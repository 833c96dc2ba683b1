"""Messages about tables."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from parlour.bots.review import ActionNumber, Looked, ReviewQuestion
from parlour.core.imagined import ImaginedStep, LineEnd
from parlour.core.reasons import LONGEST_PATH, LONGEST_THING
from parlour.core.scene import Choice, Moment, Scene, TouchReason
from parlour.core.texts import Text
from parlour.core.verify import Draw
from parlour.house.tables.clocks import Clock
from parlour.house.tables.events import Sitter
from parlour.house.tables.snapshot import Snapshot

SeatNumber = Annotated[int, Meta(ge=0, le=63, description="Counted from 0.")]
LinesTold = Annotated[
    int,
    Meta(ge=0, description="The seat's cursor when they were chosen; refused if a step has been taken since."),
]
StepText = Annotated[str, Meta(min_length=1, max_length=200)]


class TableInfo(msgspec.Struct):
    """What never changes about a table."""

    table: str
    game: str
    title: str
    options: dict[str, str | int | bool]
    clock: Clock
    listed: bool
    start: Literal["full", "host"]
    delay: int
    rated: bool  # it counts for ratings, or for the best scores
    guided: bool  # one person among bots has a coach
    substitutes: bool  # somebody may take over from a bot that sits in for whoever left
    ready: bool  # all people say that they are ready before it begins
    given: int  # steps from which it begins, if it begins from a position
    plan: str  # the plan's hash
    commitment: str | None  # to the chance, before anybody contributes to it
    rematch_of: str | None
    tournament: str | None  # whose match it is
    invite: str | None  # for those who sit there: what others need to come in


class AtTable(msgspec.Struct):
    """A table as somebody comes to it: `seats` are one's own, `now` is how it stands without its board: what each of
    one's seats sees is asked for seat by seat, since several people may play at one screen."""

    rules: TableInfo
    seats: list[int]
    now: Snapshot


class Steps(msgspec.Struct, forbid_unknown_fields=True):
    """Taken whole or not at all. `undo`, `resign`, `draw` and `decline` are steps like others."""

    seat: SeatNumber
    steps: Annotated[list[StepText], Meta(min_length=1, max_length=100, examples=[["f6"]])]
    after: LinesTold | None = None


class LineSteps(msgspec.Struct, forbid_unknown_fields=True):
    """Steps that nobody has taken, one after the other from where the match stands, by whoever would be to act."""

    seat: SeatNumber
    steps: Annotated[list[StepText], Meta(max_length=24, examples=[["d"]])]


class LineTouch(LineSteps, forbid_unknown_fields=True):
    """What is in hand after these steps, in order, and what was touched then."""

    touched: Annotated[
        list[Annotated[str, Meta(min_length=1, max_length=LONGEST_THING)]],
        Meta(min_length=1, max_length=LONGEST_PATH, examples=[["site:d1"]]),
    ]


class LinesToPlan(msgspec.Struct, forbid_unknown_fields=True):
    """All that is planned for a seat from now on: lines of steps, each of which ends with one of that seat."""

    seat: SeatNumber
    lines: Annotated[list[Annotated[list[StepText], Meta(max_length=24)]], Meta(max_length=20, examples=[[["e", "d"]]])]


class Talk(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, Meta(min_length=1, max_length=1000, examples=["Good luck!"])]


class Join(msgspec.Struct, forbid_unknown_fields=True):
    seat: SeatNumber | None = None
    contribution: Annotated[str, Meta(min_length=1, max_length=200)] | None = None


class BotLevel(msgspec.Struct, forbid_unknown_fields=True):
    level: Annotated[int, Meta(ge=1, le=5)] = 3


class OneSeat(msgspec.Struct, forbid_unknown_fields=True):
    seat: SeatNumber


class HintAsked(OneSeat, forbid_unknown_fields=True):
    """`found`: what the asker's own device has thought of. Without it a bot of the house thinks."""

    found: ActionNumber | None = None


class BotsOn(msgspec.Struct, forbid_unknown_fields=True):
    """Where bots are to think: on the device of the person who plays them, or in the house."""

    on_device: bool


class DeviceStep(msgspec.Struct, forbid_unknown_fields=True):
    """A bot's move, found by the device of the person who plays it, in the match as it was at that `version`."""

    seat: SeatNumber
    version: Annotated[int, Meta(ge=0)]
    action: ActionNumber


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    seat: SeatNumber
    yes: bool


class Contribution(msgspec.Struct, forbid_unknown_fields=True):
    seat: SeatNumber
    text: Annotated[str, Meta(min_length=1, max_length=200)]


class TouchAnswer(msgspec.Struct):
    """Why a touch does nothing; null if it does something."""

    reason: TouchReason | None


class Done(msgspec.Struct):
    """It is on the disk. `cursor` is where the news about it ends for this seat, or for a spectator."""

    cursor: int


# -- off turn -------------------------------------------------------------------------------------------------


class PlannedLinesMessage(msgspec.Struct):
    """What is planned for a seat, and can still come about. It is nobody else's business."""

    lines: list[list[ImaginedStep]]


class ImaginedPosition(msgspec.Struct):
    """How the match would stand after some steps, as far as the seat knows, and what whoever is to act there could do.
    `ended`: no line goes on from here, since chance decides, something hidden does, or it is over."""

    steps: list[ImaginedStep]
    to_act: list[int]
    scene: Scene
    view: Annotated[Any, Meta(description="The same in the game's own words, for clients that know the game.")]
    choices: list[Choice]
    ended: LineEnd | None


class AheadChoices(msgspec.Struct):
    """What a seat could do when it is next to act, whatever others do before. None where chance comes in between."""

    choices: list[Choice]


# -- a match that is looked back at ---------------------------------------------------------------------------


class PastPosition(msgspec.Struct):
    """How a table stood after a line, as its viewer saw it then or, of a finished one, with everything shown."""

    line: int
    to_act: list[int]
    scene: Scene
    view: Annotated[Any, Meta(description="The same in the game's own words, for clients that know the game.")]


class ReplayStep(msgspec.Struct, omit_defaults=True):
    """A step of a finished match as its viewer saw it, or with everything shown; `number` counts in the record."""

    number: int
    seat: int | None
    text: str
    words: Text
    moment: Moment | None = None


class HandedOn(msgspec.Struct):
    """From here on another had the seat: a bot, or somebody who took over from one."""

    after: Annotated[int, Meta(description="How many steps there had been.")]
    seat: int
    who: Sitter


class ReplayMessage(msgspec.Struct):
    """A finished match to look through. Steps that its viewer knew nothing of are left out."""

    of: Annotated[int, Meta(description="How many steps the record has.")]
    steps: list[ReplayStep]
    began: Annotated[list[Sitter], Meta(description="Who sat there at first.")]
    handed_on: list[HandedOn]


class ReviewQuestions(msgspec.Struct):
    """What a device has to look into so that it comes to the review to which the house would come."""

    game: str
    seats: int
    simulations: Annotated[int, Meta(description="For each search; a question takes three.")]
    room: Annotated[int, Meta(description="Nodes of a search's tree.")]
    lore: Annotated[bool, Meta(description="Whether the game has a study: then the table's `lore` is wanted, too.")]
    net: Annotated[bool, Meta(description="It judges by the game's net.")]
    questions: list[ReviewQuestion]


class LookedInto(msgspec.Struct, forbid_unknown_fields=True):
    """What a device found, for every question."""

    found: Annotated[list[Looked], Meta(max_length=20_000)]


class Fairness(msgspec.Struct):
    """What is needed to check the dealer, as `parlour verify` does; secret and draws are there once the match is over.
    Who checks without the rules takes each draw's outcomes and weights from here."""

    commitment: str
    contributions: list[str | None]
    secret: str | None
    draws: int
    given: Annotated[int, Meta(description="So many first steps were set up, and not drawn.")]
    drawn: Annotated[list[Draw], Meta(description="Every draw, in the order in which they were made.")] = []
