"""A house from before the verbs comes to this version whole, from its own database, a copy or an export."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from parlour import store as stores
from parlour.house.cursors import CURSORS
from parlour.house.moderation import records as moderation_records
from parlour.house.moderation.records import AuditEntry
from parlour.house.people import records as people_records
from parlour.house.people import removal
from parlour.house.people.records import NAME_PARTS, NAMES_FILLED, fill_name_parts
from parlour.house.ratings import records as rating_records
from parlour.house.ratings.worker import RatingWorker
from parlour.house.store import Store
from parlour.store import migrations, open_store
from tests.store import version_9
from tests.store.things import account, guest

pytestmark = pytest.mark.anyio


@pytest.fixture
async def old(place: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Where there is a house of that version."""
    with monkeypatch.context() as then:
        then.setattr(migrations, "MIGRATIONS", migrations.MIGRATIONS[: version_9.SCHEMA])
        await (await open_store(place)).close()
    await version_9.insert_all(place)
    return place


async def test_it_opens_with_everything_in_place(old: str) -> None:
    store = await open_store(old)
    await fill_name_parts(store)
    await version_9.assert_all_there(store)
    await store.close()
    store = await open_store(old)
    await version_9.assert_all_there(store)
    await store.close()


async def test_so_does_its_export(other: str, tmp_path: Path) -> None:
    await stores.import_house(version_9.packed(tmp_path / "file"), other)
    store = await open_store(other)
    await fill_name_parts(store)
    await version_9.assert_all_there(store)
    await store.close()


async def test_its_records_can_be_changed_as_they_were_written_then(old: str) -> None:
    """Who changes a record says what it was, to the byte: bodies of then have to come out as they are."""
    store = await open_store(old)
    assert await RatingWorker(store).catch_up() == 3
    assert [one.number for one in await rating_records.finishes(store)] == [1, 2, 3, 4, 5, 6]
    assert await rating_records.waiting_finishes(store) == []
    report = await moderation_records.get_report(store, "r1")
    assert report is not None
    entry = AuditEntry(id="new", at=1, by="host", what="settle", about="r1")
    assert await moderation_records.settle_report(store, replace(report, state="settled", settled=99), entry)
    ann = await people_records.get_person(store, "ann")
    assert ann is not None
    assert await people_records.change_person(store, replace(ann, name="Anna"))
    await removal.remove_person(store, "ann")
    assert await people_records.get_person(store, "ann") is None
    assert [row.standing.who for row in await rating_records.ranking(store, "yinsh")] == ["bot:2", "bob"]
    await store.close()


async def test_a_house_in_which_all_was_to_be_counted_again_still_is(old: str) -> None:
    await version_9.execute(old, "UPDATE cursors SET value = -2 WHERE name = 'rater'")
    store = await open_store(old)
    assert await rating_records.rated_to(store) == -2
    assert [one.table for one in await rating_records.finishes(store)] == ["m1", "m2", "m3", "m4", "m5", "m6"]
    assert await RatingWorker(store).catch_up() == 6
    assert await rating_records.rated_to(store) == 6
    await store.close()


# -- parts of names -------------------------------------------------------------------------------------------


async def test_people_are_found_by_name_once_that_was_seen_to_and_it_is_seen_to_once(old: str) -> None:
    store = await open_store(old)
    assert await people_records.find_people(store, "dyck") == []
    await fill_name_parts(store)
    assert [one.id for one in await people_records.find_people(store, "dyck")] == ["ann"]
    kept = await store.list_by(NAME_PARTS, "part")
    await people_records.change_person(store, account("host", "Joanna"))
    await fill_name_parts(store)
    assert len(await store.list_by(NAME_PARTS, "part")) == len(kept)
    assert await store.get(CURSORS, NAMES_FILLED) is not None
    await store.close()


async def test_who_is_renamed_or_removed_at_that_moment_is_not_found_by_what_they_were_called(store: Store) -> None:
    for number in range(150):
        await people_records.add_person(store, guest(f"p{number:03}", name="Old Name", since=number))

    class Meanwhile:
        """Others are at work between what is read and what is written."""

        def __getattr__(self, name: str) -> object:
            return getattr(store, name)

        async def commit(self, unit: object) -> object:
            if (kept := await store.get(people_records.PEOPLE, "p007")) and kept.name != "New Name":
                await people_records.change_person(store, replace(kept, name="New Name"))
                await removal.remove_person(store, "p120")
            return await store.commit(unit)  # type: ignore[arg-type]

    await fill_name_parts(Meanwhile())  # type: ignore[arg-type]
    assert len(await people_records.find_people(store, "old", 999)) == 148
    assert [one.id for one in await people_records.find_people(store, "new")] == ["p007"]
    assert len(await store.list_by(NAME_PARTS, "part")) == 2 * 149
