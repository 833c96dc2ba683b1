"""All that the house knows about a person, put together for that person alone.

It is told piece by piece, so that a long life need not fit into memory: whole files, and entries of lists. For the same
state it is the same, but for the date in README.txt. Of others it has what everybody at a table sees, their names; of a
match that goes on what the own seat may know, from the same lines that the seat was told.

Each chapter below is one kind of data. What is new in the house and about people needs one: a test asks for it.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec

from parlour.core import record as records
from parlour.core.languages import FALLBACK
from parlour.core.texts import Refused, Text
from parlour.house.club import records as club_records
from parlour.house.friends import records as friend_records
from parlour.house.mail import records as mail_records
from parlour.house.mail.notice import UNASKED
from parlour.house.mail.records import PUSHES
from parlour.house.mail.service import MailService
from parlour.house.moderation import records as moderation_records
from parlour.house.people import records as people_records
from parlour.house.people.accounts import Accounts, public_person
from parlour.house.people.person import Person
from parlour.house.people.preferences import wished_language
from parlour.house.push import records as push_records
from parlour.house.push.service import silenced_kind
from parlour.house.puzzles import records as puzzle_records
from parlour.house.puzzles.collection import date_text
from parlour.house.ratings import model
from parlour.house.ratings import records as rating_records
from parlour.house.store import Unavailable
from parlour.house.tables import events as ev
from parlour.house.tables import records as table_records
from parlour.house.tables.planned_lines import planned_steps
from parlour.house.tables.repository import TableRepository
from parlour.house.tables.state import Table
from parlour.house.texts import say, sentences
from parlour.house.tournaments import records as tournament_records
from parlour.house.tournaments.records import TournamentQuery, TournamentSummary
from parlour.house.tournaments.repository import TournamentRepository
from parlour.house.tournaments.standings import standings
from parlour.house.tournaments.summary import TournamentDetails

AT_ONCE = 100
# There even if they are empty.
LISTS = (
    "letters", "pushes", "rating-history", "puzzle-tries", "tournaments", "reports", "remarks", "tables", "chat",
)  # fmt: skip
WAITS = 120  # seconds at most for a game that is being made ready

Json = dict[str, Any]


class DataFile(NamedTuple):
    """A whole one."""

    name: str
    data: bytes


class DataItem(NamedTuple):
    """One more in a list."""

    list: str
    about: Json


DataPiece = DataFile | DataItem
Progress = Callable[[int, int], None]  # so many tables, of so many


class DataSources(NamedTuple):
    """Where it is all known."""

    tables: TableRepository
    tournaments: TournamentRepository
    accounts: Accounts
    post: MailService
    in_words: Callable[[Refused, str], str]


async def own_data(sources: DataSources, person: Person, progress: Progress) -> AsyncIterator[DataPiece]:
    made, language = sources.tables.time.now(), wished_language(person) or FALLBACK
    readme = say("own-data.readme", language=language, name=person.name, made=when(made) or "")
    yield DataFile("README.txt", readme.lstrip().encode())
    for chapter in (
        _account, _mail, _push, _sessions, _passkeys, _follows, _blocks, _measures, _ratings, _planned, _searches,
        _puzzles, _membership,
    ):  # fmt: skip
        yield await chapter(sources, person)
    for run in (_letters, _pushes, _rating_history, _puzzle_tries, _tournaments, _reports, _remarks):
        async for entry in run(sources, person):
            yield entry
    async for piece in _tables(sources, person, progress):
        yield piece


# -- what fits on a page --------------------------------------------------------------------------------------


async def _account(sources: DataSources, person: Person) -> DataFile:
    about = public_person(person)
    settings = msgspec.json.decode(person.body) if person.body else {}
    return page("account.json", {
        "id": about.id, "name": about.name, "kind": about.kind, "since": when(about.since), "settings": settings,
        "role": person.role, "asks for password and passkey": person.second_factor,
    })  # fmt: skip


async def _mail(sources: DataSources, person: Person) -> DataFile:
    kept = await sources.post.address(person.id)
    wants = await sources.post.wants(person.id)
    came_back = await sources.post.returned(kept)
    return page("mail.json", {
        "address": kept.address, "to be confirmed": kept.wanted, "wants": wants, "letters came back": came_back,
    })  # fmt: skip


async def _push(sources: DataSources, person: Person) -> DataFile:
    """Where a device is told is a secret between it and the house, as a session's is."""
    store = sources.tables.store
    silenced = await mail_records.silenced(store, person.id)
    devices = [
        {"browser": one.agent, "since": when(one.since), "told": when(one.told), "by": urlsplit(one.endpoint).hostname}
        for one in await push_records.devices_of(store, person.id)
    ]
    return page("push.json", {
        "devices": devices, "wants": {kind: silenced_kind(kind) not in silenced for kind in UNASKED},
    })  # fmt: skip


async def _sessions(sources: DataSources, person: Person) -> DataFile:
    accounts = sources.accounts
    browsers = [
        {"since": when(one.since), "seen": when(one.seen), "until": when(one.until), "browser": one.agent}
        for one in await accounts.sessions(person.id)
    ]
    tokens = [
        {"label": one.label, "for": list(one.scopes), "since": when(one.since), "seen": when(one.seen),
         "until": when(one.until)}
        for one in await accounts.tokens(person.id)
    ]  # fmt: skip
    return page("sessions.json", {"browsers": browsers, "tokens": tokens})


async def _passkeys(sources: DataSources, person: Person) -> DataFile:
    """And the browsers that are known again, of which nothing is kept but since when."""
    store = sources.accounts.store
    passkeys = [
        {"label": one.label, "for": one.place, "since": when(one.since), "used": when(one.used)}
        for one in await people_records.passkeys_of(store, person.id)
    ]
    devices = [
        {"since": when(one.since), "until": when(one.until)}
        for one in await people_records.devices_of(store, person.id)
    ]
    return page("passkeys.json", {"passkeys": passkeys, "known browsers": devices})


async def _follows(sources: DataSources, person: Person) -> DataFile:
    """Whom one follows; who follows one is their business."""
    found = await friend_records.followed_by(sources.tables.store, person.id)
    return page("follows.json", [{"name": one.name, "since": when(one.since)} for one in found])


async def _blocks(sources: DataSources, person: Person) -> DataFile:
    """Whom one has blocked; who has blocked one is their business."""
    store = sources.tables.store
    found = await moderation_records.blocks_of(store, person.id)
    names = await people_records.names_of(store, [one.other for one in found])
    return page("blocks.json", [{"name": names.get(one.other), "since": when(one.since)} for one in found])


async def _measures(sources: DataSources, person: Person) -> DataFile:
    """What one may not do, or might not, as one was told: not by whom."""
    found = await moderation_records.measures_of(sources.tables.store, person.id)
    return page("measures.json", [
        {"kind": one.kind, "since": when(one.since), "until": when(one.until), "why": one.why,
         "lifted": when(one.lifted)}
        for one in found
    ])  # fmt: skip


async def _ratings(sources: DataSources, person: Person) -> DataFile:
    found = await rating_records.standings(sources.tables.store, [person.id])
    return page("ratings.json", [
        {"game": one.game, "rating": model.shown(one.mu), "provisional": model.provisional(one.sigma),
         "matches": one.games, "mu": one.mu, "sigma": one.sigma}
        for one in found
    ])  # fmt: skip


async def _planned(sources: DataSources, person: Person) -> DataFile:
    """What the house is to answer for one, and to what: as it was planned."""
    found = await table_records.planned_lines_of(sources.tables.store, person.id)
    return page("planned-lines.json", [
        {"table": one.table, "seat": one.seat, "at": when(one.at),
         "lines": [[{"seat": seat, "step": text} for seat, text in line] for line in planned_steps(one)]}
        for one in found
    ])  # fmt: skip


async def _searches(sources: DataSources, person: Person) -> DataFile:
    """The live matches that one looks for now."""
    found = await friend_records.searches_of(sources.tables.store, person.id)
    return page("searches.json", [{"table": one.table, "until": when(one.until)} for one in found])


async def _puzzles(sources: DataSources, person: Person) -> DataFile:
    """How good one is at them, and for how many days in a row."""
    store = sources.tables.store
    streak = await store.get(puzzle_records.PUZZLE_STREAKS, person.id)
    return page("puzzles.json", {
        "ratings": [
            {"game": one.game, "rating": model.shown(one.mu), "tries": one.tries, "mu": one.mu, "sigma": one.sigma}
            for one in await puzzle_records.puzzle_standings_of(store, person.id)
        ],
        "streak": streak and {"until": date_text(streak.day), "days": streak.days, "longest": streak.best},
    })  # fmt: skip


async def _membership(sources: DataSources, person: Person) -> DataFile:
    """Whether one is listed among the members, and with which games."""
    found = await club_records.member(sources.tables.store, person.id)
    return page("membership.json", found and {"since": when(found.since), "games": list(found.games)})


# -- what may be long -----------------------------------------------------------------------------------------


async def _letters(sources: DataSources, person: Person) -> AsyncIterator[DataItem]:
    after = (0, "")
    while told := await mail_records.notices_to(sources.tables.store, person.id, after, AT_ONCE):
        for one in told:
            yield DataItem(
                "letters", {"kind": one.kind, "at": when(one.at), "state": one.state, "ended": when(one.ended)}
            )
        after = (told[-1].at, told[-1].key)


async def _pushes(sources: DataSources, person: Person) -> AsyncIterator[DataItem]:
    after, store = (0, ""), sources.tables.store
    while told := await mail_records.notices_to(store, person.id, after, AT_ONCE, PUSHES):
        for one in told:
            kind = push_records.body_of(one).notice.kind if one.body else None
            yield DataItem("pushes", {"kind": kind, "at": when(one.at), "state": one.state, "ended": when(one.ended)})
        after = (told[-1].at, told[-1].key)


async def _rating_history(sources: DataSources, person: Person) -> AsyncIterator[DataItem]:
    after = ("", 0)
    while points := await rating_records.points_of(sources.tables.store, person.id, after, AT_ONCE):
        for one in points:
            yield DataItem("rating-history", {
                "game": one.game, "table": one.table, "at": when(one.at), "place": one.place, "of": one.of,
                "before": model.shown(one.was), "after": model.shown(one.mu), "mu": one.mu, "sigma": one.sigma,
            })  # fmt: skip
        after = (points[-1].game, points[-1].number)


async def _puzzle_tries(sources: DataSources, person: Person) -> AsyncIterator[DataItem]:
    after = None
    while some := await puzzle_records.tries_of(sources.tables.store, person.id, after, AT_ONCE):
        for one in some:
            yield DataItem("puzzle-tries", {
                "game": one.game, "puzzle": one.puzzle, "at": when(one.at), "choice": one.choice or None,
                "right": one.right, "hint": one.hinted, "before": model.shown(one.was), "after": model.shown(one.mu),
            })  # fmt: skip
        after = (some[-1].at, some[-1].game, some[-1].puzzle)


async def _remarks(sources: DataSources, person: Person) -> AsyncIterator[DataItem]:
    """What one has said in the common room and about tournaments, as far as it is still kept."""
    after = None
    while some := await club_records.remarks_of(sources.tables.store, person.id, after, AT_ONCE):
        for one in some:
            yield DataItem("remarks", {"place": one.place, "at": when(one.at), "text": one.text or None})
        after = (some[-1].place, some[-1].number)


async def _tournaments(sources: DataSources, person: Person) -> AsyncIterator[DataItem]:
    async for summary in _summaries(sources, TournamentQuery(person=person.id, most=AT_ONCE)):
        rank = await _rank(sources, summary, person)
        yield DataItem("tournaments", {**_tournament(summary, person), "entered": True, "rank": rank})
    async for summary in _summaries(sources, TournamentQuery(organiser=person.id, most=AT_ONCE)):
        if person.id not in summary.people:
            yield DataItem("tournaments", {**_tournament(summary, person), "entered": False})


async def _reports(sources: DataSources, person: Person) -> AsyncIterator[DataItem]:
    """What one has complained of. What others complained of is told to nobody, lest they be asked why."""
    after = None
    while some := await moderation_records.reports(sources.tables.store, by=person.id, after=after, most=AT_ONCE):
        for one in some:
            yield DataItem("reports", {
                "at": when(one.at), "kind": one.kind, "about": one.of, "table": one.table or None,
                "reason": one.reason, "words": one.words, "state": one.state,
            })  # fmt: skip
        after = (some[-1].at, some[-1].id)


async def _summaries(sources: DataSources, wanted: TournamentQuery) -> AsyncIterator[TournamentSummary]:
    while summaries := await tournament_records.find_tournaments(sources.tables.store, wanted):
        for summary in summaries:
            yield summary
        wanted = msgspec.structs.replace(wanted, after=(summaries[-1].updated, summaries[-1].tournament))


def _tournament(summary: TournamentSummary, person: Person) -> Json:
    about = msgspec.json.decode(summary.body, type=TournamentDetails)
    return {
        "id": summary.tournament, "title": about.title, "game": summary.game, "kind": summary.kind,
        "phase": summary.phase, "updated": when(summary.updated), "organised": summary.organiser == person.id,
    }  # fmt: skip


async def _rank(sources: DataSources, summary: TournamentSummary, person: Person) -> int | None:
    """Once it is over; while it goes on, its page tells more."""
    if summary.phase != "over":
        return None
    try:
        rows = standings(await sources.tournaments.tournament(summary.tournament))
    except Refused:  # its game is gone
        return None
    return next((row.rank for row in rows if row.entrant == person.id), None)


# -- tables ---------------------------------------------------------------------------------------------------


async def _tables(sources: DataSources, person: Person, progress: Progress) -> AsyncIterator[DataPiece]:
    store, all = sources.tables.store, list[str]()
    while some := await table_records.traces(store, person.id, all[-1] if all else ""):
        all += some
    for number, id in enumerate(all):
        progress(number, len(all))
        stream = await store.read(id)
        if stream:
            for piece in await _table(sources, person, id, stream):
                yield piece
    progress(len(all), len(all))


async def _table(sources: DataSources, person: Person, id: str, stream: Sequence[bytes]) -> list[DataPiece]:
    waited, language = 0, wished_language(person) or FALLBACK
    while True:
        try:
            return await sources.tables.beside(at_table, sources.tables, person.id, id, stream, language)
        except Unavailable as refusal:  # its game is being made ready
            waited += 1
            if waited > WAITS:
                return _unread(person.id, id, stream, sources.in_words(refusal, language))
            await asyncio.sleep(1)
        except Refused as refusal:
            return _unread(person.id, id, stream, sources.in_words(refusal, language))


def at_table(
    tables: TableRepository, person: str, id: str, stream: Sequence[bytes], language: str = FALLBACK
) -> list[DataPiece]:
    """What one table has of a person's; it takes a while."""
    happened = [ev.decode(body) for body in stream]
    opened = happened[0]
    if not isinstance(opened, ev.Opened):
        raise Refused("refuse.table-damaged", table=id)
    tables.library.take(opened.rules.game)
    held = tables.held(id)  # those that go on mostly are: it saves playing all of it again
    table = held if held is not None and held.position == len(stream) else Table.of(happened)
    mine = table.seats_of(person)
    began = [seat for seat, sitter in enumerate(table.began) if sitter.person == person]
    chat, about = _chat(person, id, happened), _opened(opened)
    if not (mine or began):  # who only watched, or got up before it began, has said something here and no more
        return [DataItem("tables", {**about, "you": "did not play"}), *chat]
    about |= {"you": "sit here" if mine else "left", "phase": table.phase}
    name = f"{table.rules.game}-{table.id}.json"
    if table.match is not None and table.over:
        data = records.to_json(table.match.record())
        result = table.match.result
        about |= {
            "seats": _seats(table, began, language), "ended": when(table.ended_at), "ending": table.match.ended,
            "scores": None if result is None else result.scores, "record": f"records/{name}",
        }  # fmt: skip
        return [DataFile(f"records/{name}", data), DataItem("tables", about), *chat]
    if not mine:  # who has left a match that goes on sees no more of it than anybody
        return [DataItem("tables", about), *chat]
    about |= {"seats": _seats(table, mine, language), "updated": when(table.updated)}
    if table.match is None:
        return [DataItem("tables", about), *chat]
    about["running"] = f"running/{name}"
    return [page(f"running/{name}", _running(table, mine, language)), DataItem("tables", about), *chat]


def _unread(person: str, id: str, stream: Sequence[bytes], why: str) -> list[DataPiece]:
    """A table that cannot be read as a match, since its game is gone or has other rules by now."""
    happened = [ev.decode(body) for body in stream]
    opened = happened[0]
    about = _opened(opened) if isinstance(opened, ev.Opened) else {"id": id}
    return [DataItem("tables", {**about, "unread": why}), *_chat(person, id, happened)]


def _opened(opened: ev.Opened) -> Json:
    rules = opened.rules
    return {
        "id": opened.table, "game": rules.game, "opened": when(opened.at), "options": rules.options,
        "clock": msgspec.to_builtins(rules.clock), "listed": rules.listed, "rated": rules.rated,
        "tournament": rules.tournament,
    }  # fmt: skip


def _seats(table: Table, mine: Sequence[int], language: str) -> list[Json]:
    called = sentences(table.game, language).render
    sitters = table.began or table.sitters
    return [
        {"name": sitter.name if sitter.level is None else called(Text(f"level.{sitter.level}")), "kind": sitter.kind,
         "you": seat in mine}
        for seat, sitter in enumerate(sitters)
    ]  # fmt: skip


def _chat(person: str, id: str, happened: Sequence[ev.AnyTableEvent]) -> list[DataItem]:
    return [
        DataItem("chat", {"table": id, "at": when(event.at), "where": event.channel, "text": event.text})
        for event in happened
        if isinstance(event, ev.Said) and event.person == person
    ]


def _running(table: Table, mine: Sequence[int], language: str) -> Json:
    """As each own seat was told it. The clock of others, the dealer and what others say are left out."""
    assert table.match is not None, "it is being played"
    speak = sentences(table.game, language).render
    return {
        "table": table.id,
        "game": table.rules.game,
        "seats": [
            {
                "seat": seat,
                "name": table.sitters[seat].name,
                "to act": seat in table.to_act,
                "view": table.match.view(seat),
                "steps": [
                    {
                        "at": when(line.at),
                        "seat": line.seat,
                        "text": line.text,
                        "words": line.words and speak(line.words),
                    }
                    for line in table.told[seat]
                    if line.kind != "said"
                ],
            }
            for seat in mine
        ],
    }


# -- small things ---------------------------------------------------------------------------------------------


def page(name: str, about: object) -> DataFile:
    return DataFile(name, msgspec.json.format(msgspec.json.encode(about), indent=2) + b"\n")


def when(time: int | None) -> str | None:
    """As people and programs can read it."""
    return None if time is None else datetime.fromtimestamp(time / 1000, UTC).isoformat(timespec="milliseconds")
