"""A house as the version of Parlour before the verbs left it, in `version_9.jsonl`: what its export was, unpacked.

Something of everything is in it: three matches that were rated, the first of them drawn, and three that wait; people
with and without an account, and somebody who has gone; open and settled reports, measures that hold and that were
lifted. `assert_all_there` says what it comes to in this version.
"""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import apsw
import asyncpg

from parlour.house import jobs, uptimes
from parlour.house.friends import records as friend_records
from parlour.house.mail import records as mail_records
from parlour.house.mail.records import Address
from parlour.house.moderation import records as moderation_records
from parlour.house.moderation.records import Block, Word
from parlour.house.people import records as people_records
from parlour.house.ratings import records as rating_records
from parlour.house.store import Repeated, Store, Unit
from parlour.house.tables import records as table_records
from parlour.house.tables.records import TableQuery
from parlour.house.tournaments import records as tournament_records
from parlour.house.tournaments.records import TournamentQuery
from parlour.store.transfer import bytes_of
from tests.store.things import account, finish, guest, point, session, standing, summary

FILE = Path(__file__).with_suffix(".jsonl")
SCHEMA = 9


def packed(path: Path) -> Path:
    """As `parlour export` wrote it."""
    path.write_bytes(gzip.compress(FILE.read_bytes()))
    return path


def rows() -> Iterator[tuple[str, list[str], list[list[Any]]]]:
    """Of each table, with its columns."""
    table, columns, found = "", list[str](), list[list[Any]]()
    for line in map(json.loads, FILE.read_text("utf-8").splitlines()):
        if isinstance(line, list):
            found.append([bytes_of(v) if columns[n] in ("body", "secret") else v for n, v in enumerate(line)])
        elif "table" in line and "columns" in line:
            table, columns, found = line["table"], line["columns"], []
        elif "rows" in line:
            assert len(found) == line["rows"] > 0, f"something of {table}"
            yield table, columns, found


async def insert_all(place: str) -> None:
    """Into a database with the tables of that version."""
    if place.startswith("postgresql"):
        connection = await asyncpg.connect(place, server_settings={"search_path": "parlour"})
        for table, columns, found in rows():
            await connection.copy_records_to_table(table, records=found, columns=columns, schema_name="parlour")
        await connection.close()
        return
    file = apsw.Connection(place)
    for table, columns, found in rows():
        places = ", ".join("?" * len(columns))
        file.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})", found)
    file.close()


async def execute(place: str, statement: str) -> None:
    if place.startswith("postgresql"):
        connection = await asyncpg.connect(place, server_settings={"search_path": "parlour"})
        await connection.execute(statement)
        await connection.close()
    else:
        with apsw.Connection(place) as file:
            file.execute(statement)
        file.close()


async def assert_all_there(store: Store) -> None:
    """Once `fill_name_parts` was done."""
    await _streams_and_tables(store)
    await _people(store)
    await _mail(store)
    await _ratings(store)
    await _moderation(store)
    assert [(one.id, one.done, one.of, one.since) for one in await jobs.unfinished_jobs(store)] == [
        ("review t", 1, 4, 5)
    ]
    assert [one.id for one in await jobs.ended_jobs(store, "export", 99)] == ["export ann"]
    assert uptimes.spans_of(await uptimes.uptimes(store), own=0) == [(10, 20), (50, 60)]
    cups = await tournament_records.find_tournaments(store, TournamentQuery(person="bob", organiser="ann"))
    assert [one.tournament for one in cups] == ["c"]


async def _streams_and_tables(store: Store) -> None:
    assert await store.read("t") == [b"\xff\0a", b"{}"]
    assert await store.commit(Unit(stream="t", expected=0, events=[b"x"], key="k")) == Repeated(1, 2)
    assert await table_records.table_summary(store, "t") == summary(
        "t", people=("ann", "bob"), turn=("bob",), due=37, resume=True, rated=True, updated=3, body=b'{"rated":true}'
    )
    for query, tables in (
        (TableQuery(turn="bob"), "t"), (TableQuery(asked="gil"), "u"), (TableQuery(phase="open"), "uv"),
        (TableQuery(followed_by="bob", phase="over", rated=True, most=2), "m4m5"),
    ):  # fmt: skip
        assert "".join(one.table for one in await table_records.find_tables(store, query)) == tables
    assert (
        await table_records.next_due(store),
        [one.table for one in await table_records.tables_to_resume(store)],
    ) == (37, ["t"])
    assert await table_records.traces(store, "bob") == ["t"]
    assert [one.person for one in await friend_records.followed_by(store, "gil")] == ["ann"]
    sought = await friend_records.last_sought(store, "four")
    assert sought is not None
    assert sought.table == "v"


async def _people(store: Store) -> None:
    ann = account("ann", "Ånn van Dyck", body=b'{"language":"de"}', since=5)
    assert await people_records.account_named(store, "ÅNN VAN DYCK") == ann
    assert await people_records.get_person(store, "gil") == guest("gil", name="Gil the Guest", since=7)
    assert await people_records.account_named(store, "Bob") is None, "it is not called so any more"
    assert not await people_records.add_person(store, account("new", "bob marsh"))
    for text, found in (("dyck", ["ann"]), ("MARSH", ["bob"]), ("gue", ["gil"]), ("host", ["host"])):
        assert [one.id for one in await people_records.find_people(store, text)] == found
    held = session("h1", "ann", label="bot", scopes=("play", "watch"), agent="curl")
    assert await people_records.sessions_of(store, "ann") == [held]
    assert await people_records.lost_guests(store, 10, 9) == []
    assert [(one.id, one.role) for one in await moderation_records.people_with_roles(store)] == [("host", "host")]


async def _mail(store: Store) -> None:
    assert await mail_records.address_of(store, "ann") == Address(person="ann", address="Ånn@example.org")
    assert await mail_records.address_of(store, "bob") == Address(person="bob", wanted="bob@example.org")
    assert await mail_records.people_at(store, "ånn@EXAMPLE.org") == ["ann"]
    assert [(one.key, one.state, one.ended) for one in await mail_records.notices_to(store, "ann")] == [
        ("n1", "waiting", None), ("n2", "sending", None), ("n3", "sent", 20),
    ]  # fmt: skip
    assert [one.key for one in await mail_records.left_sending(store)] == ["n2"]
    link = await mail_records.get_link(store, "l2")
    assert link is not None
    assert link.person == "ann"
    assert await mail_records.silenced(store, "ann") == ["turn"]
    assert await mail_records.keep_secret(store, "off", b"new") == bytes(range(256))


async def _ratings(store: Store) -> None:
    assert await rating_records.rated_to(store) == 3
    rated = [finish("m1", places=(1, 1)), finish("m2", at=2), finish("m3", at=3, seats=("ann", "bot:2"), places=(2, 1))]
    assert [(one.table, one.places, one.number) for one in await rating_records.finishes(store)] == [
        (one.table, one.places, number) for number, one in enumerate(rated, 1)
    ]
    team = finish("m6", game="dance", at=95, places=(), worth=1 / 3, score=12)
    waiting = await rating_records.waiting_finishes(store)
    assert [one.table for one in waiting] == ["m5", "m4", "m6"], "in the order in which they ended"
    assert waiting[-1] == team
    assert await rating_records.best(store, "dance", 2) == [team]
    shown = [(row.standing.who, row.name) for row in await rating_records.ranking(store, "yinsh")]
    assert shown == [("bot:2", None), ("ann", "Ånn van Dyck"), ("bob", "Bob Marsh")]
    [ann] = await rating_records.standings(store, ["ann"])
    assert (ann.mu, ann.games, await rating_records.ahead_of(store, ann)) == (25.000000000000004, 3, 1)
    assert [one.who for one in await rating_records.standings(store)] == ["ann", "bob", "bot:2", "gone"]
    assert [(one.number, one.place, one.shared) for one in await rating_records.points(store, "ann", "yinsh")] == [
        (1, 1, True), (2, 1, False), (3, 2, False),
    ]  # fmt: skip
    assert [one.who for one in await rating_records.points_at(store, "m1")] == ["ann", "bob"]
    generation = await rating_records.generation_of(store)
    drawn = point(1, "ann", table="m1", mu=25.1, shared=True, generation=generation)
    assert (await rating_records.all_points(store, most=1)) == [drawn]
    [gone] = await rating_records.standings(store, ["gone"])
    assert gone == standing("gone", 50.0, 1.0, ranked=False, generation=generation)


async def _moderation(store: Store) -> None:
    assert [one.id for one in await moderation_records.reports(store, "open")] == ["r1"]
    assert [(one.id, one.settled, one.note) for one in await moderation_records.reports(store, "settled")] == [
        ("r2", 15, "So be it.")
    ]
    report = await moderation_records.get_report(store, "r1")
    assert report is not None
    assert report.quotes[0].text == "Fie"
    assert await moderation_records.add_report(store, report) == "r1", "it is open still"
    assert await moderation_records.count_reports(store, "open", "ann") == 1
    assert [one.id for one in await moderation_records.measures_now(store, 50)] == ["x1"]
    assert [(one.id, one.lifted) for one in await moderation_records.measures_of(store, "bob")] == [
        ("x2", 13), ("x1", None),
    ]  # fmt: skip
    assert [one.id for one in await moderation_records.entries(store)] == ["a6", "a5", "a4", "a3", "a2", "a1"]
    assert await moderation_records.words(store) == [Word("damn*"), Word("heck", "refuse")]
    assert await moderation_records.blocks_of(store, "ann") == [
        Block(person="ann", other="gil", since=4), Block(person="ann", other="bob", since=3),
    ]  # fmt: skip
