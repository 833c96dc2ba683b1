"""Everything that happens at a table, as it is kept: a stream of these is the table, from its opening to its end.

Written once and read for ever: a field may be added with a default, never taken away or given another meaning.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

from parlour.core.game import Value
from parlour.core.record import Actor
from parlour.core.texts import Text
from parlour.house.event_decoder import EventDecoder
from parlour.house.tables.clocks import Clock

Channel = Literal["table", "gallery"]  # players talk at the table, spectators in the gallery


class Sitter(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Who sits in a seat: nobody yet, a person, or a bot of some level."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""  # a person's; what a bot is called is a matter of language, and decided where it is shown
    person: str | None = None  # an id; one person can have several seats, to play with others on one device
    level: int | None = None

    @property
    def called(self) -> str | Text:
        """What to put into a sentence."""
        return self.name if self.level is None else Text(f"level.{self.level}")


class GivenStep(msgspec.Struct, frozen=True, gc=False):
    """A step that was set up before the match: a seat's, or chance's (`*`)."""

    actor: Actor
    text: str


class TableRules(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What is agreed on before anybody sits down."""

    game: str
    rules_version: int
    options: dict[str, Value]
    seats: int
    clock: Clock = Clock()
    listed: bool = True  # in the lobby, for everybody; else only for those who were given its link
    start: Literal["full", "host"] = "full"  # as soon as all seats are taken, or when the host says so
    delay: int = 0  # steps that spectators are behind
    rated: bool = False  # it counts: see house/ratings/eligibility.py
    guided: bool = False  # one person among bots has a coach
    tournament: str | None = None  # whose match it is
    substitutes: bool = False  # somebody may take over from a bot that sits in for whoever left
    ready: bool = False  # all people say that they are ready, soon after the last has sat down, before it begins
    on_device: bool = False  # bots think in the browser of the one person who plays them, where that can be
    begins: tuple[GivenStep, ...] = ()  # it begins from the position after these steps

    @property
    def matters(self) -> bool:
        """Whether others go by how it comes out: then nothing is taken back, which bots would always allow."""
        return self.rated or self.tournament is not None


class Invitee(msgspec.Struct, frozen=True, gc=False):
    """For whom a seat is kept."""

    person: str
    name: str


class TableEvent(
    msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True, tag_field="is", forbid_unknown_fields=True
):
    at: int  # by the house's clock


class Opened(TableEvent, frozen=True, tag="opened"):
    table: str
    host: str
    rules: TableRules
    invite: str  # the secret of its link
    secret: str  # the dealer's, in hexadecimal
    rematch_of: str | None = None
    until: int | None = None  # if it has not begun by then, it never will


class Sat(TableEvent, frozen=True, tag="sat"):
    """Somebody sits down, or with an open sitter gets up."""

    seat: int
    sitter: Sitter
    by: str  # the person who did it
    contributes: bool = False  # the match does not begin by itself before this seat has given its share of the chance
    late: bool = False  # the house has it get up, for it did not say in time that it was ready


class SeatKept(TableEvent, frozen=True, tag="seat-kept"):
    """A seat that is open is for this person alone, or with nobody for everybody again."""

    seat: int
    whose: Invitee | None


class Declined(TableEvent, frozen=True, tag="declined"):
    """The person for whom a seat was kept will not come."""

    seat: int
    person: str


class HostChanged(TableEvent, frozen=True, tag="host"):
    host: str


class Contributed(TableEvent, frozen=True, tag="contributed"):
    """A seat's own share of the chance."""

    seat: int
    text: str


class Ready(TableEvent, frozen=True, tag="ready"):
    """A person is at the table, for all seats that they have: the clock may run. Or with `off`, is not any more."""

    seat: int
    off: bool = False


class Started(TableEvent, frozen=True, tag="started"):
    deals: tuple[str, ...] = ()  # what chance brought before the first seat was to act


class Stepped(TableEvent, frozen=True, tag="stepped"):
    """A seat's steps, taken whole, and what chance brought then."""

    seat: int
    steps: tuple[str, ...]
    deals: tuple[str, ...] = ()
    spent: dict[int, int] = {}  # milliseconds that each running clock has been running for


class TakebackAsked(TableEvent, frozen=True, tag="takeback-asked"):
    seat: int


class TakebackAnswered(TableEvent, frozen=True, tag="takeback-answered"):
    """When everybody agrees, the takeback itself is a step."""

    seat: int
    yes: bool


class Replaced(TableEvent, frozen=True, tag="replaced"):
    """Somebody left a match that goes on: another sits there now."""

    seat: int
    sitter: Sitter
    why: Literal["left", "time"]
    spent: dict[int, int] = {}


class SteppedIn(TableEvent, frozen=True, tag="stepped-in"):
    """A person takes over from the bot that sat in for somebody who left."""

    seat: int
    sitter: Sitter


class MatchEnded(TableEvent, frozen=True, tag="ended"):
    """By the house: time ran out, somebody left, or it was broken off."""

    by: Literal["time", "abandoned", "void"]
    seat: int | None = None
    spent: dict[int, int] = {}


class BotsMoved(TableEvent, frozen=True, tag="bots-moved"):
    """From now on bots think on the device of the person who plays them, or in the house."""

    on_device: bool


class Closed(TableEvent, frozen=True, tag="closed"):
    """It never began: all have left, or those who look after the house have closed it."""

    late: bool = False  # it has waited long enough
    by: Literal["left", "house"] = "left"


class Annulled(TableEvent, frozen=True, tag="annulled"):
    """What it came to no longer counts; or with `off`, does again."""

    off: bool = False


class Said(TableEvent, frozen=True, tag="said"):
    person: str
    name: str
    channel: Channel
    text: str
    seat: int | None = None


class RematchWanted(TableEvent, frozen=True, tag="rematch-wanted"):
    seat: int
    contributes: bool = False  # as in `Sat`, at the new table


class RematchOpened(TableEvent, frozen=True, tag="rematch-opened"):
    table: str


AnyTableEvent = (
    Opened
    | Sat
    | SeatKept
    | Declined
    | HostChanged
    | Contributed
    | Ready
    | Started
    | Stepped
    | TakebackAsked
    | TakebackAnswered
    | Replaced
    | SteppedIn
    | MatchEnded
    | BotsMoved
    | Closed
    | Annulled
    | Said
    | RematchWanted
    | RematchOpened
)


def traces(happened: Sequence[AnyTableEvent]) -> list[str]:
    """Who leaves something here that they may ask for later: a seat that they had, a word that they said. Whatever
    event there is: who does it is its `person`, who sits down its `sitter`."""
    sitters: list[Sitter | None] = [getattr(event, "sitter", None) for event in happened]
    people: list[str | None] = [getattr(event, "person", None) for event in happened]
    people += [sitter.person for sitter in sitters if sitter is not None]
    return list(dict.fromkeys(person for person in people if person is not None))


encode = encode_rules = msgspec.json.Encoder().encode
_decoder: EventDecoder[AnyTableEvent] = EventDecoder(AnyTableEvent)
decode = _decoder.decode
