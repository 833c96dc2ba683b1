"""People and sessions."""

import asyncio

import pytest
from msgspec.structs import replace

from parlour.house.people import records as people_records
from parlour.house.people import removal
from parlour.house.store import Put, Store, Unit, forget_expired
from parlour.house.tables import records as table_records
from parlour.house.tables.records import TABLES
from tests.store.things import account, guest, session, summary


async def found(store: Store, text: str) -> list[str]:
    return [one.id for one in await people_records.find_people(store, text)]


class People:
    async def test_a_person_comes_back_as_it_was(self, store: Store) -> None:
        ann = account("p1", "Ann", since=5, password="scrypt:1", body=b"\0settings", version=3)
        assert await people_records.add_person(store, ann)
        assert await people_records.get_person(store, "p1") == ann
        assert await people_records.get_person(store, "p2") is None

    async def test_an_accounts_name_is_unique_whatever_its_case(self, store: Store) -> None:
        assert await people_records.add_person(store, account("p1", "Straße"))
        for name in ("Straße", "STRASSE", "strasse"):
            assert not await people_records.add_person(store, account("p2", name))
        assert await people_records.get_person(store, "p2") is None

    async def test_nor_does_it_matter_how_an_accent_is_typed(self, store: Store) -> None:
        assert await people_records.add_person(store, account("p1", "Ren\u00e9"))
        assert not await people_records.add_person(store, account("p2", "RENE\u0301"))

    async def test_guests_may_all_have_the_same_name(self, store: Store) -> None:
        assert await people_records.add_person(store, account("p1", "Ann"))
        assert await people_records.add_person(store, guest("p2", name="Ann"))
        assert await people_records.add_person(store, guest("p3", name="Ann"))

    async def test_an_id_is_given_once(self, store: Store) -> None:
        assert await people_records.add_person(store, guest("p1"))
        assert not await people_records.add_person(store, guest("p1", name="other"))
        assert await people_records.get_person(store, "p1") == guest("p1")

    async def test_accounts_are_found_by_name_guests_never(self, store: Store) -> None:
        ann = account("p1", "Ann")
        await people_records.add_person(store, ann)
        await people_records.add_person(store, guest("p2", name="Bob"))
        assert await people_records.account_named(store, "aNN") == ann
        assert await people_records.account_named(store, "Bob") is None
        assert await people_records.account_named(store, "An") is None

    async def test_of_many_who_want_a_name_one_gets_it(self, store: Store) -> None:
        for number in range(5):
            people = [account(f"p{number}.{each}", f"Ann{number}") for each in range(8)]
            assert sum(await asyncio.gather(*(people_records.add_person(store, person) for person in people))) == 1

    async def test_a_change_is_kept_as_the_next_version(self, store: Store) -> None:
        await people_records.add_person(store, guest("p1"))
        changed = account("p1", "Ann", body=b"new", since=2)
        assert await people_records.change_person(store, changed)
        assert await people_records.get_person(store, "p1") == replace(changed, version=2)
        assert await people_records.account_named(store, "ann") == replace(changed, version=2)

    async def test_a_change_of_an_older_version_is_not_made(self, store: Store) -> None:
        await people_records.add_person(store, guest("p1"))
        assert await people_records.change_person(store, guest("p1", body=b"first"))
        assert not await people_records.change_person(store, guest("p1", body=b"second"))
        assert not await people_records.change_person(store, guest("p1", body=b"first"))
        assert await people_records.get_person(store, "p1") == guest("p1", body=b"first", version=2)

    async def test_somebody_who_is_gone_cannot_be_changed(self, store: Store) -> None:
        assert not await people_records.change_person(store, guest("p1"))
        assert await people_records.get_person(store, "p1") is None

    async def test_a_guest_cannot_take_an_accounts_name_for_an_account(self, store: Store) -> None:
        await people_records.add_person(store, account("p1", "Ann"))
        await people_records.add_person(store, guest("p2"))
        assert not await people_records.change_person(store, account("p2", "ANN"))
        assert await people_records.get_person(store, "p2") == guest("p2")
        assert await people_records.change_person(store, guest("p2", name="ANN"))

    async def test_a_name_can_be_written_differently_by_its_owner(self, store: Store) -> None:
        await people_records.add_person(store, account("p1", "Ann"))
        assert await people_records.change_person(store, account("p1", "ANN"))

    async def test_of_many_changes_at_once_one_is_made(self, store: Store) -> None:
        await people_records.add_person(store, guest("p1"))
        changes = [guest("p1", body=b"%d" % number) for number in range(8)]
        made = await asyncio.gather(*(people_records.change_person(store, change) for change in changes))
        assert sum(made) == 1
        assert await people_records.get_person(store, "p1") == replace(changes[made.index(True)], version=2)

    async def test_of_many_who_change_to_a_name_one_gets_it(self, store: Store) -> None:
        for number in range(8):
            await people_records.add_person(store, guest(f"p{number}"))
        made = await asyncio.gather(
            *(people_records.change_person(store, account(f"p{number}", "Ann")) for number in range(8))
        )
        assert sum(made) == 1

    async def test_who_is_removed_is_gone_with_all_sessions_and_the_name_is_free(self, store: Store) -> None:
        await people_records.add_person(store, account("p1", "Ann"))
        await people_records.add_session(store, session("h", "p1"))
        await store.commit(
            Unit(stream="t", expected=0, events=[b"a"], changes=[Put(TABLES, summary("t", people=("p1",)))])
        )
        await removal.remove_person(store, "p1")
        assert await people_records.get_person(store, "p1") is None
        assert await people_records.get_session(store, "h") is None
        assert await store.read("t") == [b"a"]
        assert await table_records.table_summary(store, "t") == summary("t", people=("p1",))
        assert await people_records.add_person(store, account("p2", "Ann"))
        await removal.remove_person(store, "nobody")


class Sessions:
    async def test_a_session_comes_back_as_it_was(self, store: Store) -> None:
        await people_records.add_person(store, guest("p1"))
        whole = session("h", "p1", since=2, seen=3, until=2**45, label="my bot", scopes=("play", "watch"), agent="Ægir")
        assert await people_records.add_session(store, whole)
        assert await people_records.get_session(store, "h") == whole
        assert await people_records.get_session(store, "H") is None

    async def test_nobody_has_no_session(self, store: Store) -> None:
        assert not await people_records.add_session(store, session("h", "nobody"))
        assert await people_records.get_session(store, "h") is None

    async def test_a_persons_sessions_are_listed_the_latest_seen_first(self, store: Store) -> None:
        for person in ("p1", "p2"):
            await people_records.add_person(store, guest(person))
        own = [session("b", "p1", seen=2), session("a", "p1", seen=9), session("c", "p1", seen=5, label="bot")]
        for each in (*own, session("d", "p2")):
            await people_records.add_session(store, each)
        assert [each.hash for each in await people_records.sessions_of(store, "p1")] == ["a", "c", "b"]
        assert await people_records.sessions_of(store, "p3") == []

    async def test_a_session_that_is_used_lives_longer(self, store: Store) -> None:
        await people_records.add_person(store, guest("p1"))
        await people_records.add_session(store, session("h", "p1"))
        longer = session("h", "p1", seen=50, until=5000)
        assert await people_records.touch_session(store, session("h", "p1"), 50, 5000) == longer
        assert await people_records.get_session(store, "h") == longer
        await people_records.touch_session(store, session("h", "p1"), 40, 4000)
        assert await people_records.get_session(store, "h") == longer, "who knows it as it was is too late"

    async def test_a_session_that_has_ended_is_not_brought_back_by_being_used(self, store: Store) -> None:
        await people_records.add_person(store, guest("p1"))
        await people_records.touch_session(store, session("gone", "p1"), 50, 5000)
        assert await people_records.get_session(store, "gone") is None

    async def test_a_session_can_be_ended(self, store: Store) -> None:
        await people_records.add_person(store, guest("p1"))
        for hash in "ab":
            await people_records.add_session(store, session(hash, "p1"))
        await people_records.end_session(store, "a")
        await people_records.end_session(store, "a")
        assert await people_records.get_session(store, "a") is None
        assert await people_records.get_session(store, "b") is not None

    @pytest.mark.parametrize(
        ("but", "labelled", "left"), [(None, False, "x"), ("b", False, "bx"), (None, True, ""), ("b", True, "b")]
    )
    async def test_all_sessions_end_but_those_that_are_kept(
        self, store: Store, but: str | None, labelled: bool, left: str
    ) -> None:
        for person in ("p1", "p2"):
            await people_records.add_person(store, guest(person))
        for each in (session("a", "p1"), session("b", "p1"), session("x", "p1", label="bot"), session("o", "p2")):
            await people_records.add_session(store, each)
        await people_records.end_sessions(store, "p1", but=but, labelled=labelled)
        assert "".join(sorted(each.hash for each in await people_records.sessions_of(store, "p1"))) == left
        assert await people_records.get_session(store, "o") is not None

    async def test_sessions_that_ran_out_are_forgotten(self, store: Store) -> None:
        await people_records.add_person(store, guest("p1"))
        for hash, until in [("a", 10), ("b", 20), ("c", 30)]:
            await people_records.add_session(store, session(hash, "p1", until=until))
        assert await forget_expired(store, people_records.SESSIONS, 20) == 1
        assert await forget_expired(store, people_records.SESSIONS, 21) == 1
        assert [each.hash for each in await people_records.sessions_of(store, "p1")] == ["c"]

    async def test_guests_are_lost_who_can_no_longer_come_back(self, store: Store) -> None:
        for person, since in (("gone", 5), ("also", 3), ("signed-in", 5)):
            await people_records.add_person(store, guest(person, since=since))
        await people_records.add_person(store, guest("young", since=10))
        await people_records.add_person(store, account("account", "Ann", since=5))
        await people_records.add_session(store, session("h", "signed-in"))
        assert await people_records.lost_guests(store, 10, 9) == ["also", "gone"]
        assert await people_records.lost_guests(store, 10, 1) == ["also"]


class Finding:
    async def test_people_are_found_by_the_beginning_of_any_word_of_their_name(self, store: Store) -> None:
        for id, name in (("p1", "Ann Lee"), ("p2", "Lee Ann Marsh"), ("p3", "Hannah"), ("p4", "Anna")):
            await people_records.add_person(store, account(id, name))
        assert await found(store, "ann") == ["p1", "p4", "p2"]
        assert await found(store, "ANN L") == ["p1"]
        assert await found(store, "ann marsh") == ["p2"]
        assert await found(store, "marsh") == ["p2"]
        assert await found(store, "nah") == [], "nobody looks for the middle of a word"
        assert await found(store, "Ann Lee Ann") == await found(store, "zoe") == await found(store, "") == []

    async def test_or_by_their_id_whole(self, store: Store) -> None:
        await people_records.add_person(store, account("p31", "Bob"))
        assert (await found(store, "p31"), await found(store, "p3"), await found(store, "P31")) == (["p31"], [], [])

    async def test_accounts_come_before_guests_and_a_page_has_an_end(self, store: Store) -> None:
        await people_records.add_person(store, guest("p1", name="Ann"))
        await people_records.add_person(store, account("p2", "Annette"))
        assert await found(store, "ann") == ["p2", "p1"]
        assert [one.id for one in await people_records.find_people(store, "ann", most=1)] == ["p2"]

    @pytest.mark.parametrize(
        ("name", "text"),
        [("Ann%", "ann%"), ("%_", "%"), ("René", "RENE\u0301"), ("Straße", "strass"), ("\ue000x", "\ue000")],
    )
    async def test_a_letter_is_a_letter_whatever_it_means_elsewhere(self, store: Store, name: str, text: str) -> None:
        await people_records.add_person(store, account("p1", name))
        await people_records.add_person(store, account("p2", "Anna"))
        assert await found(store, text) == ["p1"]

    async def test_a_long_name_is_found_by_all_of_it(self, store: Store) -> None:
        name = "Bartholomew Featherstonehaugh the Younger"
        await people_records.add_person(store, account("p1", name))
        assert await found(store, name) == await found(store, "younger") == ["p1"]

    async def test_a_new_name_is_found_and_the_old_one_no_longer(self, store: Store) -> None:
        await people_records.add_person(store, guest("p1", name="Ann Lee"))
        await people_records.change_person(store, account("p1", "Zoe Lee"))
        assert (await found(store, "ann"), await found(store, "zoe"), await found(store, "lee")) == ([], ["p1"], ["p1"])
        await removal.remove_person(store, "p1")
        assert await found(store, "zoe") == []
        assert await store.list_by(people_records.NAME_PARTS, "part") == []
