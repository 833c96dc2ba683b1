"""Messages about blocking, reporting and what is done about it."""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from parlour.house.moderation.blocks_and_reports import LONGEST_WORDS
from parlour.house.moderation.measures import LONGEST_HOURS, LONGEST_WHY
from parlour.house.moderation.records import (
    AuditEntry,
    How,
    Measure,
    MeasureKind,
    Quote,
    Reason,
    Report,
    ReportKind,
    ReportOutcome,
    ReportState,
    Word,
)
from parlour.house.people.accounts import public_person
from parlour.house.people.person import Person, Role
from parlour.house.tables.events import Sitter
from parlour.house.tables.records import TablePhase
from parlour.server.http.people.messages import PersonCard, Timestamp, person_card

SubjectId = Annotated[str, Meta(max_length=64, examples=["hX2pQmZr0aBcDeFg"])]
ReasonText = Annotated[
    str,
    Meta(max_length=2 * LONGEST_WHY, description="The person reads it.", examples=["Insults at the table, twice."]),
]
Hours = Annotated[int, Meta(ge=1, le=LONGEST_HOURS, description="Left out: for good.", examples=[24])] | None

# -- in -------------------------------------------------------------------------------------------------------


class NewReport(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Something for those who look after the house. About a person; about what was said, by where it stands among the
    lines that a seat, or a spectator, was told; or about a table."""

    kind: ReportKind
    person: Annotated[SubjectId, Meta(description="Whom it is about, if it is about a person.")] = ""
    table: Annotated[SubjectId, Meta(description="Where it was, if it is about talk or a table.")] = ""
    seat: Annotated[int, Meta(ge=0, le=63, description="From which one reads; left out: as a spectator.")] | None = None
    line: Annotated[int, Meta(ge=0, le=10**9, description="Which line of those, counted from 1.")] = 0
    invite: Annotated[str, Meta(max_length=64, description="Of a private table at which one does not sit.")] = ""
    reason: Reason = "other"
    words: Annotated[str, Meta(max_length=2 * LONGEST_WORDS, description="What else there is to say.")] = ""


class Settle(msgspec.Struct, forbid_unknown_fields=True):
    """It has been dealt with."""

    outcome: Literal["acted", "dismissed"]
    note: Annotated[str, Meta(max_length=2 * LONGEST_WHY, description="For the log.")] = ""


class NewMeasure(msgspec.Struct, forbid_unknown_fields=True):
    """Mute: writes nothing that others read. Ban: does not come in."""

    kind: MeasureKind
    why: ReasonText
    hours: Hours = None


class WhyMessage(msgspec.Struct, forbid_unknown_fields=True):
    why: ReasonText


class Counts(msgspec.Struct, forbid_unknown_fields=True):
    """Whether a match counts for ratings and best scores."""

    counts: bool
    why: ReasonText


class WordLine(msgspec.Struct, forbid_unknown_fields=True):
    """Found as a whole word whatever its case, accents and simple disguises; with `*` at an end, also within others."""

    word: Annotated[str, Meta(max_length=100, examples=["nitwit", "blockhead*"])]
    how: Annotated[How, Meta(description="In talk: mask it, or refuse the message. Names and titles are refused.")]


class WordList(msgspec.Struct, forbid_unknown_fields=True):
    """The whole list."""

    words: Annotated[list[WordLine], Meta(max_length=1000)]


# -- out ------------------------------------------------------------------------------------------------------


class Blocked(msgspec.Struct):
    """Somebody whom one has blocked. They are not told."""

    person: PersonCard
    since: Timestamp


class ReportMade(msgspec.Struct):
    id: SubjectId


class ReportLine(msgspec.Struct):
    """A report in the list. What was said is shown when it is opened, and that is written down."""

    id: SubjectId
    at: Timestamp
    kind: ReportKind
    reason: Reason
    words: str
    by: Annotated[str, Meta(description="Who reports: a person's id.")]
    name: str
    person: Annotated[str, Meta(description="Whom it is about, if anybody.")]
    of: Annotated[str, Meta(description="What they were called then.")]
    table: str
    game: str
    state: ReportState
    settled: Timestamp | None
    settler: str
    outcome: ReportOutcome
    note: str


class ReportPage(msgspec.Struct):
    reports: list[ReportLine]
    next: str | None


class WholeReport(msgspec.Struct):
    """A report with its evidence, the latest first; of talk, what it is about is the first."""

    report: ReportLine
    quotes: Sequence[Quote]
    measures: Annotated[list[Measure], Meta(description="All there ever were about that person.")]


class PersonFound(msgspec.Struct):
    person: PersonCard
    role: Role | None


class PersonFile(msgspec.Struct):
    """Somebody, as those who look after the house see them."""

    person: PersonCard
    role: Role | None
    measures: list[Measure]
    reports: list[ReportLine]
    now: Annotated[Timestamp, Meta(description="By the house's clock, to tell which measures hold.")]


class MeasureLine(msgspec.Struct):
    """A measure that holds, and on whom."""

    measure: Measure
    person: PersonCard


class TableSeen(msgspec.Struct):
    """A table as those who look after the house see it: who sits there and what was said, nothing of the game."""

    table: str
    game: str
    title: str
    phase: TablePhase
    listed: bool
    rated: bool
    counts: Annotated[bool | None, Meta(description="For ratings or best scores; null: it cannot.")]
    tournament: str | None
    seats: list[Sitter]
    talk: list[Quote]


class LogPage(msgspec.Struct):
    """The log, the latest first. `next` is what to give as `before` for more."""

    entries: list[AuditEntry]
    next: int | None


class ConsoleOverview(msgspec.Struct):
    """What the console opens with."""

    role: Role
    open_reports: int


def report_line(report: Report) -> ReportLine:
    return ReportLine(
        report.id, report.at, report.kind, report.reason, report.words, report.by, report.name, report.person,
        report.of, report.table, report.game, report.state, report.settled, report.settler, report.outcome, report.note,
    )  # fmt: skip


def found(person: Person) -> PersonFound:
    return PersonFound(person_card(public_person(person)), person.role)


def word_lines(words: Sequence[Word]) -> WordList:
    return WordList([WordLine(one.word, one.how) for one in words])
