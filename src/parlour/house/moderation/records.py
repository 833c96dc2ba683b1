"""What the house keeps of moderation: blocks, reports, measures, filtered words, and the log of what hosts and
moderators did."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from parlour.house.people.person import Person, Role
from parlour.house.people.records import PEOPLE
from parlour.house.store import (
    ABSENT,
    MOST_TRIES,
    Change,
    Index,
    Kind,
    Need,
    Put,
    Remove,
    Store,
    Unavailable,
    keep,
    keep_in_parts,
    listed,
    pages,
    persist,
)

AT_ONCE = 90
FOR_EVER = 2**53

What = Literal[
    "role",
    "mute",
    "ban",
    "lift",
    "close",
    "close-cup",
    "annul",
    "reinstate",
    "rename",
    "settle",
    "words",
    "look",
    "let-in",
    "club",
    "weekly",
    "hush",
]


class AuditEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the log, which is only ever added to: who did what, when, to whom and why. Names are as they were
    then: later there may be nobody by that id."""

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


class Block(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody wants nothing more to do with somebody else."""

    person: str
    other: str
    since: int


ReportKind = Literal["person", "talk", "table"]
Reason = Literal["insult", "spam", "cheating", "name", "other"]
ReportState = Literal["open", "settled"]
ReportOutcome = Literal["", "acted", "dismissed"]


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
    kind: ReportKind
    person: str = ""  # whom it is about
    of: str = ""  # what they were called
    table: str = ""  # where it was
    game: str = ""
    reason: Reason
    words: str = ""
    quotes: tuple[Quote, ...] = ()
    state: ReportState = "open"
    settled: int | None = None
    settler: str = ""  # the name of who has settled it
    outcome: ReportOutcome = ""
    note: str = ""


class OpenReport(msgspec.Struct, frozen=True, gc=False):
    """There is a report about this that nobody has dealt with yet."""

    topic: str
    id: str


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


How = Literal["mask", "refuse"]


class Word(msgspec.Struct, frozen=True):
    """What the host does not want to read here: see word_filter.py. Names and titles with it are refused either way."""

    word: str
    how: How = "mask"


def topic_of(report: Report) -> str:
    """The same for two reports by one person about one thing."""
    return "\x1f".join((report.by, report.kind, report.person, report.table, *(str(q.at) for q in report.quotes[:1])))


AUDIT = Kind(
    "audit",
    AuditEntry,
    ("number",),
    {
        "latest": Index(order=("-number",)),
        "about": Index(by=("about",), order=("-number",)),
        "id": Index(by=("id",), order=("number",)),
    },
)
BLOCKS = Kind(
    "blocks",
    Block,
    ("person", "other"),
    {"person": Index(by=("person",), order=("-since", "other")), "other": Index(by=("other",), order=("person",))},
)
REPORTS = Kind(
    "reports",
    Report,
    ("id",),
    {
        "state": Index(by=("state",), order=("-at", "id")),
        "about": Index(by=("person",), order=("-at", "id")),
        "by": Index(by=("by",), order=("state", "-at", "id")),
    },
    computed={"topic": topic_of},  # by which the versions before this one found an open report
)
OPEN_REPORTS = Kind("open_reports", OpenReport, ("topic",))
MEASURES = Kind(
    "measures",
    Measure,
    ("id",),
    {
        "person": Index(by=("person",), order=("-since", "id")),
        "active": Index(by=("active",), order=("-since", "id")),
    },
    computed={"active": lambda one: one.lifted is None},
)
WORDS = Kind("words", Word, ("word",), {"word": Index(order=("word",))})


# -- the log --------------------------------------------------------------------------------------------------


async def audit_change(store: Store, entry: AuditEntry) -> Change:
    """The entry with the next number: the log has no gaps. Of two who write at once one asks again."""
    last = await store.list_by(AUDIT, "latest", most=1)
    number = last[0].number + 1 if last else 1
    return Put(AUDIT, msgspec.structs.replace(entry, number=number), ABSENT)


async def add_entry(store: Store, entry: AuditEntry) -> None:
    """Once more changes nothing."""

    async def changes() -> list[Change]:
        if await store.list_by(AUDIT, "id", entry.id, most=1):
            return []
        return [await audit_change(store, entry)]

    await persist(store, changes)


async def entries(
    store: Store, before: int | None = None, about: str | None = None, most: int = 50
) -> list[AuditEntry]:
    """The latest first, those before that number; with `about`, of that one alone."""
    after = None if before is None else (before,)
    if about is None:
        return await store.list_by(AUDIT, "latest", after=after, most=most)
    return await store.list_by(AUDIT, "about", about, after=after, most=most)


# -- roles ----------------------------------------------------------------------------------------------------


async def set_role(store: Store, person: str, role: Role | None, entry: AuditEntry) -> bool:
    """With the log's line about it. False, and nothing is written: there is no such account."""

    async def changes() -> list[Change] | None:
        before = await store.get(PEOPLE, person)
        if before is None or before.password is None:
            return None
        return [Put(PEOPLE, msgspec.structs.replace(before, role=role), before), await audit_change(store, entry)]

    return await persist(store, changes)


async def people_with_roles(store: Store) -> list[Person]:
    """Hosts first, then moderators, by name."""
    return await store.list_by(PEOPLE, "role")  # “host” is before “moderator”


# -- blocks ---------------------------------------------------------------------------------------------------


async def add_block(store: Store, block: Block) -> None:
    """Once more changes nothing."""
    await keep(store, Put(BLOCKS, block, ABSENT))


async def remove_block(store: Store, person: str, other: str) -> None:
    await keep(store, Remove(BLOCKS, (person, other)))


async def blocks_of(store: Store, person: str) -> list[Block]:
    """The latest first."""
    return await store.list_by(BLOCKS, "person", person)


async def is_blocked(store: Store, person: str, by: Sequence[str]) -> bool:
    """Whether one of these has blocked that person."""
    return bool(await store.get_many(BLOCKS, [(one, person) for one in by]))


# -- reports --------------------------------------------------------------------------------------------------


async def add_report(store: Store, report: Report) -> str:
    """The id of it; or of the one that is open already by the same person about the same thing."""
    topic = topic_of(report)
    for _ in range(MOST_TRIES):
        same = await store.get(OPEN_REPORTS, topic)
        if same is not None:
            return same.id
        if await keep(store, Put(OPEN_REPORTS, OpenReport(topic, report.id), ABSENT), Put(REPORTS, report)):
            return report.id
    raise Unavailable("refuse.busy")


async def get_report(store: Store, id: str) -> Report | None:
    return await store.get(REPORTS, id)


async def reports(
    store: Store,
    state: ReportState | None = None,
    about: str | None = None,
    after: tuple[int, str] | None = None,
    most: int = 50,
    by: str | None = None,
) -> list[Report]:
    """The latest first; those after (at, id) of the last one of the page before. One of `about`, `by` and `state` says
    where they are looked for."""
    if about is not None:
        return await store.list_by(REPORTS, "about", about, after=after, most=most)
    states: Sequence[ReportState] = ("open", "settled") if state is None else (state,)
    found: list[Report] = []
    for each in states:
        if by is None:
            found += await store.list_by(REPORTS, "state", each, after=after, most=most)
        else:
            last = (each, *(after or (FOR_EVER,)))
            found += await store.list_by(REPORTS, "by", by, after=last, upto=(each,), most=most)
    return sorted(found, key=lambda one: (-one.at, one.id))[:most]


async def count_reports(store: Store, state: ReportState, by: str | None = None) -> int:
    if by is None:
        return await store.count(REPORTS, "state", state)
    still_open = await store.count(REPORTS, "by", by, upto=("open",))  # which comes before “settled”
    return still_open if state == "open" else await store.count(REPORTS, "by", by) - still_open


async def settle_report(store: Store, report: Report, entry: AuditEntry) -> bool:
    """Keep it as it has been settled. False, and nothing is written: it is not open."""

    async def changes() -> list[Change] | None:
        before = await store.get(REPORTS, report.id)
        if before is None or before.state != "open":
            return None
        closed = Remove(OPEN_REPORTS, (topic_of(before),))
        return [Put(REPORTS, report, before), closed, await audit_change(store, entry)]

    return await persist(store, changes)


async def forget_reports(store: Store, before: int) -> int:
    """Those that were settled before that moment; how many they were. What is open stays."""
    # The index knows when a report was made, which was before it was settled.
    old = [
        Remove(REPORTS, (one.id,))
        async for some in pages(store, REPORTS, "state", "settled", after=(before,))
        for one in some
        if one.settled is None or one.settled < before
    ]
    await keep_in_parts(store, old)
    return len(old)


# -- measures -------------------------------------------------------------------------------------------------


async def add_measure(store: Store, measure: Measure, entry: AuditEntry) -> bool:
    """With the log's line about it. False, and nothing is written: there is nobody by that id."""

    async def changes() -> list[Change] | None:
        if await store.get(PEOPLE, measure.person) is None:
            return None
        return [Need(PEOPLE, (measure.person,)), Put(MEASURES, measure), await audit_change(store, entry)]

    return await persist(store, changes)


async def get_measure(store: Store, id: str) -> Measure | None:
    return await store.get(MEASURES, id)


async def measures_of(store: Store, person: str) -> list[Measure]:
    """All there ever were, the latest first."""
    return await store.list_by(MEASURES, "person", person)


async def measures_now(store: Store, now: int, most: int = 100) -> list[Measure]:
    """Everybody's that hold, the latest first."""
    return await listed(store, MEASURES, "active", True, where=lambda one: one.holds(now), most=most)


async def lift_measure(store: Store, id: str, at: int, entry: AuditEntry) -> bool:
    """False, and nothing is written: there is none, or it was lifted before."""

    async def changes() -> list[Change] | None:
        before = await store.get(MEASURES, id)
        if before is None or before.lifted is not None:
            return None
        return [Put(MEASURES, msgspec.structs.replace(before, lifted=at), before), await audit_change(store, entry)]

    return await persist(store, changes)


# -- words ----------------------------------------------------------------------------------------------------


async def words(store: Store) -> list[Word]:
    """In the order of the alphabet."""
    return await store.list_by(WORDS, "word", most=10_000)


async def put_words(store: Store, wanted: Sequence[Word], entry: AuditEntry) -> None:
    """In place of those that were there. Of very many that are new, the last part comes with the log's line."""

    async def changes() -> list[Change]:
        before = set(await words(store))
        gone = {one.word for one in before} - {one.word for one in wanted}
        new: list[Change] = [Remove(WORDS, (word,)) for word in sorted(gone)]
        new += [Put(WORDS, one) for one in wanted if one not in before]
        await keep_in_parts(store, new[:-AT_ONCE])
        return [await audit_change(store, entry), *new[-AT_ONCE:]]

    await persist(store, changes)
