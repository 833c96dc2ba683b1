"""What DynamoDB does that other stores need not: how rows lie there, what is lost on the way, what has run out."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, get_type_hints
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from parlour import store as stores
from parlour.core.texts import Refused
from parlour.house.jobs import JOBS
from parlour.house.people.records import PEOPLE, SESSIONS, find_people
from parlour.house.store import (
    ABSENT,
    MOST_CHANGES,
    Appended,
    Conflict,
    Kept,
    Kind,
    Need,
    Put,
    Remove,
    Store,
    Unavailable,
    Unit,
    keep,
)
from parlour.house.tables.records import TABLES, TableQuery, find_tables
from parlour.store import open_store, shape
from parlour.store.columns import table_of
from parlour.store.dynamo import client as dynamo_client
from parlour.store.dynamo import copies, moving, opening, order
from parlour.store.dynamo.layout import ENTRIES, MOST_ORDERS, ROWS
from parlour.store.dynamo.rows import FORGOTTEN_AFTER, GONE, LINE, items_of
from parlour.store.dynamo.store import DynamoStore
from parlour.store.dynamo.units import MOST_ITEMS
from tests.places import DYNAMO
from tests.store.test_backup import assert_filled, fill
from tests.store.test_kinds import KINDS, each_kind, may_be_none
from tests.store.test_transfer import MADE, fill_the_rest, furnish
from tests.store.things import guest, job, session, summary

pytestmark = [pytest.mark.anyio, DYNAMO]


@pytest.fixture
async def store(dynamo: str) -> AsyncIterator[DynamoStore]:
    opened = await open_store(dynamo)
    assert isinstance(opened, DynamoStore)
    yield opened
    await opened.close()


# -- how rows lie ---------------------------------------------------------------------------------------------


@each_kind
def test_every_kind_has_its_place_and_every_list_an_order(kind: Kind[Any]) -> None:
    table, layout = table_of(kind), ROWS[kind.name]
    assert layout.key == tuple(table.key)
    declared = [table.index(name) for name in kind.indexes]
    assert {*layout.orders} == {one for one in declared if one.each is None}
    assert len(layout.orders) <= MOST_ORDERS
    assert layout.expires == (kind.expires and table.column(kind.expires))
    for one in declared:
        if one.each is not None:
            entries, text = table.entries[one.each]
            assert (ENTRIES[entries].of, ENTRIES[entries].column, ENTRIES[entries].text) == (kind.name, one.each, text)
            assert one.by in ((), *ENTRIES[entries].orders)


@each_kind
def test_nothing_that_a_list_is_in_the_order_of_can_be_missing(kind: Kind[Any]) -> None:
    """A row without it would stand in no list. What is listed only where it is there says so."""
    hints = get_type_hints(kind.record)
    for index in kind.indexes.values():
        for name in index.order:
            field = name.removeprefix("-")
            assert field == index.present or field in kind.computed or not may_be_none(hints[field]), field


@each_kind
def test_bytes_are_the_same_columns_in_an_export(kind: Kind[Any]) -> None:
    """A row that came with an import and one that was written here are one line, letter for letter."""
    exported, written = shape.tables()[kind.name], {*table_of(kind).written}
    assert {*items_of(kind).of_bytes} == {exported.columns[place] for place in exported.bytes} & written
    assert written <= {*exported.columns}


def test_no_row_is_laid_out_for_a_kind_that_is_not_there() -> None:
    assert {*ROWS} == {kind.name for kind in KINDS}
    assert {*ROWS, *ENTRIES} | {"events", "keys"} == {*shape.tables()}


texts = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=4)
numbers = st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False) | st.integers(-3, 3)


@given(st.lists(st.tuples(texts, numbers, texts), min_size=2, max_size=8), st.tuples(*[st.booleans()] * 3))
def test_places_are_in_the_order_of_what_stands_there(rows: list[tuple[Any, ...]], down: tuple[bool, ...]) -> None:
    ordered = rows
    for number in (2, 1, 0):
        turned = (lambda row, n=number: row[n].encode()) if number != 1 else (lambda row: row[1])
        ordered = sorted(ordered, key=turned, reverse=down[number])
    places = [order.place(row, down) for row in ordered]
    assert all(one <= other for one, other in pairwise(places))
    for row, place in zip(ordered, places, strict=True):
        for length in (1, 2, 3):
            begins = order.beginning(row[:length], down)
            assert begins <= place
            assert not order.past(begins) or place < order.past(begins)


# -- units ----------------------------------------------------------------------------------------------------


async def test_what_does_not_fit_into_one_transaction_is_refused_and_changes_nothing(store: DynamoStore) -> None:
    many = [Put(JOBS, job(f"{number}")) for number in range(MOST_CHANGES)]
    with pytest.raises(Refused, match=f"DynamoDB takes {MOST_ITEMS}"):
        await store.commit(Unit(stream="t", expected=0, events=[b"a"], changes=many))
    with pytest.raises(Refused, match="an event has at most"):
        await store.commit(Unit(stream="t", expected=0, events=[b"x" * 400_000]))
    with pytest.raises(Refused, match="4 MB"):
        await store.commit(Unit(stream="t", expected=0, events=[b"x" * 300_000] * 20))
    assert (await store.read("t"), await store.count(JOBS, "state", "waiting")) == ([], 0)


async def test_a_record_that_another_version_wrote_in_other_words_is_still_the_same(store: DynamoStore) -> None:
    await keep(store, Put(JOBS, job("j")))
    item = items_of(JOBS).item(job("j"), b"m")
    item[LINE] = {"S": ' {"state": "waiting", "id": "j", "updated": 1, "a-column-of-later": 7}'}
    await store.client.ask("put_item", TableName=store.client.place.table, Item=item)
    read = await store.get(JOBS, "j")
    assert read == job("j")
    assert not await keep(store, Put(JOBS, job("j", done=9), job("j", done=1)))
    assert await keep(store, Put(JOBS, job("j", done=2), read))
    assert await store.get(JOBS, "j") == job("j", done=2)


async def test_what_is_needed_stays_until_the_unit_is_kept(store: DynamoStore) -> None:
    for number in range(5):
        person = guest(f"p{number}")
        await keep(store, Put(PEOPLE, person))
        put = Unit(changes=[Need(PEOPLE, (person.id,)), Put(SESSIONS, session(f"h{number}", person.id))])
        gone = Unit(changes=[Remove(PEOPLE, (person.id,), person)])
        signed_in, left = await asyncio.gather(store.commit(put), store.commit(gone))
        # Signing in was first, and then going, or going: never is somebody signed in who was gone before.
        assert left == Kept() or signed_in == Kept()
        if left == Kept() and signed_in == Conflict(0):
            assert await store.get(SESSIONS, f"h{number}") is None


async def test_a_step_of_two_people_writes_no_more_than_is_said(store: DynamoStore) -> None:
    """docs/decisions/store.md has the number."""
    at = summary("t", people=("ann", "bob"), due=5, body=b"x" * 200)
    await store.commit(Unit(stream="t", expected=0, events=[b"a"], changes=[Put(TABLES, at)]))
    store.client.counted = True
    turned = replace(at, updated=2, due=9, turn=("bob",))
    step = Unit(
        stream="t",
        expected=1,
        events=[b"x" * 300],
        key="k",
        changes=[Put(TABLES, turned, only=("updated", "due", "turn"))],
    )
    assert await store.commit(step) == Appended(2)
    assert 8 <= store.client.written <= 12


# -- what is lost on the way ----------------------------------------------------------------------------------


@asynccontextmanager
async def cutting(endpoint: str) -> AsyncIterator[tuple[str, list[bool]]]:
    """A way to the server on which an answer is lost whenever `cut` has something in it."""
    to, cut = urlsplit(endpoint), list[bool]()

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(to.hostname, to.port)

        async def ask() -> None:
            while data := await reader.read(65536):
                back.write(data)
                await back.drain()
            back.close()

        asking = asyncio.ensure_future(ask())
        while data := await there.read(65536):
            if cut:
                cut.pop()
                break
            writer.write(data)
            await writer.drain()
        asking.cancel()
        writer.close()
        back.close()

    server = await asyncio.start_server(carry, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}", cut
    server.close()


async def test_a_unit_whose_answer_was_lost_is_done_once(dynamo: str, aws: str) -> None:
    async with cutting(aws) as (way, cut):
        store = await open_store(dynamo.replace(aws, way))
        for number in range(5):
            cut.append(True)
            unit = Unit(stream="t", expected=number, events=[b"%d" % number], key=f"k{number}")
            assert await store.commit(unit) == Appended(number + 1)
            cut.append(True)
            assert await store.commit(Unit(changes=[Put(JOBS, job(f"{number}"), ABSENT)])) == Kept()
            cut.append(True)
            assert await store.commit(Unit(changes=[Remove(JOBS, (f"{number}",), job(f"{number}"))])) == Kept()
            assert not cut, "an answer was lost each time"
        assert await store.read("t") == [b"0", b"1", b"2", b"3", b"4"]
        await store.close()


async def test_a_table_out_of_reach_is_unavailable_and_not_wrong(
    dynamo: str, aws: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dynamo_client, "PATIENCE", 0.2)
    async with cutting(aws) as (way, cut):
        store = await open_store(dynamo.replace(aws, way))
        cut += [True] * 1000
        with pytest.raises(Unavailable, match="out of reach"):
            await store.commit(Unit(stream="t", expected=0, events=[b"a"]))
        assert not await store.healthy()
        cut.clear()
        assert await store.healthy()
        await store.close()


# -- what has run out -----------------------------------------------------------------------------------------


async def test_what_has_run_out_long_enough_is_gone_for_all_before_dynamodb_has_removed_it(store: DynamoStore) -> None:
    now = int(time.time())
    old, fresh = ((now + days * 86_400) * 1000 for days in (-61, -1))
    gone, there = session("g", "p", until=old), session("h", "p", until=fresh)
    await keep(store, Put(PEOPLE, guest("p")), Put(SESSIONS, gone), Put(SESSIONS, there))
    assert await store.get(SESSIONS, "g") is None
    assert await store.get_many(SESSIONS, [("g",), ("h",)]) == [there]
    assert await store.list_by(SESSIONS, "person", "p") == [there]
    assert await store.count(SESSIONS, "person", "p") == 1
    assert not await keep(store, Need(SESSIONS, ("g",)), Put(JOBS, job("j")))
    assert not await keep(store, Put(SESSIONS, gone, gone)), "it is not there to be what it was"
    assert await keep(store, Put(SESSIONS, session("g", "p", until=fresh), ABSENT))
    assert await store.count(SESSIONS, "person", "p") == 2


async def test_dynamodb_is_told_when_a_record_may_be_forgotten(store: DynamoStore) -> None:
    until = (int(time.time()) + 100) * 1000
    await keep(store, Put(PEOPLE, guest("p")), Put(SESSIONS, session("h", "p", until=until)))
    table = store.client.place.table
    found = await store.client.ask("get_item", TableName=table, Key=items_of(SESSIONS).key_item(("h",)))
    assert found["Item"][GONE] == {"N": str(until // 1000 + FORGOTTEN_AFTER)}
    told = await store.client.ask("describe_time_to_live", TableName=table)
    assert told["TimeToLiveDescription"] == {"TimeToLiveStatus": "ENABLED", "AttributeName": GONE}


# -- moving ---------------------------------------------------------------------------------------------------


async def test_a_house_moves_to_dynamodb_and_back_and_is_the_same_to_the_byte(
    tmp_path: Path, dynamo: str, postgres_server: str
) -> None:
    file = str(tmp_path / "house.db")
    home = await open_store(file)
    await furnish(home)
    await home.close()
    await fill_the_rest(file)
    first = await stores.export_house(file, tmp_path / "first", MADE)
    assert await stores.import_house(tmp_path / "first", dynamo) == first
    assert await stores.export_house(dynamo, tmp_path / "second", MADE) == first
    assert (tmp_path / "second").read_bytes() == (tmp_path / "first").read_bytes()
    assert await stores.import_house(tmp_path / "second", str(tmp_path / "back.db")) == first
    assert await stores.export_house(tmp_path / "back.db", tmp_path / "third", MADE) == first


async def test_what_was_written_there_goes_along_and_the_house_goes_on(
    store: DynamoStore, dynamo: str, aws: str, tmp_path: Path
) -> None:
    await fill(store)
    await store.backup(tmp_path / "copy")
    await stores.restore(tmp_path / "copy", str(tmp_path / "house.db"))
    home = await open_store(str(tmp_path / "house.db"))
    await assert_filled(home)
    await home.close()
    other = dynamo.replace("//house", "//other-house")
    await stores.restore(tmp_path / "copy", other)
    moved = await open_store(other)
    await assert_filled(moved)
    await moved.close()
    for force in (False, True):
        with pytest.raises(Refused, match="There is a house in"):
            await stores.restore(tmp_path / "copy", other, force=force)


async def test_a_house_that_moves_in_is_none_until_all_of_it_is_there(
    dynamo: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = await open_store(str(tmp_path / "house.db"))
    await fill(home)
    await home.close()
    await stores.export_house(tmp_path / "house.db", tmp_path / "file", MADE)
    write, written = moving._write, list[int]()

    async def breaks_off(client: Any, requests: Any) -> None:
        written.append(len(requests))
        if len(written) == 2:
            raise ConnectionError
        await write(client, requests)

    with monkeypatch.context() as patch:
        patch.setattr(moving, "_write", breaks_off)
        patch.setattr(moving, "WRITTEN_AT_ONCE", 5)
        with pytest.raises(ConnectionError):
            await stores.import_house(tmp_path / "file", dynamo)
    with pytest.raises(Refused, match="is being moved into"):
        await open_store(dynamo)
    await stores.import_house(tmp_path / "file", dynamo)
    moved = await open_store(dynamo)
    await assert_filled(moved)
    await moved.close()


async def test_a_copy_is_of_one_moment_or_is_none(
    store: DynamoStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each stream and its summary are written in one unit: no copy has one without the other. A few items are read at
    once, so that much is written between."""
    monkeypatch.setattr(copies, "SCANNED_AT_ONCE", 3)
    stop = asyncio.Event()

    async def write() -> None:
        last = 0
        while not stop.is_set():
            at = summary("t", updated=last + 1)
            await store.commit(Unit(stream="t", expected=last, events=[b"e"], changes=[Put(TABLES, at)]))
            last += 1
            await asyncio.sleep(0.1 * (last % 9))

    writer = asyncio.ensure_future(write())
    made = 0
    for number in range(6):
        try:
            await store.backup(tmp_path / f"copy{number}")
        except Refused:
            assert not (tmp_path / f"copy{number}").exists()
            continue
        made += 1
        await stores.restore(tmp_path / f"copy{number}", str(tmp_path / f"house{number}.db"))
        copy: Store = await open_store(str(tmp_path / f"house{number}.db"))
        events, tables = await copy.read("t"), await find_tables(copy, TableQuery())
        assert [one.updated for one in tables] == ([len(events)] if events else [])
        await copy.close()
    stop.set()
    await writer
    assert made, "a moment without writing was found"
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == [], "nothing is left lying"


# -- opening --------------------------------------------------------------------------------------------------


async def test_a_house_of_a_newer_version_is_refused(store: DynamoStore, dynamo: str) -> None:
    newer = {**opening.VERSION, opening.NUMBER: {"N": "9999"}}
    await store.client.ask("put_item", TableName=store.client.place.table, Item=newer)
    with pytest.raises(Refused, match="was written by a newer version"):
        await open_store(dynamo)


async def test_without_make_there_must_be_a_house(dynamo: str) -> None:
    with pytest.raises(Refused, match="holds no house"):
        await open_store(dynamo, make=False)
    await (await open_store(dynamo)).close()
    await (await open_store(dynamo, make=False)).close()


async def test_many_who_open_a_new_house_at_once_open_one(dynamo: str) -> None:
    opened = await asyncio.gather(*(open_store(dynamo) for _ in range(4)))
    assert await opened[0].commit(Unit(stream="t", expected=0, events=[b"a"])) == Appended(1)
    assert [await one.read("t") for one in opened] == [[b"a"]] * 4
    assert await find_people(opened[3], "x") == []
    for one in opened:
        await one.close()


@pytest.mark.parametrize(
    "url", ["dynamodb://", "dynamodb://t?table=x", "dynamodb://t?region=a&region=b", "dynamodb://t/more", "dynamodb://t?x"]
)  # fmt: skip
async def test_an_address_that_makes_no_sense_is_refused(url: str) -> None:
    with pytest.raises(Refused, match="is not a place for a house's data"):
        await open_store(url)


async def test_without_a_region_or_a_way_there_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dynamo_client, "PATIENCE", 0.1)
    monkeypatch.delenv("AWS_DEFAULT_REGION", raising=False)
    with pytest.raises(Refused, match="region"):
        await open_store("dynamodb://house")
    with pytest.raises(Unavailable, match="out of reach"):
        await open_store("dynamodb://house?region=eu-central-1&endpoint=http://127.0.0.1:9")
