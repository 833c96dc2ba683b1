"""What the house keeps of tables beside their streams: how lists show them, who has left a trace where, and which seats
are looked at from one place."""

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

import msgspec

from parlour.house.friends.records import FOLLOWS
from parlour.house.store import MOST_CHANGES, Change, Index, Kind, Put, Remove, Scalar, Store

TablePhase = Literal["open", "playing", "over"]
Pace = Literal["none", "live", "days"]
MOST_PLANNED = 10_000  # seats for which one person has planned something
PHASES: Sequence[TablePhase] = ("open", "playing", "over")


class TableSummary(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A table as lists show it, kept in the same unit as the events that change it. What nobody searches by is
    `body`."""

    table: str
    game: str
    phase: TablePhase
    listed: bool  # in the lobby, for everybody to see
    room: bool  # somebody could still sit down
    pace: Pace
    people: Sequence[str] = ()  # ids of those who sit here
    turn: Sequence[str] = ()  # of those, whom it waits for
    asked: Sequence[str] = ()  # ids of those for whom a seat is kept
    updated: int  # when something last happened that lists show
    due: int | None = None  # when somebody's time runs out, or later: the house may have been down meanwhile
    resume: bool = False  # it waits for chance, a bot or another thing that the house does itself
    rated: bool = False  # it counts
    body: bytes = b""


class TableQuery(msgspec.Struct, frozen=True, kw_only=True):
    """Which tables; what is None does not matter."""

    game: str | None = None
    phase: TablePhase | None = None
    listed: bool | None = None
    room: bool | None = None
    pace: Pace | None = None
    rated: bool | None = None
    person: str | None = None  # who sits there
    turn: str | None = None  # whom it waits for
    asked: str | None = None  # for whom a seat is kept
    followed_by: str | None = None  # at which somebody sits whom this person follows
    after: tuple[int, str] | None = None  # (updated, table) of the last one of the page before
    most: int = 50


class Trace(msgspec.Struct, frozen=True, gc=False):
    """Somebody has left something in a stream: a seat that they had, a word that they said."""

    person: str
    stream: str


class SeatVisit(msgspec.Struct, frozen=True, gc=False):
    """A seat of a match that goes on was looked at from somewhere: see `visits.py`."""

    table: str
    seat: int
    visit: str  # the same for the same place, at this table alone
    until: int


class PlannedLines(msgspec.Struct, frozen=True, gc=False):
    """What a seat will answer to what others may play, for the house to do it: see `planned_lines.py`. Nobody but the
    person learns that there are any."""

    table: str
    seat: int
    person: str  # who has planned it; whoever has the seat later has planned nothing
    after: int  # steps that the match had then
    at: int
    body: bytes


TURNING = ("turn", "updated", "due", "resume")  # what a step changes on a summary, most of the time
LATEST = ("-updated", "table")
TABLES = Kind(
    "cards",
    TableSummary,
    ("table",),
    {
        "lobby": Index(by=("listed", "phase"), order=LATEST),
        "person": Index(each="people", order=LATEST),
        "person_phase": Index(each="people", by=("phase",), order=LATEST),
        "asked": Index(each="asked", order=LATEST),
        "due": Index(order=("due", "table"), present="due"),
        "resume": Index(by=("resume",), order=("table",)),
    },
)
SEAT_VISITS = Kind(
    "seat_visits",
    SeatVisit,
    ("table", "seat", "visit"),
    {"table": Index(by=("table",), order=("seat", "visit")), "until": Index(order=("until", "table", "seat", "visit"))},
    expires="until",
)
PLANNED_LINES = Kind(
    "planned_lines",
    PlannedLines,
    ("table", "seat"),
    {
        "table": Index(by=("table",), order=("seat",)),
        "person": Index(by=("person",), order=("table", "seat")),
        "all": Index(order=("table", "seat")),
    },
)
TRACES = Kind("traces", Trace, ("person", "stream"), {"person": Index(by=("person",), order=("stream",))})


async def table_summary(store: Store, table: str) -> TableSummary | None:
    return await store.get(TABLES, table)


async def find_tables(store: Store, query: TableQuery) -> list[TableSummary]:
    """Those for which all of it holds, the latest first, then by id."""
    follows = [] if query.followed_by is None else await store.list_by(FOLLOWS, "person", query.followed_by)
    followed = {one.other for one in follows}

    def fits(one: TableSummary) -> bool:
        return (
            (query.person is None or query.person in one.people)
            and (query.turn is None or (query.turn in one.turn and one.phase == "playing"))
            and (query.asked is None or query.asked in one.asked)
            and (query.followed_by is None or not followed.isdisjoint(one.people))
        )

    found: list[TableSummary] = []
    for index, values, among in _places_to_look(query, sorted(followed)):
        found += await _look(store, query, fits, index, values, among)
    return sorted(found, key=lambda one: (-one.updated, one.table))[: query.most]


# An index, the values asked for, and those among whom.
IndexRange = tuple[str, tuple[Scalar, ...], Sequence[str] | None]


def _places_to_look(query: TableQuery, followed: Sequence[str]) -> list[IndexRange]:
    if query.turn is not None:  # it waits for people only while it is played
        return [("person_phase", (query.turn, "playing"), None)]
    if query.asked is not None:
        return [("asked", (query.asked,), None)]
    if query.person is not None:
        if query.phase is None:
            return [("person", (query.person,), None)]
        return [("person_phase", (query.person, query.phase), None)]
    if query.followed_by is not None:
        return [("person", (), followed)]
    visible = (True, False) if query.listed is None else (query.listed,)
    phases = PHASES if query.phase is None else (query.phase,)
    return [("lobby", (each, phase), None) for each in visible for phase in phases]


async def _look(
    store: Store,
    query: TableQuery,
    fits: Callable[[TableSummary], bool],
    index: str,
    values: tuple[Scalar, ...],
    among: Sequence[str] | None,
) -> list[TableSummary]:
    asked = {name: getattr(query, name) for name in ("game", "phase", "listed", "room", "pace", "rated")}
    where: dict[str, Scalar] = {column: value for column, value in asked.items() if value is not None}
    found: list[TableSummary] = []
    after, page = query.after, query.most
    while len(found) < query.most:
        some = await store.list_by(TABLES, index, *values, among=among, after=after, where=where, most=page)
        found += [one for one in some if fits(one)]
        if len(some) < page:
            break
        after = (some[-1].updated, some[-1].table)
    return found


async def count_tables_of(store: Store, person: str, phase: TablePhase) -> int:
    return await store.count(TABLES, "person_phase", person, phase)


async def count_tables(store: Store, phase: TablePhase) -> int:
    return sum([await store.count(TABLES, "lobby", visible, phase) for visible in (True, False)])


async def due_tables(store: Store, time: int, most: int = 1000) -> list[str]:
    """Tables that are not over and whose time has come, the longest due first."""
    return [one.table for one in await store.list_by(TABLES, "due", upto=(time,), most=most)]


async def due_until(store: Store, time: int, most: int = 1000) -> list[tuple[str, int]]:
    """The same with the time of each."""
    found = await store.list_by(TABLES, "due", upto=(time,), most=most)
    return [(one.table, one.due) for one in found if one.due is not None]


async def next_due(store: Store) -> int | None:
    """When the first of all is due."""
    return next((one.due for one in await store.list_by(TABLES, "due", most=1)), None)


async def tables_to_resume(store: Store) -> list[TableSummary]:
    """Tables that wait for the house itself."""
    return await store.list_by(TABLES, "resume", True, most=1_000_000)


async def traces(store: Store, person: str, after: str = "", most: int = 1000) -> list[str]:
    """Streams in which somebody has left something, by id, those after that one; forgotten with the person."""
    return [one.stream for one in await store.list_by(TRACES, "person", person, after=(after,), most=most)]


def trace_changes(stream: str, people: Iterable[str]) -> list[Change]:
    return [Put(TRACES, Trace(person, stream)) for person in people]


async def seat_visits(store: Store, table: str) -> list[SeatVisit]:
    """By seat."""
    return await store.list_by(SEAT_VISITS, "table", table)


def forgotten_visits(visits: Sequence[SeatVisit]) -> list[Change]:
    """With the end of the match; of very many the rest is forgotten when its time is up."""
    return [Remove(SEAT_VISITS, SEAT_VISITS.key_of(one)) for one in visits[: MOST_CHANGES // 2]]


async def planned_lines(store: Store, table: str, seat: int) -> PlannedLines | None:
    return await store.get(PLANNED_LINES, table, seat)


async def planned_lines_at(store: Store, table: str) -> list[PlannedLines]:
    """By seat."""
    return await store.list_by(PLANNED_LINES, "table", table)


async def planned_lines_of(store: Store, person: str) -> list[PlannedLines]:
    """By table and seat."""
    return await store.list_by(PLANNED_LINES, "person", person, most=MOST_PLANNED)


async def all_planned_lines(store: Store) -> list[PlannedLines]:
    return await store.list_by(PLANNED_LINES, "all", most=1_000_000)


def households(visits: Sequence[SeatVisit], seats: Sequence[int]) -> tuple[int, ...]:
    """For each of these seats the first of them that was looked at from some place from which this one was, too."""
    seen = {seat: {one.visit for one in visits if one.seat == seat} for seat in seats}
    return tuple(next(each for each in seats if each == seat or seen[each] & seen[seat]) for seat in seats)
