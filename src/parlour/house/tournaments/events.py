"""Everything that happens in a tournament, as it is kept: a stream of these is the tournament.

Written once and read for ever, as `house/tables/events.py` says of tables.
"""

from typing import Literal

import msgspec

from parlour.core.game import Value
from parlour.house.event_decoder import EventDecoder
from parlour.house.tables.clocks import Clock

TournamentKind = Literal["robin", "swiss", "knockout", "arena"]
WithdrawalReason = Literal["asked", "removed", "no-show"]
Seeding = Literal["lot", "rating", "hand"]
By = Literal["played", "void"]


class Entrant(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Who takes part: a person, or a bot of some level."""

    id: str  # a person's, or a bot's own here
    name: str = ""  # a person's; what a bot is called is a matter of language
    level: int | None = None

    @property
    def is_bot(self) -> bool:
        return self.level is not None


class TournamentRules(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What is agreed on before anybody enters. Of `rounds`, `cycles` and `minutes` each kind uses its own."""

    kind: TournamentKind
    game: str
    rules_version: int
    options: dict[str, Value]
    seats: int
    clock: Clock
    starts: int | None = None  # when it begins by itself; else when the organiser says so
    check_in: int = 0  # minutes before the beginning in which everybody says “I am here”; 0: nobody is asked
    rounds: int = 0  # Swiss, and round robin of more than two seats; 0: as many as its entrants need
    cycles: int = 1  # round robin of two seats: how often everybody meets everybody
    minutes: int = 60  # arena: how long
    every: int = 0  # minutes from the beginning of a round to that of the next, at least
    patience: int = 0  # minutes until somebody who has not made a move is not there; 0: the clock alone says so
    bots: bool = False
    most: int = 64  # entrants
    rated: bool = False  # its matches count: accounts and bots alone
    seeding: Seeding = "lot"


class Pairing(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One match: who sits where. `again`: it replaces that match, which nobody won."""

    id: str
    seats: tuple[str, ...]
    again: str = ""


class TournamentEvent(
    msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True, tag_field="is", forbid_unknown_fields=True
):
    at: int  # by the house's clock


class Announced(TournamentEvent, frozen=True, tag="announced"):
    tournament: str
    title: str
    organiser: str  # none: the house itself
    name: str  # the organiser's
    rules: TournamentRules
    about: str = ""  # what else there is to say


class Described(TournamentEvent, frozen=True, tag="described"):
    """The organiser says something else about it."""

    about: str


class Entered(TournamentEvent, frozen=True, tag="entered"):
    """Also of somebody who comes back."""

    entrant: Entrant


class CheckedIn(TournamentEvent, frozen=True, tag="checked-in"):
    entrant: str


class CheckInOpened(TournamentEvent, frozen=True, tag="check-in-opened"):
    """From now on everybody can say “I am here”: those who have entered are told of it."""


class Seeded(TournamentEvent, frozen=True, tag="seeded"):
    """The organiser says who is seeded first, the strongest first."""

    order: tuple[str, ...]


class Withdrew(TournamentEvent, frozen=True, tag="withdrew"):
    entrant: str
    why: WithdrawalReason = "asked"


class Begun(TournamentEvent, frozen=True, tag="begun"):
    """Sign-up is closed, and only now is there a seed: nobody could have entered with it in mind."""

    seed: str
    order: tuple[str, ...]  # who was seeded by the organiser or by rating, then all others by lot
    rounds: int  # planned; an arena has none


class Drawn(TournamentEvent, frozen=True, tag="drawn"):
    """A round, a replay within one, or in an arena whoever could be paired."""

    round: int
    pairings: tuple[Pairing, ...] = ()
    byes: tuple[str, ...] = ()
    field: tuple[str, ...] = ()  # knock-out: who is still in, in the order of the bracket; "" is nobody


class Scored(TournamentEvent, frozen=True, tag="scored"):
    """How a match came out: by seat, two points for everybody whom one finished ahead of, one for every tie."""

    match: str
    points: tuple[int, ...]
    by: By = "played"
    absent: tuple[int, ...] = ()  # seats of those who never came


class TournamentEnded(TournamentEvent, frozen=True, tag="ended"):
    champion: str = ""  # of a knock-out


class Cancelled(TournamentEvent, frozen=True, tag="cancelled"):
    few: bool = False  # not by the organiser: when it was to begin, too few were there
    tables: bool = False  # nor: by those who look after the house
    deserted: bool = False  # nor: in the middle of it no people were left


class Retitled(TournamentEvent, frozen=True, tag="retitled"):
    """By those who look after the house: nobody should have to read what it was called."""

    title: str


AnyTournamentEvent = (
    Announced | Entered | CheckInOpened | CheckedIn | Seeded | Withdrew | Begun | Drawn | Scored
    | TournamentEnded | Cancelled | Retitled | Described
)  # fmt: skip

encode = msgspec.json.Encoder().encode
_decoder: EventDecoder[AnyTournamentEvent] = EventDecoder(AnyTournamentEvent)
decode = _decoder.decode
