"""What moderation needs of the store: who looks after the house, what people want nothing more to do with or complain
of, what was done about it, and the log of all that."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Protocol

import msgspec

if TYPE_CHECKING:
    from parlour.house.ports import Person

Role = Literal["moderator", "host"]
ROLES: Sequence[Role] = ("moderator", "host")  # each may do what those before it may

What = Literal[
    "role", "mute", "ban", "lift", "close", "close-cup", "annul", "reinstate", "rename", "settle", "words", "look"
]


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the log, which is only ever added to: who did what, when, to whom and why. Names are as they were
    then: whoever reads it later may find nobody by that id."""

    id: str  # by which it is added once
    at: int
    by: str  # a person's id, or none: on the command line
    name: str = ""
    what: What
    about: str  # the id of a person, a table or a report
    of: str = ""  # what that was called
    detail: str = ""  # such as which role, until when
    why: str = ""
    number: int = 0  # by the store: counted from 1


class Officers(Protocol):
    """Those who look after the house. Only accounts do."""

    async def set_role(self, person: str, role: Role | None, entry: Entry) -> bool:
        """With the log's line about it. False, and nothing is written: there is no such account."""

    async def officers(self) -> "list[Person]":
        """Hosts first, then moderators, by name."""

    async def find_people(self, text: str, most: int = 20) -> "list[Person]":
        """Those whose name has this text in it, whatever its case, or whose id it is: accounts first, then by name."""


class Log(Protocol):
    async def add_entry(self, entry: Entry) -> None: ...

    async def entries(self, before: int | None = None, about: str | None = None, most: int = 50) -> list[Entry]:
        """The latest first, those before that number; with `about`, of that one alone."""


# -- between people -------------------------------------------------------------------------------------------


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody wants nothing more to do with somebody else."""

    person: str
    other: str
    since: int


class Blocks(Protocol):
    async def add_block(self, block: Block) -> None:
        """Once more changes nothing."""

    async def remove_block(self, person: str, other: str) -> None: ...

    async def blocks_of(self, person: str) -> list[Block]:
        """The latest first."""

    async def is_blocked(self, person: str, by: Sequence[str]) -> bool:
        """Whether one of these has blocked that person."""


Kind = Literal["person", "talk", "table"]
Reason = Literal["insult", "spam", "cheating", "name", "other"]
State = Literal["open", "settled"]
Outcome = Literal["", "acted", "dismissed"]


class Quote(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What was said, as it was kept when somebody complained of it."""

    at: int
    person: str
    name: str
    text: str
    channel: str = "table"


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A complaint, with what it is about as it was then."""

    id: str
    at: int
    by: str
    name: str  # of who complains
    kind: Kind
    person: str = ""  # whom it is about
    of: str = ""  # what they were called
    table: str = ""  # where it was
    game: str = ""
    reason: Reason
    words: str = ""
    quotes: tuple[Quote, ...] = ()
    state: State = "open"
    settled: int | None = None
    settler: str = ""  # the name of who has settled it
    outcome: Outcome = ""
    note: str = ""


class Reports(Protocol):
    async def add_report(self, report: Report) -> str:
        """The id of it; or of the one that is open already by the same person about the same thing."""

    async def report(self, id: str) -> Report | None: ...

    async def reports(
        self,
        state: State | None = None,
        about: str | None = None,
        after: tuple[int, str] | None = None,
        most: int = 50,
        by: str | None = None,
    ) -> list[Report]:
        """The latest first; those after (at, id) of the last one of the page before."""

    async def count_reports(self, state: State, by: str | None = None) -> int: ...

    async def settle_report(self, report: Report, entry: Entry) -> bool:
        """Keep it as it has been settled. False, and nothing is written: it is not open."""

    async def forget_reports(self, before: int) -> int:
        """Those that were settled before that moment; how many they were. What is open stays."""


# -- what is done about it ------------------------------------------------------------------------------------

MeasureKind = Literal["mute", "ban"]


class Measure(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody may not do for a while, or for good."""

    id: str
    person: str
    kind: MeasureKind
    since: int
    until: int | None  # None: for good
    why: str  # shown to the person
    by: str
    name: str  # of who decided it
    lifted: int | None = None

    def holds(self, now: int) -> bool:
        return self.lifted is None and (self.until is None or now < self.until)


class Measures(Protocol):
    async def add_measure(self, measure: Measure, entry: Entry) -> bool:
        """With the log's line about it. False, and nothing is written: there is nobody by that id."""

    async def measure(self, id: str) -> Measure | None: ...

    async def measures_of(self, person: str) -> list[Measure]:
        """All there ever were, the latest first."""

    async def measures_now(self, now: int, most: int = 100) -> list[Measure]:
        """Everybody's that hold, the latest first."""

    async def lift_measure(self, id: str, at: int, entry: Entry) -> bool:
        """False, and nothing is written: there is none, or it was lifted before."""


How = Literal["mask", "refuse"]


class Word(msgspec.Struct, frozen=True):
    """What the host does not want to read here: see words.py. Names and titles with it are refused either way."""

    word: str
    how: How = "mask"


class Words(Protocol):
    async def words(self) -> list[Word]:
        """In the order of the alphabet."""

    async def put_words(self, words: Sequence[Word], entry: Entry) -> None:
        """In place of those that were there."""


class Moderation(Officers, Log, Blocks, Reports, Measures, Words, Protocol):
    """All of it."""
