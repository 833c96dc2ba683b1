"""A house can be exported for the version of Parlour before this one, and nothing is lost on the way there and back."""

import asyncio
import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from parlour import store as stores
from parlour.cli import main
from parlour.core.texts import Refused
from parlour.house.people import records as people_records
from parlour.house.people.records import fill_name_parts
from parlour.house.ratings import records as rating_records
from parlour.house.ratings.worker import RatingWorker
from parlour.house.store import Unit
from parlour.store import migrations, open_store, shape
from parlour.store.older_schema import OLDER
from tests.store import version_9
from tests.store.things import account, finish

pytestmark = pytest.mark.anyio

Lines = dict[str, list[Any]]


@pytest.fixture
async def house(place: str, tmp_path: Path) -> str:
    """One that came from version 9, and is open no more."""
    await stores.import_house(version_9.packed(tmp_path / "from"), place)
    store = await open_store(place)
    await fill_name_parts(store)
    await store.close()
    return place


@contextmanager
def parlour_of_then(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What the version before knows of tables."""
    with monkeypatch.context() as then:
        then.setattr(migrations, "MIGRATIONS", migrations.MIGRATIONS[: version_9.SCHEMA])
        yield


def lines_of(text: str) -> Lines:
    """The rows of each table."""
    found: Lines = {}
    table = ""
    for line in map(json.loads, text.splitlines()):
        if isinstance(line, list):
            found[table].append(line)
        elif "columns" in line:
            table = line["table"]
            found[table] = []
    return found


async def exported(place: str, path: Path, schema: int | None = None) -> Lines:
    await stores.export_house(place, path, 1, schema)
    return lines_of(gzip.decompress(path.read_bytes()).decode())


async def live_on(place: str) -> None:
    """What only this version does: some are rated, one still waits, and all were counted anew."""
    store = await open_store(place)
    await RatingWorker(store).catch_up()
    m1 = await rating_records.finishes(store, most=1)
    changes = await rating_records.finish_changes(store, replace(m1[0], places=(2, 1)), True)
    await store.commit(Unit(stream="m1", expected=1, events=[b"f"], changes=changes))
    await RatingWorker(store).catch_up()
    assert await rating_records.generation_of(store) > 0
    changes = await rating_records.finish_changes(store, finish("m7", at=3), False)
    await store.commit(Unit(stream="m7", expected=0, events=[b"e"], changes=changes))
    await people_records.add_person(store, account("new", "Newcomer van Dyck"))
    await store.close()


def test_only_versions_are_offered_whose_tables_are_known() -> None:
    for version, changed in OLDER.items():
        assert {*changed} <= {*shape.tables(version)}
        now = shape.tables()
        kept = {name: each for name, each in shape.tables(version).items() if name not in changed}
        assert all({*each.columns} <= {*now[name].columns} for name, each in kept.items())
        assert all(each.key == now[name].key for name, each in kept.items()), "rows come in the order of the key"


async def test_what_came_from_there_goes_back_as_it_was_to_the_byte(house: str, tmp_path: Path) -> None:
    """But for the numbers of matches that wait: they have those in which they will be rated."""
    then, back = lines_of(version_9.FILE.read_text("utf-8")), await exported(house, tmp_path / "back", 9)
    ended = back.pop("finishes")
    assert [row[:2] for row in ended] == [[1, "m1"], [2, "m2"], [3, "m3"], [4, "m5"], [5, "m4"], [6, "m6"]]
    assert sorted(row[1:] for row in ended) == sorted(row[1:] for row in then.pop("finishes"))
    assert back == then


async def test_what_happened_since_goes_there_and_back_whole(
    house: str, other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await live_on(house)
    before = await exported(house, tmp_path / "before")
    there = await stores.export_house(house, tmp_path / "back", 1, 9)
    with parlour_of_then(monkeypatch):
        assert await stores.import_house(tmp_path / "back", other) == there
        assert await stores.export_house(other, tmp_path / "again", 1) == there
    store = await open_store(other)
    await fill_name_parts(store)
    await store.close()
    assert same_house(await exported(other, tmp_path / "after")) == same_house(before)
    store = await open_store(other)
    assert {one.id for one in await people_records.find_people(store, "dyck")} == {"ann", "new"}
    assert [one.table for one in await rating_records.waiting_finishes(store)] == ["m7"]
    assert await RatingWorker(store).catch_up() == 1, "and it goes on"
    await store.close()


async def test_the_file_is_the_same_from_either_database(house: str, other: str, tmp_path: Path) -> None:
    await live_on(house)
    await stores.export_house(house, tmp_path / "whole", 1)
    await stores.import_house(tmp_path / "whole", other)
    assert await exported(house, tmp_path / "one", 9) == await exported(other, tmp_path / "two", 9)


async def test_it_comes_forward_again_with_everything_in_place(
    house: str, other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stores.export_house(house, tmp_path / "back", 1, 9)
    with parlour_of_then(monkeypatch):
        await stores.import_house(tmp_path / "back", other)
    store = await open_store(other)
    await fill_name_parts(store)
    await version_9.assert_all_there(store)
    await store.close()


@pytest.mark.parametrize("wanted", [0, 8, -1, 99])
async def test_a_version_that_cannot_be_written_is_refused_and_those_that_can_are_named(
    house: str, tmp_path: Path, wanted: int
) -> None:
    known = ", ".join(map(str, range(9, migrations.version() + 1)))
    with pytest.raises(Refused, match=f"for version {wanted} of the data. This Parlour can write these: {known}"):
        await stores.export_house(house, tmp_path / "back", 1, wanted)
    assert not (tmp_path / "back").exists()


async def test_a_file_that_no_newer_parlour_has_opened_yet_is_written_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = str(tmp_path / "old.db")
    with parlour_of_then(monkeypatch):
        await (await open_store(place)).close()
    await version_9.insert_all(place)
    assert await exported(place, tmp_path / "back", 9) == lines_of(version_9.FILE.read_text("utf-8"))
    with pytest.raises(Refused, match="can write these: 9"):
        await exported(place, tmp_path / "ten", 10)


def test_the_command_says_what_it_wrote_or_why_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    house, file = str(tmp_path / "house.db"), str(tmp_path / "back.parlour")
    asyncio.run(stores.import_house(version_9.packed(tmp_path / "from"), house))
    assert main(["export", file, "--database", house, "--for-schema", "8"]) == 2
    assert "for version 8 of the data" in capsys.readouterr().err
    assert main(["export", file, "--database", house, "--for-schema", "9"]) == 0
    said = capsys.readouterr().out
    assert "It holds 4 people and 8 tables." in said
    with parlour_of_then(monkeypatch):
        assert main(["import", file, "--database", str(tmp_path / "then.db")]) == 0
    assert capsys.readouterr().out.split("content is")[1] == said.split("content is")[1]


def same_house(lines: Lines) -> Lines:
    """Without what says nothing of it: which of the ratings are shown, and what was done to it once."""
    return {
        **lines,
        "standings": [row[1:] for row in lines["standings"]],
        "points": [row[1:] for row in lines["points"]],
        "cursors": [row for row in lines["cursors"] if row[0] == "rater"],
    }
